#pragma once

#include "import/gltf/document/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// A .glb whose header states another length than the file has, with bytes after its end, or with other chunks than
/// JSON and binary data in the first two places ("glb-damaged"). Other programs may refuse it. Unknown chunks after
/// these are sound: extensions may add them.
void reportContainer(const File& file, Findings& findings);

/// Buffers with another number of bytes than the file states, or without a valid length ("buffer-length"). More bytes
/// are a note, unless views need them.
/// @throws Error for a buffer most of which is missing, and for a .glb without the binary chunk that a buffer refers
/// to.
void judgeBuffers(File& file, Findings& findings);

inline constexpr size_t kMaxNesting = 512;  ///< of JSON brackets

/// Limits recursion over what the JSON has. @throws Error with the limit.
void requireShallow(std::string_view json);

/// What is wrong with the JSON of the whole file; empty where nothing is.
std::string faultOf(const File& file);

}  // namespace sinew::gltf
