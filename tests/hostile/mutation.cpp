#include "mutation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace {

using Json = nlohmann::json;

template <typename List>
auto& anyOf(List& list, Random& random) {
    return list[random.below(static_cast<uint32_t>(std::size(list)))];
}

constexpr std::array kBadNumbers{
    "NaN",   "nan", "inf",        "-inf",        "1e39",  "-1e39",      "1e300",
    "1e999", "-1",  "4294967295", "-2147483648", "65536", "1000000000", "18446744073709551616",
    "0",     "",    "1e-45",      "0x10",        "--1",   "1.5.2"};

bool isNumberPart(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+';
}

/// Replaces one number anywhere in a text.
std::string withBadNumber(std::string text, Random& random) {
    for (int attempt = 0; attempt < 1000 && !text.empty(); ++attempt) {
        size_t begin = random.below(static_cast<uint32_t>(text.size()));
        if (!std::isdigit(static_cast<unsigned char>(text[begin]))) continue;
        size_t end = begin;
        while (begin > 0 && isNumberPart(text[begin - 1]))
            --begin;
        while (end < text.size() && isNumberPart(text[end]))
            ++end;
        return text.replace(begin, end - begin, anyOf(kBadNumbers, random));
    }
    return text;
}

std::string withBadElement(const std::string& text, Random& random) {
    pugi::xml_document document;
    if (!document.load_string(text.c_str())) return withBadNumber(text, random);
    std::vector<pugi::xml_node> all;
    for (pugi::xml_node at = document.first_child(); at;) {
        if (at.type() == pugi::node_element) all.push_back(at);
        if (at.first_child()) {
            at = at.first_child();
            continue;
        }
        while (at && !at.next_sibling())
            at = at.parent();
        at = at.next_sibling();
    }
    pugi::xml_node chosen = anyOf(all, random);
    switch (random.below(5)) {
        case 0:
            chosen.parent().remove_child(chosen);
            break;
        case 1:
            chosen.parent().insert_copy_after(chosen, chosen);
            break;
        case 2:
            chosen.set_name(anyOf(all, random).name());
            break;
        case 3: {
            const pugi::xml_node other = anyOf(all, random);
            bool within = false;
            for (pugi::xml_node up = chosen; up; up = up.parent())
                within = within || up == other;
            if (!within) chosen.append_copy(other);
            break;
        }
        default: {
            std::vector<pugi::xml_attribute> references;
            for (const pugi::xml_node node : all)
                for (pugi::xml_attribute attribute : node.attributes())
                    if (const std::string_view name = attribute.name();
                        name == "id" || name == "source" || name == "url" || name == "target" || name == "sid")
                        references.push_back(attribute);
            if (references.empty()) break;
            pugi::xml_attribute to = anyOf(references, random);
            to.set_value(anyOf(references, random).value());
        }
    }
    std::ostringstream out;
    document.save(out, "", pugi::format_raw);
    return out.str();
}

void collect(Json& value, std::vector<Json*>& all) {
    all.push_back(&value);
    if (value.is_structured())
        for (Json& child : value)
            collect(child, all);
}

std::string withBadValue(const std::string& text, Random& random) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return withBadNumber(text, random);
    std::vector<Json*> all;
    collect(json, all);
    Json& chosen = *anyOf(all, random);
    switch (random.below(5)) {
        case 0:
            if (!chosen.empty() && chosen.is_array()) chosen.erase(random.below(static_cast<uint32_t>(chosen.size())));
            if (!chosen.empty() && chosen.is_object()) chosen.erase(chosen.begin());
            break;
        case 1:
            if (chosen.is_array() && !chosen.empty()) chosen.push_back(Json(chosen.front()));
            if (chosen.is_number()) chosen = -1;
            break;
        case 2:
            chosen = Json(*anyOf(all, random));
            break;
        case 3: {
            const std::array<Json, 9> bad{4294967295u, -1, 1e39, 65536, 1u << 30, "text", nullptr, Json::array(), 0.5};
            chosen = anyOf(bad, random);
            break;
        }
        default: {
            std::vector<Json*> numbers;
            std::copy_if(all.begin(), all.end(), std::back_inserter(numbers),
                         [](const Json* value) { return value->is_number_integer(); });
            if (numbers.empty()) break;
            Json& number = *anyOf(numbers, random);
            number = Json(*anyOf(numbers, random));
        }
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string withBadBytes(std::string bytes, Random& random) {
    const size_t at = random.below(static_cast<uint32_t>(bytes.size() - 4));
    switch (random.below(5)) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 1: {
            constexpr std::array<uint32_t, 7> kBad{0, ~0u, 0x7FFFFFFF, 0x80000000, 0x7F800000, 0x7FC00000, 0x10000};
            const uint32_t bad = anyOf(kBad, random);
            std::memcpy(&bytes[at], &bad, sizeof bad);
            break;
        }
        case 2:
            bytes.erase(at, 1 + random.below(64));
            break;
        case 3:
            bytes.insert(at, bytes.substr(random.below(static_cast<uint32_t>(bytes.size())), 1 + random.below(64)));
            break;
        default:
            for (size_t i = at; i < std::min(at + 16, bytes.size()); ++i)
                bytes[i] = static_cast<char>(random.below(256));
    }
    return bytes;
}

std::string withBadJson(std::string bytes, Random& random) {
    uint32_t length = 0;
    if (bytes.size() < 20) return bytes;
    std::memcpy(&length, &bytes[12], sizeof length);
    if (length > bytes.size() - 20) return withBadBytes(bytes, random);
    std::string json = withBadValue(bytes.substr(20, length), random);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    bytes.replace(20, length, json);
    const auto whole = static_cast<uint32_t>(bytes.size()), part = static_cast<uint32_t>(json.size());
    std::memcpy(&bytes[8], &whole, sizeof whole);
    std::memcpy(&bytes[12], &part, sizeof part);
    return bytes;
}

bool isText(const std::string& bytes) {
    return bytes.find('\0') == std::string::npos;
}

}  // namespace

std::string mutated(const std::string& file, const std::string& ending, Random& random) {
    if (ending == ".dae" && random.chance(0.6)) return withBadElement(file, random);
    if (ending == ".gltf" && random.chance(0.8)) return withBadValue(file, random);
    if (ending == ".glb" && random.chance(0.7)) return withBadJson(file, random);
    return isText(file) ? withBadNumber(file, random) : withBadBytes(file, random);
}
