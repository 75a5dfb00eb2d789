#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "app/key_list.h"

namespace sinew {

/// What the window writes over the picture: the list of keys, and a line or an error for a while.
class Notices {
  public:
    enum class Subject { shaders, model };

    /// Shows a line for a few seconds, in place of the one before.
    void say(const std::string& text);

    /// Shows a text, possibly of several lines, until the next one about the same; an empty one takes it back. It goes
    /// to stderr too.
    void complain(Subject subject, const std::string& text);

    /// What is shown of both; empty: nothing.
    std::string complaint() const;

    /// Shows that a file of this name is being read, for how long, and how to give it up; empty: none.
    void showReading(const std::string& name, double seconds);

    void setKeys(std::vector<KeyLine> keys) { keys_ = std::move(keys); }
    void toggleKeys() { keysShown_ = !keysShown_; }
    bool keysShown() const { return keysShown_; }

    /// True when draw() has something to draw.
    bool visible() const { return keysShown_ || !complaint().empty() || lineSeconds_ > 0.0 || !reading_.empty(); }

    /// Within a frame of the Gui, into the part of the picture with these corners, in pixels.
    void draw(glm::vec2 upperLeft, glm::vec2 lowerRight, double deltaSeconds);

  private:
    std::string line_;
    double lineSeconds_ = 0.0;
    std::array<std::string, 2> complaints_;  ///< of each subject
    std::string reading_;
    double readingSeconds_ = 0.0;
    std::vector<KeyLine> keys_;
    bool keysShown_ = false;
};

}  // namespace sinew
