#include "import/meshes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/convert.h"
#include "import/influences.h"
#include "import/tangent_frame.h"
#include "import/weld.h"

namespace sinew {
namespace {

/// All that makes a vertex what it is, but its influences.
struct Corner {
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};
    glm::vec2 uv{0.0f};  ///< as assimp has it, v upwards
    glm::vec4 color{1.0f};
    glm::vec4 tangent{0.0f};
    int32_t uvSide = 0;
};
static_assert(sizeof(Corner) == 17 * sizeof(float), "padding would be compared, too");

/// The mesh's vertices as assimp gives them, made finite.
struct Source {
    std::vector<uint32_t> indices;  ///< three a triangle
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec2> uvs;
    std::vector<int8_t> uvSides;  ///< only where tangents are made
};

using Findings = std::vector<Finding>;

std::vector<uint32_t> readTriangles(const aiMesh& source, const std::string& name, Findings& findings) {
    std::vector<uint32_t> indices;
    indices.reserve(size_t{3} * source.mNumFaces);
    size_t outOfRange = 0;
    for (unsigned f = 0; f < source.mNumFaces; ++f) {
        const aiFace& face = source.mFaces[f];
        if (face.mNumIndices != 3 || !face.mIndices) continue;  // points and lines
        const unsigned* i = face.mIndices;
        if (std::max({i[0], i[1], i[2]}) >= source.mNumVertices)
            ++outOfRange;
        else
            indices.insert(indices.end(), i, i + 3);
    }
    if (outOfRange > 0)
        findings.push_back({"index-out-of-range", Severity::warning, name,
                            fmt::format("{} triangles name vertices that do not exist and were left out", outOfRange)});
    if (indices.empty())
        findings.push_back({"mesh-empty", Severity::warning, name, "has no triangles and is not drawn"});
    return indices;
}

std::vector<glm::vec3> readPositions(const aiMesh& source, const std::string& name, Findings& findings) {
    std::vector<glm::vec3> positions(source.mNumVertices);
    size_t broken = 0;
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
        positions[i] = vec3From(source.mVertices[i]);
        if (isFinite(positions[i])) continue;
        positions[i] = glm::vec3(0.0f);
        ++broken;
    }
    if (broken > 0)
        findings.push_back({"position-not-finite", Severity::error, name,
                            fmt::format("{} vertices have no finite position and were put at the origin", broken)});
    return positions;
}

/// Unit normals; smooth ones where the file has none that is of use.
std::vector<glm::vec3> readNormals(const aiMesh& source, const Source& read, const std::string& name,
                                   Findings& findings) {
    if (!source.HasNormals()) {
        findings.push_back({"normals-made", Severity::info, name, "has no normals; smooth ones were made"});
        return smoothNormals(read.positions, read.indices);
    }
    std::vector<glm::vec3> normals(source.mNumVertices);
    std::vector<unsigned> broken;
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
        const glm::vec3 normal = vec3From(source.mNormals[i]);
        const float squared = glm::dot(normal, normal);
        if (squared > 1e-30f && std::isfinite(squared))
            normals[i] = normal / std::sqrt(squared);
        else
            broken.push_back(i);
    }
    if (broken.empty()) return normals;
    const std::vector<glm::vec3> made = smoothNormals(read.positions, read.indices);
    for (const unsigned i : broken)
        normals[i] = made[i];
    findings.push_back({"normals-made", Severity::info, name,
                        fmt::format("{} vertices have no usable normal; smooth ones were made", broken.size())});
    return normals;
}

std::vector<glm::vec2> readUvs(const aiMesh& source) {
    std::vector<glm::vec2> uvs;
    if (!source.HasTextureCoords(0)) return uvs;
    uvs.reserve(source.mNumVertices);
    for (unsigned i = 0; i < source.mNumVertices; ++i) {
        const aiVector3D& uv = source.mTextureCoords[0][i];
        uvs.emplace_back(std::isfinite(uv.x) ? uv.x : 0.0f, std::isfinite(uv.y) ? uv.y : 0.0f);
    }
    return uvs;
}

InfluenceLists readInfluences(const aiMesh& source, const std::string& name, Findings& findings) {
    if (source.mNumBones > 65535) throw std::runtime_error(fmt::format("mesh '{}' has more than 65535 bones", name));
    InfluenceLists lists(source.mNumBones > 0 ? source.mNumVertices : 0);
    for (unsigned b = 0; b < source.mNumBones; ++b)
        for (unsigned w = 0; w < source.mBones[b]->mNumWeights; ++w)
            lists.count(source.mBones[b]->mWeights[w].mVertexId, source.mBones[b]->mWeights[w].mWeight);
    lists.endCount();
    for (unsigned b = 0; b < source.mNumBones; ++b)
        for (unsigned w = 0; w < source.mBones[b]->mNumWeights; ++w)
            lists.add(source.mBones[b]->mWeights[w].mVertexId, b, source.mBones[b]->mWeights[w].mWeight);
    if (lists.ignoredCount() > 0)
        findings.push_back({"weight-ignored", Severity::warning, name,
                            fmt::format("{} weights are negative, not finite or of no vertex", lists.ignoredCount())});
    return lists;
}

glm::vec4 readTangent(const aiMesh& source, unsigned i, const glm::vec3& normal) {
    const glm::vec3 file = vec3From(source.mTangents[i]);
    const glm::vec3 tangent = file - glm::dot(file, normal) * normal;
    const float squared = glm::dot(tangent, tangent);
    if (!(squared > 1e-20f) || !std::isfinite(squared)) return anyTangent(normal);
    const float side = glm::dot(glm::cross(normal, tangent), vec3From(source.mBitangents[i]));
    return glm::vec4(tangent / std::sqrt(squared), side < 0.0f ? -1.0f : 1.0f);
}

glm::vec4 usableColor(const glm::vec4& color, bool linear) {
    if (!isFinite(color)) return glm::vec4(1.0f);
    const glm::vec4 positive = glm::max(color, glm::vec4(0.0f));
    return linear ? positive : glm::vec4(linearFromSrgb(glm::vec3(positive)), positive.a);
}

bool sameInfluences(std::span<const RawInfluence> a, std::span<const RawInfluence> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// The distinct corners of the triangles, the first source vertex of each, and the triangles in terms of them.
struct Welded {
    std::vector<Corner> corners;
    std::vector<uint32_t> sources;
    std::vector<uint32_t> indices;
};

Welded weld(const aiMesh& source, const Source& read, const InfluenceLists& lists, bool fileTangents) {
    constexpr uint32_t kUnseen = ~0u;
    Welder<Corner> welder;
    Welded welded;
    std::vector<uint32_t> vertexOf(source.mNumVertices, kUnseen);
    const bool skinned = lists.vertexCount() > 0;
    welded.indices.reserve(read.indices.size());
    for (const uint32_t i : read.indices) {
        if (vertexOf[i] == kUnseen) {
            Corner corner{.position = read.positions[i], .normal = read.normals[i]};
            if (!read.uvs.empty()) corner.uv = read.uvs[i];
            if (source.HasVertexColors(0)) corner.color = vec4From(source.mColors[0][i]);
            if (fileTangents) corner.tangent = readTangent(source, i, read.normals[i]);
            if (!read.uvSides.empty()) corner.uvSide = read.uvSides[i];
            uint64_t hash = hashWords(&corner, sizeof(corner));
            if (skinned) hash = hashWords(lists.of(i).data(), lists.of(i).size_bytes(), hash);
            vertexOf[i] = welder.add(corner, hash, [&](uint32_t known) {
                return !skinned || sameInfluences(lists.of(welded.sources[known]), lists.of(i));
            });
            if (vertexOf[i] == welded.sources.size()) welded.sources.push_back(i);
        }
        welded.indices.push_back(vertexOf[i]);
    }
    welded.corners = welder.keys();
    return welded;
}

/// Quantises the influences of each welded vertex and renumbers the bones so that only those with weight remain.
void fillInfluences(const Welded& welded, const InfluenceLists& lists, unsigned fileBoneCount, ImportedMesh& out) {
    std::vector<uint32_t> boneOf(fileBoneCount, 0);  // 1 = used, then the bone's new number
    std::vector<uint32_t> unweighted;
    out.mesh.influences.reserve(welded.sources.size());
    for (uint32_t v = 0; v < welded.sources.size(); ++v) {
        const QuantisedInfluences vertex =
            lists.vertexCount() > 0 ? quantise(lists.of(welded.sources[v])) : QuantisedInfluences{};
        if (vertex.count == 0) unweighted.push_back(v);
        for (size_t i = 0; i < kInfluencesPerVertex; ++i)
            if (vertex.influences.weights[i] > 0) boneOf[vertex.influences.bones[i]] = 1;
        out.influences.largest = std::max(out.influences.largest, vertex.count);
        out.influences.cutVertices += vertex.count > kInfluencesPerVertex;
        out.influences.largestWeightLost = std::max(out.influences.largestWeightLost, vertex.shareLost);
        out.influences.renormalisedVertices += vertex.count > 0 && !(std::abs(vertex.sum - 1.0f) <= 1e-3f);
        out.mesh.influences.push_back(vertex.influences);
    }
    for (unsigned b = 0; b < fileBoneCount; ++b) {
        if (boneOf[b] == 0) continue;
        boneOf[b] = static_cast<uint32_t>(out.bones.size());
        out.bones.push_back(b);
    }
    for (Influences& influences : out.mesh.influences)
        for (size_t i = 0; i < kInfluencesPerVertex; ++i)
            if (influences.weights[i] > 0) influences.bones[i] = static_cast<uint16_t>(boneOf[influences.bones[i]]);
    if (!unweighted.empty()) {
        const auto own = static_cast<uint16_t>(out.bones.size());
        out.bones.push_back(ImportedMesh::kFollowsNode);
        for (const uint32_t v : unweighted)
            out.mesh.influences[v] = {{own}, {kWeightOne}};
    }
    out.influences.unweightedVertices = static_cast<uint32_t>(fileBoneCount > 0 ? unweighted.size() : 0);
    out.mesh.boneCount = static_cast<uint32_t>(out.bones.size());
}

void fillVertices(const Welded& welded, const MeshOptions& options, bool fileTangents, bool makeTangents,
                  SkinnedMesh& mesh) {
    const size_t count = welded.corners.size();
    mesh.positions.resize(count);
    mesh.normals.resize(count);
    mesh.tangents.resize(count);
    mesh.uvs.resize(count);
    mesh.colors.resize(count);
    for (size_t i = 0; i < count; ++i) {
        const Corner& corner = welded.corners[i];
        mesh.positions[i] = corner.position;
        mesh.normals[i] = corner.normal;
        mesh.uvs[i] = {corner.uv.x, 1.0f - corner.uv.y};
        mesh.colors[i] =
            corner.color == glm::vec4(1.0f) ? corner.color : usableColor(corner.color, options.linearColors);
        if (!makeTangents) mesh.tangents[i] = fileTangents ? corner.tangent : anyTangent(corner.normal);
    }
    if (makeTangents) mesh.tangents = uvTangents(mesh.positions, mesh.normals, mesh.uvs, mesh.indices);
}

}  // namespace

ImportedMesh convertMesh(const aiMesh& source, const MeshOptions& options, std::vector<Finding>& findings) {
    ImportedMesh out;
    out.mesh.name = utf8From(source.mName);
    out.mesh.material = source.mMaterialIndex;
    Source read{.indices = readTriangles(source, out.mesh.name, findings)};
    if (read.indices.empty() || !source.HasPositions()) return out;

    read.positions = readPositions(source, out.mesh.name, findings);
    read.normals = readNormals(source, read, out.mesh.name, findings);
    read.uvs = readUvs(source);
    const bool fileTangents = source.HasTangentsAndBitangents();
    const bool makeTangents = options.needsTangents && !fileTangents && !read.uvs.empty();
    if (makeTangents) read.uvSides = uvOrientations(read.uvs, read.indices);
    if (source.mNumAnimMeshes > 0)
        findings.push_back({"morph-ignored", Severity::warning, out.mesh.name,
                            fmt::format("has {} morph targets, which are not played", source.mNumAnimMeshes)});

    const InfluenceLists lists = readInfluences(source, out.mesh.name, findings);
    Welded welded = weld(source, read, lists, fileTangents);
    out.mesh.indices = std::move(welded.indices);
    fillInfluences(welded, lists, source.mNumBones, out);
    fillVertices(welded, options, fileTangents, makeTangents, out.mesh);
    return out;
}

}  // namespace sinew
