#pragma once

#include <volk.h>

#include "app/stage/views.h"
#include "media/pixels.h"

namespace sinew {

/// A line of text in a picture.
struct Label {
    glm::vec2 low{0.0f}, high{0.0f};  ///< the corners of its area, in pixels; drawn at whole ones
    float right = 0.0f;               ///< the right edge of its view, where the text is cut off
    std::string text;
};

/// Finds the labels of a picture of that size, which shows the scenes of the last StageViews::make(): the notes of
/// views side by side, and bone names where a view shows them, the selected bone first. Names that would overlap an
/// earlier label are skipped. `scale`: of the text, as for drawText().
std::vector<Label> findLabels(const Stage& stage, const StageViews& views, VkExtent2D extent, float scale);

/// The scale of text in a written picture. `textSize`: as ViewSettings::textSize.
float textScale(uint32_t height, float textSize);

/// An area of a picture, in pixels. Text starts in its upper left corner.
struct TextArea {
    uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// Writes a line in white with a black outline, cut off at the area's edges. `scale`: as for drawText().
void writeText(Pixels& picture, const TextArea& area, std::string_view utf8, float scale);

/// Writes the labels, which were found for this scale.
void writeLabels(Pixels& picture, std::span<const Label> labels, float scale);

}  // namespace sinew
