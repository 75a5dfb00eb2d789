#include "app/policy/wildcard.h"

#include <span>
#include <string>
#include <vector>

namespace sinew {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

/// Length in bytes of the UTF-8 character at `at`.
size_t characterBytes(std::string_view text, size_t at) {
    size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u)
        ++end;
    return end - at;
}

std::vector<std::string_view> partsOf(std::string_view path) {
    std::vector<std::string_view> parts;
    while (true) {
        const size_t slash = path.find('/');
        parts.push_back(path.substr(0, slash));
        if (slash == kNowhere) return parts;
        path.remove_prefix(slash + 1);
    }
}

}  // namespace

bool hasWildcard(std::string_view pattern) {
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '*' || pattern[i] == '?') return true;
        if (pattern[i] == '\\') ++i;
    }
    return false;
}

std::string withoutEscapes(std::string_view pattern) {
    std::string path;
    for (size_t i = 0; i < pattern.size(); ++i) {
        // At the end of a name a backslash stands for itself.
        if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] != '/') ++i;
        path += pattern[i];
    }
    return path;
}

bool matchesName(std::string_view pattern, std::string_view name) {
    size_t p = 0, n = 0, afterStar = kNowhere, retry = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            afterStar = ++p;
            retry = n;
            continue;
        }
        if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n += characterBytes(name, n);
            continue;
        }
        const bool isEscaped = p + 1 < pattern.size() && pattern[p] == '\\';
        const size_t literal = p + (isEscaped ? 1 : 0);
        if (literal < pattern.size() && pattern[literal] == name[n]) {
            p = literal + 1;
            ++n;
        } else if (afterStar != kNowhere) {
            p = afterStar;
            n = retry += characterBytes(name, retry);
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool matchesPath(std::string_view pattern, std::string_view path) {
    const std::vector<std::string_view> patterns = partsOf(pattern), parts = partsOf(path);
    size_t p = 0, n = 0, afterStars = kNowhere, retry = 0;
    while (n < parts.size()) {
        if (p < patterns.size() && patterns[p] == "**") {
            afterStars = ++p;
            retry = n;
        } else if (p < patterns.size() && matchesName(patterns[p], parts[n])) {
            ++p, ++n;
        } else if (afterStars != kNowhere) {
            p = afterStars;
            n = ++retry;
        } else {
            return false;
        }
    }
    while (p < patterns.size() && patterns[p] == "**")
        ++p;
    return p == patterns.size();
}

}  // namespace sinew
