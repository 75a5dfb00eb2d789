#include "model/large_memory.h"

#include <cstdint>
#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace sinew {

void* allocateLarge(size_t bytes) {
    if (bytes > SIZE_MAX - kLargeBytes) throw std::bad_alloc();
    const size_t whole = (bytes + kLargeBytes - 1) / kLargeBytes * kLargeBytes;
    void* memory = std::aligned_alloc(kLargeBytes, whole);
    if (!memory) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // A wish: where it is not granted the pages are small. Not for the last one, of which a part only is wanted.
    static_cast<void>(madvise(memory, bytes / kLargeBytes * kLargeBytes, MADV_HUGEPAGE));
#endif
    return memory;
}

void freeLarge(void* memory) noexcept {
    std::free(memory);
}

}  // namespace sinew
