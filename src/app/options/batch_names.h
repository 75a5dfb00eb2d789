#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Whether an output name of --batch is another for each model: it has {name} or {number} in it.
bool namesEachModel(std::string_view output);

/// The first {...} of an output name of --batch that is neither {name} nor {number}; empty: there is none.
std::string_view unknownPlaceholder(std::string_view output);

/// The output name of the model at `path`, which is the `number`th of the list, from 1: {name} is the model's name
/// without folder and ending, {number} its number in at least four digits. Percent signs of `path` are doubled when the
/// name is a numbered one (media/sequence.h).
std::string outputFor(std::string_view output, const std::string& path, size_t number, bool doublePercent);

/// The paths of a list: its lines, but for those that are empty or blank. "-" reads the standard input.
/// @throws Error(Exit::input, "LIST: cause"), also when there are none.
std::vector<std::string> readBatch(const std::string& list);

}  // namespace sinew
