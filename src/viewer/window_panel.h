#pragma once

#include <optional>
#include <span>
#include <string>

#include <volk.h>

#include "app/options/settings.h"
#include "app/picture/labels.h"
#include "app/stage/stage.h"
#include "render/scene.h"
#include "viewer/notices.h"
#include "viewer/panel/control_panel.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/report.h"
#include "viewer/panel/statistics.h"

namespace sinew {

class Device;
class GpuModel;

/// Connects the panel to the window: shows it the stage, and carries out its requests.
class WindowPanel {
  public:
    /// All must outlive the panel, and so must the current stage: the check may be reading its model.
    WindowPanel(const ViewSettings& view, const Device& device, Gui& gui, Notices& notices, Look& look)
        : maxBones_(view.load.model.maxBones),
          framesInFlight_(view.device.framesInFlight),
          environment_(view.environment),
          device_(device),
          gui_(gui),
          notices_(notices),
          look_(look),
          control_(gui) {}

    ControlPanel& control() { return control_; }
    const ControlPanel& control() const { return control_; }
    FrameTimes& times() { return times_; }

    /// The number of columns that the panel covers at the right edge of a picture.
    uint32_t coveredWidth(VkExtent2D size) const;

    /// To be called before the current stage is destroyed. Waits for the check.
    void leaveStage() { check_ = {}; }
    void setStage(const Stage& stage);

    /// Whether the user is dragging the time, so that it stands still.
    bool holdsTime() const { return asked_.holdsTime; }

    /// Selects the bone with the most influence at a pixel of a view of that size, and the material there, or no bone.
    void pick(const Stage& stage, const Scene& view, glm::vec2 pixel, VkExtent2D size);

    /// Highlights the selected and the hovered node on the stage.
    void highlight(Stage& stage) const;

    /// Begins a frame without requests.
    void beginFrame() { asked_ = {}; }

    /// Draws labels, notices and, if shown, the panel over a picture of that size. Valid until the next call.
    const ImDrawData& draw(VkExtent2D extent, Stage& stage, const GpuModel& drawn, std::span<const Label> labels,
                           const ModelSource& source, double seconds);

    /// Carries out the requests of the frame. Returns whether the camera must be reset as well.
    bool apply(Stage& stage);

    /// The variant of materials that the user chose in this frame; empty: the default.
    const std::optional<std::string>& chosenVariant() const { return asked_.variant; }

    std::optional<std::string> selectedBone(const Stage& stage) const;

  private:
    PanelState stateOf(Stage& stage, const GpuModel& drawn) const;

    uint32_t maxBones_, framesInFlight_;
    std::string environment_;  ///< as ViewSettings::environment
    const Device& device_;
    Gui& gui_;
    Notices& notices_;
    Look& look_;
    ControlPanel control_;
    PanelRequests asked_;  ///< of the last frame
    FrameTimes times_;
    BackgroundCheck check_;
};

}  // namespace sinew
