#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <glm/vec3.hpp>

#include "check/surface.h"
#include "model/bounds.h"
#include "model/model.h"

namespace sinew {

/// Where bones and skinned vertices are in the pose in which the meshes were bound, in the world. A CheckedModel has
/// it.
class BindPlaces {
  public:
    /// The model outlives it.
    explicit BindPlaces(const Model& model);

    /// The bones of skinned meshes.
    bool isBone(uint32_t node) const { return isBone_[node]; }

    /// By node.
    const std::vector<glm::mat4>& worldFromNode() const { return worldFromNode_; }

    glm::vec3 joint(uint32_t node) const { return glm::vec3(worldFromNode_[node][3]); }

    /// From a bone: the lines from its joint to the joints below it. Its joint, if it has none.
    /// If it has very many, nothing is away from it inside their box.
    float away(uint32_t node, const glm::vec3& place) const;

    /// What away() goes through.
    size_t lines(uint32_t node) const;

    /// The middle of those lines.
    glm::vec3 middle(uint32_t node) const;

    /// The joints below a bone; the ends of its chain, if no bone hangs on it.
    const std::vector<uint32_t>& below(uint32_t node) const { return below_[node]; }

    /// One for each vertex of a skinned instance.
    std::vector<glm::vec3> vertices(uint32_t instance) const;

  private:
    const Model& model_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<bool> isBone_;
    std::vector<std::vector<uint32_t>> below_;  ///< by node
    std::map<uint32_t, Box> boxes_;             ///< of bones with very many below them
};

/// A point of a surface: one of its vertices, and where it was bound.
struct BoundPoint {
    const SkinnedMesh* mesh = nullptr;  ///< null: no triangle has it
    const MeshInstance* instance = nullptr;
    uint32_t vertex = 0;
    glm::vec3 at{0.0f};
};

/// By Surface::Corner::point; those of a group are CheckedModel::boundPoints().
std::vector<BoundPoint> boundPointsOf(const Model& model, const BindPlaces& places, const Surface& surface);

/// What a node holds of a point, as a share of 1.
struct HeldBy {
    uint32_t node = 0;
    float weight = 0.0f;
};

/// The largest first.
std::vector<HeldBy> holdersOf(const BoundPoint& point);

/// Where the points that a node holds were bound, by their weights.
struct HeldPlaces {
    glm::vec3 sum{0.0f};
    float weight = 0.0f;

    glm::vec3 middle() const { return sum / weight; }
    void add(const HeldPlaces& other) { sum += other.sum, weight += other.weight; }
};

/// By node.
std::map<uint32_t, HeldPlaces> heldPlaces(const std::vector<BoundPoint>& points);

}  // namespace sinew
