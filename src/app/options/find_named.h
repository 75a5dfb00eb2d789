#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"

namespace sinew {

/// Index of the thing that a user names among `count`: by its name, its index from 0, its name in any case, or a part
/// of its name that no other has, in that order.
std::optional<size_t> findNamed(size_t count, const std::function<const std::string&(size_t)>& nameOf,
                                std::string_view nameOrIndex);

/// The clip that a user names; none for "none", the rest pose. `option` is named in the error.
/// @throws Error(Exit::usage) that lists the clips if there is no such clip.
std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex,
                               std::string_view option = "--animation");

/// The node that a user names as a bone.
/// @throws Error(Exit::usage) that lists the bones, up to a limit, if there is no such node.
uint32_t findBone(const Model& model, std::string_view nameOrIndex);

}  // namespace sinew
