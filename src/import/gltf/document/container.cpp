#include "import/gltf/document/container.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "import/gltf/document/names.h"

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

/// "has invalid JSON in 'nodes': 'NaN' in the rotation of node 'hip'", for a member that is not JSON.
std::string faultIn(const File& file, std::string_view key) {
    const std::string text = utf8From(file.text(key));
    const auto at = errorIn(text);
    const std::string where = "has invalid JSON in " + inQuotes(utf8From(key));
    if (!at) return where;
    const JsonPlace place = placeIn(text, *at);
    const std::string_view word = wordAt(text, *at);
    std::string kind(key == "meshes" ? "mesh" : key.substr(0, key.size() - key.ends_with('s')));
    const std::string element =
        text.starts_with('[') || text.find_first_not_of(" \t\r\n") == text.find('[')
            ? fmt::format("{} {}", kind,
                          place.name.empty() ? std::to_string(place.element) : inQuotes(utf8From(place.name)))
            : inQuotes(utf8From(key));
    return fmt::format("{}: {} in {}{}", where, word.empty() ? "an error" : inQuotes(utf8From(word)),
                       place.property.empty() ? "" : "the " + utf8From(place.property) + " of ", element);
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
