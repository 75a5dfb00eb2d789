#include "check/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

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

char upper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

/// True where a word begins in the name.
bool beginsAt(std::string_view name, size_t i) {
    return isLetter(name[i]) && (i == 0 || !isLetter(name[i - 1]) || (isUpper(name[i]) && !isUpper(name[i - 1])));
}

/// The word of a name that states a side.
struct SideWord {
    size_t begin, end;
    bool isRight;
    std::string_view other;  ///< in lower case, for the other side
};

std::optional<SideWord> sideWordOf(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 2> kSides{{{"left", "right"}, {"l", "r"}}};
    for (const auto& sides : kSides)
        for (size_t i = 0; i < name.size(); ++i) {
            if (!beginsAt(name, i)) continue;
            size_t end = i + 1;
            while (end < name.size() && isLetter(name[end]) && !beginsAt(name, end))
                ++end;
            std::string word(name.substr(i, end - i));
            std::ranges::transform(word, word.begin(), lower);
            const auto side = std::ranges::find(sides, word);
            if (side == sides.end()) continue;
            const bool isRight = side != sides.begin();
            return SideWord{i, end, isRight, sides[isRight ? 0 : 1]};
        }
    return std::nullopt;
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
    return isNamedLikeLoop(clipName) && !hasWord(wordsOf(clipName), {"idle", "breathing", "hold", "holding", "aim",
                                                                     "carry", "with", "gun", "rifle", "pistol"});
}

bool isNamedOffGround(std::string_view clipName) {
    return std::ranges::any_of(wordsOf(clipName), [](const std::string& word) {
        constexpr auto kStems = std::to_array<std::string_view>(
            {"jump",  "fall",   "fly",   "swim",   "climb",   "hang",      "sit",      "lie",     "crawl",   "death",
             "die",   "dying",  "dead",  "hover",  "ride",    "riding",    "dance",    "dancing", "drive",   "driving",
             "sleep", "knock",  "prone", "roll",   "dive",    "diving",    "ragdoll",  "float",   "levitat", "glid",
             "soar",  "ladder", "plank", "pushup", "handst",  "headst",    "kneel",    "swing",   "drop",    "land",
             "flip",  "yoga",   "wall",  "stair",  "upstair", "downstair", "cartwheel"});
        constexpr auto kWhole = std::to_array<std::string_view>(
            {"lying", "laying", "down", "push", "takeoff", "rise", "superman", "headspin"});
        return std::ranges::any_of(kStems, [&](std::string_view stem) { return word.starts_with(stem); }) ||
               std::ranges::find(kWhole, word) != kWhole.end();
    });
}

bool isNamedLikePose(std::string_view clipName) {
    return hasWord(wordsOf(clipName),
                   {"pose", "posed", "tpose", "apose", "bindpose", "restpose", "bind", "rest", "reset", "reference"});
}

bool isNamedLikeLeg(std::string_view bone) {
    return std::ranges::any_of(wordsOf(bone), [](const std::string& word) {
        constexpr std::array<std::string_view, 10> kEnds{"leg",  "legs",  "thigh", "shin", "calf",
                                                         "knee", "ankle", "foot",  "paw",  "hoof"};
        return std::ranges::any_of(kEnds, [&](std::string_view end) { return word.ends_with(end); });
    });
}

bool isNamedLikeSocket(std::string_view bone) {
    return hasWord(wordsOf(bone),
                   {"weapon", "prop", "socket", "slot", "handslot", "shield", "item", "hold", "attach", "attachment"});
}

bool isNamedLikeGlass(std::string_view material) {
    return hasWord(wordsOf(material),
                   {"glass", "lens", "lenses", "visor", "window", "windows", "windshield", "windscreen", "water"});
}

Side sideOf(std::string_view name) {
    const std::optional<SideWord> word = sideWordOf(name);
    return !word ? Side::none : word->isRight ? Side::right : Side::left;
}

std::string mirroredName(std::string_view name) {
    const std::optional<SideWord> word = sideWordOf(name);
    if (!word) return {};
    std::string other(word->other);
    if (isUpper(name[word->begin])) other[0] = upper(other[0]);
    if (word->end - word->begin > 1 && isUpper(name[word->begin + 1]))
        std::ranges::transform(other, other.begin(), upper);
    return std::string(name.substr(0, word->begin)) + other + std::string(name.substr(word->end));
}

std::string_view withoutNumber(std::string_view name, char separator) {
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    return digits > 1 && digits < name.size() && name[digits - 1] == separator ? name.substr(0, digits - 1) : name;
}

}  // namespace sinew
