#include "import/mesh_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "import/convert.h"
#include "import/tangent_frame.h"
#include "model/check_text.h"

namespace sinew {
namespace {

using Findings = std::vector<Finding>;

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
    if (outOfRange > 0) {
        const Stated count = statedCount(outOfRange, "triangle", "triangles");
        findings.push_back({"index-out-of-range", Severity::warning, name,
                            count.text + " with vertices that do not exist, left out", count.figure});
    }
    if (indices.empty())
        findings.push_back({"mesh-empty", Severity::warning, name, "has no triangles and is not drawn"});
    return indices;
}

/// Beyond that the square of a length is no float any more.
constexpr float kFarthest = 1e18f;

bool isWithin(const aiVector3D& v, float limit) {
    return std::abs(v.x) <= limit && std::abs(v.y) <= limit && std::abs(v.z) <= limit;  // false for NaN
}

/// `array`, or where a value is not finite or beyond `limit` a copy with 0 in its place; `broken` says how many there
/// were.
std::span<const aiVector3D> within(float limit, std::span<const aiVector3D> array, std::vector<aiVector3D>& copy,
                                   size_t& broken) {
    const auto isBroken = [limit](const aiVector3D& v) { return !isWithin(v, limit); };
    broken = static_cast<size_t>(std::count_if(array.begin(), array.end(), isBroken));
    if (broken == 0) return array;
    copy.assign(array.begin(), array.end());
    std::replace_if(copy.begin(), copy.end(), isBroken, aiVector3D());
    return copy;
}

/// False when there is not one to be used.
bool readPositions(const aiMesh& file, MeshSource& source, Findings& findings) {
    size_t broken = 0;
    source.positions = within(kFarthest, {file.mVertices, file.mNumVertices}, source.repairedPositions, broken);
    if (broken == file.mNumVertices) {
        findings.push_back(
            {"mesh-unusable", Severity::error, source.name, "none of its vertices has a finite position"});
        return false;
    }
    if (broken > 0) {
        const Stated count = statedCount(broken, "vertex", "vertices");
        findings.push_back({"position-not-finite", Severity::error, source.name,
                            count.text + " without a finite position, put at the origin", count.figure});
    }
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
    const Stated count = statedCount(missing, "vertex", "vertices");
    findings.push_back({"normals-made", Severity::info, source.name,
                        file.HasNormals() ? count.text + " without a usable normal; smooth ones were made"
                                          : "has no normals; smooth ones were made, at " + count.text,
                        count.figure});
}

}  // namespace

MeshSource readMesh(const aiMesh& file, std::vector<Finding>& findings) {
    MeshSource source{.name = utf8From(file.mName)};
    source.indices = readTriangles(file, source.name, findings);
    if (source.indices.empty() || !file.HasPositions()) {
        source.indices.clear();
        return source;
    }
    const size_t count = file.mNumVertices;
    if (!readPositions(file, source, findings)) {
        source.indices.clear();
        return source;
    }
    readNormals(file, source, findings);
    size_t broken = 0;
    if (file.HasTextureCoords(0))
        source.uvs =
            within(std::numeric_limits<float>::max(), {file.mTextureCoords[0], count}, source.repairedUvs, broken);
    if (file.HasVertexColors(0)) source.colors = {file.mColors[0], count};
    if (file.HasTangentsAndBitangents()) {
        source.tangents = {file.mTangents, count};
        source.bitangents = {file.mBitangents, count};
    }
    return source;
}

}  // namespace sinew
