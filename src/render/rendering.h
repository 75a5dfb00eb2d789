#pragma once

#include <optional>

#include <volk.h>
#include <glm/vec4.hpp>

namespace sinew {

/// A stretch of drawing into one colour attachment, with what is not given left out.
struct Rendering {
    VkRect2D area{};  ///< that is drawn and given a viewport; what is beside it stays
    VkImageView color = VK_NULL_HANDLE;
    std::optional<glm::vec4> clearColor;  ///< none: every pixel is drawn, or kept with `keepColor`
    bool keepColor = false;
    VkImageView resolve = VK_NULL_HANDLE;  ///< of a colour attachment with several samples, which is then given up
    VkImageView depth = VK_NULL_HANDLE;    ///< cleared to 1 first, given up afterwards
};

/// Begins dynamic rendering and sets the state that every pipeline of ours leaves open: viewport, scissor, no culling.
void beginRendering(VkCommandBuffer commands, const Rendering& rendering);

}  // namespace sinew
