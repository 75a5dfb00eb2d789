#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "import/build/influences.h"
#include "model/model.h"

namespace sinew {

/// A morph target of a SourceMesh.
struct SourceMorph {
    std::string name;
    std::vector<glm::vec3> positions;  ///< one for each vertex, may not be finite; empty: the target moves nothing
    std::vector<glm::vec3> normals;    ///< the same, of any length; may be empty
    float weight = 0.0f;               ///< at rest, finite
    bool relative = false;             ///< positions and normals are offsets from the mesh's
};

/// A mesh as a file has it: its arrays have one element for each vertex, or none.
struct SourceMesh {
    std::string name;
    uint32_t material = 0;
    bool hasPointsOrLines = false;  ///< which are not among the indices
    std::vector<uint32_t> indices;  ///< three per triangle; may be out of range
    std::vector<glm::vec3> positions, normals;
    std::vector<glm::vec4> tangents;            ///< w is the sign of the bitangent
    std::array<std::vector<glm::vec2>, 2> uvs;  ///< v is 0 at the top
    std::vector<glm::vec4> colors;
    bool linearColors = false;  ///< sRGB otherwise
    InfluenceLists influences;  ///< for each vertex; none where boneCount is 0
    size_t boneCount = 0;
    std::vector<SourceMorph> morphs;
    std::string extras;  ///< SkinnedMesh::extras
};

/// What a file says, in plain types, for build().
struct Source {
    /// All but its meshes and textures. Each instance has a bone for each of its mesh's `boneCount`. A bone that moves
    /// no vertex may be at kNowhere.
    Model model;
    std::vector<SourceMesh> meshes;  ///< of which build() makes model.meshes, one for one

    std::string whyEmpty;  ///< why a file shows nothing; empty where nothing is found wrong

    static constexpr uint32_t kNowhere = ~0u;  ///< no node
};

}  // namespace sinew
