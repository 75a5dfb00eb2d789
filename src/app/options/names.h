#pragma once

#include <functional>

#include "model/model.h"

namespace sinew {

/// Returns the index among `count` things of the one with that name, index from 0, name in any case, or unique part of
/// a name, in that order.
std::optional<size_t> findNamed(size_t count, const std::function<const std::string&(size_t)>& nameOf,
                                std::string_view nameOrIndex);

/// None for "none", the rest pose. The error names `option`.
/// @throws Error(Exit::usage) that lists the clips if there is no such clip.
std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex,
                               std::string_view option = "--animation");

/// Returns the node of a bone.
/// @throws Error(Exit::usage) that lists the bones, up to a limit, if there is no such node.
uint32_t findBone(const Model& model, std::string_view nameOrIndex);

/// @throws Error(Exit::usage) that lists the materials, up to a limit, if there is no such material.
uint32_t findMaterial(const Model& model, std::string_view nameOrIndex);

/// Whether an output of --batch contains {name} or {number}, and so differs for each model.
bool namesEachModel(std::string_view output);

/// Whether an output contains {clip}, and so differs for each clip.
bool namesEachClip(std::string_view output);

/// `output` for each clip: {clip} is its name, made a file name that no other clip has. `doublePercent`: as below.
std::vector<std::string> clipOutputs(std::string_view output, std::vector<std::string> clips, bool doublePercent);

/// The first placeholder in an output of --batch other than {name} and {number}; empty if there is none.
std::string_view unknownPlaceholder(std::string_view output);

/// Fills in the placeholders of an output of --batch: {name} is the file name of `path` without extension, {number} is
/// `number`, the model's position in the list from 1, with at least four digits. `doublePercent`: doubles the percent
/// signs of the name, for numbered outputs (media/sequence.h).
std::string outputFor(std::string_view output, const std::string& path, size_t number, bool doublePercent);

}  // namespace sinew
