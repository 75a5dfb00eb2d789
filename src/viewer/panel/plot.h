#pragma once

#include <span>

#include "viewer/panel/widgets.h"

namespace sinew {

struct PlotCurve {
    std::span<const float> values;  ///< evenly spaced
    ImU32 color = kOrange;
    const char* name = "";
};

struct PlotFrame {
    float height = 60.0f;              ///< pixels
    float playhead = -1.0f;            ///< in [0, 1] of the width; negative: none
    size_t capacity = 0;               ///< values across the full width; 0: as many as the longest curve has
    bool fromZero = false;             ///< the bottom is 0 instead of the least value
    float leastSpan = 1e-3f;           ///< minimum range of the vertical axis, so that noise is not magnified
    const char* valueFormat = "%.2f";  ///< printf format of a value
};

/// Draws curves across the remaining width, labeled with the range of values. A tooltip shows the values at the
/// pointer. An ImGui item.
void plot(const char* id, std::span<const PlotCurve> curves, const PlotFrame& frame);

}  // namespace sinew
