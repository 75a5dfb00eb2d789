#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// A .glb whose header states another length than the file has, with bytes behind its end, or with chunks of a kind
/// that the format does not know ("glb-damaged"). Other programs may refuse it.
void reportContainer(const InputFile& file, Findings& findings);

/// Buffers with another number of bytes than the file states ("buffer-length").
/// @throws Error for a .glb without the binary chunk that a buffer refers to.
void checkBuffers(File& file, Findings& findings);

/// A file of glTF 2.0 that states another version, or none ("version-wrong"): assimp reads the version that is stated.
void repairVersion(File& file, Findings& findings);

/// @throws Error that names the place if a member is not JSON.
void requireJson(const File& file, std::string_view key);

/// What is wrong with the JSON of the whole file; empty where nothing is.
std::string faultOf(const File& file);

}  // namespace sinew::gltf
