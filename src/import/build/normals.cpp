#include "import/build/normals.h"

#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "import/build/convert.h"
#include "import/build/tangent_frame.h"
#include "import/build/weld.h"
#include "model/limits.h"

namespace sinew {
namespace {

/// A position with more corners blends all its faces: comparing each with each takes too long.
constexpr size_t kMostComparedCorners = 256;

/// The corners at each distinct position.
class CornersByPlace {
  public:
    explicit CornersByPlace(std::span<const glm::vec3> corners)
        : places_(weldPlaces(corners)), begins_(places_.count + 1, 0), corners_(corners.size()) {
        for (const uint32_t place : places_.placeOf)
            ++begins_[place + 1];
        for (size_t p = 1; p < begins_.size(); ++p)
            begins_[p] += begins_[p - 1];
        std::vector<uint32_t> ends = begins_;
        for (uint32_t i = 0; i < corners_.size(); ++i)
            corners_[ends[places_.placeOf[i]]++] = i;
    }

    std::span<const uint32_t> around(size_t corner) const {
        const uint32_t place = places_.placeOf[corner], begin = begins_[place], end = begins_[place + 1];
        return std::span(corners_).subspan(begin, end - begin);
    }

  private:
    PlaceWeld places_;
    std::vector<uint32_t> begins_, corners_;
};

bool isWhole(std::span<const uint32_t> triangle, size_t vertexCount) {
    return std::ranges::max(triangle) < vertexCount;
}

/// The vertices of the triangles whose vertices exist.
std::vector<uint32_t> cornersOf(const SourceMesh& mesh) {
    std::vector<uint32_t> corners;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
        if (const auto triangle = std::span(mesh.indices).subspan(i, 3); isWhole(triangle, mesh.positions.size()))
            corners.insert(corners.end(), triangle.begin(), triangle.end());
    return corners;
}

template <typename Value>
void pick(std::vector<Value>& array, std::span<const uint32_t> sources) {
    if (array.empty()) return;
    std::vector<Value> picked;
    picked.reserve(sources.size());
    for (const uint32_t source : sources)
        picked.push_back(array[source]);
    array = std::move(picked);
}

/// Gives each triangle vertices of its own: `corners`, as of cornersOf(). Broken triangles stay broken.
void separateTriangles(SourceMesh& mesh, std::span<const uint32_t> corners) {
    const size_t vertexCount = mesh.positions.size();
    uint32_t next = 0;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const auto triangle = std::span(mesh.indices).subspan(i, 3);
        const bool whole = isWhole(triangle, vertexCount);
        for (uint32_t& index : triangle)
            index = whole ? next++ : ~0u;
    }
    pick(mesh.positions, corners), pick(mesh.tangents, corners), pick(mesh.colors, corners);
    for (auto& uvs : mesh.uvs)
        pick(uvs, corners);
    for (SourceMorph& morph : mesh.morphs)
        pick(morph.positions, corners), morph.normals.clear();
    if (mesh.boneCount > 0) mesh.influences = mesh.influences.picked(corners);
}

/// `otherwise`: the normals of triangles without area; empty: +Y.
std::vector<glm::vec3> flatNormals(std::span<const glm::vec3> corners, std::span<const glm::vec3> otherwise) {
    std::vector<glm::vec3> normals;
    normals.reserve(corners.size());
    for (size_t i = 0; i + 2 < corners.size(); i += 3) {
        const glm::vec3 fallback = otherwise.empty() ? glm::vec3(0.0f, 1.0f, 0.0f) : otherwise[i];
        normals.insert(normals.end(), 3, faceNormal(corners[i], corners[i + 1], corners[i + 2], fallback));
    }
    return normals;
}

/// Morph targets that are offsets get normals that are offsets, too.
void setNormals(SourceMesh& mesh, MissingNormals kind) {
    const auto made = [&](std::span<const glm::vec3> corners) {
        return kind == MissingNormals::flat ? flatNormals(corners, mesh.normals) : creasedNormals(corners);
    };
    mesh.normals = made(mesh.positions);
    for (SourceMorph& morph : mesh.morphs) {
        if (morph.positions.empty()) continue;
        std::vector<glm::vec3> shape = morph.positions;
        for (size_t i = 0; morph.relative && i < shape.size(); ++i)
            shape[i] += mesh.positions[i];
        morph.normals = made(shape);
        for (size_t i = 0; morph.relative && i < shape.size(); ++i)
            morph.normals[i] -= mesh.normals[i];
    }
}

}  // namespace

std::vector<glm::vec3> creasedNormals(std::span<const glm::vec3> corners) {
    std::vector<glm::vec3> faces(corners.size() / 3), angles(corners.size() / 3);
    for (size_t t = 0; t < faces.size(); ++t) {
        const auto triangle = corners.subspan(3 * t, 3);
        faces[t] = faceNormal(triangle[0], triangle[1], triangle[2], glm::vec3(0.0f));
        angles[t] = cornerAngles(triangle[0], triangle[1], triangle[2]);
    }
    const CornersByPlace places(corners);
    const float least = std::cos(glm::radians(kCreaseDegrees));
    std::vector<glm::vec3> normals(corners.size(), glm::vec3(0.0f, 1.0f, 0.0f));
    for (size_t i = 0; i < 3 * faces.size(); ++i) {
        const glm::vec3 own = faces[i / 3];
        const std::span<const uint32_t> around = places.around(i);
        const bool blendsAll = own == glm::vec3(0.0f) || around.size() > kMostComparedCorners;
        glm::dvec3 sum(0.0);
        for (const uint32_t other : around)
            if (blendsAll || glm::dot(own, faces[other / 3]) >= least)
                sum += glm::dvec3(faces[other / 3]) * double{angles[other / 3][static_cast<int>(other % 3)]};
        const double length = glm::length(sum);
        if (length > 1e-6)
            normals[i] = glm::vec3(sum / length);
        else if (own != glm::vec3(0.0f))
            normals[i] = own;
    }
    return normals;
}

void makeNormals(std::span<SourceMesh> meshes, MissingNormals kind, Findings& findings) {
    uint64_t total = 0;
    for (const SourceMesh& mesh : meshes)
        total += mesh.positions.size();
    for (SourceMesh& mesh : meshes) {
        if (!mesh.normals.empty() || mesh.positions.empty()) continue;
        const std::vector<uint32_t> corners = cornersOf(mesh);
        if (corners.empty() || total + corners.size() > kMaxVertices) continue;
        total += corners.size();
        const size_t formerCount = mesh.positions.size();
        separateTriangles(mesh, corners);
        setNormals(mesh, kind);
        findings.push_back(countFinding(
            "normals-made", Severity::info, mesh.name, formerCount, "vertex", "vertices",
            kind == MissingNormals::flat
                ? "without a normal; flat normals were generated"
                : fmt::format("without a normal; normals were generated, with edges where faces meet at more than "
                              "{:.0f} degrees",
                              kCreaseDegrees)));
    }
}

}  // namespace sinew
