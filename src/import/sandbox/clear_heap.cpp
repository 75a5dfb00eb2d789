#include "import/sandbox/clear_heap.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace sinew {
namespace {

[[maybe_unused]] bool clears = false;  ///< set while the process has one thread

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* clearMemory(size_t bytes) {
    constexpr size_t kSmall = 1024;  // below, malloc() and memset() are faster than calloc(), which has no cache
    if (bytes > kSmall) return std::calloc(1, bytes);
    void* const memory = std::malloc(bytes);
    return memory ? std::memset(memory, 0, bytes) : nullptr;
}
#endif

}  // namespace

void clearNewMemory() {
    clears = true;
}

}  // namespace sinew

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// All other forms but those for large alignments call this one. Weak, for programs that count allocations.
__attribute__((weak)) void* operator new(size_t bytes) {
    if (bytes == 0) bytes = 1;
    for (;;) {
        if (void* const memory = sinew::clears ? sinew::clearMemory(bytes) : std::malloc(bytes)) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler) throw std::bad_alloc();
        handler();
    }
}
#endif
