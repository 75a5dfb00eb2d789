#pragma once

#include <map>
#include <optional>

#include "import/gltf/document/file.h"

namespace sinew::gltf {

inline constexpr const char* kDraco = "KHR_draco_mesh_compression";

/// The arrays of a compressed primitive.
struct DecodedPrimitive {
    struct Attribute {
        size_t componentCount = 0;
        std::vector<float> numbers;  ///< packed; normalized integers as fractions
    };
    size_t vertexCount = 0;
    std::vector<uint32_t> indices;  ///< three for each triangle
    std::map<std::string, Attribute> attributes;
};

/// Decodes KHR_draco_mesh_compression; nothing for a primitive without.
/// @throws InvalidAccessor with the cause; Error when a limit is exceeded.
std::optional<DecodedPrimitive> decodeDraco(File& file, const nlohmann::json& primitive);

}  // namespace sinew::gltf
