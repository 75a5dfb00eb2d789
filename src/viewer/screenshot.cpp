#include "viewer/screenshot.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "error.h"
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

Readback recordScreenshot(const Device& device, VkCommandBuffer commands, const Target& target, VkFormat format) {
    Readback readback(device, target.extent, format);
    imageBarrier(commands, target.image, kColorAttachment, kCopySource);
    readback.record(commands, target.image);
    imageBarrier(commands, target.image, kCopySource, kColorAttachment);
    return readback;
}

std::string saveScreenshot(const Readback& readback, std::span<const Label> labels) {
    Pixels pixels{readback.extent().width, readback.extent().height, readback.rgba8()};
    writeLabels(pixels, labels);
    const std::filesystem::path path = freeName();
    try {
        writePng(path, pixels);
        return fmt::format("wrote {}", path.string());
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace sinew
