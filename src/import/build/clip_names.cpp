#include "import/build/clip_names.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sinew {
namespace {

constexpr std::string_view kSeparators = "_|:.";
using Names = std::vector<std::string>;

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// "Layer0", also as Blender numbers it: "Layer0.001".
bool isLayer(std::string_view piece) {
    if (piece == "BaseLayer") return true;
    return piece.starts_with("Layer") && piece.size() > 5 && std::isdigit(static_cast<unsigned char>(piece[5])) != 0 &&
           piece.find_first_not_of("0123456789.", 5) == std::string_view::npos;
}

/// The parts between '|' that are not empty.
std::vector<std::string_view> piecesOf(std::string_view name) {
    std::vector<std::string_view> pieces;
    for (size_t end = 0; end != std::string_view::npos;) {
        end = name.find('|');
        if (const std::string_view piece = trimmed(name.substr(0, end)); !piece.empty()) pieces.push_back(piece);
        name = name.substr(std::min(end, name.size() - 1) + 1);
    }
    return pieces;
}

std::string withoutLayers(const std::string& name) {
    std::vector<std::string_view> pieces = piecesOf(name);
    while (pieces.size() > 1 && isLayer(pieces.back()))
        pieces.pop_back();
    return pieces.empty() ? std::string() : fmt::format("{}", fmt::join(pieces, "|"));
}

/// Applies a rule to all names, or to none when it would empty a name or make two equal.
bool tryRule(Names& names, const std::function<std::string(const std::string&)>& rule) {
    Names changed(names.size());
    std::transform(names.begin(), names.end(), changed.begin(), rule);
    const auto distinct = [](const Names& all) { return std::set<std::string>(all.begin(), all.end()).size(); };
    const bool emptied =
        std::any_of(changed.begin(), changed.end(), [](const std::string& name) { return name.empty(); });
    const bool isSound = !emptied && distinct(changed) == distinct(names);
    if (isSound) names = std::move(changed);
    return isSound;
}

/// Removes the first piece of all names that have several, where all of these share it.
bool dropSharedPiece(Names& names) {
    std::string shared;
    for (const std::string& name : names) {
        const std::vector<std::string_view> pieces = piecesOf(name);
        if (pieces.size() < 2) continue;
        if ((!shared.empty() && shared != pieces[0]) || (pieces.size() == 2 && isLayer(pieces[1]))) return false;
        shared = pieces[0];
    }
    return !shared.empty() && tryRule(names, [&](const std::string& name) {
        const std::vector<std::string_view> pieces = piecesOf(name);
        return pieces.size() < 2 ? name : fmt::format("{}", fmt::join(pieces.begin() + 1, pieces.end(), "|"));
    });
}

bool startsWith(std::string_view text, std::string_view word, bool ignoreCase) {
    return !word.empty() && text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [ignoreCase](unsigned char a, unsigned char b) {
               return a == b || (ignoreCase && std::tolower(a) == std::tolower(b));
           });
}

/// The rest of `name` after `word` and a separator; empty when it does not begin with them.
std::string_view after(std::string_view name, std::string_view word, bool ignoreCase = false) {
    if (!startsWith(name, word, ignoreCase) || name.size() <= word.size()) return {};
    if (kSeparators.find(name[word.size()]) == std::string_view::npos) return {};
    return name.substr(word.size() + 1);
}

/// The shortest word X of a name "X_X_rest"; empty when there is none.
std::string_view doubledWord(std::string_view name) {
    for (size_t end = name.find_first_of(kSeparators); end != std::string_view::npos;
         end = name.find_first_of(kSeparators, end + 1)) {
        const std::string_view word = name.substr(0, end);
        if (!after(after(name, word), word).empty()) return word;
    }
    return {};
}

/// The first word of a node's name: "Alien" of "AlienArmature".
std::string_view firstWord(std::string_view node) {
    size_t end = 1;
    const auto is = [&](size_t at, int (*kind)(int)) { return kind(static_cast<unsigned char>(node[at])) != 0; };
    while (end < node.size() && kSeparators.find(node[end]) == std::string_view::npos &&
           !(is(end, std::isupper) && is(end - 1, std::islower)))
        ++end;
    return node.substr(0, end);
}

void removeSharedWord(Names& names, std::string_view word, int times, bool ignoreCase) {
    tryRule(names, [&](const std::string& name) {
        std::string_view rest = name;
        for (int i = 0; i < times; ++i)
            rest = after(rest, word, ignoreCase);
        return std::string(rest);
    });
}

}  // namespace

std::vector<std::string> readableClipNames(std::span<const std::string> names, std::span<const std::string> owners) {
    Names readable(names.size());
    std::ranges::transform(names, readable.begin(), [](const std::string& name) { return std::string(trimmed(name)); });
    // Missing names are filled in first, so that they do not block a rule.
    for (size_t i = 0; i < readable.size(); ++i)
        if (piecesOf(readable[i]).empty()) readable[i] = fmt::format("Animation {}", i);

    tryRule(readable, withoutLayers);
    while (dropSharedPiece(readable)) {
    }
    tryRule(readable, [&](const std::string& name) {
        std::string_view rest = name;
        for (bool again = true; again;) {
            again = false;
            for (const std::string& owner : owners) {
                const std::string_view next = after(rest, owner);
                again = again || !next.empty();
                if (!next.empty()) rest = next;
            }
        }
        return std::string(rest);
    });
    if (readable.size() >= 2) {
        removeSharedWord(readable, std::string(doubledWord(readable.front())), 2, false);
        std::set<std::string_view> words;
        for (const std::string& owner : owners)
            if (const std::string_view word = firstWord(owner);
                !after(readable.front(), word, true).empty() && words.insert(word).second)
                removeSharedWord(readable, word, 1, true);
    }
    return readable;
}

bool isShortFor(std::string_view name, std::string_view full) {
    const size_t at = full.rfind(name);
    if (name.empty() || at == std::string_view::npos || at == 0) return false;
    const size_t end = at + name.size();
    return kSeparators.find(full[at - 1]) != std::string_view::npos && (end == full.size() || full[end] == '|');
}

std::vector<std::string> ownersOf(const NodeHierarchy& hierarchy, const std::vector<bool>& moved,
                                  const std::vector<bool>& isBone) {
    std::vector<bool> above(hierarchy.size(), false);
    for (size_t n = hierarchy.size(); n-- > 0;)  // children come after their parents
        if (const int32_t parent = hierarchy.parents[n]; parent != kNoParent && (moved[n] || above[n]))
            above[static_cast<size_t>(parent)] = true;
    std::vector<std::string> owners;
    for (size_t n = 0; n < hierarchy.size(); ++n)
        if (above[n] && !isBone[n] && !hierarchy.names[n].ends_with("$shear")) owners.push_back(hierarchy.names[n]);
    return owners;
}

}  // namespace sinew
