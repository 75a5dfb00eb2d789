#pragma once

#include <unordered_map>
#include <unordered_set>

#include "import/fbx/stack.h"

namespace sinew::fbx {

/// A transform as translation * rotation * scale.
struct LocalTransform {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
    glm::dvec3 scale{1.0};
};

/// A moment of a clip; `within` tells which side counts where a curve jumps, see AnimationCurve::at(). Without a stack
/// the properties rest.
struct Moment {
    const Stack* stack = nullptr;
    double time = 0.0, within = 0.0;
};

/// The transforms of the models of a document, with pivots, rotation orders and the inheritance of scale (InheritType):
/// a parent's scale usually scales the space of its children. It may be left out instead (Rrs, the scale compensation
/// of joints), or multiply the child's scale along the child's own axes (RrSs).
class Transforms {
  public:
    explicit Transforms(const Objects& objects);

    /// True where assimp's nodes cannot have the model's transform: rebuilt nodes do.
    bool isRebuilt(int64_t model) const { return rebuilt_.contains(model); }

    /// True for models whose children may leave out or multiply its scale, which then has a node of its own.
    bool isSplit(int64_t model) const { return split_.contains(model); }

    /// True where the model is placed below `parent` without its scale.
    bool leavesScale(int64_t model, int64_t parent) const {
        const auto found = inheritance_.find(model);
        return found != inheritance_.end() && found->second.parent == parent;
    }

    /// Relative to the parent, without the parent's scale where leavesScale().
    LocalTransform of(int64_t model, const Moment& moment) const;

    /// The rotation of the model's geometry, which its children do not have.
    glm::dquat geometricRotation(int64_t model) const {
        return rotationFrom(objects_.vector(model, "GeometricRotation").value_or(glm::dvec3(0.0)), 0);
    }

    /// The properties of which of() makes the transform, as far as the stack moves them.
    std::vector<const AnimatedProperty*> movedBy(int64_t model, const Stack& stack) const;

  private:
    /// A model that does not inherit its parent's scale as usual.
    struct Inheritance {
        int64_t parent = 0;
        int64_t scaleFrom = 0;  ///< the model whose whole scale multiplies its own; 0: none
    };
    void findInheritance(int64_t model, int64_t parent);
    void findAnimatedScales();
    void rebuildTwins();
    bool isScaled(int64_t model) const;
    glm::dvec3 value(int64_t model, std::string_view property, double otherwise, const Moment& moment) const;
    glm::dvec3 wholeScale(int64_t model, const Moment& moment) const;
    bool isMisread(int64_t model) const;
    void addScales(int64_t model, const Stack& stack, std::vector<const AnimatedProperty*>& result) const;

    const Objects& objects_;
    std::unordered_map<int64_t, Inheritance> inheritance_;
    std::unordered_set<int64_t> rebuilt_, split_, animatedScale_;
};

}  // namespace sinew::fbx
