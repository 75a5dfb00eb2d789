#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "app/stage/stage.h"
#include "model/imported_model.h"
#include "render/scene.h"

namespace sinew {

class BackgroundCheck;
class FrameTimes;
class GpuModel;

/// What the renderer draws, and the device's resources that it takes.
struct DrawStatistics {
    size_t draws = 0, parts = 0;
    size_t memoryBytes = 0;  ///< device memory, allocated in blocks
    std::string_view device;
    bool hasWireframe = true;
};

/// All that the panel displays of one frame. The caller owns what it points to and keeps it for the frame.
struct PanelState {
    const Model* model = nullptr;
    const ImportReport* report = nullptr;
    std::optional<size_t> clip;  ///< none: the rest pose
    bool hasSource = false;      ///< whether the clip was retargeted from another figure (Stage::source())
    double timeSeconds = 0.0;
    PlaySettings settings;
    Look look;
    std::span<const PlayedClip> playing;
    std::span<const glm::mat4> worldFromNode;
    const StateMachine* machine = nullptr;  ///< none: the user selects clips
    std::span<const KeyBinding> machineKeys;
    std::span<const LoggedEvent> machineEvents;             ///< oldest first
    double machineSeconds = 0.0;                            ///< since the state machine's start
    std::string_view environment;                           ///< as ViewSettings::environment
    std::string_view variant;                               ///< of materials, as ModelSource::variant
    std::span<const std::filesystem::path> textureFolders;  ///< as ModelSource::textureFolders
    const FrameTimes* times = nullptr;
    const BackgroundCheck* check = nullptr;
    DrawStatistics drawn;
    std::optional<CrowdCounts> crowd;    ///< of the last frame; none: no crowd is shown
    uint32_t mostInstances = 0;          ///< that fit a frame
    const GpuModel* uploaded = nullptr;  ///< none: textures are not drawn
};

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
    std::optional<std::string> variant;  ///< of materials; empty: the default
    bool check = false;                  ///< run the check
    bool resetCamera = false;
};

/// Carries out the requests, except `holdsTime`, `variant`, `check` and `resetCamera`, which are the window's.
void applyRequests(const PanelRequests& asked, Stage& stage, Look& look);

}  // namespace sinew
