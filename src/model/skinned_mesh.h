#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace sinew {

inline constexpr uint32_t kInfluencesPerVertex = 4;
inline constexpr uint32_t kMostInfluences = 8;  ///< in two sets, on request
inline constexpr uint32_t kWeightOne = 65535;   ///< a weight of 1 as unorm16

/// The bones of one vertex and their weights as unorm16, largest first. All weights of a vertex, in one or two sets,
/// sum to exactly kWeightOne. Unused entries are bone 0, weight 0.
struct Influences {
    std::array<uint16_t, kInfluencesPerVertex> bones{};
    std::array<uint16_t, kInfluencesPerVertex> weights{};

    bool operator==(const Influences&) const = default;
};

/// The displacement of one vertex at weight 1, in mesh space.
struct MorphDelta {
    uint32_t vertex = 0;
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};  ///< added to the unit normal; the sum is normalized after skinning

    bool operator==(const MorphDelta&) const = default;
};

/// A morph target as sparse deltas, ascending by vertex.
struct MorphTarget {
    std::string name;
    std::vector<MorphDelta> deltas;

    bool operator==(const MorphTarget&) const = default;
};

/// Fewer triangles of a mesh, for where it is small on the screen (model/mesh_levels.h).
struct MeshLevel {
    std::vector<uint32_t> indices;  ///< as SkinnedMesh::indices
    float error = 0.0f;             ///< largest displacement of the surface in any pose, world units

    bool operator==(const MeshLevel&) const = default;
};

/// A triangle mesh with one material, in mesh (bind) space. All vertex arrays have the same length. The bones are in
/// MeshInstance, because two instances of a mesh may use two skeletons.
struct SkinnedMesh {
    std::string name;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;   ///< unit length
    std::vector<glm::vec4> tangents;  ///< unit length; w is +1 or -1: bitangent = w * cross(normal, tangent)
    std::vector<glm::vec2> uvs;       ///< v = 0 is the top row of the image
    std::vector<glm::vec2> moreUvs;   ///< UV set 1, or empty if no texture uses it
    std::vector<glm::vec4> colors;    ///< linear, multiplied by the material's; default 1
    std::vector<Influences> influences;
    std::vector<Influences> moreInfluences;  ///< the fifth to eighth influence of each vertex, or empty
    std::vector<uint32_t> indices;           ///< three per triangle, counter-clockwise seen from outside
    std::vector<MeshLevel> levels;           ///< each coarser than the one before; empty: not made, or none possible
    std::vector<MorphTarget> morphTargets;
    uint32_t boneCount = 0;  ///< all bone indices are below it
    uint32_t material = 0;   ///< index into Model::materials
    std::string extras;      ///< what the file adds about it, as JSON (glTF); empty: nothing

    size_t vertexCount() const { return positions.size(); }
    size_t triangleCount() const { return indices.size() / 3; }

    bool operator==(const SkinnedMesh&) const = default;
};

/// Calls visit(bone, weight) for each nonzero influence of a vertex, the first set first. Weights are unorm16.
template <typename Visit>
void forEachInfluence(const SkinnedMesh& mesh, size_t vertex, const Visit& visit) {
    for (const std::vector<Influences>* set : {&mesh.influences, &mesh.moreInfluences}) {
        if (set->empty()) continue;
        const auto& [bones, weights] = (*set)[vertex];
        for (size_t i = 0; i < kInfluencesPerVertex; ++i)
            if (weights[i] > 0) visit(bones[i], weights[i]);
    }
}

}  // namespace sinew
