#include "import/collada_document.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <span>

#include "import/collada_cut.h"
#include "import/collada_limits.h"
#include "import/collada_morph_controllers.h"
#include "import/collada_repair.h"

namespace sinew {
namespace {

// What a list of numbers does not need is not looked for in megabytes of them.
constexpr unsigned kParsed = pugi::parse_full & ~(pugi::parse_comments | pugi::parse_pi | pugi::parse_eol);

/// Beside the root.
constexpr const char* kCopies = "copies";

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A number of at most 15 digits and no exponent, which is most of them: its digits and their power of ten are exact,
/// so that the quotient is rounded once (Clinger, How to read floating point numbers accurately, 1990). Returns its
/// end, null for any other.
const char* readShort(const char* at, const char* end, double& number) {
    constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    uint64_t digits = 0;
    int count = 0, decimals = 0;
    const auto readDigits = [&] {
        const char* const begin = at;
        for (; at != end && *at >= '0' && *at <= '9'; ++at, ++count)
            digits = digits * 10 + static_cast<uint64_t>(*at - '0');
        return static_cast<int>(at - begin);
    };
    if (readDigits() == 0) return nullptr;
    if (at != end && *at == '.') {
        ++at;
        decimals = readDigits();
    }
    if (count > 15 || (at != end && !isBlank(*at))) return nullptr;
    number = static_cast<double>(digits) / kPowers[decimals];
    if (negative) number = -number;
    return at;
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
        if (const char* stop = readShort(at, end, number)) {
            numbers.push_back(number);
            at = stop;
            continue;
        }
        const auto [stop, error] = std::from_chars(at, end, number);
        if (error == std::errc::invalid_argument) return numbers;
        if (error == std::errc::result_out_of_range) number = std::strtod(std::string(at, stop).c_str(), nullptr);
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
    document->text_ = std::make_unique_for_overwrite<char[]>(file.size());
    const size_t size = file.read(std::as_writable_bytes(std::span(document->text_.get(), file.size())), 0);
    document->recoded_ = utf8Mark || wide;
    const auto result = document->xml_.load_buffer_inplace(document->text_.get(), size, kParsed);
    if (!result || !document->root()) return nullptr;
    forEachElement(document->root(), [&](pugi::xml_node node) {
        if (const pugi::xml_attribute id = node.attribute("id")) document->byId_.emplace(id.value(), node);
        return true;
    });
    return document;
}

void ColladaDocument::repair(std::vector<Finding>& findings, bool showAll) {
    checkColladaLimits(*this);
    hasMorphs_ = hideColladaMorphs(*this, findings);
    ColladaRepairs repairs = repairCollada(*this, findings);
    for (const pugi::xml_node child : repairs.rewritten)
        rewritten_.push_back({.child = child, .shown = child});
    leadingBlanks_ = std::move(repairs.leadingBlanks);
    if (!showAll && !recoded_ && !hasMorphs_ && leadingBlanks_.empty()) cutAnimations();
    if (recoded_)
        findings.push_back(
            {"collada-encoding", Severity::info, "file", "was not plain UTF-8 and was read as what it is"});
}

bool ColladaDocument::hasEscapes() const {
    constexpr std::string_view kCharacterData = "<![";
    constexpr size_t kPart = size_t{1} << 16;  // stays in the cache
    for (size_t at = 0; at < file_.size(); at += kPart) {
        const std::string part = file_.content(at, kPart + kCharacterData.size() - 1);
        const auto has = [&part](const auto& what) { return part.find(what) != std::string::npos; };
        if (has('&') || has('\'') || has(kCharacterData)) return true;
    }
    return false;
}

void ColladaDocument::cutAnimations() {
    for (const ShownToAssimp& cut : sinew::cutAnimations(*this, xml_.append_child(kCopies))) {
        std::erase_if(rewritten_, [&](const ShownToAssimp& other) { return other.child == cut.child; });
        rewritten_.push_back(cut);
        hasCutKeys_ = true;
    }
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
        if (file_.content(from, read.size()) != read) return std::nullopt;
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
    const unsigned format = hasEscapes() ? pugi::format_raw : pugi::format_raw | pugi::format_no_escapes;
    const auto find = [this](pugi::xml_node child) {
        return std::ranges::find(rewritten_, child, &ShownToAssimp::child);
    };
    for (pugi::xml_node child = root().first_child(); child; child = child.next_sibling()) {
        const auto found = find(child);
        if (found == rewritten_.end()) continue;
        const pugi::xml_node next = child.next_sibling();
        // A place is that of the name, behind the '<'.
        const auto from = static_cast<size_t>(found->place - 1);
        const auto behind = find(next);
        const size_t end = !next                        ? lastClosingTag(file_)
                           : behind == rewritten_.end() ? static_cast<size_t>(next.offset_debug() - 1)
                                                        : static_cast<size_t>(behind->place - 1);
        if (from < patched.taken() || end <= from || end >= file_.size() || file_.content(from, 1) != "<" ||
            file_.content(end, 1) != "<")
            return std::nullopt;
        Writer writer;
        found->shown.print(writer, "", format, pugi::encoding_utf8);
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
    if (pugi::xml_node copies = xml_.child(kCopies)) copies.parent().remove_child(copies);
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
