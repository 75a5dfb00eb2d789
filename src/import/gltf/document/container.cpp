#include "import/gltf/document/container.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/document/names.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

void addDamage(Findings& findings, std::string what) {
    findings.push_back({"glb-damaged", Severity::warning, "file", std::move(what)});
}

/// The four letters of a chunk's type, as far as they can be read.
std::string typeOf(uint32_t type) {
    std::string letters;
    for (int byte = 0; byte < 4; ++byte)
        if (const auto letter = static_cast<char>(type >> 8 * byte & 0xFF); letter > ' ' && letter < '~')
            letters += letter;
    return letters.empty() ? fmt::format("{:#x}", type) : letters;
}

/// Offset of the first character that cannot be JSON; nothing where all is.
std::optional<size_t> errorIn(std::string_view text) {
    try {
        [[maybe_unused]] const Json parsed = parseJson(text, true);
    } catch (const Json::parse_error& error) {
        return std::min(text.size(), std::max<size_t>(error.byte, 1) - 1);
    } catch (const Json::exception&) {
        return std::nullopt;  // a number that is too large
    }
    return std::nullopt;
}

/// The word around a place: letters, digits, signs and points.
std::string_view wordAt(std::string_view text, size_t at) {
    constexpr size_t kLongest = 24;
    const auto isInWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '+' || c == '.' || c == '#';
    };
    size_t from = std::min(at, text.size()), to = from;
    while (from > 0 && isInWord(text[from - 1]))
        --from;
    while (to < text.size() && isInWord(text[to]))
        ++to;
    return text.substr(from, std::min(to - from, kLongest));
}

/// What of a list of objects is at a place in its text.
struct JsonPlace {
    size_t element = 0;
    std::string_view name;      ///< of the element, if that is before the place
    std::string_view property;  ///< of the element
};

JsonPlace placeIn(std::string_view list, size_t at) {
    JsonPlace place;
    size_t depth = 0;
    std::string_view last, key;  // strings of an element
    for (size_t i = 0; i < std::min(at, list.size()); ++i) {
        const char c = list[i];
        if (c == '"') {
            const size_t close = stringEnd(list, i);
            if (depth == 2) {
                last = list.substr(i + 1, close - std::min(close, i + 1));
                if (key == "name") place.name = last;
            }
            i = close;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            depth -= depth > 0;
        } else if (c == ':' && depth == 2) {
            key = place.property = last;
        } else if (c == ',' && depth == 2) {
            key = {};
        } else if (c == ',' && depth == 1) {
            place = {.element = place.element + 1, .name = {}, .property = {}};
            key = {};
        }
    }
    return place;
}

/// The name that an element has behind a place in its text.
std::string_view nameBehind(std::string_view list, size_t at) {
    constexpr std::string_view kName = "\"name\"";
    const size_t end = std::min(list.find('}', at), list.size());
    const size_t found = list.substr(0, end).find(kName, at);
    if (found == std::string_view::npos) return {};
    const size_t from = list.find('"', found + kName.size());
    if (from >= end) return {};
    return list.substr(from + 1, stringEnd(list, from) - std::min(stringEnd(list, from), from + 1));
}

/// What an accessor holds: "the rotation of 'hip' in 'walk'"; empty if nothing that can be read uses it.
std::string useOf(const File& file, size_t accessor) {
    const auto listOf = [&](const char* key) -> const Json& {
        static const Json kNone;
        return file.isReadable(key) ? File::list(file.member(key)) : kNone;
    };
    const auto isIt = [&](const Json& number) { return File::index(number) == accessor; };
    const Json &meshes = listOf("meshes"), &animations = listOf("animations"), &skins = listOf("skins"),
               &nodes = listOf("nodes");
    for (size_t m = 0; m < meshes.size(); ++m)
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const std::string of = " of " + inQuotes(nameOf(meshes[m], "mesh", m));
            if (isIt(File::at(primitive, "indices"))) return "the indices" + of;
            if (const Json& attributes = File::at(primitive, "attributes"); attributes.is_object())
                for (const auto& [name, number] : attributes.items())
                    if (isIt(number)) return "the " + utf8From(name) + of;
            const Json& targets = File::list(File::at(primitive, "targets"));
            for (size_t t = 0; t < targets.size(); ++t)
                for (const auto& [name, number] : targets[t].items())
                    if (isIt(number)) return fmt::format("the {} of target {}{}", utf8From(name), t, of);
        }
    for (size_t a = 0; a < animations.size(); ++a) {
        const Json& samplers = File::list(File::at(animations[a], "samplers"));
        for (const Json& channel : File::list(File::at(animations[a], "channels"))) {
            const auto sampler = File::index(channel, "sampler");
            if (!sampler || *sampler >= samplers.size()) continue;
            const bool areTimes = isIt(File::at(samplers[*sampler], "input"));
            if (!areTimes && !isIt(File::at(samplers[*sampler], "output"))) continue;
            const Json& target = File::at(channel, "target");
            const auto node = File::index(target, "node");
            const Json& path = File::at(target, "path");
            return fmt::format("the {}{} of {} in {}", areTimes ? "times of the " : "",
                               path.is_string() ? utf8From(path.get_ref<const std::string&>()) : "keys",
                               node && *node < nodes.size() ? inQuotes(nameOf(nodes[*node], "node", *node)) : "a node",
                               inQuotes(nameOf(animations[a], "animation", a)));
        }
    }
    for (size_t s = 0; s < skins.size(); ++s) {
        if (!isIt(File::at(skins[s], "inverseBindMatrices"))) continue;
        for (size_t n = 0; n < nodes.size(); ++n)
            if (File::index(nodes[n], "skin") == s)
                if (const auto mesh = File::index(nodes[n], "mesh"); mesh && *mesh < meshes.size())
                    return "the inverse bind matrices of " + inQuotes(nameOf(meshes[*mesh], "mesh", *mesh));
        return "the inverse bind matrices of skin " + std::to_string(s);
    }
    return {};
}

/// "has invalid JSON in 'nodes': 'NaN' in the rotation of node 'hip'", for a member that is not JSON.
std::string faultIn(const File& file, std::string_view key) {
    const std::string text = utf8From(file.text(key));
    const auto at = errorIn(text);
    const std::string where = "has invalid JSON in " + inQuotes(utf8From(key));
    if (!at) return where;
    const JsonPlace place = placeIn(text, *at);
    const std::string_view word = wordAt(text, *at), name = place.name.empty() ? nameBehind(text, *at) : place.name;
    std::string kind(key == "meshes" ? "mesh" : key.substr(0, key.size() - key.ends_with('s')));
    const std::string element =
        text.starts_with('[') || text.find_first_not_of(" \t\r\n") == text.find('[')
            ? fmt::format("{} {}", kind, name.empty() ? std::to_string(place.element) : inQuotes(utf8From(name)))
            : inQuotes(utf8From(key));
    const std::string use = key == "accessors" ? useOf(file, place.element) : std::string();
    return fmt::format("{}: {} in {}{}{}", where, word.empty() ? "an error" : inQuotes(utf8From(word)),
                       place.property.empty() ? "" : "the " + utf8From(place.property) + " of ", element,
                       use.empty() ? "" : ", " + use);
}

/// The views of a buffer that end after `length` bytes of it.
size_t countViewsBeyond(const File& file, size_t buffer, size_t length) {
    size_t count = 0;
    for (size_t v = 0; file.view(v).isObject; ++v) {
        const ViewRow& view = file.view(v);
        if (view.buffer == buffer && view.offset != kNone && view.size != kNone && view.offset + view.size > length)
            ++count;
    }
    return count;
}

}  // namespace

void reportContainer(const File& file, Findings& findings) {
    const GlbLayout& glb = file.layout();
    if (glb.chunks.empty()) return;
    if (glb.end < file.size())
        addDamage(findings, fmt::format("has {} after its end, which are ignored",
                                        measuredCount(file.size() - glb.end, "byte", "bytes").text));
    if (glb.statedLength != glb.end)
        addDamage(findings,
                  fmt::format("states a length of {} bytes, but its chunks end at {}", glb.statedLength, glb.end));
    for (size_t c = 1; c < glb.chunks.size(); ++c) {
        const uint32_t type = glb.chunks[c].type;
        const bool isSecond = std::ranges::count(std::span(glb.chunks).first(c), type, &GlbLayout::Chunk::type) == 1;
        if (isSecond && (type == kJsonChunk || type == kBinaryChunk))
            addDamage(findings,
                      fmt::format("has a second chunk of the type {}, which is ignored", inQuotes(typeOf(type))));
        else if (c == 1 && type != kBinaryChunk)
            addDamage(findings, fmt::format("has a chunk of the type {}, which is ignored", inQuotes(typeOf(type))));
    }
}

void judgeBuffers(File& file, Findings& findings) {
    constexpr size_t kPadding = 3;
    for (size_t b = 0; b < File::list(file.member("buffers")).size(); ++b) {
        const Json& buffer = file.member("buffers")[b];
        const Json& uri = File::at(buffer, "uri");
        const size_t stated = File::index(buffer, "byteLength").value_or(0), bytes = file.bufferSize(b);
        if (!File::at(buffer, "extensions").is_null()) continue;  // a fallback has no bytes
        if (stated > 0 && uri.is_null() && bytes == 0 && b == 0 && file.isBinary())
            throw Error(Exit::input, "has no binary chunk, which its buffer 0 needs");
        if (bytes == 0 || stated == bytes) continue;
        if (stated / 2 > bytes && !uri.is_null() && !isLfsPointer(file.bytes(b, 0, 64)))
            throw Error(Exit::input,
                        fmt::format("has a buffer of {} bytes, but states {}: most of it is missing", bytes, stated));
        const size_t beyond = stated > 0 && stated < bytes ? countViewsBeyond(file, b, stated) : 0;
        const bool isSound = stated > 0 && stated < bytes && beyond == 0;
        if (isSound && uri.is_null() && bytes <= stated + kPadding) continue;
        const std::string after =
            beyond == 0 ? "" : fmt::format(": {} after that", measuredCount(beyond, "view ends", "views end").text);
        findings.push_back({"buffer-length", isSound ? Severity::info : Severity::warning, "file",
                            fmt::format("has a buffer of {} bytes, but states {}{}", bytes,
                                        stated == 0 ? "no valid length" : std::to_string(stated), after)});
    }
}

void requireShallow(std::string_view text) {
    size_t depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') i = stringEnd(text, i);
        if (c == ']' || c == '}') depth -= depth > 0;
        if ((c == '[' || c == '{') && ++depth > kMaxNesting)
            throw Error(Exit::input, fmt::format("has JSON nested more than {} deep", kMaxNesting));
    }
}

std::string faultOf(const File& file) {
    if (file.json().empty()) return {};  // glTF 1.0
    if (!file.isWhole() || file.keys().empty()) {
        const size_t size = file.json().size(), at = errorIn(file.json()).value_or(size);
        return at < size ? fmt::format("is not JSON, or is cut short: it has an error at byte {} of {}", at, size)
                         : fmt::format("is not JSON, or is cut short: it ends after {} bytes", size);
    }
    const auto members = file.keys();
    const auto invalid = std::ranges::find_if(members, [&](std::string_view key) { return !file.isReadable(key); });
    return invalid == members.end() ? std::string() : faultIn(file, *invalid);
}

}  // namespace sinew::gltf
