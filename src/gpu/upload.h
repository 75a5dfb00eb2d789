#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace sinew {

class Device;
class Image;

/// Collects bytes for buffers and images in device memory and copies them in one submit. The targets must live, stay
/// where they are and be used by no frame in flight until finish() returns. The collected bytes are the uploader's own
/// copy.
class Uploader {
  public:
    explicit Uploader(const Device& device) : device_(&device) {}

    /// The target needs VK_BUFFER_USAGE_TRANSFER_DST_BIT, which every MemoryKind::device buffer has.
    void add(const Buffer& target, std::span<const std::byte> bytes, VkDeviceSize offsetBytes = 0);

    /// `texels`: the largest level, rows packed tightly; std::invalid_argument when their size is another. The other
    /// levels are filled from it (averaged in linear light when the format is sRGB). The old content goes. Afterwards
    /// the image is kSampled. Usage: TRANSFER_DST, and with several levels also TRANSFER_SRC.
    void add(const Image& target, std::span<const std::byte> texels);

    /// `fill` writes the texels, each once, to where it is told.
    void add(const Image& target, const std::function<void(std::span<std::byte> texels)>& fill);

    /// Copies all that was added, waits until it is there, and lets the staging memory go. The uploader may be used
    /// again.
    void finish();

  private:
    struct Staged {
        VkBuffer buffer;
        VkDeviceSize offsetBytes;
    };
    struct BufferCopy {
        Staged source;
        VkBuffer target;
        VkDeviceSize offsetBytes;
        VkDeviceSize sizeBytes;
    };
    struct ImageCopy {
        Staged source;
        const Image* target;
    };
    struct Room {
        Staged staged;
        std::span<std::byte> bytes;
    };
    Room makeRoom(size_t byteCount);

    const Device* device_;
    std::vector<Buffer> chunks_;
    VkDeviceSize usedBytes_ = 0;  ///< of the last chunk
    std::vector<BufferCopy> bufferCopies_;
    std::vector<ImageCopy> imageCopies_;
};

/// One buffer from one array, uploaded at once: for tests and small things. Many: collect them in one Uploader.
Buffer uploadedBuffer(const Device& device, std::span<const std::byte> bytes, VkBufferUsageFlags usage);

}  // namespace sinew
