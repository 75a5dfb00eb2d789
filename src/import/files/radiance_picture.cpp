#include "import/files/radiance_picture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "import/files/model_folder.h"
#include "model/limits.h"

namespace sinew {
namespace {

constexpr size_t kMaxLightBytes = size_t{1} << 29;

void checkSize(uint64_t width, uint64_t height) {
    if (width == 0 || height == 0) throw Error(Exit::input, "has no pixels");
    if (width > kMaxImageSide || height > kMaxImageSide || width * height > kMaxImagePixels)
        throw Error(Exit::input, fmt::format("{} x {} pixels are too many: at most {} a side and {} in all", width,
                                             height, kMaxImageSide, kMaxImagePixels));
}

bool startsWith(std::span<const uint8_t> bytes, std::string_view start) {
    return bytes.size() >= start.size() && std::equal(start.begin(), start.end(), bytes.begin());
}

std::string partOf(uint64_t count, std::string_view one, std::string_view many) {
    return count == 1 ? fmt::format("1 {} counts", one) : fmt::format("{} {} count", count, many);
}

/// Replaces values that are no radiance. @throws Error(Exit::input, cause) if all are.
void mend(RadiancePicture& picture) {
    RadianceFlaws& flaws = picture.flaws;
    float brightest = 0.0f;
    for (const float value : picture.rgb) {
        if (std::isnan(value))
            flaws.notNumbers += 1;
        else if (value < 0.0f)
            flaws.negative += 1;
        else if (std::isinf(value))
            flaws.infinite += 1;
        else
            brightest = std::max(brightest, std::min(value, kMostRadiance));
    }
    if (flaws.notNumbers + flaws.negative + flaws.infinite == picture.rgb.size())
        throw Error(Exit::input, "none of its values is a finite number of 0 or more");
    for (float& value : picture.rgb)
        value = value > 0.0f ? std::min(value, brightest) : 0.0f;  // not a number: 0
}

/// Averages of 2 x 2 pixels; an odd last row or column is dropped.
void halve(RadiancePicture& picture) {
    const uint32_t width = picture.width / 2, height = std::max(picture.height / 2, 1u);
    const size_t below = picture.height > 1 ? size_t{picture.width} * 3 : 0;
    float* to = picture.rgb.data();  // never ahead of what is read
    for (uint32_t y = 0; y < height; ++y) {
        const float* from = &picture.rgb[size_t{y} * 2 * picture.width * 3];
        for (uint32_t x = 0; x < width; ++x, from += 6)
            for (size_t channel = 0; channel < 3; ++channel, ++to) {
                const float* const value = from + channel;
                *to = (value[0] + value[3] + value[below] + value[below + 3]) * 0.25f;
            }
    }
    picture.width = width;
    picture.height = height;
    picture.rgb.resize(size_t{width} * height * 3);
}

}  // namespace

RadiancePicture emptyRadiancePicture(uint64_t width, uint64_t height) {
    checkSize(width, height);
    RadiancePicture picture{.width = static_cast<uint32_t>(width), .height = static_cast<uint32_t>(height)};
    picture.rgb.resize(width * height * 3);
    return picture;
}

std::string textOf(const RadianceFlaws& flaws) {
    std::string text;
    const auto add = [&](uint64_t count, std::string_view one, std::string_view many, std::string_view as) {
        if (count > 0) text += fmt::format("{}{} as {}", text.empty() ? "" : ", ", partOf(count, one, many), as);
    };
    add(flaws.notNumbers, "value that is not a number", "values that are not numbers", "0");
    add(flaws.negative, "negative value", "negative values", "0");
    add(flaws.infinite, "infinite value", "infinite values", "the brightest finite one");
    return text;
}

RadiancePicture decodeRadiancePicture(std::span<const uint8_t> file) {
    RadiancePicture picture;
    if (startsWith(file, "#?"))
        picture = decodeHdr(file);
    else if (startsWith(file, "\x76\x2f\x31\x01"))
        picture = decodeExr(file);
    else
        throw Error(Exit::input, "neither a Radiance picture (.hdr) nor an OpenEXR one (.exr)");
    mend(picture);
    while (picture.width > kMostLightWidth)
        halve(picture);
    return picture;
}

RadiancePicture readRadiancePicture(const InputFile& file) {
    if (file.size() > kMaxLightBytes) throw Error(Exit::input, "larger than 512 MiB");
    std::vector<uint8_t> bytes(file.size());
    bytes.resize(file.read(std::as_writable_bytes(std::span(bytes)), 0));
    return decodeRadiancePicture(bytes);
}

RadiancePicture readRadiancePicture(const std::filesystem::path& path) {
    const auto failure = [&](std::string_view cause) {
        return Error(Exit::input, fmt::format("{}: {}", shownPath(path.string()), lineFrom(cause)));
    };
    try {
        return readRadiancePicture(ModelFolder(path).model());
    } catch (const Error& error) {
        throw failure(error.what());
    } catch (const std::bad_alloc&) {
        throw failure("not enough memory");
    }
}

}  // namespace sinew
