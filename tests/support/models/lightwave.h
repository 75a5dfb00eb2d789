#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

/// Parts of LightWave files, which are big-endian.
namespace lightwave {

inline std::string big(uint32_t value, size_t bytes) {
    std::string text;
    for (size_t i = bytes; i-- > 0;)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

inline std::string number(float value) {
    return big(std::bit_cast<uint32_t>(value), 4);
}

/// A text that ends with one or two zeros, of even length.
inline std::string text(const std::string& letters) {
    return letters + std::string(letters.size() % 2 == 0 ? 2 : 1, '\0');
}

inline std::string chunk(const std::string& id, const std::string& data) {
    return id + big(static_cast<uint32_t>(data.size()), 4) + data;
}

inline std::string part(const std::string& id, const std::string& data) {
    return id + big(static_cast<uint32_t>(data.size()), 2) + data;
}

inline std::string word(int value) {
    return big(static_cast<uint32_t>(value) & 0xFFFF, 2);
}
inline std::string reals(std::initializer_list<float> values) {
    std::string all;
    for (const float value : values)
        all += number(value);
    return all;
}

}  // namespace lightwave
