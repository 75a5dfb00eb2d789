#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "model/finding.h"
#include "model/model.h"
#include "model/poses.h"

namespace sinew {

/// The inverse bind matrices of the meshes that are bound alike.
struct SkinBones {
    std::string name;                       ///< of its first mesh
    std::vector<std::string> meshes;        ///< the names of all
    std::map<uint32_t, glm::mat4> inverse;  ///< by node, parents first
    bool areRigid = false;                  ///< each bone moves a mesh of its own
    bool areParts = false;                  ///< of several skins: the limbs of one figure
};

/// The skins of a model; then, if there are some, all meshes that follow one bone each, and the limbs of one figure.
std::vector<SkinBones> skinsOf(const Model& model);

/// True for a matrix whose last row is 0 0 0 1.
bool isAffine(const glm::mat4& matrix);

// Shares of the model's size.
inline constexpr float kMovedAlike = 0.01f;  // two bones that move a mesh alike
inline constexpr float kOutOfPlace = 0.02f;  // a bone, seen from its parent

/// Whether each bone of a skin moves the mesh as most others do.
struct Majority {
    std::vector<bool> agrees;
    size_t count = 0;  ///< that agree

    /// True if at least half of the bones agree: the others are wrong.
    bool areMost() const { return count > 1 && 2 * count >= agrees.size(); }

    /// The first bone that agrees.
    size_t reference() const;
};

/// The bones of a skin as they were bound and as they rest. Bones are indices into `nodes`, distances shares of the
/// model's size.
struct BoundBones {
    /// Without bones whose matrices say nothing. All that is given outlives it; `traveling`: travelingNodes().
    BoundBones(const Model& model, const RestPose& rest, const std::vector<bool>& traveling, const SkinBones& skin);

    const Model& model;
    const RestPose& rest;
    const std::vector<bool>& traveling;  ///< by node
    const SkinBones& skin;
    std::vector<uint32_t> nodes;      ///< parents first
    std::vector<glm::mat4> moves;     ///< worldFromMesh by each bone
    std::vector<glm::mat4> binds;     ///< meshFromBone
    std::vector<glm::mat4> inverses;  ///< boneFromMesh
    std::vector<std::optional<size_t>> parents;

    size_t size() const { return nodes.size(); }
    const std::string& name(size_t bone) const { return model.hierarchy.names[nodes[bone]]; }
    bool travels(size_t bone) const { return traveling[nodes[bone]]; }
    bool isMirrored(size_t bone) const;

    /// Leaves bones out.
    void drop(const std::vector<size_t>& dropped);

    /// Gives two bones each other's matrices.
    void exchange(size_t a, size_t b);

    /// From one bone to another in the bind pose, in the space of the first.
    glm::vec3 boundOffset(size_t from, size_t to) const;

    /// From a bone to another at rest, in the space of the first.
    glm::vec3 restOffset(size_t from, size_t to) const;

    /// A length in the space of a bone as a share of the model's size.
    float shareOf(size_t bone, const glm::vec3& offset) const;

    /// How far bone `child` is bound from where it rests, seen from its parent.
    float offset(size_t child) const { return offset(child, child, child); }

    /// The same, if bones `a` and `b` had each other's matrices.
    float offset(size_t child, size_t a, size_t b) const;

    /// The place of a bone in the mesh, and three points that are a tenth of the model's size away once moved.
    std::array<glm::vec4, 4> probes(size_t bone, const glm::mat4& worldFromMesh) const;

    /// How far two bones move what is around the second one apart.
    float apart(size_t one, size_t other) const;

    /// The largest set of bones that move the mesh alike.
    Majority majority() const;

    /// A share of the model's size in the words of a finding, with centimeters if the unit is known.
    std::string textOf(float share, const Measured& measure) const;

  private:
    void findParents();
};

}  // namespace sinew
