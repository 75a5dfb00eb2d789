#include "import/collada/document.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "import/collada/morph_controllers.h"
#include "import/collada/numbers.h"
#include "import/collada/plain.h"
#include "import/collada/references.h"
#include "import/collada/repair.h"
#include "import/collada/reports.h"

namespace sinew::collada {
namespace {

// Lists of numbers take megabytes and need neither comments nor line-end conversion.
constexpr unsigned kParsed = pugi::parse_full & ~(pugi::parse_comments | pugi::parse_pi | pugi::parse_eol);

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Reads a number of at most 15 digits without an exponent, as most are: digits and power of ten are exact, so that the
/// quotient is rounded once (Clinger, How to read floating point numbers accurately, 1990). Returns the number's end,
/// or null for any other number.
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

/// True for a child of the root that assimp does not see.
bool isAnimation(Node child) {
    const std::string_view name = child.name();
    return name == "library_animations" || name == "library_animation_clips";
}

/// Offset of the root's closing tag; the file's size when there is none.
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

std::vector<int64_t> integersIn(std::string_view text) {
    std::vector<int64_t> numbers;
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && isBlank(*at))
            ++at;
        const bool negative = at != end && *at == '-';
        if (at != end && (negative || *at == '+')) ++at;
        constexpr int64_t kHuge = std::numeric_limits<int64_t>::max() / 16;
        int64_t number = 0;
        const char* const digits = at;
        for (; at != end && *at >= '0' && *at <= '9'; ++at)
            number = number < kHuge ? number * 10 + (*at - '0') : kHuge;
        if (at == digits) return numbers;
        numbers.push_back(negative ? -number : number);
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

std::unique_ptr<Document> Document::read(const InputFile& file) {
    const std::string head = file.content(0, 4);
    const bool utf8Mark = head.starts_with("\xEF\xBB\xBF");
    const bool wide = head.substr(0, 2).find('\0') != std::string::npos || head.starts_with("\xFE\xFF") ||
                      head.starts_with("\xFF\xFE");
    if (head.size() < 4 || (!utf8Mark && !wide && head[0] != '<' && !isBlank(head[0]))) return nullptr;

    std::unique_ptr<Document> document(new Document(file));
    document->text_ = std::make_unique_for_overwrite<char[]>(file.size());
    const size_t size = file.read(std::as_writable_bytes(std::span(document->text_.get(), file.size())), 0);
    document->recoded_ = utf8Mark || wide;
    if (!wide) {
        document->bareAmpersand_ = lineOfBareAmpersand({document->text_.get(), size});
        document->notUtf8_ = firstNotUtf8({document->text_.get(), size});
    }
    const auto result = document->xml_.load_buffer_inplace(document->text_.get(), size, kParsed);
    if (!result || !document->root()) return nullptr;
    forEachElement(document->root(), [&](Node node) {
        if (const pugi::xml_attribute id = node.attribute("id")) document->byId_.emplace(id.value(), node);
        return true;
    });
    return document;
}

void Document::repair(Findings& findings, std::string_view fileName) {
    References references = repairReferences(*this, fileName, findings);
    changesRoot_ = references.changesRoot;
    const auto note = [this](const std::vector<Node>& children) {
        for (const Node child : children)
            if (std::ranges::find(changed_, child) == changed_.end()) changed_.push_back(child);
    };
    note(references.changed);
    note(repairNumbers(*this, findings));
    checkLimits(*this);
    hasMorphs_ = hideMorphs(*this, findings);
    Repairs repairs = repairElements(*this, findings);
    note(repairs.rewritten);
    note(makePlain(*this, findings));
    untrimmedLists_ = std::move(repairs.untrimmedLists);
    if (notUtf8_)
        findings.push_back({"xml-encoding", Severity::warning, "file",
                            fmt::format("has text in line {} that is not UTF-8: {}; what cannot be read of it is shown "
                                        "as {}",
                                        notUtf8_->line, inQuotes(notUtf8_->word), inQuotes("\xEF\xBF\xBD"))});
    if (bareAmpersand_ > 0)
        findings.push_back(
            {"xml-ampersand", Severity::warning, "file",
             fmt::format("has an '&' in line {} that begins no entity, which XML does not allow", bareAmpersand_)});
}

bool Document::hasEscapes() const {
    constexpr std::string_view kCharacterData = "<![";
    constexpr size_t kPart = size_t{1} << 16;  // stays in the cache
    for (size_t at = 0; at < file_.size(); at += kPart) {
        const std::string part = file_.content(at, kPart + kCharacterData.size() - 1);
        const auto has = [&part](const auto& what) { return part.find(what) != std::string::npos; };
        if (has('&') || has('\'') || has(kCharacterData)) return true;
    }
    return false;
}

/// The file with the leading blanks of lists moved to their end; nothing where the file's bytes are not the parsed
/// ones.
std::optional<PatchedFile> Document::withTrimmedLists() const {
    PatchedFile patched(file_);
    for (const Node list : untrimmedLists_) {
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

/// The file with the changes in place; nothing where an element's offset in the file is not certain.
std::optional<PatchedFile> Document::withChanges() const {
    PatchedFile patched(file_);
    const unsigned format = hasEscapes() ? pugi::format_raw : pugi::format_raw | pugi::format_no_escapes;
    const auto begin = [](Node child) { return static_cast<size_t>(child.offset_debug() - 1); };  // of the '<'
    for (const Node child : root().children()) {
        const bool isHidden = isAnimation(child);
        if (!isHidden && std::ranges::find(changed_, child) == changed_.end()) continue;
        const Node next = child.next_sibling();
        const size_t from = begin(child), end = next ? begin(next) : lastClosingTag(file_);
        const std::string_view behind = next ? "<" : "</COLLADA";
        if (from < patched.taken() || end <= from || end >= file_.size() || file_.content(from, 1) != "<" ||
            file_.content(end, behind.size()) != behind)
            return std::nullopt;
        Writer writer;
        if (!isHidden) child.print(writer, "", format, pugi::encoding_utf8);
        patched.keepUntil(from);
        patched.replaceUntil(end, std::move(writer.text));
    }
    patched.keepUntil(file_.size());
    return patched;
}

std::optional<PatchedFile> Document::repairedFile() const {
    const bool hasChanges = !changed_.empty() || std::ranges::any_of(root().children(), isAnimation);
    const bool isWhole = recoded_ || changesRoot_ || hasMorphs_ || (hasChanges && !untrimmedLists_.empty());
    if (!isWhole && !hasChanges && untrimmedLists_.empty()) return std::nullopt;
    if (!isWhole)
        if (std::optional<PatchedFile> file = hasChanges ? withChanges() : withTrimmedLists()) return file;
    for (const Node list : untrimmedLists_) {
        const std::string_view text = list.text().get();
        list.text().set(std::string(text.substr(std::min(text.find_first_not_of(kBlanks), text.size()))).c_str());
    }
    Writer writer;
    writer.text.reserve(file_.size() + file_.size() / 8);
    writer.text = "<COLLADA version=\"1.4.1\">";
    for (const Node child : root().children())
        if (!isAnimation(child)) child.print(writer, "", pugi::format_raw, pugi::encoding_utf8);
    writer.text += "</COLLADA>";
    return PatchedFile(file_, std::move(writer.text));
}

std::vector<std::string_view> namesIn(Node source) {
    const Node ids = source.child("IDREF_array");
    return wordsIn((ids ? ids : source.child("Name_array")).text().get());
}

Numbers readNumbers(const Document& document, Node source) {
    const Node accessor = source.child("technique_common").child("accessor");
    Node array = document.byId(accessor.attribute("source").value());
    if (!array) array = source.child("float_array");
    Numbers result{.values = numbersIn(array.text().get()), .width = accessor.attribute("stride").as_uint(1)};
    const size_t offset = accessor.attribute("offset").as_uint(0);
    result.values.erase(result.values.begin(),
                        result.values.begin() + static_cast<std::ptrdiff_t>(std::min(offset, result.values.size())));
    if (result.width == 0 || result.width > result.values.size()) return {};
    const size_t count = std::min<size_t>(accessor.attribute("count").as_uint(0), result.values.size() / result.width);
    result.values.resize(count * result.width);
    return result;
}

Node inputSource(const Document& document, Node parent, std::string_view semantic) {
    for (const Node input : parent.children("input"))
        if (input.attribute("semantic").value() == semantic) return document.byId(input.attribute("source").value());
    return {};
}

std::string labelOf(Node node) {
    for (Node named = node; named; named = named.parent())
        if (named.attribute("id")) return utf8From(named.attribute("id").value());
    return utf8From(node.name());
}

std::string nameBeside(Node element) {
    const std::string name = utf8From(element.attribute("name").value());
    const std::string_view id = element.attribute("id").value();
    return name.empty() || id.empty() || id.find(name) != std::string_view::npos ? std::string()
                                                                                 : " (named " + inQuotes(name) + ")";
}

Node Document::byId(std::string_view reference) const {
    if (reference.starts_with('#')) reference.remove_prefix(1);
    const auto found = byId_.find(reference);
    return found == byId_.end() ? Node() : found->second;
}

Node Document::scene() const {
    const Node scene = byId(root().child("scene").child("instance_visual_scene").attribute("url").value());
    return std::string_view(scene.name()) == "visual_scene" ? scene : Node();
}

}  // namespace sinew::collada
