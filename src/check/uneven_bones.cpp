#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/mirror_pairs.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr size_t kMinBonePairs = 5;
constexpr double kMostAlike = 0.8;     // of the pairs
constexpr float kAlikeLength = 0.01f;  // of the model's size
constexpr float kOtherLength = 0.03f;  // the same
constexpr float kOtherRatio = 1.25f;   // of the longer bone to the shorter one

constexpr size_t kMostBendClips = 8;
constexpr size_t kBendTimes = 12;     // of each clip
constexpr float kBends = 18.0f;       // degrees, in the mean of all poses
constexpr double kMostSameWay = 0.5;  // of the pairs that bend so far
constexpr float kBendsFar = 30.0f;    // degrees: no pose
constexpr float kSameWay = 0.3f;      // the cosine between the mean bends of two bones
constexpr float kOtherWay = -0.7f;    // the same

/// How far a bone is from its parent at rest, as a share of the model's size.
float lengthOf(const CheckedModel& checked, uint32_t node) {
    const auto origin = [&](size_t at) { return glm::vec3(checked.rest.worldFromNode[at][3]); };
    return glm::distance(origin(node), origin(static_cast<size_t>(checked.model.hierarchy.parents[node]))) /
           checked.rest.size;
}

/// A bone that is farther from its parent than the one on the other side is from its own, unlike all others.
void checkLengths(const CheckedModel& checked, std::vector<Finding>& findings) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    const std::vector<bool> isBone = boneNodes(checked.model);
    struct Uneven {
        uint32_t longer, shorter;
        float more;  ///< of the model's size
    };
    std::vector<Uneven> uneven;
    size_t pairs = 0, alike = 0;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const std::optional<uint32_t> twin = checked.twins[node];
        if (!twin || *twin <= node || !isBone[node] || !isBone[*twin] || hierarchy.parents[node] == kNoParent ||
            hierarchy.parents[*twin] == kNoParent)
            continue;
        const float own = lengthOf(checked, node), other = lengthOf(checked, *twin);
        const auto [less, more] = std::minmax(own, other);
        ++pairs;
        alike += more - less < kAlikeLength;
        if (more - less > kOtherLength && more > kOtherRatio * less)
            uneven.push_back({own > other ? node : *twin, own > other ? *twin : node, more - less});
    }
    // With fewer than five pairs, one is already more than a fifth of them.
    if (uneven.size() != 1 || static_cast<double>(alike) < kMostAlike * static_cast<double>(pairs)) return;
    const auto name = [&](uint32_t node) { return "'" + hierarchy.names[node] + "'"; };
    const Measured more = measuredShare(static_cast<double>(uneven[0].more), "the model's size");
    findings.push_back({"rest-uneven", Severity::info, hierarchy.names[uneven[0].longer],
                        "rests " + more.text + " farther from " +
                            name(static_cast<uint32_t>(hierarchy.parents[uneven[0].longer])) + " than " +
                            name(uneven[0].shorter) + " on the other side from its parent, although " +
                            measuredPart(alike, pairs, "pair", "pairs").text + " of bones are alike",
                        more.figure});
}

/// The mean turn of each point of a figure from its rest pose, over all clips: axis times degrees.
std::vector<glm::vec3> meanBends(const CheckedModel& checked, const MirrorPairs& figure) {
    const PointTurns turns(checked, figure);
    std::vector<glm::vec3> bends(figure.points.size(), glm::vec3(0.0f));
    const size_t clips = checked.model.clips.size();
    const size_t stride = (clips + kMostBendClips - 1) / kMostBendClips;
    float poses = 0.0f;
    for (size_t clip = 0; clip < clips; clip += stride) {
        if (checked.model.clips[clip].channels.empty()) continue;
        const ClipMotion& motion = checked.motionOf(clip);
        for (const size_t time : evenTimes(motion, kBendTimes)) {
            const std::vector<glm::quat> all = turns.at(motion, time);
            for (size_t i = 0; i < all.size(); ++i)
                bends[i] += offset(glm::quat(1.0f, 0.0f, 0.0f, 0.0f), all[i]);
            poses += 1.0f;
        }
    }
    for (glm::vec3& bend : bends)
        bend /= std::max(1.0f, poses);
    return bends;
}

/// A bone inside a limb, such as a shin: the first ones of a limb swing every way, as an arm that is raised.
bool isHinge(const CheckedModel& checked, uint32_t node) {
    const NodeHierarchy& hierarchy = checked.model.hierarchy;
    size_t above = 0;
    for (int32_t parent = hierarchy.parents[node]; parent != kNoParent;
         parent = hierarchy.parents[static_cast<size_t>(parent)]) {
        const auto index = static_cast<size_t>(parent);
        if (!checked.twins[index]) break;
        above += !hasWord(wordsOf(hierarchy.names[index]), {"shoulder", "clavicle", "collar", "hip", "pelvis"});
    }
    return above > 0;
}

/// A knee or an elbow that bends backward, unlike the one on the other side.
void checkBends(const CheckedModel& checked, std::vector<Finding>& findings) {
    const MirrorPairs figure = mirrorPairsAtRest(checked);
    if (figure.pairs.size() < kMinBonePairs) return;
    const std::vector<glm::vec3> bends = meanBends(checked, figure);
    std::optional<MirrorPair> odd;
    float degrees = 0.0f;
    size_t judged = 0, same = 0;
    for (const MirrorPair& pair : figure.pairs) {
        if (!isHinge(checked, figure.points[pair.one].node)) continue;
        const glm::vec3 axis = bends[pair.one];
        const glm::vec3 image = 2.0f * glm::dot(axis, figure.normal) * figure.normal - axis, other = bends[pair.other];
        const float least = std::min(glm::length(image), glm::length(other));
        if (least < kBends) continue;
        const float cosine = glm::dot(image, other) / (glm::length(image) * glm::length(other));
        ++judged;
        same += cosine > kSameWay;
        if (cosine > kOtherWay) continue;
        if (odd) return;
        odd = pair, degrees = least;
    }
    const size_t otherwise = judged - same;
    if (!odd || (otherwise > 1 && static_cast<double>(same) < kMostSameWay * static_cast<double>(judged))) return;
    // Which of both is wrong is unknown; the first by its name, whatever the order of the nodes.
    const std::vector<std::string>& names = checked.model.hierarchy.names;
    std::string one = names[figure.points[odd->one].node], other = names[figure.points[odd->other].node];
    if (other < one) std::swap(one, other);
    const Measured bend = measured(static_cast<double>(degrees), "degrees");
    findings.push_back({"bone-bends-back", degrees > kBendsFar ? Severity::warning : Severity::info, one,
                        "bends the other way than '" + other + "' on the other side, by " + bend.text +
                            " or more in the mean of all clips",
                        bend.figure});
}

}  // namespace

std::vector<Finding> checkUnevenBones(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    checkLengths(checked, findings);
    if (!checked.model.clips.empty()) checkBends(checked, findings);
    return findings;
}

}  // namespace sinew
