#include "import/scene/garbled_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "model/shown_text.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// The characters of Windows-1252 from 0x80 to 0x9F; 0: none. https://encoding.spec.whatwg.org/index-windows-1252.txt
constexpr std::array<uint32_t, 32> kWindows{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                            0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

/// The byte that stands for a character in Windows-1252, or in Latin-1; nothing where none does.
std::optional<char> byteOf(uint32_t character) {
    if (character == 0) return std::nullopt;
    if (character < 0x80 || (character >= 0xA0 && character <= 0xFF)) return static_cast<char>(character);
    const auto found = std::ranges::find(kWindows, character);
    if (found == kWindows.end()) return std::nullopt;
    return static_cast<char>(0x80 + (found - kWindows.begin()));
}

/// Takes the first character off valid UTF-8; 0 for one of four bytes.
uint32_t takeCharacter(std::string_view& text) {
    const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const size_t length = at(0) < 0x80 ? 1 : at(0) < 0xE0 ? 2 : at(0) < 0xF0 ? 3 : 4;
    uint32_t character = length == 1 ? at(0) : length == 2 ? at(0) & 0x1Fu : at(0) & 0x0Fu;
    for (size_t i = 1; i < length; ++i)
        character = character << 6 | (at(i) & 0x3Fu);
    text.remove_prefix(length);
    return length == 4 ? 0 : character;
}

/// What a name says that was encoded twice; empty for others.
std::string encodedOnce(std::string_view name) {
    if (std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return {};
    std::string bytes;
    while (!name.empty()) {
        const auto byte = byteOf(takeCharacter(name));
        if (!byte) return {};
        bytes += *byte;
    }
    return isUtf8(bytes) ? utf8From(bytes) : std::string();
}

}  // namespace

void reportGarbledNames(const Model& model, Findings& findings) {
    // Then these say which text is not UTF-8.
    const bool isKnown = std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.id == "json-encoding" || finding.id == "xml-encoding"; });
    std::set<std::string_view> reported;
    const auto check = [&](const std::string& name) {
        const bool isLost = name.find(kReplacement) != std::string::npos;
        const std::string meant = isLost ? std::string() : encodedOnce(name);
        if ((isLost ? isKnown : meant.empty()) || !reported.insert(name).second) return;
        findings.push_back({"name-garbled", Severity::info, name,
                            isLost ? "has a name of which a wrong encoding lost characters"
                                   : "has a name in a wrong encoding: is " + inQuotes(meant) + " meant?"});
    };
    std::ranges::for_each(model.hierarchy.names, check);
    for (const SkinnedMesh& mesh : model.meshes)
        check(mesh.name);
    for (const Material& material : model.materials)
        check(material.name);
    for (const AnimationClip& clip : model.clips)
        check(clip.name);
}

}  // namespace sinew
