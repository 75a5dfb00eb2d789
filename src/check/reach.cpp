#include <algorithm>
#include <limits>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/checks.h"
#include "check/words.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr size_t kMinClips = 3;
constexpr size_t kPoses = 12;                // of a clip
constexpr float kElsewhere = 0.12f;          // of the model's size, from all places in other clips
constexpr float kFarElsewhere = 1.0f;        // the same, where a clip is no loop: a pose of its own may be meant
constexpr double kMostNodesElsewhere = 0.3;  // of the nodes; more are another pose

/// Where the nodes are at some times of a clip, relative to the middle of the figure. Y up.
using Places = std::vector<std::vector<glm::vec3>>;  // [time][node]

std::vector<glm::vec3> aroundMiddle(std::vector<glm::vec3> positions) {
    glm::vec3 middle;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> all;
        for (const glm::vec3& position : positions)
            all.push_back(position[axis]);
        middle[axis] = medianOf(all);
    }
    for (glm::vec3& position : positions)
        position -= middle;
    return positions;
}

Places placesOf(const ClipMotion& motion) {
    Places places;
    for (const size_t time : evenTimes(motion, kPoses)) {
        std::vector<glm::vec3> positions;
        for (size_t node = 0; node < motion.nodes.size(); ++node)
            positions.push_back(motion.position(time, node));
        places.push_back(aroundMiddle(std::move(positions)));
    }
    return places;
}

class Reach {
  public:
    explicit Reach(const CheckedModel& checked) : checked_(checked), model_(checked.model) {
        std::vector<glm::vec3> rest;
        for (const uint32_t node : checked.nodes)
            rest.emplace_back(yUpFrom(model_.up) * checked.rest.worldFromNode[node][3]);
        rest = aroundMiddle(std::move(rest));
        for (size_t c = 0; c < model_.clips.size(); ++c)
            places_.push_back(model_.clips[c].channels.empty() ? Places{} : placesOf(checked.motionOf(c)));
        nearest_.resize(places_.size(), std::vector<float>(checked.nodes.size()));
        for (size_t node = 0; node < checked.nodes.size(); ++node)
            compareClips(node, rest[node]);
    }

    void run(std::vector<Finding>& findings) const {
        for (size_t c = 0; c < places_.size(); ++c)
            if (!places_[c].empty()) checkClip(c, findings);
    }

  private:
    /// How near a node comes, in each clip, to the places where it is at rest and in all others.
    void compareClips(size_t node, const glm::vec3& rest) {
        const auto addClip = [&](Box& box, size_t clip) {
            for (const std::vector<glm::vec3>& at : places_[clip])
                box.add(at[node]);
        };
        std::vector<Box> after(places_.size());  // of the clips after each, with the rest pose
        Box box;
        box.add(rest);
        for (size_t c = places_.size(); c-- > 0; addClip(box, c))
            after[c] = box;
        Box before;
        before.add(rest);
        for (size_t c = 0; c < places_.size(); addClip(before, c++)) {
            Box others = before;
            others.add(after[c].min), others.add(after[c].max);
            float nearest = std::numeric_limits<float>::max();
            for (const std::vector<glm::vec3>& at : places_[c])
                nearest = std::min(nearest, others.distanceTo(at[node]));
            nearest_[c][node] = nearest / checked_.rest.size;
        }
    }

    void checkClip(size_t clip, std::vector<Finding>& findings) const {
        const float least = isNamedLikeLoop(model_.clips[clip].name) ? kElsewhere : kFarElsewhere;
        std::optional<size_t> top;
        size_t count = 0;
        float farthest = 0.0f;
        for (size_t node = 0; node < checked_.nodes.size(); ++node) {
            const float away = nearest_[clip][node];
            if (away < least) continue;
            if (!top) top = node;
            if (!isAtOrBelow(model_.hierarchy.parents, checked_.nodes[node], checked_.nodes[*top]))
                return;  // another pose
            farthest = std::max(farthest, away);
            ++count;
        }
        if (!top || static_cast<double>(count) > kMostNodesElsewhere * static_cast<double>(checked_.nodes.size()))
            return;
        const Measured far = measuredShare(static_cast<double>(farthest), "the model's size");
        findings.push_back({"bone-elsewhere", Severity::info, model_.clips[clip].name,
                            "keeps '" + model_.hierarchy.names[checked_.nodes[*top]] + "'" +
                                (count > 1 ? " and " + counted(count - 1, "bone", "bones") + " below it" : "") +
                                " where " + (count > 1 ? "they are" : "it is") +
                                " in no other clip and not at rest, up to " + far.text + " away",
                            far.figure});
    }

    const CheckedModel& checked_;
    const Model& model_;
    std::vector<Places> places_;               ///< by clip
    std::vector<std::vector<float>> nearest_;  ///< [clip][node], as a share of the model's size
};

}  // namespace

std::vector<Finding> checkReach(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (checked.rest.size > 0.0f && checked.model.clips.size() >= kMinClips && !checked.nodes.empty())
        Reach(checked).run(findings);
    return findings;
}

}  // namespace sinew
