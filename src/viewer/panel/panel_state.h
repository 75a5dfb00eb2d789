#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "animation/animator.h"
#include "animation/clip_mixer.h"
#include "app/compared.h"
#include "app/graph_run.h"
#include "app/root_motion_use.h"
#include "app/shown_pose.h"
#include "model/imported_model.h"
#include "render/scene.h"

namespace sinew {

class FrameTimes;
class VerdictRun;

/// What is drawn and what it takes.
struct DrawnFacts {
    size_t draws = 0, parts = 0;
    size_t memoryBytes = 0;  ///< of the device, taken in blocks
    std::string_view device;
    bool hasWireframe = true;
};

/// All that the panel shows of one moment. What it points to is the caller's and stays for the frame.
struct PanelState {
    const Model* model = nullptr;
    const ImportReport* report = nullptr;
    std::optional<size_t> clip;  ///< none: the rest pose
    double timeSeconds = 0.0;
    double speed = 1.0;
    bool paused = false;
    Repeat repeat = Repeat::loop;
    std::optional<LoopRange> loopRange;
    TransitionKind transition = TransitionKind::fade;
    double crossfadeSeconds = 0.3;
    ClipMix mix;
    RootMotionUse rootMotion = RootMotionUse::off;
    ShownPose pose = ShownPose::playing;
    Look look;
    Compared compared;
    std::span<const PlayedClip> playing;
    std::span<const glm::mat4> worldFromNode;
    const StateMachine* machine = nullptr;  ///< none: clips are played by hand
    std::span<const KeyBinding> machineKeys;
    std::span<const HeardEvent> machineEvents;  ///< the latest last
    double machineSeconds = 0.0;                ///< since the machine's beginning
    const FrameTimes* times = nullptr;
    const VerdictRun* verdict = nullptr;
    DrawnFacts drawn;
};

/// A number or a flag is to be that, or a trigger to be fired.
struct ParameterRequest {
    size_t parameter = 0;
    double value = 0.0;
};

/// What the user asked of the program through the panel in one frame. Nothing is done before somebody does it.
struct PanelRequests {
    std::optional<size_t> play;
    bool playRest = false;
    std::optional<double> seekSeconds;
    bool holdsTime = false;  ///< time stands still while it is dragged
    std::optional<bool> paused;
    int stepFrames = 0;
    std::optional<double> speed;  ///< negative: backwards
    std::optional<Repeat> repeat;
    std::optional<std::optional<LoopRange>> loopRange;
    std::optional<TransitionKind> transition;
    std::optional<double> crossfadeSeconds;
    std::optional<ClipMix> mix;
    std::optional<ParameterRequest> parameter;
    std::optional<RootMotionUse> rootMotion;
    std::optional<ShownPose> pose;
    std::optional<Look> look;
    std::optional<Compared> compared;
    bool judge = false;  ///< the check is to be run
    bool resetCamera = false;
};

}  // namespace sinew
