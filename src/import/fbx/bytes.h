#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace sinew::fbx {

/// The number at the start of `bytes`, which must be long enough.
template <typename Number>
Number load(std::string_view bytes, bool bigEndian) {
    std::array<char, sizeof(Number)> raw;
    std::memcpy(raw.data(), bytes.data(), raw.size());
    if (bigEndian != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
    Number number;
    std::memcpy(&number, raw.data(), raw.size());
    return number;
}

}  // namespace sinew::fbx
