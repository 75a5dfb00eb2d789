#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

// Opening files beneath a folder and nowhere else: by openat2(2) with RESOLVE_BENEATH the kernel itself follows the
// path, and does not leave the folder.

enum class Opened { file, folder };

/// False where the kernel cannot.
bool kernelKeepsBeneath();

/// A descriptor to read from; negative where there is none, errno says why. Only where kernelKeepsBeneath().
int openInKernel(int folder, const char* name, Opened what);

/// How to open what, as open(2) has it.
int openFlags(Opened what);

/// What openInKernel() asks the kernel. A list of system calls sees the numbers of a call and not what they point to;
/// so that one can know these questions by their addresses, they stand in memory of their own that is never written to
/// again, below all other memory.
struct OpenQuestions {
    const void* file = nullptr;
    const void* folder = nullptr;
    size_t bytes = 0;   ///< of each
    uintptr_t end = 0;  ///< of that memory: what is to stay as it is begins below, all else above
};

/// Only where kernelKeepsBeneath().
OpenQuestions openQuestions();

}  // namespace sinew
