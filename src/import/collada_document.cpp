#include "import/collada_document.h"

#include <algorithm>
#include <charconv>
#include <span>

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

/// Where the root's closing tag begins; the file's size when there is none.
size_t lastClosingTag(const InputFile& file) {
    for (size_t tail = 64; tail / 2 < file.size(); tail *= 2) {
        const size_t from = file.size() - std::min(tail, file.size());
        if (const size_t at = file.content(from, tail).rfind("</"); at != std::string::npos) return from + at;
    }
    return file.size();
}

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

std::unique_ptr<ColladaDocument> ColladaDocument::read(const InputFile& file) {
    const std::string head = file.content(0, 4);
    const bool utf8Mark = head.starts_with("\xEF\xBB\xBF");
    const bool wide = head.substr(0, 2).find('\0') != std::string::npos || head.starts_with("\xFE\xFF") ||
                      head.starts_with("\xFF\xFE");
    if (head.size() < 4 || (!utf8Mark && !wide && head[0] != '<' && !isBlank(head[0]))) return nullptr;

    std::unique_ptr<ColladaDocument> document(new ColladaDocument(file));
    std::string& text = document->text_;
    text = file.content();
    document->recoded_ = utf8Mark || wide;
    const auto has = [&](std::string_view what) { return text.find(what) != std::string::npos; };
    document->hasEscapes_ = has("&") || has("'") || has("<![");
    const auto result = document->xml_.load_buffer_inplace(text.data(), text.size(), kParsed);
    if (!result || !document->root()) return nullptr;
    forEachElement(document->root(), [&](pugi::xml_node node) {
        if (const pugi::xml_attribute id = node.attribute("id")) document->byId_.emplace(id.value(), node);
        return true;
    });
    return document;
}

void ColladaDocument::repair(std::vector<Finding>& findings) {
    checkColladaLimits(*this);
    hasMorphs_ = hideColladaMorphs(*this, findings);
    ColladaRepairs repairs = repairCollada(*this, findings);
    rewritten_ = std::move(repairs.rewritten);
    leadingBlanks_ = std::move(repairs.leadingBlanks);
    if (recoded_)
        findings.push_back(
            {"collada-encoding", Severity::info, "file", "was not plain UTF-8 and was read as what it is"});
}

/// The file with the blanks that lists begin with behind them; nothing where a list does not stand there as it was
/// read.
std::optional<PatchedFile> ColladaDocument::withBlanksBehind() const {
    PatchedFile patched(file_);
    for (const pugi::xml_node list : leadingBlanks_) {
        const std::string_view read = list.text().get();
        const std::ptrdiff_t offset = list.text().data().offset_debug();
        if (offset < 0 || static_cast<size_t>(offset) < patched.taken()) return std::nullopt;
        const auto from = static_cast<size_t>(offset);
        if (hasEscapes_ && file_.content(from, read.size()) != read) return std::nullopt;
        const size_t blanks = std::min(read.find_first_not_of(kBlanks), read.size());
        patched.keepUntil(from);
        patched.replaceUntil(from + blanks, "");
        patched.keepUntil(from + read.size());
        patched.replaceUntil(from + read.size(), std::string(blanks, ' '));
    }
    patched.keepUntil(file_.size());
    return patched;
}

/// The file, with what was rewritten in its place; nothing where an element does not stand there as it was read.
std::optional<PatchedFile> ColladaDocument::withRewritten() const {
    PatchedFile patched(file_);
    const unsigned format = hasEscapes_ ? pugi::format_raw : pugi::format_raw | pugi::format_no_escapes;
    for (pugi::xml_node child = root().first_child(); child; child = child.next_sibling()) {
        if (std::find(rewritten_.begin(), rewritten_.end(), child) == rewritten_.end()) continue;
        const pugi::xml_node next = child.next_sibling();
        // An offset is that of the name, behind the '<'.
        const auto from = static_cast<size_t>(child.offset_debug() - 1);
        const size_t end = next ? static_cast<size_t>(next.offset_debug() - 1) : lastClosingTag(file_);
        if (from < patched.taken() || end <= from || end >= file_.size() || file_.content(from, 1) != "<" ||
            file_.content(end, 1) != "<")
            return std::nullopt;
        Writer writer;
        child.print(writer, "", format, pugi::encoding_utf8);
        patched.keepUntil(from);
        patched.replaceUntil(end, std::move(writer.text));
    }
    patched.keepUntil(file_.size());
    return patched;
}

std::optional<PatchedFile> ColladaDocument::repairedFile() const {
    const bool whole = recoded_ || hasMorphs_ || (!rewritten_.empty() && !leadingBlanks_.empty());
    if (!whole && rewritten_.empty() && leadingBlanks_.empty()) return std::nullopt;
    if (!whole)
        if (std::optional<PatchedFile> file = rewritten_.empty() ? withBlanksBehind() : withRewritten()) return file;
    for (const pugi::xml_node list : leadingBlanks_) {
        const std::string_view text = list.text().get();
        list.text().set(std::string(text.substr(text.find_first_not_of(kBlanks))).c_str());
    }
    Writer writer;
    writer.text.reserve(file_.size() + file_.size() / 8);
    xml_.save(writer, "", pugi::format_raw, pugi::encoding_utf8);
    return PatchedFile(file_, std::move(writer.text));
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
