#include "check/mirrored_turns.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kTurnPhases = 24;
constexpr size_t kMinTurnPairs = 5;
constexpr size_t kMostOff = 3;
constexpr double kMostTurnsMirror = 0.6;  // of the pairs
constexpr float kAlwaysOff = 0.6f;  // of the angle: so far off in other gaits, it is a style, or an uneven rest pose

// Degrees, in the mean over a gait.
constexpr float kTurnsMirror = 5.0f;     // half of the pairs, from each other's mirror images
constexpr float kTurnsOff = 3.0f;        // a bone that does something else
constexpr float kCentralOff = 10.0f;     // the same, from its own mirror image
constexpr float kTimesUsualTurn = 4.0f;  // the same, as a factor of what half of the pairs are apart
constexpr float kRestUneven = 80.0f;     // so far off, the rest poses are no mirror images of each other
constexpr float kMoves = 1.0f;           // a bone within a gait
constexpr float kAside = 25.0f;          // a bone that is held to one side

glm::quat meanOf(const std::vector<glm::quat>& turns) {
    glm::quat sum(0.0f, 0.0f, 0.0f, 0.0f);
    for (const glm::quat& turn : turns)
        sum += glm::dot(turn, turns.front()) < 0.0f ? -turn : turn;
    return glm::normalize(sum);
}

/// A clip that goes to one side, or turns.
bool isNamedLikeTurn(const std::string& clipName) {
    return hasWord(wordsOf(clipName), {"strafe", "side", "left", "right", "l", "r", "back", "backward", "backwards",
                                       "turn", "tilt", "lean", "roll", "injured", "limp", "idle"});
}

/// A clip that a tool named.
bool hasNoName(const std::string& clipName) {
    return std::ranges::all_of(wordsOf(clipName), [](const std::string& word) {
        return hasWord({word}, {"animation", "anim", "clip", "take", "action", "armature", "scene", "mixamo", "com"});
    });
}

bool isNamedLikeFinger(const std::string& bone) {
    return hasWord(wordsOf(bone), {"thumb", "finger", "index", "middle", "ring", "pinky"});
}

bool moves(const std::vector<glm::quat>& turns) {
    return std::ranges::any_of(turns, [&](const glm::quat& turn) { return apart(turn, turns.front()) > kMoves; });
}

}  // namespace

MirroredTurns::MirroredTurns(const CheckedModel& checked, const MirrorPairs& figure, const std::vector<size_t>& clips)
    : checked_(checked), model_(checked.model), figure_(figure), turning_(figure.pairs) {
    turning_.insert(turning_.end(), figure.central.begin(), figure.central.end());
    turning_.insert(turning_.end(), figure.ends.begin(), figure.ends.end());
    const PointTurns turns(checked, figure);
    for (const size_t clip : clips)
        gaits_.push_back(measure(turns, clip));
}

std::optional<Finding> MirroredTurns::check(size_t gait) const {
    if (isNamedLikeTurn(model_.clips[gaits_[gait].clip].name)) return std::nullopt;
    std::optional<Finding> finding = unlikeMostPairs(gaits_[gait]);
    return finding ? finding : heldAside(gaits_[gait]);
}

MirroredTurns::Gait MirroredTurns::measure(const PointTurns& pointTurns, size_t clip) const {
    Gait gait{.clip = clip};
    const ClipMotion& motion = checked_.motionOf(clip);
    if (motion.steps() < 2) return gait;
    std::vector<Turns> turns(figure_.points.size(), Turns(kTurnPhases));
    for (size_t phase = 0; phase < kTurnPhases; ++phase) {
        const std::vector<glm::quat> all =
            pointTurns.at(motion, (phase * motion.steps() + kTurnPhases / 2) / kTurnPhases);
        for (size_t i = 0; i < turns.size(); ++i)
            turns[i][phase] = all[i];
    }
    for (const MirrorPair& pair : turning_)
        gait.aside.push_back(
            sinew::apart(mirrored(meanOf(turns[pair.one]), figure_.normal), meanOf(turns[pair.other])));
    // Where half of the pairs stand still, as fingers do, those that move tell how well a gait is mirrored.
    std::vector<size_t> moving;
    for (size_t pair = 0; pair < figure_.pairs.size(); ++pair)
        if (moves(turns[turning_[pair].one]) || moves(turns[turning_[pair].other])) moving.push_back(pair);
    if (moving.empty()) return gait;
    for (size_t lag = 0; lag < kTurnPhases; ++lag) {
        std::vector<float> away, paired;
        for (const MirrorPair& pair : turning_)
            away.push_back(turnsApart(turns[pair.one], turns[pair.other], lag));
        for (const size_t pair : moving)
            paired.push_back(away[pair]);
        if (const float usual = medianOf(paired); usual < gait.usual) gait.usual = usual, gait.away = std::move(away);
    }
    return gait;
}

/// The mean angle between a bone and the mirror image of another one, `lag` phases later.
float MirroredTurns::turnsApart(const Turns& one, const Turns& other, size_t lag) const {
    float sum = 0.0f;
    for (size_t phase = 0; phase < kTurnPhases; ++phase)
        sum += sinew::apart(mirrored(one[(phase + lag) % kTurnPhases], figure_.normal), other[phase]);
    return sum / kTurnPhases;
}

std::optional<Finding> MirroredTurns::unlikeMostPairs(const Gait& gait) const {
    const size_t pairs = figure_.pairs.size();
    if (!(gait.usual < kTurnsMirror) || pairs < kMinTurnPairs) return std::nullopt;
    const float most = std::max(kTurnsOff, kTimesUsualTurn * gait.usual);
    const auto mirror =
        static_cast<size_t>(std::count_if(gait.away.begin(), gait.away.begin() + static_cast<std::ptrdiff_t>(pairs),
                                          [&](float away) { return away < most; }));
    if (static_cast<double>(mirror) < kMostTurnsMirror * static_cast<double>(pairs)) return std::nullopt;
    std::optional<size_t> worst;
    size_t off = 0;
    for (size_t pair = 0; pair < gait.away.size(); ++pair) {
        const float away = gait.away[pair];
        const bool isSlight = turning_[pair].one == turning_[pair].other && away < kCentralOff;
        if (away < most || isSlight) continue;
        size_t others = 0, offToo = 0;
        for (const Gait& other : gaits_)
            if (&other != &gait && other.usual < kTurnsMirror) ++others, offToo += other.away[pair] > kAlwaysOff * away;
        const bool isAlways = 2 * offToo > others;
        if (isAlways) continue;
        ++off;
        if (!worst || away > gait.away[*worst]) worst = pair;
    }
    if (!worst || off > kMostOff || gait.away[*worst] > kRestUneven) return std::nullopt;
    const MirrorPair& pair = turning_[*worst];
    const Measured far = measured(pair.shareOff() * gait.away[*worst], "degrees");
    return Finding{"gait-uneven", Severity::info, model_.clips[gait.clip].name,
                   "turns " + namesOf(model_, figure_, pair) +
                       (pair.one == pair.other ? " to one side, by " : " unlike each other's mirror image, by ") +
                       far.text + " in the mean, although " + measuredPart(mirror, pairs, "pair", "pairs").text +
                       " of bones mirror each other",
                   far.figure};
}

std::optional<Finding> MirroredTurns::heldAside(const Gait& gait) const {
    const std::string& clip = model_.clips[gait.clip].name;
    if (!isNamedLikeGait(clip) && !hasNoName(clip)) return std::nullopt;
    std::optional<size_t> worst;
    for (size_t pair = 0; pair < gait.aside.size(); ++pair) {
        const float aside = gait.aside[pair];
        const auto isAsideToo = [&](const Gait& other) {
            return &other != &gait && !other.aside.empty() && other.aside[pair] > kAlwaysOff * aside;
        };
        if (!(turning_[pair].shareOff() * aside >= kAside) || std::ranges::any_of(gaits_, isAsideToo)) continue;
        if (worst) return std::nullopt;  // a pose
        worst = pair;
    }
    if (!worst) return std::nullopt;
    const MirrorPair& pair = turning_[*worst];
    const uint32_t one = figure_.points[pair.one].node, other = figure_.points[pair.other].node;
    const bool arePairedByPlace = one != other && checked_.twins[one] != other;  // such as the segments of a worm
    if (arePairedByPlace || isNamedLikeFinger(model_.hierarchy.names[one])) return std::nullopt;
    const Measured far = measured(pair.shareOff() * gait.aside[*worst], "degrees");
    return Finding{"gait-uneven", Severity::info, clip,
                   pair.one == pair.other ? "turns " + namesOf(model_, figure_, pair) + " to one side throughout, by " +
                                                far.text + " in the mean, and no other bone"
                                          : "turns " + namesOf(model_, figure_, pair) +
                                                " unlike each other's mirror image throughout, by " + far.text +
                                                " in the mean, and no other bones",
                   far.figure};
}

}  // namespace sinew
