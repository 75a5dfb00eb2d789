#include "import/gltf/file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxNumbers = size_t{1} << 26;

constexpr int kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123, kUnsignedInt = 5125,
              kFloat = 5126;

/// 0 for an unknown type.
size_t componentBytes(int type) {
    if (type == kByte || type == kUnsignedByte) return 1;
    if (type == kShort || type == kUnsignedShort) return 2;
    return type == kUnsignedInt || type == kFloat ? 4 : 0;
}

template <typename Number>
float numberAt(const char* bytes, bool normalized) {
    Number number{};
    std::memcpy(&number, bytes, sizeof number);
    if (!normalized) return static_cast<float>(number);
    return std::max(static_cast<float>(number) / static_cast<float>(std::numeric_limits<Number>::max()), -1.0f);
}

float component(const char* bytes, int type, bool normalized) {
    if (type == kByte) return numberAt<int8_t>(bytes, normalized);
    if (type == kUnsignedByte) return numberAt<uint8_t>(bytes, normalized);
    if (type == kShort) return numberAt<int16_t>(bytes, normalized);
    if (type == kUnsignedShort) return numberAt<uint16_t>(bytes, normalized);
    if (type == kUnsignedInt) return numberAt<uint32_t>(bytes, normalized);
    return numberAt<float>(bytes, false);
}

/// False where the bytes are too few.
bool readElements(std::string_view bytes, size_t stride, size_t componentCount, int componentType, bool normalized,
                  std::vector<float>& out) {
    const size_t width = componentBytes(componentType), count = out.size() / componentCount;
    if (stride == 0) stride = width * componentCount;
    if (count == 0) return true;
    // Divides, because a product of untrusted numbers may wrap around.
    if (bytes.size() < width * componentCount || (bytes.size() - width * componentCount) / stride < count - 1)
        return false;
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < componentCount; ++c)
            out[i * componentCount + c] = component(bytes.data() + i * stride + c * width, componentType, normalized);
    return true;
}

size_t componentCountOf(const Json& type) {
    constexpr std::array<std::pair<const char*, size_t>, 5> kTypes{
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}}};
    for (const auto& [name, count] : kTypes)
        if (type == name) return count;
    return 0;
}

constexpr std::string_view kElsewhere = "data:elsewhere ";  // then where a data: URI is in the JSON: offset,size

constexpr uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;

uint32_t word(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

void addWord(std::string& bytes, uint32_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool isGlb(std::string_view file) {
    constexpr uint32_t kVersion = 2;  // glTF 1.0 has no chunks
    return file.size() >= kHeaderBytes + kChunkHeaderBytes && file.starts_with("glTF") && word(file, 4) == kVersion;
}

/// Calls `visit` with each member of the object, key and value, up to where the text is not JSON. Keys are as written,
/// without quotes.
template <typename Visit>
void forEachMember(std::string_view text, const Visit& visit) {
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
            if (depth-- <= 1) return;
        } else if (depth == 1 && c == ':') {
            key = last;
            begin = i + 1;
        } else if (depth == 1 && c == ',') {
            end(i);
        }
    }
}

struct Range {
    size_t offset = 0, size = 0;
};

/// Where the binary chunk of a .glb is; empty where there is none.
Range binaryOf(const InputFile& file) {
    if (!isGlb(file.content(0, kHeaderBytes + kChunkHeaderBytes))) return {};
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= file.size();) {
        const std::string header = file.content(at, kChunkHeaderBytes);
        if (header.size() < kChunkHeaderBytes) break;
        at += kChunkHeaderBytes;
        const size_t size = std::min<size_t>(word(header, 0), file.size() - at);
        if (word(header, 4) == kBinaryChunk) return {at, size};
        at += size;
    }
    return {};
}

std::string contentOf(const InputFile& file, const Range& range) {
    return file.content(range.offset, range.size);
}

void checkChunks(const InputFile& file) {
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= file.size();) {
        const std::string header = file.content(at, kChunkHeaderBytes);
        if (header.size() < kChunkHeaderBytes) return;
        at += kChunkHeaderBytes + word(header, 0);
        if (at > file.size())
            throw std::runtime_error(fmt::format("is truncated: has {} of {} bytes", file.size(), at));
    }
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

Chunks chunksOf(std::string_view file) {
    if (!isGlb(file)) return {file, {}};
    Chunks chunks;
    for (size_t at = kHeaderBytes; at + kChunkHeaderBytes <= file.size();) {
        const uint32_t type = word(file, at + 4);
        const std::string_view content = file.substr(at + kChunkHeaderBytes, word(file, at));
        if (type == kJsonChunk && chunks.json.empty()) chunks.json = content;
        if (type == kBinaryChunk && chunks.binary.empty()) chunks.binary = content;
        at += kChunkHeaderBytes + content.size();
    }
    return chunks;
}

std::string withJson(std::string_view file, std::string_view json) {
    if (!isGlb(file)) return std::string(json);
    const std::string_view old = chunksOf(file).json;
    const std::string_view rest =
        old.empty() ? std::string_view{} : file.substr(static_cast<size_t>(old.data() - file.data()) + old.size());
    const size_t padded = (json.size() + 3) / 4 * 4;
    std::string made(file.substr(0, 8));  // the magic and the version
    addWord(made, static_cast<uint32_t>(kHeaderBytes + kChunkHeaderBytes + padded + rest.size()));
    addWord(made, static_cast<uint32_t>(padded));
    addWord(made, kJsonChunk);
    made.append(json).append(padded - json.size(), ' ').append(rest);
    return made;
}

std::string jsonOf(const InputFile& file) {
    const std::string head = file.content(0, kHeaderBytes + kChunkHeaderBytes);
    if (!isGlb(head)) return head.starts_with("glTF") ? std::string() : file.content();
    checkChunks(file);
    return word(head, kHeaderBytes + 4) == kJsonChunk ? file.content(head.size(), word(head, kHeaderBytes))
                                                      : std::string();
}

std::string fromBase64(std::string_view text) {
    static constexpr int8_t kNone = -1;
    static constexpr auto kDigits = [] {
        std::array<int8_t, 256> digits{};
        digits.fill(kNone);
        for (int i = 0; i < 26; ++i) {
            digits[static_cast<size_t>('A' + i)] = static_cast<int8_t>(i);
            digits[static_cast<size_t>('a' + i)] = static_cast<int8_t>(26 + i);
        }
        for (int i = 0; i < 10; ++i)
            digits[static_cast<size_t>('0' + i)] = static_cast<int8_t>(52 + i);
        digits['+'] = digits['-'] = 62;
        digits['/'] = digits['_'] = 63;
        return digits;
    }();
    std::string bytes(text.size() / 4 * 3 + 3, '\0');
    size_t count = 0;
    unsigned held = 0;
    int heldBits = 0;
    for (const char c : text) {
        const int8_t value = kDigits[static_cast<unsigned char>(c)];
        if (value == kNone) break;
        held = held << 6 | static_cast<unsigned>(value);
        heldBits += 6;
        if (heldBits < 8) continue;
        heldBits -= 8;
        bytes[count++] = static_cast<char>(held >> heldBits & 0xFF);
    }
    bytes.resize(count);
    return bytes;
}

std::string toBase64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        unsigned three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[three >> (18 - 6 * k) & 63];
    }
    return text;
}

Json memberOf(std::string_view object, std::string_view key) {
    std::string_view found;
    forEachMember(object, [&](std::string_view name, std::string_view value) {
        if (name == key && found.empty()) found = value;
    });
    return found.empty() ? Json() : Json::parse(found, nullptr, false);
}

File::File(const ModelFolder& folder) : folder_(folder), json_(jsonOf(folder.model())) {
    forEachMember(json_, [&](std::string_view key, std::string_view value) {
        members_.try_emplace(key, Member{value, {}});
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

std::string File::fromDataUri(std::string_view uri) const {
    if (uri.starts_with(kElsewhere)) {
        size_t offset = 0, size = 0;
        const char* const end = uri.data() + uri.size();
        const auto comma = std::from_chars(uri.data() + kElsewhere.size(), end, offset).ptr;
        if (comma == end || std::from_chars(comma + 1, end, size).ec != std::errc()) return {};
        uri = std::string_view(json_).substr(std::min(offset, json_.size()), size);
    }
    const size_t comma = uri.find(',');
    return comma == std::string_view::npos ? std::string() : fromBase64(uri.substr(comma + 1));
}

const Json& File::member(std::string_view key) const {
    static const Json kNothing;
    const auto found = members_.find(key);
    if (found == members_.end()) return kNothing;
    auto& [text, value] = found->second;
    if (!value) value = Json::parse(withoutData(text), nullptr, false);
    return value->is_discarded() ? kNothing : *value;
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

bool File::isBinaryChunk(size_t index) const {
    return index == 0 && !at(at(member("buffers"), index), "uri").is_string();
}

std::string_view File::buffer(size_t index) {
    if (index >= member("buffers").size()) return {};
    const auto [place, isNew] = buffers_.try_emplace(index);
    std::string& bytes = place->second;
    if (!isNew) return bytes;
    if (isBinaryChunk(index)) return bytes = contentOf(folder_.model(), binaryOf(folder_.model()));
    const Json& uri = at(at(member("buffers"), index), "uri");
    if (!uri.is_string()) return bytes;
    if (const std::string& text = uri.get_ref<const std::string&>(); text.starts_with("data:"))
        bytes = fromDataUri(text);
    else if (const auto found = folder_.find(text))
        bytes = found->file.content();
    return bytes;
}

std::string_view File::view(size_t viewIndex) {
    const Json& view = at(member("bufferViews"), viewIndex);
    const auto bufferIndex = index(view, "buffer");
    if (!bufferIndex) return {};
    const std::string_view bytes = buffer(*bufferIndex);
    const size_t offset = index(view, "byteOffset").value_or(0);
    return offset >= bytes.size() ? std::string_view{} : bytes.substr(offset, index(view, "byteLength").value_or(0));
}

std::string File::bytes(size_t viewIndex) {
    const Json& object = at(member("bufferViews"), viewIndex);
    const auto bufferIndex = index(object, "buffer");
    if (!bufferIndex || !isBinaryChunk(*bufferIndex) || buffers_.contains(0)) return std::string(view(viewIndex));
    const Range chunk = binaryOf(folder_.model());
    const size_t offset = std::min(index(object, "byteOffset").value_or(0), chunk.size);
    const size_t size = std::min(index(object, "byteLength").value_or(0), chunk.size - offset);
    return contentOf(folder_.model(), {chunk.offset + offset, size});
}

bool File::applySparse(const Json& sparse, size_t componentCount, int componentType, bool normalized,
                       std::vector<float>& out) {
    const Json &places = at(sparse, "indices"), &values = at(sparse, "values");
    const auto count = index(sparse, "count"), placesView = index(places, "bufferView"),
               valuesView = index(values, "bufferView"), placesType = index(places, "componentType");
    if (!count || !placesView || !valuesView || !placesType || *count > out.size() / componentCount) return false;
    const auto tail = [this](size_t viewIndex, const Json& object) {
        const std::string_view bytes = view(viewIndex);
        return bytes.substr(std::min(bytes.size(), index(object, "byteOffset").value_or(0)));
    };
    const int type = static_cast<int>(*placesType);
    if (type != kUnsignedByte && type != kUnsignedShort && type != kUnsignedInt) return false;
    std::vector<float> replacements(*count * componentCount);
    if (!readElements(tail(*valuesView, values), 0, componentCount, componentType, normalized, replacements))
        return false;
    const std::string_view indices = tail(*placesView, places);
    const size_t width = componentBytes(type);
    if (indices.size() / width < *count) return false;
    for (size_t i = 0; i < *count; ++i) {
        uint32_t place = 0;
        std::memcpy(&place, indices.data() + i * width, width);
        if (place >= out.size() / componentCount) return false;
        std::copy_n(replacements.begin() + static_cast<std::ptrdiff_t>(i * componentCount), componentCount,
                    out.begin() + static_cast<std::ptrdiff_t>(place * componentCount));
    }
    return true;
}

std::optional<std::vector<float>> File::numbers(size_t accessorIndex, size_t componentCount) {
    const Json& accessor = at(member("accessors"), accessorIndex);
    const auto count = index(accessor, "count"), type = index(accessor, "componentType");
    if (!count || !type || componentBytes(static_cast<int>(*type)) == 0 || *count > kMaxNumbers / componentCount ||
        componentCountOf(at(accessor, "type")) != componentCount)
        return std::nullopt;
    const int componentType = static_cast<int>(*type);
    const bool normalized = at(accessor, "normalized") == true;
    const auto viewIndex = index(accessor, "bufferView");
    const Json& sparse = at(accessor, "sparse");
    std::string_view bytes;
    if (viewIndex) {
        bytes = view(*viewIndex);
        bytes = bytes.substr(std::min(bytes.size(), index(accessor, "byteOffset").value_or(0)));
        if (*count > bytes.size()) return std::nullopt;
    } else if (*count > (size_t{1} << 20)) {
        return std::nullopt;  // all zeros: no bytes in the file limit their number
    }
    std::vector<float> out(*count * componentCount, 0.0f);
    if (viewIndex) {
        const size_t stride = index(at(member("bufferViews"), *viewIndex), "byteStride").value_or(0);
        if (!readElements(bytes, stride, componentCount, componentType, normalized, out)) return std::nullopt;
    }
    if (!sparse.is_null() && !applySparse(sparse, componentCount, componentType, normalized, out)) return std::nullopt;
    return out;
}

bool File::isPlainFloats(size_t accessorIndex) const {
    const Json& accessor = at(member("accessors"), accessorIndex);
    return index(accessor, "componentType") == size_t{kFloat} && index(accessor, "bufferView") &&
           at(accessor, "sparse").is_null();
}

}  // namespace sinew::gltf
