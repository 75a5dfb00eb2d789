#include "model/check_meshes.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "model/bounds.h"
#include "model/check_text.h"
#include "model/rest_pose.h"

namespace sinew {
namespace {

constexpr float kDegenerate = 1e-6f;    // the height of a triangle over its longest edge, as a share of that
constexpr float kAgainst = -0.2f;       // the cosine between a face and its vertices' normals
constexpr double kMany = 0.05;          // of a mesh's triangles: a warning
constexpr double kLeastMetres = 0.005;  // a figure smaller than that, or larger than the next, has a wrong unit
constexpr double kMostMetres = 1000.0;
constexpr double kLeastUnits = 1e-3;  // the same where the file names no unit
constexpr double kMostUnits = 1e5;

struct FaceCounts {
    size_t degenerate = 0, against = 0;
};

FaceCounts countFaces(const SkinnedMesh& mesh) {
    FaceCounts counts;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
        const glm::vec3 ab = mesh.positions[b] - mesh.positions[a], ac = mesh.positions[c] - mesh.positions[a];
        const glm::vec3 bc = ac - ab;
        const glm::vec3 face = glm::cross(ab, ac);
        const float area = glm::length(face);
        const float longestSquared = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(bc, bc)});
        if (!(area > kDegenerate * longestSquared)) {
            ++counts.degenerate;
            continue;
        }
        const glm::vec3 normal = mesh.normals[a] + mesh.normals[b] + mesh.normals[c];
        const float length = glm::length(normal);
        if (length > 0.0f && glm::dot(face, normal) < kAgainst * area * length) ++counts.against;
    }
    return counts;
}

void checkFaces(const SkinnedMesh& mesh, std::vector<Finding>& findings) {
    const FaceCounts counts = countFaces(mesh);
    const auto severity = [&](size_t count) {
        const bool many = static_cast<double>(count) > kMany * static_cast<double>(mesh.triangleCount());
        return many ? Severity::warning : Severity::info;
    };
    const auto some = [&](size_t count) {
        return std::to_string(count) + " of " + counted(mesh.triangleCount(), "triangle", "triangles");
    };
    if (counts.degenerate > 0)
        findings.push_back({"triangles-degenerate", severity(counts.degenerate), mesh.name,
                            some(counts.degenerate) + " have no area"});
    if (counts.against > 0)
        findings.push_back({"winding-flipped", severity(counts.against), mesh.name,
                            some(counts.against) + " face away from their normals"});
}

void checkUvs(const Model& model, const SkinnedMesh& mesh, std::vector<Finding>& findings) {
    const Material& material = model.materials[mesh.material];
    if ((!material.baseColorTexture && !material.normalTexture) || mesh.uvs.empty()) return;
    if (std::ranges::any_of(mesh.uvs, [&](const glm::vec2& uv) { return uv != mesh.uvs.front(); })) return;
    findings.push_back({"uvs-missing", Severity::warning, mesh.name,
                        "material '" + material.name + "' has a picture, and all " +
                            counted(mesh.vertexCount(), "vertex lies", "vertices lie") + " at one place of it"});
}

void checkSize(const Model& model, std::vector<Finding>& findings) {
    const auto size = static_cast<double>(restPoseOf(model).size);
    const double measured = size * model.metresPerUnit.value_or(1.0);
    const double least = model.metresPerUnit ? kLeastMetres : kLeastUnits;
    const double most = model.metresPerUnit ? kMostMetres : kMostUnits;
    if (measured >= least && measured <= most) return;
    findings.push_back(
        {"size-extreme", Severity::warning, "model",
         "is " + figure(measured) + (model.metresPerUnit ? " m" : " units") + " from corner to corner of its box"});
}

}  // namespace

std::vector<Finding> checkMeshes(const Model& model) {
    std::vector<Finding> findings;
    for (const SkinnedMesh& mesh : model.meshes) {
        checkFaces(mesh, findings);
        checkUvs(model, mesh, findings);
    }
    if (!model.instances.empty()) checkSize(model, findings);
    return findings;
}

}  // namespace sinew
