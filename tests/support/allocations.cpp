#include "support/allocations.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#ifdef _WIN32
#include <malloc.h>
#endif

namespace {

std::atomic<size_t> allocations{0};

void* allocate(size_t bytes) noexcept {
    ++allocations;
    return std::malloc(bytes ? bytes : 1);
}

void* allocate(size_t bytes, std::align_val_t alignment) noexcept {
    ++allocations;
    const size_t multiple = std::max(static_cast<size_t>(alignment), sizeof(void*));
#ifdef _WIN32
    return _aligned_malloc(bytes ? bytes : 1, multiple);
#else
    void* memory = nullptr;
    return posix_memalign(&memory, multiple, bytes ? bytes : 1) == 0 ? memory : nullptr;
#endif
}

void freeAligned(void* memory) noexcept {
#ifdef _WIN32
    _aligned_free(memory);
#else
    std::free(memory);
#endif
}

template <typename... Arguments>
void* allocateOrThrow(Arguments... arguments) {
    if (void* memory = allocate(arguments...)) return memory;
    throw std::bad_alloc();
}

}  // namespace

size_t allocationCount() {
    return allocations;
}

void* operator new(size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new[](size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes);
}
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes);
}
void* operator new(size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, alignment);
}
void* operator new[](size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, alignment);
}
void* operator new(size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocate(bytes, alignment);
}
void* operator new[](size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return allocate(bytes, alignment);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    freeAligned(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    freeAligned(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    freeAligned(memory);
}
void operator delete[](void* memory, size_t, std::align_val_t) noexcept {
    freeAligned(memory);
}
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
    freeAligned(memory);
}
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
    freeAligned(memory);
}
