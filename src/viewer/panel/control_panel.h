#pragma once

#include <array>

#include "viewer/panel/memory.h"
#include "viewer/window.h"

namespace sinew {

class Gui;

/// The panel at the right side of the window, and the time at its foot. Hidden it costs nothing.
class ControlPanel {
  public:
    /// The gui must outlive the panel.
    explicit ControlPanel(Gui& gui) : gui_(gui) {}

    bool shown() const { return shown_; }
    void toggle();

    /// Another model is shown: what was known of the one before is forgotten.
    void meet(const Model& model);

    /// Gives the keyboard to the panel, or back to the program.
    void toggleKeyboard();
    bool hasKeyboard() const { return keyboard_; }

    /// Takes what is the panel's of the pointer, and leaves the rest: of a press over the panel all up to its release.
    void take(Input& input);

    /// Hears of a key, and of what it types; true: that was for the panel alone. One by one: a key may be what gives
    /// those after it to the panel.
    bool takesKey(const KeyStroke& stroke);

    /// Whether the panel has still to be drawn, though nothing moves in the picture.
    bool busy() const;

    /// Between Gui::begin() and end(), into a picture of that size in pixels.
    PanelRequests draw(const PanelState& state, glm::vec2 size, double deltaSeconds);

    /// The lower right corner of what the panel leaves of such a picture.
    glm::vec2 freeCorner(glm::vec2 size) const;

    std::optional<uint32_t> selectedNode() const { return memory_.selectedNode; }
    std::optional<uint32_t> hoveredNode() const { return shown_ ? memory_.hoveredNode : std::nullopt; }
    void select(std::optional<uint32_t> node) { selectNode(memory_, node); }

  private:
    void giveBackKeyboard();
    bool covers(glm::vec2 place) const;
    float sideWidth(glm::vec2 size) const;
    float footHeight(glm::vec2 size) const;
    void drawSide(const PanelScope& scope);

    Gui& gui_;
    PanelMemory memory_;
    bool shown_ = false;
    bool keyboard_ = false;     ///< the next key is the panel's
    bool focused_ = false;      ///< and what is drawn has the focus, until all that was typed for it is heard
    bool takesFocus_ = false;   ///< in the next frame
    bool typing_ = false;       ///< a box of the last frame takes text
    bool pointerHeld_ = false;  ///< a button went down over the panel
    unsigned buttons_ = 0;
    glm::vec2 pointer_{-1.0f};
    glm::vec2 size_{0.0f};  ///< of the picture that was drawn last
    double quietSeconds_ = 0.0;
};

}  // namespace sinew
