#include "import/files/base64.h"

#include <array>
#include <cstdint>

namespace sinew {

std::string fromBase64(std::string_view text) {
    static constexpr int8_t kNoDigit = -1;
    static constexpr auto kDigits = [] {
        std::array<int8_t, 256> digits{};
        digits.fill(kNoDigit);
        for (int i = 0; i < 26; ++i) {
            digits[static_cast<size_t>('A' + i)] = static_cast<int8_t>(i);
            digits[static_cast<size_t>('a' + i)] = static_cast<int8_t>(26 + i);
        }
        for (int i = 0; i < 10; ++i)
            digits[static_cast<size_t>('0' + i)] = static_cast<int8_t>(52 + i);
        digits['+'] = digits['-'] = 62;
        digits['/'] = digits['_'] = 63;
        return digits;
    }();
    std::string bytes(text.size() / 4 * 3 + 3, '\0');
    size_t count = 0;
    unsigned held = 0;
    int heldBits = 0;
    for (const char c : text) {
        const int8_t value = kDigits[static_cast<unsigned char>(c)];
        if (value == kNoDigit) break;
        held = held << 6 | static_cast<unsigned>(value);
        heldBits += 6;
        if (heldBits < 8) continue;
        heldBits -= 8;
        bytes[count++] = static_cast<char>(held >> heldBits & 0xFF);
    }
    bytes.resize(count);
    return bytes;
}

}  // namespace sinew
