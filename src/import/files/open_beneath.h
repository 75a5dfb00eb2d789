#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

// Opens files below a folder only: openat2(2) with RESOLVE_BENEATH makes the kernel refuse paths that leave it.

enum class Opened { file, folder };

/// True when the kernel supports this.
bool kernelKeepsBeneath();

/// A descriptor for reading, or negative and errno. Requires kernelKeepsBeneath().
int openInKernel(int folder, const char* name, Opened what);

/// Flags for open(2).
int openFlags(Opened what);

/// The arguments that openInKernel() passes. A seccomp filter sees their addresses but not their content, so they are
/// in read-only memory of their own, below all other memory, where the filter recognizes them by address.
struct OpenArguments {
    const void* file = nullptr;
    const void* folder = nullptr;
    size_t bytes = 0;   ///< size of each
    uintptr_t end = 0;  ///< of that memory
};

/// Requires kernelKeepsBeneath().
OpenArguments openArguments();

}  // namespace sinew
