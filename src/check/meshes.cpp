#include "check/carriers.h"
#include "check/checks.h"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <unordered_map>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/surface.h"
#include "model/poses.h"
#include "model/triangles.h"

namespace sinew {
namespace {

constexpr float kAgainst = -0.2f;         // the cosine between a face normal and its vertex normals
constexpr double kManyDegenerate = 0.05;  // of a mesh's triangles: above it is a warning
constexpr double kManyBent = 0.1;         // the same, for normals of single places
constexpr size_t kMinDegenerate = 4;      // fewer are never a warning
constexpr double kMinMeters = 0.005;      // smaller or larger models have a wrong unit
constexpr double kMaxMeters = 1000.0;
constexpr double kMinFigure = 0.05;  // the same for skinned models
constexpr double kMaxFigure = 60.0;
constexpr double kSmallFigure = 0.2;  // beyond these, a note
constexpr double kLargeFigure = 25.0;
constexpr double kUsualFigure = 6.0;
constexpr float kFarUv = 200.0f;
constexpr double kManyDoubles = 0.01;  // of a mesh's triangles: above it is a warning
constexpr size_t kMinDoubles = 4;
constexpr size_t kMinPoints = 8;
constexpr float kStray = 0.1f;          // of the model's size
constexpr float kSeveralStray = 0.25f;  // the same, of several
constexpr size_t kMostStray = 8;        // vertices
constexpr float kTimesNextEdge = 4.0f;
constexpr float kOneSide = 0.5f;    // of all directions to the neighbors, summed
constexpr double kMinUnits = 1e-3;  // the same if the file has no unit
constexpr double kMaxUnits = 1e5;

enum class Face { sound, degenerate, against };

Face judge(const SkinnedMesh& mesh, const uint32_t* corners) {
    if (isDegenerate(mesh, corners)) return Face::degenerate;
    const glm::vec3& a = mesh.positions[corners[0]];
    const glm::vec3 face = glm::cross(mesh.positions[corners[1]] - a, mesh.positions[corners[2]] - a);
    const float area = glm::length(face);
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
size_t countFlipped(const std::vector<SharedEdge>& edges, const std::vector<Face>& faces) {
    std::vector<uint32_t> pieces(faces.size());
    std::iota(pieces.begin(), pieces.end(), 0u);
    const auto pieceOf = [&](uint32_t face) {
        while (pieces[face] != face)
            face = pieces[face] = pieces[pieces[face]];
        return face;
    };
    for (const SharedEdge& edge : edges)
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

void checkFaces(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings) {
    const std::vector<Face> faces = facesOf(checked.model, group);
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
    const size_t turned = countFlipped(checked.sharedEdgesOf(group), faces);
    if (turned > 0) {
        const Measured flipped = some(turned);
        findings.push_back({"winding-flipped", severity(turned), group.name,
                            flipped.text + " face away from their normals", flipped.figure});
    }
    if (against > turned) {
        const Measured bent = some(against - turned);
        const bool many = static_cast<double>(against - turned) > kManyBent * static_cast<double>(faces.size());
        findings.push_back({"normals-bent", many ? Severity::warning : Severity::info, group.name,
                            bent.text + " face away from their normals, but are wound like their neighbors",
                            bent.figure});
    }
}

bool lacksUvs(const Model& model, const SkinnedMesh& mesh) {
    const Material& material = model.materials[mesh.material];
    if (std::ranges::none_of(material.textures, [](const auto& use) { return use.has_value(); }) || mesh.uvs.empty())
        return false;
    // One texel of a palette is a color; the origin is what there is without coordinates.
    return std::ranges::all_of(mesh.uvs,
                               [](const glm::vec2& uv) { return uv.x == 0.0f && (uv.y == 0.0f || uv.y == 1.0f); });
}

void checkUvs(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    std::set<uint32_t> shown;  // a mesh that was split has parts of one point of a palette
    for (const uint32_t instance : group.instances)
        if (const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh]; !lacksUvs(model, mesh))
            shown.insert(mesh.material);
    std::vector<std::string> materials;
    size_t vertices = 0;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        if (!lacksUvs(model, mesh)) continue;
        if (shown.contains(mesh.material)) continue;
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

void checkUvRange(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    float farthest = 0.0f;
    for (const uint32_t instance : group.instances)
        for (const glm::vec2& uv : model.meshes[model.instances[instance].mesh].uvs)
            farthest = std::max({farthest, std::abs(uv.x), std::abs(uv.y)});
    if (farthest < kFarUv) return;
    const Measured far = measured(static_cast<double>(farthest), "textures");
    findings.push_back({"uvs-far", Severity::warning, group.name,
                        "has texture coordinates up to " + far.text + " away: in pixels?", far.figure});
}

/// Triangles with the same corners and the same winding as another one.
void checkDoubles(const Surface& surface, const std::string& name, std::vector<Finding>& findings) {
    std::vector<std::array<uint32_t, 3>> triangles;
    for (size_t i = 0; i + 2 < surface.corners.size(); i += 3) {
        std::array<uint32_t, 3> points{surface.corners[i].point, surface.corners[i + 1].point,
                                       surface.corners[i + 2].point};
        if (points[0] == points[1] || points[1] == points[2] || points[2] == points[0]) continue;
        std::ranges::rotate(points, std::ranges::min_element(points));
        triangles.push_back(points);
    }
    std::ranges::sort(triangles);
    size_t doubles = 0;
    for (size_t i = 1; i < triangles.size(); ++i)
        doubles += triangles[i] == triangles[i - 1];
    if (doubles == 0) return;
    const Measured count = measuredPart(doubles, triangles.size(), "triangle", "triangles");
    const bool many =
        doubles >= kMinDoubles && static_cast<double>(doubles) > kManyDoubles * static_cast<double>(triangles.size());
    findings.push_back({"triangles-double", many ? Severity::warning : Severity::info, name,
                        count.text + " are there twice", count.figure});
}

/// Points whose shortest edges are far longer than those of all others: one, or a few that are very far away.
std::vector<uint32_t> strayPoints(std::vector<float> shortest, float size) {
    std::vector<uint32_t> order(shortest.size());
    std::iota(order.begin(), order.end(), 0u);
    const size_t most = std::min(order.size() - 1, kMostStray + 1);
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(most), std::greater<>(),
                              [&](uint32_t point) { return shortest[point]; });
    for (size_t count = 1; count < most; ++count) {
        const float nearest = shortest[order[count - 1]], next = shortest[order[count]];
        if (!(nearest > (count == 1 ? kStray : kSeveralStray) * size)) return {};
        if (nearest < kTimesNextEdge * next) continue;
        order.resize(count);
        return order;
    }
    return {};
}

/// Vertices far from all that they have an edge to.
void checkStray(const Model& model, const MeshGroup& group, const Surface& surface, float scale, float size,
                std::vector<Finding>& findings) {
    uint32_t points = 0;
    for (const Surface::Corner& corner : surface.corners)
        points = std::max(points, corner.point + 1);
    std::vector<float> shortest(points, std::numeric_limits<float>::max());
    const auto place = [&](const Surface::Corner& corner) {
        return model.meshes[model.instances[corner.instance].mesh].positions[corner.vertex];
    };
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
        const Surface::Corner &from = surface.corners[corner], &to = surface.corners[Surface::next(corner)];
        if (from.point == to.point) continue;
        const float length = glm::distance(place(from), place(to));
        shortest[from.point] = std::min(shortest[from.point], length);
        shortest[to.point] = std::min(shortest[to.point], length);
    }
    for (float& length : shortest)
        length = length == std::numeric_limits<float>::max() ? 0.0f : length * scale;  // 0: without edges
    if (shortest.size() < kMinPoints) return;
    const std::vector<uint32_t> strays = strayPoints(shortest, size);
    if (strays.empty()) return;
    const auto isStray = [&](uint32_t point) { return std::ranges::find(strays, point) != strays.end(); };
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
        const uint32_t from = surface.corners[corner].point, to = surface.corners[Surface::next(corner)].point;
        if (from != to && isStray(from) && isStray(to)) return;  // a part of few vertices
    }
    // The middle of a disc has its neighbors all around.
    const auto isMiddle = [&](uint32_t stray) {
        glm::vec3 directions(0.0f);
        float count = 0.0f;
        for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
            const Surface::Corner &from = surface.corners[corner], &to = surface.corners[Surface::next(corner)];
            if (from.point == to.point || (from.point != stray && to.point != stray)) continue;
            directions += glm::normalize(place(from) - place(to)) * (from.point == stray ? 1.0f : -1.0f);
            ++count;
        }
        return glm::length(directions) < kOneSide * count;
    };
    if (std::ranges::any_of(strays, isMiddle)) return;
    const float farthest = shortest[strays.front()];
    const Measured away = measuredOfSize(farthest, size);
    findings.push_back({"vertex-stray", Severity::warning, group.name,
                        strays.size() == 1 ? "has a vertex that is " + away.text + " away from all its neighbors"
                                           : "has " + std::to_string(strays.size()) + " vertices that are up to " +
                                                 away.text + " away from all their neighbors",
                        away.figure});
}

/// The unit in which a figure would have a usual size.
std::string unitHint(double meters) {
    constexpr std::array<std::pair<const char*, double>, 3> kLarger{
        {{"centimeters", 0.01}, {"inches", 0.0254}, {"millimeters", 0.001}}};
    if (meters < kSmallFigure)
        return meters * 100.0 > kMinFigure
                   ? "; " + figure(meters * 100.0) + " m if it was scaled from centimeters twice"
                   : "";
    for (const auto& [name, unit] : kLarger)
        if (meters * unit < kUsualFigure) return "; " + figure(meters * unit) + " m if its unit is " + name;
    return "";
}

void checkSize(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const auto size = static_cast<double>(checked.rest.size);
    const double length = size * model.metersPerUnit.value_or(1.0);
    const bool isFigure = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    const double least = !model.metersPerUnit ? kMinUnits : isFigure ? kMinFigure : kMinMeters;
    const double most = !model.metersPerUnit ? kMaxUnits : isFigure ? kMaxFigure : kMaxMeters;
    const bool isExtreme = length < least || length > most;
    const bool isOdd = isFigure && model.metersPerUnit && (length < kSmallFigure || length > kLargeFigure);
    if (!isExtreme && !isOdd) return;
    const Measured diagonal = measured(length, model.metersPerUnit ? "m" : "units");
    findings.push_back({"size-extreme", isExtreme ? Severity::warning : Severity::info, "model",
                        "has a bounding box diagonal of " + diagonal.text +
                            (model.metersPerUnit ? unitHint(length) : "") +
                            scalingNodeText(checked, length > kUsualFigure),
                        diagonal.figure});
}

/// From mesh space to the world, in the rest pose.
float scaleOf(const Model& model, const MeshGroup& group, const RestPose& rest) {
    const MeshInstance& instance = model.instances[group.instances.front()];
    if (instance.bones.empty()) return 1.0f;
    const Bone& bone = instance.bones.front();
    return std::cbrt(std::abs(glm::determinant(glm::mat3(rest.worldFromNode[bone.node] * bone.inverseBindMatrix))));
}

}  // namespace

std::vector<Finding> checkMeshes(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        checkFaces(checked, group, findings);
        checkUvs(model, group, findings);
        checkUvRange(model, group, findings);
        const Surface& surface = checked.surfaceOf(group);
        checkDoubles(surface, group.name, findings);
        checkStray(model, group, surface, scaleOf(model, group, rest), rest.size, findings);
    }
    if (!model.instances.empty()) checkSize(checked, findings);
    return findings;
}

}  // namespace sinew
