#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/mirrored_surface.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr size_t kMinMirroredPoints = 60;
constexpr double kMirrorEachOther = 0.6;         // of the points: the two sides were modeled as one
constexpr double kNearlyMirrors = 0.85;          // of the points: others lie elsewhere by mistake
constexpr float kDisplaced = 0.02f;              // of the mesh's size, from the mirror image
constexpr size_t kFewDisplaced = 8;              // points
constexpr double kMostDisplaced = 0.02;          // of the points
constexpr size_t kHub = 32;                      // neighbors: the middle of a fan tells nothing
constexpr size_t kMostRounds = 64;               // points in a row that lie elsewhere
constexpr size_t kMinPart = 8, kMostPart = 512;  // points
constexpr size_t kMostLone = 32;                 // parts without mirror images: more were placed freely
constexpr double kAllOfPart = 0.9;               // of its points
constexpr float kSamePartShape = 0.02f;          // of the mean distance of its points from its middle
constexpr float kMostMoved = 0.15f;              // of the mesh's size: farther parts were placed freely
constexpr float kScaled = 1.05f;                 // a factor
constexpr float kSameWeights = 0.02f;            // of a vertex: half of the pairs
constexpr float kFewWeights = 0.1f;              // of a vertex: most pairs
constexpr double kMostSame = 0.8;
constexpr float kOtherWeights = 0.35f;  // of a vertex
constexpr size_t kMinOther = 2;

constexpr uint32_t kNone = MirroredSurface::kNone;

uint64_t edgeOf(uint32_t a, uint32_t b) {
    const auto [least, most] = std::minmax(a, b);
    return uint64_t{least} << 32 | most;
}

class Unmirrored {
  public:
    Unmirrored(const CheckedModel& checked, const MeshGroup& group)
        : checked_(checked),
          model_(checked.model),
          group_(group),
          surface_(checked.surfaceOf(group)),
          mirrored_(mirroredSurface(checked, group)) {}

    void run(std::vector<Finding>& findings) {
        if (mirrored_.points.size() < kMinMirroredPoints) return;
        if (mirrored_.share < kMirrorEachOther) return checkWidths(findings);
        findEdges();
        checkDisplaced(findings);
        checkDisplacedParts(findings);
        checkWindings(findings);
        checkWeights(findings);
    }

  private:
    uint32_t point(uint32_t corner) const { return surface_.corners[corner].point; }

    void checkWidths(std::vector<Finding>& findings) const {
        const std::optional<SideWidths> widths = unequalSides(mirrored_);
        if (!widths) return;
        const Measured times = measured(static_cast<double>(widths->times), "times");
        findings.push_back({"mesh-uneven", Severity::warning, group_.name,
                            std::string("is ") + times.text + " as wide on the side of " +
                                (widths->isPositive ? "positive " : "negative ") + "XYZ"[widths->axis] +
                                " as on the other, although their points match otherwise",
                            times.figure});
    }

    void findEdges() {
        neighbors_.resize(mirrored_.points.size());
        for (uint32_t corner = 0; corner < surface_.corners.size(); ++corner) {
            const uint32_t a = point(corner), b = point(Surface::next(corner));
            if (a == b) continue;
            if (++edges_[edgeOf(a, b)] == 1) neighbors_[a].push_back(b), neighbors_[b].push_back(a);
        }
    }

    /// The point that is connected to the partners of a point's neighbors as it is to these, and has no partner either.
    uint32_t counterpart(uint32_t lone, const std::vector<uint32_t>& partners) const {
        std::map<uint32_t, size_t> votes;
        size_t known = 0;
        for (const uint32_t neighbor : neighbors_[lone]) {
            if (partners[neighbor] == kNone || neighbors_[neighbor].size() > kHub) continue;
            ++known;
            for (const uint32_t other : neighbors_[partners[neighbor]])
                if (partners[other] == kNone) ++votes[other];
        }
        const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
        if (most == votes.end() || known < 2 || most->second < known) return kNone;
        const auto ties = std::ranges::count_if(votes, [&](const auto& vote) { return vote.second == most->second; });
        return ties == 1 ? most->first : kNone;
    }

    /// Points whose counterpart, by the triangles around, lies elsewhere than their mirror image.
    void checkDisplaced(std::vector<Finding>& findings) const {
        if (mirrored_.share < kNearlyMirrors) return;
        std::vector<uint32_t> partners = mirrored_.partners;
        std::vector<uint32_t> lone;
        for (uint32_t p = 0; p < partners.size(); ++p)
            if (partners[p] == kNone && mirrored_.corners[p] != kNone) lone.push_back(p);
        size_t displaced = 0;
        float farthest = 0.0f, abrupt = 0.0f;
        uint32_t worst = kNone;
        std::vector<float> away(partners.size(), 0.0f);  // shares of the size
        bool goesOn = true;
        for (size_t round = 0; round < kMostRounds && goesOn; ++round) {
            goesOn = false;
            std::vector<std::pair<uint32_t, uint32_t>> found;
            for (const uint32_t p : lone) {
                if (partners[p] != kNone) continue;
                const uint32_t q = counterpart(p, partners);
                if (q == kNone || counterpart(q, partners) != p) continue;
                found.emplace_back(p, q);
            }
            for (const auto& [p, q] : found) {
                if (partners[p] != kNone) continue;
                partners[p] = q, partners[q] = p;
                goesOn = true;
                const float apart =
                    glm::distance(mirrored_.mirrored(mirrored_.points[p]), mirrored_.points[q]) / mirrored_.size;
                float least = apart;
                for (const uint32_t neighbor : neighbors_[p])
                    if (partners[neighbor] != kNone && neighbor != q) least = std::min(least, away[neighbor]);
                away[p] = away[q] = apart;
                abrupt = std::max(abrupt, apart - least);
                displaced += apart > kDisplaced;
                if (apart > farthest) farthest = apart, worst = p;
            }
        }
        const auto points = static_cast<double>(mirrored_.points.size());
        if (displaced > kFewDisplaced && static_cast<double>(displaced) > kMostDisplaced * points)
            return;                       // a scarf to one side
        if (abrupt < kDisplaced) return;  // what hangs or is bent to one side leaves the middle little by little
        const Measured far = measuredShare(static_cast<double>(farthest), "the mesh's size");
        findings.push_back({"mesh-uneven", Severity::info, group_.name,
                            "has " + counted(displaced, "point", "points") + " away from the mirror image of " +
                                (displaced == 1 ? "its counterpart" : "their counterparts") + ", by up to " + far.text +
                                " near bone '" + boneAt(worst) + "', although " + percent(mirrored_.share) +
                                " of its points mirror each other",
                            far.figure});
    }

    /// A part of a mesh that touches nothing else of it, and has no mirror image.
    struct LonePart {
        std::vector<uint32_t> points;
        glm::vec3 middle{0.0f};
        float radius = 0.0f;  ///< the mean distance of its points from its middle
    };

    std::vector<LonePart> loneParts() const {
        const std::vector<uint32_t> islands = islandsOf(surface_);
        std::map<uint32_t, size_t> sizes;  // points, by island
        std::map<uint32_t, LonePart> parts;
        for (uint32_t p = 0; p < mirrored_.points.size(); ++p) {
            if (mirrored_.corners[p] == kNone) continue;
            ++sizes[islands[p]];
            if (mirrored_.partners[p] == kNone) parts[islands[p]].points.push_back(p);
        }
        std::vector<LonePart> lone;
        for (auto& [island, part] : parts) {
            const size_t count = part.points.size();
            if (count < kMinPart || count > kMostPart ||
                static_cast<double>(count) < kAllOfPart * static_cast<double>(sizes[island]))
                continue;
            for (const uint32_t p : part.points)
                part.middle += mirrored_.points[p] / static_cast<float>(count);
            for (const uint32_t p : part.points)
                part.radius += glm::distance(mirrored_.points[p], part.middle) / static_cast<float>(count);
            if (part.radius > 0.0f) lone.push_back(std::move(part));
        }
        return lone;
    }

    /// True if one part is the mirror image of the other, moved and scaled.
    bool haveOneShape(const LonePart& one, const LonePart& other) const {
        if (one.points.size() != other.points.size()) return false;
        const glm::vec3 middle = mirrored_.mirrored(one.middle);
        return std::ranges::all_of(one.points, [&](uint32_t p) {
            const glm::vec3 image = (mirrored_.mirrored(mirrored_.points[p]) - middle) / one.radius;
            return std::ranges::any_of(other.points, [&](uint32_t q) {
                return glm::distance(image, (mirrored_.points[q] - other.middle) / other.radius) < kSamePartShape;
            });
        });
    }

    /// Parts that would be mirror images of each other if one of them were moved or scaled.
    void checkDisplacedParts(std::vector<Finding>& findings) const {
        const std::vector<LonePart> parts = loneParts();
        if (parts.size() > kMostLone) return;
        const auto twinOf = [&](const LonePart& part) {
            const LonePart* twin = nullptr;
            for (const LonePart& other : parts) {
                if (&other == &part || !haveOneShape(part, other)) continue;
                if (twin) return static_cast<const LonePart*>(nullptr);  // of several copies
                twin = &other;
            }
            return twin;
        };
        for (const LonePart& part : parts) {
            const LonePart* const twin = twinOf(part);
            if (!twin || twin < &part || twinOf(*twin) != &part) continue;
            const glm::vec3 image = mirrored_.mirrored(part.middle);
            if ((image[mirrored_.axis] > mirrored_.center) != (twin->middle[mirrored_.axis] > mirrored_.center))
                continue;
            const float apart = glm::distance(image, twin->middle) / mirrored_.size;
            const float times = std::max(part.radius / twin->radius, twin->radius / part.radius);
            if (apart > kMostMoved || (apart < kDisplaced && times < kScaled)) continue;
            const bool isMoved = apart >= kDisplaced;
            const Measured far = isMoved ? measuredShare(static_cast<double>(apart), "the mesh's size")
                                         : measured(static_cast<double>(times), "times");
            findings.push_back(
                {"mesh-uneven", Severity::info, group_.name,
                 "has two parts of " + counted(twin->points.size(), "point", "points") + ", near bones '" +
                     boneAt(part.points.front()) + "' and '" + boneAt(twin->points.front()) +
                     (isMoved ? "', of which one lies " + far.text + " from the mirror image of the other"
                              : "', of which one is " + far.text + " as large as the other"),
                 far.figure});
            return;
        }
    }

    /// Triangles that are there on both sides, but face out on one and in on the other.
    void checkWindings(std::vector<Finding>& findings) const {
        struct Key {
            uint32_t a, b, c;
            bool operator==(const Key&) const = default;
        };
        struct Hash {
            size_t operator()(const Key& key) const {
                return (key.a * 73856093ull) ^ (key.b * 19349663ull << 7) ^ (key.c * 83492791ull << 17);
            }
        };
        const auto keyOf = [](uint32_t a, uint32_t b, uint32_t c) {
            while (a > b || a > c)
                std::tie(a, b, c) = std::tuple(b, c, a);
            return Key{a, b, c};
        };
        std::unordered_set<Key, Hash> triangles;
        for (uint32_t corner = 0; corner < surface_.corners.size(); corner += 3)
            triangles.insert(keyOf(point(corner), point(corner + 1), point(corner + 2)));
        size_t turned = 0, same = 0;
        uint32_t worst = kNone;
        for (const Key& key : triangles) {
            const uint32_t a = mirrored_.partners[key.a], b = mirrored_.partners[key.b], c = mirrored_.partners[key.c];
            if (a == kNone || b == kNone || c == kNone || a == b || b == c || a == c) continue;
            const bool mirrors = triangles.contains(keyOf(a, c, b)), repeats = triangles.contains(keyOf(a, b, c));
            same += mirrors;
            const bool hasTwoSides = triangles.contains(keyOf(key.a, key.c, key.b));
            if (repeats && !mirrors && !hasTwoSides && keyOf(a, b, c) != key)
                ++turned, worst = std::min(worst, key.a);  // and once more at its mirror image
        }
        if (turned == 0 || turned > same / 2) return;
        const Measured count = measuredCount(turned / 2, "triangle", "triangles");
        findings.push_back({"winding-flipped", Severity::info, group_.name,
                            count.text + (turned == 2 ? " faces" : " face") +
                                " the other way than the mirror image, near bone '" + boneAt(worst) + "'",
                            count.figure});
    }

    using Weights = std::map<uint32_t, float>;  // by node

    Weights weightsOf(uint32_t p) const {
        const Surface::Corner& corner = surface_.corners[mirrored_.corners[p]];
        const MeshInstance& instance = model_.instances[corner.instance];
        Weights weights;
        forEachInfluence(model_.meshes[instance.mesh], corner.vertex, [&](uint16_t bone, uint16_t weight) {
            weights[instance.bones[bone].node] += static_cast<float>(weight) / static_cast<float>(kWeightOne);
        });
        return weights;
    }

    static uint32_t mainOf(const Weights& weights) {
        const auto main = std::ranges::max_element(weights, {}, [](const auto& one) { return one.second; });
        return main == weights.end() ? kNone : main->first;
    }

    std::string boneAt(uint32_t p) const {
        const Surface::Corner& corner = surface_.corners[mirrored_.corners[p]];
        const MeshInstance& instance = model_.instances[corner.instance];
        const uint32_t node = instance.skinned ? mainOf(weightsOf(p)) : instance.node;
        return node == kNone ? std::string() : model_.hierarchy.names[node];
    }

    /// Points whose weights are not the mirror image of their partner's.
    void checkWeights(std::vector<Finding>& findings) const {
        std::vector<Weights> weights(mirrored_.points.size());
        std::map<uint32_t, std::map<uint32_t, size_t>> votes;
        for (uint32_t p = 0; p < weights.size(); ++p)
            if (mirrored_.partners[p] != kNone) weights[p] = weightsOf(p);
        for (uint32_t p = 0; p < weights.size(); ++p)
            if (const uint32_t q = mirrored_.partners[p]; q != kNone && !weights[p].empty() && !weights[q].empty())
                ++votes[mainOf(weights[p])][mainOf(weights[q])];
        std::map<uint32_t, uint32_t> twins;
        for (const auto& [bone, others] : votes)
            twins[bone] = std::ranges::max_element(others, {}, [](const auto& vote) { return vote.second; })->first;
        std::vector<float> all;
        size_t few = 0, other = 0;
        float farthest = 0.0f;
        uint32_t worst = kNone;
        for (uint32_t p = 0; p < weights.size(); ++p) {
            const uint32_t q = mirrored_.partners[p];
            if (q == kNone || q < p || weights[p].empty() || weights[q].empty()) continue;
            float sum = 0.0f;
            Weights expected;
            for (const auto& [bone, weight] : weights[p]) {
                const auto twin = twins.find(bone);
                expected[twin == twins.end() ? checked_.twins[bone].value_or(bone) : twin->second] += weight;
            }
            for (const auto& [bone, weight] : expected) {
                const auto own = weights[q].find(bone);
                sum += std::min(weight, own == weights[q].end() ? 0.0f : own->second);
            }
            const float unlike = 1.0f - sum;
            all.push_back(unlike);
            few += unlike < kFewWeights;
            other += unlike > kOtherWeights;
            if (unlike > farthest) farthest = unlike, worst = p;
        }
        if (all.empty() || other < kMinOther ||
            static_cast<double>(few) < kMostSame * static_cast<double>(all.size()) || medianOf(all) > kSameWeights)
            return;
        const Measured points = measuredCount(other, "point", "points");
        findings.push_back({"weights-uneven", Severity::info, group_.name,
                            points.text + " and their mirror images have other weights, near bone '" + boneAt(worst) +
                                "', although " + percent(static_cast<double>(few) / static_cast<double>(all.size())) +
                                " of them have the same",
                            points.figure});
    }

    const CheckedModel& checked_;
    const Model& model_;
    const MeshGroup& group_;
    const Surface& surface_;
    const MirroredSurface mirrored_;
    std::unordered_map<uint64_t, uint32_t> edges_;  ///< by edgeOf(); how many triangles have it
    std::vector<std::vector<uint32_t>> neighbors_;  ///< by point
};

}  // namespace

std::vector<Finding> checkUnmirrored(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) Unmirrored(checked, group).run(findings);
    return findings;
}

}  // namespace sinew
