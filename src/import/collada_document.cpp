#include "import/collada_document.h"

#include <algorithm>
#include <charconv>

#include "import/collada_limits.h"
#include "import/collada_morph_controllers.h"
#include "import/collada_repair.h"

namespace sinew {
namespace {

// What a list of numbers does not need is not looked for in megabytes of them.
constexpr unsigned kParsed = pugi::parse_full & ~(pugi::parse_comments | pugi::parse_pi | pugi::parse_eol);

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct Writer : pugi::xml_writer {
    std::string text;
    void write(const void* bytes, size_t count) override { text.append(static_cast<const char*>(bytes), count); }
};

}  // namespace

std::vector<double> numbersIn(std::string_view text) {
    std::vector<double> numbers;
    numbers.reserve(text.size() / 4);
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && isBlank(*at))
            ++at;
        if (at != end && *at == '+') ++at;
        double number = 0.0;
        const auto [stop, error] = std::from_chars(at, end, number);
        if (error == std::errc::invalid_argument) return numbers;
        numbers.push_back(number);
        at = stop;
    }
}

std::vector<std::string_view> wordsIn(std::string_view text) {
    std::vector<std::string_view> words;
    for (size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<ColladaDocument> ColladaDocument::read(std::string content) {
    ColladaDocument document;
    document.text_ = std::move(content);
    const std::string_view head = std::string_view(document.text_).substr(0, 4);
    const bool utf8Mark = head.starts_with("\xEF\xBB\xBF");
    const bool wide = head.substr(0, 2).find('\0') != std::string_view::npos || head.starts_with("\xFE\xFF") ||
                      head.starts_with("\xFF\xFE");
    if (head.size() < 4 || (!utf8Mark && !wide && head[0] != '<' && !isBlank(head[0]))) return std::nullopt;

    document.recoded_ = utf8Mark || wide;
    const auto result = document.xml_.load_buffer(document.text_.data(), document.text_.size(), kParsed);
    if (!result || !document.root()) return std::nullopt;
    forEachElement(document.root(), [&](pugi::xml_node node) {
        if (const pugi::xml_attribute id = node.attribute("id")) document.byId_.emplace(id.value(), node);
        return true;
    });
    return document;
}

/// Puts the blanks that a list begins with behind it, in the text. False where the list does not stand there as it was
/// read.
bool ColladaDocument::moveBlanksBehind(pugi::xml_node list) {
    const std::ptrdiff_t offset = list.text().data().offset_debug();
    if (offset < 0 || static_cast<size_t>(offset) >= text_.size()) return false;
    const auto from = text_.begin() + offset;
    const auto first = std::find_if_not(from, text_.end(), isBlank), end = std::find(from, text_.end(), '<');
    const std::string_view read = list.text().get();
    if (first >= end || read.substr(static_cast<size_t>(first - from), 1) != std::string_view(&*first, 1)) return false;
    std::fill(std::copy(first, end, from), end, ' ');
    return true;
}

void ColladaDocument::repair(std::vector<Finding>& findings) {
    checkColladaLimits(*this);
    hasMorphs_ = hideColladaMorphs(*this, findings);
    ColladaRepairs repairs = repairCollada(*this, findings);
    rewrittenWhole_ = recoded_ || hasMorphs_ ||
                      !std::all_of(repairs.leadingBlanks.begin(), repairs.leadingBlanks.end(),
                                   [this](pugi::xml_node list) { return moveBlanksBehind(list); });
    rewritten_ = std::move(repairs.rewritten);
    if (!rewrittenWhole_ && rewritten_.empty()) return;
    for (const pugi::xml_node list : repairs.leadingBlanks) {
        const std::string_view text = list.text().get();
        list.text().set(std::string(text.substr(text.find_first_not_of(kBlanks))).c_str());
    }
    if (recoded_)
        findings.push_back(
            {"collada-encoding", Severity::info, "file", "was not plain UTF-8 and was read as what it is"});
}

/// The text, with what was rewritten in its place; nothing where an element does not stand there as it was read.
std::optional<std::string> ColladaDocument::splicedText() const {
    Writer writer;
    writer.text.reserve(text_.size() + text_.size() / 8);
    size_t taken = 0;
    for (pugi::xml_node child = root().first_child(); child; child = child.next_sibling()) {
        if (std::find(rewritten_.begin(), rewritten_.end(), child) == rewritten_.end()) continue;
        const pugi::xml_node next = child.next_sibling();
        // An offset is that of the name, behind the '<'.
        const auto from = static_cast<size_t>(child.offset_debug() - 1);
        const size_t end = next ? static_cast<size_t>(next.offset_debug() - 1) : text_.rfind("</");
        if (from < taken || end <= from || end >= text_.size() || text_[from] != '<' || text_[end] != '<')
            return std::nullopt;
        writer.text.append(text_, taken, from - taken);
        child.print(writer, "", pugi::format_raw, pugi::encoding_utf8);
        taken = end;
    }
    writer.text.append(text_, taken);
    return std::move(writer.text);
}

std::string ColladaDocument::takeText() {
    if (!rewrittenWhole_ && rewritten_.empty()) return std::move(text_);
    if (!rewrittenWhole_)
        if (std::optional<std::string> text = splicedText()) return std::move(*text);
    Writer writer;
    writer.text.reserve(text_.size() + text_.size() / 8);
    text_ = {};
    xml_.save(writer, "", pugi::format_raw, pugi::encoding_utf8);
    return std::move(writer.text);
}

pugi::xml_node ColladaDocument::byId(std::string_view reference) const {
    if (reference.starts_with('#')) reference.remove_prefix(1);
    const auto found = byId_.find(reference);
    return found == byId_.end() ? pugi::xml_node() : found->second;
}

pugi::xml_node ColladaDocument::scene() const {
    return byId(root().child("scene").child("instance_visual_scene").attribute("url").value());
}

}  // namespace sinew
