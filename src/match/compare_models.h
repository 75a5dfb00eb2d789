#pragma once

#include <string>
#include <vector>

#include "match/compare_motion.h"
#include "match/names.h"

namespace sinew {

/// One clip in two files.
struct ComparedClip {
    std::string name, otherName;  ///< empty: the rest pose
    double durationSeconds = 0.0, otherDurationSeconds = 0.0;
    bool durationsDiffer = false;  ///< by more than half a frame
    MotionDifference difference;
    std::string mesh, bone;  ///< of the vertex with the largest difference, and its strongest bone
    double share = 0.0;      ///< the largest distance relative to the model's size
};

/// The clips of two models, compared.
struct ModelComparison {
    VertexMatch match;  ///< without pairs: nothing was compared
    double size = 0.0;  ///< of the first model, in units of its world
    std::vector<ComparedClip> clips;
    std::vector<std::string> missingClips;  ///< of the first model
    std::vector<std::string> addedClips;

    double largestShare() const;
};

/// Compares each pair of clips, or the rest poses if there is none. Both models have a mesh. `byDualQuaternions`: as
/// for MotionComparison.
ModelComparison compareModels(const Model& own, const Model& other, const ClipPairs& pairs, bool byDualQuaternions);

}  // namespace sinew
