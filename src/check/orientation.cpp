#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMinTriangles = 32;
constexpr double kMostShared = 0.9;   // of the edges: the surface is closed
constexpr double kHollow = -0.02;     // of the box's volume
constexpr float kFarFromFace = 0.4f;  // the cosine between a face and its normals
constexpr double kManyFar = 0.4;      // of the surface
constexpr size_t kMinNormalParts = 3;
constexpr double kHardlyFar = 0.02;      // of a part's surface
constexpr double kAgainstOfPart = 0.25;  // the same: more of it is inside out
constexpr double kTurnedBy = 20.0;       // degrees
constexpr double kNormalsFit = 0.85;     // the mean cosine between turned normals and their faces
constexpr double kGain = 0.1;            // of that, by the turn
constexpr float kSameBox = 0.15f;        // of a box's size: one surface around another

struct Shape {
    double volume = 0.0;               ///< positive where the faces are seen from outside; in mesh units
    double area = 0.0, farArea = 0.0;  ///< of all faces, and of those far from their normals
    double against = 0.0;              ///< area of faces that point against their normals
    glm::dmat3 facesByNormals{0.0};    ///< the sum of the outer products of faces and the unit normals of their corners
    size_t triangles = 0;
    Box box;
};

Shape shapeOf(const Model& model, const std::vector<uint32_t>& instances) {
    Shape shape;
    for (const uint32_t instance : instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        for (const glm::vec3& position : mesh.positions)
            shape.box.add(position);
    }
    const glm::vec3 center = 0.5f * (shape.box.min + shape.box.max);
    for (const uint32_t instance : instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const uint32_t* const corners = &mesh.indices[i];
            const glm::vec3 a = mesh.positions[corners[0]] - center, b = mesh.positions[corners[1]] - center,
                            c = mesh.positions[corners[2]] - center;
            const glm::vec3 face = glm::cross(b - a, c - a);
            const float length = glm::length(face);
            const glm::vec3 normal = mesh.normals[corners[0]] + mesh.normals[corners[1]] + mesh.normals[corners[2]];
            const float cosine = glm::dot(face, normal), scale = length * glm::length(normal);
            shape.volume += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6.0;
            shape.area += static_cast<double>(length);
            if (scale > 0.0f)
                shape.facesByNormals += glm::outerProduct(glm::dvec3(face), glm::dvec3(glm::normalize(normal)));
            if (cosine < kFarFromFace * scale) shape.farArea += static_cast<double>(length);
            if (cosine < 0.0f) shape.against += static_cast<double>(length);
            ++shape.triangles;
        }
    }
    return shape;
}

/// The rotation that brings all normals nearest to their faces, in degrees, and how much nearer: the gain of the mean
/// cosine between both, weighted by area. Davenport's q-method, by power iteration.
struct Turned {
    double degrees = 0.0, cosine = 0.0, gain = 0.0;
};
Turned turnedNormals(const Shape& shape) {
    constexpr int kIterations = 100;
    const glm::dmat3& b = shape.facesByNormals;
    const double trace = b[0][0] + b[1][1] + b[2][2], shift = 2.0 * shape.area;  // all eigenvalues become positive
    const glm::dvec3 z(b[1][2] - b[2][1], b[2][0] - b[0][2], b[0][1] - b[1][0]);
    const glm::dmat3 sum = b + glm::transpose(b) - trace * glm::dmat3(1.0);
    glm::dvec4 turn(0.2, 0.1, 0.15, 1.0);  // x y z w
    double length = 0.0;
    for (int i = 0; i < kIterations; ++i) {
        const glm::dvec3 axis(turn);
        const glm::dvec4 next = glm::dvec4(sum * axis + z * turn.w, glm::dot(z, axis) + trace * turn.w) + shift * turn;
        length = glm::length(next);
        turn = next / length;
    }
    const double most = (length - shift) / shape.area;
    return {2.0 * std::acos(std::min(1.0, std::abs(turn.w))) * 180.0 / std::numbers::pi, most,
            most - trace / shape.area};
}

double volumeOf(const Box& box) {
    const glm::dvec3 size(box.max - box.min);
    return size.x * size.y * size.z;
}

bool isClosed(const CheckedModel& checked, const MeshGroup& group) {
    const double edges = 0.5 * static_cast<double>(checked.surfaceOf(group).corners.size());
    return static_cast<double>(checked.sharedEdgesOf(group).size()) > kMostShared * edges;
}

/// A copy of a figure around it, of which the inside is seen, draws its outline.
bool isOutline(const Shape& shape, const std::vector<Shape>& all) {
    return std::ranges::any_of(all, [&](const Shape& other) {
        const float most = kSameBox * shape.box.diagonal();
        return other.volume > 0.0 && glm::distance(other.box.min, shape.box.min) < most &&
               glm::distance(other.box.max, shape.box.max) < most;
    });
}

/// True where a bone or node mirrors the mesh, which turns it inside out again.
bool isMirrored(const Model& model, const RestPose& rest, const MeshGroup& group) {
    return std::ranges::any_of(group.instances, [&](uint32_t index) {
        return std::ranges::any_of(model.instances[index].bones, [&](const Bone& bone) {
            return !(glm::determinant(glm::mat3(rest.worldFromNode[bone.node] * bone.inverseBindMatrix)) > 0.0f);
        });
    });
}

/// The parts of a mesh that have normals far from their faces, if those of all others fit.
void checkPartNormals(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    if (group.instances.size() < kMinNormalParts) return;
    std::vector<std::string> materials;
    double most = 0.0;  // of the surface of a part
    for (const uint32_t instance : group.instances) {
        const Shape part = shapeOf(model, {instance});
        if (!(part.farArea > kHardlyFar * part.area)) continue;
        if (part.triangles < kMinTriangles || part.farArea < kManyFar * part.area ||
            part.against > kAgainstOfPart * part.area)
            return;
        materials.push_back(
            materialName(model, model.materials[model.meshes[model.instances[instance].mesh].material]));
        most = std::max(most, part.farArea / part.area);
    }
    if (materials.empty()) return;
    const Measured far = measuredShare(most, "the surface");
    findings.push_back({"normals-off", Severity::warning, group.name,
                        "has normals far from its faces where the material is " + listed(materials) + ", on up to " +
                            far.text + " there, and nowhere else",
                        far.figure});
}

}  // namespace

std::vector<Finding> checkOrientation(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    const std::vector<MeshGroup>& groups = checked.groups;
    std::vector<Shape> shapes;
    for (const MeshGroup& group : groups)
        shapes.push_back(shapeOf(model, group.instances));
    for (size_t i = 0; i < groups.size(); ++i) {
        const Shape& shape = shapes[i];
        if (shape.triangles < kMinTriangles || !(shape.area > 0.0)) continue;
        // Leaves of a plant may have normals that point up.
        const auto isJudged = [&] { return groups[i].skinned || isClosed(checked, groups[i]); };
        if (groups[i].skinned && shape.volume < kHollow * volumeOf(shape.box) && shape.against < 0.5 * shape.area &&
            !isOutline(shape, shapes) && !isMirrored(model, rest, groups[i]) && isClosed(checked, groups[i]))
            findings.push_back({"mesh-inside-out", Severity::warning, groups[i].name,
                                "is seen from inside: its faces and normals point inward"});
        if (shape.farArea > kManyFar * shape.area && shape.against < 0.5 * shape.area && isJudged()) {
            const Measured far = measuredShare(shape.farArea / shape.area, "the surface");
            findings.push_back({"normals-off", Severity::warning, groups[i].name,
                                "has normals far from its faces on " + far.text + ": of other axes, or another shape?",
                                far.figure});
        } else if (const Turned turned = turnedNormals(shape);
                   turned.degrees > kTurnedBy && turned.cosine > kNormalsFit && turned.gain > kGain && isJudged()) {
            const Measured by = measured(turned.degrees, "degrees");
            findings.push_back({"normals-off", Severity::warning, groups[i].name,
                                "has normals that are turned by " + by.text + " against its faces", by.figure});
        } else if (groups[i].skinned) {
            checkPartNormals(model, groups[i], findings);
        }
    }
    return findings;
}

}  // namespace sinew
