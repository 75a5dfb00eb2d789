#include "import/scene/creased_normals.h"

#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "import/scene/convert.h"
#include "import/scene/separate_triangles.h"
#include "import/scene/tangent_frame.h"
#include "import/scene/weld.h"
#include "model/limits.h"

namespace sinew {
namespace {

/// Of more, all faces are blended, because comparing each with each takes too long.
constexpr size_t kMostComparedCorners = 256;

/// The corners at each distinct position.
class CornersByPlace {
  public:
    explicit CornersByPlace(std::span<const glm::vec3> corners) : placeOf_(corners.size()) {
        Welder places(corners.size() / 6);
        std::vector<glm::vec3> placed;
        for (size_t i = 0; i < corners.size(); ++i) {
            const glm::vec3 position = corners[i] + 0.0f;  // turns -0 into 0
            placeOf_[i] =
                places.add(hashWords(&position, sizeof(position)), [&](uint32_t p) { return placed[p] == position; });
            if (placeOf_[i] == placed.size()) placed.push_back(position);
        }
        begins_.assign(placed.size() + 1, 0);
        for (const uint32_t place : placeOf_)
            ++begins_[place + 1];
        for (size_t p = 1; p < begins_.size(); ++p)
            begins_[p] += begins_[p - 1];
        corners_.resize(corners.size());
        std::vector<uint32_t> ends = begins_;
        for (uint32_t i = 0; i < placeOf_.size(); ++i)
            corners_[ends[placeOf_[i]]++] = i;
    }

    std::span<const uint32_t> around(size_t corner) const {
        const uint32_t begin = begins_[placeOf_[corner]], end = begins_[placeOf_[corner] + 1];
        return std::span(corners_).subspan(begin, end - begin);
    }

  private:
    std::vector<uint32_t> placeOf_, begins_, corners_;
};

void setNormals(aiVector3D*& normals, const aiVector3D* positions, unsigned count) {
    std::vector<glm::vec3> corners;
    corners.reserve(count);
    for (unsigned i = 0; i < count; ++i)
        corners.push_back(vec3From(positions[i]));
    const std::vector<glm::vec3> made = creasedNormals(corners);
    delete[] std::exchange(normals, nullptr);
    normals = new aiVector3D[count];  // the mesh deletes it
    for (unsigned i = 0; i < count; ++i)
        normals[i] = aiVector3D(made[i].x, made[i].y, made[i].z);
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

void makeCreasedNormals(aiScene& scene, const Dialect& dialect, Findings& findings) {
    uint64_t total = 0;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        total += scene.mMeshes[m]->mNumVertices;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        aiMesh& mesh = *scene.mMeshes[m];
        if (mesh.HasNormals() || !mesh.HasPositions() || !dialect.morphTargets(m).empty()) continue;
        const uint64_t corners = uint64_t{triangleCount(mesh)} * 3;
        const unsigned formerCount = mesh.mNumVertices;
        if (corners == 0 || total + corners > kMaxVertices) continue;
        total += corners;
        separateTriangles(mesh);
        setNormals(mesh.mNormals, mesh.mVertices, mesh.mNumVertices);
        for (aiAnimMesh* target : std::span(mesh.mAnimMeshes, mesh.mNumAnimMeshes))
            if (target && target->mVertices && target->mNumVertices == mesh.mNumVertices)
                setNormals(target->mNormals, target->mVertices, target->mNumVertices);
        findings.push_back(countFinding(
            "normals-made", Severity::info, utf8From(mesh.mName), formerCount, "vertex", "vertices",
            fmt::format("without a normal; normals were generated, with edges where faces meet at more than {:.0f} degrees",
                        kCreaseDegrees)));
    }
}

}  // namespace sinew
