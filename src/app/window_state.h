#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/options.h"
#include "app/stage.h"
#include "render/camera.h"

namespace sinew {

/// A clip (none: the rest pose) of a mix, by its name.
struct MixedName {
    std::optional<std::string> clip;
    double weight = 0.0;
};

/// An event of a state machine, as HeardEvent.
struct EventName {
    std::string name;
    double timeSeconds = 0.0;
    double weight = 0.0;
};

/// The layer of a mix, by its names.
struct MixedLayerName {
    std::string clip;
    LayerMode mode = LayerMode::additive;
    double weight = 0.0;
    std::optional<std::string> maskNode;
    uint32_t featherLevels = 0;
};

/// What stands in the window when it closes: what --state-json writes, for tests and for scripts.
struct WindowState {
    std::string model;                   ///< its file, as given
    std::vector<std::string> clipFiles;  ///< as given or dropped
    size_t modelIndex = 0;               ///< among the models that the window goes through
    size_t modelCount = 1;
    std::optional<std::string> animation;                    ///< none: the rest pose, or a state machine
    std::optional<std::string> state;                        ///< of the state machine
    std::optional<std::string> leftState;                    ///< which the state machine is on its way out of
    std::vector<std::pair<std::string, double>> parameters;  ///< of the state machine, as they are now
    std::vector<EventName> events;                           ///< that the state machine has passed, the latest last
    std::vector<MixedName> mixed;                            ///< first what plays; empty where nothing is mixed in
    std::optional<MixedLayerName> layer;                     ///< on top of them
    size_t animationCount = 0;
    double timeSeconds = 0.0;  ///< of the clip; with a state machine, since its beginning
    bool paused = false;
    double speed = 1.0;
    bool loop = true;
    TransitionKind transition = TransitionKind::fade;
    double crossfadeSeconds = 0.0;
    RootMotionUse rootMotion = RootMotionUse::off;
    std::optional<std::string> selectedBone;
    View view = View::shaded;
    ShownPose pose = ShownPose::playing;
    bool panelVisible = false;
    std::vector<std::string> overlays;  ///< what is drawn beside the model: "floor", "skeleton", "bone-names",
                                        ///< "wireframe", "edges", "beside", "onion-skin", "keys"
    Camera camera;
    std::string complaint;  ///< that stands in the window; empty: none
};

/// All of it that the stage and the look know.
WindowState windowStateOf(Stage& stage, const Look& look);

/// One object, with a newline.
std::string windowStateJson(const WindowState& state);

/// Writes that to a file. @throws Error(Exit::output) as writeFileAtomically() does.
void writeWindowState(const std::filesystem::path& file, const WindowState& state);

}  // namespace sinew
