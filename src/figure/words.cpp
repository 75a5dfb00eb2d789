#include "figure/words.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace sinew {
namespace {

bool isUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}
bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
char upper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

/// A word of a name, in lower case, and where it begins.
struct Word {
    std::string text;
    size_t begin;
};

std::vector<Word> split(std::string_view name) {
    std::vector<Word> words;
    char before = ' ';
    for (size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool lowerFollows = i + 1 < name.size() && isLetter(name[i + 1]) && !isUpper(name[i + 1]);
        const bool begins = isLetter(c) && (!isLetter(before) || (isUpper(c) && (!isUpper(before) || lowerFollows)));
        if (begins || (isDigit(c) && !isDigit(before))) words.push_back({{}, i});
        if (isLetter(c) || isDigit(c)) words.back().text += lower(c);
        before = c;
    }
    return words;
}

}  // namespace

std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> texts;
    for (Word& word : split(name))
        texts.push_back(std::move(word.text));
    return texts;
}

SideWord sideWordOf(std::string_view name) {
    const std::vector<Word> words = split(name);
    for (const auto& [text, begin] : words)
        if (text == "l" || text == "left" || text == "r" || text == "right")
            return {text.front() == 'l' ? FigureSide::left : FigureSide::right, begin, text.size()};
    for (const auto& [text, begin] : words) {
        if (text.starts_with("left")) return {FigureSide::left, begin, 4};
        if (text.starts_with("right")) return {FigureSide::right, begin, 5};
    }
    return {};
}

std::string mirroredName(std::string_view name) {
    const auto [side, begin, length] = sideWordOf(name);
    if (side == FigureSide::middle) return {};
    const bool isLeft = side == FigureSide::left;
    std::string other = length == 1 ? (isLeft ? "r" : "l") : (isLeft ? "right" : "left");
    if (isUpper(name[begin])) other[0] = upper(other[0]);
    if (length > 1 && isUpper(name[begin + 1])) std::ranges::transform(other, other.begin(), upper);
    return std::string(name.substr(0, begin)) + other + std::string(name.substr(begin + length));
}

std::string_view withoutPrefix(std::string_view name) {
    constexpr std::string_view kMixamo = "mixamorig";
    if (const size_t end = name.find_last_of(":|"); end != std::string_view::npos && end + 1 < name.size())
        name.remove_prefix(end + 1);
    if (!name.starts_with(kMixamo)) return name;
    const size_t digits = name.find_first_not_of("0123456789", kMixamo.size());
    if (digits != std::string_view::npos && name[digits] == '_' && digits + 1 < name.size())
        name.remove_prefix(digits + 1);
    return name;
}

}  // namespace sinew
