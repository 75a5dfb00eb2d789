#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "import/gltf/document/file.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxKeptBytes = size_t{1} << 24;  // clips have thousands of small arrays
constexpr size_t kMaxNumbers = size_t{1} << 26;
constexpr size_t kMaxDecodedBytes = size_t{1} << 29;  // of ImportLimits::memoryBytes

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
    for (const Json& element : list(member("accessors")))
        accessors_.push_back(accessorFrom(element));
    for (const Json& element : list(member("bufferViews")))
        views_.push_back(viewFrom(element));
    for (const Json& element : list(member("animations")))
        animations_.push_back(animationFrom(element));
}

const std::vector<AnimationRow>& File::animations() const {
    readTables();
    return animations_;
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
    // A file may have become shorter since it was opened.
    const auto part = [&](const std::string& kept) { return kept.substr(std::min(offset, kept.size()), size); };
    if (const auto kept = kept_.find(buffer); kept != kept_.end()) return part(kept->second);
    const Json& uri = at(at(member("buffers"), buffer), "uri");
    const std::string_view text = uri.is_string() ? dataUri(uri.get_ref<const std::string&>()) : std::string_view();
    if (!text.starts_with("data:")) {
        const InputFile& file = uri.is_string() ? *sideFile(buffer) : folder_.model();
        const size_t start = uri.is_string() ? 0 : binary_.offset;
        if (whole > kMaxKeptBytes - keptBytes_) return file.content(start + offset, size);
        keptBytes_ += whole;
        return part(kept_.emplace(buffer, file.content(start, whole)).first->second);
    }
    // Four digits are three bytes.
    const size_t first = offset / 3;
    std::string decoded = fromBase64(encodedIn(text).substr(first * 4, ((offset + size + 2) / 3 - first) * 4));
    decoded.erase(0, std::min(decoded.size(), offset - first * 3));
    decoded.resize(std::min(decoded.size(), size));
    return decoded;
}

std::string File::viewBytes(size_t index, size_t offset, size_t size) {
    const ViewRow& row = view(index);
    offset = std::min(offset, row.size), size = std::min(size, row.size - offset);
    const auto decoded = decoded_.find(index);
    return decoded == decoded_.end() ? bytes(row.buffer, row.offset + offset, size)
                                     : decoded->second.substr(offset, size);
}

std::string File::bytes(size_t index) {
    return viewBytes(index, 0, view(index).size);
}

void File::setDecoded(size_t index, std::string bytes) {
    readTables();
    if (index >= views_.size()) return;
    views_[index].size = bytes.size();
    views_[index].isDecoded = true;
    decodedBytes_ += bytes.size();
    decoded_[index] = std::move(bytes);
}

void File::checkRoom(size_t bytes) const {
    if (bytes > kMaxDecodedBytes - decodedBytes_)
        throw Error(Exit::input, fmt::format("has more than {} MiB of compressed vertices", kMaxDecodedBytes >> 20));
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
    return viewBytes(index, File::index(object, "byteOffset").value_or(0), size);
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
        if (row.count > 0) bytes = viewBytes(row.view, offset, (row.count - 1) * step + width);
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

}  // namespace sinew::gltf
