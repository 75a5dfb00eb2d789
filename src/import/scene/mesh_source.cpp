#include "import/scene/mesh_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "import/scene/convert.h"
#include "import/scene/tangent_frame.h"

namespace sinew {
namespace {

std::vector<uint32_t> readTriangles(const aiMesh& file, const std::string& name, Findings& findings) {
    std::vector<uint32_t> indices;
    indices.reserve(size_t{3} * file.mNumFaces);
    size_t outOfRange = 0;
    for (unsigned f = 0; f < file.mNumFaces; ++f) {
        const aiFace& face = file.mFaces[f];
        if (face.mNumIndices != 3 || !face.mIndices) continue;
        const unsigned* i = face.mIndices;
        if (std::max({i[0], i[1], i[2]}) >= file.mNumVertices)
            ++outOfRange;
        else
            indices.insert(indices.end(), i, i + 3);
    }
    if (outOfRange > 0)
        findings.push_back(countFinding("index-out-of-range", Severity::warning, name, outOfRange, "triangle",
                                        "triangles", "ignored: vertices that do not exist"));
    const bool hasLines = (file.mPrimitiveTypes & (aiPrimitiveType_POINT | aiPrimitiveType_LINE)) != 0;
    if (indices.empty())
        findings.push_back({"mesh-empty", Severity::info, name,
                            hasLines ? "holds only lines or points, which are not drawn"
                                     : "has no triangles and is not drawn"});
    return indices;
}

constexpr float kShortestTangent = 1e-20f;  // squared
constexpr float kFarthest = 1e18f;          // beyond, a squared length overflows

bool isWithin(const aiVector3D& v, float limit) {
    return std::abs(v.x) <= limit && std::abs(v.y) <= limit && std::abs(v.z) <= limit;  // false for NaN
}

/// `array`, or a copy in which values that are not finite or beyond `limit` are 0; `broken` is their number.
std::span<const aiVector3D> within(float limit, std::span<const aiVector3D> array, std::vector<aiVector3D>& copy,
                                   size_t& broken) {
    const auto isBroken = [limit](const aiVector3D& v) { return !isWithin(v, limit); };
    broken = static_cast<size_t>(std::count_if(array.begin(), array.end(), isBroken));
    if (broken == 0) return array;
    copy.assign(array.begin(), array.end());
    std::replace_if(copy.begin(), copy.end(), isBroken, aiVector3D());
    return copy;
}

/// False when no position is usable.
bool readPositions(const aiMesh& file, MeshSource& source, Findings& findings) {
    size_t broken = 0;
    source.positions = within(kFarthest, {file.mVertices, file.mNumVertices}, source.repairedPositions, broken);
    if (broken == file.mNumVertices) {
        findings.push_back({"mesh-unusable", Severity::error, source.name, "has no vertex with a finite position"});
        return false;
    }
    if (broken > 0)
        findings.push_back(countFinding("position-not-finite", Severity::error, source.name, broken, "vertex",
                                        "vertices", "without a finite position, moved to the origin"));
    return true;
}

void readNormals(const aiMesh& file, MeshSource& source, Findings& findings) {
    const auto usable = [](const aiVector3D& v) {
        const float squared = v.SquareLength();
        return squared > 1e-30f && std::isfinite(squared);
    };
    if (file.HasNormals()) source.normals = {file.mNormals, file.mNumVertices};
    const auto kept = std::count_if(source.normals.begin(), source.normals.end(), usable);
    const size_t missing = source.positions.size() - static_cast<size_t>(kept);
    if (missing == 0) return;
    std::vector<glm::vec3> positions;
    positions.reserve(source.positions.size());
    for (const aiVector3D& position : source.positions)
        positions.push_back(vec3From(position));
    const std::vector<glm::vec3> made = smoothNormals(positions, source.indices);
    source.repairedNormals.assign(source.normals.begin(), source.normals.end());
    source.repairedNormals.resize(positions.size());
    for (size_t i = 0; i < made.size(); ++i)
        if (!usable(source.repairedNormals[i])) source.repairedNormals[i] = {made[i].x, made[i].y, made[i].z};
    source.normals = source.repairedNormals;
    findings.push_back(countFinding("normals-made", Severity::info, source.name, missing, "vertex", "vertices",
                                    "without a usable normal; smooth normals were generated"));
}

void readColors(const aiMesh& file, MeshSource& source, Findings& findings) {
    source.colors = {file.mColors[0], file.mNumVertices};
    const auto broken = std::ranges::count_if(
        source.colors, [](const aiColor4D& color) { return !std::isfinite(color.r + color.g + color.b + color.a); });
    if (broken > 0)
        findings.push_back(countFinding("color-not-finite", Severity::warning, source.name, static_cast<size_t>(broken),
                                        "vertex", "vertices", "with colors that are not finite, which are limited"));
}

/// Tangents of another length than 1, and those along their normals, where most are so.
void reportTangents(const aiMesh& file, const MeshSource& source, Findings& findings) {
    constexpr float kUnit = 0.1f;       // how far a length may be from 1
    constexpr float kParallel = 0.95f;  // the cosine between a tangent and a normal
    size_t odd = 0, parallel = 0;
    for (size_t v = 0; v < source.tangents.size(); ++v) {
        const aiVector3D& tangent = source.tangents[v];
        const float length = tangent.Length();
        if (!(length > kShortestTangent) || !std::isfinite(length)) continue;
        odd += std::abs(length - 1.0f) > kUnit;
        parallel +=
            file.HasNormals() && std::abs(tangent * file.mNormals[v]) > kParallel * length * file.mNormals[v].Length();
    }
    const auto report = [&](size_t count, const char* what) {
        if (2 * count > source.tangents.size())
            findings.push_back(
                countFinding("tangents-unusable", Severity::info, source.name, count, "vertex", "vertices", what));
    };
    report(odd, "with tangents whose length is not 1");
    report(parallel, "with tangents along their normals");
}

/// Without any that can be used, they are made from the texture coordinates.
void readTangents(const aiMesh& file, MeshSource& source, Findings& findings) {
    source.tangents = {file.mTangents, file.mNumVertices};
    source.bitangents = {file.mBitangents, file.mNumVertices};
    const auto broken = static_cast<size_t>(std::ranges::count_if(source.tangents, [](const aiVector3D& tangent) {
        return !(tangent.SquareLength() > kShortestTangent) || !std::isfinite(tangent.SquareLength());
    }));
    if (broken < source.tangents.size()) reportTangents(file, source, findings);
    if (broken == 0) return;
    findings.push_back(countFinding("tangents-unusable", Severity::info, source.name, broken, "vertex", "vertices",
                                    "with tangents of no length, which are replaced"));
    if (broken == source.tangents.size()) source.tangents = {}, source.bitangents = {};
}

}  // namespace

MeshSource readMesh(const aiMesh& file, Findings& findings, bool wantsMoreUvs) {
    MeshSource source{.name = utf8From(file.mName)};
    source.indices = readTriangles(file, source.name, findings);
    if (source.indices.empty() || !file.HasPositions() || !readPositions(file, source, findings)) {
        source.indices.clear();
        return source;
    }
    const size_t count = file.mNumVertices;
    readNormals(file, source, findings);
    size_t broken = 0;
    constexpr float kFarthestUv = std::numeric_limits<float>::max();
    if (file.HasTextureCoords(0))
        source.uvs = within(kFarthestUv, {file.mTextureCoords[0], count}, source.repairedUvs, broken);
    if (broken > 0)
        findings.push_back(countFinding("uv-not-finite", Severity::warning, source.name, broken, "vertex", "vertices",
                                        "without finite texture coordinates, which are set to 0"));
    if (wantsMoreUvs && file.HasTextureCoords(1))
        source.moreUvs = within(kFarthestUv, {file.mTextureCoords[1], count}, source.repairedMoreUvs, broken);
    if (file.HasVertexColors(0)) readColors(file, source, findings);
    if (file.HasTangentsAndBitangents()) readTangents(file, source, findings);
    return source;
}

}  // namespace sinew
