#pragma once

#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include "animation/pose/pose.h"
#include "retarget/figure_joints.h"
#include "retarget/retarget.h"

namespace sinew {

/// Carries single poses from one skeleton to another by a bone map. The models and the map must outlive it.
class FigureTransfer {
  public:
    FigureTransfer(const Model& model, const Model& source, const BoneMap& map, CommonPose pose);

    /// The pose of the model for a pose of the source (worldFromNode, Y up). `world` gets its worldFromNode, Y up.
    void transfer(std::span<const glm::mat4> source, std::span<Transform> pose, std::span<glm::mat4> world) const;

    // Both on top of transfer(), which has set `pose` and `world` for that pose of the source.

    /// Moves the hips by `offset` in the world.
    void shift(const glm::dvec3& offset, std::span<const glm::mat4> source, std::span<Transform> pose,
               std::span<glm::mat4> world) const;
    /// Moves the end of a limb to `place` in the world, as far as it reaches.
    void moveTo(const FigureLimb& limb, const glm::dvec3& place, std::span<const glm::mat4> source,
                std::span<Transform> pose, std::span<glm::mat4> world) const;

    const std::vector<FigureJoint>& joints() const { return figure_.joints; }
    /// As undirectedBones() (retarget/retarget.h).
    std::vector<BonePair> undirected() const;
    const std::vector<FigureLimb>& limbs() const { return figure_.limbs; }
    const LocalPose& base() const { return base_; }           ///< of all nodes, where no joint is animated
    bool moves(size_t joint) const;                           ///< whether the joint's translation is animated
    float unitOf(size_t joint) const;                         ///< world units per unit of the joint's translation
    const glm::dquat& facing() const { return facing_; }      ///< about Y, from the source's way to the model's
    double scale() const { return scale_; }                   ///< the model's size over the source's
    double sourceHeight() const { return sourceHeight_; }     ///< roughly the figure's height
    double height() const { return scale_ * sourceHeight_; }  ///< that of the model
    /// A place of the source's world in the model's: turned, scaled, and as high over the ground of ankles.
    glm::dvec3 onGround(const glm::dvec3& inSource) const;
    /// From the source's world to the model's, with the hips of both reference poses above one place.
    glm::dmat4 modelFromSource() const;

  private:
    void findTips();
    void measure();
    void align();
    bool hasAim(size_t joint) const;
    glm::dvec3 sourceAim(size_t joint, std::span<const glm::mat4> source) const;  ///< from the joint, in the world
    glm::dvec3 targetAim(size_t joint) const;                                     ///< the same, in the reference pose
    double ankleLevel(const Model& model, bool ofSource) const;
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
    FigureJoints figure_;
    glm::dquat facing_{1.0, 0.0, 0.0, 0.0};
    double scale_ = 1.0, sourceHeight_ = 1.0;
    double sourceAnkle_ = 0.0, targetAnkle_ = 0.0;  // heights in the world
    bool hasLegs_ = false;
};

}  // namespace sinew
