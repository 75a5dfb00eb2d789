#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/bind_places.h"
#include "check/checks.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr double kSamePoints = 0.01;       // of the points of two meshes: the same mesh, mirrored
constexpr float kTwinAside = 0.03f;        // of the model's size, from the mirror image
constexpr float kTwinLarger = 1.15f;       // a factor
constexpr float kSymmetricJoints = 0.01f;  // of the model's size
constexpr size_t kMinBorder = 8;           // edges
constexpr float kOffBorder = 0.06f;        // of the model's size, from a joint to the middle of the border of its bone
constexpr float kTimesBorder = 1.5f;       // the same, against the size of the border
constexpr float kJointAside = 0.5f;        // of that: from the mirror image of the joint on the other side
constexpr float kTwinAtBorder = 0.4f;      // of that: the joint on the other side

/// A mesh in the pose in which it was bound.
struct SidePart {
    const MeshGroup* group = nullptr;
    Box box;
    size_t points = 0;
    uint32_t main = 0;  ///< the bone that holds most of it
    std::vector<uint32_t> bones;
};

/// The edges between the points of a bone, or of those below it, and those of bones above it.
struct BoneBorder {
    glm::vec3 sum{0.0f};
    float squares = 0.0f;
    size_t edges = 0;

    void add(const glm::vec3& place) { sum += place, squares += glm::dot(place, place), ++edges; }
    glm::vec3 middle() const { return sum / static_cast<float>(edges); }
    float radius() const {
        return std::sqrt(std::max(0.0f, squares / static_cast<float>(edges) - glm::dot(middle(), middle())));
    }
};

class SkinTwins {
  public:
    explicit SkinTwins(const CheckedModel& checked) : checked_(checked), places_(checked.bindPlaces()) {
        findPlane();
        for (const MeshGroup& group : checked.groups)
            if (group.skinned && axis_) add(group);
    }

    std::vector<Finding> run() const {
        std::vector<Finding> findings;
        for (size_t a = 0; a < parts_.size(); ++a)
            for (size_t b = a + 1; b < parts_.size(); ++b)
                compare(parts_[a], parts_[b], findings);
        checkPivots(findings);
        return findings;
    }

  private:
    /// Between both sides, across the axis along which their bones are apart.
    void findPlane() {
        glm::vec3 apart(0.0f), middle(0.0f);
        float count = 0.0f;
        for (uint32_t node = 0; node < checked_.twins.size(); ++node) {
            const std::optional<uint32_t> twin = checked_.twins[node];
            if (!twin || !places_.isBone(node) || !places_.isBone(*twin)) continue;
            apart += glm::abs(places_.joint(node) - places_.joint(*twin));
            middle += 0.5f * (places_.joint(node) + places_.joint(*twin));
            count += 1.0f;
        }
        if (count == 0.0f) return;
        axis_ = apart.x >= apart.y && apart.x >= apart.z ? 0 : apart.y >= apart.z ? 1 : 2;
        center_ = middle[*axis_] / count;
    }

    glm::vec3 mirrored(glm::vec3 place) const {
        place[*axis_] = 2.0f * center_ - place[*axis_];
        return place;
    }

    void add(const MeshGroup& group) {
        const std::vector<BoundPoint>& points = checked_.boundPoints(group);
        const std::map<uint32_t, HeldPlaces> held = heldPlaces(points);
        if (held.empty()) return;
        SidePart& part = parts_.emplace_back();
        part.group = &group;
        part.main = std::ranges::max_element(held, {}, [](const auto& own) { return own.second.weight; })->first;
        for (const auto& [node, own] : held)
            part.bones.push_back(node);
        for (const BoundPoint& point : points)
            if (point.mesh) part.box.add(point.at), ++part.points;
        addBorders(group, points);
    }

    void addBorders(const MeshGroup& group, const std::vector<BoundPoint>& points) {
        std::vector<std::optional<uint32_t>> mains(points.size());
        for (size_t p = 0; p < points.size(); ++p)
            if (points[p].mesh)
                if (const std::vector<HeldBy> holders = holdersOf(points[p]); !holders.empty())
                    mains[p] = holders.front().node;
        const std::vector<int32_t>& parents = checked_.model.hierarchy.parents;
        const Surface& surface = checked_.surfaceOf(group);
        for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
            const uint32_t a = surface.corners[corner].point, b = surface.corners[Surface::next(corner)].point;
            if (!mains[a] || !mains[b] || *mains[a] == *mains[b]) continue;
            for (const auto& [one, other] : {std::pair(*mains[a], *mains[b]), std::pair(*mains[b], *mains[a])}) {
                if (!isAtOrBelow(parents, one, other)) continue;
                for (uint32_t node = one; node != other; node = static_cast<uint32_t>(parents[node]))
                    borders_[node].add(0.5f * (points[a].at + points[b].at));
            }
        }
    }

    /// True for a bone whose joint, and those below it, are the mirror images of those on the other side.
    bool isSymmetric(uint32_t bone) const {
        const auto isMirrored = [&](uint32_t node) {
            const std::optional<uint32_t> twin = checked_.twins[node];
            return !twin || glm::distance(mirrored(places_.joint(node)), places_.joint(*twin)) <=
                                kSymmetricJoints * checked_.rest.size;
        };
        return isMirrored(bone) && std::ranges::all_of(places_.below(bone), isMirrored);
    }

    /// Two meshes of equal shape on both sides, of which one is elsewhere or larger than the mirror image of the other.
    void compare(const SidePart& one, const SidePart& other, std::vector<Finding>& findings) const {
        if (!checked_.twins[one.main] || *checked_.twins[one.main] != other.main) return;
        const auto least = static_cast<double>(std::min(one.points, other.points));
        if (static_cast<double>(std::max(one.points, other.points)) > (1.0 + kSamePoints) * least) return;
        const float size = checked_.rest.size;
        if (!std::ranges::all_of(one.bones, [&](uint32_t bone) { return isSymmetric(bone); })) return;
        const float aside = glm::distance(mirrored(one.box.center()), other.box.center());
        const float ratio = one.box.diagonal() / other.box.diagonal();
        const bool isLarger = ratio > kTwinLarger || ratio < 1.0f / kTwinLarger;
        if (!(aside > kTwinAside * size) && !isLarger) return;
        // The one that its bone is farther from was moved.
        const auto away = [&](const SidePart& part) { return places_.away(part.main, part.box.center()); };
        const bool isFirst = isLarger ? ratio > 1.0f : away(one) > away(other);
        const SidePart& odd = isFirst ? one : other;
        const SidePart& sound = isFirst ? other : one;
        const Measured times = measured(static_cast<double>(std::max(ratio, 1.0f / ratio)), "times");
        const Measured far = measuredOfSize(aside, size);
        findings.push_back({"mesh-unlike-twin", Severity::warning, odd.group->name,
                            isLarger
                                ? "is " + times.text + " as large as '" + sound.group->name +
                                      "' on the other side, although its bones are as far apart"
                                : "lies " + lengthText(checked_.model, aside, far) + " from the mirror image of '" +
                                      sound.group->name + "', although the bones of both mirror each other",
                            isLarger ? times.figure : far.figure});
    }

    /// A joint away from where the part that it turns begins, unlike the one on the other side.
    void checkPivots(std::vector<Finding>& findings) const {
        for (const auto& [node, border] : borders_) {
            const std::optional<uint32_t> twin = checked_.twins[node];
            if (!twin || border.edges < kMinBorder || !borders_.contains(*twin)) continue;
            const BoneBorder& other = borders_.at(*twin);
            if (other.edges < kMinBorder) continue;
            const float away = glm::distance(places_.joint(node), border.middle());
            if (away < kOffBorder * checked_.rest.size || away < kTimesBorder * border.radius()) continue;
            if (glm::distance(places_.joint(*twin), other.middle()) > kTwinAtBorder * away) continue;
            const auto isMirrored = [&](uint32_t a, uint32_t b, float most) {
                return glm::distance(mirrored(places_.joint(a)), places_.joint(b)) < most;
            };
            // Where weights end elsewhere, the joints still mirror each other, and the borders do not.
            const float aside = kTwinAside * checked_.rest.size;
            if (glm::distance(mirrored(border.middle()), other.middle()) > aside ||
                isMirrored(node, *twin, kJointAside * away))
                continue;
            const std::vector<int32_t>& parents = checked_.model.hierarchy.parents;
            if (parents[node] == kNoParent || parents[*twin] == kNoParent ||
                !isMirrored(static_cast<uint32_t>(parents[node]), static_cast<uint32_t>(parents[*twin]), aside))
                continue;  // bound in a pose
            const Measured far = measuredOfSize(away, checked_.rest.size);
            findings.push_back({"pivot-off", Severity::warning, checked_.model.hierarchy.names[node],
                                "turns its part of the mesh around a point " + lengthText(checked_.model, away, far) +
                                    " away from where that begins, unlike '" + checked_.model.hierarchy.names[*twin] +
                                    "' on the other side",
                                far.figure});
        }
    }

    const CheckedModel& checked_;
    const BindPlaces& places_;
    std::vector<SidePart> parts_;
    std::map<uint32_t, BoneBorder> borders_;  ///< by node
    std::optional<int> axis_;
    float center_ = 0.0f;
};

}  // namespace

std::vector<Finding> checkSkinTwins(const CheckedModel& checked) {
    if (!(checked.rest.size > 0.0f)) return {};
    return SkinTwins(checked).run();
}

}  // namespace sinew
