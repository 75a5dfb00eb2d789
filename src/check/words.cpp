#include "check/words.h"

#include <algorithm>
#include <array>

namespace sinew {

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

std::string_view withoutNumber(std::string_view name, char separator) {
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    return digits > 1 && digits < name.size() && name[digits - 1] == separator ? name.substr(0, digits - 1) : name;
}

}  // namespace sinew
