#pragma once

#include <functional>
#include <string>

#include "support/models/band.h"

namespace rig_models {

/// A square of quads, each with vertices of its own, at places from 0 to 1, on one bone.
inline sinew::ImportedModel quadSquare(
    const std::string& name, uint32_t quadsOfSide,
    const std::function<glm::vec2(uint32_t column, uint32_t row, glm::vec2 place)>& uvOf) {
    using namespace sinew;
    ImportedModel imported = band(1);
    SkinnedMesh mesh{.name = name, .boneCount = 1};
    for (uint32_t row = 0; row < quadsOfSide; ++row)
        for (uint32_t column = 0; column < quadsOfSide; ++column) {
            const auto first = static_cast<uint32_t>(mesh.positions.size());
            for (const glm::vec2 corner : {glm::vec2(0, 0), glm::vec2(1, 0), glm::vec2(1, 1), glm::vec2(0, 1)}) {
                const glm::vec2 place = (glm::vec2(column, row) + corner) / static_cast<float>(quadsOfSide);
                mesh.positions.emplace_back(place, 0.0f);
                mesh.uvs.push_back(uvOf(column, row, place));
            }
            for (const uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u})
                mesh.indices.push_back(first + corner);
        }
    mesh.normals.assign(mesh.vertexCount(), {0.0f, 0.0f, 1.0f});
    mesh.tangents.assign(mesh.vertexCount(), {1.0f, 0.0f, 0.0f, 1.0f});
    mesh.colors.assign(mesh.vertexCount(), glm::vec4(1.0f));
    mesh.influences.assign(mesh.vertexCount(), {{0}, {static_cast<uint16_t>(kWeightOne)}});
    imported.model.meshes[0] = mesh;
    return imported;
}

/// Sets the base color texture: a square of so many texels along each side, each channel from 0 to 255.
inline void setTexture(sinew::Model& model, uint32_t side,
                       const std::function<glm::u8vec4(uint32_t x, uint32_t y)>& texelOf) {
    sinew::ImageData image{.width = side, .height = side};
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            const glm::u8vec4 texel = texelOf(x, y);
            image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, texel.a});
        }
    model.textures = {{.name = "picture", .source = "embedded", .image = image}};
    model.materials[0].texture(sinew::TextureSlot::baseColor) = sinew::TextureUse{};
}

}  // namespace rig_models
