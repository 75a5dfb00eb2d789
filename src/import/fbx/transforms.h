#pragma once

#include <unordered_map>
#include <unordered_set>

#include <glm/mat4x4.hpp>

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

/// The parts of a LocalTransform.
enum class TransformPart { translation, rotation, scale };

/// The transforms of the models of a document, with pivots, rotation orders and the inheritance of scale (InheritType):
/// a parent's scale usually scales the space of its children. It may be left out instead (Rrs, the scale compensation
/// of joints), or multiply the child's scale along the child's own axes (RrSs).
class Transforms {
  public:
    explicit Transforms(const Objects& objects);

    /// True for models whose children may leave out or multiply its scale, which then has a node of its own.
    bool isSplit(int64_t model) const { return split_.contains(model); }

    /// True where the model is placed below `parent` without its scale.
    bool leavesScale(int64_t model, int64_t parent) const {
        const auto found = inheritance_.find(model);
        return found != inheritance_.end() && found->second.parent == parent;
    }

    // Relative to the parent, without the parent's scale where leavesScale().
    LocalTransform of(int64_t model, const Moment& moment) const {
        return {translation(model, moment), rotation(model, moment), scale(model, moment)};
    }
    glm::dvec3 translation(int64_t model, const Moment& moment) const;
    glm::dquat rotation(int64_t model, const Moment& moment) const;
    glm::dquat rotation(int64_t model, const glm::dvec3& degrees) const;  ///< for this value of its property
    glm::dvec3 scale(int64_t model, const Moment& moment) const;

    /// The transform of the model's geometry, which its children do not have.
    glm::dmat4 geometric(int64_t model) const;

    /// The properties of which a part of the transform is made, as far as the stack moves them.
    std::vector<const AnimatedProperty*> movedBy(int64_t model, TransformPart part, const Stack& stack) const;

    /// Whether that part is a property that the stack moves, plus a constant.
    bool isPlain(int64_t model, TransformPart part) const;

  private:
    /// A model that does not inherit its parent's scale as usual.
    struct Inheritance {
        int64_t parent = 0;
        int64_t scaleFrom = 0;  ///< the model whose whole scale multiplies its own; 0: none
    };
    /// What no clip moves.
    struct Fixed {
        glm::dvec3 translation{0.0}, rotation{0.0}, scale{1.0};  ///< at rest
        int64_t order = 0;
        glm::dquat before{1.0, 0.0, 0.0, 0.0}, after{1.0, 0.0, 0.0, 0.0};  ///< around the rotation
        glm::dvec3 offset{0.0};                                            ///< of the translation
        glm::dvec3 turnedOffset{0.0};                                      ///< that turns with the rotation
        glm::dvec3 scalingPivot{0.0};
    };
    Fixed fixedOf(int64_t model) const;
    void findInheritance(int64_t model, int64_t parent);
    void findAnimatedScales();
    bool isScaled(int64_t model) const;
    glm::dvec3 wholeScale(int64_t model, const Moment& moment) const;
    void addScales(int64_t model, const Stack& stack, std::vector<const AnimatedProperty*>& result) const;
    const Inheritance* inheritanceOf(int64_t model) const;

    const Objects& objects_;
    std::unordered_map<int64_t, Fixed> fixed_;
    std::unordered_map<int64_t, Inheritance> inheritance_;
    std::unordered_set<int64_t> split_, animatedScale_;
};

}  // namespace sinew::fbx
