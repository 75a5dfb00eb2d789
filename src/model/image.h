#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// Leaves new elements uninitialized: zeroing pixels takes as long as reading them. Aligns large blocks to large pages,
/// so that the system can use them (large_pages.h).
template <typename Value>
struct UnfilledAllocator : std::allocator<Value> {
    template <typename Other>
    struct rebind {
        using other = UnfilledAllocator<Other>;
    };

    static constexpr size_t kLargeBytes = size_t{2} << 20;
    static constexpr size_t kLargeCount = kLargeBytes / sizeof(Value);
    static constexpr size_t kMaxCount = SIZE_MAX / sizeof(Value);

    Value* allocate(size_t count) {
        if (count < kLargeCount || count > kMaxCount) return std::allocator<Value>::allocate(count);
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

/// Pixels that are still in their file.
class StoredPixels {
  public:
    virtual ~StoredPixels() = default;

    /// Fills `out`, which has the size of the pixels. Writes each byte once and reads none, so that `out` may be
    /// write-combined GPU memory.
    /// @throws Error(Exit::input) with the whole message if the file has changed.
    virtual void read(std::span<std::byte> out) const = 0;
};

/// How an image stores its texels: one by one, or in blocks of 4x4 (Khronos Data Format Specification 1.3, sections 18
/// to 20), which only the GPU decodes.
enum class TexelFormat : uint8_t {
    rgba8,
    bc1,   ///< RGB, and alpha of 0 or 1
    bc2,   ///< RGBA
    bc3,   ///< RGBA
    bc4,   ///< one channel, which is all three colors
    bc5,   ///< RG
    bc6h,  ///< RGB, linear, unsigned floats
    bc7,   ///< RGBA
};

/// "RGBA8", "BC1", ...
const char* nameOf(TexelFormat format);

/// An image, top row first, without padding.
struct ImageData {
    uint32_t width = 0;
    uint32_t height = 0;
    PixelBytes bytes;  ///< byteCount(): mip levels, the largest first; empty if `stored`
    std::shared_ptr<const StoredPixels> stored = nullptr;  ///< null: they are in `bytes`
    TexelFormat format = TexelFormat::rgba8;
    uint32_t levelCount = 1;  ///< of RGBA8 always 1: further mip levels are made when it is drawn

    bool isBlocks() const { return format != TexelFormat::rgba8; }
    size_t byteCount() const;  ///< exact for sides up to kMaxImageSide
    bool operator==(const ImageData&) const = default;
};

/// Bytes of one mip level, 0 the largest.
size_t levelBytes(const ImageData& image, uint32_t level);

/// Most mip levels of an image: down to 1x1.
uint32_t mostLevels(uint32_t width, uint32_t height);

/// Returns the bytes; reads stored ones into `buffer`. @throws as StoredPixels::read().
std::span<const uint8_t> bytesOf(const ImageData& image, PixelBytes& buffer);

}  // namespace sinew
