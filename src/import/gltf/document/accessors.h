#pragma once

#include <stdexcept>

#include "import/gltf/document/file.h"

namespace sinew::gltf {

/// Why an accessor cannot be used: "accessor 3 needs 480 bytes of bufferView 2, which has 100".
struct InvalidAccessor : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// @throws InvalidAccessor unless all its bytes are in its bufferView, and those of the bufferView in its buffer.
void checkAccessor(File& file, size_t accessor, size_t componentCount);

/// The numbers of an accessor, packed; normalized integers as fractions. @throws InvalidAccessor.
std::vector<float> floatsOf(File& file, size_t accessor, size_t componentCount);

/// Reads unsigned integers, which are not normalized. @throws InvalidAccessor.
std::vector<uint32_t> integersOf(File& file, size_t accessor, size_t componentCount);

/// The number of an accessor in the JSON of a file. @throws InvalidAccessor with its `use`.
size_t accessorOf(const nlohmann::json& number, std::string_view use);

}  // namespace sinew::gltf
