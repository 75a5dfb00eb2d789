#include "import/gltf/document/accessors.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 17> kTypeNames{"", "SCALAR", "VEC2", "VEC3", "VEC4", "", "", "",    "",
                                                 "", "",       "",     "",     "",     "", "", "MAT4"};

void checkView(File& file, size_t index) {
    const ViewRow& view = file.view(index);
    if (!view.isObject) throw InvalidAccessor(fmt::format("bufferView {} is missing", index));
    if (view.isDecoded) return;
    const size_t bytes = file.bufferSize(view.buffer);
    const Json& uri = File::at(File::at(file.member("buffers"), view.buffer), "uri");
    if (bytes == 0 && uri.is_string())
        throw InvalidAccessor(
            fmt::format("the file of its buffer, {}, cannot be read", inQuotes(uri.get_ref<const std::string&>())));
    if (uri.is_string() && isLfsPointer(file.bytes(view.buffer, 0, 64)))
        throw InvalidAccessor(fmt::format("{} {}", inQuotes(uri.get_ref<const std::string&>()), kIsLfsPointer));
    if (view.offset > bytes || view.size > bytes - view.offset)
        throw InvalidAccessor(fmt::format("bufferView {} ends at byte {} of a buffer that has {}", index,
                                          view.offset + view.size, bytes));
}

}  // namespace

void checkAccessor(File& file, size_t index, size_t componentCount) {
    const AccessorRow& row = file.accessor(index);
    if (!row.isObject) throw InvalidAccessor(fmt::format("accessor {} is missing", index));
    const size_t width = componentBytes(row.componentType);
    if (row.componentCount != componentCount)
        throw InvalidAccessor(fmt::format("accessor {} is not of type {}", index, kTypeNames.at(componentCount)));
    if (width == 0) throw InvalidAccessor(fmt::format("accessor {} has an unknown component type", index));
    if (row.count == 0) throw InvalidAccessor(fmt::format("accessor {} has no elements", index));
    if (row.view == kNone) return;
    checkView(file, row.view);
    const ViewRow& view = file.view(row.view);
    const size_t element = width * componentCount, stride = view.stride == 0 ? element : view.stride;
    // All numbers have 31 bits at most.
    const size_t end = row.offset + (row.count - 1) * stride + element;
    if (end > view.size)
        throw InvalidAccessor(
            fmt::format("accessor {} needs {} bytes of bufferView {}, which has {}", index, end, row.view, view.size));
}

std::vector<float> floatsOf(File& file, size_t index, size_t componentCount) {
    checkAccessor(file, index, componentCount);
    auto numbers = file.numbers(index, componentCount);
    if (!numbers) throw InvalidAccessor(fmt::format("accessor {} has invalid sparse values", index));
    return std::move(*numbers);
}

std::vector<uint32_t> integersOf(File& file, size_t index, size_t componentCount) {
    checkAccessor(file, index, componentCount);
    const size_t type = file.accessor(index).componentType;
    if (type != kUnsignedByte && type != kUnsignedShort && type != kUnsignedInt)
        throw InvalidAccessor(fmt::format("accessor {} is not of unsigned integers", index));
    auto numbers = file.integers(index, componentCount);
    if (!numbers) throw InvalidAccessor(fmt::format("accessor {} has invalid sparse values", index));
    return std::move(*numbers);
}

size_t accessorOf(const Json& number, std::string_view use) {
    const auto accessor = File::index(number);
    if (!accessor) throw InvalidAccessor(fmt::format("{} is not the number of an accessor", use));
    return *accessor;
}

}  // namespace sinew::gltf
