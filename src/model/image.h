#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "model/large_memory.h"

namespace sinew {

/// For vectors whose resize() leaves what it adds without a value: pixels are read into it, and to fill it first takes
/// as long as that. Large ones come from allocateLarge().
template <typename Value>
struct UnfilledAllocator : std::allocator<Value> {
    template <typename Other>
    struct rebind {
        using other = UnfilledAllocator<Other>;
    };

    Value* allocate(size_t count) {
        if (count >= kLargeBytes / sizeof(Value) && count <= SIZE_MAX / sizeof(Value))
            return static_cast<Value*>(allocateLarge(count * sizeof(Value)));
        return std::allocator<Value>::allocate(count);
    }
    void deallocate(Value* values, size_t count) {
        if (count >= kLargeBytes / sizeof(Value)) return freeLarge(values);
        std::allocator<Value>::deallocate(values, count);
    }

    template <typename Other>
    void construct(Other* place) noexcept {
        ::new (static_cast<void*>(place)) Other;
    }
    template <typename Other, typename... Arguments>
    void construct(Other* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) Other(std::forward<Arguments>(arguments)...);
    }
};

using PixelBytes = std::vector<uint8_t, UnfilledAllocator<uint8_t>>;

/// Pixels as R G B A bytes, rows from the top, no padding.
struct ImageData {
    uint32_t width = 0;
    uint32_t height = 0;
    PixelBytes rgba;  ///< width * height * 4

    bool operator==(const ImageData&) const = default;
};

}  // namespace sinew
