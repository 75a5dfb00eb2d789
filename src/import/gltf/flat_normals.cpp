#include "import/gltf/flat_normals.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "import/scene/convert.h"
#include "import/scene/separate_triangles.h"
#include "import/scene/tangent_frame.h"
#include "model/limits.h"

namespace sinew::gltf {
namespace {

/// `otherwise`: the normals of triangles without area; null: +Y.
aiVector3D* flatNormals(const aiVector3D* positions, unsigned count, const aiVector3D* otherwise) {
    auto normals = std::make_unique<aiVector3D[]>(count);
    for (unsigned i = 0; i + 2 < count; i += 3) {
        const glm::vec3 fallback = otherwise ? vec3From(otherwise[i]) : glm::vec3(0.0f, 1.0f, 0.0f);
        const glm::vec3 normal =
            faceNormal(vec3From(positions[i]), vec3From(positions[i + 1]), vec3From(positions[i + 2]), fallback);
        std::fill_n(&normals[i], 3, aiVector3D(normal.x, normal.y, normal.z));
    }
    return normals.release();
}

void makeFlat(aiMesh& mesh) {
    separateTriangles(mesh);
    mesh.mNormals = flatNormals(mesh.mVertices, mesh.mNumVertices, nullptr);
    for (unsigned t = 0; t < mesh.mNumAnimMeshes; ++t) {
        aiAnimMesh* target = mesh.mAnimMeshes[t];
        if (!target || target->mNumVertices != mesh.mNumVertices || !target->mVertices) continue;
        delete[] std::exchange(target->mNormals, nullptr);
        target->mNormals = flatNormals(target->mVertices, target->mNumVertices, mesh.mNormals);
    }
}

}  // namespace

void makeFlatNormals(aiScene& scene, Findings& findings) {
    uint64_t total = 0;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        total += scene.mMeshes[m]->mNumVertices;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        aiMesh& mesh = *scene.mMeshes[m];
        if (mesh.HasNormals() || !mesh.HasPositions()) continue;
        const uint64_t corners = uint64_t{triangleCount(mesh)} * 3;
        const unsigned formerCount = mesh.mNumVertices;
        if (corners == 0 || total + corners > kMaxVertices) continue;
        total += corners;
        makeFlat(mesh);
        findings.push_back(countFinding("normals-made", Severity::info, utf8From(mesh.mName), formerCount, "vertex",
                                        "vertices", "without a normal; flat normals were generated"));
    }
}

}  // namespace sinew::gltf
