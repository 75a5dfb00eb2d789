#include "export/collada/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>

#include <fmt/format.h>

#include "base/error.h"

namespace sinew::exporting {
namespace {

void appendEscaped(std::string_view text, std::string& out) {
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;  // XML cannot hold control characters
    }
}

}  // namespace

void ColladaText::start(const char* element, const Attributes& attributes) {
    text_.append(open_.size(), ' ').append("<").append(element);
    for (const auto& [name, value] : attributes) {
        if (value.empty()) continue;
        text_.append(" ").append(name).append("=\"");
        appendEscaped(value, text_);
        text_ += '"';
    }
}

void ColladaText::open(const char* element, const Attributes& attributes) {
    start(element, attributes);
    text_ += ">\n";
    open_.push_back(element);
}

void ColladaText::close() {
    const char* const element = open_.back();
    open_.pop_back();
    text_.append(open_.size(), ' ').append("</").append(element).append(">\n");
}

void ColladaText::leaf(const char* element, const Attributes& attributes, std::string_view text) {
    start(element, attributes);
    if (text.empty()) return void(text_ += "/>\n");
    text_ += '>';
    appendEscaped(text, text_);
    text_.append("</").append(element).append(">\n");
}

template <typename Number>
void ColladaText::addNumbers(const char* element, const Attributes& attributes, std::span<const Number> numbers) {
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::ranges::all_of(numbers, [](Number number) { return std::isfinite(number); }))
            throw Error(Exit::input, "has numbers that are too large for Collada");
    start(element, attributes);
    for (size_t i = 0; i < numbers.size(); ++i)
        fmt::format_to(std::back_inserter(text_), "{}{}", i == 0 ? '>' : ' ', numbers[i]);
    text_.append(numbers.empty() ? "></" : "</").append(element).append(">\n");
}

void ColladaText::leaf(const char* element, const Attributes& attributes, std::span<const float> numbers) {
    addNumbers(element, attributes, numbers);
}

void ColladaText::leaf(const char* element, const Attributes& attributes, std::span<const uint32_t> numbers) {
    addNumbers(element, attributes, numbers);
}

void ColladaText::accessor(const std::string& id, size_t count, std::span<const std::string> parts, const char* type,
                           size_t stride) {
    open("technique_common");
    open("accessor", {{"source", "#" + id + ".array"},
                      {"count", std::to_string(count / stride)},
                      {"stride", std::to_string(stride)}});
    for (const std::string& part : parts)
        leaf("param", {{"name", part}, {"type", type}});
    close(), close(), close();
}

void ColladaText::source(const std::string& id, std::span<const float> numbers, const char* parts) {
    const std::string_view word = parts;
    const bool isWhole = word.size() > 4 || word == "TIME";
    std::vector<std::string> names;
    for (size_t i = 0; i < (isWhole ? 1 : word.size()); ++i)
        names.emplace_back(isWhole ? word : word.substr(i, 1));
    const bool isMatrix = word == "TRANSFORM";
    open("source", {{"id", id}});
    const std::string array = id + ".array", count = std::to_string(numbers.size());
    if (word == "TIME")  // as double precision reads floats: what jumps must do so at the very time
        addNumbers("float_array", {{"id", array}, {"count", count}},
                   std::span<const double>(std::vector<double>(numbers.begin(), numbers.end())));
    else
        leaf("float_array", {{"id", array}, {"count", count}}, numbers);
    accessor(id, numbers.size(), names, isMatrix ? "float4x4" : "float", isMatrix ? 16 : names.size());
}

void ColladaText::source(const std::string& id, std::span<const std::string> words, const char* kind,
                         const char* part) {
    std::string joined;
    for (const std::string& word : words)
        joined.append(joined.empty() ? "" : " ").append(word);
    const std::string array = std::string(kind) + "_array", name = part;
    open("source", {{"id", id}});
    leaf(array.c_str(), {{"id", id + ".array"}, {"count", std::to_string(words.size())}}, joined);
    accessor(id, words.size(), {&name, 1}, *kind == 'N' ? "name" : kind, 1);
}

void ColladaText::input(const char* semantic, const std::string& id, const char* offset, const char* set) {
    leaf("input", {{"semantic", semantic}, {"source", "#" + id}, {"offset", offset}, {"set", set}});
}

std::string ColladaText::take() {
    while (!open_.empty())
        close();
    return std::move(text_);
}

}  // namespace sinew::exporting
