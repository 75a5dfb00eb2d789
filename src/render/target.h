#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <volk.h>
#include <glm/vec4.hpp>

namespace sinew {

/// Formats that a renderer is created for.
struct PictureFormat {
    VkFormat color = VK_FORMAT_R8G8B8A8_SRGB;
    VkFormat depth = VK_FORMAT_D32_SFLOAT;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_4_BIT;
    uint32_t influences = 4;  ///< per vertex: 4 or 8, as in GpuModel
};

/// The image that a picture is drawn into, from a swapchain or offscreen. Its layout and content before drawing do not
/// matter; afterwards it is a kColorAttachment.
struct Target {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkExtent2D extent{};
};

/// The area of view `side` of `count` views side by side, from the left. The areas cover every pixel exactly once.
constexpr VkRect2D sideArea(VkExtent2D extent, size_t side, size_t count) {
    const auto edge = [&](size_t i) { return static_cast<uint32_t>(extent.width * i / count); };
    return {{static_cast<int32_t>(edge(side)), 0}, {edge(side + 1) - edge(side), extent.height}};
}

/// `extent` less `coveredWidth` columns at the right edge, but at least two columns: one for each of two views.
constexpr VkExtent2D uncoveredExtent(VkExtent2D extent, uint32_t coveredWidth) {
    const uint32_t minWidth = extent.width < 2 ? extent.width : 2;
    return {coveredWidth + minWidth < extent.width ? extent.width - coveredWidth : minWidth, extent.height};
}

/// Width / height; 1 for an empty extent.
constexpr float aspectOf(VkExtent2D extent) {
    if (extent.width == 0 || extent.height == 0) return 1.0f;
    return static_cast<float>(extent.width) / static_cast<float>(extent.height);
}

/// The attachments of one dynamic rendering scope; null views are left out.
struct Attachments {
    VkRect2D area{};                     ///< render area, viewport and scissor
    VkImageView color = VK_NULL_HANDLE;  ///< null: depth only
    std::optional<glm::vec4> clearColor;
    bool loadColor = false;                ///< without clearColor: keeps the content instead of discarding it
    VkImageView resolve = VK_NULL_HANDLE;  ///< of a multisampled `color`, which is then not stored
    VkImageView depth = VK_NULL_HANDLE;    ///< cleared to 1
    bool storeDepth = false;
};

/// Sets viewport and scissor.
void setViewport(VkCommandBuffer commands, const VkRect2D& area);

/// Begins dynamic rendering and sets all dynamic state: viewport, scissor, no culling, counterclockwise front faces.
void beginRendering(VkCommandBuffer commands, const Attachments& attachments);

}  // namespace sinew
