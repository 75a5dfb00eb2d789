#pragma once

#include <filesystem>

#include "export/clips/edits.h"

namespace sinew {

/// Reads clips as rows of "name,first,last[,source]" in frames, or seconds as "0.4s". A first line of words is a
/// header.
std::vector<ClipEdit> clipsFromCsv(std::string_view text, const std::string& file);

/// Reads clips as JSON: {"walk": {"x": 0, "y": 20}}, [{"name": "walk", "first": 0, "last": 20}], texts as
/// parseClipEdit() reads them, or one of these as "clip", "clips" or "animations". A clip may also have "source",
/// "range" and "verbs". Other members are those of engines.
std::vector<ClipEdit> clipsFromJson(std::string_view text, const std::string& file);

/// Reads a .csv, .json or .toml file; none if the path is empty. `jsonFromToml` reads such a file.
std::vector<ClipEdit> readClipFile(const std::filesystem::path& file,
                                   std::string (*jsonFromToml)(const std::filesystem::path&));

// All throw Error(Exit::input) "FILE: row N: cause".

}  // namespace sinew
