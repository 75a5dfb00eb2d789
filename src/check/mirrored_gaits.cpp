#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "animation/clip/transform.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/skinned_mesh.h"

namespace sinew {
namespace {

constexpr size_t kPhases = 24;
constexpr size_t kMinPairs = 3;
constexpr size_t kMostByPlace = 4096;  // points that are compared with each other

// Shares of the model's size.
constexpr float kOnPlane = 0.02f;     // at rest, from the plane between both sides
constexpr float kSameAtRest = 0.03f;  // from the mirror image of the other side
constexpr float kMirrors = 0.05f;     // in the mean over a gait: half of the pairs, from each other's mirror images
constexpr float kOff = 0.015f;        // the same: a bone that does something else
constexpr float kTimesUsual = 3.0f;   // the distance of half of the pairs
constexpr double kMostPaired = 0.6;   // of the bones off the plane: a figure of two sides
constexpr double kMostMirror = 0.55;  // of the pairs

// Degrees, in the mean over a gait.
constexpr float kTurnsMirror = 5.0f;      // half of the pairs, from each other's mirror images
constexpr float kTurnsOff = 3.0f;         // a bone that does something else
constexpr float kTimesUsualTurn = 4.0f;   // the same, as a factor of what half of the pairs are apart
constexpr double kMostTurnsMirror = 0.6;  // of the pairs
constexpr float kRestUneven = 40.0f;      // so far off, the rest poses are no mirror images of each other
constexpr size_t kMinTurnPairs = 5;
constexpr size_t kMostOff = 3;
constexpr float kAlwaysOff = 0.6f;  // of the angle: so far off in other gaits, it is a style, or an uneven rest pose

/// A point that a bone carries: the middle of the vertices that it holds, or its origin.
struct Carried {
    size_t index = 0;  ///< into the motion's nodes
    uint32_t node = 0;
    glm::vec3 local{0.0f}, atRest{0.0f};  ///< Y up
};

/// Two carried points, or one between both sides that mirrors itself half a cycle later.
struct MirrorPair {
    size_t one = 0, other = 0;
    float atRest = 0.0f;  ///< from each other's mirror image: armor on one side
};

using Path = std::array<glm::vec3, kPhases>;

/// How a bone is turned at each phase from its rest pose, relative to the bone above it, along the axes of the world.
using Turns = std::array<glm::quat, kPhases>;

/// How far each pair of a gait is from mirroring each other, in degrees.
struct MirroredTurns {
    std::vector<float> away;  ///< in the mean
    float usual = std::numeric_limits<float>::max();
};

class MirroredGaits {
  public:
    explicit MirroredGaits(const CheckedModel& checked)
        : checked_(checked), model_(checked.model), size_(checked.rest.size) {
        for (size_t c = 0; c < model_.clips.size(); ++c) {
            const AnimationClip& clip = model_.clips[c];
            if (clip.channels.empty() || !(clip.durationSeconds > 0.0)) continue;
            if (model_.clips.size() == 1 || isNamedLikeGait(clip.name)) gaits_.push_back(c);
        }
        if (gaits_.empty()) return;
        findPoints();
        for (const glm::vec3& normal : {glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f)}) {
            std::vector<MirrorPair> pairs = pairsAcross(normal);
            if (pairs.size() > pairs_.size()) pairs_ = std::move(pairs), normal_ = normal;
        }
        if (pairs_.size() >= kMinPairs) findCentral();
    }

    void run(std::vector<Finding>& findings) const {
        if (pairs_.size() < kMinPairs) return;
        std::vector<MirroredTurns> turns;
        for (const size_t clip : gaits_)
            turns.push_back(mirroredTurns(checked_.motionOf(clip)));
        for (size_t gait = 0; gait < gaits_.size(); ++gait)
            if (!checkPaths(gaits_[gait], findings)) checkTurns(gait, turns, findings);
    }

  private:
    /// Of the bones between both sides, those that carry some of both, but not all: a tail may hang to one side.
    void findCentral() {
        std::vector<MirrorPair> ends;  // such as a head or a tail
        std::vector<bool> isPaired(points_.size());
        std::vector<size_t> below(model_.hierarchy.size());  // pairs, by node: itself included
        float middle = 0.0f;
        for (const MirrorPair& pair : pairs_) {
            isPaired[pair.one] = isPaired[pair.other] = true;
            ++below[points_[pair.one].node];
            middle += 0.5f * glm::dot(points_[pair.one].atRest + points_[pair.other].atRest, normal_);
        }
        middle /= static_cast<float>(pairs_.size());
        for (size_t node = below.size(); node-- > 0;)
            if (const int32_t parent = model_.hierarchy.parents[node]; parent != kNoParent)
                below[static_cast<size_t>(parent)] += below[node];
        for (size_t i = 0; i < points_.size(); ++i) {
            const float off = std::abs(glm::dot(points_[i].atRest, normal_) - middle) / size_;
            const size_t carried = below[points_[i].node];
            if (isPaired[i] || off >= kOnPlane) continue;
            if (carried > 0 && carried < pairs_.size()) central_.push_back({i, i, 2.0f * off});
            if (carried == 0) ends.push_back({i, i, 2.0f * off});
        }
        turning_ = pairs_;
        turning_.insert(turning_.end(), central_.begin(), central_.end());
        turning_.insert(turning_.end(), ends.begin(), ends.end());
        findAbove();
    }

    void findPoints() {
        const glm::mat4 yUp = yUpFrom(model_.up);
        std::vector<glm::vec4> sums(model_.hierarchy.size(), glm::vec4(0.0f));
        for (uint32_t i = 0; i < model_.instances.size(); ++i) {
            const MeshInstance& instance = model_.instances[i];
            if (!checked_.ofFigure[i]) continue;
            const SkinnedMesh& mesh = model_.meshes[instance.mesh];
            const std::vector<glm::vec3>& positions = checked_.restPositions(i);
            for (size_t v = 0; v < positions.size(); ++v)
                if (mesh.influences[v].weights[0] > kWeightOne / 2)
                    sums[instance.bones[mesh.influences[v].bones[0]].node] += glm::vec4(positions[v], 1.0f);
        }
        for (size_t i = 0; i < checked_.nodes.size(); ++i) {
            const uint32_t node = checked_.nodes[i];
            const glm::mat4& world = checked_.rest.worldFromNode[node];
            if (glm::determinant(glm::mat3(world)) == 0.0f) continue;
            const glm::vec4 at = sums[node].w > 0.0f ? sums[node] / sums[node].w : world[3];
            points_.push_back({.index = i,
                               .node = node,
                               .local = glm::vec3(glm::inverse(world) * at),
                               .atRest = glm::vec3(yUp * at)});
        }
    }

    /// The bones of both sides of a plane: by their names, or by their places where names tell no sides.
    std::vector<MirrorPair> pairsAcross(const glm::vec3& normal) const {
        std::vector<size_t> pointOf(model_.hierarchy.size(), points_.size());
        std::vector<float> across;
        for (size_t i = 0; i < points_.size(); ++i) {
            pointOf[points_[i].node] = i;
            across.push_back(glm::dot(points_[i].atRest, normal));
        }
        if (across.empty()) return {};
        const auto [low, high] = std::ranges::minmax(across);
        const float middle = 0.5f * (low + high);
        const auto restApart = [&](size_t one, size_t other) {
            const glm::vec3 image = points_[one].atRest - 2.0f * (across[one] - middle) * normal;
            return glm::distance(image, points_[other].atRest) / size_;
        };
        std::vector<MirrorPair> pairs;
        for (size_t one = 0; one < points_.size(); ++one) {
            const auto twin = checked_.twins[points_[one].node];
            if (!twin || *twin < points_[one].node || pointOf[*twin] == points_.size()) continue;
            const float apart = restApart(one, pointOf[*twin]);
            if (apart < kSameAtRest) pairs.push_back({one, pointOf[*twin], apart});
        }
        if (pairs.size() >= kMinPairs) return pairs;
        pairs.clear();
        if (points_.size() > kMostByPlace) return pairs;
        std::vector<bool> isPaired(points_.size());
        size_t off = 0;
        for (size_t one = 0; one < points_.size(); ++one) {
            off += std::abs(across[one] - middle) > kOnPlane * size_;
            if (std::abs(across[one] - middle) < kOnPlane * size_) continue;
            for (size_t other = one + 1; other < points_.size() && !isPaired[one]; ++other) {
                if (isPaired[other] || restApart(one, other) >= kSameAtRest) continue;
                pairs.push_back({one, other, restApart(one, other)});
                isPaired[one] = isPaired[other] = true;
            }
        }
        if (2.0 * static_cast<double>(pairs.size()) < kMostPaired * static_cast<double>(off)) pairs.clear();
        return pairs;
    }

    /// Where a point is at each phase of a clip, without root motion.
    Path pathOf(const Carried& point, const ClipMotion& motion, const glm::vec3& rootMotion) const {
        Path path;
        const auto at = [&](size_t time) {
            return glm::vec3(motion.matrix(time, point.index) * glm::vec4(point.local, 1.0f));
        };
        for (size_t phase = 0; phase < kPhases; ++phase) {
            const float time = static_cast<float>(phase * motion.steps()) / kPhases;
            const auto before = static_cast<size_t>(time);
            path[phase] = glm::mix(at(before), at(before + 1), time - static_cast<float>(before)) -
                          rootMotion * (static_cast<float>(phase) / kPhases);
        }
        return path;
    }

    /// How far one path is from the mirror image of another one, `lag` phases later, in the mean.
    float apart(const Path& one, const Path& other, size_t lag, float middle) const {
        float sum = 0.0f;
        for (size_t phase = 0; phase < kPhases; ++phase) {
            const glm::vec3& from = one[(phase + lag) % kPhases];
            sum += glm::distance(from - 2.0f * (glm::dot(from, normal_) - middle) * normal_, other[phase]);
        }
        return sum / kPhases / size_;
    }

    bool checkPaths(size_t clip, std::vector<Finding>& findings) const {
        const ClipMotion& motion = checked_.motionOf(clip);
        if (motion.steps() < 2) return false;
        glm::vec3 rootMotion = displacementOf(motion);
        if (glm::length(rootMotion) < kRootMotion * size_) rootMotion = glm::vec3(0.0f);
        std::vector<Path> paths;
        for (const Carried& point : points_)
            paths.push_back(pathOf(point, motion, rootMotion));
        std::vector<float> middles;
        for (const MirrorPair& pair : pairs_) {
            float sum = 0.0f;
            for (size_t phase = 0; phase < kPhases; ++phase)
                sum += glm::dot(paths[pair.one][phase] + paths[pair.other][phase], normal_);
            middles.push_back(0.5f * sum / kPhases);
        }
        const float middle = medianOf(middles);
        std::vector<float> away;
        float usual = kMirrors;
        size_t lag = 0;
        for (size_t other = 0; other < kPhases; ++other) {
            std::vector<float> own;
            for (const MirrorPair& pair : pairs_)
                own.push_back(apart(paths[pair.one], paths[pair.other], other, middle));
            std::vector<float> sorted = own;
            if (const float median = medianOf(sorted); median < usual)
                usual = median, lag = other, away = std::move(own);
        }
        const float most = std::max(kOff, kTimesUsual * usual);
        const auto mirror = std::ranges::count_if(away, [&](float share) { return share < most; });
        if (static_cast<double>(mirror) < kMostMirror * static_cast<double>(pairs_.size())) return false;
        for (const MirrorPair& point : central_)
            away.push_back(apart(paths[point.one], paths[point.other], lag, middle));
        std::vector<MirrorPair> all = pairs_;
        all.insert(all.end(), central_.begin(), central_.end());
        const auto isOff = [&](size_t pair) { return away[pair] > most + all[pair].atRest; };
        std::optional<size_t> top;
        for (size_t pair = 0; pair < all.size(); ++pair)
            if (isOff(pair) && (!top || topOf(all[pair]) < topOf(all[*top]))) top = pair;
        if (!top) return false;
        const MirrorPair& worst = all[*top];
        const auto isOfLimb = [&](size_t point) {
            const std::vector<int32_t>& parents = model_.hierarchy.parents;
            return isAtOrBelow(parents, points_[point].node, points_[worst.one].node) ||
                   isAtOrBelow(parents, points_[point].node, points_[worst.other].node);
        };
        float farthest = 0.0f;
        for (size_t pair = 0; pair < all.size(); ++pair) {
            if (!isOff(pair)) continue;
            if (!isOfLimb(all[pair].one) || !isOfLimb(all[pair].other)) return true;
            farthest = std::max(farthest, shareOf(worst) * away[pair]);
        }
        const Measured far = measuredShare(static_cast<double>(farthest), "the model's size");
        findings.push_back(
            {"gait-uneven", Severity::info, model_.clips[clip].name,
             (worst.one == worst.other
                  ? "moves " + name(worst.one) + ", or what is below it, to one side, by up to " + far.text
                  : "moves " + name(worst.one) + " and " + name(worst.other) +
                        ", or what is below them, unlike each other's mirror image, by up to " + far.text) +
                 although(static_cast<size_t>(mirror)),
             far.figure});
        return true;
    }

    /// For each point that of the nearest node above; none for the topmost.
    void findAbove() {
        std::vector<std::optional<size_t>> nearest(model_.hierarchy.size());
        std::vector<size_t> pointOf(model_.hierarchy.size(), points_.size());
        for (size_t i = 0; i < points_.size(); ++i)
            pointOf[points_[i].node] = i;
        above_.resize(points_.size());
        for (uint32_t node = 0; node < nearest.size(); ++node) {
            const int32_t parent = model_.hierarchy.parents[node];
            if (parent != kNoParent) nearest[node] = nearest[static_cast<size_t>(parent)];
            if (pointOf[node] == points_.size()) continue;
            above_[pointOf[node]] = nearest[node];
            nearest[node] = pointOf[node];
        }
    }

    /// How far each point is turned from the rest pose, along the axes of the world.
    std::vector<glm::quat> turnsFromRest(const ClipMotion& motion, size_t time) const {
        std::vector<glm::quat> turns;
        for (const Carried& point : points_) {
            const glm::mat4 rest = yUpFrom(model_.up) * checked_.rest.worldFromNode[point.node];
            turns.push_back(glm::determinant(glm::mat3(rest)) == 0.0f
                                ? glm::quat(1.0f, 0.0f, 0.0f, 0.0f)
                                : transformFrom(motion.matrix(time, point.index) * glm::inverse(rest)).rotation);
        }
        return turns;
    }

    MirroredTurns mirroredTurns(const ClipMotion& motion) const {
        MirroredTurns result;
        if (motion.steps() < 2) return result;
        std::vector<Turns> turns(points_.size());
        for (size_t phase = 0; phase < kPhases; ++phase) {
            const std::vector<glm::quat> all = turnsFromRest(motion, (phase * motion.steps() + kPhases / 2) / kPhases);
            for (size_t i = 0; i < points_.size(); ++i)
                turns[i][phase] =
                    above_[i] ? glm::conjugate(all[*above_[i]]) * all[i] : glm::quat(1.0f, 0.0f, 0.0f, 0.0f);
        }
        for (size_t lag = 0; lag < kPhases; ++lag) {
            std::vector<float> away;
            for (const MirrorPair& pair : turning_)
                away.push_back(turnsApart(turns[pair.one], turns[pair.other], lag));
            std::vector<float> paired(away.begin(), away.begin() + static_cast<std::ptrdiff_t>(pairs_.size()));
            if (const float usual = medianOf(paired); usual < result.usual) result = {std::move(away), usual};
        }
        return result;
    }

    float turnsApart(const Turns& one, const Turns& other, size_t lag) const {
        float sum = 0.0f;
        for (size_t phase = 0; phase < kPhases; ++phase) {
            const glm::quat& from = one[(phase + lag) % kPhases];
            const glm::vec3 axis(from.x, from.y, from.z);
            sum += sinew::apart(glm::quat(from.w, 2.0f * glm::dot(axis, normal_) * normal_ - axis), other[phase]);
        }
        return sum / kPhases;
    }

    /// Bones that turn otherwise than their counterparts, relative to the bone above: what the paths do not show.
    void checkTurns(size_t gait, const std::vector<MirroredTurns>& gaits, std::vector<Finding>& findings) const {
        const MirroredTurns& turns = gaits[gait];
        if (!(turns.usual < kTurnsMirror) || pairs_.size() < kMinTurnPairs) return;
        const float most = std::max(kTurnsOff, kTimesUsualTurn * turns.usual);
        const auto mirror =
            std::count_if(turns.away.begin(), turns.away.begin() + static_cast<std::ptrdiff_t>(pairs_.size()),
                          [&](float away) { return away < most; });
        if (static_cast<double>(mirror) < kMostTurnsMirror * static_cast<double>(pairs_.size())) return;
        std::optional<size_t> worst;
        size_t off = 0;
        for (size_t pair = 0; pair < turns.away.size(); ++pair) {
            const float away = turns.away[pair];
            size_t others = 0, offToo = 0;
            for (const MirroredTurns& other : gaits)
                if (&other != &turns && other.usual < kTurnsMirror)
                    ++others, offToo += other.away[pair] > kAlwaysOff * away;
            const bool isAlways = 2 * offToo > others;
            if (away < most || isAlways) continue;
            ++off;
            if (!worst || away > turns.away[*worst]) worst = pair;
        }
        if (!worst || off > kMostOff || turns.away[*worst] > kRestUneven) return;
        const MirrorPair& pair = turning_[*worst];
        const Measured far = measured(shareOf(pair) * turns.away[*worst], "degrees");
        findings.push_back({"gait-uneven", Severity::info, model_.clips[gaits_[gait]].name,
                            (pair.one == pair.other ? "turns " + name(pair.one) + " to one side, by " + far.text
                                                    : "turns " + name(pair.one) + " and " + name(pair.other) +
                                                          " unlike each other's mirror image, by " + far.text) +
                                although(static_cast<size_t>(mirror)),
                            far.figure});
    }

    /// A bone in the middle is half as far off as from its own mirror image, and so are both sides that it carries.
    static float shareOf(const MirrorPair& pair) { return pair.one == pair.other ? 0.5f : 1.0f; }

    std::string name(size_t point) const { return "'" + model_.hierarchy.names[points_[point].node] + "'"; }

    std::string although(size_t mirror) const {
        return " in the mean, although " + measuredPart(mirror, pairs_.size(), "pair", "pairs").text +
               " of bones mirror each other";
    }

    uint32_t topOf(const MirrorPair& pair) const { return std::min(points_[pair.one].node, points_[pair.other].node); }

    const CheckedModel& checked_;
    const Model& model_;
    float size_;
    std::vector<size_t> gaits_;  ///< clips
    std::vector<Carried> points_;
    std::vector<MirrorPair> pairs_, central_;
    std::vector<MirrorPair> turning_;           ///< pairs_, then all points between both sides
    std::vector<std::optional<size_t>> above_;  ///< by point
    glm::vec3 normal_{1.0f, 0.0f, 0.0f};
};

}  // namespace

std::vector<Finding> checkMirroredGaits(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (checked.rest.size > 0.0f) MirroredGaits(checked).run(findings);
    return findings;
}

}  // namespace sinew
