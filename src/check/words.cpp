#include "check/words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sinew {
namespace {

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool isUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}
char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// True where a word begins in the name.
bool beginsAt(std::string_view name, size_t i) {
    return isLetter(name[i]) && (i == 0 || !isLetter(name[i - 1]) || (isUpper(name[i]) && !isUpper(name[i - 1])));
}

}  // namespace

std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    for (size_t i = 0; i < name.size(); ++i) {
        if (beginsAt(name, i)) words.emplace_back();
        if (isLetter(name[i])) words.back() += lower(name[i]);
    }
    return words;
}

bool hasWord(const std::vector<std::string>& words, std::initializer_list<std::string_view> any) {
    return std::ranges::any_of(words,
                               [&](const std::string& word) { return std::ranges::find(any, word) != any.end(); });
}

bool isNamedLikeLoop(std::string_view clipName) {
    const std::vector<std::string> words = wordsOf(clipName);
    return hasWord(words, {"idle", "walk", "walking", "run", "running", "jog", "jogging", "sprint", "sprinting", "loop",
                           "cycle", "swim", "flying", "breathing", "trot", "gallop"}) &&
           !hasWord(words, {"to", "start", "stop", "begin", "end", "enter", "exit", "into", "attack", "shoot", "jump"});
}

bool isNamedLikeGait(std::string_view clipName) {
    return isNamedLikeLoop(clipName) &&
           !hasWord(wordsOf(clipName), {"idle", "breathing", "hold", "holding", "aim", "carry", "with"});
}

std::string mirroredName(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 2> kSides{{{"left", "right"}, {"l", "r"}}};
    for (const auto& sides : kSides)
        for (size_t i = 0; i < name.size(); ++i) {
            if (!beginsAt(name, i)) continue;
            size_t end = i + 1;
            while (end < name.size() && isLetter(name[end]) && !beginsAt(name, end))
                ++end;
            std::string word;
            for (const char c : name.substr(i, end - i))
                word += lower(c);
            const auto side = std::ranges::find(sides, word);
            if (side == sides.end()) continue;
            std::string other(side == sides.begin() ? sides[1] : sides[0]);
            if (isUpper(name[i])) other[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(other[0])));
            if (end - i > 1 && isUpper(name[i + 1]))
                std::ranges::transform(other, other.begin(), [](unsigned char c) { return std::toupper(c); });
            return std::string(name.substr(0, i)) + other + std::string(name.substr(end));
        }
    return {};
}

std::string_view withoutNumber(std::string_view name, char separator) {
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    return digits > 1 && digits < name.size() && name[digits - 1] == separator ? name.substr(0, digits - 1) : name;
}

}  // namespace sinew
