#include "app/stage/views.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "app/stage/bare_bones.h"
#include "app/stage/framing.h"

namespace sinew {
namespace {

// Vermilion and blue of Okabe and Ito, which people with color vision deficiencies can distinguish.
constexpr glm::vec3 kBeforeColor{0.665f, 0.112f, 0.0f}, kAfterColor{0.0f, 0.168f, 0.445f};
constexpr float kNearestAlpha = 0.6f, kFarthestAlpha = 0.2f;

/// Alpha of the `k`th of `count` ghosts, counted from 1 at the current pose.
float ghostAlpha(uint32_t k, uint32_t count) {
    const float far = count > 1 ? static_cast<float>(k - 1) / static_cast<float>(count - 1) : 0.0f;
    return kNearestAlpha + (kFarthestAlpha - kNearestAlpha) * far;
}

const char* nameOf(Skinning skinning) {
    return skinning == Skinning::linear ? "linear" : "dual-quaternion";
}

float scaleOf(const glm::mat4& matrix) {
    return std::cbrt(std::abs(glm::determinant(glm::mat3(matrix))));
}

/// `matrix`: turns about Y, scales and moves.
Camera movedBy(const glm::mat4& matrix, Camera camera) {
    const glm::vec3 eye(matrix * glm::vec4(camera.eye(), 1.0f));
    camera.target = glm::vec3(matrix * glm::vec4(camera.target, 1.0f));
    const glm::vec3 back = eye - camera.target;
    camera.yaw = std::atan2(back.x, back.z);
    camera.distance *= scaleOf(matrix);
    camera.sceneRadius *= scaleOf(matrix);
    return camera;
}

}  // namespace

std::span<const Scene> StageViews::make(const Scene& first, std::span<const GpuModel* const> sources) {
    const SideBySide& sideBySide = stage_.settings().sideBySide;
    const std::optional<size_t> clip = stage_.animator().clip();
    const double seconds = stage_.animator().timeSeconds();
    const bool plays = !stage_.graph() && stage_.settings().pose == ShownPose::playing;
    const bool hasGhosts = stage_.settings().onionSkin.shown && plays;
    scenes_.assign(1, first);
    showsSource_ = false;
    for (Side& side : sides_)
        side.note.clear();
    if (hasGhosts) addGhosts(sides_[0], scenes_[0], clip, seconds);
    if (!sideBySide.shown) return scenes_;

    Scene& second = scenes_.emplace_back(first);
    const std::optional<size_t> other = sideBySide.clip.value_or(clip);
    const double otherSeconds = secondsOfSecond(other != clip) + sideBySide.laterSeconds;
    if (sideBySide.skinning) second.look.skinning = *sideBySide.skinning;
    if (const ShownSource* source = stage_.source(); sideBySide.source && source) {
        showSource(*source, otherSeconds, second);
        second.model = source->stage < sources.size() ? sources[source->stage] : nullptr;
        return scenes_;
    }
    if (sideBySide.posed() && plays) setPose(sides_[1], second, other, otherSeconds);
    if (hasGhosts) addGhosts(sides_[1], second, other, otherSeconds);
    writeNotes(scenes_[0], second, otherSeconds, plays);
    return scenes_;
}

/// Shows the figure as large as the model, from the same side.
void StageViews::showSource(const ShownSource& source, double seconds, Scene& scene) {
    Stage& figure = *stage_.sources()[source.stage];
    if (figure.animator().clip() != source.clip) figure.play(source.clip);
    const PlaySettings& settings = stage_.settings();
    figure.apply({.paused = true, .repeat = settings.repeat, .rootMotion = settings.rootMotion, .pose = settings.pose});
    figure.seek(seconds);
    figure.updatePose();
    const Scene before = scene;
    scene = figure.scene(before.look.skeleton);
    const std::vector<SkeletonNode> bare = bareBones(figure.model(), figure.worldFromRoot());
    if (!before.look.skeleton && !bare.empty()) {
        skeletonLines(bare, figure.worldFromNode(), sides_[1].lines);
        scene.lines = sides_[1].lines;
    }
    scene.look = before.look;
    scene.camera = before.camera;
    scene.camera.target -= displacementOf(stage_);
    scene.camera = movedBy(glm::inverse(source.worldFromSource), scene.camera);
    scene.camera.target += displacementOf(figure);
    scene.ground.tileSize = before.ground.tileSize / scaleOf(source.worldFromSource);
    showsSource_ = true;
    const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
    sides_[0].note = nameOf(stage_.report().file);
    sides_[1].note = nameOf(figure.report().file);
}

/// Time of the second view: another clip neither restarts nor ends with the first one, and a later time of the same
/// clip continues to its own end.
double StageViews::secondsOfSecond(bool hasOtherClip) const {
    const bool continues = hasOtherClip || stage_.settings().repeat == Repeat::once;
    return continues ? stage_.playback().playedSeconds() : stage_.animator().timeSeconds();
}

/// Evaluates a clip (none: the rest pose) at a time that is wrapped or clamped like the stage's. Allocates only for
/// another clip than before, or an empty `pose`.
void StageViews::evaluateAt(Animator& animator, std::optional<size_t> clip, double seconds,
                            const glm::mat4& worldFromRoot, StillPose& pose) {
    pose.worldFromNode.resize(stage_.model().hierarchy.size());
    pose.morphWeights.resize(stage_.model().restMorphWeights.size());
    if (clip) stage_.playback().rootMotionOf(*clip);
    animator.setRepeat(stage_.settings().repeat);
    if (animator.clip() != clip) animator.play(clip);
    animator.seek(seconds);
    evaluate(animator, worldFromRoot, {pose.worldFromNode, pose.morphWeights});
    for (const auto& [weight, value] : stage_.settings().heldMorphs)
        if (weight < pose.morphWeights.size()) pose.morphWeights[weight] = value;
}

void StageViews::setPose(Side& side, Scene& scene, std::optional<size_t> clip, double seconds) {
    evaluateAt(side.animator, clip, seconds, stage_.worldFromRoot(), side.pose);
    scene.worldFromNode = side.pose.worldFromNode;
    scene.morphWeights = side.pose.morphWeights;
    stage_.skeletonAt(side.pose.worldFromNode, scene.look.skeleton, side.lines);
    scene.lines = side.lines;
    const Box& box = stage_.bounds().of(clip).all;
    scene.ground.height = box.min.y;
    if (stage_.settings().rootMotion == RootMotionUse::move) return;  // both share the floor
    const Displacement& displacement = side.animator.displacement();
    scene.ground.traveled = {displacement.translation.x, displacement.translation.z};
    scene.ground.turnRadians = static_cast<float>(yawRadians(displacement, {0.0, 1.0, 0.0}));
    scene.ground.footprint = box;
}

/// Adds ghosts from the farthest to the nearest, alternating before and after.
void StageViews::addGhosts(Side& side, Scene& scene, std::optional<size_t> clip, double seconds) {
    const OnionSkin& onionSkin = stage_.settings().onionSkin;
    side.ghostPoses.resize(size_t{2} * onionSkin.count);
    side.ghosts.clear();
    if (!clip) return;
    const bool loops = stage_.settings().repeat == Repeat::loop;
    const double duration = stage_.model().clips[*clip].durationSeconds;
    for (uint32_t k = onionSkin.count; k > 0; --k)
        for (const double sign : {-1.0, 1.0}) {
            const double ghostSeconds = seconds + sign * k * onionSkin.seconds;
            if (!loops && (ghostSeconds < 0.0 || ghostSeconds > duration)) continue;
            StillPose& pose = side.ghostPoses[side.ghosts.size()];
            evaluateAt(side.animator, clip, ghostSeconds, stage_.worldFromRoot(*clip, seconds, ghostSeconds), pose);
            const glm::vec3& tint = sign < 0.0 ? kBeforeColor : kAfterColor;
            side.ghosts.push_back(
                {pose.worldFromNode, pose.morphWeights, glm::vec4(tint, ghostAlpha(k, onionSkin.count))});
        }
    scene.ghosts = side.ghosts;
}

void StageViews::writeNotes(const Scene& first, const Scene& second, double secondSeconds, bool plays) {
    const SideBySide& sideBySide = stage_.settings().sideBySide;
    const auto write = [&](Side& side, const Scene& scene, std::optional<size_t> clip, double seconds) {
        const auto separate = [&] { side.note += side.note.empty() ? "" : ", "; };
        if (sideBySide.clip && plays) side.note += clip ? stage_.model().clips[*clip].name : "rest pose";
        if (sideBySide.laterSeconds != 0.0 && plays && clip) {
            separate();
            side.note +=
                fmt::format("{:.2f} s", wrapTime(stage_.model().clips[*clip], seconds, stage_.settings().repeat));
        }
        if (first.look.skinning != second.look.skinning) {
            separate();
            side.note += nameOf(scene.look.skinning);
        }
    };
    const std::optional<size_t> clip = stage_.animator().clip();
    write(sides_[0], first, clip, stage_.animator().timeSeconds());
    write(sides_[1], second, sideBySide.clip.value_or(clip), secondSeconds);
}

}  // namespace sinew
