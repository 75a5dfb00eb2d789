#pragma once

#include <optional>
#include <span>

#include <glm/vec2.hpp>

#include "viewer/window.h"

namespace sinew {

/// Tells clicks of the left button from drags.
class PictureClicks {
  public:
    /// `slack`: how far a hand may stray between pressing and letting go, in pixels.
    explicit PictureClicks(float slack) : slack_(slack) {}

    /// Where the button was pressed that these events let go of without a drag or another button meanwhile, the last
    /// time; none: nowhere.
    std::optional<glm::vec2> take(std::span<const PointerEvent> events);

  private:
    float slack_;
    unsigned buttons_ = 0;
    std::optional<glm::vec2> pressed_;  ///< none: what is held is a drag by now
};

}  // namespace sinew
