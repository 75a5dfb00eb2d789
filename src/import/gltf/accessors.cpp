#include "import/gltf/accessors.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/limits.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 17> kTypeNames{"", "SCALAR", "VEC2", "VEC3", "VEC4", "", "", "",    "",
                                                 "", "",       "",     "",     "",     "", "", "MAT4"};

/// What assimp reads as 0 or as another number: those with a point, below 0, or of more than 31 bits.
bool isOddNumber(const Json& value) {
    constexpr uint64_t kMost = 0x7FFFFFFF;
    return value.is_number() && !(value.is_number_unsigned() && value.get<uint64_t>() <= kMost);
}

template <typename Object, typename Visit>
void forEachNumber(Object& object, const Visit& visit) {
    for (auto& [key, value] : object.items()) {
        if (value.is_number()) visit(value);
        if (value.is_object() && (key == "sparse" || key == "indices" || key == "values")) forEachNumber(value, visit);
    }
}

/// Makes 4.0 to 4, and -1 to what nothing has.
void makeWhole(Json& value) {
    constexpr size_t kNothing = 0x7FFFFFFF;
    if (isOddNumber(value)) value = std::min(File::index(value).value_or(kNothing), kNothing);
}

}  // namespace

Accessors::Accessors(File& file) : file_(file) {
    for (const char* key : {"accessors", "bufferViews", "buffers"}) {
        const std::string_view text = file.text(key);
        if (key == std::string_view("accessors") ? scanAccessors(text).has_value()
                                                 : key == std::string_view("bufferViews") && scanViews(text))
            continue;
        for (size_t i = 0; i < File::list(file.member(key)).size(); ++i) {
            const Json& object = file.member(key)[i];
            if (!object.is_object()) continue;
            bool isOdd = false;
            forEachNumber(object, [&](const Json& number) { isOdd = isOdd || isOddNumber(number); });
            if (isOdd) forEachNumber(file.change(key)[i], makeWhole);
        }
    }
}

size_t Accessors::count(size_t accessor) const {
    return file_.accessor(accessor).count;
}

void Accessors::checkView(size_t index) {
    const ViewRow& view = file_.view(index);
    if (!view.isObject) throw InvalidAccessor(fmt::format("bufferView {} is missing", index));
    const size_t bytes = file_.bufferSize(view.buffer);
    const Json& uri = File::at(File::at(file_.member("buffers"), view.buffer), "uri");
    if (bytes == 0 && uri.is_string())
        throw InvalidAccessor(
            fmt::format("the file of its buffer, {}, cannot be read", inQuotes(uri.get_ref<const std::string&>())));
    if (uri.is_string() && isLfsPointer(file_.bytes(view.buffer, 0, 64)))
        throw InvalidAccessor(fmt::format("{} {}", inQuotes(uri.get_ref<const std::string&>()), kIsLfsPointer));
    if (view.offset > bytes || view.size > bytes - view.offset)
        throw InvalidAccessor(fmt::format("bufferView {} ends at byte {} of a buffer that has {}", index,
                                          view.offset + view.size, bytes));
}

void Accessors::check(size_t index, size_t componentCount) {
    const AccessorRow& row = file_.accessor(index);
    if (!row.isObject) throw InvalidAccessor(fmt::format("accessor {} is missing", index));
    const size_t width = componentBytes(row.componentType);
    if (row.componentCount != componentCount)
        throw InvalidAccessor(fmt::format("accessor {} is not of type {}", index, kTypeNames.at(componentCount)));
    if (width == 0) throw InvalidAccessor(fmt::format("accessor {} has an unknown component type", index));
    if (row.count == 0) throw InvalidAccessor(fmt::format("accessor {} has no elements", index));
    if (row.view == kNone) return;
    checkView(row.view);
    const ViewRow& view = file_.view(row.view);
    const size_t element = width * componentCount, stride = view.stride == 0 ? element : view.stride;
    // All numbers have 31 bits at most.
    const size_t end = row.offset + (row.count - 1) * stride + element;
    if (end > view.size)
        throw InvalidAccessor(
            fmt::format("accessor {} needs {} bytes of bufferView {}, which has {}", index, end, row.view, view.size));
}

/// assimp demands whole strides, although the last element may end before its own.
bool Accessors::isPlain(size_t index) const {
    const AccessorRow& row = file_.accessor(index);
    const ViewRow& view = file_.view(row.view);
    return row.view != kNone && !row.isSparse && row.count * view.stride <= view.size;
}

size_t Accessors::floats(size_t index, size_t componentCount) {
    check(index, componentCount);
    if (isPlain(index) && file_.accessor(index).componentType == kFloat) return index;
    if (const auto known = converted_.find({index, kFloat}); known != converted_.end()) return known->second;
    const size_t elements = count(index);
    file_.checkRoom(elements * componentCount * sizeof(float));
    const auto numbers = file_.numbers(index, componentCount);
    if (!numbers) throw InvalidAccessor(fmt::format("accessor {} has invalid sparse values", index));
    return converted_[{index, kFloat}] = file_.add(*numbers, kTypeNames.at(componentCount), elements);
}

size_t Accessors::colors(size_t index) {
    if (file_.accessor(index).componentCount != 3) return floats(index, 4);
    check(index, 3);
    if (const auto known = opaque_.find(index); known != opaque_.end()) return known->second;
    const size_t elements = count(index);
    file_.checkRoom(elements * 4 * sizeof(float));
    const auto numbers = file_.numbers(index, 3);
    if (!numbers) throw InvalidAccessor(fmt::format("accessor {} has invalid sparse values", index));
    std::vector<float> colors(elements * 4, 1.0f);
    for (size_t i = 0; i < elements; ++i)
        std::copy_n(numbers->begin() + static_cast<std::ptrdiff_t>(i * 3), 3,
                    colors.begin() + static_cast<std::ptrdiff_t>(i * 4));
    return opaque_[index] = file_.add(colors, "VEC4", elements);
}

size_t Accessors::integers(size_t index, size_t componentCount, size_t componentType, bool isExact) {
    check(index, componentCount);
    const size_t type = file_.accessor(index).componentType;
    if (type != kUnsignedByte && type != kUnsignedShort && type != kUnsignedInt)
        throw InvalidAccessor(fmt::format("accessor {} is not of unsigned integers", index));
    const bool fits = isExact ? type == componentType : componentBytes(type) <= componentBytes(componentType);
    if (isPlain(index) && fits) return index;
    if (const auto known = converted_.find({index, componentType}); known != converted_.end()) return known->second;
    const size_t elements = count(index), width = componentBytes(componentType);
    file_.checkRoom(elements * componentCount * sizeof(uint32_t));
    const auto numbers = file_.integers(index, componentCount);
    if (!numbers) throw InvalidAccessor(fmt::format("accessor {} has invalid sparse values", index));
    std::string bytes;
    bytes.reserve(numbers->size() * width);
    for (const uint32_t number : *numbers) {
        const uint32_t kept = width == sizeof(uint16_t) ? std::min<uint32_t>(number, 0xFFFF) : number;
        bytes.append(reinterpret_cast<const char*>(&kept), width);  // little-endian, as the format
    }
    return converted_[{index, componentType}] =
               file_.add(bytes, kTypeNames.at(componentCount), componentType, elements);
}

}  // namespace sinew::gltf
