#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// The bytes that `text` stands for (RFC 4648, both alphabets), up to the first character that is of neither.
inline std::string fromBase64(std::string_view text) {
    const auto digit = [](char c) {
        if (c >= 'A' && c <= 'Z') return c - 'A';
        if (c >= 'a' && c <= 'z') return c - 'a' + 26;
        if (c >= '0' && c <= '9') return c - '0' + 52;
        if (c == '+' || c == '-') return 62;
        if (c == '/' || c == '_') return 63;
        return -1;
    };
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    unsigned held = 0;
    int heldBits = 0;
    for (const char c : text) {
        const int value = digit(c);
        if (value < 0) break;
        held = held << 6 | static_cast<unsigned>(value);
        heldBits += 6;
        if (heldBits < 8) continue;
        heldBits -= 8;
        bytes += static_cast<char>(held >> heldBits & 0xFF);
    }
    return bytes;
}

}  // namespace sinew
