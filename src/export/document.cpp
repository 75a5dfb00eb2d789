#include "export/document.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "export/compress.h"

namespace sinew::exporting {
namespace {

constexpr size_t kAlignment = 4;
constexpr size_t kMostShortVertices = 65535;  // index 65535 restarts primitives

size_t componentBytes(Component component) {
    switch (component) {
        case Component::signedByte:
        case Component::unsignedByte:
            return 1;
        case Component::signedShort:
        case Component::unsignedShort:
            return 2;
        default:
            return 4;
    }
}

size_t componentCount(std::string_view type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    return type == "VEC4" ? 4 : 16;
}

template <typename Value>
Value valueAt(const std::byte* bytes) {
    Value value;
    std::memcpy(&value, bytes, sizeof(Value));
    return value;
}

double realAt(const Elements& elements, size_t index) {
    const std::byte* at = elements.bytes.data() + index * componentBytes(elements.component);
    switch (elements.component) {
        case Component::signedByte:
            return valueAt<int8_t>(at);
        case Component::unsignedByte:
            return valueAt<uint8_t>(at);
        case Component::signedShort:
            return valueAt<int16_t>(at);
        case Component::unsignedShort:
            return valueAt<uint16_t>(at);
        case Component::unsignedInt:
            return valueAt<uint32_t>(at);
        default:
            return static_cast<double>(valueAt<float>(at));
    }
}

Json componentAt(const Elements& elements, size_t index) {
    const double value = realAt(elements, index);
    return elements.component == Component::real ? number(static_cast<float>(value))
                                                 : Json(static_cast<int64_t>(value));
}

/// The elements may be padded to a stride.
void addBounds(const Elements& elements, Json& accessor) {
    if (elements.count == 0) return;
    const size_t width = componentCount(elements.type);
    const size_t stride = elements.bytes.size() / elements.count / componentBytes(elements.component);
    Json low = Json::array(), high = Json::array();
    for (size_t c = 0; c < width; ++c) {
        size_t least = c, most = c;
        for (size_t i = 1; i < elements.count; ++i) {
            const size_t at = i * stride + c;
            if (realAt(elements, at) < realAt(elements, least)) least = at;
            if (realAt(elements, at) > realAt(elements, most)) most = at;
        }
        low.push_back(componentAt(elements, least));
        high.push_back(componentAt(elements, most));
    }
    accessor["min"] = low;
    accessor["max"] = high;
}

}  // namespace

Json number(float value) {
    return std::strtod(fmt::format("{}", value).c_str(), nullptr);
}

Json numbers(std::span<const float> values) {
    Json list = Json::array();
    for (const float value : values)
        list.push_back(number(value));
    return list;
}

std::string uriOf(const std::string& file) {
    std::string uri;
    for (const char c : file) {
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                             c == '_' || c == '.' || c == '~';
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

size_t Document::add(const char* list, Json item) {
    Json& items = root_[list];
    items.push_back(std::move(item));
    return items.size() - 1;
}

size_t Document::addView(std::span<const std::byte> bytes, Target target) {
    binary_.resize((binary_.size() + kAlignment - 1) / kAlignment * kAlignment);
    Json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}};
    if (binary_.empty()) view.erase("byteOffset");
    if (target != Target::none) view["target"] = static_cast<int>(target);
    binary_.insert(binary_.end(), bytes.begin(), bytes.end());
    return add("bufferViews", std::move(view));
}

size_t Document::addEncoded(std::span<const std::byte> encoded, size_t count, size_t stride, const char* mode,
                            const char* filter, Target target) {
    const size_t index = addView(encoded, target);
    Json& view = item("bufferViews", index);
    Json compression{{"buffer", 0},
                     {"byteOffset", view.value("byteOffset", size_t{0})},
                     {"byteLength", encoded.size()},
                     {"byteStride", stride},
                     {"mode", mode},
                     {"count", count}};
    if (filter) compression["filter"] = filter;
    // The view itself is in a buffer without bytes, for readers to fill.
    view["buffer"] = 1;
    view["byteOffset"] = uncompressedBytes_;
    view["byteLength"] = count * stride;
    view["extensions"]["EXT_meshopt_compression"] = std::move(compression);
    uncompressedBytes_ += (count * stride + kAlignment - 1) / kAlignment * kAlignment;
    useExtension("EXT_meshopt_compression", true);
    return index;
}

size_t Document::addAccessor(const Elements& elements, Target target) {
    const auto stored = elements.filtered.empty() ? elements.bytes : elements.filtered;
    const size_t packed = componentCount(elements.type) * componentBytes(elements.component);
    const size_t stride = elements.count == 0 ? packed : stored.size() / elements.count;
    const bool encodes = isCompressed_ && target == Target::vertices && elements.count > 0;
    const size_t view = encodes ? addEncoded(encodeAttributes(stored, elements.count), elements.count, stride,
                                             "ATTRIBUTES", elements.filter, target)
                                : addView(stored, target);
    if (stride != packed) item("bufferViews", view)["byteStride"] = stride;
    Json accessor{{"bufferView", view},
                  {"componentType", static_cast<int>(elements.component)},
                  {"count", elements.count},
                  {"type", elements.type}};
    if (elements.isNormalized) accessor["normalized"] = true;
    if (elements.hasBounds) addBounds(elements, accessor);
    return add("accessors", std::move(accessor));
}

size_t Document::addTriangles(std::span<const uint32_t> indices, size_t vertexCount) {
    const bool isShort = vertexCount <= kMostShortVertices;
    const std::vector<uint16_t> shortIndices(indices.begin(), isShort ? indices.end() : indices.begin());
    const auto bytes = isShort ? std::as_bytes(std::span<const uint16_t>(shortIndices)) : std::as_bytes(indices);
    const size_t view =
        isCompressed_ ? addEncoded(encodeTriangles(indices, vertexCount), indices.size(),
                                   isShort ? sizeof(uint16_t) : sizeof(uint32_t), "TRIANGLES", nullptr, Target::indices)
                      : addView(bytes, Target::indices);
    return add("accessors",
               {{"bufferView", view},
                {"componentType", static_cast<int>(isShort ? Component::unsignedShort : Component::unsignedInt)},
                {"count", indices.size()},
                {"type", "SCALAR"}});
}

size_t Document::addSparse(size_t count, std::span<const uint32_t> indices, std::span<const float> values) {
    std::vector<uint16_t> shortIndices;
    if (count <= 65536) shortIndices.assign(indices.begin(), indices.end());
    const bool isShort = !shortIndices.empty();
    const size_t indexView =
        addView(isShort ? std::as_bytes(std::span<const uint16_t>(shortIndices)) : std::as_bytes(indices));
    const size_t valueView = addView(std::as_bytes(values));
    float low[3] = {0.0f, 0.0f, 0.0f}, high[3] = {0.0f, 0.0f, 0.0f};
    const bool hasZeros = indices.size() < count;
    for (size_t i = 0; i < values.size(); ++i) {
        float &least = low[i % 3], &most = high[i % 3];
        least = i < 3 && !hasZeros ? values[i] : std::min(least, values[i]);
        most = i < 3 && !hasZeros ? values[i] : std::max(most, values[i]);
    }
    const Component component = isShort ? Component::unsignedShort : Component::unsignedInt;
    return add("accessors", {{"componentType", static_cast<int>(Component::real)},
                             {"count", count},
                             {"type", "VEC3"},
                             {"min", numbers(low)},
                             {"max", numbers(high)},
                             {"sparse",
                              {{"count", indices.size()},
                               {"indices", {{"bufferView", indexView}, {"componentType", static_cast<int>(component)}}},
                               {"values", {{"bufferView", valueView}}}}}});
}

size_t Document::addPooled(std::span<const float> values, const char* type, bool hasBounds) {
    const auto bytes = std::as_bytes(values);
    Pool& pool = pools_[type];
    const std::string content =
        std::string(hasBounds ? "+" : "-").append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [known, isNew] = pool.known.try_emplace(content, 0);
    if (!isNew) return known->second;
    const size_t count = values.size() / componentCount(type);
    Json accessor{{"bufferView", 0},
                  {"byteOffset", pool.bytes.size()},
                  {"componentType", static_cast<int>(Component::real)},
                  {"count", count},
                  {"type", type}};
    if (hasBounds) addBounds({.bytes = bytes, .count = count, .type = type}, accessor);
    pool.bytes.insert(pool.bytes.end(), bytes.begin(), bytes.end());
    known->second = add("accessors", std::move(accessor));
    pool.accessors.push_back(known->second);
    return known->second;
}

void Document::closePool() {
    for (auto& [type, pool] : pools_) {
        const size_t stride = componentCount(type) * sizeof(float), count = pool.bytes.size() / stride;
        const size_t view = isCompressed_ ? addEncoded(encodeAttributes(pool.bytes, count), count, stride, "ATTRIBUTES",
                                                       nullptr, Target::none)
                                          : addView(pool.bytes);
        for (const size_t accessor : pool.accessors)
            item("accessors", accessor)["bufferView"] = view;
    }
    pools_.clear();
}

void Document::useExtension(const char* name, bool isRequired) {
    used_.insert(name);
    if (isRequired) required_.insert(name);
}

std::string Document::json(const std::string& bufferUri) const {
    Json whole{{"asset", {{"version", "2.0"}, {"generator", "Sinew " SINEW_VERSION}}}};
    if (root_.contains("asset")) whole["asset"].update(root_["asset"]);
    if (!used_.empty()) whole["extensionsUsed"] = used_;
    if (!required_.empty()) whole["extensionsRequired"] = required_;
    for (const char* key : {"scene", "scenes", "nodes", "meshes", "skins", "animations", "materials", "textures",
                            "samplers", "images", "accessors", "bufferViews"})
        if (root_.contains(key)) whole[key] = root_[key];
    if (!binary_.empty()) {
        Json buffer{{"byteLength", binary_.size()}};
        if (!bufferUri.empty()) buffer["uri"] = bufferUri;
        whole["buffers"] = Json::array({buffer});
        if (uncompressedBytes_ > 0)
            whole["buffers"].push_back({{"byteLength", uncompressedBytes_},
                                        {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
    }
    if (root_.contains("extras")) whole["extras"] = root_["extras"];
    return whole.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sinew::exporting
