#include <algorithm>
#include <array>
#include <memory>

#include <draco/compression/decode.h>
#include <fmt/format.h>

#include "import/gltf/accessors.h"
#include "import/gltf/decompress.h"
#include "import/gltf/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr const char* kDraco = "KHR_draco_mesh_compression";

/// @throws InvalidAccessor with the cause.
std::unique_ptr<draco::Mesh> decodedMesh(const std::string& bytes) {
    draco::DecoderBuffer buffer;
    buffer.Init(bytes.data(), bytes.size());
    draco::Decoder decoder;
    auto result = decoder.DecodeMeshFromBuffer(&buffer);
    if (!result.ok()) throw InvalidAccessor(result.status().error_msg());
    return std::move(result).value();
}

/// The attribute's values, one for each point, as `Number`.
template <typename Number>
std::string valuesAs(const draco::PointAttribute& attribute, size_t count) {
    constexpr size_t kMostComponents = 4;
    const auto components = static_cast<size_t>(attribute.num_components());
    std::string bytes;
    bytes.reserve(count * components * sizeof(Number));
    for (uint32_t p = 0; p < count; ++p) {
        std::array<Number, kMostComponents> value{};
        attribute.ConvertValue<Number>(attribute.mapped_index(draco::PointIndex(p)), static_cast<int8_t>(components),
                                       value.data());
        bytes.append(reinterpret_cast<const char*>(value.data()), components * sizeof(Number));
    }
    return bytes;
}

std::string valuesAs(size_t componentType, const draco::PointAttribute& attribute, size_t count) {
    switch (componentType) {
        case kByte:
            return valuesAs<int8_t>(attribute, count);
        case kUnsignedByte:
            return valuesAs<uint8_t>(attribute, count);
        case kShort:
            return valuesAs<int16_t>(attribute, count);
        case kUnsignedShort:
            return valuesAs<uint16_t>(attribute, count);
        case kUnsignedInt:
            return valuesAs<uint32_t>(attribute, count);
        default:
            return valuesAs<float>(attribute, count);
    }
}

/// Gives the primitive accessors of what its extension has. @throws InvalidAccessor with the cause.
void decode(File& file, Json& primitive) {
    const Json extension = File::at(File::at(primitive, "extensions"), kDraco);
    const auto view = File::index(extension, "bufferView");
    const Json& attributes = File::at(extension, "attributes");
    if (!view || !attributes.is_object()) throw InvalidAccessor("the bufferView or the attributes are missing");
    const std::unique_ptr<draco::Mesh> mesh = decodedMesh(file.bytes(*view));
    const size_t points = mesh->num_points(), faces = mesh->num_faces();

    file.checkRoom(faces * 3 * sizeof(uint32_t));
    std::vector<uint32_t> indices;
    indices.reserve(faces * 3);
    for (uint32_t f = 0; f < faces; ++f)
        for (const draco::PointIndex& corner : mesh->face(draco::FaceIndex(f)))
            indices.push_back(corner.value());
    if (indices.empty()) throw InvalidAccessor("there are no triangles");

    Json plain = primitive;
    constexpr std::array<const char*, 5> kTypes{"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    for (const auto& [name, id] : attributes.items()) {
        const auto uniqueId = File::index(id),
                   stated = File::index(File::at(File::at(primitive, "attributes"), name.c_str()));
        const draco::PointAttribute* const attribute =
            uniqueId && *uniqueId <= ~0u ? mesh->GetAttributeByUniqueId(static_cast<uint32_t>(*uniqueId)) : nullptr;
        if (!attribute || !stated) throw InvalidAccessor(fmt::format("{} is missing", name));
        const auto components = static_cast<size_t>(attribute->num_components());
        if (components >= kTypes.size() || components == 0)
            throw InvalidAccessor(fmt::format("{} has {} components", name, components));
        const AccessorRow row = file.accessor(*stated);
        const size_t type = componentBytes(row.componentType) > 0 ? row.componentType : kFloat;
        file.checkRoom(points * components * componentBytes(type));
        const size_t made = file.add(valuesAs(type, *attribute, points), kTypes.at(components), type, points);
        if (row.isNormalized) file.setNormalized(made);
        plain["attributes"][name] = made;
    }
    plain["indices"] = file.add({reinterpret_cast<const char*>(indices.data()), indices.size() * sizeof(uint32_t)},
                                "SCALAR", kUnsignedInt, indices.size());
    plain["mode"] = 4;  // triangles
    primitive = std::move(plain);
}

/// True when the primitive's accessors have bytes of their own.
bool hasFallback(const File& file, const Json& primitive) {
    const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
    return positions && file.accessor(*positions).view != kNone;
}

}  // namespace

void decodeMeshes(File& file, Findings& findings) {
    if (!file.mentions(kDraco)) return;
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const size_t count = File::list(File::at(file.member("meshes")[m], "primitives")).size();
        for (size_t p = count; p-- > 0;) {
            Json primitive = file.member("meshes")[m]["primitives"][p];
            if (!File::at(File::at(primitive, "extensions"), kDraco).is_object()) continue;
            std::string fault;
            try {
                decode(file, primitive);
            } catch (const InvalidAccessor& cause) {
                fault = cause.what();
            }
            Json& primitives = file.change("meshes")[m]["primitives"];
            primitive["extensions"].erase(kDraco);
            if (fault.empty() || hasFallback(file, primitive)) {
                if (!fault.empty())
                    findings.push_back(
                        {"compression-invalid", Severity::info, nameOf(file.member("meshes")[m], "mesh", m),
                         fmt::format(
                             "has a part with Draco data that cannot be read ({}); its uncompressed form is shown",
                             fault)});
                primitives[p] = std::move(primitive);
                continue;
            }
            primitives.erase(p);
            findings.push_back({"mesh-unusable", Severity::error, nameOf(file.member("meshes")[m], "mesh", m),
                                fmt::format("{}: {}", kDraco, fault)});
        }
    }
    file.dropExtension(kDraco);
}

}  // namespace sinew::gltf
