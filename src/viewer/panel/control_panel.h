#pragma once

#include <array>

#include "viewer/panel/input.h"
#include "viewer/panel/sections.h"

namespace sinew {

class Gui;

/// The panel at the right of the window, and the timeline at the bottom. Costs nothing while hidden.
class ControlPanel {
  public:
    /// The gui must outlive the panel.
    explicit ControlPanel(Gui& gui) : gui_(gui) {}

    bool shown() const { return shown_; }
    void toggle();

    /// Resets the panel for another model.
    void setModel(const Model& model);

    /// Moves keyboard focus to the panel, or back to the window.
    void toggleKeyboard();
    bool hasKeyboard() const { return keyboard_; }

    /// Takes the pointer input over the panel out of `input`, and all of a drag that started there.
    void take(Input& input);

    /// Passes on a key. True when only the panel may handle it. Call this key by key: one key can move the focus for
    /// the next.
    bool takesKey(const KeyStroke& stroke);

    /// Whether the panel needs further frames although nothing moves.
    bool busy() const;

    /// Draws into a picture of that size in pixels. Call between Gui::begin() and end().
    PanelRequests draw(const PanelState& state, glm::vec2 size, double deltaSeconds);

    /// The lower right corner of the area that the panel leaves free.
    glm::vec2 freeCorner(glm::vec2 size) const;

    std::optional<uint32_t> selectedNode() const { return memory_.selectedNode; }
    std::optional<uint32_t> hoveredNode() const { return shown_ ? memory_.hoveredNode : std::nullopt; }
    void select(std::optional<uint32_t> node) { selectNode(memory_, node); }
    void selectMaterial(uint32_t material) { sinew::selectMaterial(memory_, material); }

  private:
    void giveBackKeyboard();
    bool covers(glm::vec2 place) const;
    void drawSide(const PanelScope& scope);

    Gui& gui_;
    PanelMemory memory_;
    bool shown_ = false;
    bool keyboard_ = false;     ///< the next key goes to the panel
    bool focused_ = false;      ///< the drawn panel keeps focus until it has processed all its keys
    bool takesFocus_ = false;   ///< in the next frame
    bool typing_ = false;       ///< a text box was active in the last frame
    bool pointerHeld_ = false;  ///< a button was pressed over the panel
    unsigned buttons_ = 0;
    glm::vec2 pointer_{-1.0f};
    glm::vec2 size_{0.0f};  ///< of the last frame
    double quietSeconds_ = 0.0;
};

}  // namespace sinew
