#include "import/assimp/utf16.h"

#include <cstdint>

namespace sinew {
namespace {

void append(std::string& text, uint32_t code) {
    const auto continuation = [](uint32_t bits) { return static_cast<char>(0x80 | (bits & 0x3f)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    if (code < 0x800) {
        text += static_cast<char>(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            text += static_cast<char>(0xe0 | code >> 12);
        } else {
            text += static_cast<char>(0xf0 | code >> 18);
            text += continuation(code >> 12);
        }
        text += continuation(code >> 6);
    }
    text += continuation(code);
}

}  // namespace

std::optional<std::string> utf8FromUtf16(std::string_view bytes) {
    const bool bigEndian = bytes.starts_with("\xfe\xff");
    if (!bigEndian && !bytes.starts_with("\xff\xfe")) return std::nullopt;
    const size_t count = bytes.size() / 2;
    const auto unit = [&](size_t i) -> uint32_t {
        const auto first = static_cast<uint8_t>(bytes[2 * i]), second = static_cast<uint8_t>(bytes[2 * i + 1]);
        return bigEndian ? first << 8 | second : second << 8 | first;
    };
    const auto isHigh = [](uint32_t code) { return code >= 0xd800 && code < 0xdc00; };
    const auto isLow = [](uint32_t code) { return code >= 0xdc00 && code < 0xe000; };
    constexpr uint32_t kReplacement = 0xfffd;
    std::string text;
    text.reserve(count);
    for (size_t i = 1; i < count; ++i) {
        uint32_t code = unit(i);
        if (isHigh(code) && i + 1 < count && isLow(unit(i + 1)))
            code = 0x10000 + ((code - 0xd800) << 10) + (unit(++i) - 0xdc00);
        else if (isHigh(code) || isLow(code))
            code = kReplacement;
        append(text, code);
    }
    return text;
}

}  // namespace sinew
