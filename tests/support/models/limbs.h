#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>

#include "support/models/band.h"

namespace rig_models {

/// A figure of 15 bones: hips, chest and head, and on each side an arm and a leg of three bones. Each bone holds a
/// piece of a square tube along it. Both sides mirror each other along X; the feet and knees point to Z.
class Limbs {
  public:
    enum Bone : uint16_t {
        hips,
        chest,
        head,
        armL,
        forearmL,
        handL,
        armR,
        forearmR,
        handR,
        thighL,
        shinL,
        footL,
        thighR,
        shinR,
        footR
    };

    /// With `areParts`, each chain of bones has a mesh of its own.
    static sinew::ImportedModel make(bool areParts = false) {
        using namespace sinew;
        ImportedModel imported = band(1);
        Model& model = imported.model;
        const SkinnedMesh empty{.name = "figure", .boneCount = 15};
        const MeshInstance shown{.bones = bonesAt(), .skinned = true};
        model.hierarchy = {};
        for (size_t bone = 0; bone < 15; ++bone) {
            const int32_t parent = kParents[bone];
            model.hierarchy.names.emplace_back(kNames[bone]);
            model.hierarchy.parents.push_back(parent);
            const glm::vec3 above = parent < 0 ? glm::vec3(0.0f) : jointAt(static_cast<size_t>(parent));
            model.hierarchy.rest.push_back({.translation = jointAt(bone) - above});
        }
        model.meshes.clear(), model.instances.clear(), imported.report.influences.clear();
        for (const uint16_t first : {hips, armL, armR, thighL, thighR}) {
            if (areParts || model.meshes.empty()) {
                model.meshes.push_back(empty);
                if (areParts) model.meshes.back().name = std::string("mesh of ") + kNames[first];
                model.instances.push_back(shown);
                model.instances.back().mesh = static_cast<uint32_t>(model.meshes.size() - 1);
                imported.report.influences.push_back({.largest = 1});
            }
            addTube(model.meshes.back(), first);
        }
        return imported;
    }

    static glm::vec3 jointAt(size_t bone) {
        constexpr std::array<std::array<float, 3>, 15> kJoints{{{0, 0, 0},
                                                                {0, 1, 0},
                                                                {0, 2, 0},
                                                                {1, 1.5f, 0},
                                                                {2, 1.5f, -0.4f},
                                                                {3, 1.5f, 0},
                                                                {-1, 1.5f, 0},
                                                                {-2, 1.5f, -0.4f},
                                                                {-3, 1.5f, 0},
                                                                {0.5f, -0.5f, 0},
                                                                {0.5f, -1.5f, 0.4f},
                                                                {0.5f, -2.5f, 0},
                                                                {-0.5f, -0.5f, 0},
                                                                {-0.5f, -1.5f, 0.4f},
                                                                {-0.5f, -2.5f, 0}}};
        return {kJoints[bone][0], kJoints[bone][1], kJoints[bone][2]};
    }

  private:
    static constexpr std::array<const char*, 15> kNames{"hips",   "chest",  "head",      "arm.L",  "forearm.L",
                                                        "hand.L", "arm.R",  "forearm.R", "hand.R", "thigh.L",
                                                        "shin.L", "foot.L", "thigh.R",   "shin.R", "foot.R"};
    static constexpr std::array<int32_t, 15> kParents{-1, 0, 1, 1, 3, 4, 1, 6, 7, 0, 9, 10, 0, 12, 13};

    static std::vector<sinew::Bone> bonesAt() {
        std::vector<sinew::Bone> bones;
        for (uint32_t bone = 0; bone < 15; ++bone)
            bones.push_back({bone, glm::translate(glm::mat4(1.0f), -jointAt(bone))});
        return bones;
    }

    /// Four rings of four points along each of three bones.
    static void addTube(sinew::SkinnedMesh& mesh, uint16_t first) {
        for (uint16_t bone = first; bone < first + 3; ++bone) {
            const bool isFoot = bone == footL || bone == footR;
            const glm::vec3 way = isFoot          ? glm::vec3(0.0f, 0.0f, 0.8f)
                                  : bone % 3 == 2 ? jointAt(bone) - jointAt(bone - 1u)
                                                  : jointAt(bone + 1u) - jointAt(bone);
            const glm::vec3 side = std::abs(way.x) > 0.5f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
            const glm::vec3 other = isFoot ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, 1);
            for (const float share : {0.125f, 0.375f, 0.625f, 0.875f})
                for (const auto& [a, b] : {std::pair(-1.0f, -1.0f), {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}) {
                    mesh.positions.push_back(jointAt(bone) + share * way + 0.15f * (a * side + b * other));
                    mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
                    mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
                    mesh.uvs.emplace_back(0.5f, 0.5f);
                    mesh.colors.emplace_back(1.0f);
                    mesh.influences.push_back({{bone}, {static_cast<uint16_t>(sinew::kWeightOne)}});
                }
        }
        const auto start = static_cast<uint32_t>(mesh.positions.size()) - 48;
        for (uint32_t ring = 0; ring < 11; ++ring)
            for (uint32_t corner = 0; corner < 4; ++corner) {
                const uint32_t a = start + 4 * ring + corner, b = start + 4 * ring + (corner + 1) % 4;
                for (const uint32_t index : {a, b, b + 4, a, b + 4, a + 4})
                    mesh.indices.push_back(index);
            }
    }
};

}  // namespace rig_models
