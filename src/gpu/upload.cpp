#include "gpu/upload.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/image.h"

namespace sinew {
namespace {

constexpr VkDeviceSize kChunkBytes = 16u << 20;
constexpr VkDeviceSize kMostStagedBytes = 64u << 20;
constexpr VkDeviceSize kAlignmentBytes = 16;  // a multiple of the sizes of texels and blocks

VkOffset3D cornerOfLevel(VkExtent2D extent, uint32_t level) {
    return {static_cast<int32_t>(std::max(extent.width >> level, 1u)),
            static_cast<int32_t>(std::max(extent.height >> level, 1u)), 1};
}

/// Square groups of texels that a format stores together.
struct Block {
    uint32_t side;
    VkDeviceSize byteCount;
};

/// All other formats that are uploaded have texels of four bytes.
Block blockOf(VkFormat format) {
    if (format < VK_FORMAT_BC1_RGB_UNORM_BLOCK || format > VK_FORMAT_BC7_SRGB_BLOCK) return {1, 4};
    const bool isSmall = format <= VK_FORMAT_BC1_RGBA_SRGB_BLOCK || format == VK_FORMAT_BC4_UNORM_BLOCK ||
                         format == VK_FORMAT_BC4_SNORM_BLOCK;
    return {4, isSmall ? 8u : 16u};
}

VkDeviceSize levelBytes(const Image& image, uint32_t level) {
    const Block block = blockOf(image.format());
    const auto blocks = [&](uint32_t side) { return (std::max(side >> level, 1u) + block.side - 1) / block.side; };
    return VkDeviceSize{blocks(image.extent().width)} * blocks(image.extent().height) * block.byteCount;
}

}  // namespace

Uploader::Staging Uploader::allocate(size_t byteCount) {
    usedBytes_ = (usedBytes_ + kAlignmentBytes - 1) / kAlignmentBytes * kAlignmentBytes;
    if (chunks_.empty() || usedBytes_ + byteCount > chunks_.back().sizeBytes()) {
        if (!chunks_.empty() && stagedBytes_ + byteCount > kMostStagedBytes) finish();
        chunks_.emplace_back(*device_, std::max<VkDeviceSize>(kChunkBytes, byteCount), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                             MemoryKind::upload);
        stagedBytes_ += chunks_.back().sizeBytes();
        usedBytes_ = 0;
    }
    const Staging staging{{chunks_.back(), usedBytes_}, chunks_.back().mapped().subspan(usedBytes_, byteCount)};
    usedBytes_ += byteCount;
    return staging;
}

void Uploader::add(const Buffer& target, std::span<const std::byte> bytes, VkDeviceSize offsetBytes) {
    if (offsetBytes + bytes.size() > target.sizeBytes()) throw std::invalid_argument("Uploader: exceeds the buffer");
    if (bytes.empty()) return;
    const Staging staging = allocate(bytes.size());
    std::memcpy(staging.bytes.data(), bytes.data(), bytes.size());
    bufferCopies_.push_back({staging.source, target, offsetBytes, bytes.size()});
}

void Uploader::add(const Image& target, std::span<const std::byte> texels) {
    add(target, [&](std::span<std::byte> out) {
        if (texels.size() != out.size())
            throw std::invalid_argument("Uploader: size of the texels and the image differ");
        std::memcpy(out.data(), texels.data(), texels.size());
    });
}

void Uploader::add(const Image& target, const std::function<void(std::span<std::byte> texels)>& fill,
                   uint32_t levelCount) {
    if (levelCount != 1 && levelCount != target.levelCount())
        throw std::invalid_argument("Uploader: some of the levels");
    size_t byteCount = 0;
    for (uint32_t level = 0; level < levelCount; ++level)
        byteCount += levelBytes(target, level);
    const Staging staging = allocate(byteCount);
    fill(staging.bytes);
    imageCopies_.push_back({staging.source, &target, levelCount});
}

void Uploader::addLevels(const Image& target, std::span<const std::span<const std::byte>> levels) {
    bool fits = levels.size() == target.levelCount();
    for (uint32_t level = 0; fits && level < levels.size(); ++level)
        fits = levels[level].size() == levelBytes(target, level);
    if (!fits) throw std::invalid_argument("Uploader: sizes of the levels and the image differ");
    const auto fill = [&](std::span<std::byte> out) {
        for (const std::span<const std::byte> level : levels) {
            std::memcpy(out.data(), level.data(), level.size());
            out = out.subspan(level.size());
        }
    };
    add(target, fill, target.levelCount());
}

void Uploader::finish() {
    runOnce(*device_, [&](VkCommandBuffer commands) {
        for (const BufferCopy& copy : bufferCopies_) {
            const VkBufferCopy region{copy.source.offsetBytes, copy.offsetBytes, copy.sizeBytes};
            vkCmdCopyBuffer(commands, copy.source.buffer, copy.target, 1, &region);
        }
        for (const ImageCopy& copy : imageCopies_) {
            const Image& image = *copy.target;
            imageBarrier(commands, image, kUnused, kCopyDestination);
            VkDeviceSize offsetBytes = copy.source.offsetBytes;
            for (uint32_t level = 0; level < copy.levelCount; ++level) {
                const VkOffset3D corner = cornerOfLevel(image.extent(), level);
                const VkBufferImageCopy region{
                    .bufferOffset = offsetBytes,
                    .imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .mipLevel = level, .layerCount = 1},
                    .imageExtent = {static_cast<uint32_t>(corner.x), static_cast<uint32_t>(corner.y), 1}};
                vkCmdCopyBufferToImage(commands, copy.source.buffer, image, kCopyDestination.layout, 1, &region);
                offsetBytes += levelBytes(image, level);
            }
            if (copy.levelCount > 1)
                imageBarrier(commands, image, kCopyDestination, kSampled);
            else
                fillLevels(commands, image);
        }
        // Later submits need no barrier of their own.
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                          VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT |
                          VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT,
                      VK_ACCESS_2_MEMORY_READ_BIT);
    });
    bufferCopies_.clear();
    imageCopies_.clear();
    chunks_.clear();
    usedBytes_ = stagedBytes_ = 0;
}

void fillLevels(VkCommandBuffer commands, const Image& image) {
    constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT;
    const uint32_t last = image.levelCount() - 1;
    for (uint32_t level = 0; level < last; ++level) {
        imageBarrier(commands, image, kCopyDestination, kCopySource, kColor, level, 1);
        const VkImageBlit blit{
            .srcSubresource = {.aspectMask = kColor, .mipLevel = level, .layerCount = 1},
            .srcOffsets = {{}, cornerOfLevel(image.extent(), level)},
            .dstSubresource = {.aspectMask = kColor, .mipLevel = level + 1, .layerCount = 1},
            .dstOffsets = {{}, cornerOfLevel(image.extent(), level + 1)},
        };
        vkCmdBlitImage(commands, image, kCopySource.layout, image, kCopyDestination.layout, 1, &blit, VK_FILTER_LINEAR);
    }
    if (last > 0) imageBarrier(commands, image, kCopySource, kSampled, kColor, 0, last);
    imageBarrier(commands, image, kCopyDestination, kSampled, kColor, last, 1);
}

}  // namespace sinew
