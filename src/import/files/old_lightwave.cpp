#include "import/files/old_lightwave.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "error.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr size_t kPointBytes = 12, kMostPoints = 65536;  // an index has two bytes
constexpr uint32_t kMostPlaced = 64;                      // images that get UV coordinates of their own

/// Big-endian values.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    bool atEnd() const { return rest_.size() < 2; }  // an odd byte pads

    std::string_view take(size_t count) {
        if (count > rest_.size()) throw Error(Exit::input, "is cut short, or a part states a wrong length");
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    uint32_t number(size_t bytes) {
        uint32_t value = 0;
        for (const char c : take(bytes))
            value = value << 8 | static_cast<uint8_t>(c);
        return value;
    }
    uint16_t word() { return static_cast<uint16_t>(number(2)); }
    float real() { return std::bit_cast<float>(number(4)); }
    std::array<float, 3> vector() {
        std::array<float, 3> values{};
        for (float& value : values)
            value = real();
        return values;
    }
    /// A text with a zero, padded to an even length.
    std::string_view text() {
        const std::string_view found = rest_.substr(0, rest_.find('\0'));
        take(std::min(rest_.size(), (found.size() + 2) / 2 * 2));
        return found;
    }
    /// A chunk: its name and, after a length of `lengthBytes`, its content.
    std::pair<std::string_view, Reader> chunk(size_t lengthBytes) {
        const std::string_view name = take(4);
        const size_t length = number(lengthBytes);
        const Reader content(take(length));
        if (length % 2 == 1 && !rest_.empty()) take(1);
        return {name, content};
    }
    std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_;
};

std::string big(uint32_t value, size_t bytes) {
    std::string text;
    while (bytes-- > 0)
        text.push_back(static_cast<char>(value >> 8 * bytes));
    return text;
}
std::string word(uint32_t value) {
    return big(value, 2);
}
std::string real(float value) {
    return big(std::bit_cast<uint32_t>(value), 4);
}
std::string padded(std::string text) {
    if (text.size() % 2 == 1) text.push_back('\0');
    return text;
}
std::string zeroEnded(std::string_view text) {
    return padded(std::string(text) + '\0');
}
std::string chunk(std::string_view name, const std::string& content) {
    return std::string(name) + big(static_cast<uint32_t>(content.size()), 4) + padded(content);
}
std::string part(std::string_view name, const std::string& content) {
    return std::string(name) + word(static_cast<uint32_t>(content.size())) + padded(content);
}
/// An index of variable length.
std::string index(size_t value) {
    return value < 0xFF00 ? word(static_cast<uint32_t>(value)) : big(static_cast<uint32_t>(value) | 0xFF000000, 4);
}

struct ImageMap {
    std::string_view channel;  ///< of LWO2
    std::string_view kind;     ///< "Planar Image Map"
    std::string_view image;
    size_t axis = 2;
    std::optional<std::array<float, 3>> size;
    std::array<float, 3> center{};
    std::optional<std::pair<uint16_t, uint16_t>> wrap;
    std::array<float, 2> repeats{1.0f, 1.0f};
};

class Converter {
  public:
    Converter(std::string_view file, Findings& findings) : findings_(findings) {
        Reader reader(file);
        reader.take(12);
        while (!reader.atEnd()) {
            auto [name, content] = reader.chunk(4);
            if (name == "PNTS" && points_.empty())
                points_ = content.rest().substr(0, std::min(content.rest().size() / kPointBytes, kMostPoints) * kPointBytes);
            else if (name == "POLS" && polygons_.empty())
                polygons_ = content.rest();
            else if (name == "SRFS" && names_.empty())
                while (!content.atEnd())
                    names_ += zeroEnded(content.text());
            else if (name == "SURF")
                surfaces_.push_back(content);
        }
    }

    std::string run() {
        std::string surfaces;
        for (const Reader& surface : surfaces_)
            surfaces += chunk("SURF", convertSurface(surface));
        const std::string layer = word(0) + word(0) + std::string(kPointBytes, '\0') + zeroEnded("");
        const std::string body = "LWO2" + chunk("TAGS", names_) + chunk("LAYR", layer) +
                                 chunk("PNTS", std::string(points_)) + maps_ + convertPolygons() + clips_ + surfaces;
        return "FORM" + big(static_cast<uint32_t>(body.size()), 4) + body;
    }

  private:
    size_t pointCount() const { return points_.size() / kPointBytes; }

    /// Polygons of details follow those on which they lie, like all others.
    std::string convertPolygons() {
        constexpr size_t kMostCorners = 1023;  // of LWO2
        std::string faces = "FACE", tags = "SURF";
        size_t faceCount = 0, left = 0;
        for (Reader reader(polygons_); !reader.atEnd();) {
            const size_t corners = reader.word();
            Reader indices(reader.take(2 * corners));
            const auto surface = static_cast<int16_t>(reader.word());
            if (surface < 0 && !reader.atEnd()) reader.word();  // the number of details
            std::string face = word(static_cast<uint32_t>(corners));
            bool isSound = corners > 0 && corners <= kMostCorners;
            while (isSound && !indices.atEnd()) {
                const size_t point = indices.word();
                isSound = point < pointCount();
                face += index(point);
            }
            if (!isSound) {
                ++left;
                continue;
            }
            faces += face;
            tags += index(faceCount++) + word(static_cast<uint32_t>(std::max(std::abs(int{surface}), 1) - 1));
        }
        if (left > 0)
            findings_.push_back({"index-out-of-range", Severity::warning, "file",
                                 fmt::format("{} of {} polygons have points that do not exist, or more than 1,023, and "
                                             "are left out",
                                             left, left + faceCount)});
        return chunk("POLS", faces) + chunk("PTAG", tags);
    }

    std::string convertSurface(Reader reader) {
        const std::string_view name = reader.text();
        std::map<std::string_view, float> values;  // by the names of LWO2
        std::string result = zeroEnded(name) + zeroEnded("");
        std::vector<ImageMap> maps;
        uint16_t flags = 0;
        while (reader.rest().size() >= 6) {
            auto [kind, content] = reader.chunk(2);
            constexpr std::array<std::array<std::string_view, 3>, 4> kShares{
                {{"DIFF", "VDIF", "DIFF"}, {"LUMI", "VLUM", "LUMI"}, {"SPEC", "VSPC", "SPEC"}, {"TRAN", "VTRN", "TRAN"}}};
            for (const auto& [whole, precise, now] : kShares) {
                if (kind == whole) values.try_emplace(now, static_cast<float>(content.word()) / 256.0f);
                if (kind == precise) values[now] = content.real();
            }
            if (kind == "COLR") {
                std::string color;
                for (int i = 0; i < 3; ++i)
                    color += real(static_cast<float>(content.number(1)) / 255.0f);
                result += part("COLR", color + index(0));
            } else if (kind == "FLAG") {
                flags = content.word();
            } else if (kind == "SMAN") {
                values["SMAN"] = content.real();
            } else if (kind == "GLOS") {  // the exponent of the highlight, as 2^(10 g + 2)
                const float exponent = std::max(static_cast<float>(content.word()), 4.0f);
                values["GLOS"] = (std::log2(exponent) - 2.0f) / 10.0f;
            } else {
                readTexture(kind, content, maps);
            }
        }
        constexpr uint16_t kSmooth = 0x4, kColorHighlights = 0x8, kDoubleSided = 0x100;
        constexpr float kUsualAngle = 1.56207f;
        if (flags & kSmooth)
            values.try_emplace("SMAN", kUsualAngle);
        else
            values.erase("SMAN");
        if (flags & kColorHighlights) values["CLRH"] = 1.0f;
        for (const auto& [kind, value] : values)
            result += part(kind, real(value) + (kind == "SMAN" ? "" : index(0)));
        result += part("SIDE", word(flags & kDoubleSided ? 3 : 1));
        for (const ImageMap& map : maps)
            result += convertTexture(map, utf8From(name));
        return result;
    }

    static void readTexture(std::string_view kind, Reader content, std::vector<ImageMap>& maps) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kChannels{{{"CTEX", "COLR"},
                                                                                          {"DTEX", "DIFF"},
                                                                                          {"STEX", "SPEC"},
                                                                                          {"RTEX", "REFL"},
                                                                                          {"TTEX", "TRAN"},
                                                                                          {"BTEX", "BUMP"}}};
        for (const auto& [old, now] : kChannels)
            if (kind == old) maps.push_back({.channel = now, .kind = content.text()});
        if (maps.empty()) return;
        ImageMap& map = maps.back();
        if (kind == "TIMG") map.image = content.text();
        if (kind == "TSIZ") map.size = content.vector();
        if (kind == "TCTR") map.center = content.vector();
        if (kind == "TFP0") map.repeats[0] = content.real();
        if (kind == "TFP1") map.repeats[1] = content.real();
        if (kind == "TFLG") {
            const uint16_t flags = content.word();
            map.axis = flags & 1 ? 0 : flags & 2 ? 1 : 2;
        }
        if (kind == "TWRP") {
            const uint16_t across = content.word();
            map.wrap = {across, content.word()};
        }
    }

    std::string convertTexture(const ImageMap& map, const std::string& surface) {
        constexpr std::array<std::string_view, 5> kProjections{"Planar", "Cylindrical", "Spherical", "Cubic", "Front"};
        constexpr uint32_t kUv = 5;
        const auto projection = std::ranges::find_if(
            kProjections, [&](std::string_view name) { return map.kind.find(name) != std::string_view::npos; });
        if (map.kind.find("Image Map") == std::string_view::npos || projection == kProjections.end()) {
            findings_.push_back({"texture-unreadable", Severity::warning, surface,
                                 fmt::format("'{}' is not an image and is left out", utf8From(map.kind))});
            return {};
        }
        if (map.image.empty() || map.image == "(none)") return {};
        const bool isPlaced = projection == kProjections.begin() && map.size && clipCount_ < kMostPlaced;
        const std::string uvName = isPlaced ? addUvs(map) : "";
        const auto kind = static_cast<uint32_t>(projection - kProjections.begin());
        const uint32_t clip = ++clipCount_;
        clips_ += chunk("CLIP", big(clip, 4) + part("STIL", zeroEnded(map.image)));
        std::string block = part("IMAP", std::string("\x80\0", 2) + part("CHAN", std::string(map.channel)) +
                                             part("ENAB", word(1)));
        block += part("PROJ", word(isPlaced ? kUv : kind)) + part("AXIS", word(static_cast<uint32_t>(map.axis))) +
                 part("IMAG", word(clip));
        if (map.wrap) block += part("WRAP", word(map.wrap->first) + word(map.wrap->second));
        block += part("WRPW", real(map.repeats[0]) + index(0)) + part("WRPH", real(map.repeats[1]) + index(0));
        if (isPlaced) block += part("VMAP", zeroEnded(uvName));
        return part("BLOK", block);
    }

    /// Adds a vertex map for an image that a plane places, and returns its name.
    std::string addUvs(const ImageMap& map) {
        const std::string name = fmt::format("plane {}", clipCount_);
        std::string content = "TXUV" + word(2) + zeroEnded(name);
        const size_t across = map.axis == 0 ? 2 : 0, up = map.axis == 1 ? 2 : 1;
        Reader reader(points_);
        for (size_t i = 0; i < pointCount(); ++i) {
            const std::array<float, 3> point = reader.vector();
            content += index(i);
            for (const size_t axis : {across, up}) {
                const float size = (*map.size)[axis] != 0.0f ? (*map.size)[axis] : 1.0f;
                content += real((point[axis] - map.center[axis]) / size + 0.5f);
            }
        }
        maps_ += chunk("VMAP", content);
        return name;
    }

    Findings& findings_;
    std::string_view points_, polygons_;
    std::string names_;
    std::vector<Reader> surfaces_;
    std::string maps_, clips_;  ///< chunks
    uint32_t clipCount_ = 0;
};

}  // namespace

std::optional<PatchedFile> asNewerLightWave(const InputFile& file, Findings& findings) {
    const std::string head = file.content(0, 12);
    if (!head.starts_with("FORM") || !head.ends_with("LWOB")) return {};
    const std::string content = file.content();
    return PatchedFile(file, Converter(content, findings).run());
}

}  // namespace sinew
