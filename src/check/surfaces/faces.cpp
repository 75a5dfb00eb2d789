#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/disjoint_sets.h"
#include "check/found.h"
#include "check/surfaces/limits.h"
#include "model/bounds.h"
#include "model/triangles.h"

namespace sinew {
namespace {

enum class Face : uint8_t { sound, degenerate, against };

/// The faces of a mesh group, in mesh units.
struct Faces {
    std::vector<Face> kinds;
    size_t degenerate = 0, against = 0;
    size_t doubled = 0;                ///< degenerate, between vertices that are there twice
    double volume = 0.0;               ///< positive where the faces are seen from outside
    double area = 0.0, farArea = 0.0;  ///< of all faces, and of those far from their normals
    double againstArea = 0.0;          ///< of faces on whose back their normals are
    std::vector<float> areas;          ///< by face; all are doubled
    glm::dmat3 byNormals{0.0};         ///< the sum of the outer products of faces and the unit normals of their corners
    Box box;
};

bool isDoubled(const SkinnedMesh& mesh, const uint32_t* corners) {
    const auto isTwice = [&](uint32_t a, uint32_t b) { return a != b && mesh.positions[a] == mesh.positions[b]; };
    return isTwice(corners[0], corners[1]) || isTwice(corners[1], corners[2]) || isTwice(corners[2], corners[0]);
}

void addFace(const SkinnedMesh& mesh, const uint32_t* corners, const glm::vec3& center, Faces& sum) {
    const glm::vec3 a = mesh.positions[corners[0]] - center, b = mesh.positions[corners[1]] - center,
                    c = mesh.positions[corners[2]] - center;
    const glm::vec3 face = glm::cross(b - a, c - a);
    const glm::vec3 normal = mesh.normals[corners[0]] + mesh.normals[corners[1]] + mesh.normals[corners[2]];
    const float area = glm::length(face), cosine = glm::dot(face, normal), scale = area * glm::length(normal);
    sum.volume += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6.0;
    sum.area += static_cast<double>(area);
    if (scale > 0.0f) sum.byNormals += glm::outerProduct(glm::dvec3(face), glm::dvec3(glm::normalize(normal)));
    if (cosine < kSurface.unlike * scale) sum.farArea += static_cast<double>(area);
    if (cosine < 0.0f) sum.againstArea += static_cast<double>(area);
    sum.areas.push_back(area);
    const Face kind = isDegenerate(mesh, corners)                         ? Face::degenerate
                      : scale > 0.0f && cosine < kSurface.against * scale ? Face::against
                                                                          : Face::sound;
    sum.kinds.push_back(kind);
    sum.against += kind == Face::against;
    sum.degenerate += kind == Face::degenerate;
    sum.doubled += kind == Face::degenerate && isDoubled(mesh, corners);
}

Faces facesOf(const Model& model, const MeshGroup& group) {
    Faces faces;
    for (const uint32_t instance : group.instances)
        for (const glm::vec3& position : model.meshes[model.instances[instance].mesh].positions)
            faces.box.add(position);
    const glm::vec3 center = 0.5f * (faces.box.min + faces.box.max);
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
            addFace(mesh, &mesh.indices[i], center, faces);
    }
    return faces;
}

/// The faces of flipped pieces that are against their normals. A piece is a connected surface of consistent winding; it
/// is flipped if most of its faces are against their normals. Elsewhere the normals were edited, or the vertices moved
/// without them.
struct Flipped {
    size_t count = 0;
    double area = 0.0;
};
Flipped flippedFaces(const std::vector<SharedEdge>& edges, const Faces& faces) {
    DisjointSets pieces(faces.kinds.size());
    for (const SharedEdge& edge : edges)
        pieces.join(edge.corner / 3, edge.other / 3);
    std::vector<int> votes(faces.kinds.size());
    for (uint32_t face = 0; face < faces.kinds.size(); ++face)
        if (faces.kinds[face] != Face::degenerate)
            votes[pieces.topOf(face)] += faces.kinds[face] == Face::against ? 1 : -1;
    Flipped flipped;
    for (uint32_t face = 0; face < faces.kinds.size(); ++face)
        if (faces.kinds[face] == Face::against && votes[pieces.topOf(face)] > 0)
            ++flipped.count, flipped.area += static_cast<double>(faces.areas[face]);
    return flipped;
}

/// The rotation that brings all normals nearest to their faces, in degrees, and how much nearer: the gain of the mean
/// cosine between both, weighted by area. Davenport's q-method, by power iteration.
struct Turned {
    double degrees = 0.0, cosine = 0.0, gain = 0.0;
};
Turned turnedNormals(const Faces& faces) {
    constexpr int kIterations = 100;
    const glm::dmat3& b = faces.byNormals;
    const double trace = b[0][0] + b[1][1] + b[2][2], shift = 2.0 * faces.area;  // all eigenvalues become positive
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
    const double most = (length - shift) / faces.area;
    return {2.0 * std::acos(std::min(1.0, std::abs(turn.w))) * 180.0 / std::numbers::pi, most,
            most - trace / faces.area};
}

class FaceCheck {
  public:
    FaceCheck(const CheckedModel& checked, std::vector<Finding>& findings) : checked_(checked), findings_(findings) {
        for (const MeshGroup& group : checked.groups)
            all_.push_back(facesOf(checked.model, group));
    }

    void run() {
        for (size_t i = 0; i < all_.size(); ++i) {
            checkDegenerate(checked_.groups[i], all_[i]);
            if (isInsideOut(checked_.groups[i], all_[i]))
                add("mesh-inside-out", Severity::warning, checked_.groups[i],
                    "is seen from inside: its faces and normals point inward");
            else if (!isSky(checked_.groups[i], all_[i]))
                checkNormals(checked_.groups[i], all_[i]);
        }
    }

  private:
    void add(const char* id, Severity severity, const MeshGroup& group, const std::string& message,
             const std::optional<Figure>& figure = std::nullopt) {
        findings_.push_back(Found(id, severity, {meshSubject(checked_.model, group)}, message, figure));
    }

    static bool areMany(size_t count, const Faces& faces) {
        return areMoreThan(kSurface.many, count, faces.kinds.size());
    }

    void checkDegenerate(const MeshGroup& group, const Faces& faces) {
        if (!areAtLeast(kSurface.small, faces.degenerate, faces.kinds.size()) || faces.degenerate == 0) return;
        const Measured part = measuredPart(faces.degenerate, faces.kinds.size(), "triangle", "triangles");
        const bool areDoubled = areMany(faces.doubled, faces);
        add("triangles-degenerate", areDoubled ? Severity::warning : Severity::info, group,
            part.text + " have no area" +
                (areDoubled ? ", " + std::to_string(faces.doubled) + " of them because of doubled vertices" : ""),
            part.figure);
    }

    bool isClosed(const MeshGroup& group) const {
        return areMoreThan(kSurface.nearlyAll, 2 * checked_.sharedEdgesOf(group).size(),
                           checked_.surfaceOf(group).corners.size());
    }

    bool isInsideOut(const MeshGroup& group, const Faces& faces) const {
        const glm::dvec3 size(faces.box.max - faces.box.min);
        return group.skinned && faces.kinds.size() >= kSurface.judgedFaces &&
               faces.volume < -double{kSurface.slight} * size.x * size.y * size.z &&
               faces.againstArea < 0.5 * faces.area && !isOutline(faces) && !isMirrored(group) && isClosed(group);
    }

    /// A copy of a figure around it, of which the inside is seen, draws its outline.
    bool isOutline(const Faces& faces) const {
        return std::ranges::any_of(all_, [&](const Faces& other) {
            const float most = kSurface.alike * faces.box.diagonal();
            return other.volume > 0.0 && glm::distance(other.box.min, faces.box.min) < most &&
                   glm::distance(other.box.max, faces.box.max) < most;
        });
    }

    /// True where a bone or node mirrors the mesh, which turns it inside out again.
    bool isMirrored(const MeshGroup& group) const {
        return std::ranges::any_of(group.instances, [&](uint32_t index) {
            return std::ranges::any_of(checked_.model.instances[index].bones, [&](const Bone& bone) {
                const glm::mat4 worldFromMesh = checked_.rest.worldFromNode[bone.node] * bone.inverseBindMatrix;
                return !(glm::determinant(glm::mat3(worldFromMesh)) > 0.0f);
            });
        });
    }

    /// True for a mesh around everything else, which is seen from inside.
    bool isSky(const MeshGroup& group, const Faces& faces) const {
        if (group.skinned || faces.against == 0 || faces.volume >= 0.0 || checked_.groups.size() < 2) return false;
        Box own;
        for (const uint32_t instance : group.instances) {
            const Box box = checked_.restBox(instance);
            own.add(box.min), own.add(box.max);
        }
        return std::ranges::all_of(checked_.groups, [&](const MeshGroup& other) {
            return &other == &group || std::ranges::all_of(other.instances, [&](uint32_t instance) {
                const Box box = checked_.restBox(instance);
                return glm::all(glm::lessThanEqual(own.min, box.min)) &&
                       glm::all(glm::greaterThanEqual(own.max, box.max));
            });
        });
    }

    /// The one cause for which faces and normals of a mesh do not fit.
    void checkNormals(const MeshGroup& group, const Faces& faces) {
        const Flipped flipped = faces.against > 0 ? flippedFaces(checked_.sharedEdgesOf(group), faces) : Flipped();
        // Leaves of a plant may have normals that point up.
        const auto isJudged = [&] {
            return faces.kinds.size() >= kSurface.judgedFaces && faces.area > 0.0 && (group.skinned || isClosed(group));
        };
        if (flipped.area < double{kSurface.nearlyAll} * faces.area) {
            const Turned turned = turnedNormals(faces);
            if (turned.degrees > double{kSurface.turned} && 1.0 - turned.cosine < double{kSurface.alike} &&
                turned.gain > double{kSurface.many} && isJudged()) {
                const Measured by = measured(turned.degrees, "degrees");
                return add("normals-off", Severity::warning, group,
                           "has normals that are turned by " + by.text + " against its faces", by.figure);
            }
        }
        if (faces.farArea > double{kSurface.unlike} * faces.area && faces.againstArea < 0.5 * faces.area &&
            flipped.area < 0.5 * faces.farArea && isJudged()) {
            const Measured far = measuredShare(faces.farArea / faces.area, "the surface");
            return add("normals-off", Severity::warning, group,
                       "has normals far from its faces on " + far.text + ": of other axes, or another shape?",
                       far.figure);
        }
        if (flipped.count > 0 && 2 * flipped.count >= faces.against) {
            const Measured part = measuredPart(flipped.count, faces.kinds.size(), "triangle", "triangles");
            return add("winding-flipped", areMany(flipped.count, faces) ? Severity::warning : Severity::info, group,
                       part.text + " face away from their normals", part.figure);
        }
        if (!areMoreThan(kSurface.few, faces.against, faces.kinds.size())) return;
        const Measured bent = measuredPart(faces.against, faces.kinds.size(), "triangle", "triangles");
        add("normals-off", areMany(faces.against, faces) ? Severity::warning : Severity::info, group,
            bent.text + " face away from their normals, although they are wound like their neighbors", bent.figure);
    }

    const CheckedModel& checked_;
    std::vector<Finding>& findings_;
    std::vector<Faces> all_;  ///< by mesh group
};

}  // namespace

std::vector<Finding> checkFaces(const CheckedModel& checked) {
    std::vector<Finding> findings;
    FaceCheck(checked, findings).run();
    return findings;
}

}  // namespace sinew
