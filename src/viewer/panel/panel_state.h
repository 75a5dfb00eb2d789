#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "app/options/keys.h"
#include "app/options/settings.h"
#include "app/stage/stage.h"
#include "model/imported_model.h"
#include "render/scene.h"

namespace sinew {

class BackgroundCheck;
class Device;
class FrameTimes;
class GpuModel;

/// All that the panel displays of one frame. The caller owns what it points to and keeps it for the frame.
struct PanelState {
    const Model* model = nullptr;
    const ImportReport* report = nullptr;
    std::string size;            ///< ", 1.75 m tall, Y up, 53 nodes"
    std::optional<size_t> clip;  ///< none: the rest pose
    bool hasSource = false;      ///< whether the clip was retargeted from another figure (Stage::source())
    double timeSeconds = 0.0;
    PlaySettings settings;
    Look look;
    std::span<const PlayedClip> playing;
    std::span<const glm::mat4> worldFromNode;
    std::span<const float> morphWeights;
    const StateMachine* machine = nullptr;  ///< none: the user selects clips
    std::span<const KeyBinding> machineKeys;
    std::span<const LoggedEvent> machineEvents;  ///< oldest first
    double machineSeconds = 0.0;                 ///< since the state machine's start
    std::string_view environment;                ///< as ViewSettings::environment
    ModelSource source;                          ///< with the clips that are being applied
    const FrameTimes* times = nullptr;
    const BackgroundCheck* check = nullptr;
    const CrowdCounts* crowd = nullptr;  ///< of the last frame; none: no crowd is shown
    uint32_t member = 0;                 ///< Stage::member()
    uint32_t mostInstances = 0;          ///< that fit a frame
    const Device* device = nullptr;
    const GpuModel* uploaded = nullptr;  ///< none: textures are not drawn
};

/// What the panel displays of a stage. The members from `environment` on are the window's, except those of the crowd.
PanelState panelStateOf(Stage& stage, const Look& look);

/// A new value of a number or a flag; any value fires a trigger.
struct ParameterRequest {
    size_t parameter = 0;
    double value = 0.0;
};

/// What the user requested through the panel in one frame.
struct PanelRequests {
    std::optional<size_t> play;
    bool playRest = false;
    std::optional<double> seekSeconds;
    bool holdsTime = false;  ///< time stops while the user drags it
    int stepFrames = 0;
    std::optional<PlaySettings> settings;
    std::optional<ParameterRequest> parameter;
    std::optional<Look> look;
    std::optional<std::string> variant;          ///< of materials; empty: the default
    std::optional<std::vector<ClipEdit>> clips;  ///< as ModelSource::clips
    bool check = false;                          ///< run the check
    Key pressed;                                 ///< by a button; Key{}: none
};

/// Carries out the requests, except `holdsTime`, `variant`, `clips`, `check` and `pressed`, which are the window's.
void applyRequests(const PanelRequests& asked, Stage& stage, Look& look);

}  // namespace sinew
