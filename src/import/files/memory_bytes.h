#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sinew {

/// How many bytes there are at memory from malloc() or new, rounded up; the largest number where the C library does not
/// tell.
inline size_t memoryBytes([[maybe_unused]] const void* memory) {
#ifdef __GLIBC__
    return ::malloc_usable_size(const_cast<void*>(memory));
#else
    return std::numeric_limits<size_t>::max();
#endif
}

}  // namespace sinew
