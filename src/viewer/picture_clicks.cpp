#include "viewer/picture_clicks.h"

#include <utility>

#include <glm/geometric.hpp>

namespace sinew {

std::optional<glm::vec2> PictureClicks::take(std::span<const PointerEvent> events) {
    constexpr unsigned kLeft = 1;
    std::optional<glm::vec2> clicked;
    for (const PointerEvent& event : events) {
        const unsigned before = std::exchange(buttons_, event.buttons);
        if (before == 0 && event.buttons == kLeft) pressed_ = event.place;
        if (!pressed_) continue;
        if ((event.buttons & ~kLeft) != 0 || glm::distance(event.place, *pressed_) > slack_) pressed_.reset();
        if (event.buttons == 0 && pressed_) clicked = std::exchange(pressed_, std::nullopt);
    }
    return clicked;
}

}  // namespace sinew
