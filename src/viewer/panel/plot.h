#pragma once

#include <span>

#include <imgui.h>

namespace sinew {

// Told apart by every eye (Okabe and Ito 2008): x, y and z, and pieces of a sum.
inline constexpr ImU32 kOrange = IM_COL32(230, 159, 0, 255);
inline constexpr ImU32 kSkyBlue = IM_COL32(86, 180, 233, 255);
inline constexpr ImU32 kGreen = IM_COL32(0, 200, 140, 255);
inline constexpr ImU32 kYellow = IM_COL32(240, 228, 66, 255);
inline constexpr ImU32 kPink = IM_COL32(214, 140, 180, 255);

struct PlotCurve {
    std::span<const float> values;  ///< evenly apart
    ImU32 color = kOrange;
    const char* name = "";
};

struct PlotFrame {
    float height = 60.0f;              ///< pixels
    float playhead = -1.0f;            ///< a share of the width; below 0: none
    size_t capacity = 0;               ///< values that the width holds; 0: as many as there are
    bool fromZero = false;             ///< else the least value is at the bottom
    float leastSpan = 1e-3f;           ///< of the values from bottom to top: what hardly moves is not blown up
    const char* valueFormat = "%.2f";  ///< of one float
};

/// Draws curves over the width that is left, with the range of values at the side and the curves' values under the
/// pointer as a tooltip. An item of Dear ImGui.
void plot(const char* id, std::span<const PlotCurve> curves, const PlotFrame& frame);

}  // namespace sinew
