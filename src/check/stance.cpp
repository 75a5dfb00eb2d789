#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "check/bones.h"
#include "check/carriers.h"
#include "check/checks.h"
#include "check/rotation_fit.h"
#include "check/words.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr size_t kMinLegs = 2, kMostLegs = 4;  // those of insects go out to the sides
constexpr float kLeastDown = 0.35f;            // of the way from a hip to the end of the leg

constexpr float kSameShape = 0.2f;     // of both poses' squared sizes: what a turn leaves between them
constexpr float kUprightTilt = 40.0f;  // degrees
constexpr float kLyingTilt = 60.0f;    // degrees
constexpr size_t kTiltPoses = 5;       // of a clip
constexpr size_t kLegPoses = 24;       // the same: steps come in cycles
constexpr size_t kMinTilted = 4;       // bones
constexpr size_t kUprightForEach = 4;  // clips, for each that lies
constexpr double kMostUpright = 0.7;   // of the other clips
constexpr size_t kMinUprightLoops = 2;
constexpr float kStandDown = 0.6f;  // downOf() of a figure that stands

constexpr size_t kMinLimbs = 4;       // bones without children: a figure
constexpr float kAtGround = 0.03f;    // of the model's size: where a figure stands, it begins
constexpr float kLeastTall = 0.3f;    // of the model's size
constexpr float kLeastAside = 0.15f;  // of the model's size, for the bones at the start of a clip
constexpr float kFarOff = 20.0f;      // times the model's size, from the origin to its middle
constexpr float kFloats = 0.15f;      // of the model's size, from the ground to its lowest point
constexpr float kMiddle = 0.2f;       // of an extent, from either end
constexpr float kOneSided = 0.25f;    // on one side of the ground, of what is on the other side
constexpr double kFewOthers = 0.25;   // of the clips start otherwise

/// The first and the last bone of a leg, by their names.
struct Leg {
    uint32_t hip, end;
};

std::vector<Leg> legsOf(const Model& model) {
    const std::vector<bool> isBone = boneNodes(model);
    std::map<uint32_t, Leg> legs;       // by hip
    std::map<uint32_t, uint32_t> hips;  // of the bones of legs
    for (uint32_t node = 0; node < isBone.size(); ++node) {
        if (!isBone[node] || !isNamedLikeLeg(model.hierarchy.names[node])) continue;
        const int32_t parent = model.hierarchy.parents[node];
        const auto above = parent == kNoParent ? hips.end() : hips.find(static_cast<uint32_t>(parent));
        hips[node] = above == hips.end() ? node : above->second;
        legs.try_emplace(hips[node], Leg{node, node}).first->second.end = node;  // children come last
    }
    std::vector<Leg> found;
    for (const auto& [hip, leg] : legs)
        if (leg.end != hip) found.push_back(leg);
    return found;
}

/// Where the legs lead in the mean, as the sum of directions from hip to end. Y up.
glm::vec3 wayOf(std::span<const Leg> legs, std::span<const glm::mat4> worldFromNode) {
    glm::vec3 sum(0.0f);
    for (const Leg& leg : legs) {
        const glm::vec3 way(worldFromNode[leg.end][3] - worldFromNode[leg.hip][3]);
        const float length = glm::length(way);
        sum += length > 0.0f ? way / length : glm::vec3(0.0f, -1.0f, 0.0f);
    }
    return sum;
}

/// How far down the legs lead in the mean: 1 straight down, 0 along the ground. Y up.
float downOf(std::span<const Leg> legs, std::span<const glm::mat4> worldFromNode) {
    return -wayOf(legs, worldFromNode).y / static_cast<float>(legs.size());
}

/// A side of the box around a figure, on which its origin is.
struct GroundSide {
    int axis = 0;
    bool isUpper = false;
    bool operator==(const GroundSide&) const = default;
};

/// The only side that is near the origin, which is in the middle along the other axes.
std::optional<GroundSide> groundSideOf(const Box& box, float size) {
    std::optional<GroundSide> side;
    for (int axis = 0; axis < 3; ++axis) {
        const float low = box.min[axis], high = box.max[axis];
        const bool isMiddle = std::min(-low, high) > kMiddle * (high - low);
        if (isMiddle) continue;
        if (side || high - low < kLeastTall * size || std::min(std::abs(low), std::abs(high)) > kAtGround * size)
            return std::nullopt;
        side = {axis, std::abs(high) < std::abs(low)};
    }
    return side;
}

/// Whether a box extends far from that side, and hardly beyond it. The toes of a standing figure reach forward, too.
bool beginsAt(const GroundSide& side, const Box& box, float size) {
    const float low = side.isUpper ? -box.max[side.axis] : box.min[side.axis];
    const float high = side.isUpper ? -box.min[side.axis] : box.max[side.axis];
    return high > kLeastAside * size && -low < kOneSided * high;
}

/// Hands alone, as in games that are seen through the eyes of the player, have no upright pose.
bool areHands(const Model& model, const std::vector<bool>& isBone) {
    bool hasHand = false;
    for (size_t node = 0; node < isBone.size(); ++node) {
        if (!isBone[node]) continue;
        const std::vector<std::string> words = wordsOf(model.hierarchy.names[node]);
        if (hasWord(words, {"head", "spine"})) return false;
        hasHand |= hasWord(words, {"hand", "wrist", "palm", "finger", "thumb", "index"});
    }
    return hasHand;
}

/// The box around a figure at rest. Y up.
Box figureBoxOf(const CheckedModel& checked) {
    const glm::mat4 yUp = yUpFrom(checked.model.up);
    Box figure;
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i)
        if (checked.ofFigure[i])
            for (const glm::vec3& position : checked.restPositions(i))
                figure.add(glm::vec3(yUp * glm::vec4(position, 1.0f)));
    return figure;
}

/// The box around the bones at the start of a clip.
Box bonesBoxOf(const CheckedModel& checked, const std::vector<bool>& isBone, size_t clip) {
    const ClipMotion& motion = checked.motionOf(clip);
    Box bones;
    for (size_t i = 0; i < motion.nodes.size(); ++i)
        if (isBone[motion.nodes[i]]) bones.add(motion.position(0, i));
    return bones;
}

/// A figure far from the origin, or, if it has legs, above the ground.
std::optional<Finding> awayFromOrigin(const CheckedModel& checked, bool hasLegs) {
    const Model& model = checked.model;
    const float size = checked.rest.size;
    const Box figure = figureBoxOf(checked);
    if (!(size > 0.0f) || !(figure.min.x <= figure.max.x)) return std::nullopt;
    const glm::vec3 middle = 0.5f * (figure.min + figure.max);
    const float far = glm::length(middle) / size;
    if (far > kFarOff) {
        const Measured times = measured(static_cast<double>(far), "times");
        return Finding{"figure-far", Severity::info, "model",
                       "rests " + times.text + " its size away from the origin" + movingNodeText(checked, middle),
                       times.figure};
    }
    if (!hasLegs || !(figure.min.y > kFloats * size)) return std::nullopt;
    const std::vector<bool> isBone = boneNodes(model);
    for (size_t c = 0; c < model.clips.size(); ++c)
        if (!model.clips[c].channels.empty() && bonesBoxOf(checked, isBone, c).min.y < kFloats * size)
            return std::nullopt;
    const Measured above = measuredOfSize(figure.min.y, size);
    return Finding{"figure-far", Severity::info, "model",
                   "floats: all of it is at least " + lengthText(model, figure.min.y, above) + " above the ground" +
                       movingNodeText(checked, glm::vec3(0.0f, figure.min.y, 0.0f)),
                   above.figure};
}

/// A figure that stands on a wall, or hangs from the ground, at rest and at the start of all clips.
std::optional<std::string> standsOnWall(const CheckedModel& checked) {
    const Model& model = checked.model;
    const std::vector<bool> isBone = boneNodes(model);
    if (areHands(model, isBone)) return std::nullopt;
    std::vector<bool> hasChild(isBone.size());
    for (size_t node = 0; node < isBone.size(); ++node)
        if (isBone[node] && model.hierarchy.parents[node] != kNoParent)
            hasChild[static_cast<size_t>(model.hierarchy.parents[node])] = true;
    size_t limbs = 0;
    for (size_t node = 0; node < isBone.size(); ++node)
        limbs += isBone[node] && !hasChild[node];
    const float size = checked.rest.size;
    const auto side = groundSideOf(figureBoxOf(checked), size);
    if (limbs < kMinLimbs || !side || *side == GroundSide{.axis = 1}) return std::nullopt;
    size_t clips = 0, others = 0;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        if (model.clips[c].channels.empty()) continue;
        ++clips;
        others += !beginsAt(*side, bonesBoxOf(checked, isBone, c), size);
    }
    if (static_cast<double>(others) > kFewOthers * static_cast<double>(clips)) return std::nullopt;
    const std::string where = clips == 0 ? " at rest: " : ", at rest and in most clips: ";
    glm::vec3 direction(0.0f);
    direction[side->axis] = side->isUpper ? -1.0f : 1.0f;
    return (side->axis == 1 ? "is upside down" + where + "all of it is below the origin"
                            : "lies" + where + "it extends sideways from the origin") +
           turningNodeText(checked, direction);
}

/// How far a pose is tilted from upright as a whole, in degrees, compared with the rest pose; nothing where its shape
/// is another one. Both are moved to their middles. Y up.
std::optional<float> tiltOf(std::vector<glm::vec3> posed, std::vector<glm::vec3> atRest) {
    float size = 0.0f, off = 0.0f;
    for (std::vector<glm::vec3>* points : {&posed, &atRest}) {
        glm::vec3 middle(0.0f);
        for (const glm::vec3& point : *points)
            middle += point / static_cast<float>(points->size());
        for (glm::vec3& point : *points)
            point -= middle, size += glm::dot(point, point);
    }
    const glm::quat turn = rotationTo(posed, atRest);
    for (size_t i = 0; i < posed.size(); ++i) {
        const glm::vec3 away = posed[i] - turn * atRest[i];
        off += glm::dot(away, away);
    }
    if (!(off < kSameShape * size)) return std::nullopt;
    const glm::vec3 up = turn * glm::vec3(0.0f, 1.0f, 0.0f);
    return glm::degrees(std::acos(std::clamp(up.y, -1.0f, 1.0f)));
}

/// Whether a figure stands in a pose: by its legs, or else by its tilt from the rest pose; nothing if that is unclear.
enum class Posture { unclear, upright, lying };

/// The postures that clips keep.
class ClipPostures {
  public:
    ClipPostures(const CheckedModel& checked, std::vector<Leg> legs)
        : checked_(checked), legs_(std::move(legs)), worldFromNode_(checked.rest.worldFromNode) {
        const glm::mat4 yUp = yUpFrom(checked.model.up);
        for (glm::mat4& world : worldFromNode_)
            world = yUp * world;
        for (const uint32_t node : checked.nodes)
            atRest_.emplace_back(worldFromNode_[node][3]);
        if (!legs_.empty() && downOf(legs_, worldFromNode_) < kStandDown) legs_.clear();
    }

    Posture of(size_t clip) {
        const ClipMotion& motion = checked_.motionOf(clip);
        // In other clips, legs may hang, kick or slide.
        const bool hasSteps = !legs_.empty() && isNamedLikeLoop(checked_.model.clips[clip].name);
        return hasSteps ? byLegs(motion) : byTilt(motion);
    }

  private:
    /// By the mean of all poses: a leg swings.
    Posture byLegs(const ClipMotion& motion) {
        const std::vector<size_t> times = evenTimes(motion, kLegPoses);
        float down = 0.0f;
        for (const size_t time : times) {
            writePose(motion, time, worldFromNode_);
            down += downOf(legs_, worldFromNode_) / static_cast<float>(times.size());
        }
        return down < kLeastDown ? Posture::lying : down > kStandDown ? Posture::upright : Posture::unclear;
    }

    Posture byTilt(const ClipMotion& motion) const {
        float least = 180.0f, most = 0.0f;
        for (const size_t time : evenTimes(motion, kTiltPoses)) {
            std::vector<glm::vec3> posed;
            for (size_t i = 0; i < motion.nodes.size(); ++i)
                posed.push_back(motion.position(time, i));
            const std::optional<float> tilt = tiltOf(std::move(posed), atRest_);
            if (!tilt) return Posture::unclear;
            least = std::min(least, *tilt), most = std::max(most, *tilt);
        }
        return least > kLyingTilt ? Posture::lying : most < kUprightTilt ? Posture::upright : Posture::unclear;
    }

    const CheckedModel& checked_;
    std::vector<Leg> legs_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<glm::vec3> atRest_;
};

/// How many clips keep each posture.
struct PostureCounts {
    size_t upright = 0, lying = 0, unclear = 0;

    void add(Posture posture) {
        ++(posture == Posture::upright ? upright : posture == Posture::lying ? lying : unclear);
    }

    /// At least that many are upright, as are most but for a few that lie.
    bool areMostUpright(size_t least) const {
        return upright >= least && lying <= std::max<size_t>(1, upright / kUprightForEach) &&
               static_cast<double>(upright) >= kMostUpright * static_cast<double>(upright + unclear);
    }
};

/// True for a clip in which a figure may lie. One that jumps or dances stays upright.
bool mayLie(const std::string& clip) {
    const std::vector<std::string> words = wordsOf(clip);
    const bool isUpright = hasWord(words, {"jump", "jumping", "hop", "land", "landing", "dance", "dancing"});
    const bool turnsOver = hasWord(words, {"roll", "flip", "fall", "falling", "dive", "down", "kick", "knock"});
    return isNamedOffGround(clip) && (!isUpright || turnsOver);
}

/// Clips that keep the figure lying, or on its head, while it is upright at rest and in the others.
std::vector<Finding> lyingClips(const CheckedModel& checked, std::vector<Leg> legs) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    if (checked.nodes.size() < kMinTilted) return findings;
    if (legs.size() < kMinLegs || legs.size() > kMostLegs) legs.clear();
    ClipPostures postures(checked, std::move(legs));
    PostureCounts all, loops;
    for (size_t c = 0; c < model.clips.size(); ++c) {
        if (model.clips[c].channels.empty()) continue;
        const Posture posture = postures.of(c);
        all.add(posture);
        const bool isLoop = isNamedLikeLoop(model.clips[c].name);
        if (isLoop) loops.add(posture);
        if (posture != Posture::lying || mayLie(model.clips[c].name)) continue;
        findings.push_back({"clip-lies", isLoop ? Severity::warning : Severity::info, model.clips[c].name,
                            "keeps the figure lying, or on its head; at rest and in other clips it is upright: "
                            "another up axis?"});
    }
    if (all.areMostUpright(1)) return findings;
    // Among attacks and falls, loops still tell.
    if (!loops.areMostUpright(kMinUprightLoops)) return {};
    std::erase_if(findings, [](const Finding& finding) { return finding.severity != Severity::warning; });
    return findings;
}

}  // namespace

std::vector<Finding> checkStance(const CheckedModel& checked) {
    const Model& model = checked.model;
    const std::vector<Leg> legs = legsOf(model);
    if (std::optional<Finding> away = awayFromOrigin(checked, legs.size() >= kMinLegs)) return {*std::move(away)};
    const auto onWall = [&]() -> std::vector<Finding> {
        const std::optional<std::string> wall = standsOnWall(checked);
        if (!wall) return lyingClips(checked, legs);
        return {{"figure-lies", model.clips.empty() ? Severity::info : Severity::warning, "model", *wall}};
    };
    if (legs.size() < kMinLegs || legs.size() > kMostLegs) return onWall();
    const glm::mat4 yUp = yUpFrom(model.up);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    for (size_t node = 0; node < worldFromNode.size(); ++node)
        worldFromNode[node] = yUp * checked.rest.worldFromNode[node];
    const glm::vec3 atRest = wayOf(legs, worldFromNode);
    float most = downOf(legs, worldFromNode);
    bool hasLoops = false;
    // Some skeletons rest in the axes of a modeling tool, and stand in their clips.
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || (!isNamedLikeLoop(clip.name) && model.clips.size() > 1)) continue;
        hasLoops = true;
        writePose(checked.motionOf(c), 0, worldFromNode);
        most = std::max(most, downOf(legs, worldFromNode));
    }
    if (most > kLeastDown) return onWall();
    const std::string& name = model.hierarchy.names[legs.front().end];
    return {{"figure-lies", hasLoops ? Severity::warning : Severity::info, "model",
             std::string("lies") + (hasLoops ? ", at rest and in all walks and idles" : " at rest") +
                 ": its legs, as that of '" + name + "', do not lead down" + turningNodeText(checked, -atRest)}};
}

}  // namespace sinew
