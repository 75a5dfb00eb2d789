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
inline constexpr uint32_t kMostInfluences = 8;  ///< on request: two sets
inline constexpr uint32_t kWeightOne = 65535;   ///< a weight of 1 as unorm16

/// What moves one vertex: bones of its mesh and weights as unorm16, largest first, that sum to exactly kWeightOne
/// (where a vertex has a second set: with that). Unused places are bone 0, weight 0.
struct Influences {
    std::array<uint16_t, kInfluencesPerVertex> bones{};
    std::array<uint16_t, kInfluencesPerVertex> weights{};

    bool operator==(const Influences&) const = default;
};

/// How one vertex moves when a morph target has weight 1, in the mesh's own (bind) space.
struct MorphDelta {
    uint32_t vertex = 0;
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};  ///< added to the unit normal; the sum is brought to unit length at the end

    bool operator==(const MorphDelta&) const = default;
};

/// A shape that a mesh takes on by weight: only the vertices that move, ascending.
struct MorphTarget {
    std::string name;
    std::vector<MorphDelta> deltas;

    bool operator==(const MorphTarget&) const = default;
};

/// A triangle mesh with one material, in its own (bind) space. The vertex arrays have equal lengths. The bones
/// themselves stand in the MeshInstance: a mesh that a file shows twice may hang on two skeletons.
struct SkinnedMesh {
    std::string name;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;   ///< unit length
    std::vector<glm::vec4> tangents;  ///< unit length; w is +1 or -1: bitangent = w * cross(normal, tangent)
    std::vector<glm::vec2> uvs;       ///< v = 0 at the top row of the picture
    std::vector<glm::vec4> colors;    ///< linear, times the material's; 1 where the file has none
    std::vector<Influences> influences;
    std::vector<Influences>
        moreInfluences;  ///< usually empty; else the fifth to eighth of each vertex, and both sum to kWeightOne
    std::vector<uint32_t> indices;  ///< three a triangle, counter-clockwise seen from outside
    std::vector<MorphTarget> morphTargets;
    uint32_t boneCount = 0;  ///< influences name bones below this
    uint32_t material = 0;   ///< index into Model::materials

    size_t vertexCount() const { return positions.size(); }
    size_t triangleCount() const { return indices.size() / 3; }

    bool operator==(const SkinnedMesh&) const = default;
};

}  // namespace sinew
