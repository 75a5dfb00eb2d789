#include "import/build/sound_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "import/build/convert.h"
#include "import/build/tangent_frame.h"

namespace sinew {
namespace {

constexpr float kShortestTangent = 1e-20f;  // squared
constexpr float kFarthest = 1e18f;          // beyond, a squared length overflows

void dropBrokenTriangles(SourceMesh& mesh, Findings& findings) {
    size_t kept = 0, outOfRange = 0;
    std::vector<uint32_t>& indices = mesh.indices;
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        if (std::max({indices[i], indices[i + 1], indices[i + 2]}) >= mesh.positions.size()) {
            ++outOfRange;
            continue;
        }
        if (kept != i) std::copy_n(&indices[i], 3, &indices[kept]);
        kept += 3;
    }
    indices.resize(kept);
    if (outOfRange > 0)
        findings.push_back(countFinding("index-out-of-range", Severity::warning, mesh.name, outOfRange, "triangle",
                                        "triangles", "ignored: vertices that do not exist"));
    if (indices.empty())
        findings.push_back({"mesh-empty", Severity::info, mesh.name,
                            mesh.hasPointsOrLines ? "holds only lines or points, which are not drawn"
                                                  : "has no triangles and is not drawn"});
}

/// Sets values that are not finite or beyond `limit` to 0. Returns their number.
template <typename Vector>
size_t limitTo(float limit, std::vector<Vector>& array) {
    size_t broken = 0;
    for (Vector& value : array) {
        bool isWithin = true;
        for (int i = 0; i < Vector::length(); ++i)
            isWithin = isWithin && std::abs(value[i]) <= limit;  // false for NaN
        if (isWithin) continue;
        value = Vector(0.0f);
        ++broken;
    }
    return broken;
}

/// False when no position is usable.
bool repairPositions(SourceMesh& mesh, Findings& findings) {
    const size_t broken = limitTo(kFarthest, mesh.positions);
    if (broken == mesh.positions.size()) {
        findings.push_back({"mesh-unusable", Severity::error, mesh.name, "has no vertex with a finite position"});
        return false;
    }
    if (broken > 0)
        findings.push_back(countFinding("position-not-finite", Severity::error, mesh.name, broken, "vertex", "vertices",
                                        "without a finite position, moved to the origin"));
    return true;
}

void repairNormals(SourceMesh& mesh, Findings& findings) {
    const auto isUsable = [](const glm::vec3& v) {
        const float squared = glm::dot(v, v);
        return squared > 1e-30f && std::isfinite(squared);
    };
    const auto usable = static_cast<size_t>(std::ranges::count_if(mesh.normals, isUsable));
    const size_t missing = mesh.positions.size() - usable;
    if (missing == 0) return;
    const std::vector<glm::vec3> made = smoothNormals(mesh.positions, mesh.indices);
    mesh.normals.resize(made.size(), glm::vec3(0.0f));
    for (size_t i = 0; i < made.size(); ++i)
        if (!isUsable(mesh.normals[i])) mesh.normals[i] = made[i];
    findings.push_back(countFinding("normals-made", Severity::info, mesh.name, missing, "vertex", "vertices",
                                    "without a usable normal; smooth normals were generated"));
}

/// Tangents of another length than 1, and those along their normals, where most are so.
void reportTangents(const SourceMesh& mesh, bool hasNormals, Findings& findings) {
    constexpr float kUnit = 0.1f;       // how far a length may be from 1
    constexpr float kParallel = 0.95f;  // the cosine between a tangent and a normal
    size_t odd = 0, parallel = 0;
    for (size_t v = 0; v < mesh.tangents.size(); ++v) {
        const glm::vec3 tangent(mesh.tangents[v]);
        const float length = glm::length(tangent);
        if (!(length > kShortestTangent) || !std::isfinite(length)) continue;
        odd += std::abs(length - 1.0f) > kUnit;
        parallel += hasNormals &&
                    std::abs(glm::dot(tangent, mesh.normals[v])) > kParallel * length * glm::length(mesh.normals[v]);
    }
    const auto report = [&](size_t count, const char* what) {
        if (2 * count > mesh.tangents.size())
            findings.push_back(
                countFinding("tangents-unusable", Severity::info, mesh.name, count, "vertex", "vertices", what));
    };
    report(odd, "with tangents whose length is not 1");
    report(parallel, "with tangents along their normals");
}

/// Without any that can be used, they are made from the texture coordinates.
void checkTangents(SourceMesh& mesh, bool hasNormals, Findings& findings) {
    const auto broken = static_cast<size_t>(std::ranges::count_if(mesh.tangents, [](const glm::vec4& tangent) {
        const float squared = glm::dot(glm::vec3(tangent), glm::vec3(tangent));
        return !(squared > kShortestTangent) || !std::isfinite(squared);
    }));
    if (broken < mesh.tangents.size()) reportTangents(mesh, hasNormals, findings);
    if (broken == 0) return;
    findings.push_back(countFinding("tangents-unusable", Severity::info, mesh.name, broken, "vertex", "vertices",
                                    "with tangents of no length, which are replaced"));
    if (broken == mesh.tangents.size()) mesh.tangents.clear();
}

}  // namespace

void makeSound(SourceMesh& mesh, Findings& findings) {
    dropBrokenTriangles(mesh, findings);
    if (mesh.indices.empty() || !repairPositions(mesh, findings)) {
        mesh.indices.clear();
        return;
    }
    const bool hasNormals = !mesh.normals.empty();
    repairNormals(mesh, findings);
    constexpr float kFarthestUv = std::numeric_limits<float>::max();
    if (const size_t broken = limitTo(kFarthestUv, mesh.uvs[0]); broken > 0)
        findings.push_back(countFinding("uv-not-finite", Severity::warning, mesh.name, broken, "vertex", "vertices",
                                        "without finite texture coordinates, which are set to 0"));
    limitTo(kFarthestUv, mesh.uvs[1]);
    const auto broken = static_cast<size_t>(
        std::ranges::count_if(mesh.colors, [](const glm::vec4& color) { return !isFinite(color); }));
    if (broken > 0)
        findings.push_back(countFinding("color-not-finite", Severity::warning, mesh.name, broken, "vertex", "vertices",
                                        "with colors that are not finite, which are limited"));
    if (!mesh.tangents.empty()) checkTangents(mesh, hasNormals, findings);
}

}  // namespace sinew
