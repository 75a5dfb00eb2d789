#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// For vectors whose resize() leaves what it adds without a value: pixels are read into it, and to fill it first takes
/// as long as that. Large ones begin where a large page may, for those who ask for such pages (large_pages.h).
template <typename Value>
struct UnfilledAllocator : std::allocator<Value> {
    template <typename Other>
    struct rebind {
        using other = UnfilledAllocator<Other>;
    };

    static constexpr size_t kLargeBytes = size_t{2} << 20;
    static constexpr size_t kLargeCount = kLargeBytes / sizeof(Value);
    static constexpr size_t kMostCount = SIZE_MAX / sizeof(Value);

    Value* allocate(size_t count) {
        if (count < kLargeCount || count > kMostCount) return std::allocator<Value>::allocate(count);
        return static_cast<Value*>(::operator new(count * sizeof(Value), std::align_val_t(kLargeBytes)));
    }
    void deallocate(Value* values, size_t count) {
        if (count < kLargeCount) return std::allocator<Value>::deallocate(values, count);
        ::operator delete(values, std::align_val_t(kLargeBytes));
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

/// Pixels that are still where they came from.
class StoredPixels {
  public:
    virtual ~StoredPixels() = default;

    /// Fills `out`, which has their size; each byte is written once and none is read, so that it may be a GPU's memory.
    /// @throws Error(Exit::input) with all that is to be said when they are not what they were.
    virtual void read(std::span<std::byte> out) const = 0;
};

/// Pixels as R G B A bytes, rows from the top, no padding.
struct ImageData {
    uint32_t width = 0;
    uint32_t height = 0;
    PixelBytes rgba;                                       ///< width * height * 4, or none where they are `stored`
    std::shared_ptr<const StoredPixels> stored = nullptr;  ///< none: they are in `rgba`

    size_t byteCount() const { return size_t{width} * height * 4; }
    bool operator==(const ImageData&) const = default;
};

/// The pixels where they are, or in `room`, when they had to be fetched. @throws as StoredPixels::read().
std::span<const uint8_t> pixelsOf(const ImageData& image, PixelBytes& room);

}  // namespace sinew
