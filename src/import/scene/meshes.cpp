#include "import/scene/meshes.h"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "error.h"
#include "import/scene/convert.h"
#include "import/scene/tangent_frame.h"
#include "import/scene/weld.h"

namespace sinew {
namespace {

InfluenceLists readInfluences(const aiMesh& file) {
    std::vector<BoneWeights> bones;
    for (unsigned b = 0; b < file.mNumBones; ++b)
        bones.push_back({b, {file.mBones[b]->mWeights, file.mBones[b]->mNumWeights}});
    return InfluenceLists(file.mNumBones > 0 ? file.mNumVertices : 0, bones);
}

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
void dropUnusedBones(unsigned fileBoneCount, ImportedMesh& out) {
    std::vector<uint32_t> boneOf(fileBoneCount, 0);  // 1 where it has weight, then its new index
    for (auto* vertices : {&out.mesh.influences, &out.mesh.moreInfluences})
        forEachBone(*vertices, [&](uint16_t bone) { boneOf[bone] = 1; });
    for (unsigned b = 0; b < fileBoneCount; ++b) {
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
void fillInfluences(std::span<const uint32_t> sources, const InfluenceLists& lists, unsigned fileBoneCount,
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

glm::vec4 tangentFrom(const glm::vec3& file, const glm::vec3& bitangent, const glm::vec3& normal) {
    const glm::vec3 tangent = file - glm::dot(file, normal) * normal;
    const float squared = glm::dot(tangent, tangent);
    if (!(squared > 1e-20f) || !std::isfinite(squared)) return anyTangent(normal);
    return glm::vec4(tangent / std::sqrt(squared),
                     glm::dot(glm::cross(normal, tangent), bitangent) < 0.0f ? -1.0f : 1.0f);
}

glm::vec4 colorFrom(const aiColor4D& file, bool linear) {
    const glm::vec4 color = vec4From(file);
    if (!isFinite(color)) return glm::vec4(1.0f);
    const glm::vec4 positive = glm::max(color, glm::vec4(0.0f));
    return linear ? positive : glm::vec4(linearFromSrgb(glm::vec3(positive)), positive.a);
}

/// The texture coordinates along which tangents run.
std::span<const aiVector3D> tangentUvs(const MeshSource& source, const MeshOptions& options) {
    return options.tangentSet == 1 && !source.moreUvs.empty() ? source.moreUvs : source.uvs;
}

void fillVertices(const MeshSource& source, std::span<const uint32_t> sources, const MeshOptions& options,
                  SkinnedMesh& mesh) {
    const size_t count = sources.size();
    mesh.positions.resize(count);
    mesh.normals.resize(count);
    mesh.uvs.resize(count);
    mesh.colors.assign(count, glm::vec4(1.0f));
    for (size_t v = 0; v < count; ++v) {
        mesh.positions[v] = vec3From(source.positions[sources[v]]);
        mesh.normals[v] = glm::normalize(vec3From(source.normals[sources[v]]));
    }
    for (size_t v = 0; v < count && !source.uvs.empty(); ++v)
        mesh.uvs[v] = {source.uvs[sources[v]].x, 1.0f - source.uvs[sources[v]].y};
    mesh.moreUvs.resize(source.moreUvs.empty() ? 0 : count);
    for (size_t v = 0; v < mesh.moreUvs.size(); ++v)
        mesh.moreUvs[v] = {source.moreUvs[sources[v]].x, 1.0f - source.moreUvs[sources[v]].y};
    for (size_t v = 0; v < count && !source.colors.empty(); ++v)
        mesh.colors[v] = colorFrom(source.colors[sources[v]], options.linearColors);
    if (source.tangents.empty() && options.needsTangents && !tangentUvs(source, options).empty()) {
        std::vector<glm::vec2> uvs = options.tangentSet == 1 && !mesh.moreUvs.empty() ? mesh.moreUvs : mesh.uvs;
        for (glm::vec2& uv : uvs)
            uv = options.tangentTransform * uv;
        mesh.tangents = uvTangents(mesh.positions, mesh.normals, uvs, mesh.indices);
        return;
    }
    mesh.tangents.resize(count);
    for (size_t v = 0; v < count; ++v) {
        const uint32_t i = sources[v];
        mesh.tangents[v] = source.tangents.empty() ? anyTangent(mesh.normals[v])
                                                   : tangentFrom(vec3From(source.tangents[i]),
                                                                 vec3From(source.bitangents[i]), mesh.normals[v]);
    }
}

/// assimp allocates each triangle separately.
void freeTriangles(aiMesh& file) {
    delete[] std::exchange(file.mFaces, nullptr);
    file.mNumFaces = 0;
}

}  // namespace

void checkVertexCount(const aiScene& scene) {
    uint64_t vertices = 0;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        vertices += scene.mMeshes[m]->mNumVertices;
    if (vertices > kMaxVertices) throw Error(Exit::input, fmt::format("has more than {} vertices", kMaxVertices));
}

ImportedMesh convertMesh(aiMesh& file, const MeshOptions& options, Findings& findings) {
    ImportedMesh out;
    constexpr size_t kWorthAThread = 4096;
    const auto policy = file.mNumVertices < kWorthAThread ? std::launch::deferred : std::launch::async;
    auto influences = std::async(policy, [&] { return readInfluences(file); });
    MeshSource source = readMesh(file, findings, options.wantsMoreUvs);
    out.mesh.name = source.name;
    out.mesh.material = file.mMaterialIndex;
    if (source.indices.empty()) return out;

    if (file.mNumBones > 65535)
        throw Error(Exit::input, fmt::format("mesh '{}' has more than 65535 bones", source.name));
    std::vector<int8_t> uvSides;
    if (const auto uvs = tangentUvs(source, options); options.needsTangents && source.tangents.empty() && !uvs.empty())
        uvSides = uvOrientations(uvs, source.indices);
    std::vector<MorphSource> morphs(options.shapes.begin(), options.shapes.end());
    if (morphs.empty()) morphs = readMorphs(file, source.name, options.morphs, findings);
    VertexWeld weld = weldVertices(source, uvSides, morphs);
    const InfluenceLists lists = influences.get();
    reportIgnored(lists, source.name, findings);
    if (isUnusable(lists, source.name, findings)) return out;
    // A core is idle from here on; freeing them later would add to the import's time.
    const auto freed = std::async(policy, [&] { freeTriangles(file); });
    if (lists.vertexCount() > 0) splitByInfluences(lists, weld);
    for (uint32_t& index : source.indices)
        index = weld.vertexOf[index];
    const std::vector<uint32_t>& sources = weld.sources;
    for (const MorphSource& morph : morphs)
        out.morphWeights.push_back(morph.weight);
    out.others = std::async(policy, [sources, options, morphs = std::move(morphs), source = std::move(source),
                                     normalsMade = !file.HasNormals(), material = file.mMaterialIndex]() mutable {
        SkinnedMesh mesh{.name = source.name, .material = material};
        mesh.indices = std::move(source.indices);
        fillVertices(source, sources, options, mesh);
        mesh.morphTargets = convertMorphs(morphs, source, normalsMade, sources, mesh);
        return mesh;
    });
    fillInfluences(sources, lists, file.mNumBones, options, out);
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
