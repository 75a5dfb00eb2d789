#include "model/text.h"

#include <cctype>

namespace sinew {
namespace {

constexpr size_t kMaxQuotedBytes = 80;

/// Length of the UTF-8 sequence at the start of `bytes`; 0 if it is invalid: overlong, a surrogate, truncated, or
/// without a lead byte.
size_t sequenceLength(std::string_view bytes) {
    const auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    const size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                          : (lead & 0xF0) == 0xE0        ? 3
                          : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                         : 0;
    if (length == 0 || bytes.size() < length) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((at(i) & 0xC0) != 0x80) return 0;
    const unsigned second = at(1);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : length;
}

}  // namespace

std::string utf8From(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const size_t length = sequenceLength(bytes);
        const auto lead = static_cast<unsigned char>(bytes[0]);
        if (length == 0)
            text += "\xEF\xBF\xBD";
        else if (lead < 0x20 || lead == 0x7F)
            text += ' ';
        else
            text += bytes.substr(0, length);
        bytes.remove_prefix(length == 0 ? 1 : length);
    }
    return text;
}

bool isUtf8Line(std::string_view bytes) {
    while (!bytes.empty()) {
        const size_t length = sequenceLength(bytes);
        const auto lead = static_cast<unsigned char>(bytes[0]);
        if (length == 0 || lead < 0x20 || lead == 0x7F) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::string inQuotes(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text.substr(0, kMaxQuotedBytes))
        quoted += std::iscntrl(static_cast<unsigned char>(c)) ? '?' : c;
    return quoted + (text.size() > kMaxQuotedBytes ? "...'" : "'");
}

}  // namespace sinew
