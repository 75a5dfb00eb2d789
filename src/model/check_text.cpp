#include "model/check_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sinew {
namespace {

constexpr size_t kNamesListed = 3;

}  // namespace

std::string figure(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string percent(double share) {
    return figure(share * 100.0) + " %";
}

std::string counted(size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string listed(std::span<const std::string> names) {
    std::string text;
    for (size_t i = 0; i < std::min(names.size(), kNamesListed); ++i)
        text += (i == 0 ? "'" : ", '") + names[i] + "'";
    if (names.size() > kNamesListed) text += " and " + std::to_string(names.size() - kNamesListed) + " more";
    return text;
}

}  // namespace sinew
