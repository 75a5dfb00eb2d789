#include "import/collada/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "import/assimp/convert.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

/// True where every character may be one of a plain number; most arrays end here.
bool hasPlainCharacters(std::string_view text) {
    static constexpr auto kPlain = [] {
        std::array<bool, 256> plain{};
        for (const char c : std::string_view("0123456789+-.eE \t\r\n"))
            plain[static_cast<unsigned char>(c)] = true;
        return plain;
    }();
    return std::ranges::all_of(text, [](char c) { return kPlain[static_cast<unsigned char>(c)]; });
}

bool isNumber(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double number = 0.0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error != std::errc::invalid_argument && stop == word.data() + word.size();
}

/// The word with its only comma as a point, if that is a number.
std::optional<std::string> withPoint(std::string_view word) {
    const size_t comma = word.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    std::string number(word);
    number[comma] = '.';
    return isNumber(number) ? std::optional(number) : std::nullopt;
}

/// The geometry, controller or animation that an array belongs to.
Node ownerOf(Node array) {
    for (Node node = array; node; node = node.parent())
        for (const std::string_view name : {"geometry", "controller", "animation"})
            if (node.name() == name) return node;
    return array;
}

struct Rewritten {
    std::string text, example;
    size_t commas = 0, invalid = 0;
};

Rewritten rewritten(std::string_view text) {
    Rewritten result;
    for (const std::string_view word : wordsIn(text)) {
        if (!result.text.empty()) result.text += ' ';
        if (isNumber(word)) {
            result.text += word;
        } else if (const auto number = withPoint(word)) {
            result.text += *number;
            ++result.commas;
        } else {
            result.text += "nan";
            if (++result.invalid == 1) result.example = word;
        }
    }
    return result;
}

}  // namespace

std::vector<Node> repairNumbers(const Document& document, Findings& findings) {
    std::vector<Node> changed;
    size_t commas = 0;
    forEachElement(document.root(), [&](Node node) {
        const std::string_view name = node.name();
        const bool isTransform = transformKind(name) || name == "bind_shape_matrix";
        if (name != "float_array" && !isTransform) return true;
        const std::string_view read = node.text().get();
        if (hasPlainCharacters(read)) return true;
        const Rewritten result = rewritten(read);
        if (result.commas + result.invalid == 0) return true;
        if (isTransform && result.invalid > 0) return true;  // "transform-invalid"
        node.text().set(result.text.c_str());
        const std::string owner = labelOf(ownerOf(node));
        commas += result.commas;
        if (result.invalid > 0) {
            constexpr size_t kShown = 24;
            findings.push_back(countFinding("number-invalid", Severity::warning, owner, result.invalid, "value",
                                            "values",
                                            "not a number: '" + utf8From(result.example.substr(0, kShown)) + "'"));
        }
        Node child = node;
        while (child.parent() != document.root())
            child = child.parent();
        if (std::ranges::find(changed, child) == changed.end()) changed.push_back(child);
        return true;
    });
    if (commas > 0)
        findings.push_back(countFinding("number-comma", Severity::warning, "file", commas, "number", "numbers",
                                        "with a decimal comma, read as a point"));
    return changed;
}

}  // namespace sinew::collada
