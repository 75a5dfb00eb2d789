#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <volk.h>
#include <glm/vec2.hpp>

#include "app/compared_scenes.h"
#include "media/pixels.h"

namespace sinew {

/// A line of text in a picture.
struct Label {
    glm::vec2 place{0.0f};  ///< its upper left corner, in pixels from the picture's
    float right = 0.0f;     ///< where its side of the picture ends, and the text
    std::string text;
};

/// What is to be written into a picture of that size: what tells its sides apart, and, where they show them, the names
/// of the bones, the chosen one first; of names that would lie on each other the later one is left out. `scale`: pixels
/// for one of a font 7 wide and 13 high.
void findLabels(const Stage& stage, const ComparedScenes& compared, std::span<const Scene> sides, VkExtent2D extent,
                float scale, std::vector<Label>& labels);

/// How large text is in a picture that is written: as drawText() has it.
uint32_t textScale(uint32_t height);

void writeLabels(Pixels& picture, std::span<const Label> labels);

}  // namespace sinew
