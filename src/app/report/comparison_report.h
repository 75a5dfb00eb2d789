#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/compare_motion.h"

namespace sinew {

/// Beyond it two files do not move alike: a share of the model's size. An export writes five digits at least.
inline constexpr double kDefaultMotionThreshold = 0.001;

/// One clip in two files.
struct ComparedClip {
    std::string name, otherName;  ///< empty: the rest pose
    double durationSeconds = 0.0, otherDurationSeconds = 0.0;
    bool durationsDiffer = false;  ///< by more than half a frame
    MotionDifference difference;
    std::string mesh, bone;  ///< where the difference is largest, and what moves that vertex most

    double share = 0.0;  ///< the largest distance as a share of the model's size
};

/// What `--compare` says of two files.
struct ModelComparison {
    std::string file, other;  ///< as given
    MatchedBy matchedBy = MatchedBy::order;
    size_t vertices = 0;                  ///< pairs
    double size = 0.0;                    ///< of the first model, in units of its world
    std::optional<double> metersPerUnit;  ///< of the first model
    double threshold = kDefaultMotionThreshold;
    std::vector<ComparedClip> clips;
    std::vector<std::string> missingClips;  ///< of the first file that the other has not: it does not hold
    std::vector<std::string> addedClips;

    double largestShare() const;
    bool passed() const;
};

/// A line for each clip, and one that sums up.
std::string comparisonText(const ModelComparison& comparison);

/// One JSON object; `schema` is its version.
std::string comparisonJson(const ModelComparison& comparison);

}  // namespace sinew
