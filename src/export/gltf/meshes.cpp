#include "export/gltf/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "export/gltf/compress.h"

namespace sinew::exporting {
namespace {

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

/// Elements of unsigned bytes or shorts.
template <typename Value>
Elements wholeElements(const std::vector<Value>& values, size_t width, bool isNormalized = false) {
    return {.bytes = std::as_bytes(std::span(values)),
            .width = width,
            .component = sizeof(Value) == 1 ? Component::unsignedByte : Component::unsignedShort,
            .isNormalized = isNormalized};
}

// The accessors of vertices' attributes, compressed in fewer bits (KHR_mesh_quantization).

size_t addPositions(const std::vector<glm::vec3>& values, Document& document) {
    Elements elements = realElements(values);
    elements.bounded = {&values.front().x, values.size() * 3};
    std::vector<std::byte> filtered;
    if (document.isCompressed()) filtered = filterReal(values);
    elements.filtered = filtered;
    elements.filter = "EXPONENTIAL";
    return document.addAccessor(elements, Target::vertices);
}

/// Vectors of unit length.
template <typename Value>
size_t addUnits(const std::vector<Value>& values, Document& document) {
    if (!document.isCompressed()) return document.addAccessor(realElements(values), Target::vertices);
    std::vector<glm::vec4> padded;
    for (const Value& value : values) {
        padded.emplace_back(glm::vec3(value), 0.0f);
        if constexpr (Value::length() == 4) padded.back().w = value.w;
    }
    const std::vector<std::byte> filtered = filterUnit(padded);
    document.useExtension("KHR_mesh_quantization", true);
    return document.addAccessor({.bytes = filtered,
                                 .width = sizeof(Value) / sizeof(float),
                                 .component = Component::signedShort,
                                 .isNormalized = true,
                                 .filter = "OCTAHEDRAL"},
                                Target::vertices);
}

/// Values from 0 to 1 become shorts, which core glTF allows for these attributes.
template <typename Value>
size_t addFractions(const std::vector<Value>& values, Document& document) {
    constexpr size_t kWidth = sizeof(Value) / sizeof(float);
    const std::span<const float> numbers(&values.front().x, values.size() * kWidth);
    const bool fits = std::ranges::all_of(numbers, [](float number) { return number >= 0.0f && number <= 1.0f; });
    if (!document.isCompressed() || !fits) return document.addAccessor(realElements(values), Target::vertices);
    std::vector<uint16_t> shorts;
    for (const float number : numbers)
        shorts.push_back(static_cast<uint16_t>(std::lround(number * 65535.0f)));
    return document.addAccessor(wholeElements(shorts, kWidth, true), Target::vertices);
}

}  // namespace

/// Sparse where that is smaller.
size_t MeshWriter::writeTarget(const SkinnedMesh& mesh, const MorphTarget& target, glm::vec3 MorphDelta::*part) {
    const size_t count = mesh.vertexCount();
    std::vector<uint32_t> indices;
    std::vector<float> values;
    std::vector<glm::vec3> dense(count, glm::vec3(0.0f));
    for (const MorphDelta& delta : target.deltas) {
        const glm::vec3& value = delta.*part;
        dense[delta.vertex] = value;
        if (value == glm::vec3(0.0f)) continue;
        indices.push_back(delta.vertex);
        values.insert(values.end(), {value.x, value.y, value.z});
    }
    if (!document_.isCompressed() && !indices.empty() && indices.size() * 4 < count * 3)
        return document_.addSparse(count, indices, values);
    return addPositions(dense, document_);
}

Json MeshWriter::targetsOf(const SkinnedMesh& mesh) {
    const bool hasNormals = std::ranges::any_of(mesh.morphTargets, [](const MorphTarget& target) {
        return std::ranges::any_of(target.deltas, [](const auto& delta) { return delta.normal != glm::vec3(0.0f); });
    });
    Json targets = Json::array();
    for (const MorphTarget& target : mesh.morphTargets) {
        Json& written = targets.emplace_back(Json{{"POSITION", writeTarget(mesh, target, &MorphDelta::position)}});
        if (hasNormals) written["NORMAL"] = writeTarget(mesh, target, &MorphDelta::normal);
    }
    return targets;
}

const MeshWriter::Shape& MeshWriter::shapeOf(uint32_t index) {
    const auto [known, isNew] = shapes_.try_emplace(index);
    Shape& shape = known->second;
    if (!isNew) return shape;
    const SkinnedMesh& mesh = model_.meshes[index];
    const Material& material = model_.materials[mesh.material];
    Json& attributes = shape.attributes;
    attributes["POSITION"] = addPositions(mesh.positions, document_);
    attributes["NORMAL"] = addUnits(mesh.normals, document_);
    if (needsTangents(material)) attributes["TANGENT"] = addUnits(mesh.tangents, document_);
    const bool hasMore = usesUvSet(material, 1) || !mesh.moreUvs.empty();
    if (hasMore || hasUvs(model_, mesh)) attributes["TEXCOORD_0"] = addFractions(mesh.uvs, document_);
    if (hasMore) attributes["TEXCOORD_1"] = addFractions(mesh.moreUvs.empty() ? mesh.uvs : mesh.moreUvs, document_);
    if (!areAll(mesh.colors, glm::vec4(1.0f))) attributes["COLOR_0"] = addFractions(mesh.colors, document_);
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
    for (size_t first = 0; first < most; first += kInfluencesPerVertex) {
        std::vector<uint16_t> joints, weights;
        for (const JointWeights& vertex : vertices) {
            const auto append = [&](const auto& values, std::vector<uint16_t>& all) {
                all.insert(all.end(), &values[first], &values[first] + kInfluencesPerVertex);
            };
            append(vertex.joints, joints);
            append(vertex.weights, weights);
        }
        const std::vector<uint8_t> bytes(joints.begin(), isByte ? joints.end() : joints.begin());
        const std::string set = std::to_string(first / kInfluencesPerVertex);
        known->second["JOINTS_" + set] = document_.addAccessor(
            isByte ? wholeElements(bytes, kInfluencesPerVertex) : wholeElements(joints, kInfluencesPerVertex),
            Target::vertices);
        known->second["WEIGHTS_" + set] =
            document_.addAccessor(wholeElements(weights, kInfluencesPerVertex, true), Target::vertices);
    }
    attributes.update(known->second);
}

size_t MeshWriter::write(const MeshPlace& place) {
    const MeshInstance& first = model_.instances[place.instances[0]];
    const SkinnedMesh& mesh = model_.meshes[first.mesh];
    Json written = Json::object();
    if (const std::string name = nameOfMesh(model_, place); !name.empty()) written["name"] = name;
    written["primitives"] = Json::array();
    for (const uint32_t index : place.instances) {
        const MeshInstance& instance = model_.instances[index];
        const Shape& shape = shapeOf(instance.mesh);
        Json attributes = shape.attributes;
        if (instance.skinned) addInfluences(instance.mesh, layout_.jointOf[index], attributes);
        Json& primitive =
            written["primitives"].emplace_back(Json{{"attributes", attributes},
                                                    {"indices", shape.indices},
                                                    {"material", materialOf_[model_.meshes[instance.mesh].material]}});
        if (!shape.targets.empty()) primitive["targets"] = shape.targets;
    }
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
    if (!extras.is_null()) written["extras"] = std::move(extras);
    const auto [known, isNew] = meshes_.try_emplace(written.dump(-1, ' ', false, Json::error_handler_t::replace), 0);
    if (isNew) known->second = document_.add("meshes", std::move(written));
    return known->second;
}

}  // namespace sinew::exporting
