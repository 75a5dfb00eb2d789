#pragma once

#include <deque>
#include <set>
#include <string_view>

#include <volk.h>

#include "viewer/panel/input.h"

struct ImDrawData;
struct ImGuiContext;

namespace sinew {

/// The ImGui context, its style and its input. ImGui calls are allowed between begin() and end(). Independent of
/// windows, so that tests can act as the user.
class Gui {
  public:
    /// `scale`: pixels per unit of the layout, and the scale of the text.
    explicit Gui(float scale = 1.0f);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    float scale() const { return scale_; }
    /// Effective from the next frame on.
    void setScale(float scale);

    /// Adds the characters of a text to the font, from the next frame on.
    void need(std::string_view utf8);

    /// Counts the changes of the font's texture, which the renderer takes.
    unsigned fontVersion() const { return fontVersion_; }

    /// Queues input. A frame processes one button change, each key once, and nothing after a key with an effect, so
    /// that no input is lost when several events arrive together.
    void addPointer(const PointerEvent& event) { pointer_.push_back(event); }
    void addWheel(float notches) { wheel_ += notches; }
    void addKey(const KeyStroke& stroke) { keys_.push_back(stroke); }

    /// Delays keys by a number of frames.
    void holdKeys(int frames) { heldFrames_ = frames; }

    /// Releases all keys and buttons, as when the panel is hidden.
    void forgetInput();

    /// Whether frames are needed: for queued input, or a new font.
    bool hasInput() const { return !pointer_.empty() || hasKeys() || fontIsOld_; }
    bool hasKeys() const { return !keys_.empty(); }

    /// Time since the pointer moved; tooltips wait for it.
    double stillSeconds() const { return stillSeconds_; }

    void begin(VkExtent2D extent, double deltaSeconds);

    /// The frame's draw lists, valid until the next begin().
    const ImDrawData& end();

  private:
    void makeFont();
    void processPointer();
    void processKeys();

    ImGuiContext* context_ = nullptr;
    float scale_;
    std::set<char32_t> characters_{0xfffd};  ///< of the font, beyond Latin-1
    bool fontIsOld_ = false;
    unsigned fontVersion_ = 0;
    std::deque<PointerEvent> pointer_;
    std::deque<KeyStroke> keys_;
    int heldFrames_ = 0;
    PointerEvent present_{.place = {-1.0f, -1.0f}};
    float wheel_ = 0.0f;
    double stillSeconds_ = 0.0;
};

}  // namespace sinew
