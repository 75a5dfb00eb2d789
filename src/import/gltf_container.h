#pragma once

#include <string>
#include <string_view>

#include "import/input_file.h"

namespace sinew {

/// The parts of a glTF file: a .gltf is JSON and nothing else, a .glb has chunks (glTF 2.0, section 4.4).
struct GltfChunks {
    std::string_view json, binary;  ///< empty where there is none
};

/// `file`: its bytes, which the parts point into. What is cut short ends where the file does.
GltfChunks gltfChunks(std::string_view file);

/// The same file with another JSON.
std::string withGltfJson(std::string_view file, std::string_view json);

/// The JSON of a glTF file alone: the binary part of a .glb is not read.
/// @throws std::runtime_error with the cause when a chunk of a .glb is longer than the file; Error as
/// InputFile::read().
std::string gltfJson(const InputFile& file);

}  // namespace sinew
