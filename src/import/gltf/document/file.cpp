#include "import/gltf/document/file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kElsewhere = "data:elsewhere ";  // then where a data: URI is in the JSON: offset,size

constexpr uint32_t kVersion = 2;  // version 1 of .glb has no chunks
constexpr size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

uint32_t word(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

bool isGlb(std::string_view file) {
    return file.size() >= kHeaderBytes + kChunkHeaderBytes && file.starts_with("glTF") && word(file, 4) == kVersion;
}

/// Calls `visit` with each member of the object, key and value, up to where the text is not JSON. Keys are as written,
/// without quotes. False when the object does not end.
template <typename Visit>
bool forEachMember(std::string_view text, const Visit& visit) {
    size_t depth = 0, begin = 0;  // of the value
    std::string_view key, last;   // the last string of depth 1
    const auto end = [&](size_t at) {
        if (begin > 0) visit(key, text.substr(begin, at - begin));
        begin = 0;
    };
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const size_t close = stringEnd(text, i);
            if (depth == 1) last = text.substr(i + 1, close - std::min(close, i + 1));
            i = close;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            if (depth == 1) end(i);
            if (depth-- <= 1) return true;
        } else if (depth == 1 && c == ':') {
            key = last;
            begin = i + 1;
        } else if (depth == 1 && c == ',') {
            end(i);
        }
    }
    return false;
}

/// Four letters, or fewer and then zeros.
bool isLettered(uint32_t type) {
    bool ended = false;
    for (int byte = 0; byte < 4; ++byte) {
        const auto letter = static_cast<char>(type >> 8 * byte & 0xFF);
        ended = ended || (byte > 0 && letter == '\0');
        if (ended ? letter != '\0' : letter < ' ' || letter > '~') return false;
    }
    return true;
}

/// The stated length is no reason to stop before the binary chunk: files with a wrong one can be read. What follows
/// that chunk need not be chunks.
GlbLayout layoutOf(const InputFile& file) {
    constexpr size_t kMostChunks = 8;  // a file may have millions of empty ones
    GlbLayout glb;
    const std::string head = file.content(0, kHeaderBytes + kChunkHeaderBytes);
    if (!isGlb(head)) return glb;
    glb.statedLength = word(head, 8);
    glb.end = glb.neededLength = kHeaderBytes;
    bool hasBinary = false;
    while (glb.end + kChunkHeaderBytes <= file.size() && !(hasBinary && glb.end == glb.statedLength)) {
        if (glb.chunks.size() == kMostChunks) {
            glb.end = glb.neededLength = std::max(glb.end, std::min(glb.statedLength, file.size()));
            break;
        }
        const std::string header = file.content(glb.end, kChunkHeaderBytes);
        if (header.size() < kChunkHeaderBytes) break;
        const uint32_t type = word(header, 4);
        const size_t begin = glb.end + kChunkHeaderBytes, end = begin + word(header, 0);
        const bool isChunk = end <= file.size() && (isLettered(type) || (type != 0 && end <= glb.statedLength));
        const bool isExpected = glb.chunks.empty() || (type == kBinaryChunk && !hasBinary);
        if (!isChunk && (!isExpected || (glb.end == glb.statedLength && !glb.chunks.empty()))) break;
        hasBinary = hasBinary || type == kBinaryChunk;
        glb.neededLength = end;
        glb.end = std::min(end, file.size());
        glb.chunks.push_back({.type = type, .bytes = {begin, glb.end - begin}});
    }
    return glb;
}

/// The JSON of a file. @throws as File().
std::string jsonOf(const InputFile& file, const GlbLayout& glb) {
    const std::string head = file.content(0, kHeaderBytes + kChunkHeaderBytes);
    if (!head.starts_with("glTF")) return file.content();
    if (head.size() >= 8 && word(head, 4) != 1 && word(head, 4) != kVersion)
        throw Error(Exit::input,
                    fmt::format("states version {} of .glb, which is not known: there are 1 and 2", word(head, 4)));
    if (!isGlb(head)) return {};
    if (glb.neededLength > file.size())
        throw Error(Exit::input, glb.statedLength == file.size()
                                     ? fmt::format("has a chunk that ends at byte {} of {}: its length is wrong",
                                                   glb.neededLength, file.size())
                                     : fmt::format("is truncated: has {} of {} bytes", file.size(), glb.neededLength));
    if (glb.chunks.empty() || glb.chunks.front().type != kJsonChunk)
        throw Error(Exit::input, "is a .glb that does not begin with a chunk of JSON");
    return file.content(glb.chunks.front().bytes.offset, glb.chunks.front().bytes.size);
}

}  // namespace

size_t stringEnd(std::string_view text, size_t at) {
    for (size_t quote = at; (quote = text.find('"', quote + 1)) != std::string_view::npos;) {
        size_t before = quote;
        while (text[before - 1] == '\\')
            --before;
        if ((quote - before) % 2 == 0) return quote;
    }
    return text.size();
}

File::File(const ModelFolder& folder)
    : folder_(folder), layout_(layoutOf(folder.model())), json_(jsonOf(folder.model(), layout_)) {
    const auto binary = std::ranges::find(layout_.chunks, kBinaryChunk, &GlbLayout::Chunk::type);
    if (binary != layout_.chunks.end()) binary_ = binary->bytes;
    isWhole_ = forEachMember(json_, [&](std::string_view key, std::string_view value) {
        if (key.find('\\') == std::string_view::npos) members_.try_emplace(key, Member{value, {}});
    });
}

bool File::mentions(std::string_view text) const {
    return memmem(json_.data(), json_.size(), text.data(), text.size()) != nullptr;
}

/// The text with where they are in place of long data: URIs, which would take most of the time to parse.
std::string File::withoutData(std::string_view text) const {
    constexpr size_t kLong = 64;
    constexpr std::string_view kBegin = "\"data:";
    std::string rest;
    size_t kept = 0;
    for (size_t at = 0; (at = text.find(kBegin, at)) != std::string_view::npos;) {
        const size_t end = stringEnd(text, at);
        const std::string_view uri = text.substr(at + 1, end - std::min(end, at + 1));
        // With an escape it must be parsed.
        if (end < text.size() && uri.size() > kLong && uri.find('\\') == std::string_view::npos) {
            rest.append(text, kept, at + 1 - kept);
            rest += fmt::format("{}{},{}", kElsewhere, uri.data() - json_.data(), uri.size());
            kept = end;
        }
        at = std::min(end, text.size() - 1) + 1;
    }
    return rest.append(text, kept);
}

std::string_view File::dataUri(std::string_view uri) const {
    if (!uri.starts_with(kElsewhere)) return uri;
    const std::string_view text(json_);
    size_t offset = 0, size = 0;
    const char* const end = uri.data() + uri.size();
    const auto [comma, problem] = std::from_chars(uri.data() + kElsewhere.size(), end, offset);
    if (problem != std::errc() || comma == end || std::from_chars(comma + 1, end, size).ec != std::errc()) return {};
    if (longUris_.contains({offset, size})) return text.substr(offset, size);
    // A file may say so itself: only what withoutData() takes for a long URI is one.
    if (offset == 0 || offset >= text.size() || size >= text.size() - offset || text[offset - 1] != '"' ||
        stringEnd(text, offset - 1) != offset + size)
        return {};
    const std::string_view found = text.substr(offset, size);
    if (!found.starts_with("data:") || found.find('\\') != std::string_view::npos) return {};
    longUris_.emplace(offset, size);
    return found;
}

Json parseJson(std::string_view text, bool refuses) {
    return Json::parse(text, nullptr, refuses);
}

std::string File::fromDataUri(std::string_view uri) const {
    const std::string_view text = dataUri(uri);
    const size_t comma = text.find(',');
    return comma == std::string_view::npos ? std::string() : fromBase64(text.substr(comma + 1));
}

const Json& File::member(std::string_view key) const {
    static const Json kNothing;
    const auto found = members_.find(key);
    if (found == members_.end()) return kNothing;
    Member& member = found->second;
    if (!member.value) {
        const std::string text = withoutData(member.text);
        member.value = parseJson(text);
        // Other readers do not mind text in another encoding.
        if (member.value->is_discarded()) {
            member.value = parseJson(utf8From(text));
            member.isReencoded = true;
        }
    }
    return member.value->is_discarded() ? kNothing : *member.value;
}

std::vector<std::string_view> File::reencoded() const {
    std::vector<std::string_view> keys;
    for (const auto& [key, member] : members_)
        if (member.isReencoded && !member.value->is_discarded()) keys.push_back(key);
    return keys;
}

std::string_view File::text(std::string_view key) const {
    const auto found = members_.find(key);
    return found == members_.end() ? std::string_view{} : found->second.text;
}

bool File::isReadable(std::string_view key) const {
    member(key);
    const auto found = members_.find(key);
    return found == members_.end() || !found->second.value->is_discarded();
}

std::vector<std::string_view> File::keys() const {
    std::vector<std::string_view> keys;
    for (const auto& [key, member] : members_)
        keys.push_back(key);
    return keys;
}

const Json& File::at(const Json& object, const char* key) {
    static const Json kNothing;
    if (!object.is_object()) return kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

const Json& File::at(const Json& array, size_t index) {
    static const Json kNothing;
    return array.is_array() && index < array.size() ? array[index] : kNothing;
}

std::optional<size_t> File::index(const Json& object, const char* key) {
    return index(at(object, key));
}

std::optional<size_t> File::index(const Json& value) {
    if (value.is_number_unsigned()) return value.get<size_t>();
    if (value.is_number_float() && value.get<double>() >= 0.0 && value.get<double>() < 9e15)
        return static_cast<size_t>(value.get<double>());
    return std::nullopt;
}

const Json& File::list(const Json& array) {
    static const Json kEmpty = Json::array();
    return array.is_array() ? array : kEmpty;
}

}  // namespace sinew::gltf
