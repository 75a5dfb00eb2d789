#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace sinew {

/// Asks the system for large pages where whole ones fit into memory that nobody has written to yet: to fill it takes
/// half as long then. A wish; memory smaller than such a page stays as it is.
inline void useLargePages([[maybe_unused]] std::span<std::byte> memory) {
#ifdef MADV_HUGEPAGE
    constexpr uintptr_t kPageBytes = uintptr_t{2} << 20;
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    const uintptr_t first = (address + kPageBytes - 1) / kPageBytes * kPageBytes;
    const uintptr_t end = (address + memory.size()) / kPageBytes * kPageBytes;
    if (first < end) static_cast<void>(madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
#endif
}

}  // namespace sinew
