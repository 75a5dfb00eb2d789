#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "model/model.h"
#include "support/random.h"

/// Asymmetric lumpy balls in one mesh and at one place, each on a root bone of its own, with a color texture and a
/// normal map.
inline sinew::Model lumpyBalls(uint16_t count) {
    using namespace sinew;
    constexpr uint32_t kRings = 24, kColumns = 32;
    Random random(5);
    SkinnedMesh mesh{.name = "ball", .boneCount = count};
    for (uint16_t bone = 0; bone < count; ++bone) {
        const auto first = static_cast<uint32_t>(mesh.vertexCount());
        for (uint32_t ring = 0; ring <= kRings; ++ring)
            for (uint32_t column = 0; column <= kColumns; ++column) {
                const float u = static_cast<float>(column) / kColumns, v = static_cast<float>(ring) / kRings;
                const float around = u * 2.0f * std::numbers::pi_v<float>, down = v * std::numbers::pi_v<float>;
                const glm::vec3 outwards(std::sin(down) * std::sin(around), std::cos(down),
                                         std::sin(down) * std::cos(around));
                mesh.positions.push_back(outwards * (1.0f + 0.25f * std::sin(3.0f * outwards.x + 2.0f * outwards.y)));
                mesh.normals.push_back(outwards);
                mesh.tangents.emplace_back(std::cos(around), 0.0f, -std::sin(around), -1.0f);
                mesh.uvs.emplace_back(u, v);
                mesh.colors.emplace_back(1.0f);
                mesh.influences.push_back({.bones = {bone}, .weights = {kWeightOne}});
            }
        for (uint32_t ring = 0; ring < kRings; ++ring)
            for (uint32_t column = 0; column < kColumns; ++column) {
                const uint32_t a = first + ring * (kColumns + 1) + column, below = a + kColumns + 1;
                mesh.indices.insert(mesh.indices.end(), {a, below, a + 1, a + 1, below, below + 1});
            }
    }

    Texture paint{.name = "paint", .source = "code", .image = {.width = 8, .height = 8}};
    Texture relief{.name = "relief", .source = "code", .image = {.width = 8, .height = 8}};
    for (int i = 0; i < 64; ++i) {
        for (const uint32_t high : {255u, 200u, 120u})
            paint.image.bytes.push_back(static_cast<uint8_t>(random.between(60, high)));
        paint.image.bytes.push_back(255);
        for (const uint8_t part : {static_cast<uint8_t>(random.between(70, 186)),
                                   static_cast<uint8_t>(random.between(70, 186)), uint8_t{230}, uint8_t{255}})
            relief.image.bytes.push_back(part);
    }
    Model model;
    model.meshes = {mesh};
    model.instances.resize(1);
    for (uint32_t bone = 0; bone < count; ++bone) {
        model.hierarchy.names.push_back("ball " + std::to_string(bone));
        model.hierarchy.parents.push_back(kNoParent);
        model.hierarchy.rest.emplace_back();
        model.instances[0].bones.push_back({.node = bone});
    }
    model.materials = {{.name = "skin"}};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    model.materials[0].texture(TextureSlot::normal) = TextureUse{1};
    model.textures = {paint, relief};
    return model;
}

inline sinew::Model lumpyBall() {
    return lumpyBalls(1);
}
