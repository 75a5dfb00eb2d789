#include "base/text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/shown_text.h"

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

/// The code point of a valid sequence.
unsigned codePointOf(std::string_view sequence) {
    constexpr unsigned kLeadBits[] = {0x7F, 0x1F, 0x0F, 0x07};  // by length
    unsigned code = static_cast<unsigned char>(sequence[0]) & kLeadBits[sequence.size() - 1];
    for (const char c : sequence.substr(1))
        code = code << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
    return code;
}

/// Controls (C0, DEL, C1), separators of lines and paragraphs, the two that XML forbids, and the embeddings, overrides,
/// isolates and marks of the writing direction: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters.
bool isUnsafe(unsigned code) {
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFFFE || code == 0xFFFF;
}

void appendHex(std::string& text, const char* prefix, unsigned number, int digits) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += prefix;
    for (int digit = digits - 1; digit >= 0; --digit)
        text += kDigits[number >> 4 * digit & 0xF];
}

/// Calls `take(sequence, code)` for each character, with no code for a byte that is not UTF-8.
template <typename Take>
void forEachCharacter(std::string_view bytes, const Take& take) {
    while (!bytes.empty()) {
        const size_t length = sequenceLength(bytes);
        const std::string_view sequence = bytes.substr(0, length == 0 ? 1 : length);
        take(sequence, length == 0 ? std::nullopt : std::optional(codePointOf(sequence)));
        bytes.remove_prefix(sequence.size());
    }
}

std::string shown(std::string_view bytes, bool keepsBytes) {
    std::string text;
    text.reserve(bytes.size());
    forEachCharacter(bytes, [&](std::string_view sequence, std::optional<unsigned> code) {
        if (!code && !keepsBytes)
            text += "\xEF\xBF\xBD";
        else if (!code || (*code < 0x80 && isUnsafe(*code)))
            appendHex(text, "\\x", static_cast<unsigned char>(sequence[0]), 2);
        else if (isUnsafe(*code))
            appendHex(text, "\\u", *code, 4);
        else
            text += sequence;
    });
    return text;
}

}  // namespace

std::string utf8From(std::string_view bytes) {
    return shown(bytes, false);
}

std::string lineFrom(std::string_view message) {
    std::string line(message);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return shown(line, false);
}

std::string shownPath(std::string_view path) {
    return shown(path, true);
}

bool isUtf8Line(std::string_view bytes) {
    bool isSafe = true;
    forEachCharacter(
        bytes, [&](std::string_view, std::optional<unsigned> code) { isSafe = isSafe && code && !isUnsafe(*code); });
    return isSafe;
}

bool isUtf8(std::string_view bytes) {
    bool isValid = true;
    forEachCharacter(bytes, [&](std::string_view, std::optional<unsigned> code) { isValid = isValid && code; });
    return isValid;
}

std::string safeText(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    forEachCharacter(text, [&](std::string_view sequence, std::optional<unsigned> code) {
        if (!code || !isUnsafe(*code) || *code == '\n' || *code == '\t')
            safe += sequence;
        else
            appendHex(safe, "\\u", *code, 4);
    });
    return safe;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    for (size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
        end = text.find_first_of(separators, begin);
        parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    }
    return parts;
}

std::string inQuotes(std::string_view text) {
    size_t begun = 0, quoted = 0;
    forEachCharacter(text, [&](std::string_view sequence, std::optional<unsigned>) {
        begun += sequence.size();
        if (begun <= kMaxQuotedBytes) quoted = begun;
    });
    std::string result("'");
    result += shownPath(text.substr(0, quoted));
    result += quoted < text.size() ? "...'" : "'";
    return result;
}

std::string givenName(std::string_view name) {
    constexpr std::string_view kDigits = "0123456789";
    for (const std::string_view added : {"$unscaled", "$shear", "$geometry", "$skin"})
        name = name.substr(0, name.find(added));
    const bool isMade = name == "RootNode" || name.starts_with("$ColladaAutoName$") ||
                        name.starts_with("$texture_dummy") || (name.starts_with('<') && name.ends_with('>')) ||
                        (name.starts_with('*') && name.find_first_not_of(kDigits, 1) == std::string_view::npos);
    if (isMade) return {};
    for (const auto& [many, one] : {std::pair{"nodes[", "node "}, {"meshes[", "mesh "}})
        if (const std::string_view begin(many); name.starts_with(begin))
            if (const size_t end = name.find_first_not_of(kDigits, begin.size()); end != std::string_view::npos)
                if (name[end] == ']') return one + std::string(name.substr(begin.size(), end - begin.size()));
    return std::string(name);
}

}  // namespace sinew
