#pragma once

#include <map>
#include <set>
#include <string>

#include "animation/playback/clip_mixer.h"
#include "app/crowd/crowd_settings.h"
#include "render/scene.h"

namespace sinew {

/// How --state-json names the values of Repeat, in their order.
inline constexpr const char* kRepeatNames[] = {"once", "loop", "ping-pong"};

/// How root motion is applied. A clip that walks in place always moves the floor, or the character over it.
enum class RootMotionUse {
    off,    ///< stays in the pose, as authored
    floor,  ///< the character stays in place; the floor scrolls and turns under it
    move,   ///< the character moves and turns, and continues where a loop ends
};

/// The values of --root-motion, in the order of the enumerators.
inline constexpr const char* kRootMotionNames[] = {"off", "floor", "move"};

/// The displayed pose.
enum class ShownPose {
    playing,  ///< of the clip or the state machine
    rest,     ///< the local transforms and morph weights of the file
    bind,     ///< in which the meshes were skinned (model/poses.h)
};

/// The values of --pose, in the order of the enumerators.
inline constexpr const char* kPoseNames[] = {"playing", "rest", "bind"};

/// A second view at the right of the first, from the same camera. Values that are not set are those of the first view.
struct SideBySide {
    bool shown = false;
    std::optional<std::optional<size_t>> clip;  ///< the inner optional is empty for the rest pose
    double laterSeconds = 0.0;                  ///< added to the time of the first view; may be negative
    std::optional<Skinning> skinning;
    bool source = false;  ///< shows the figure that the clip was retargeted from, if it was, in place of `clip`

    /// Whether the second view has a pose of its own.
    bool posed() const { return source || clip || laterSeconds != 0.0; }

    /// Shows or hides it. Unless it is set up otherwise, it shows the clip's source if there is one, and otherwise gets
    /// the skinning method that the first view, which has `first`, does not use.
    void toggle(Skinning first, bool hasSource) {
        shown = !shown;
        if (!shown || posed() || skinning) return;
        source = hasSource;
        if (!source) skinning = first == Skinning::linear ? Skinning::dualQuaternion : Skinning::linear;
    }
};

/// Maximum of OnionSkin::count.
inline constexpr uint32_t kMostGhosts = 8;

/// Ghosts of earlier and later poses.
struct OnionSkin {
    bool shown = false;
    uint32_t count = 2;    ///< before the current pose, and again after it: 1 to kMostGhosts
    double seconds = 0.1;  ///< between neighboring ghosts, above 0
};

/// How a model is played and displayed. The options, the panel, a reload and --state-json share this one value.
struct PlaySettings {
    double speed = 1.0;  ///< 1 as authored; negative plays backward
    bool paused = false;
    Repeat repeat = Repeat::loop;
    std::optional<LoopRange> loopRange;  ///< of the current clip; reset when another clip starts
    TransitionKind transition = TransitionKind::fade;
    double transitionSeconds = 0.2;
    ClipMix mix;
    RootMotionUse rootMotion = RootMotionUse::off;
    ShownPose pose = ShownPose::playing;
    std::optional<uint32_t> shownMaterial;  ///< only surfaces with this material are drawn; none: all
    std::set<std::string> hiddenNodes;      ///< their meshes are not drawn; not those of their children
    std::map<uint32_t, float> heldMorphs;   ///< weights of morph targets in place of the clip's, by their index
    SideBySide sideBySide;
    OnionSkin onionSkin;
    CrowdSettings crowd;
};

}  // namespace sinew
