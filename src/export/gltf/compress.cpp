#include "export/gltf/compress.h"

#include <algorithm>
#include <cmath>

#include <meshoptimizer.h>
#include <glm/ext/vector_uint3.hpp>
#include <glm/geometric.hpp>

#include "export/build/mend.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew::exporting {
namespace {

constexpr int kBits = 16;      // of positions, without the sign
constexpr int kUnitBits = 12;  // of normals and tangents

/// The power of two by which a component's integers are multiplied: the largest of them has kBits bits.
int exponentOf(std::span<const glm::vec3> values, int component) {
    float largest = 0.0f;
    for (const glm::vec3& value : values)
        largest = std::max(largest, std::abs(value[component]));
    int exponent = 0;
    std::frexp(largest, &exponent);
    return std::clamp(exponent - kBits, -100, 100);
}

/// Rounds values to what filterReal() can store.
void roundReal(std::vector<glm::vec3>& values) {
    std::ranges::copy(filterReal(values), std::as_writable_bytes(std::span(values)).begin());
    meshopt_decodeFilterExp(values.data(), values.size(), sizeof(glm::vec3));
}

/// Vertices that no triangle has are dropped.
void reorder(SkinnedMesh& mesh) {
    const size_t count = mesh.vertexCount();
    std::vector<uint32_t> indices(mesh.indices.size()), newIndex(count);
    meshopt_optimizeVertexCache(indices.data(), mesh.indices.data(), indices.size(), count);
    const size_t used = meshopt_optimizeVertexFetchRemap(newIndex.data(), indices.data(), indices.size(), count);
    for (uint32_t& index : indices)
        index = newIndex[index];
    mesh.indices = std::move(indices);
    const auto remap = [&](auto& values) {
        if (values.empty()) return;
        meshopt_remapVertexBuffer(values.data(), values.data(), count, sizeof(values[0]), newIndex.data());
        values.resize(used);
    };
    remap(mesh.positions);
    remap(mesh.normals);
    remap(mesh.tangents);
    remap(mesh.uvs);
    remap(mesh.moreUvs);
    remap(mesh.colors);
    remap(mesh.influences);
    remap(mesh.moreInfluences);
    for (MorphTarget& target : mesh.morphTargets) {
        std::erase_if(target.deltas, [&](const MorphDelta& delta) { return newIndex[delta.vertex] >= used; });
        for (MorphDelta& delta : target.deltas)
            delta.vertex = newIndex[delta.vertex];
        std::ranges::sort(target.deltas, {}, &MorphDelta::vertex);
    }
}

void roundMorphTarget(MorphTarget& target) {
    for (glm::vec3 MorphDelta::*const part : {&MorphDelta::position, &MorphDelta::normal}) {
        std::vector<glm::vec3> values;
        for (const MorphDelta& delta : target.deltas)
            values.push_back(delta.*part);
        roundReal(values);
        for (size_t i = 0; i < values.size(); ++i)
            target.deltas[i].*part = values[i];
    }
}

std::vector<std::vector<glm::vec3>> restPositions(const Model& model, std::span<const glm::mat4> worldFromNode) {
    std::vector<std::vector<glm::vec3>> result;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, worldFromNode, palette);
        skinPositions(mesh, palette, result.emplace_back(mesh.vertexCount()),
                      morphWeightsOf(model, instance, model.restMorphWeights));
    }
    return result;
}

}  // namespace

std::vector<std::byte> encodeAttributes(std::span<const std::byte> bytes, size_t count) {
    const size_t stride = bytes.size() / count;
    meshopt_encodeVertexVersion(0);
    std::vector<std::byte> encoded(meshopt_encodeVertexBufferBound(count, stride));
    encoded.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(encoded.data()), encoded.size(),
                                              bytes.data(), count, stride));
    return encoded;
}

std::vector<std::byte> encodeTriangles(std::span<const uint32_t> indices, size_t vertexCount) {
    meshopt_encodeIndexVersion(1);
    std::vector<std::byte> encoded(meshopt_encodeIndexBufferBound(indices.size(), vertexCount));
    encoded.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(encoded.data()), encoded.size(),
                                             indices.data(), indices.size()));
    return encoded;
}

std::vector<std::byte> filterReal(std::span<const glm::vec3> values) {
    constexpr double kMost = (1 << kBits) - 1;
    std::vector<glm::uvec3> words(values.size());
    for (int c = 0; c < 3; ++c) {
        const int exponent = exponentOf(values, c);
        for (size_t i = 0; i < values.size(); ++i) {
            const double scaled = std::ldexp(static_cast<double>(values[i][c]), -exponent);
            const long whole = std::lround(std::clamp(scaled, -kMost, kMost));
            words[i][c] = static_cast<uint32_t>(exponent) << 24 | (static_cast<uint32_t>(whole) & 0xffffffu);
        }
    }
    const auto bytes = std::as_bytes(std::span(words));
    return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> filterUnit(std::span<const glm::vec4> values) {
    constexpr size_t kStride = 4 * sizeof(int16_t);
    std::vector<std::byte> bytes(values.size() * kStride);
    meshopt_encodeFilterOct(bytes.data(), values.size(), kStride, kUnitBits, &values.front().x);
    return bytes;
}

float prepareForCompression(Model& model) {
    const std::vector<glm::mat4> worldFromNode = restPoseOf(model).worldFromNode;
    for (SkinnedMesh& mesh : model.meshes)
        if (mesh.triangleCount() > 0) reorder(mesh);
    const auto before = restPositions(model, worldFromNode);
    std::vector<std::vector<bool>> flattened;  // by mesh: triangles that rounding leaves without area
    for (SkinnedMesh& mesh : model.meshes) {
        const std::vector<bool> wasFlat = flatTriangles(mesh);
        roundReal(mesh.positions);
        std::ranges::for_each(mesh.morphTargets, roundMorphTarget);
        std::vector<bool>& isFlat = flattened.emplace_back(flatTriangles(mesh));
        for (size_t triangle = 0; triangle < isFlat.size(); ++triangle)
            isFlat[triangle] = isFlat[triangle] && !wasFlat[triangle];
    }
    const auto after = restPositions(model, worldFromNode);
    for (size_t m = 0; m < model.meshes.size(); ++m)
        if (dropTriangles(model.meshes[m], flattened[m]) > 0) reorder(model.meshes[m]);
    float largest = 0.0f;
    for (size_t i = 0; i < before.size(); ++i)
        for (size_t v = 0; v < before[i].size(); ++v)
            largest = std::max(largest, glm::distance(before[i][v], after[i][v]));
    return largest;
}

}  // namespace sinew::exporting
