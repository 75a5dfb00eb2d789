#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

#include "model/skinned_mesh.h"

namespace sinew {

struct ImportOptions {
    uint32_t influences = kInfluencesPerVertex;  ///< kept of a vertex: 4 or 8
    bool keepCut = false;                        ///< fill ImportReport::cutMeshes
    bool leavePixels = false;                    ///< those of a baked file stay in it until they are drawn
    std::stop_token stop = {};                   ///< to give up: an IsolatedImporter does so at once, others do not
    /// Hears, in their order, the ends of the stages of a reading, for those who measure. What goes on beside a stage
    /// counts to the one that waits for it. Not of another process.
    std::function<void(std::string_view stage)> stageEnded = {};

    void ended(std::string_view stage) const {
        if (stageEnded) stageEnded(stage);
    }
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double kImportSeconds = 100.0;  // what a sanitizer has instrumented is so much slower
#else
inline constexpr double kImportSeconds = 10.0;
#endif

/// Of one import in a process of its own.
struct ImportLimits {
    double seconds = kImportSeconds;        ///< of processor time, counted in whole ones
    size_t memoryBytes = size_t{2} << 30;   ///< address space, the stack too
    size_t stackBytes = size_t{512} << 20;  ///< importers call themselves for what is nested in a file
    size_t answerBytes = size_t{3} << 29;   ///< of what it makes
    unsigned descriptors = 16;

    /// Until it is taken for dead: longer, because a busy machine lets it wait.
    double waitSeconds() const { return 3.0 * seconds; }
};

}  // namespace sinew
