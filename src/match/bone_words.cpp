#include "match/bone_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "match/names.h"

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

/// Words in lower case, numbers as words of their own: "LHipJoint01" into l, hip, joint, 01.
std::vector<std::string> split(std::string_view name) {
    std::vector<std::string> words;
    char before = ' ';
    for (size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool lowerFollows = i + 1 < name.size() && isLetter(name[i + 1]) && !isUpper(name[i + 1]);
        const bool begins = isLetter(c) && (!isLetter(before) || (isUpper(c) && (!isUpper(before) || lowerFollows)));
        if (begins || (isDigit(c) && !isDigit(before))) words.emplace_back();
        if (isLetter(c) || isDigit(c)) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        before = c;
    }
    return words;
}

/// Takes the side out of the words: a word of its own, or the beginning of one ("lefthand").
FigureSide takeSide(std::vector<std::string>& words) {
    for (auto word = words.begin(); word != words.end(); ++word)
        if (*word == "l" || *word == "left" || *word == "r" || *word == "right") {
            const FigureSide side = word->front() == 'l' ? FigureSide::left : FigureSide::right;
            words.erase(word);
            return side;
        }
    for (std::string& word : words)
        for (const std::string_view side : {"left", "right"})
            if (word.starts_with(side)) {
                word.erase(0, side.size());
                return side == "left" ? FigureSide::left : FigureSide::right;
            }
    return FigureSide::middle;
}

bool isFiller(const std::string& word) {
    constexpr std::array kFillers{
        "bip", "bip01",    "def",      "j", "cc", "base", "character", "mixamorig", "valvebiped", "bone", "bn",
        "jnt", "skeleton", "armature", "b", "f",  "org",  "joint",     "joints",    "c",          "m",    "center"};
    return std::ranges::find(kFillers, word) != kFillers.end();
}

/// Controls, tips and helpers are no bones of a figure.
bool isHelper(const std::string& word) {
    constexpr std::array kHelpers{"ctrl",       "control", "ik",     "fk",    "pole",   "target", "end",    "nub",
                                  "site",       "mch",     "tweak",  "twist", "roll",   "helper", "orient", "footsteps",
                                  "metacarpal", "carpal",  "handle", "ctl",   "master", "tip",    "socket"};
    return std::ranges::find(kHelpers, word) != kHelpers.end();
}

int fingerOf(const std::string& part, const std::vector<std::string>& words) {
    constexpr std::array<std::array<std::string_view, 3>, 5> kFingers{{{"thumb", "thumb", "thumb"},
                                                                       {"index", "index", "index"},
                                                                       {"middle", "mid", "middle"},
                                                                       {"ring", "ring", "ring"},
                                                                       {"pinky", "little", "pinkie"}}};
    if (part.starts_with("foot") || part.starts_with("toe")) return -1;
    for (int finger = 4; finger >= 0; --finger)  // "ringpinky" is the little one
        for (const std::string_view name : kFingers[static_cast<size_t>(finger)]) {
            const size_t at = part.find(name);
            if (at == std::string::npos) continue;
            const std::string_view before = std::string_view(part).substr(0, at);
            const std::string_view after = std::string_view(part).substr(at + name.size());
            const bool known = after.empty() || after == "proximal" || after == "intermediate" || after == "distal" ||
                               after == "finger" || after == "hand";
            if (known && (before.empty() || before == "hand" || before == "finger" || before == "handring"))
                return finger;
        }
    if (part != "finger" || words.empty() || !isDigit(words.back().front())) return -1;
    const int number = words.back().front() - '0';  // Biped: "Finger0" is the thumb, "Finger12" the index finger
    return number <= 4 ? number : -1;
}

}  // namespace

BoneWords boneWords(std::string_view name) {
    std::vector<std::string> words = split(withoutPrefix(name));
    BoneWords result;
    result.side = takeSide(words);
    std::string part;
    for (const std::string& word : words) {
        if (isHelper(word)) return {.side = result.side};
        const bool isBase = word == "base" && part == "toe";
        if (!isDigit(word.front()) && (isBase || !isFiller(word))) part += word;
    }
    result.part = part;
    result.finger = fingerOf(part, words);
    return result;
}

}  // namespace sinew
