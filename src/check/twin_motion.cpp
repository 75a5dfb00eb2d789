#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kPhases = 24;
constexpr float kMoves = 0.04f;  // the sine of half the turn of one of the two bones: 5 degrees
constexpr size_t kMinPairs = 3;
constexpr double kMostMirror = 0.6;    // of the pairs: a clip in which both sides do the same
constexpr float kMirrors = 0.25f;      // of the mean turn, averaged over all phases
constexpr float kUnlike = 0.4f;        // the same
constexpr float kOtherExtent = 2.1f;   // times as far as the bone on the other side
constexpr float kSameExtent = 1.5f;    // the same: all other pairs
constexpr float kStandsStill = 20.0f;  // the same: the other one stands still, which is "bone-still"
constexpr size_t kNear = 1;            // phases: the same lag

/// How far the rotations of a bone at each two phases of a clip are apart, as the sine of half the angle. Mirrored
/// bones have the same, whatever the axes of each.
class TurnTable {
  public:
    TurnTable(const Track<glm::quat>& track, const AnimationClip& clip) {
        std::vector<glm::quat> rotations;
        for (size_t phase = 0; phase < kPhases; ++phase)
            rotations.push_back(valueAt(track, clip.durationSeconds * static_cast<double>(phase) / kPhases));
        float sum = 0.0f;
        for (const glm::quat& one : rotations)
            for (const glm::quat& other : rotations) {
                const float cosine = glm::dot(one, other);
                turns_.push_back(std::sqrt(std::max(0.0f, 1.0f - cosine * cosine)));
                sum += turns_.back();
                most_ = std::max(most_, turns_.back());
            }
        mean_ = sum / static_cast<float>(turns_.size());
    }

    float most() const { return most_; }
    float mean() const { return mean_; }

    /// How unlike another bone turns that does the same `lag` phases later; 0: alike.
    float unlike(const TurnTable& other, size_t lag) const {
        float sum = 0.0f;
        for (size_t i = 0; i < kPhases; ++i)
            for (size_t j = 0; j < i; ++j)
                sum += std::abs(turns_[i * kPhases + j] -
                                other.turns_[(i + lag) % kPhases * kPhases + (j + lag) % kPhases]);
        return 2.0f * sum / static_cast<float>(turns_.size()) / (0.5f * (mean_ + other.mean_));
    }

  private:
    std::vector<float> turns_;  ///< [phase][phase]
    float mean_ = 0.0f, most_ = 0.0f;
};

/// A bone, the one on the other side, and how unlike they turn at each lag.
struct TwinPair {
    uint32_t node, twin;
    std::vector<float> unlike;
    float times = 1.0f;  ///< how far the one that turns more turns, by the other
    bool isOwn = false;  ///< that is `node`

    size_t bestLag() const { return static_cast<size_t>(std::ranges::min_element(unlike) - unlike.begin()); }
    bool mirrors() const { return unlike[bestLag()] < kMirrors; }
    float unlikeNear(size_t lag) const {
        float least = unlike[lag];
        for (size_t by = 1; by <= kNear; ++by)
            least = std::min({least, unlike[(lag + by) % kPhases], unlike[(lag + kPhases - by) % kPhases]});
        return least;
    }
};

std::vector<TwinPair> pairsOf(const AnimationClip& clip, const std::vector<std::optional<uint32_t>>& twins,
                              const std::vector<bool>& isBone) {
    std::vector<const Track<glm::quat>*> tracks(twins.size(), nullptr);
    for (const Channel& channel : clip.channels)
        if (isBone[channel.node] && !channel.rotation.empty()) tracks[channel.node] = &channel.rotation;
    std::vector<TwinPair> pairs;
    for (uint32_t node = 0; node < twins.size(); ++node) {
        if (!twins[node] || *twins[node] <= node || !tracks[node] || !tracks[*twins[node]]) continue;
        const TurnTable own(*tracks[node], clip), other(*tracks[*twins[node]], clip);
        if (std::max(own.most(), other.most()) < kMoves) continue;
        TwinPair pair{node, *twins[node], {}};
        pair.isOwn = own.mean() > other.mean();
        pair.times = std::max(own.mean(), other.mean()) / std::max(1e-6f, std::min(own.mean(), other.mean()));
        for (size_t lag = 0; lag < kPhases; ++lag)
            pair.unlike.push_back(own.unlike(other, lag));
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

/// How unlike a pair turns at the lags of all others that mirror each other; 0 if no two of these agree on a lag.
float unlikeOthers(const std::vector<TwinPair>& pairs, const TwinPair& pair) {
    float least = std::numeric_limits<float>::max();
    bool agree = false;
    for (const TwinPair& one : pairs) {
        if (&one == &pair || !one.mirrors()) continue;
        least = std::min(least, pair.unlikeNear(one.bestLag()));
        agree |= std::ranges::any_of(pairs, [&](const TwinPair& other) {
            return &other != &one && &other != &pair && other.unlikeNear(one.bestLag()) < kMirrors;
        });
    }
    return agree ? least : 0.0f;
}

/// The lag on which most pairs agree.
std::optional<size_t> commonLag(const std::vector<TwinPair>& pairs) {
    size_t best = 0, most = 0;
    for (size_t lag = 0; lag < kPhases; ++lag) {
        const auto agree = static_cast<size_t>(std::ranges::count_if(
            pairs, [&](const TwinPair& pair) { return pair.mirrors() && pair.unlike[lag] < kMirrors; }));
        if (agree > most) best = lag, most = agree;
    }
    return static_cast<double>(most) >= kMostMirror * static_cast<double>(pairs.size()) ? std::optional(best)
                                                                                        : std::nullopt;
}

/// The pairs of a limb that mirror each other, but all as much later than most pairs of the clip. An arm that does
/// something else does not mirror the other one.
std::vector<const TwinPair*> lateLimb(const NodeHierarchy& hierarchy, const std::vector<TwinPair>& pairs) {
    std::vector<const TwinPair*> late;
    const std::optional<size_t> lag = commonLag(pairs);
    for (const TwinPair& pair : pairs)
        if (lag && pair.unlikeNear(*lag) > kUnlike) late.push_back(&pair);
    const auto isOfLimb = [&](const TwinPair* pair) {
        return pair->mirrors() && pair->unlikeNear(late.front()->bestLag()) < kMirrors &&
               isAtOrBelow(hierarchy.parents, pair->node, late.front()->node);
    };
    if (!std::ranges::all_of(late, isOfLimb)) late.clear();
    return late;
}

/// A limb, named by its topmost bone, that turns much more or less than the one on the other side, unlike all others.
void checkExtents(const Model& model, const AnimationClip& clip, const std::vector<TwinPair>& pairs,
                  std::vector<Finding>& findings) {
    const TwinPair* top = nullptr;
    for (const TwinPair& pair : pairs)
        if (pair.times > kOtherExtent && (!top || pair.node < top->node)) top = &pair;
    if (!top || top->times > kStandsStill) return;
    size_t same = 0;
    for (const TwinPair& pair : pairs) {
        if (isAtOrBelow(model.hierarchy.parents, pair.node, top->node) ||
            isAtOrBelow(model.hierarchy.parents, pair.node, top->twin))
            continue;
        if (pair.times > kSameExtent) return;
        ++same;
    }
    if (same < kMinPairs) return;
    const auto name = [&](uint32_t node) { return "'" + model.hierarchy.names[node] + "'"; };
    const Measured times = measured(static_cast<double>(top->times), "times");
    findings.push_back({"bone-unlike-twin", Severity::info, clip.name,
                        "turns " + name(top->isOwn ? top->node : top->twin) + " " + times.text + " as far as " +
                            name(top->isOwn ? top->twin : top->node) +
                            ", although the other bones turn as far as those on the other side",
                        times.figure});
}

}  // namespace

std::vector<Finding> checkTwinMotion(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(model);
    for (const AnimationClip& clip : model.clips) {
        const bool isJudged = model.clips.size() == 1 || isNamedLikeGait(clip.name);
        if (!isJudged || !(clip.durationSeconds > 0.0)) continue;
        const std::vector<TwinPair> pairs = pairsOf(clip, checked.twins, isBone);
        if (pairs.size() < kMinPairs) continue;
        const auto mirror = static_cast<size_t>(std::ranges::count_if(pairs, &TwinPair::mirrors));
        if (static_cast<double>(mirror) < kMostMirror * static_cast<double>(pairs.size())) {
            checkExtents(model, clip, pairs, findings);
            continue;
        }
        std::vector<const TwinPair*> unlike;
        for (const TwinPair& pair : pairs)
            if (unlikeOthers(pairs, pair) > kUnlike) unlike.push_back(&pair);
        if (unlike.size() != 1) unlike = lateLimb(model.hierarchy, pairs);
        if (unlike.empty()) {
            checkExtents(model, clip, pairs, findings);
            continue;
        }
        const TwinPair& worst = *unlike.front();
        const auto name = [&](uint32_t node) { return "'" + model.hierarchy.names[node] + "'"; };
        const auto mirrored =
            static_cast<size_t>(std::ranges::count_if(unlike, [](auto* pair) { return pair->mirrors(); }));
        findings.push_back(
            {"bone-unlike-twin", Severity::info, clip.name,
             "moves " + name(worst.node) +
                 (unlike.size() > 1 ? " and " + counted(unlike.size() - 1, "bone", "bones") + " below it" : "") +
                 " unlike " + name(worst.twin) + (mirrored > 0 ? ", or at another time" : "") + ", although " +
                 measuredPart(mirror - mirrored, pairs.size(), "pair", "pairs").text + " of bones mirror each other"});
    }
    return findings;
}

}  // namespace sinew
