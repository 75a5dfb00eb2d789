#include <algorithm>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"

namespace sinew {
namespace {

/// Triangles whose tangents run along the texture coordinates, and those of them with bitangents against these.
struct TangentFrames {
    size_t all = 0, along = 0, against = 0;
    size_t back = 0;  ///< of all: tangents against the direction in which u grows
};

void addTriangle(const SkinnedMesh& mesh, const uint32_t* corners, TangentFrames& frames) {
    const glm::vec2 u = mesh.uvs[corners[1]] - mesh.uvs[corners[0]], v = mesh.uvs[corners[2]] - mesh.uvs[corners[0]];
    const glm::vec3 a = mesh.positions[corners[1]] - mesh.positions[corners[0]];
    const glm::vec3 b = mesh.positions[corners[2]] - mesh.positions[corners[0]];
    const float area = u.x * v.y - u.y * v.x;
    const glm::vec3 alongU = (v.y * a - u.y * b) * (area < 0.0f ? -1.0f : 1.0f);
    const glm::vec3 alongV = (u.x * b - v.x * a) * (area < 0.0f ? -1.0f : 1.0f);
    if (area == 0.0f || glm::dot(alongU, alongU) == 0.0f || glm::dot(alongV, alongV) == 0.0f) return;
    ++frames.all;
    const glm::vec4& own = mesh.tangents[corners[0]];
    const glm::vec3 tangent(own);
    const float cosine = glm::dot(glm::normalize(alongU), tangent);
    frames.back += cosine < -0.5f;
    if (cosine < 0.5f) return;
    ++frames.along;
    // v points down the image, a bitangent up.
    frames.against += glm::dot(own.w * glm::cross(mesh.normals[corners[0]], tangent), alongV) > 0.0f;
}

/// Tangents in other directions show the normal map with the light from elsewhere.
void checkDirections(Subject mesh, const TangentFrames& frames, std::vector<Finding>& findings) {
    const bool areBack = areAtLeast(kSurface.most, frames.back, frames.all);
    const Measured part =
        measuredPart(areBack ? frames.back : frames.all - frames.along, frames.all, "triangle", "triangles");
    findings.push_back(Found("tangents-off", Severity::warning, {mesh},
                             (areBack ? "has tangents against its texture coordinates on "
                                      : "has tangents that do not run along its texture coordinates on ") +
                                 part.text,
                             part.figure));
}

/// A warning where other meshes of the file have the right one. Many files have the other one throughout: their
/// exporters take the bitangent along V, which points down.
void checkHandedness(const std::vector<std::pair<Subject, TangentFrames>>& meshes, std::vector<Finding>& findings) {
    const bool isAnyRight = std::ranges::any_of(meshes, [&](const auto& mesh) {
        return areMoreThan(kSurface.most, mesh.second.along - mesh.second.against, mesh.second.along);
    });
    for (const auto& [mesh, frames] : meshes) {
        if (!areAtLeast(kSurface.most, frames.against, frames.along)) continue;
        const Measured part = measuredPart(frames.against, frames.along, "triangle", "triangles");
        findings.push_back(Found("tangents-off", isAnyRight ? Severity::warning : Severity::info, {mesh},
                                 "has tangents of the other handedness than its texture coordinates on " + part.text,
                                 part.figure));
    }
}

}  // namespace

std::vector<Finding> checkTangents(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    std::vector<std::pair<Subject, TangentFrames>> judged;  // by mesh
    for (const MeshGroup& group : checked.groups) {
        TangentFrames frames;
        size_t triangles = 0;
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            const bool isSeen = model.materials[mesh.material].texture(TextureSlot::normal).has_value();
            if (!isSeen || mesh.uvs.size() != mesh.vertexCount() || mesh.tangents.size() != mesh.vertexCount())
                continue;
            triangles += mesh.triangleCount();
            for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
                addTriangle(mesh, &mesh.indices[i], frames);
        }
        if (frames.all < kSurface.judgedFaces) continue;
        const Subject mesh = meshSubject(model, group);
        if (areAtLeast(kSurface.most, frames.along, frames.all)) judged.emplace_back(mesh, frames);
        if (!areAtLeast(kSurface.unlike, frames.along, frames.all) && 2 * frames.all > triangles)
            checkDirections(mesh, frames, findings);
    }
    checkHandedness(judged, findings);
    return findings;
}

}  // namespace sinew
