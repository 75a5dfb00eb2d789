#include "export/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "export/compress.h"

namespace sinew::exporting {
namespace {

bool usesUvSet(const Material& material, uint32_t set) {
    return std::ranges::any_of(material.textures, [&](const auto& use) { return use && use->uvSet == set; });
}

template <typename Value>
bool areAll(const std::vector<Value>& values, const Value& wanted) {
    return std::ranges::all_of(values, [&](const Value& value) { return value == wanted; });
}

/// One vertex's joints and weights, largest first; bones that are one joint are added up.
struct JointWeights {
    std::array<uint16_t, kMostInfluences> joints{}, weights{};
    size_t count = 0;

    void add(uint32_t joint, uint16_t weight) {
        for (size_t i = 0; i < count; ++i)
            if (joints[i] == joint) return void(weights[i] = static_cast<uint16_t>(weights[i] + weight));
        joints[count] = static_cast<uint16_t>(joint);
        weights[count++] = weight;
    }
};

/// Writes the attributes of vertices; compressed ones in fewer bits (KHR_mesh_quantization).
struct VertexWriter {
    Document& document;
    Json& attributes;

    void positions(const char* name, const std::vector<glm::vec3>& values) const {
        Elements elements = realElements(values, "VEC3", true);
        std::vector<std::byte> filtered;
        if (document.isCompressed()) {
            filtered = filterReal({&values.front().x, values.size() * 3}, 3);
            elements.filtered = filtered;
            elements.filter = "EXPONENTIAL";
        }
        attributes[name] = document.addAccessor(elements, Target::vertices);
    }

    void normals(const std::vector<glm::vec3>& values) const {
        if (!document.isCompressed()) return real("NORMAL", values, "VEC3");
        std::vector<glm::vec4> padded;
        for (const glm::vec3& value : values)
            padded.emplace_back(value, 0.0f);
        units("NORMAL", padded, "VEC3");
    }

    void tangents(const std::vector<glm::vec4>& values) const {
        if (document.isCompressed())
            units("TANGENT", values, "VEC4");
        else
            real("TANGENT", values, "VEC4");
    }

    /// Compressed, values from 0 to 1 become shorts, which core glTF allows for these attributes.
    template <typename Value>
    void fractions(const char* name, const std::vector<Value>& values, const char* type) const {
        const std::span<const float> numbers(&values.front().x, values.size() * sizeof(Value) / sizeof(float));
        const bool fits = std::ranges::all_of(numbers, [](float number) { return number >= 0.0f && number <= 1.0f; });
        if (!document.isCompressed() || !fits) return real(name, values, type);
        std::vector<uint16_t> shorts;
        for (const float number : numbers)
            shorts.push_back(static_cast<uint16_t>(std::lround(number * 65535.0f)));
        attributes[name] = document.addAccessor({.bytes = std::as_bytes(std::span(shorts)),
                                                 .count = values.size(),
                                                 .component = Component::unsignedShort,
                                                 .type = type,
                                                 .isNormalized = true},
                                                Target::vertices);
    }

  private:
    template <typename Value>
    void real(const char* name, const std::vector<Value>& values, const char* type) const {
        attributes[name] = document.addAccessor(realElements(values, type), Target::vertices);
    }

    void units(const char* name, const std::vector<glm::vec4>& values, const char* type) const {
        const std::vector<std::byte> filtered = filterUnit(values);
        document.useExtension("KHR_mesh_quantization", true);
        attributes[name] = document.addAccessor({.bytes = filtered,
                                                 .count = values.size(),
                                                 .component = Component::signedShort,
                                                 .type = type,
                                                 .isNormalized = true,
                                                 .filtered = filtered,
                                                 .filter = "OCTAHEDRAL"},
                                                Target::vertices);
    }
};

}  // namespace

Json extrasFrom(const std::string& text) {
    // Json finds a member in linear time, so that it reads an object in quadratic time. The members are sorted already.
    return text.empty() ? Json() : Json(nlohmann::json::parse(text, nullptr, false));
}

/// Sparse where that is smaller.
size_t MeshWriter::writeTarget(const SkinnedMesh& mesh, const MorphTarget& target, bool normals) {
    const size_t count = mesh.vertexCount();
    std::vector<uint32_t> indices;
    std::vector<float> values;
    for (const MorphDelta& delta : target.deltas) {
        const glm::vec3& value = normals ? delta.normal : delta.position;
        if (value == glm::vec3(0.0f)) continue;
        indices.push_back(delta.vertex);
        values.insert(values.end(), {value.x, value.y, value.z});
    }
    if (!document_.isCompressed() && !indices.empty() && indices.size() * 4 < count * 3)
        return document_.addSparse(count, indices, values);
    std::vector<glm::vec3> dense(count, glm::vec3(0.0f));
    for (const MorphDelta& delta : target.deltas)
        dense[delta.vertex] = normals ? delta.normal : delta.position;
    Json written = Json::object();
    VertexWriter{document_, written}.positions("it", dense);
    return written["it"];
}

Json MeshWriter::targetsOf(const SkinnedMesh& mesh) {
    bool hasNormals = false;
    for (const MorphTarget& target : mesh.morphTargets)
        for (const MorphDelta& delta : target.deltas)
            hasNormals = hasNormals || delta.normal != glm::vec3(0.0f);
    Json targets = Json::array();
    for (const MorphTarget& target : mesh.morphTargets) {
        Json written{{"POSITION", writeTarget(mesh, target, false)}};
        if (hasNormals) written["NORMAL"] = writeTarget(mesh, target, true);
        targets.push_back(std::move(written));
    }
    return targets;
}

const MeshWriter::Shape& MeshWriter::shapeOf(uint32_t index) {
    const auto [known, isNew] = shapes_.try_emplace(index);
    Shape& shape = known->second;
    if (!isNew) return shape;
    const SkinnedMesh& mesh = model_.meshes[index];
    const Material& material = model_.materials[mesh.material];
    const VertexWriter write{document_, shape.attributes};
    write.positions("POSITION", mesh.positions);
    write.normals(mesh.normals);
    if (needsTangents(material)) write.tangents(mesh.tangents);
    const bool hasMore = usesUvSet(material, 1) || !mesh.moreUvs.empty();
    if (hasMore || usesUvSet(material, 0) || !areAll(mesh.uvs, glm::vec2(0.0f)))
        write.fractions("TEXCOORD_0", mesh.uvs, "VEC2");
    if (hasMore) write.fractions("TEXCOORD_1", mesh.moreUvs.empty() ? mesh.uvs : mesh.moreUvs, "VEC2");
    if (!areAll(mesh.colors, glm::vec4(1.0f))) write.fractions("COLOR_0", mesh.colors, "VEC4");
    shape.indices = document_.addTriangles(mesh.indices, mesh.vertexCount());
    shape.targets = targetsOf(mesh);
    return shape;
}

void MeshWriter::addInfluences(uint32_t index, const std::vector<uint32_t>& jointOf, Json& attributes) {
    const auto [known, isNew] = influences_.try_emplace({index, jointOf}, Json::object());
    if (!isNew) return attributes.update(known->second);
    const SkinnedMesh& mesh = model_.meshes[index];
    const size_t count = mesh.vertexCount();
    std::vector<JointWeights> vertices(count);
    size_t most = 1;
    for (size_t v = 0; v < count; ++v) {
        forEachInfluence(mesh, v, [&](uint32_t bone, uint16_t weight) { vertices[v].add(jointOf[bone], weight); });
        most = std::max(most, vertices[v].count);
    }
    const bool isByte = std::ranges::all_of(jointOf, [](uint32_t joint) { return joint < 256; });
    for (size_t set = 0; set * kInfluencesPerVertex < most; ++set) {
        std::vector<uint8_t> bytes;
        std::vector<uint16_t> joints, weights;
        for (const JointWeights& vertex : vertices)
            for (size_t i = set * kInfluencesPerVertex; i < (set + 1) * kInfluencesPerVertex; ++i) {
                if (isByte)
                    bytes.push_back(static_cast<uint8_t>(vertex.joints[i]));
                else
                    joints.push_back(vertex.joints[i]);
                weights.push_back(vertex.weights[i]);
            }
        const std::string number = std::to_string(set);
        const std::span<const std::byte> content =
            isByte ? std::as_bytes(std::span<const uint8_t>(bytes)) : std::as_bytes(std::span<const uint16_t>(joints));
        known->second["JOINTS_" + number] =
            document_.addAccessor({.bytes = content,
                                   .count = count,
                                   .component = isByte ? Component::unsignedByte : Component::unsignedShort,
                                   .type = "VEC4"},
                                  Target::vertices);
        known->second["WEIGHTS_" + number] =
            document_.addAccessor({.bytes = std::as_bytes(std::span<const uint16_t>(weights)),
                                   .count = count,
                                   .component = Component::unsignedShort,
                                   .type = "VEC4",
                                   .isNormalized = true},
                                  Target::vertices);
    }
    attributes.update(known->second);
}

Json MeshWriter::primitiveOf(uint32_t index) {
    const MeshInstance& instance = model_.instances[index];
    const Shape& shape = shapeOf(instance.mesh);
    Json attributes = shape.attributes;
    if (instance.skinned) addInfluences(instance.mesh, layout_.jointOf[index], attributes);
    Json primitive{{"attributes", attributes},
                   {"indices", shape.indices},
                   {"material", materialOf_[model_.meshes[instance.mesh].material]}};
    if (!shape.targets.empty()) primitive["targets"] = shape.targets;
    return primitive;
}

/// Readers that split a mesh by material, such as assimp, number the parts: NAME-0, NAME-1.
std::string MeshWriter::nameOf(const MeshPlace& place) const {
    const std::string& first = model_.meshes[model_.instances[place.instances[0]].mesh].name;
    if (place.instances.size() < 2 || !first.ends_with("-0")) return first;
    return first.substr(0, first.size() - 2);
}

size_t MeshWriter::write(const MeshPlace& place) {
    const MeshInstance& first = model_.instances[place.instances[0]];
    const SkinnedMesh& mesh = model_.meshes[first.mesh];
    Json written{{"name", nameOf(place)}, {"primitives", Json::array()}};
    if (nameOf(place).empty()) written.erase("name");
    for (const uint32_t instance : place.instances)
        written["primitives"].push_back(primitiveOf(instance));
    Json extras = extrasFrom(mesh.extras);
    if (!mesh.morphTargets.empty()) {
        const auto weights = std::span(model_.restMorphWeights).subspan(first.firstMorphWeight);
        written["weights"] = numbers(weights.first(mesh.morphTargets.size()));
        Json names = Json::array();
        for (const MorphTarget& target : mesh.morphTargets)
            names.push_back(target.name);
        if (extras.is_null()) extras = Json::object();
        if (extras.is_object()) extras["targetNames"] = std::move(names);
    }
    if (!extras.is_null() && !extras.is_discarded()) written["extras"] = std::move(extras);
    const auto [known, isNew] = meshes_.try_emplace(written.dump(-1, ' ', false, Json::error_handler_t::replace), 0);
    if (isNew) known->second = document_.add("meshes", std::move(written));
    return known->second;
}

}  // namespace sinew::exporting
