#pragma once

#include <array>
#include <map>

#include <glm/ext/quaternion_double.hpp>

#include "import/fbx/curve.h"
#include "import/fbx/objects.h"

namespace sinew::fbx {

/// The rotation of Euler angles in degrees. `order` is that of FBX: 0 is XYZ, about X first; 6 (spheric) is read as 0.
glm::dquat rotationFrom(const glm::dvec3& degrees, int64_t order);

/// The Euler angles in degrees of a unit quaternion in the order XYZ, each within 180 degrees.
glm::dvec3 degreesFrom(const glm::dquat& rotation);

/// Up to three curves of one property, and the numbers of components without a curve.
struct CurveNode {
    std::array<std::optional<AnimationCurve>, 3> curves;
    glm::dvec3 defaults{0.0};

    bool empty() const;
    glm::dvec3 at(double time, double within) const;
};

/// The object of that id. Curves without keys are left out. `rest`: of components that the object does not give.
CurveNode curveNodeOf(const Objects& objects, int64_t id, const glm::dvec3& rest);

/// How an animation layer changes what the layers below it give.
struct Layer {
    enum class Mode { add, replace, blend };
    Mode mode = Mode::add;
    bool composesRotations = true;  ///< as rotations, not angle by angle
    bool multipliesScales = true;
    double weight = 1.0;  ///< unless it is animated
    CurveNode weightCurve = {};

    double weightAt(double time, double within) const;
};

/// A property of an object in an animation stack: the curves of its layers, lowest first.
class AnimatedProperty {
  public:
    enum class Kind { plain, rotation, scale };

    /// `rest` is the value without animation.
    AnimatedProperty(Kind kind, const glm::dvec3& rest) : kind_(kind), rest_(rest) {}

    /// `layer` must outlive this; `lowest`: of all layers.
    void add(const Layer& layer, bool lowest, CurveNode node);

    const glm::dvec3& rest() const { return rest_; }

    bool empty() const;

    /// The times of the keys: seconds, ascending.
    std::vector<double> keys() const;
    /// keys() in any order, with the times of repetitions from `first` to `last`.
    std::vector<double> times(double first, double last) const;

    /// Whether it is a line from each of keys() to the next, and constant beyond.
    bool isLinear() const;

    /// See AnimationCurve::at().
    glm::dvec3 at(double time, double within) const;

  private:
    struct Part {
        const Layer* layer = nullptr;
        bool lowest = false;
        CurveNode node;
    };
    glm::dvec3 combined(const Layer& layer, double weight, const glm::dvec3& below, const glm::dvec3& own) const;

    Kind kind_ = Kind::plain;
    glm::dvec3 rest_{0.0};
    std::vector<Part> parts_;
};

/// An animation stack: a clip.
class Stack {
  public:
    Stack(const Objects& objects, int64_t id);

    double start = 0.0, stop = 0.0;  ///< seconds; equal: unknown

    bool isBounded() const { return stop > start; }

    const AnimatedProperty* find(int64_t object, std::string_view property) const;
    const auto& properties() const { return properties_; }

    /// The key times of these properties within the clip, ascending, and the clip's bounds where the keys go beyond.
    std::vector<double> timesOf(const std::vector<const AnimatedProperty*>& properties) const;

    const Interpolations& interpolations() const { return interpolations_; }

    /// Objects with curves whose keys are out of order, and the keys that are not finite, by object.
    const std::vector<int64_t>& reordered() const { return reordered_; }
    const std::vector<int64_t>& dropped() const { return dropped_; }

  private:
    CurveNode noted(CurveNode node, int64_t object);

    std::vector<Layer> layers_;
    std::map<std::pair<int64_t, std::string_view>, AnimatedProperty> properties_;  ///< by object
    Interpolations interpolations_;
    std::vector<int64_t> reordered_, dropped_;
};

}  // namespace sinew::fbx
