#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "app/picture/labels.h"
#include "app/stage/stage.h"
#include "viewer/key_list.h"
#include "viewer/panel/input.h"

namespace sinew {

/// The text that the window draws over the picture: the list of keys, messages, errors and loading progress.
class Notices {
  public:
    enum class Subject { shaders, model, environment };

    /// Shows a message for a few seconds, replacing the last one; an empty one for none.
    void say(const std::string& text, double seconds = 4.0);

    /// Shows an error, and prints it to stderr, until the next call with the same subject. An empty text clears it.
    void showError(Subject subject, const std::string& text, bool prints = true);

    /// The errors of all subjects, one a line; empty if there is none.
    std::string error() const;

    /// Shows what is being loaded, as "loading a.fbx", and the elapsed time. An empty text hides both.
    void showLoading(const std::string& text, double seconds);

    void setKeys(std::vector<KeyLine> keys) { keys_ = std::move(keys); }
    void toggleKeys() { keysShown_ = !keysShown_; }
    bool keysShown() const { return keysShown_; }

    /// Takes the keys and the wheel that scroll a list of keys that does not fit.
    void take(Input& input);

    /// Advances by real time. Returns whether there is something else to draw than before.
    bool advance(double seconds);

    /// Whether draw() has anything to draw.
    bool visible() const { return keysShown_ || !error().empty() || lineSeconds_ > 0.0 || !loading_.empty(); }

    /// Draws into the given area, in pixels. Call within a frame of the Gui.
    void draw(glm::vec2 upperLeft, glm::vec2 lowerRight);

  private:
    std::string line_;
    double lineSeconds_ = 0.0;
    bool changed_ = false;               ///< since the last advance()
    std::array<std::string, 3> errors_;  ///< of each subject
    std::string loading_;
    double loadingSeconds_ = 0.0;
    std::vector<KeyLine> keys_;
    bool keysShown_ = false;
    float keysScroll_ = 0.0f, keysScrollMost_ = 0.0f;  ///< pixels
};

/// Draws labels below all ImGui windows of a frame.
void drawLabels(std::span<const Label> labels);

/// The window's title: the clip or state with its time and speed, and the model's file, which is model `index` of
/// `count`.
std::string windowTitle(Stage& stage, size_t index, size_t count);

}  // namespace sinew
