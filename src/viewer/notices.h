#pragma once

#include <string>

#include <volk.h>

struct ImDrawData;
struct ImGuiContext;

namespace sinew {

/// What the window writes over the picture: the list of keys, and a line or an error for a while. Owns Dear ImGui's
/// context.
class Notices {
  public:
    Notices();
    ~Notices();
    Notices(const Notices&) = delete;
    Notices& operator=(const Notices&) = delete;

    /// Shows a line for a few seconds, in place of the one before.
    void say(const std::string& text);

    /// Shows a text, possibly of several lines, until it is taken back with an empty one.
    void complain(const std::string& text) { complaint_ = text; }

    void toggleKeys() { keysShown_ = !keysShown_; }

    /// True when build() has something to draw.
    bool visible() const { return keysShown_ || !complaint_.empty() || lineSeconds_ > 0.0; }

    /// The draw lists for a picture of that size, valid until the next call.
    const ImDrawData& build(VkExtent2D extent, double deltaSeconds);

  private:
    ImGuiContext* context_ = nullptr;
    std::string line_;
    double lineSeconds_ = 0.0;
    std::string complaint_;
    bool keysShown_ = false;
};

}  // namespace sinew
