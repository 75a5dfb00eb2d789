#include "render/overlay.h"

#include <algorithm>
#include <cstring>

#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "render/layouts.h"
#include "render/pipelines.h"
#include "shared.h"

namespace sinew {
namespace {

/// In pixels of a picture 720 high.
constexpr float kLineWidth = 4.0f;

/// Of the strip that each line is.
constexpr uint32_t kCorners = 4;

}  // namespace

void Overlay::begin(const Frame& frame, size_t lineCount) {
    usedBytes_ = 0;
    if (lineCount == 0) return;
    // Synchronization validation has a draw read as many instances as it has vertices, past a shorter buffer's end.
    const size_t bytes = (lineCount + kCorners) * sizeof(Line);
    Buffer& buffer = buffers_[frame.index];
    if (buffer.sizeBytes() < bytes)
        buffer = Buffer(*device_, bytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, MemoryKind::upload);
}

void Overlay::record(const Frame& frame, std::span<const Line> lines, VkExtent2D extent, const Layouts& layouts,
                     Pipelines& pipelines) {
    if (lines.empty()) return;
    const Buffer& buffer = buffers_[frame.index];
    const VkDeviceSize offset = usedBytes_;
    std::memcpy(buffer.mapped().subspan(usedBytes_).data(), lines.data(), lines.size_bytes());
    usedBytes_ += lines.size_bytes();

    const auto width = static_cast<float>(extent.width), height = static_cast<float>(extent.height);
    const shared::LineConstants constants{
        .viewport = {width, height, std::max(1.5f, kLineWidth * height / 720.0f), 0.0f}};
    const VkBuffer vertices = buffer;
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.of(Drawing::line));
    vkCmdPushConstants(frame.commands, layouts.line, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants), &constants);
    vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &offset);
    vkCmdDraw(frame.commands, kCorners, static_cast<uint32_t>(lines.size()), 0, 0);
}

}  // namespace sinew
