#include "animation/additive.h"

#include <algorithm>
#include <cassert>

#include <glm/common.hpp>

#include "animation/sample.h"

namespace sinew {
namespace {

constexpr glm::quat kSameTurn(1.0f, 0.0f, 0.0f, 0.0f);

glm::vec3 ratioOf(const glm::vec3& scale, const glm::vec3& reference) {
    glm::vec3 ratio(1.0f);
    for (int axis = 0; axis < 3; ++axis)
        if (reference[axis] != 0.0f) ratio[axis] = scale[axis] / reference[axis];
    return ratio;
}

}  // namespace

void referencePose(const AnimationClip& clip, const NodeHierarchy& hierarchy, AdditiveReference reference,
                   std::span<Transform> out) {
    if (reference == AdditiveReference::restPose) {
        std::copy(hierarchy.rest.begin(), hierarchy.rest.end(), out.begin());
        return;
    }
    SampleCursor cursor;
    sample(clip, hierarchy, 0.0, cursor, out);
}

void differenceFrom(std::span<const Transform> reference, std::span<const Transform> pose, std::span<Transform> out) {
    assert(reference.size() == pose.size() && pose.size() == out.size());
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = {.translation = pose[i].translation - reference[i].translation,
                  .rotation = glm::normalize(glm::conjugate(reference[i].rotation) * pose[i].rotation),
                  .scale = ratioOf(pose[i].scale, reference[i].scale)};
    }
}

void addDifference(std::span<const Transform> base, std::span<const Transform> difference, float weight,
                   std::span<const float> mask, std::span<Transform> out) {
    assert(base.size() == difference.size() && base.size() == out.size());
    assert(mask.empty() || mask.size() == out.size());
    for (size_t i = 0; i < out.size(); ++i) {
        const float share = mask.empty() ? weight : weight * mask[i];
        if (share == 0.0f) {
            out[i] = base[i];
            continue;
        }
        const glm::quat turn = glm::slerp(kSameTurn, difference[i].rotation, share);
        out[i] = {.translation = base[i].translation + share * difference[i].translation,
                  .rotation = glm::normalize(base[i].rotation * turn),
                  .scale = base[i].scale * glm::mix(glm::vec3(1.0f), difference[i].scale, share)};
    }
}

}  // namespace sinew
