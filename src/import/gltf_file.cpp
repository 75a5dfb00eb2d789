#include "import/gltf_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "import/base64.h"
#include "import/gltf_container.h"

namespace sinew {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxNumbers = size_t{1} << 26;

size_t componentBytes(int type) {
    switch (type) {
        case 5120:
        case 5121:
            return 1;
        case 5122:
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
        default:
            return 0;
    }
}

template <typename Number>
float numberAt(const char* bytes, bool normalized) {
    Number number{};
    std::memcpy(&number, bytes, sizeof number);
    if (!normalized) return static_cast<float>(number);
    return std::max(static_cast<float>(number) / static_cast<float>(std::numeric_limits<Number>::max()), -1.0f);
}

float component(const char* bytes, int type, bool normalized) {
    switch (type) {
        case 5120:
            return numberAt<int8_t>(bytes, normalized);
        case 5121:
            return numberAt<uint8_t>(bytes, normalized);
        case 5122:
            return numberAt<int16_t>(bytes, normalized);
        case 5123:
            return numberAt<uint16_t>(bytes, normalized);
        case 5125:
            return numberAt<uint32_t>(bytes, normalized);
        default:
            return numberAt<float>(bytes, false);
    }
}

size_t componentCountOf(const Json& type) {
    constexpr std::array<std::pair<const char*, size_t>, 5> kTypes{
        {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}}};
    for (const auto& [name, count] : kTypes)
        if (type == name) return count;
    return 0;
}

size_t unsignedOr(const Json& object, const char* key, size_t fallback) {
    return GltfFile::index(object, key).value_or(fallback);
}

bool flag(const Json& object, const char* key) {
    const Json& value = GltfFile::at(object, key);
    return value.is_boolean() && value.get<bool>();
}

}  // namespace

std::optional<GltfFile> GltfFile::read(const ModelFolder& folder, std::span<const std::string_view> words) {
    const std::string text = gltfJson(folder.model());
    GltfFile file(folder);
    file.json_ = Json::object();
    if (std::none_of(words.begin(), words.end(), [&](std::string_view word) {
            return memmem(text.data(), text.size(), word.data(), word.size()) != nullptr;
        }))
        return file;
    const std::string bytes = folder.model().content();
    const GltfChunks chunks = gltfChunks(bytes);
    file.json_ = Json::parse(chunks.json, nullptr, false);
    if (!file.json_.is_object()) return std::nullopt;
    file.binary_ = chunks.binary;
    file.buffers_.resize(at(file.json_, "buffers").size());
    return file;
}

const Json& GltfFile::at(const Json& object, const char* key) {
    static const Json kNothing;
    if (!object.is_object()) return kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

const Json& GltfFile::at(const Json& array, size_t index) {
    static const Json kNothing;
    return array.is_array() && index < array.size() ? array[index] : kNothing;
}

std::optional<size_t> GltfFile::index(const Json& object, const char* key) {
    const Json& value = at(object, key);
    if (value.is_number_unsigned()) return value.get<size_t>();
    if (value.is_number_float() && value.get<double>() >= 0.0 && value.get<double>() < 9e15)
        return static_cast<size_t>(value.get<double>());
    return std::nullopt;
}

std::string_view GltfFile::buffer(size_t index) {
    if (index >= buffers_.size()) return {};
    if (!buffers_[index]) {
        buffers_[index].emplace();
        const Json& uri = at(at(at(json_, "buffers"), index), "uri");
        if (!uri.is_string()) {
            if (index == 0) buffers_[index] = std::move(binary_);
        } else if (const std::string& text = uri.get_ref<const std::string&>(); text.starts_with("data:")) {
            if (const size_t comma = text.find(','); comma != std::string::npos)
                buffers_[index] = fromBase64(std::string_view(text).substr(comma + 1));
        } else if (const auto found = search_.find(text)) {
            buffers_[index] = found->file.content();
        }
    }
    return *buffers_[index];
}

std::string_view GltfFile::view(size_t viewIndex) {
    const Json& view = at(at(json_, "bufferViews"), viewIndex);
    const auto bufferIndex = index(view, "buffer");
    if (!bufferIndex) return {};
    const std::string_view bytes = buffer(*bufferIndex);
    const size_t offset = unsignedOr(view, "byteOffset", 0);
    return offset >= bytes.size() ? std::string_view{} : bytes.substr(offset, unsignedOr(view, "byteLength", 0));
}

bool GltfFile::readElements(std::string_view bytes, size_t stride, size_t componentCount, int componentType,
                            bool normalized, std::vector<float>& out) const {
    const size_t width = componentBytes(componentType), count = out.size() / componentCount;
    if (stride == 0) stride = width * componentCount;
    if (count == 0) return true;
    // Division, for a product of what a file says may wrap around.
    if (bytes.size() < width * componentCount || (bytes.size() - width * componentCount) / stride < count - 1)
        return false;
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < componentCount; ++c)
            out[i * componentCount + c] = component(bytes.data() + i * stride + c * width, componentType, normalized);
    return true;
}

bool GltfFile::applySparse(const Json& sparse, size_t componentCount, int componentType, bool normalized,
                           std::vector<float>& out) {
    const Json &places = at(sparse, "indices"), &values = at(sparse, "values");
    const auto count = index(sparse, "count"), placesView = index(places, "bufferView"),
               valuesView = index(values, "bufferView"), placesType = index(places, "componentType");
    if (!count || !placesView || !valuesView || !placesType || *count > out.size() / componentCount) return false;
    const auto tail = [this](size_t viewIndex, const Json& object) {
        const std::string_view bytes = view(viewIndex);
        return bytes.substr(std::min(bytes.size(), unsignedOr(object, "byteOffset", 0)));
    };
    const int type = static_cast<int>(*placesType);
    if (type != 5121 && type != 5123 && type != 5125) return false;
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

std::optional<std::vector<float>> GltfFile::numbers(size_t accessorIndex, size_t componentCount) {
    const Json& accessor = at(at(json_, "accessors"), accessorIndex);
    const auto count = index(accessor, "count"), type = index(accessor, "componentType");
    if (!count || !type || componentBytes(static_cast<int>(*type)) == 0 || *count > kMaxNumbers / componentCount ||
        componentCountOf(at(accessor, "type")) != componentCount)
        return std::nullopt;
    const int componentType = static_cast<int>(*type);
    const bool normalized = flag(accessor, "normalized");
    const auto viewIndex = index(accessor, "bufferView");
    const Json& sparse = at(accessor, "sparse");
    std::string_view bytes;
    if (viewIndex) {
        bytes = view(*viewIndex);
        bytes = bytes.substr(std::min(bytes.size(), unsignedOr(accessor, "byteOffset", 0)));
        if (*count > bytes.size()) return std::nullopt;
    } else if (*count > (size_t{1} << 20)) {
        return std::nullopt;  // nothing but zeros, and no bytes in the file that vouch for as many
    }
    std::vector<float> out(*count * componentCount, 0.0f);
    if (viewIndex) {
        const size_t stride = unsignedOr(at(at(json_, "bufferViews"), *viewIndex), "byteStride", 0);
        if (!readElements(bytes, stride, componentCount, componentType, normalized, out)) return std::nullopt;
    }
    if (!sparse.is_null() && !applySparse(sparse, componentCount, componentType, normalized, out)) return std::nullopt;
    return out;
}

bool GltfFile::isPlainFloats(size_t accessorIndex) const {
    const Json& accessor = at(at(json_, "accessors"), accessorIndex);
    return index(accessor, "componentType") == size_t{5126} && index(accessor, "bufferView") &&
           at(accessor, "sparse").is_null();
}

}  // namespace sinew
