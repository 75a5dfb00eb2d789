#pragma once

#include <optional>
#include <span>
#include <string>

#include <volk.h>

#include "app/labels.h"
#include "app/options.h"
#include "app/stage.h"
#include "render/scene.h"
#include "viewer/notices.h"
#include "viewer/panel/apply_requests.h"
#include "viewer/panel/control_panel.h"
#include "viewer/panel/frame_times.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/verdict_run.h"

namespace sinew {

class Device;
class GpuModel;

/// The panel of a window: shows it the model on stage, and does what is asked through it.
class WindowPanel {
  public:
    /// All must outlive it, and so must the stage that it entered last: the check may still be reading its model.
    WindowPanel(const Options& options, const Device& device, Gui& gui, Notices& notices, PanelSettings settings)
        : options_(options), device_(device), gui_(gui), notices_(notices), settings_(settings), control_(gui) {}

    bool shown() const { return control_.shown(); }
    /// How many pixels at the right edge of a picture of that size the panel covers.
    uint32_t coveredWidth(VkExtent2D size) const;
    bool busy() const { return control_.busy(); }
    void toggle() { control_.toggle(); }
    void toggleKeyboard() { control_.toggleKeyboard(); }
    void take(Input& input) { control_.take(input); }
    bool takesKey(const KeyStroke& stroke) { return control_.takesKey(stroke); }

    /// To be told before the stage goes, and that another has come.
    void leave() { verdict_ = {}; }
    void enter(const Stage& stage);

    /// Time stands still while the user drags it.
    bool holdsTime() const { return asked_.holdsTime; }

    /// Chooses the bone that moves most what is seen in that place of a picture of that scene, which was of that size,
    /// or none, and says which.
    void pick(const Stage& stage, const Scene& seen, glm::vec2 place, VkExtent2D size);

    /// Lets the nodes that the panel points out stand out on stage.
    void pointOut(Stage& stage) const;

    /// Begins a frame in which nothing has been asked for yet.
    void beginFrame() { asked_ = {}; }

    /// What lies over a picture of that size: its labels, the notices, and the panel where it is shown. Valid until the
    /// next call.
    const ImDrawData& draw(VkExtent2D extent, Stage& stage, const GpuModel& drawn,
                           std::span<const glm::mat4> worldFromNode, std::span<const Label> labels, double seconds);

    /// Does what was asked for in the frame; true: the camera is to be reset, too.
    bool apply(Stage& stage);

    /// Takes the costs of a frame into the panel's numbers.
    FrameTimes& times() { return times_; }

    /// The name of the chosen node.
    std::optional<std::string> selectedBone(const Stage& stage) const;

  private:
    PanelState stateOf(Stage& stage, const GpuModel& drawn, std::span<const glm::mat4> worldFromNode) const;

    const Options& options_;
    const Device& device_;
    Gui& gui_;
    Notices& notices_;
    PanelSettings settings_;
    ControlPanel control_;
    PanelRequests asked_;  ///< through the panel of the last frame
    FrameTimes times_;
    VerdictRun verdict_;
};

}  // namespace sinew
