#include "import/files/radiance_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "error.h"
#include "import/files/model_folder.h"
#include "model/limits.h"
#include "model/text.h"

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

/// Reads a Radiance file from front to back.
class HdrReader {
  public:
    explicit HdrReader(std::span<const uint8_t> file) : rest_(file) {}

    RadiancePicture read() {
        readHeader();
        // Before anything is allocated: a row of run lengths takes at least this.
        const uint64_t leastRow = width_ < kLeastRunWidth ? width_ * 4 : std::min(width_ * 4, 4 + width_ / 127 * 8);
        if (rest_.size() / std::max<uint64_t>(leastRow, 1) < height_) end();
        RadiancePicture picture = emptyRadiancePicture(width_, height_);
        std::vector<uint8_t> row(width_ * 4);
        for (uint64_t i = 0; i < height_; ++i) {
            readRow(row);
            const uint64_t y = upward_ ? height_ - 1 - i : i;
            for (uint64_t x = 0; x < width_; ++x) {
                const uint64_t column = mirrored_ ? width_ - 1 - x : x;
                const int exponent = row[3 * width_ + x];
                const float scale = exponent == 0 ? 0.0f : std::ldexp(1.0f, exponent - 136);
                for (uint64_t channel = 0; channel < 3; ++channel)
                    picture.rgb[(y * width_ + column) * 3 + channel] =
                        static_cast<float>(row[channel * width_ + x]) * scale;
            }
        }
        return picture;
    }

  private:
    static constexpr uint64_t kLeastRunWidth = 8, kMostRunWidth = 32767;  // of rows with run lengths

    [[noreturn]] static void end() { throw Error(Exit::input, "unexpected end of file"); }

    std::string readLine() {
        const auto line = std::find(rest_.begin(), rest_.end(), '\n');
        if (line == rest_.end() || line - rest_.begin() > 65536) end();
        const std::string text(rest_.begin(), line);
        rest_ = rest_.subspan(text.size() + 1);
        return text;
    }

    void readHeader() {
        readLine();  // "#?RADIANCE"
        for (std::string line = readLine(); !line.empty() && line != "\r"; line = readLine())
            if (line.starts_with("FORMAT=") && !line.starts_with("FORMAT=32-bit_rle_rgbe"))
                throw Error(Exit::input, "not RGB: only the format 32-bit_rle_rgbe is read");
        const std::string size = readLine();
        char firstSign = 0, firstAxis = 0, secondSign = 0, secondAxis = 0;
        unsigned long long first = 0, second = 0;
        const int count = std::sscanf(size.c_str(), "%c%c %8llu %c%c %8llu", &firstSign, &firstAxis, &first,
                                      &secondSign, &secondAxis, &second);
        const bool signs = (firstSign == '+' || firstSign == '-') && (secondSign == '+' || secondSign == '-');
        const bool rows = firstAxis == 'Y' && secondAxis == 'X', columns = firstAxis == 'X' && secondAxis == 'Y';
        if (count != 6 || !signs || !(rows || columns)) throw Error(Exit::input, "its size is missing");
        upward_ = firstSign == '+';
        mirrored_ = secondSign == '-';
        if (columns) throw Error(Exit::input, "its rows are columns, which Sinew does not read");
        checkSize(second, first);
        height_ = first;
        width_ = second;
    }

    uint8_t next() {
        if (rest_.empty()) end();
        const uint8_t byte = rest_[0];
        rest_ = rest_.subspan(1);
        return byte;
    }

    /// Fills `row` with all red, then all green, blue and exponents.
    void readRow(std::span<uint8_t> row) {
        const bool canRun = width_ >= kLeastRunWidth && width_ <= kMostRunWidth;
        if (canRun && rest_.size() >= 4 && rest_[0] == 2 && rest_[1] == 2 && rest_[2] < 128) {
            if ((uint64_t{rest_[2]} << 8 | rest_[3]) != width_) throw Error(Exit::input, "a row has the wrong width");
            rest_ = rest_.subspan(4);
            for (uint64_t channel = 0; channel < 4; ++channel)
                readRuns(row.subspan(channel * width_, width_));
            return;
        }
        if (rest_.size() < width_ * 4) end();
        for (uint64_t x = 0; x < width_; ++x)
            for (uint64_t channel = 0; channel < 4; ++channel)
                row[channel * width_ + x] = rest_[x * 4 + channel];
        rest_ = rest_.subspan(width_ * 4);
    }

    void readRuns(std::span<uint8_t> out) {
        while (!out.empty()) {
            const uint8_t code = next();
            const size_t count = code > 128 ? code - 128u : code;
            if (count == 0 || count > out.size()) throw Error(Exit::input, "a run is longer than its row");
            if (code > 128) {
                std::fill_n(out.begin(), count, next());
            } else {
                if (rest_.size() < count) end();
                std::copy_n(rest_.begin(), count, out.begin());
                rest_ = rest_.subspan(count);
            }
            out = out.subspan(count);
        }
    }

    std::span<const uint8_t> rest_;
    uint64_t width_ = 0, height_ = 0;
    bool upward_ = false;    ///< the bottom row is first
    bool mirrored_ = false;  ///< the right column is first
};

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

}  // namespace

RadiancePicture emptyRadiancePicture(uint64_t width, uint64_t height) {
    checkSize(width, height);
    RadiancePicture picture{.width = static_cast<uint32_t>(width), .height = static_cast<uint32_t>(height)};
    picture.rgb.resize(width * height * 3);
    return picture;
}

RadiancePicture decodeHdr(std::span<const uint8_t> file) {
    return HdrReader(file).read();
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
        return Error(Exit::input, fmt::format("{}: {}", utf8From(path.string()), utf8From(cause)));
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
