#include "render/texture/texture_image.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/device.h"
#include "gpu/upload.h"
#include "render/texture/mask_levels.h"

namespace sinew {
namespace {

constexpr VkImageUsageFlags kTextureUsage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

VkFormat formatOf(TexelFormat format, bool color) {
    struct Formats {
        VkFormat linear, srgb;
    };
    constexpr std::array<Formats, 8> kFormats{{
        {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB},
        {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, VK_FORMAT_BC1_RGBA_SRGB_BLOCK},
        {VK_FORMAT_BC2_UNORM_BLOCK, VK_FORMAT_BC2_SRGB_BLOCK},
        {VK_FORMAT_BC3_UNORM_BLOCK, VK_FORMAT_BC3_SRGB_BLOCK},
        {VK_FORMAT_BC4_UNORM_BLOCK, VK_FORMAT_BC4_UNORM_BLOCK},
        {VK_FORMAT_BC5_UNORM_BLOCK, VK_FORMAT_BC5_UNORM_BLOCK},
        {VK_FORMAT_BC6H_UFLOAT_BLOCK, VK_FORMAT_BC6H_UFLOAT_BLOCK},
        {VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_BC7_SRGB_BLOCK},
    }};
    const Formats& formats = kFormats[static_cast<size_t>(format)];
    return color ? formats.srgb : formats.linear;
}

/// How a view reads the channels: one channel is gray.
VkComponentMapping channelsOf(TexelFormat format) {
    if (format != TexelFormat::bc4) return {};
    return {VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_R, VK_COMPONENT_SWIZZLE_ONE};
}

/// The first mip level that has at most `maxSide` rows and columns; levelCount if there is none.
uint32_t firstFitting(const ImageData& image, uint32_t maxSide) {
    uint32_t level = 0;
    while (level < image.levelCount && std::max(image.width, image.height) >> level > maxSide)
        ++level;
    return level;
}

void addBlocks(const Device& device, Uploader& uploader, const ImageData& data, bool color,
               std::vector<Image>& images) {
    const uint32_t first = firstFitting(data, device.limits().maxImageDimension2D);
    const uint32_t count = data.levelCount - first;
    const Image& image = images.emplace_back(
        device, ImageInfo{.format = formatOf(data.format, color),
                          .extent = {std::max(data.width >> first, 1u), std::max(data.height >> first, 1u)},
                          .usage = kTextureUsage,
                          .levelCount = count,
                          .channels = channelsOf(data.format)});
    uploader.add(
        image,
        [&](std::span<std::byte> out) {
            if (first == 0 && data.stored) return data.stored->read(out);
            PixelBytes buffer;
            const std::span<const uint8_t> bytes = bytesOf(data, buffer);
            std::memcpy(out.data(), bytes.last(out.size()).data(), out.size());
        },
        count);
}

/// The power of two by which `image` must be subsampled to have at most `maxSide` rows and columns.
uint32_t subsampling(const ImageData& image, uint32_t maxSide) {
    uint32_t step = 1;
    while ((std::max(image.width, image.height) + step - 1) / step > maxSide)
        step *= 2;
    return step;
}

/// Copies every `step`th pixel of every `step`th row of RGBA8.
void copyPixels(const ImageData& image, uint32_t step, std::span<std::byte> out) {
    if (step == 1 && image.stored) return image.stored->read(out);
    PixelBytes buffer;
    const std::span<const std::byte> pixels = std::as_bytes(bytesOf(image, buffer));
    if (step == 1) {
        std::memcpy(out.data(), pixels.data(), pixels.size());
        return;
    }
    auto next = out.begin();
    for (uint32_t y = 0; y < image.height; y += step)
        for (uint32_t x = 0; x < image.width; x += step)
            next = std::ranges::copy(pixels.subspan((size_t{y} * image.width + x) * 4, 4), next).out;
}

}  // namespace

bool canDraw(const Device& device, const ImageData& image) {
    if (!image.isBlocks()) return true;
    return device.canSample(formatOf(image.format, false)) && device.canSample(formatOf(image.format, true)) &&
           firstFitting(image, device.limits().maxImageDimension2D) < image.levelCount;
}

void addImage(const Device& device, Uploader& uploader, const ImageData& data, bool color, std::optional<float> cutoff,
              std::vector<Image>& images) {
    if (data.isBlocks()) return addBlocks(device, uploader, data, color, images);
    const uint32_t step = subsampling(data, device.limits().maxImageDimension2D);
    const VkExtent2D extent{(data.width + step - 1) / step, (data.height + step - 1) / step};
    const ImageInfo info{.format = formatOf(data.format, color),
                         .extent = extent,
                         .usage = kTextureUsage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                         .levelCount = fullLevelCount(extent)};
    const Image& image = images.emplace_back(device, info);
    if (!cutoff) return uploader.add(image, [&](std::span<std::byte> out) { copyPixels(data, step, out); });
    std::vector<std::byte> pixels(size_t{extent.width} * extent.height * 4);
    copyPixels(data, step, pixels);
    const std::vector<std::vector<std::byte>> levels =
        maskLevels(std::move(pixels), extent.width, extent.height, *cutoff);
    uploader.addLevels(image, std::vector<std::span<const std::byte>>(levels.begin(), levels.end()));
}

}  // namespace sinew
