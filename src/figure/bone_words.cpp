#include "figure/bone_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <vector>

#include "figure/words.h"

namespace sinew {
namespace {

bool isNumber(const std::string& word) {
    return std::isdigit(static_cast<unsigned char>(word.front())) != 0;
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
    if (part != "finger" || words.empty() || !isNumber(words.back())) return -1;
    const int number = words.back().front() - '0';  // Biped: "Finger0" is the thumb, "Finger12" the index finger
    return number <= 4 ? number : -1;
}

}  // namespace

BoneWords boneWords(std::string_view name) {
    const std::string bare(withoutPrefix(name));
    const SideWord side = sideWordOf(bare);
    std::vector<std::string> words = wordsOf(bare.substr(0, side.begin));
    std::ranges::move(wordsOf(bare.substr(side.begin + side.length)), std::back_inserter(words));
    BoneWords result;
    result.side = side.side;
    std::string part;
    for (const std::string& word : words) {
        if (isHelper(word)) return {.side = result.side};
        const bool isBase = word == "base" && part == "toe";
        if (!isNumber(word) && (isBase || !isFiller(word))) part += word;
    }
    result.part = part;
    result.finger = fingerOf(part, words);
    return result;
}

}  // namespace sinew
