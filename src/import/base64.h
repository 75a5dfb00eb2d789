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

/// The other way, in the first alphabet and with padding.
inline std::string toBase64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        unsigned three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
    }
    return text;
}

}  // namespace sinew
