#include "app/lined_json.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "app/json_lines.h"
#include "app/option_values.h"
#include "error.h"
#include "model/utf8.h"

namespace sinew {
namespace {

constexpr size_t kMostBytes = size_t{4} << 20;
constexpr size_t kMostItems = 1000;

std::string readText(const std::filesystem::path& path, const std::string& file) {
    std::ifstream stream(path, std::ios::binary);
    std::string text(kMostBytes + 1, '\0');
    if (std::error_code ignored; !stream || std::filesystem::is_directory(path, ignored))
        throw Error(Exit::input, fmt::format("{}: cannot be read", file));
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) throw Error(Exit::input, fmt::format("{}: cannot be read", file));
    text.resize(static_cast<size_t>(stream.gcount()));
    if (text.size() > kMostBytes) throw Error(Exit::input, fmt::format("{}: is larger than 4 MiB", file));
    return text;
}

std::string listed(std::initializer_list<std::string_view> words) {
    std::string list;
    for (const std::string_view word : words)
        list += fmt::format("{}{}", list.empty() ? "" : word == *(words.end() - 1) ? " or " : ", ", word);
    return list;
}

}  // namespace

LinedJson LinedJson::read(const std::filesystem::path& path) {
    auto document = std::make_shared<Document>();
    document->file = utf8From(path.string());
    const std::string text = readText(path, document->file);
    document->lines = jsonLines(document->file, text);
    document->root = nlohmann::json::parse(text);
    const nlohmann::json& root = document->root;
    return {std::move(document), root, ""};
}

void LinedJson::refuse(std::string_view cause) const {
    throw Error(Exit::input, fmt::format("{}: line {}: {}", document_->file, document_->lines.at(pointer_), cause));
}

std::string LinedJson::name() const {
    const size_t slash = pointer_.rfind('/');
    if (slash == std::string::npos) return "the file";
    const std::string step = pointer_.substr(slash + 1);
    const bool isItem = step.find_first_not_of("0123456789") == std::string::npos;
    return isItem ? "this" : fmt::format("\"{}\"", step);
}

void LinedJson::refuseKind(std::string_view expected) const {
    refuse(fmt::format("{} has to be {}, and is {} {}", name(), expected,
                       value_->is_object() || value_->is_array() ? "an" : "a", value_->type_name()));
}

void LinedJson::checkFields(std::initializer_list<std::string_view> fields) const {
    if (!value_->is_object()) refuseKind("an object");
    for (const auto& [field, value] : value_->items())
        if (std::ranges::find(fields, field) == fields.end())
            at(field).refuse(fmt::format("there is no field {}; there are {}", inQuotes(field), listed(fields)));
}

LinedJson LinedJson::at(std::string_view field) const {
    if (!value_->is_object()) refuseKind("an object");
    const auto found = value_->find(field);
    if (found == value_->end()) refuse(fmt::format("the field \"{}\" is missing", field));
    return {document_, *found, pointer_ + pointerStep(field)};
}

std::optional<LinedJson> LinedJson::find(std::string_view field) const {
    if (!value_->is_object() || !value_->contains(field)) return std::nullopt;
    return at(field);
}

std::vector<LinedJson> LinedJson::items() const {
    if (!isArray()) refuseKind("an array");
    if (value_->size() > kMostItems) refuse(fmt::format("{} has more than {} items", name(), kMostItems));
    std::vector<LinedJson> items;
    for (size_t i = 0; i < value_->size(); ++i)
        items.push_back({document_, (*value_)[i], fmt::format("{}/{}", pointer_, i)});
    return items;
}

double LinedJson::number(double least, double most) const {
    if (!value_->is_number()) refuseKind("a number");
    const auto number = value_->get<double>();
    if (!(number >= least && number <= most))
        refuse(fmt::format("{} has to be from {:g} to {:g}, and is {:g}", name(), least, most, number));
    return number;
}

std::string LinedJson::text() const {
    if (!value_->is_string()) refuseKind("a text");
    auto text = value_->get<std::string>();
    if (text.empty()) refuse(fmt::format("{} is empty", name()));
    return text;
}

bool LinedJson::flag() const {
    if (!value_->is_boolean()) refuseKind("true or false");
    return value_->get<bool>();
}

size_t LinedJson::choice(std::initializer_list<std::string_view> choices) const {
    const std::string given = text();
    const auto found = std::ranges::find(choices, given);
    if (found == choices.end())
        refuse(fmt::format("{} has to be {}, and is {}", name(), listed(choices), inQuotes(given)));
    return static_cast<size_t>(found - choices.begin());
}

}  // namespace sinew
