#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/checks.h"
#include "check/mirror_pairs.h"
#include "check/mirrored_turns.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kPhases = 24;
constexpr size_t kMostGaits = 256;    // they are compared with each other
constexpr double kMostMirror = 0.55;  // of the pairs

// Shares of the model's size, in the mean over a gait.
constexpr float kMirrors = 0.05f;        // half of the pairs, from each other's mirror images
constexpr float kOff = 0.015f;           // a bone that does something else
constexpr float kTimesUsualPath = 3.0f;  // the same, as a factor of what half of the pairs are apart
constexpr float kLessOff = 0.5f;         // of what is off: the bone above one that is

/// Nothing where bones of several limbs are off: a style.
using Verdict = std::optional<Finding>;

using Path = std::array<glm::vec3, kPhases>;

std::vector<size_t> gaitsOf(const Model& model) {
    std::vector<size_t> gaits;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || !(clip.durationSeconds > 0.0)) continue;
        if (model.clips.size() == 1 || isNamedLikeGait(clip.name)) gaits.push_back(c);
        if (gaits.size() == kMostGaits) break;
    }
    return gaits;
}

/// The paths of a gait's bones.
class MirroredPaths {
  public:
    MirroredPaths(const CheckedModel& checked, const MirrorPairs& figure)
        : checked_(checked), model_(checked.model), figure_(figure), size_(checked.rest.size) {}

    /// None if the paths say nothing, so that the turns decide.
    std::optional<Verdict> check(size_t clip) const {
        const ClipMotion& motion = checked_.motionOf(clip);
        if (motion.steps() < 2) return std::nullopt;
        glm::vec3 rootMotion = displacementOf(motion);
        if (glm::length(rootMotion) < kRootMotion * size_) rootMotion = glm::vec3(0.0f);
        std::vector<Path> paths;
        for (const Carried& point : figure_.points)
            paths.push_back(pathOf(point, motion, rootMotion));
        std::vector<float> middles;
        for (const MirrorPair& pair : figure_.pairs) {
            float sum = 0.0f;
            for (size_t phase = 0; phase < kPhases; ++phase)
                sum += glm::dot(paths[pair.one][phase] + paths[pair.other][phase], figure_.normal);
            middles.push_back(0.5f * sum / kPhases);
        }
        const float middle = medianOf(middles);
        std::vector<float> away;
        float usual = kMirrors;
        size_t lag = 0;
        for (size_t other = 0; other < kPhases; ++other) {
            std::vector<float> own;
            for (const MirrorPair& pair : figure_.pairs)
                own.push_back(apart(paths[pair.one], paths[pair.other], other, middle));
            std::vector<float> sorted = own;
            if (const float median = medianOf(sorted); median < usual)
                usual = median, lag = other, away = std::move(own);
        }
        const float most = std::max(kOff, kTimesUsualPath * usual);
        const auto mirror = std::ranges::count_if(away, [&](float share) { return share < most; });
        if (static_cast<double>(mirror) < kMostMirror * static_cast<double>(figure_.pairs.size())) return std::nullopt;
        for (const MirrorPair& point : figure_.central)
            away.push_back(apart(paths[point.one], paths[point.other], lag, middle));
        std::vector<MirrorPair> all = figure_.pairs;
        all.insert(all.end(), figure_.central.begin(), figure_.central.end());
        const auto isOff = [&](size_t pair) { return away[pair] > most + all[pair].apart; };
        std::optional<size_t> top;
        for (size_t pair = 0; pair < all.size(); ++pair)
            if (isOff(pair) && (!top || topOf(all[pair]) < topOf(all[*top]))) top = pair;
        if (!top) return std::nullopt;
        // What a bone turns is the less off the nearer it is to that bone.
        for (bool climbs = true; climbs;) {
            climbs = false;
            for (size_t pair = 0; pair < figure_.pairs.size() && !climbs; ++pair)
                if (carries(all[pair], all[*top]) && away[pair] > kLessOff * (most + all[pair].apart))
                    top = pair, climbs = true;
        }
        const MirrorPair& worst = all[*top];
        const auto isOfLimb = [&](size_t point) {
            const std::vector<int32_t>& parents = model_.hierarchy.parents;
            return isAtOrBelow(parents, figure_.points[point].node, figure_.points[worst.one].node) ||
                   isAtOrBelow(parents, figure_.points[point].node, figure_.points[worst.other].node);
        };
        float farthest = 0.0f;
        for (size_t pair = 0; pair < all.size(); ++pair) {
            if (!isOff(pair)) continue;
            if (!isOfLimb(all[pair].one) || !isOfLimb(all[pair].other)) return Verdict{};
            farthest = std::max(farthest, worst.shareOff() * away[pair]);
        }
        const Measured far = measuredShare(static_cast<double>(farthest), "the model's size");
        const bool isCentral = worst.one == worst.other;
        return Finding{"gait-uneven", Severity::info, model_.clips[clip].name,
                       "moves " + namesOf(model_, figure_, worst) + ", or what is below " +
                           (isCentral ? "it, to one side" : "them, unlike each other's mirror image") + ", by up to " +
                           far.text + " in the mean, although " +
                           measuredPart(static_cast<size_t>(mirror), figure_.pairs.size(), "pair", "pairs").text +
                           " of bones mirror each other",
                       far.figure};
    }

  private:
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
            sum +=
                glm::distance(from - 2.0f * (glm::dot(from, figure_.normal) - middle) * figure_.normal, other[phase]);
        }
        return sum / kPhases / size_;
    }

    /// Whether the bones of one pair hang on those of the other one.
    bool carries(const MirrorPair& above, const MirrorPair& below) const {
        const auto hangsOn = [&](size_t point, size_t other) {
            return model_.hierarchy.parents[figure_.points[point].node] ==
                   static_cast<int32_t>(figure_.points[other].node);
        };
        return (hangsOn(below.one, above.one) && hangsOn(below.other, above.other)) ||
               (hangsOn(below.one, above.other) && hangsOn(below.other, above.one));
    }

    uint32_t topOf(const MirrorPair& pair) const {
        return std::min(figure_.points[pair.one].node, figure_.points[pair.other].node);
    }

    const CheckedModel& checked_;
    const Model& model_;
    const MirrorPairs& figure_;
    float size_;
};

}  // namespace

std::vector<Finding> checkMirroredGaits(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::vector<size_t> gaits = gaitsOf(checked.model);
    if (gaits.empty() || !(checked.rest.size > 0.0f)) return findings;
    const MirrorPairs figure = mirrorPairsOf(checked);
    if (figure.pairs.empty()) return findings;
    const MirroredPaths paths(checked, figure);
    const MirroredTurns turns(checked, figure, gaits);
    for (size_t gait = 0; gait < gaits.size(); ++gait) {
        const std::optional<Verdict> verdict = paths.check(gaits[gait]);
        if (std::optional<Finding> finding = verdict ? *verdict : turns.check(gait))
            findings.push_back(*std::move(finding));
    }
    return findings;
}

}  // namespace sinew
