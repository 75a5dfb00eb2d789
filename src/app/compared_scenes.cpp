#include "app/compared_scenes.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace sinew {
namespace {

// Vermilion and blue of Okabe and Ito, which every eye tells apart.
constexpr glm::vec3 kBeforeColor{0.665f, 0.112f, 0.0f}, kAfterColor{0.0f, 0.168f, 0.445f};
constexpr float kNearestAlpha = 0.6f, kFarthestAlpha = 0.2f;

/// The `k`th of `count` from the present, counted from 1.
float ghostAlpha(uint32_t k, uint32_t count) {
    const float far = count > 1 ? static_cast<float>(k - 1) / static_cast<float>(count - 1) : 0.0f;
    return kNearestAlpha + (kFarthestAlpha - kNearestAlpha) * far;
}

const char* nameOf(Skinning skinning) {
    return skinning == Skinning::linear ? "linear" : "dual quaternion";
}

}  // namespace

std::span<const Scene> ComparedScenes::make(const Scene& first) {
    const Compared& compared = stage_.compared();
    const Beside& beside = compared.beside;
    const std::optional<size_t> clip = stage_.animator().clip();
    const double seconds = stage_.animator().timeSeconds();
    const bool plays = !stage_.graph() && stage_.shownPose() == ShownPose::playing;
    scenes_.assign(1, first);
    for (Side& side : sides_)
        side.note.clear();
    if (compared.onion.shown && plays) addGhosts(sides_[0], scenes_[0], clip, seconds);
    if (!beside.shown) return scenes_;

    Scene& second = scenes_.emplace_back(first);
    const std::optional<size_t> other = beside.clip.value_or(clip);
    const double otherSeconds = timeBeside(other != clip) + beside.laterSeconds;
    if (beside.skinning) second.look.skinning = *beside.skinning;
    if (beside.posed() && plays) pose(sides_[1], second, other, otherSeconds);
    if (compared.onion.shown && plays) addGhosts(sides_[1], second, other, otherSeconds);
    writeNotes(scenes_[0], second, otherSeconds, plays);
    return scenes_;
}

/// Of the second side: a clip of its own neither begins anew nor ends with the first one, and a later time of the same
/// clip goes on to its own end.
double ComparedScenes::timeBeside(bool isOther) const {
    const Animator& animator = stage_.animator();
    const bool goesOn = isOther || animator.repeat() == Repeat::once;
    return goesOn ? stage_.playedSeconds() : animator.timeSeconds();
}

void ComparedScenes::pose(Side& side, Scene& scene, std::optional<size_t> clip, double seconds) {
    side.still.take(clip, seconds, stage_.worldFromRoot(), side.pose);
    scene.worldFromNode = side.pose.worldFromNode;
    scene.morphWeights = side.pose.morphWeights;
    stage_.skeletonAt(side.pose.worldFromNode, scene.look.skeleton, side.lines);
    scene.lines = side.lines;
    const Box& box = stage_.clipBounds(clip);
    scene.ground.height = box.min.y;
    if (stage_.rootMotion() == RootMotionUse::move) return;  // the floor is the first one's
    const GroundMotion& motion = side.still.groundMotion();
    scene.ground.travelled = {motion.translation.x, motion.translation.z};
    scene.ground.turnRadians = static_cast<float>(yawRadians(motion, {0.0, 1.0, 0.0}));
    scene.ground.footprint = box;
}

/// From the outermost to those next to the present, before and after in turns.
void ComparedScenes::addGhosts(Side& side, Scene& scene, std::optional<size_t> clip, double seconds) {
    const OnionSkin& onion = stage_.compared().onion;
    side.ghostPoses.resize(size_t{2} * onion.count);
    side.ghosts.clear();
    if (!clip) return;
    const bool loops = stage_.animator().repeat() == Repeat::loop;
    const double duration = stage_.model().clips[*clip].durationSeconds;
    for (uint32_t k = onion.count; k > 0; --k)
        for (const double sign : {-1.0, 1.0}) {
            const double wished = seconds + sign * k * onion.seconds;
            if (!loops && (wished < 0.0 || wished > duration)) continue;
            StillPose& pose = side.ghostPoses[side.ghosts.size()];
            side.still.take(clip, wished, stage_.worldFromRoot(*clip, seconds, wished), pose);
            const glm::vec3& tint = sign < 0.0 ? kBeforeColor : kAfterColor;
            side.ghosts.push_back({pose.worldFromNode, pose.morphWeights, glm::vec4(tint, ghostAlpha(k, onion.count))});
        }
    scene.ghosts = side.ghosts;
}

void ComparedScenes::writeNotes(const Scene& first, const Scene& second, double secondSeconds, bool plays) {
    const Beside& beside = stage_.compared().beside;
    const auto write = [&](Side& side, const Scene& scene, std::optional<size_t> clip, double seconds) {
        const auto end = std::back_inserter(side.note);
        const auto separate = [&] { side.note += side.note.empty() ? "" : ", "; };
        if (beside.clip && plays) side.note += clip ? stage_.model().clips[*clip].name : "rest pose";
        if (beside.laterSeconds != 0.0 && plays && clip) {
            separate();
            fmt::format_to(end, "{:.2f} s",
                           placeTime(stage_.model().clips[*clip], seconds, stage_.animator().repeat()));
        }
        if (first.look.skinning != second.look.skinning) {
            separate();
            side.note += nameOf(scene.look.skinning);
        }
    };
    const std::optional<size_t> clip = stage_.animator().clip();
    write(sides_[0], first, clip, stage_.animator().timeSeconds());
    write(sides_[1], second, beside.clip.value_or(clip), secondSeconds);
}

}  // namespace sinew
