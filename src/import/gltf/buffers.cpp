#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/file.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxNumbers = size_t{1} << 26;
constexpr size_t kMaxAddedBytes = size_t{1} << 29;  // decoded or converted, of ImportLimits::memoryBytes

template <typename Stored, typename Number>
Number numberAt(const char* bytes, bool normalized) {
    Stored stored{};
    std::memcpy(&stored, bytes, sizeof stored);
    if constexpr (std::is_floating_point_v<Number>) {
        if (normalized)
            return std::max(static_cast<Number>(stored) / static_cast<Number>(std::numeric_limits<Stored>::max()),
                            Number(-1));
    }
    return static_cast<Number>(stored);
}

template <typename Number>
Number component(const char* bytes, size_t type, bool normalized) {
    if (type == kUnsignedByte) return numberAt<uint8_t, Number>(bytes, normalized);
    if (type == kUnsignedShort) return numberAt<uint16_t, Number>(bytes, normalized);
    if (type == kUnsignedInt) return numberAt<uint32_t, Number>(bytes, normalized);
    if constexpr (std::is_floating_point_v<Number>) {
        if (type == kByte) return numberAt<int8_t, Number>(bytes, normalized);
        if (type == kShort) return numberAt<int16_t, Number>(bytes, normalized);
        return numberAt<float, Number>(bytes, false);
    }
    return Number{};
}

template <typename Number>
bool isReadAs(size_t type) {
    return std::is_floating_point_v<Number> ? componentBytes(type) > 0
                                            : type == kUnsignedByte || type == kUnsignedShort || type == kUnsignedInt;
}

/// False where the bytes are too few.
template <typename Number>
bool readElements(std::string_view bytes, size_t stride, size_t componentCount, size_t type, bool normalized,
                  std::vector<Number>& out) {
    const size_t width = componentBytes(type), count = out.size() / componentCount;
    if (stride == 0) stride = width * componentCount;
    if (count == 0) return true;
    // Divides, because a product of untrusted numbers may wrap around.
    if (bytes.size() < width * componentCount || (bytes.size() - width * componentCount) / stride < count - 1)
        return false;
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < componentCount; ++c)
            out[i * componentCount + c] = component<Number>(bytes.data() + i * stride + c * width, type, normalized);
    return true;
}

std::string_view encodedIn(std::string_view uri) {
    std::string_view text = uri.substr(std::min(uri.find(','), uri.size() - 1) + 1);
    while (text.ends_with('='))
        text.remove_suffix(1);
    return text;
}

}  // namespace

size_t componentBytes(size_t type) {
    if (type == kByte || type == kUnsignedByte) return 1;
    if (type == kShort || type == kUnsignedShort) return 2;
    return type == kUnsignedInt || type == kFloat ? 4 : 0;
}

void File::readTables() const {
    if (std::exchange(hasTables_, true)) return;
    const auto read = [&](const char* key, auto& rows, const auto& scan, const auto& parse) {
        const auto known = members_.find(key);
        const bool isChanged = known != members_.end() && known->second.isChanged;
        if (auto scanned = isChanged ? std::nullopt : scan(text(key))) {
            rows = std::move(*scanned);
            return;
        }
        rows.clear();
        for (const Json& element : list(member(key)))
            rows.push_back(parse(element));
    };
    read("accessors", accessors_, scanAccessors, accessorFrom);
    read("bufferViews", views_, scanViews, viewFrom);
}

std::vector<AnimationRow> File::animations() const {
    const auto known = members_.find("animations");
    if (known == members_.end()) return {};
    if (!known->second.isChanged)
        if (auto scanned = scanAnimations(known->second.text)) return std::move(*scanned);
    std::vector<AnimationRow> rows;
    for (const Json& element : list(member("animations")))
        rows.push_back(animationFrom(element));
    return rows;
}

size_t File::accessorCount() const {
    readTables();
    return accessors_.size();
}

const AccessorRow& File::accessor(size_t index) const {
    static const AccessorRow kNothing;
    readTables();
    return index < accessors_.size() ? accessors_[index] : kNothing;
}

const ViewRow& File::view(size_t index) const {
    static const ViewRow kNothing;
    readTables();
    return index < views_.size() ? views_[index] : kNothing;
}

const InputFile* File::sideFile(size_t buffer) {
    const Json& uri = at(at(member("buffers"), buffer), "uri");
    if (!uri.is_string()) return nullptr;
    const auto [place, isNew] = sideFiles_.try_emplace(buffer);
    if (isNew)
        if (auto found = folder_.find(uri.get_ref<const std::string&>())) place->second.emplace(std::move(found->file));
    return place->second ? &*place->second : nullptr;
}

size_t File::bufferSize(size_t buffer) {
    const Json& object = at(member("buffers"), buffer);
    if (!object.is_object()) return 0;
    if (buffer == addedBuffer_) return added_.size();
    const Json& uri = at(object, "uri");
    if (!uri.is_string()) return buffer == 0 ? binary_.size : 0;
    const std::string_view text = dataUri(uri.get_ref<const std::string&>());
    if (text.starts_with("data:")) {
        const size_t digits = encodedIn(text).size();
        return digits / 4 * 3 + digits % 4 * 3 / 4;
    }
    const InputFile* const side = sideFile(buffer);
    return side ? std::min(side->size(), index(object, "byteLength").value_or(0)) : 0;
}

std::string File::bytes(size_t buffer, size_t offset, size_t size) {
    const size_t whole = bufferSize(buffer);
    offset = std::min(offset, whole);
    size = std::min(size, whole - offset);
    if (size == 0) return {};
    if (buffer == addedBuffer_) return added_.substr(offset, size);
    const Json& uri = at(at(member("buffers"), buffer), "uri");
    if (!uri.is_string()) return folder_.model().content(binary_.offset + offset, size);
    const std::string_view text = dataUri(uri.get_ref<const std::string&>());
    if (!text.starts_with("data:")) return sideFile(buffer)->content(offset, size);
    // Four digits are three bytes.
    const size_t first = offset / 3;
    std::string decoded = fromBase64(encodedIn(text).substr(first * 4, ((offset + size + 2) / 3 - first) * 4));
    decoded.erase(0, std::min(decoded.size(), offset - first * 3));
    decoded.resize(std::min(decoded.size(), size));
    return decoded;
}

std::string File::bytes(size_t index) {
    const ViewRow& view = this->view(index);
    return bytes(view.buffer, view.offset, view.size);
}

std::optional<std::vector<uint32_t>> File::sparseIndices(const Json& sparse) {
    const Json& places = at(sparse, "indices");
    const auto count = index(sparse, "count"), view = index(places, "bufferView"),
               type = index(places, "componentType");
    if (!count || !view || !type || !isReadAs<uint32_t>(*type) || *count > this->view(*view).size) return std::nullopt;
    std::vector<uint32_t> indices(*count);
    if (!readElements(tailOf(*view, places, *count * componentBytes(*type)), 0, 1, *type, false, indices))
        return std::nullopt;
    return indices;
}

/// So many bytes of a bufferView from an object's byteOffset on, as far as they are there.
std::string File::tailOf(size_t index, const Json& object, size_t size) {
    const ViewRow& row = view(index);
    if (!row.isObject) return {};
    const size_t offset = std::min(row.size, File::index(object, "byteOffset").value_or(0));
    return bytes(row.buffer, row.offset + offset, std::min(size, row.size - offset));
}

template <typename Number>
bool File::applySparse(const Json& sparse, size_t componentCount, size_t componentType, bool normalized,
                       std::vector<Number>& out) {
    const Json& values = at(sparse, "values");
    const auto count = index(sparse, "count"), view = index(values, "bufferView");
    if (!count || !view || *count > out.size() / componentCount) return false;
    std::vector<Number> replacements(*count * componentCount);
    const auto targets = sparseIndices(sparse);
    if (!targets || !readElements(tailOf(*view, values, replacements.size() * componentBytes(componentType)), 0,
                                  componentCount, componentType, normalized, replacements))
        return false;
    for (size_t i = 0; i < *count; ++i) {
        if ((*targets)[i] >= out.size() / componentCount) return false;
        std::copy_n(replacements.begin() + static_cast<std::ptrdiff_t>(i * componentCount), componentCount,
                    out.begin() + static_cast<std::ptrdiff_t>((*targets)[i] * componentCount));
    }
    return true;
}

template <typename Number>
std::optional<std::vector<Number>> File::read(size_t accessorIndex, size_t componentCount) {
    const AccessorRow& row = accessor(accessorIndex);
    if (row.count > kMaxNumbers / componentCount || !isReadAs<Number>(row.componentType) ||
        row.componentCount != componentCount)
        return std::nullopt;
    std::string bytes;
    const ViewRow& view = this->view(row.view);
    if (row.view != kNone) {
        const size_t offset = std::min(view.size, row.offset),
                     width = componentBytes(row.componentType) * componentCount,
                     step = view.stride == 0 ? width : view.stride;
        if (width > view.size - offset || row.count > (view.size - offset - width) / step + 1) return std::nullopt;
        if (row.count > 0) bytes = this->bytes(view.buffer, view.offset + offset, (row.count - 1) * step + width);
        if (row.count > bytes.size()) return std::nullopt;
    } else if (row.count > (size_t{1} << 20)) {
        return std::nullopt;  // all zeros: no bytes in the file limit their number
    }
    std::vector<Number> out(row.count * componentCount, Number{});
    if (row.view != kNone &&
        !readElements(bytes, view.stride, componentCount, row.componentType, row.isNormalized, out))
        return std::nullopt;
    if (row.isSparse && !applySparse(at(at(member("accessors"), accessorIndex), "sparse"), componentCount,
                                     row.componentType, row.isNormalized, out))
        return std::nullopt;
    return out;
}

std::optional<std::vector<float>> File::numbers(size_t accessor, size_t componentCount) {
    return read<float>(accessor, componentCount);
}

std::optional<std::vector<uint32_t>> File::integers(size_t accessor, size_t componentCount) {
    return read<uint32_t>(accessor, componentCount);
}

void File::checkRoom(size_t bytes) const {
    if (bytes > kMaxAddedBytes - added_.size())
        throw Error(Exit::input,
                    fmt::format("has more than {} MiB of compressed or packed vertices", kMaxAddedBytes >> 20));
}

/// The offset of the bytes in the added buffer.
size_t File::append(std::string_view bytes) {
    checkRoom(bytes.size() + 3);
    Json& buffers = change("buffers");
    if (!buffers.is_array()) buffers = Json::array();
    if (!addedBuffer_) {
        addedBuffer_ = std::max<size_t>(buffers.size(), 1);  // without a URI, the first would be a .glb's own
        while (buffers.size() < *addedBuffer_)
            buffers.push_back({{"byteLength", 0}});
        buffers.push_back({{"byteLength", 0}});
    }
    const size_t offset = added_.size();
    added_.append(bytes);
    added_.resize((added_.size() + 3) / 4 * 4);
    buffers[*addedBuffer_]["byteLength"] = added_.size();
    return offset;
}

size_t File::addView(std::string_view bytes) {
    const size_t offset = append(bytes);
    Json& views = change("bufferViews");
    if (!views.is_array()) views = Json::array();
    views.push_back({{"buffer", *addedBuffer_}, {"byteOffset", offset}, {"byteLength", bytes.size()}});
    readTables();
    views_.resize(views.size());
    views_.back() = viewFrom(views.back());
    return views.size() - 1;
}

void File::replaceView(size_t index, std::string_view bytes) {
    const size_t offset = append(bytes);
    readTables();
    Json& view = change("bufferViews")[index];
    view["buffer"] = *addedBuffer_;
    view["byteOffset"] = offset;
    view["byteLength"] = bytes.size();
    view.erase("extensions");
    if (index < views_.size()) views_[index] = viewFrom(view);
}

void File::setNormalized(size_t index) {
    Json& accessor = change("accessors")[index];
    accessor["normalized"] = true;
    readTables();
    accessors_[index] = accessorFrom(accessor);
}

void File::dropExtension(std::string_view name) {
    for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
        const Json& names = list(member(key));
        if (std::ranges::none_of(names, [&](const Json& listed) { return listed == name; })) continue;
        Json& kept = change(key);
        for (size_t i = kept.size(); i-- > 0;)
            if (kept[i] == name) kept.erase(i);
    }
}

size_t File::add(std::string_view bytes, const char* type, size_t componentType, size_t count) {
    const size_t view = addView(bytes);
    Json& accessors = change("accessors");
    if (!accessors.is_array()) accessors = Json::array();
    accessors.push_back({{"bufferView", view}, {"componentType", componentType}, {"count", count}, {"type", type}});
    accessors_.resize(accessors.size());
    accessors_.back() = accessorFrom(accessors.back());
    return accessors.size() - 1;
}

size_t File::add(std::span<const float> numbers, const char* type, size_t count) {
    return add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()}, type, kFloat, count);
}

}  // namespace sinew::gltf
