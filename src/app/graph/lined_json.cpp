#include "app/graph/lined_json.h"

#include <algorithm>
#include <ranges>

#include "base/shown_text.h"
#include "base/text.h"
#include "base/text_file.h"

namespace sinew {
namespace {

constexpr size_t kMostGraphBytes = size_t{4} << 20;
constexpr size_t kMostItems = 1000;
constexpr size_t kMostDepth = 32;
// The lines of values take a time and memory of values times levels times names.
constexpr size_t kMostValues = 100'000;
constexpr size_t kMostNameBytes = 64;

std::string listed(std::initializer_list<std::string_view> words) {
    std::string list;
    for (const std::string_view word : words)
        list += fmt::format("{}{}", list.empty() ? "" : word == *(words.end() - 1) ? " or " : ", ", word);
    return list;
}

/// `name` as a step of a JSON pointer (RFC 6901).
std::string pointerStep(std::string_view name) {
    return (nlohmann::json::json_pointer() / std::string(name)).to_string();
}

/// Notes the line on which each value begins (of a text or a number: ends, which is the same line), by its JSON
/// pointer. The parser tells it of each character and each value.
class LineRecorder {
  public:
    LineRecorder(std::string file, std::map<std::string, size_t>& lines) : file_(std::move(file)), lines_(lines) {}

    char read(char c) {
        if (c == '\n') ++reached_;
        if (c != '\n' && c != '\r' && c != '\t' && c != ' ') line_ = reached_;
        return c;
    }

    void visit(nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::key) {
            const auto& name = parsed.get_ref<const std::string&>();
            if (name.size() > kMostNameBytes) refuse("a field's name has more than {} bytes", kMostNameBytes);
            levels_.back().step = pointerStep(name);
            if (lines_.contains(pointer())) refuse("duplicate field {}", inQuotes(name));
        } else if (event == Event::object_end || event == Event::array_end) {
            levels_.pop_back();
            if (!levels_.empty()) ++levels_.back().index;
        } else if (event == Event::value) {
            note();
            if (!levels_.empty()) ++levels_.back().index;
        } else {
            if (levels_.size() == kMostDepth) refuse("nested more than {} deep", kMostDepth);
            note();
            levels_.push_back({.isArray = event == Event::array_start});
        }
    }

    template <typename... Args>
    [[noreturn]] void refuse(fmt::format_string<Args...> cause, Args&&... args) const {
        throw Error(Exit::input,
                    fmt::format("{}: line {}: {}", file_, line_, fmt::format(cause, std::forward<Args>(args)...)));
    }

  private:
    struct Level {
        bool isArray;
        size_t index = 0;
        std::string step;  ///< of the current field of an object
    };

    void note() {
        if (lines_.size() == kMostValues) refuse("more than {} values", kMostValues);
        lines_[pointer()] = line_;
    }

    std::string pointer() const {
        std::string all;
        for (const Level& level : levels_)
            all += level.isArray ? fmt::format("/{}", level.index) : level.step;
        return all;
    }

    std::string file_;
    std::map<std::string, size_t>& lines_;
    std::vector<Level> levels_;
    // The parser reads one character past a number, so line_ is that of the last character that is not white space.
    size_t reached_ = 1, line_ = 1;
};

nlohmann::json parse(const std::string& file, const std::string& text, std::map<std::string, size_t>& lines) {
    LineRecorder recorder(file, lines);
    const auto characters = text | std::views::transform([&](char c) { return recorder.read(c); });
    const auto visit = [&](int, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        recorder.visit(event, parsed);
        return true;
    };
    try {
        return nlohmann::json::parse(characters.begin(), characters.end(), visit);
    } catch (const nlohmann::json::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 3, column 5: CAUSE; last read: ..."
        std::string_view cause = error.what();
        if (const size_t colon = cause.find(": "); colon != std::string_view::npos) cause.remove_prefix(colon + 2);
        recorder.refuse("invalid JSON: {}", cause.substr(0, cause.find("; last read")));
    }
}

}  // namespace

LinedJson LinedJson::read(const std::filesystem::path& path) {
    auto document = std::make_shared<Document>();
    document->file = shownPath(path.string());
    document->root = parse(document->file, readText(path, kMostGraphBytes), document->lines);
    const nlohmann::json& root = document->root;
    return {std::move(document), root, ""};
}

std::string LinedJson::where() const {
    return fmt::format("{}: line {}: ", document_->file, document_->lines.at(pointer_));
}

std::string LinedJson::name() const {
    const size_t slash = pointer_.rfind('/');
    if (slash == std::string::npos) return "the file";
    const std::string step = pointer_.substr(slash + 1);
    const bool isItem = step.find_first_not_of("0123456789") == std::string::npos;
    return isItem ? "this" : fmt::format("\"{}\"", step);
}

void LinedJson::refuseKind(std::string_view expected) const {
    refuse("{} must be {}, not {} {}", name(), expected, value_->is_object() || value_->is_array() ? "an" : "a",
           value_->type_name());
}

void LinedJson::checkFields(std::initializer_list<std::string_view> fields) const {
    if (!value_->is_object()) refuseKind("an object");
    for (const auto& [field, value] : value_->items())
        if (std::ranges::find(fields, field) == fields.end())
            at(field).refuse("unknown field {}; allowed: {}", inQuotes(field), listed(fields));
}

LinedJson LinedJson::at(std::string_view field) const {
    if (!value_->is_object()) refuseKind("an object");
    const auto found = value_->find(field);
    if (found == value_->end()) refuse("missing field \"{}\"", field);
    return {document_, *found, pointer_ + pointerStep(field)};
}

std::optional<LinedJson> LinedJson::find(std::string_view field) const {
    if (!value_->is_object() || !value_->contains(field)) return std::nullopt;
    return at(field);
}

std::vector<LinedJson> LinedJson::items() const {
    if (!value_->is_array()) refuseKind("an array");
    if (value_->size() > kMostItems) refuse("{} has more than {} items", name(), kMostItems);
    std::vector<LinedJson> items;
    for (size_t i = 0; i < value_->size(); ++i)
        items.push_back({document_, (*value_)[i], fmt::format("{}/{}", pointer_, i)});
    return items;
}

double LinedJson::number(double least, double most) const {
    if (!value_->is_number()) refuseKind("a number");
    const auto number = value_->get<double>();
    if (!(number >= least && number <= most))
        refuse("{} must be from {:g} to {:g}, not {:g}", name(), least, most, number);
    return number;
}

std::string LinedJson::text() const {
    if (!value_->is_string()) refuseKind("a string");
    auto text = value_->get<std::string>();
    if (text.empty()) refuse("{} is empty", name());
    return text;
}

bool LinedJson::flag() const {
    if (!value_->is_boolean()) refuseKind("true or false");
    return value_->get<bool>();
}

size_t LinedJson::indexIn(std::initializer_list<std::string_view> choices) const {
    const std::string given = text();
    const auto found = std::ranges::find(choices, given);
    if (found == choices.end()) refuse("{} must be {}, not {}", name(), listed(choices), inQuotes(given));
    return static_cast<size_t>(found - choices.begin());
}

}  // namespace sinew
