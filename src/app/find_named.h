#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"

namespace sinew {

/// Which of `count` things a user means by a name or an index from 0: the one of that name, else of that index, else
/// of that name in any case, else the only one in whose name it is, in any case.
std::optional<size_t> findNamed(size_t count, const std::function<const std::string&(size_t)>& nameOf,
                                std::string_view nameOrIndex);

/// The clip that a user means, or none by "none" for the rest pose. `option`: what asks for it.
/// @throws Error(Exit::usage) that lists the clips when there is no such clip.
std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex,
                               std::string_view option = "--animation");

/// The node that a user means as a bone.
/// @throws Error(Exit::usage) that lists the bones (of many the first) when there is no such node.
uint32_t findBone(const Model& model, std::string_view nameOrIndex);

}  // namespace sinew
