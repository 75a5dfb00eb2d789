#include "viewer/screenshot.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "gpu/barrier.h"
#include "media/png.h"

namespace sinew {
namespace {

std::filesystem::path freeName() {
    for (int number = 1;; ++number) {
        const std::filesystem::path path = fmt::format("sinew_{:03}.png", number);
        std::error_code ignored;
        if (!std::filesystem::exists(path, ignored)) return path;
    }
}

}  // namespace

void Screenshot::record(const Device& device, VkCommandBuffer commands, const Target& target, VkFormat format,
                        std::vector<Label> labels) {
    requested_ = false;
    labels_ = std::move(labels);
    readback_.emplace(device, target.extent, format);
    imageBarrier(commands, target.image, kColorAttachment, kCopySource);
    readback_->record(commands, target.image);
    imageBarrier(commands, target.image, kCopySource, kColorAttachment);
}

std::string Screenshot::save() {
    Pixels pixels{readback_->extent().width, readback_->extent().height, readback_->rgba8()};
    readback_.reset();
    writeLabels(pixels, labels_);
    const std::filesystem::path path = freeName();
    try {
        writePng(path, pixels);
        return fmt::format("wrote {}", path.string());
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace sinew
