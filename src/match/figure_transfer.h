#pragma once

#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include "animation/ik/two_bone.h"
#include "animation/pose/pose.h"
#include "match/retarget.h"

namespace sinew {

/// Carries single poses from one skeleton to another by a bone map. The models and the map must outlive it.
class FigureTransfer {
  public:
    /// One bone of the map. Parents come first.
    struct Joint {
        BonePair pair;
        int parent = -1;  ///< index of the joint that carries it in a figure
        int aim = -1;     ///< index of the joint that it points at; -1: it only takes rotations
        bool isDetached =
            false;  ///< in the model's hierarchy it is not below its parent, as feet in rigs with IK bones
        glm::dquat align{1.0, 0.0, 0.0, 0.0};  ///< from the model's reference pose to the common one
    };

    /// A leg or an arm, as indices of joints.
    struct Limb {
        int upper = -1, lower = -1, end = -1;
        bool isLeg = true;
    };

    FigureTransfer(const Model& model, const Model& source, const BoneMap& map, CommonPose pose);

    /// The pose of the model for a pose of the source (worldFromNode, Y up). `world` gets its worldFromNode, Y up.
    void transfer(std::span<const glm::mat4> source, std::span<Transform> pose, std::span<glm::mat4> world) const;

    // Both on top of transfer(), which has set `pose` and `world` for that pose of the source.

    /// Lowers the hips by `distance` in the world.
    void lower(double distance, std::span<const glm::mat4> source, std::span<Transform> pose,
               std::span<glm::mat4> world) const;
    /// Moves the end of a limb to `place` in the world, as far as it reaches.
    void moveTo(const Limb& limb, const glm::dvec3& place, std::span<const glm::mat4> source, std::span<Transform> pose,
                std::span<glm::mat4> world) const;

    /// How far the hips have to sink so that a leg reaches `place`; 0 if it does, and if sinking does not help.
    double dropToReach(const Limb& limb, const glm::dvec3& place, std::span<const glm::mat4> world) const;

    const std::vector<Joint>& joints() const { return joints_; }
    const std::vector<Limb>& limbs() const { return limbs_; }
    const LocalPose& base() const { return base_; }        ///< of all nodes, where no joint is animated
    bool moves(size_t joint) const;                        ///< whether the joint's translation is animated
    float unitOf(size_t joint) const;                      ///< world units per unit of the joint's translation
    double scale() const { return scale_; }                ///< the model's size over the source's
    double sourceHeight() const { return sourceHeight_; }  ///< roughly the figure's height
    glm::dvec3 turned(const glm::dvec3& inSource) const { return facing_ * inSource; }

  private:
    void addJoints(const BoneMap& map);
    void measure();
    void align();
    double ankleLevel(const Model& model, bool ofSource) const;
    int find(const BoneRole& role) const;
    int parentOf(const BoneRole& role) const;
    int aimOf(const BoneRole& role) const;
    int topOf(FigurePart part) const;
    bool isBelow(uint32_t node, uint32_t above) const;
    glm::dvec3 sourceAt(size_t joint) const;
    glm::dvec3 targetAt(size_t joint) const;
    glm::dvec3 rootPlace(size_t joint, const glm::dmat3& wanted, std::span<const glm::mat4> source) const;
    void place(uint32_t node, std::span<const glm::mat4> source, std::span<Transform> pose,
               std::span<glm::mat4> world) const;
    void walk(bool deferred, bool places, std::span<const glm::mat4> source, std::span<Transform> pose,
              std::span<glm::mat4> world) const;
    glm::dquat wantedTurn(size_t joint, std::span<const glm::mat4> source) const;

    const Model& model_;
    const Model& source_;
    std::vector<glm::mat4> sourceReference_, targetReference_;
    LocalPose base_;
    std::vector<Joint> joints_;
    std::vector<int> jointOf_;      // by node of the model
    std::vector<bool> isDeferred_;  // by node of the model: a detached joint, or below one
    std::vector<Limb> limbs_;
    glm::dquat facing_{1.0, 0.0, 0.0, 0.0};
    double scale_ = 1.0, sourceHeight_ = 1.0;
    double sourceAnkle_ = 0.0, targetAnkle_ = 0.0;  // heights in the world
    bool hasLegs_ = false;
};

}  // namespace sinew
