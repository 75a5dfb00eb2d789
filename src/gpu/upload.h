#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace sinew {

class Device;
class Image;

/// Stages data for buffers and images in device memory and copies it. Until finish() returns, the targets must exist
/// and no frame in flight may use them; images must not move. The source data is copied at once. What is staged already
/// is finished before it and the next data exceed 64 MiB, so that large textures are not in memory twice.
class Uploader {
  public:
    explicit Uploader(const Device& device) : device_(&device) {}

    /// The target must have VK_BUFFER_USAGE_TRANSFER_DST_BIT, as every MemoryKind::device buffer does.
    void add(const Buffer& target, std::span<const std::byte> bytes, VkDeviceSize offsetBytes = 0);

    /// `texels`: level 0 of an RGBA8 or BGRA8 image, tightly packed; @throws std::invalid_argument if their size is
    /// wrong. The other levels are filtered from it, in linear light for sRGB formats. Afterwards the image is
    /// kSampled. Usage: TRANSFER_DST, with several levels also TRANSFER_SRC.
    void add(const Image& target, std::span<const std::byte> texels);

    /// `fill` writes the texels directly into staging memory, each once: `levelCount` levels, tightly packed, the
    /// largest first. One, from which the others are filtered, or all: then the format may also be one of BC blocks.
    void add(const Image& target, const std::function<void(std::span<std::byte> texels)>& fill,
             uint32_t levelCount = 1);

    /// All levels of an image, tightly packed, the largest first. Afterwards it is kSampled.
    /// @throws std::invalid_argument if their number or a size is wrong. Usage: TRANSFER_DST.
    void addLevels(const Image& target, std::span<const std::span<const std::byte>> levels);

    /// Copies everything, waits for completion and frees the staging memory. The uploader can be reused.
    void finish();

  private:
    struct Source {
        VkBuffer buffer;
        VkDeviceSize offsetBytes;
    };
    struct BufferCopy {
        Source source;
        VkBuffer target;
        VkDeviceSize offsetBytes;
        VkDeviceSize sizeBytes;
    };
    struct ImageCopy {
        Source source;
        const Image* target;
        uint32_t levelCount;  ///< in the source; the others are filtered
    };
    struct Staging {
        Source source;
        std::span<std::byte> bytes;
    };
    Staging allocate(size_t byteCount);

    const Device* device_;
    std::vector<Buffer> chunks_;
    VkDeviceSize usedBytes_ = 0;    ///< in the last chunk
    VkDeviceSize stagedBytes_ = 0;  ///< of all chunks
    std::vector<BufferCopy> bufferCopies_;
    std::vector<ImageCopy> imageCopies_;
};

/// Fills each mip level from the one above it, filtered. All levels are kCopyDestination before and kSampled
/// afterwards.
void fillLevels(VkCommandBuffer commands, const Image& image);

}  // namespace sinew
