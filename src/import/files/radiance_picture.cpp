#include "import/files/radiance_picture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "error.h"
#include "import/files/model_folder.h"
#include "model/limits.h"
#include "model/shown_text.h"

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

using Color = std::array<double, 3>;
using ColorMatrix = std::array<Color, 3>;  ///< rows

/// From CIE XYZ, with equal energy as white as in Radiance, to the primaries of Rec. 709: (1, 1, 1) stays.
constexpr ColorMatrix kRgbFromXyz{{{2.689655, -1.275862, -0.413793},  //
                                   {-1.022108, 1.978287, 0.043821},
                                   {0.061224, -0.224490, 1.163266}}};

/// The line without the spaces at its ends.
std::string_view trimmed(std::string_view line) {
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!line.empty() && isSpace(line.front()))
        line.remove_prefix(1);
    while (!line.empty() && isSpace(line.back()))
        line.remove_suffix(1);
    return line;
}

/// Reads positive, finite numbers, and returns whether there were as many as asked for.
bool readFactors(std::string_view text, std::span<double> factors) {
    for (double& factor : factors) {
        text = trimmed(text);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
        if (error != std::errc() || !std::isfinite(factor) || factor <= 0.0) return false;
        text.remove_prefix(static_cast<size_t>(end - text.data()));
    }
    return true;
}

/// Reads a Radiance file from front to back. https://radsite.lbl.gov/radiance/refer/filefmts.pdf
class HdrReader {
  public:
    explicit HdrReader(std::span<const uint8_t> file) : rest_(file) {}

    RadiancePicture read() {
        readHeader();
        // Before anything is allocated: a line of run lengths takes at least this.
        const uint64_t leastLine = lineLength_ == 1 ? 4 : lineLength_ <= 256 ? 8 : 12;
        if (rest_.size() / leastLine < lineCount_) end();
        RadiancePicture picture =
            inColumns_ ? emptyRadiancePicture(lineCount_, lineLength_) : emptyRadiancePicture(lineLength_, lineCount_);
        std::vector<uint8_t> line(lineLength_ * 4);
        for (uint64_t i = 0; i < lineCount_; ++i) {
            readLine(line);
            const uint64_t across = linesReversed_ ? lineCount_ - 1 - i : i;
            for (uint64_t k = 0; k < lineLength_; ++k) {
                const uint64_t along = pixelsReversed_ ? lineLength_ - 1 - k : k;
                const uint64_t pixel = inColumns_ ? along * lineCount_ + across : across * lineLength_ + along;
                const Color color = colorOf(line, k);
                for (size_t channel = 0; channel < 3; ++channel)
                    picture.rgb[pixel * 3 + channel] =
                        static_cast<float>(std::clamp(color[channel], 0.0, double{kMostRadiance}));
            }
        }
        return picture;
    }

  private:
    static constexpr uint64_t kLeastRunLength = 8, kMostRunLength = 32767;  // of lines with run lengths per component

    [[noreturn]] static void end() { throw Error(Exit::input, "unexpected end of file"); }

    std::string_view readText() {
        const auto end = std::find(rest_.begin(), rest_.end(), '\n');
        if (end == rest_.end() || end - rest_.begin() > 65536) HdrReader::end();
        const std::string_view text(reinterpret_cast<const char*>(rest_.data()),
                                    static_cast<size_t>(end - rest_.begin()));
        rest_ = rest_.subspan(text.size() + 1);
        return trimmed(text);
    }

    void readHeader() {
        readText();  // "#?RADIANCE"
        Color corrections{1.0, 1.0, 1.0};
        for (std::string_view text = readText(); !text.empty(); text = readText())
            readVariable(text, corrections);
        for (size_t channel = 0; channel < 3; ++channel)
            if (const double factor = 1.0 / corrections[channel]; std::isnormal(factor)) factors_[channel] = factor;
        readSize(std::string(readText()));
    }

    /// `corrections`: the product of what the values were multiplied by. Lines without a usable number are ignored.
    void readVariable(std::string_view text, Color& corrections) {
        const size_t equals = std::min(text.find('='), text.size());
        const std::string_view name = trimmed(text.substr(0, equals));
        const std::string_view value = trimmed(text.substr(std::min(equals + 1, text.size())));
        Color factors{};
        if (name == "EXPOSURE" && readFactors(value, std::span(factors).first(1)))
            factors = {factors[0], factors[0], factors[0]};
        else if (name != "COLORCORR" || !readFactors(value, factors))
            factors = {1.0, 1.0, 1.0};
        for (size_t channel = 0; channel < 3; ++channel)
            corrections[channel] *= factors[channel];
        if (name != "FORMAT") return;
        isXyz_ = value == "32-bit_rle_xyze";
        if (!isXyz_ && value != "32-bit_rle_rgbe")
            throw Error(Exit::input, "neither of the formats 32-bit_rle_rgbe and 32-bit_rle_xyze");
    }

    void readSize(const std::string& text) {
        char firstSign = 0, firstAxis = 0, secondSign = 0, secondAxis = 0;
        unsigned long long first = 0, second = 0;
        const int count = std::sscanf(text.c_str(), "%c%c %8llu %c%c %8llu", &firstSign, &firstAxis, &first,
                                      &secondSign, &secondAxis, &second);
        const bool signs = (firstSign == '+' || firstSign == '-') && (secondSign == '+' || secondSign == '-');
        const bool rows = firstAxis == 'Y' && secondAxis == 'X';
        inColumns_ = firstAxis == 'X' && secondAxis == 'Y';
        if (count != 6 || !signs || !(rows || inColumns_)) throw Error(Exit::input, "its size is missing");
        inColumns_ ? checkSize(first, second) : checkSize(second, first);
        // -Y is down and +X is right.
        linesReversed_ = firstSign == (inColumns_ ? '-' : '+');
        pixelsReversed_ = secondSign == (inColumns_ ? '+' : '-');
        lineCount_ = first;
        lineLength_ = second;
    }

    Color colorOf(std::span<const uint8_t> line, uint64_t place) const {
        const int exponent = line[3 * lineLength_ + place];
        const double scale = exponent == 0 ? 0.0 : std::ldexp(1.0, exponent - 136);
        Color color{};
        for (size_t channel = 0; channel < 3; ++channel)
            color[channel] = line[channel * lineLength_ + place] * scale * factors_[channel];
        if (!isXyz_) return color;
        Color rgb{};
        for (size_t row = 0; row < 3; ++row)
            for (size_t column = 0; column < 3; ++column)
                rgb[row] += kRgbFromXyz[row][column] * color[column];
        return rgb;
    }

    uint8_t next() {
        if (rest_.empty()) end();
        const uint8_t byte = rest_[0];
        rest_ = rest_.subspan(1);
        return byte;
    }

    /// Fills `line` with all red, then all green, blue and exponents.
    void readLine(std::span<uint8_t> line) {
        const bool canRun = lineLength_ >= kLeastRunLength && lineLength_ <= kMostRunLength;
        if (!canRun || rest_.size() < 4 || rest_[0] != 2 || rest_[1] != 2 || rest_[2] >= 128) return readPixels(line);
        if ((uint64_t{rest_[2]} << 8 | rest_[3]) != lineLength_) throw Error(Exit::input, "a row has the wrong width");
        rest_ = rest_.subspan(4);
        for (uint64_t channel = 0; channel < 4; ++channel)
            readRuns(line.subspan(channel * lineLength_, lineLength_));
    }

    /// Whole pixels. One of 1, 1, 1 and N repeats the one before it N times; directly after such a one, 256 N times,
    /// and so on.
    void readPixels(std::span<uint8_t> line) {
        int shift = 0;
        for (uint64_t place = 0; place < lineLength_;) {
            if (rest_.size() < 4) end();
            const auto pixel = rest_.first(4);
            rest_ = rest_.subspan(4);
            if (pixel[0] != 1 || pixel[1] != 1 || pixel[2] != 1) {
                for (uint64_t channel = 0; channel < 4; ++channel)
                    line[channel * lineLength_ + place] = pixel[channel];
                ++place;
                shift = 0;
                continue;
            }
            const uint64_t count = shift > 24 ? ~uint64_t{0} : uint64_t{pixel[3]} << shift;
            if (place == 0 || count > lineLength_ - place) throw Error(Exit::input, "a run is longer than its row");
            for (uint64_t channel = 0; channel < 4; ++channel) {
                const auto values = line.subspan(channel * lineLength_, lineLength_);
                std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(place), count, values[place - 1]);
            }
            place += count;
            shift += 8;
        }
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
    bool isXyz_ = false;
    Color factors_{1.0, 1.0, 1.0};
    bool inColumns_ = false;
    uint64_t lineCount_ = 0, lineLength_ = 0;
    bool linesReversed_ = false;   ///< the bottom row or the right column is first
    bool pixelsReversed_ = false;  ///< lines begin at the right or at the bottom
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
