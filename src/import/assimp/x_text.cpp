#include "import/assimp/x_text.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v", kBetween = " \t\r\n\f\v{};";

bool isBlank(char c) {
    return kBlanks.find(c) != std::string_view::npos;
}

/// Without comments, and with at most two separators in a row, or three between keys; all are semicolons.
std::string withPlainSeparators(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    int separators = 0, most = 2;
    for (size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool isStart = plain.empty() || kBetween.find(plain.back()) != std::string_view::npos;
        if (isStart && (c == '#' || text.substr(at).starts_with("//"))) {
            at = std::min(text.find_first_of("\r\n", at), text.size()) - 1;
        } else if (c == '"') {
            const size_t end = std::min(text.find('"', at + 1), text.size() - 1);
            plain += text.substr(at, end - at + 1);
            at = end;
            separators = 0;
        } else if (c == ',' || c == ';') {
            if (++separators <= most) plain += ';';
        } else {
            if (c == '{') {
                const size_t last = plain.find_last_of("{};");
                most = plain.find("AnimationKey", last == std::string::npos ? 0 : last) == std::string::npos ? 2 : 3;
            }
            plain += c;
            if (!isBlank(c)) separators = 0;
        }
    }
    return plain;
}

/// A part of the text from its kind, or its brace, on.
struct Block {
    size_t begin = 0, inside = 0;
    std::string_view kind, name;
};

/// A material's name in braces, in a list of materials.
struct Reference {
    size_t begin = 0, end = 0;
    std::string_view name;
};

class Materials {
  public:
    explicit Materials(std::string_view text) : text_(text) {
        for (size_t at = 0; at < text.size() && open_.size() < kDeepest; ++at) {
            if (text[at] == '"') at = std::min(text.find('"', at + 1), text.size() - 1);
            if (text[at] == '{') {
                const Block block{words_.empty() ? at : begin_, at + 1, wordAt(0), wordAt(1)};
                open_.push_back(block);
            } else if (text[at] == '}') {
                close(at + 1);
            } else if (text[at] != ';' && text[at] != '"') {
                if (!isBlank(text[at])) at = addWord(at);
                continue;
            }
            words_.clear();
        }
    }

    /// The text with materials in place of the references to them.
    std::string copied() const {
        constexpr size_t kMostAdded = size_t{1} << 26;
        std::string result;
        size_t taken = 0;
        for (const Reference& reference : references_) {
            const auto found = materials_.find(reference.name);
            if (found == materials_.end() || result.size() > text_.size() + kMostAdded) continue;
            result.append(text_.substr(taken, reference.begin - taken)).append(found->second);
            taken = reference.end;
        }
        return result.append(text_.substr(taken));
    }

  private:
    static constexpr size_t kDeepest = 4096;

    std::string_view wordAt(size_t i) const { return i < words_.size() ? words_[i] : std::string_view(); }

    /// Returns where the word ends.
    size_t addWord(size_t at) {
        const size_t end = std::min(text_.find_first_of(" \t\r\n\f\v;{}\"", at), text_.size());
        if (words_.empty()) begin_ = at;
        if (words_.size() < 2) words_.push_back(text_.substr(at, end - at));
        return end - 1;
    }

    void close(size_t end) {
        if (open_.empty()) return;
        const Block block = open_.back();
        open_.pop_back();
        if (block.kind == "Material" && !block.name.empty())
            materials_.emplace(block.name, text_.substr(block.begin, end - block.begin));
        if (block.kind.empty() && !open_.empty() && open_.back().kind == "MeshMaterialList")
            references_.push_back({block.begin, end, wordAt(0)});
    }

    std::string_view text_;
    std::vector<Block> open_;
    std::vector<std::string_view> words_;  ///< at most two since the last punctuation
    size_t begin_ = 0;                     ///< where the first one does
    std::map<std::string_view, std::string_view> materials_;
    std::vector<Reference> references_;
};

}  // namespace

std::optional<PatchedFile> withPlainXText(const InputFile& file) {
    constexpr size_t kHeader = 16;  // "xof 0303txt 0032"
    const std::string head = file.content(0, kHeader);
    if (!head.starts_with("xof ") || head.size() < kHeader || head.substr(8, 4) != "txt ") return std::nullopt;
    const std::string text = withPlainSeparators(file.content(kHeader, file.size() - kHeader));
    return PatchedFile(file, head + Materials(text).copied());
}

}  // namespace sinew
