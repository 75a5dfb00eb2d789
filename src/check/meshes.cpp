#include "check/checks.h"

#include <numeric>

#include <glm/geometric.hpp>

#include "check/surface.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr float kDegenerate = 1e-6f;      // the height of a triangle over its longest edge, relative to that edge
constexpr float kAgainst = -0.2f;         // the cosine between a face normal and its vertex normals
constexpr double kManyDegenerate = 0.05;  // of a mesh's triangles: above it is a warning
constexpr size_t kMinDegenerate = 4;      // fewer are never a warning
constexpr double kMinMeters = 0.005;      // smaller or larger models have a wrong unit
constexpr double kMaxMeters = 1000.0;
constexpr double kMinUnits = 1e-3;  // the same if the file has no unit
constexpr double kMaxUnits = 1e5;

enum class Face { sound, degenerate, against };

Face judge(const SkinnedMesh& mesh, const uint32_t* corners) {
    const glm::vec3& a = mesh.positions[corners[0]];
    const glm::vec3 ab = mesh.positions[corners[1]] - a, ac = mesh.positions[corners[2]] - a;
    const glm::vec3 bc = ac - ab;
    const glm::vec3 face = glm::cross(ab, ac);
    const float area = glm::length(face);
    const float longestSquared = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(bc, bc)});
    if (!(area > kDegenerate * longestSquared)) return Face::degenerate;
    const glm::vec3 normal = mesh.normals[corners[0]] + mesh.normals[corners[1]] + mesh.normals[corners[2]];
    const float length = glm::length(normal);
    return length > 0.0f && glm::dot(face, normal) < kAgainst * area * length ? Face::against : Face::sound;
}

std::vector<Face> facesOf(const Model& model, const MeshGroup& group) {
    std::vector<Face> faces;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
            faces.push_back(judge(mesh, &mesh.indices[i]));
    }
    return faces;
}

/// Counts the faces in flipped pieces. A piece is a connected surface of consistent winding; it is flipped if most of
/// its faces are against their normals. Elsewhere the normals were edited, or the vertices moved without them.
size_t countFlipped(const Model& model, const MeshGroup& group, const std::vector<Face>& faces) {
    std::vector<uint32_t> pieces(faces.size());
    std::iota(pieces.begin(), pieces.end(), 0u);
    const auto pieceOf = [&](uint32_t face) {
        while (pieces[face] != face)
            face = pieces[face] = pieces[pieces[face]];
        return face;
    };
    for (const SharedEdge& edge : sharedEdges(surfaceOf(model, group)))
        pieces[pieceOf(edge.corner / 3)] = pieceOf(edge.other / 3);
    std::vector<size_t> against(faces.size()), sound(faces.size());
    for (uint32_t face = 0; face < faces.size(); ++face) {
        if (faces[face] == Face::against) ++against[pieceOf(face)];
        if (faces[face] == Face::sound) ++sound[pieceOf(face)];
    }
    size_t flipped = 0;
    for (size_t piece = 0; piece < faces.size(); ++piece)
        if (against[piece] > sound[piece]) flipped += against[piece];
    return flipped;
}

void checkFaces(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    const std::vector<Face> faces = facesOf(model, group);
    const auto count = [&](Face face) { return static_cast<size_t>(std::ranges::count(faces, face)); };
    const auto severity = [&](size_t some) {
        const bool many = static_cast<double>(some) > kManyDegenerate * static_cast<double>(faces.size());
        return many ? Severity::warning : Severity::info;
    };
    const auto some = [&](size_t number) { return measuredPart(number, faces.size(), "triangle", "triangles"); };
    if (const size_t number = count(Face::degenerate); number > 0) {
        const Measured degenerate = some(number);
        findings.push_back({"triangles-degenerate", number < kMinDegenerate ? Severity::info : severity(number),
                            group.name, degenerate.text + " have no area", degenerate.figure});
    }
    const size_t against = count(Face::against);
    if (against == 0) return;
    const size_t turned = countFlipped(model, group, faces);
    if (turned > 0) {
        const Measured flipped = some(turned);
        findings.push_back({"winding-flipped", severity(turned), group.name,
                            flipped.text + " face away from their normals", flipped.figure});
    }
    if (against > turned) {
        const Measured bent = some(against - turned);
        findings.push_back({"normals-bent", Severity::info, group.name,
                            bent.text + " face away from their normals, but are wound like their neighbors",
                            bent.figure});
    }
}

bool lacksUvs(const Model& model, const SkinnedMesh& mesh) {
    const Material& material = model.materials[mesh.material];
    if (std::ranges::none_of(material.textures, [](const auto& use) { return use.has_value(); }) || mesh.uvs.empty())
        return false;
    return std::ranges::all_of(mesh.uvs, [&](const glm::vec2& uv) { return uv == mesh.uvs.front(); });
}

void checkUvs(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    std::vector<std::string> materials;
    size_t vertices = 0;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        if (!lacksUvs(model, mesh)) continue;
        materials.push_back(model.materials[mesh.material].name);
        vertices += mesh.vertexCount();
    }
    if (materials.empty()) return;
    const Measured count = measuredCount(vertices, "vertex", "vertices");
    findings.push_back({"uvs-missing", Severity::warning, group.name,
                        (materials.size() == 1 ? "material " + listed(materials) + " has a texture, but "
                                               : "materials " + listed(materials) + " have textures, but ") +
                            count.text + (vertices == 1 ? " has" : " have") + " the same texture coordinates",
                        count.figure});
}

void checkSize(const Model& model, std::vector<Finding>& findings) {
    const auto size = static_cast<double>(restPoseOf(model).size);
    const double length = size * model.metersPerUnit.value_or(1.0);
    const double least = model.metersPerUnit ? kMinMeters : kMinUnits;
    const double most = model.metersPerUnit ? kMaxMeters : kMaxUnits;
    if (length >= least && length <= most) return;
    const Measured diagonal = measured(length, model.metersPerUnit ? "m" : "units");
    findings.push_back({"size-extreme", Severity::warning, "model", "has a bounding box diagonal of " + diagonal.text,
                        diagonal.figure});
}

}  // namespace

std::vector<Finding> checkMeshes(const Model& model) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : meshGroups(model)) {
        checkFaces(model, group, findings);
        checkUvs(model, group, findings);
    }
    if (!model.instances.empty()) checkSize(model, findings);
    return findings;
}

}  // namespace sinew
