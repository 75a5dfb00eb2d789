#include "import/build/meshes.h"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/error.h"
#include "import/build/convert.h"
#include "import/build/morphs.h"
#include "import/build/sound_mesh.h"
#include "import/build/tangent_frame.h"
#include "import/build/weld.h"
#include "model/limits.h"

namespace sinew {
namespace {

void reportIgnored(const InfluenceLists& lists, const std::string& name, Findings& findings) {
    if (lists.ignoredCount() > 0)
        findings.push_back(countFinding("weight-ignored", Severity::warning, name, lists.ignoredCount(), "weight",
                                        "weights", "ignored: without a vertex, negative or not finite"));
}

/// True for a skin without a finite weight.
bool isUnusable(const InfluenceLists& lists, const std::string& name, Findings& findings) {
    if (lists.count() > 0 || lists.notFiniteCount() == 0) return false;
    findings.push_back({"mesh-unusable", Severity::error, name, "has no finite weight"});
    return true;
}

void note(const QuantizedInfluences& vertex, uint32_t kept, InfluenceReport& report) {
    report.largest = std::max(report.largest, vertex.count);
    report.cutVertices += vertex.count > kept;
    report.largestWeightLost = std::max(report.largestWeightLost, vertex.shareLost);
    report.renormalizedVertices += vertex.count > 0 && !(std::abs(vertex.sum - 1.0f) <= 1e-3f);
    if (vertex.count > 0 && std::isfinite(vertex.sum) &&
        std::abs(vertex.sum - 1.0f) > std::abs(report.farthestSum - 1.0f))
        report.farthestSum = vertex.sum;
}

template <typename Visit>
void forEachBone(std::vector<Influences>& vertices, const Visit& visit) {
    for (Influences& vertex : vertices)
        for (size_t i = 0; i < kInfluencesPerVertex && vertex.weights[i] > 0; ++i)
            visit(vertex.bones[i]);
}

/// Removes bones without weight.
void dropUnusedBones(size_t fileBoneCount, ImportedMesh& out) {
    std::vector<uint32_t> boneOf(fileBoneCount, 0);  // 1 where it has weight, then its new index
    for (auto* vertices : {&out.mesh.influences, &out.mesh.moreInfluences})
        forEachBone(*vertices, [&](uint16_t bone) { boneOf[bone] = 1; });
    for (uint32_t b = 0; b < fileBoneCount; ++b) {
        if (boneOf[b] == 0) continue;
        boneOf[b] = static_cast<uint32_t>(out.bones.size());
        out.bones.push_back(b);
    }
    if (out.bones.size() == fileBoneCount) return;
    for (auto* vertices : {&out.mesh.influences, &out.mesh.moreInfluences})
        forEachBone(*vertices, [&](uint16_t& bone) { bone = static_cast<uint16_t>(boneOf[bone]); });
}

void keepCut(uint32_t vertex, std::span<const RawInfluence> all, CutVertices& cut) {
    std::vector<CutVertices::Influence> influences;
    for (const RawInfluence& influence : all)
        influences.push_back({influence.bone, influence.weight});
    cut.add(vertex, influences);
}

/// Quantizes the influences of each vertex.
void fillInfluences(std::span<const uint32_t> sources, const InfluenceLists& lists, size_t fileBoneCount,
                    const MeshOptions& options, ImportedMesh& out) {
    std::vector<Influences> all(sources.size()), more;
    std::vector<uint32_t> unweighted;
    for (uint32_t v = 0; v < sources.size(); ++v) {
        const QuantizedInfluences vertex =
            fileBoneCount > 0 ? quantize(lists.of(sources[v]), options.influences) : QuantizedInfluences{};
        if (vertex.count == 0) unweighted.push_back(v);
        if (vertex.count > options.influences && options.keepCut) keepCut(v, lists.of(sources[v]), out.cut);
        note(vertex, options.influences, out.influences);
        all[v] = vertex.influences;
        if (vertex.more.weights[0] > 0 && more.empty()) more.resize(sources.size());
        if (!more.empty()) more[v] = vertex.more;
    }
    out.mesh.influences = std::move(all);
    out.mesh.moreInfluences = std::move(more);
    dropUnusedBones(fileBoneCount, out);
    if (!unweighted.empty()) {
        const auto own = static_cast<uint16_t>(out.bones.size());
        out.bones.push_back(ImportedMesh::kFollowsNode);
        for (const uint32_t v : unweighted)
            out.mesh.influences[v] = {{own}, {kWeightOne}};
    }
    out.influences.unweightedVertices = static_cast<uint32_t>(fileBoneCount > 0 ? unweighted.size() : 0);
    out.mesh.boneCount = static_cast<uint32_t>(out.bones.size());
}

glm::vec4 tangentFrom(const glm::vec4& file, const glm::vec3& normal) {
    const glm::vec3 tangent = glm::vec3(file) - glm::dot(glm::vec3(file), normal) * normal;
    const float squared = glm::dot(tangent, tangent);
    if (!(squared > 1e-20f) || !std::isfinite(squared)) return anyTangent(normal);
    return glm::vec4(tangent / std::sqrt(squared), file.w < 0.0f ? -1.0f : 1.0f);
}

glm::vec4 colorFrom(const glm::vec4& color, bool linear) {
    if (!isFinite(color)) return glm::vec4(1.0f);
    const glm::vec4 positive = glm::max(color, glm::vec4(0.0f));
    return linear ? positive : glm::vec4(linearFromSrgb(glm::vec3(positive)), positive.a);
}

/// The texture coordinates along which tangents run.
std::span<const glm::vec2> tangentUvs(const SourceMesh& source, const MeshOptions& options) {
    return source.uvs[options.tangentSet == 1 && !source.uvs[1].empty()];
}

template <typename Vector>
std::vector<Vector> picked(const std::vector<Vector>& array, std::span<const uint32_t> sources) {
    std::vector<Vector> result;
    result.reserve(array.empty() ? 0 : sources.size());
    for (size_t v = 0; v < sources.size() && !array.empty(); ++v)
        result.push_back(array[sources[v]]);
    return result;
}

void fillVertices(const SourceMesh& source, std::span<const uint32_t> sources, const MeshOptions& options,
                  SkinnedMesh& mesh) {
    const size_t count = sources.size();
    mesh.positions = picked(source.positions, sources);
    mesh.normals = picked(source.normals, sources);
    for (glm::vec3& normal : mesh.normals)
        normal = glm::normalize(normal);
    mesh.uvs = picked(source.uvs[0], sources);
    mesh.uvs.resize(count);
    mesh.moreUvs = picked(source.uvs[1], sources);
    mesh.colors.assign(count, glm::vec4(1.0f));
    for (size_t v = 0; v < count && !source.colors.empty(); ++v)
        mesh.colors[v] = colorFrom(source.colors[sources[v]], source.linearColors);
    if (source.tangents.empty() && options.needsTangents && !tangentUvs(source, options).empty()) {
        std::vector<glm::vec2> uvs = options.tangentSet == 1 && !mesh.moreUvs.empty() ? mesh.moreUvs : mesh.uvs;
        for (glm::vec2& uv : uvs)
            uv = options.tangentTransform * uv;
        mesh.tangents = uvTangents(mesh.positions, mesh.normals, uvs, mesh.indices);
        return;
    }
    mesh.tangents.resize(count);
    for (size_t v = 0; v < count; ++v)
        mesh.tangents[v] = source.tangents.empty() ? anyTangent(mesh.normals[v])
                                                   : tangentFrom(source.tangents[sources[v]], mesh.normals[v]);
}

}  // namespace

void checkVertexCount(std::span<const SourceMesh> meshes) {
    uint64_t vertices = 0;
    for (const SourceMesh& mesh : meshes)
        vertices += mesh.positions.size();
    if (vertices > kMaxVertices) throw Error(Exit::input, fmt::format("has more than {} vertices", kMaxVertices));
}

ImportedMesh convertMesh(SourceMesh source, const MeshOptions& options, Findings& findings) {
    ImportedMesh out;
    out.mesh = {.name = source.name, .material = source.material, .extras = source.extras};
    const bool normalsMade = source.normals.empty();
    if (!options.wantsMoreUvs) source.uvs[1] = {};
    makeSound(source, findings);
    if (source.indices.empty()) return out;
    if (source.boneCount > 65535)
        throw Error(Exit::input, fmt::format("mesh '{}' has more than 65535 bones", source.name));
    std::vector<int8_t> uvSides;
    if (const auto uvs = tangentUvs(source, options); options.needsTangents && source.tangents.empty() && !uvs.empty())
        uvSides = uvOrientations(uvs, source.indices);

    VertexWeld weld = weldVertices(source, uvSides);
    const InfluenceLists lists = std::move(source.influences);
    reportIgnored(lists, source.name, findings);
    if (isUnusable(lists, source.name, findings)) return out;
    if (source.boneCount > 0) splitByInfluences(lists, weld);
    for (uint32_t& index : source.indices)
        index = weld.vertexOf[index];
    const size_t boneCount = source.boneCount;
    constexpr size_t kWorthAThread = 4096;
    const auto policy = source.positions.size() < kWorthAThread ? std::launch::deferred : std::launch::async;
    out.others = std::async(
        policy, [sources = weld.sources, options, mesh = out.mesh, source = std::move(source), normalsMade]() mutable {
            mesh.indices = std::move(source.indices);
            fillVertices(source, sources, options, mesh);
            mesh.morphTargets = convertMorphs(source, normalsMade, sources, mesh);
            return std::move(mesh);
        });
    fillInfluences(weld.sources, lists, boneCount, options, out);
    return out;
}

void finishMesh(ImportedMesh& mesh) {
    if (!mesh.others.valid()) return;
    SkinnedMesh whole = mesh.others.get();
    whole.influences = std::move(mesh.mesh.influences);
    whole.moreInfluences = std::move(mesh.mesh.moreInfluences);
    whole.boneCount = mesh.mesh.boneCount;
    mesh.mesh = std::move(whole);
}

}  // namespace sinew
