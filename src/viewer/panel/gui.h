#pragma once

#include <deque>

#include <volk.h>

#include "viewer/window.h"

struct ImDrawData;
struct ImGuiContext;

namespace sinew {

/// Dear ImGui's context with the program's looks, and the way of the user's input into it. Between begin() and end()
/// whoever wants draws with ImGui. Knows no window, so tests play the user.
class Gui {
  public:
    /// `scale`: Window::contentScale(). It holds for as long as this lives: the font is made for it.
    explicit Gui(float scale = 1.0f);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    float scale() const { return scale_; }

    /// What the next frames hear of, in order: a frame hears of one change of a button, of each key once, and of
    /// nothing after a key that does something, so that none is missed where several came at once.
    void addPointer(const PointerEvent& event) { pointer_.push_back(event); }
    void addWheel(float notches) { wheel_ += notches; }
    void addKey(const KeyStroke& stroke) { keys_.push_back(stroke); }

    /// Lets keys wait for so many frames.
    void holdKeys(int frames) { heldFrames_ = frames; }

    /// Lets go of all keys and buttons, as when the panel is hidden.
    void forgetInput();

    /// Whether frames have still to be drawn for what was heard.
    bool hasInput() const { return !pointer_.empty() || hasKeys(); }
    bool hasKeys() const { return !keys_.empty(); }

    /// How long the pointer has been where it is: tooltips wait for it.
    double stillSeconds() const { return stillSeconds_; }

    void begin(VkExtent2D extent, double deltaSeconds);

    /// The draw lists of the frame, valid until the next begin().
    const ImDrawData& end();

  private:
    void hearPointer();
    void hearKeys();

    ImGuiContext* context_ = nullptr;
    float scale_;
    std::deque<PointerEvent> pointer_;
    std::deque<KeyStroke> keys_;
    int heldFrames_ = 0;
    PointerEvent present_{.place = {-1.0f, -1.0f}};
    float wheel_ = 0.0f;
    double stillSeconds_ = 0.0;
};

}  // namespace sinew
