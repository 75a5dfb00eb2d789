#include "viewer/screenshot.h"

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "gpu/barrier.h"
#include "media/png.h"
#include "viewer/file_dialog.h"

namespace sinew {
namespace {

/// In the working directory, unless a desktop has started the program: then that is home or cannot be written to.
std::filesystem::path freeName() {
    std::error_code ignored;
    const char* home = std::getenv("HOME");
    const bool isHome = home && std::filesystem::equivalent(".", home, ignored);
    const std::filesystem::path folder = isHome || ::access(".", W_OK) != 0 ? picturesFolder() : "";
    for (int number = 1;; ++number)
        if (const auto path = folder / fmt::format("sinew_{:03}.png", number); !std::filesystem::exists(path, ignored))
            return path;
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

std::string Screenshot::save(float textSize) {
    Pixels pixels{readback_->extent().width, readback_->extent().height, readback_->rgba8()};
    readback_.reset();
    writeLabels(pixels, labels_, textScale(pixels.height, textSize));
    const std::filesystem::path path = freeName();
    try {
        writePng(path, pixels);
        return fmt::format("wrote {}", path.string());
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace sinew
