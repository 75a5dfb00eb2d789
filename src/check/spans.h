#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "check/check.h"
#include "model/model.h"

namespace sinew {

inline constexpr size_t kSampledKeys = 12;   // of a track that is sampled, not drawn
inline constexpr double kSameSpacing = 0.2;  // of the usual time between keys
inline constexpr double kMostTracks = 0.6;   // of the tracks: they agree

/// Where a track begins and ends.
struct Span {
    uint32_t node = 0;
    double first = 0.0, last = 0.0, step = 0.0;         ///< seconds; the step is a mean
    double close = std::numeric_limits<double>::max();  ///< seconds: a quarter of the gaps between keys are shorter
    double closest = 0.0;                               ///< the shortest of them
    size_t keys = 0;
    bool startsMoving = false, endsMoving = false, isConstant = false;
    float usualTurn = 0.0f, widestTurn = 0.0f;  ///< degrees between keys
    bool isEven = false;                        ///< the keys are evenly spaced, but for a few
    bool isWhole = false;                       ///< all times are whole numbers
};

/// One for each track with keys, in the order of the channels.
std::vector<Span> spansOf(const AnimationClip& clip);

/// "channels-start-apart" and "channels-end-apart".
void checkEnds(const Model& model, const AnimationClip& clip, const std::vector<Span>& spans,
               std::vector<Finding>& findings);

}  // namespace sinew
