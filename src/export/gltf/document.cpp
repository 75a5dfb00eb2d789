#include "export/gltf/document.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "export/build/pictures.h"
#include "export/gltf/compress.h"

namespace sinew::exporting {
namespace {

constexpr size_t kMostShortVertices = 65535;  // index 65535 restarts primitives

size_t componentBytes(Component component) {
    if (component == Component::unsignedByte) return 1;
    return component == Component::real || component == Component::unsignedInt ? 4 : 2;
}

std::string typeOf(size_t width) {
    return width == 1 ? "SCALAR" : width == 16 ? "MAT4" : fmt::format("VEC{}", width);
}

/// Adds min and max of each of `width` components.
void addBounds(std::span<const float> values, size_t width, Json& accessor) {
    std::vector<float> low(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(width)), high = low;
    for (size_t i = width; i < values.size(); ++i) {
        low[i % width] = std::min(low[i % width], values[i]);
        high[i % width] = std::max(high[i % width], values[i]);
    }
    accessor["min"] = numbers(low);
    accessor["max"] = numbers(high);
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
    for (const char c : file)
        uri += isPlain(c) || c == '.' || c == '~' ? std::string(1, c)
                                                  : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return uri;
}

void addExtras(const std::string& text, Json& element) {
    if (Json extras = extrasFrom(text); !extras.is_null()) element["extras"] = std::move(extras);
}

Json extrasFrom(const std::string& text) {
    // Json finds a member in linear time, so that it reads an object in quadratic time. The members are sorted already.
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_discarded() ? Json() : Json(json);
}

Document::Document(bool isCompressed) : isCompressed_(isCompressed) {
    root_["asset"] = {{"version", "2.0"}, {"generator", "Sinew " SINEW_VERSION}};
    for (const char* key :
         {"extensionsUsed", "extensionsRequired", "scene", "scenes", "nodes", "meshes", "skins", "animations",
          "materials", "textures", "samplers", "images", "accessors", "bufferViews", "buffers", "extras"})
        root_[key] = nullptr;  // their order; json() leaves out what stays null
}

size_t Document::add(const char* list, Json item) {
    Json& items = root_[list];
    items.push_back(std::move(item));
    return items.size() - 1;
}

size_t Document::addView(std::span<const std::byte> bytes, Target target) {
    binary_.resize(padded(binary_.size()));
    Json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}};
    if (binary_.empty()) view.erase("byteOffset");
    if (target != Target::none) view["target"] = target;
    binary_.insert(binary_.end(), bytes.begin(), bytes.end());
    return add("bufferViews", std::move(view));
}

size_t Document::addEncoded(std::span<const std::byte> encoded, size_t count, size_t stride, const char* mode,
                            const char* filter, Target target) {
    const size_t index = addView(encoded, target);
    Json& view = root_["bufferViews"][index];
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
    uncompressedBytes_ += padded(count * stride);
    useExtension("EXT_meshopt_compression", true);
    return index;
}

size_t Document::addAccessor(const Elements& elements, Target target) {
    const auto stored = elements.filtered.empty() ? elements.bytes : elements.filtered;
    const size_t packed = elements.width * componentBytes(elements.component), stride = padded(packed);
    const size_t count = stored.size() / stride;
    const size_t view =
        isCompressed_ && target == Target::vertices
            ? addEncoded(encodeAttributes(stored, count), count, stride, "ATTRIBUTES", elements.filter, target)
            : addView(stored, target);
    if (stride != packed) root_["bufferViews"][view]["byteStride"] = stride;
    Json accessor{{"bufferView", view},
                  {"componentType", elements.component},
                  {"count", count},
                  {"type", typeOf(elements.width)}};
    if (elements.isNormalized) accessor["normalized"] = true;
    if (!elements.bounded.empty()) addBounds(elements.bounded, elements.width, accessor);
    return add("accessors", std::move(accessor));
}

size_t Document::addIndices(std::span<const uint32_t> indices, Component component, Target target) {
    if (component == Component::unsignedInt) return addView(std::as_bytes(indices), target);
    const std::vector<uint16_t> shorts(indices.begin(), indices.end());
    return addView(std::as_bytes(std::span(shorts)), target);
}

size_t Document::addTriangles(std::span<const uint32_t> indices, size_t vertexCount) {
    const Component component = vertexCount <= kMostShortVertices ? Component::unsignedShort : Component::unsignedInt;
    const size_t view = isCompressed_ ? addEncoded(encodeTriangles(indices, vertexCount), indices.size(),
                                                   componentBytes(component), "TRIANGLES", nullptr, Target::indices)
                                      : addIndices(indices, component, Target::indices);
    return add("accessors",
               {{"bufferView", view}, {"componentType", component}, {"count", indices.size()}, {"type", "SCALAR"}});
}

size_t Document::addSparse(size_t count, std::span<const uint32_t> indices, std::span<const float> values) {
    const Component component = count <= 65536 ? Component::unsignedShort : Component::unsignedInt;
    const size_t indexView = addIndices(indices, component, Target::none);
    const size_t valueView = addView(std::as_bytes(values));
    Json accessor{{"componentType", Component::real}, {"count", count}, {"type", "VEC3"}};
    std::vector<float> bounded(3, 0.0f);  // the others
    bounded.insert(bounded.end(), values.begin(), values.end());
    addBounds(bounded, 3, accessor);
    accessor["sparse"] = {{"count", indices.size()},
                          {"indices", {{"bufferView", indexView}, {"componentType", component}}},
                          {"values", {{"bufferView", valueView}}}};
    return add("accessors", std::move(accessor));
}

size_t Document::addPooled(std::span<const float> values, size_t width, bool hasBounds) {
    const auto bytes = std::as_bytes(values);
    Pool& pool = pools_[width];
    const std::string content =
        std::string(hasBounds ? "+" : "-").append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [known, isNew] = pool.accessors.try_emplace(content, 0);
    if (!isNew) return known->second;
    Json accessor{{"bufferView", 0},
                  {"byteOffset", pool.bytes.size()},
                  {"componentType", Component::real},
                  {"count", values.size() / width},
                  {"type", typeOf(width)}};
    if (hasBounds) addBounds(values, width, accessor);
    pool.bytes.insert(pool.bytes.end(), bytes.begin(), bytes.end());
    return known->second = add("accessors", std::move(accessor));
}

void Document::closePool() {
    for (auto& [width, pool] : pools_) {
        const size_t stride = width * sizeof(float), count = pool.bytes.size() / stride;
        const size_t view = isCompressed_ ? addEncoded(encodeAttributes(pool.bytes, count), count, stride, "ATTRIBUTES",
                                                       nullptr, Target::none)
                                          : addView(pool.bytes);
        for (const auto& [content, accessor] : pool.accessors)
            root_["accessors"][accessor]["bufferView"] = view;
    }
}

void Document::useExtension(const char* name, bool isRequired) {
    used_.insert(name);
    if (isRequired) required_.insert(name);
}

std::string Document::json(const std::string& bufferUri) const {
    Json whole = root_;
    if (!used_.empty()) whole["extensionsUsed"] = used_;
    if (!required_.empty()) whole["extensionsRequired"] = required_;
    if (!binary_.empty()) {
        Json buffer{{"byteLength", binary_.size()}};
        if (!bufferUri.empty()) buffer["uri"] = bufferUri;
        whole["buffers"] = Json::array({buffer});
    }
    if (uncompressedBytes_ > 0)
        whole["buffers"].push_back(
            {{"byteLength", uncompressedBytes_}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
    for (auto member = whole.begin(); member != whole.end();)
        member = member->is_null() ? whole.erase(member) : std::next(member);
    return whole.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sinew::exporting
