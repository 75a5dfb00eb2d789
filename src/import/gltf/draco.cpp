#include "import/gltf/draco.h"

#include <algorithm>
#include <array>
#include <memory>

#include <draco/compression/decode.h>
#include <fmt/format.h>

#include "import/gltf/document/accessors.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostComponents = 4;

/// @throws InvalidAccessor with the cause.
std::unique_ptr<draco::Mesh> decodedMesh(const std::string& bytes) {
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    draco::Decoder decoder;
    auto result = decoder.DecodeMeshFromBuffer(&buffer);
    if (!result.ok()) throw InvalidAccessor(result.status().error_msg());
    return std::move(result).value();
}

/// The attribute's values, one for each point: as `Stored`, and normalized ones as fractions.
template <typename Stored>
std::vector<float> numbersAs(const draco::PointAttribute& attribute, size_t count, bool normalized) {
    const auto components = static_cast<size_t>(attribute.num_components());
    std::vector<float> numbers;
    numbers.reserve(count * components);
    for (uint32_t p = 0; p < count; ++p) {
        std::array<Stored, kMostComponents> value{};
        attribute.ConvertValue<Stored>(attribute.mapped_index(draco::PointIndex(p)), static_cast<int8_t>(components),
                                       value.data());
        for (size_t c = 0; c < components; ++c)
            numbers.push_back(normalized ? std::max(static_cast<float>(value[c]) /
                                                        static_cast<float>(std::numeric_limits<Stored>::max()),
                                                    -1.0f)
                                         : static_cast<float>(value[c]));
    }
    return numbers;
}

std::vector<float> numbersOf(const AccessorRow& row, const draco::PointAttribute& attribute, size_t count) {
    const bool normalized = row.isNormalized;
    if (row.componentType == kByte) return numbersAs<int8_t>(attribute, count, normalized);
    if (row.componentType == kUnsignedByte) return numbersAs<uint8_t>(attribute, count, normalized);
    if (row.componentType == kShort) return numbersAs<int16_t>(attribute, count, normalized);
    if (row.componentType == kUnsignedShort) return numbersAs<uint16_t>(attribute, count, normalized);
    if (row.componentType == kUnsignedInt) return numbersAs<uint32_t>(attribute, count, false);
    return numbersAs<float>(attribute, count, false);
}

}  // namespace

std::optional<DecodedPrimitive> decodeDraco(File& file, const Json& primitive) {
    const Json& extension = File::at(File::at(primitive, "extensions"), kDraco);
    if (!extension.is_object()) return std::nullopt;
    const auto view = File::index(extension, "bufferView");
    const Json& attributes = File::at(extension, "attributes");
    if (!view || !attributes.is_object()) throw InvalidAccessor("the bufferView or the attributes are missing");
    const std::unique_ptr<draco::Mesh> mesh = decodedMesh(file.bytes(*view));
    const size_t points = mesh->num_points(), faces = mesh->num_faces();
    DecodedPrimitive decoded{.vertexCount = points};
    if (faces == 0) throw InvalidAccessor("there are no triangles");
    file.checkRoom(faces * 3 * sizeof(uint32_t));
    for (uint32_t f = 0; f < faces; ++f)
        for (const draco::PointIndex& corner : mesh->face(draco::FaceIndex(f)))
            decoded.indices.push_back(corner.value());
    for (const auto& [name, id] : attributes.items()) {
        const auto uniqueId = File::index(id),
                   stated = File::index(File::at(File::at(primitive, "attributes"), name.c_str()));
        const draco::PointAttribute* const attribute =
            uniqueId && *uniqueId <= ~0u ? mesh->GetAttributeByUniqueId(static_cast<uint32_t>(*uniqueId)) : nullptr;
        if (!attribute || !stated) throw InvalidAccessor(fmt::format("{} is missing", name));
        const auto components = static_cast<size_t>(attribute->num_components());
        if (components > kMostComponents || components == 0)
            throw InvalidAccessor(fmt::format("{} has {} components", name, components));
        file.checkRoom(points * components * sizeof(float));
        decoded.attributes[name] = {components, numbersOf(file.accessor(*stated), *attribute, points)};
    }
    return decoded;
}

}  // namespace sinew::gltf
