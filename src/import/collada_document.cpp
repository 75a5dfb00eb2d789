#include "import/collada_document.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "import/collada_limits.h"
#include "import/collada_repair.h"

namespace sinew {
namespace {

// What a list of numbers does not need is not looked for in megabytes of them.
constexpr unsigned kParsed = pugi::parse_full & ~(pugi::parse_comments | pugi::parse_pi | pugi::parse_eol);

constexpr std::string_view kBlanks = " \t\r\n";

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

template <typename Number>
std::vector<Number> listIn(std::string_view text) {
    std::vector<Number> numbers;
    numbers.reserve(text.size() / 4);
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && isBlank(*at))
            ++at;
        if (at != end && *at == '+') ++at;
        Number number{};
        const auto [stop, error] = std::from_chars(at, end, number);
        if (error == std::errc::invalid_argument) return numbers;
        numbers.push_back(number);
        at = stop;
    }
}

}  // namespace

std::vector<std::string_view> wordsIn(std::string_view text) {
    std::vector<std::string_view> words;
    for (size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<double> numbersIn(std::string_view text) {
    return listIn<double>(text);
}

std::vector<int64_t> integersIn(std::string_view text) {
    return listIn<int64_t>(text);
}

std::optional<ColladaDocument> ColladaDocument::read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(4, '\0');
    file.read(head.data(), 4);
    const bool utf8Mark = head.starts_with("\xEF\xBB\xBF");
    const bool wide =
        head[0] == '\0' || head[1] == '\0' || head.starts_with("\xFE\xFF") || head.starts_with("\xFF\xFE");
    if (!file || (!utf8Mark && !wide && head[0] != '<' && !isBlank(head[0]))) return std::nullopt;

    ColladaDocument document;
    document.recoded_ = utf8Mark || wide;
    const auto result = document.xml_.load_file(path.c_str(), kParsed);
    if (!result || !document.root()) return std::nullopt;
    forEachElement(document.root(), [&](pugi::xml_node node) {
        if (const pugi::xml_attribute id = node.attribute("id")) document.byId_.emplace(id.value(), node);
        return true;
    });
    return document;
}

void ColladaDocument::repair(std::vector<Finding>& findings) {
    checkColladaLimits(*this);
    repaired_ = repairCollada(*this, findings);
    if (!recoded_) return;
    repaired_ = true;
    findings.push_back({"collada-encoding", Severity::info, "file", "was not plain UTF-8 and was read as what it is"});
}

std::optional<std::string> ColladaDocument::repairedText() const {
    if (!repaired_) return std::nullopt;
    std::ostringstream text;
    xml_.save(text, "", pugi::format_raw, pugi::encoding_utf8);
    return std::move(text).str();
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
