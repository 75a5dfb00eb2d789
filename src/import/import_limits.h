#pragma once

#include <cstddef>

namespace sinew {

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
