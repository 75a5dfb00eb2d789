#include "import/assimp/smd_nodes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "import/files/formats.h"
#include "import/files/model_folder.h"

namespace sinew {
namespace {

constexpr std::string_view kSpaces = " \t", kBlank = " \t\r\n\f", kLineEnds = "\r\n\f";

void skip(std::string_view& text, std::string_view characters) {
    text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

void skipLine(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_of(kLineEnds), text.size()));
    skip(text, kLineEnds);
}

/// In any case, with a blank after it.
bool beginsWithWord(std::string_view text, std::string_view word) {
    return text.size() > word.size() && lowerCase(std::string(text.substr(0, word.size()))) == word &&
           kBlank.find(text[word.size()]) != std::string_view::npos;
}

/// Skips a line, or several where a name in quotes has them. False where the name does not end.
bool skipNode(std::string_view& text) {
    skip(text, kBlank);
    skip(text, "0123456789");
    skip(text, kSpaces);
    if (text.starts_with('"')) {
        const size_t end = text.find('"', 1);
        if (end == std::string_view::npos) return false;
        text.remove_prefix(end + 1);
    }
    skipLine(text);
    return true;
}

}  // namespace

void requireEndOfSmdNodes(const ModelFolder& folder) {
    const std::string ending = endingOf(folder.modelPath());
    if (ending != ".smd" && ending != ".vta") return;
    const std::string content = folder.model().content();
    std::string_view text = content;
    for (skip(text, kBlank); !beginsWithWord(text, "nodes"); skip(text, kBlank)) {
        if (text.empty()) return;
        skipLine(text);
    }
    skipLine(text);
    while (!beginsWithWord(text, "end") && !text.empty())
        if (!skipNode(text)) throw Error(Exit::input, "is cut short, or the name of a node has no closing quote");
    if (text.empty()) throw Error(Exit::input, "is cut short: its nodes have no end");
}

}  // namespace sinew
