#include "import/files/opengex_lists.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "error.h"

namespace sinew {
namespace {

struct Kind {
    std::string_view attribute;
    const char* name;
};
constexpr std::array<Kind, 4> kKinds{
    {{"position", "positions"}, {"normal", "normals"}, {"texcoord", "texture coordinates"}, {"color", "colors"}}};
constexpr size_t kPosition = 0, kColor = 3;

/// The text with blanks in place of comments.
std::string withoutComments(std::string text) {
    for (size_t at = 0; at + 1 < text.size(); ++at) {
        size_t end = at;
        if (text[at] == '"')
            at = std::min(text.find('"', at + 1), text.size()), end = at;
        else if (text.compare(at, 2, "//") == 0)
            end = std::min(text.find('\n', at), text.size());
        else if (text.compare(at, 2, "/*") == 0)
            end = std::min(text.find("*/", at), text.size() - 2) + 2;
        for (; at < end; ++at)
            text[at] = ' ';
    }
    return text;
}

uint64_t indexFrom(std::string_view word) {
    const std::string text(word);
    char* end = nullptr;
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    const uint64_t index = std::strtoull(text.c_str(), &end, isHex ? 16 : 10);
    return *end == '\0' && word.front() != '-' ? index : UINT64_MAX;
}

/// What the braces of one array hold.
struct List {
    size_t tuples = 0;
    uint64_t mostIndex = 0;
    size_t end = 0;  ///< offset behind it
};

/// `begin`: offset of the outer brace.
List listAt(std::string_view text, size_t begin, bool hasIndices) {
    List list{.end = begin};
    int depth = 0;
    do {
        const char c = text[list.end];
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        list.tuples += c == '{' && depth == 2;
        constexpr std::string_view kBetween = "{}, \t\r\n";
        if (hasIndices && depth > 0 && kBetween.find(c) == std::string_view::npos) {
            const size_t end = std::min(text.find_first_of(kBetween, list.end), text.size());
            list.mostIndex = std::max(list.mostIndex, indexFrom(text.substr(list.end, end - list.end)));
            list.end = end;
        } else {
            ++list.end;
        }
    } while (depth > 0 && list.end < text.size());
    return list;
}

/// The attribute of the vertex array whose name ends at `at`, and where it is in the text.
struct Attribute {
    size_t kind = kKinds.size(), begin = 0;
};

Attribute attributeAt(std::string_view text, size_t at) {
    const size_t begin = std::min(text.find('"', at), text.size() - 1) + 1, brace = text.find('{', at);
    Attribute found{.begin = begin};
    if (begin > brace) return found;
    const std::string_view rest = text.substr(begin);
    const auto is = [&](const Kind& kind) { return rest.starts_with(kind.attribute); };
    found.kind = static_cast<size_t>(std::ranges::find_if(kKinds, is) - kKinds.begin());
    return found;
}

bool isWord(std::string_view text, size_t at, std::string_view word) {
    return text.substr(at, word.size()) == word;
}

/// The braces of the list within the structure whose name is at `at`.
size_t bracesAfter(std::string_view text, size_t at) {
    const size_t outer = text.find('{', at);
    return outer == std::string_view::npos ? outer : text.find('{', outer + 1);
}

struct Lists {
    std::array<size_t, kKinds.size()> counts{};  ///< of the last list of each kind, which assimp uses
    std::array<bool, kKinds.size()> isShort{};
    std::array<std::vector<size_t>, kKinds.size()> places{};  ///< of the attributes' names in the text

    void addVertices(std::string_view text, size_t at, size_t braces) {
        const Attribute attribute = attributeAt(text, at);
        if (attribute.kind == kKinds.size()) return;
        counts[attribute.kind] = listAt(text, braces, false).tuples;
        places[attribute.kind].push_back(attribute.begin);
    }

    void addIndices(std::string_view text, size_t braces) {
        const List list = listAt(text, braces, true);
        if (list.tuples > 0 && list.mostIndex >= counts[kPosition])
            throw Error(Exit::input,
                        fmt::format("has an index {} beyond the {} vertices", list.mostIndex, counts[kPosition]));
        for (size_t kind = kPosition + 1; kind < counts.size(); ++kind)
            isShort[kind] = isShort[kind] || (counts[kind] > 0 && list.mostIndex >= counts[kind]);
        // assimp has room for as many colors as there are in the list, and writes one for each corner.
        isShort[kColor] = isShort[kColor] || (counts[kColor] > 0 && counts[kColor] < 3 * list.tuples);
    }
};

}  // namespace

std::optional<PatchedFile> withSoundOpenGexLists(const InputFile& file, Findings& findings) {
    constexpr size_t kHead = 4096;
    const std::string head = file.content(0, kHead);
    if (head.find("Metric") == std::string::npos && head.find("GeometryNode") == std::string::npos &&
        head.find("GeometryObject") == std::string::npos)
        return {};
    std::string original = file.content();
    const std::string text = withoutComments(original);
    Lists lists;
    for (size_t at = 0; (at = text.find("Array", at)) != std::string::npos; ++at) {
        const size_t braces = bracesAfter(text, at);
        if (braces == std::string::npos) break;
        if (at >= 6 && isWord(text, at - 6, "VertexArray")) lists.addVertices(text, at, braces);
        if (at >= 5 && isWord(text, at - 5, "IndexArray")) lists.addIndices(text, braces);
    }
    bool isChanged = false;
    for (size_t kind = 0; kind < kKinds.size(); ++kind) {
        if (!lists.isShort[kind]) continue;
        isChanged = true;
        findings.push_back({"attribute-ignored", Severity::warning, "file",
                            fmt::format("has fewer {} than a mesh needs; they are ignored", kKinds[kind].name)});
        for (const size_t place : lists.places[kind])
            original[place] = '-';  // an attribute that assimp does not know
    }
    if (!isChanged) return {};
    return PatchedFile(file, std::move(original));
}

}  // namespace sinew
