#pragma once

#include <cstdint>
#include <string_view>

#include "media/pixels.h"

namespace sinew {

/// Where in a picture text may be, in pixels from its upper left corner; the text begins there.
struct TextArea {
    uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// Writes a line in white with a black edge; what does not fit is cut off. `scale`: as drawText()'s.
void writeText(Pixels& picture, const TextArea& area, std::string_view utf8, uint32_t scale);

}  // namespace sinew
