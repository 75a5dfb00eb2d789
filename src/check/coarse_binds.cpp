#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/binding_checks.h"
#include "check/checks.h"

namespace sinew {
namespace {

constexpr size_t kMinCoarseBones = 6;
constexpr size_t kMinCoarseValues = 12;  // that are not 0
constexpr float kFinestStep = 0.005f;    // of the largest value
constexpr float kOffStep = 2e-5f;        // of the largest value: rounding of floats
constexpr float kBesideRest = 0.002f;    // of the model's size
constexpr double kMostBesideRest = 0.4;  // of the bones with a parent
constexpr float kMostByRounding = 1.8f;  // steps: half a step along each axis, of a bone and of the one above it

/// The greatest step of which all numbers are multiples; nothing if it is fine.
std::optional<float> commonStep(const std::vector<float>& values) {
    const float largest = std::ranges::max(values);
    float step = largest;
    for (float value : values) {
        while (value > kOffStep * largest) {  // Euclid's algorithm
            const float left = std::abs(step - value * std::round(step / value));
            step = value;
            value = left;
        }
        if (step < kFinestStep * largest) return std::nullopt;
    }
    return step;
}

/// The translations of the inverse bind matrices, without those that are 0.
std::vector<float> translationsOf(const BoundBones& bones) {
    std::vector<float> values;
    for (const glm::mat4& inverse : bones.inverses)
        for (int axis = 0; axis < 3; ++axis)
            if (inverse[3][axis] != 0.0f) values.push_back(std::abs(inverse[3][axis]));
    return values;
}

}  // namespace

bool checkCoarseBinds(const BoundBones& bones, std::vector<Finding>& findings) {
    const std::vector<float> values = translationsOf(bones);
    if (bones.size() < kMinCoarseBones || values.size() < kMinCoarseValues) return false;
    const std::optional<float> step = commonStep(values);
    if (!step) return false;
    size_t beside = 0, all = 0;
    for (size_t bone = 0; bone < bones.size(); ++bone) {
        const std::optional<size_t> parent = bones.parents[bone];
        if (!parent) continue;
        const float off = glm::distance(bones.boundOffset(*parent, bone), bones.restOffset(*parent, bone));
        if (off > kMostByRounding * *step) return false;
        ++all, beside += bones.offset(bone) > kBesideRest;
    }
    if (beside == 0 || static_cast<double>(beside) < kMostBesideRest * static_cast<double>(all)) return false;
    const Measured part = measuredPart(beside, all, "bone", "bones");
    const std::string message = "has inverse bind matrices whose translations are all multiples of " +
                                figure(static_cast<double>(*step)) + ": too few digits, so that " + part.text +
                                (beside == 1 ? " is" : " are") + " bound beside where they rest";
    for (const std::string& mesh : std::set<std::string>(bones.skin.meshes.begin(), bones.skin.meshes.end()))
        if (std::ranges::none_of(findings,
                                 [&](const Finding& one) { return one.id == "bind-coarse" && one.object == mesh; }))
            findings.push_back({"bind-coarse", Severity::warning, mesh, message, part.figure});
    return true;
}

}  // namespace sinew
