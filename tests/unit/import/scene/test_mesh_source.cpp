#include "import/scene/mesh_source.h"

#include "support/findings.h"

using namespace sinew;

namespace {

/// A triangle, followed by a face with these indices.
void fill(aiMesh& mesh, const std::vector<unsigned>& second) {
    mesh.mName = "only";
    mesh.mNumVertices = 3;
    mesh.mVertices = new aiVector3D[3]{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.mNumFaces = 2;
    mesh.mFaces = new aiFace[2];
    const auto set = [](aiFace& face, const std::vector<unsigned>& indices) {
        face.mNumIndices = static_cast<unsigned>(indices.size());
        face.mIndices = new unsigned[indices.size()];
        std::ranges::copy(indices, face.mIndices);
    };
    set(mesh.mFaces[0], {0, 1, 2});
    set(mesh.mFaces[1], second);
}

}  // namespace

TEST_CASE("Triangles with vertices that do not exist are dropped and reported") {
    std::vector<Finding> findings;
    aiMesh sound;
    fill(sound, {2, 1, 0});
    CHECK(readMesh(sound, findings).indices.size() == 6);
    CHECK(countOf(findings, "index-out-of-range") == 0);
    aiMesh broken;
    fill(broken, {0, 1, 3});
    CHECK(readMesh(broken, findings).indices.size() == 3);
    const Finding finding = onlyOne(findings, "index-out-of-range");
    CHECK(finding.message == "1 triangle ignored: vertices that do not exist");
    CHECK(finding.figure == Figure{1.0, "triangles"});
    CHECK(countOf(findings, "mesh-empty") == 0);
}

TEST_CASE("A mesh of lines and points is reported as empty") {
    std::vector<Finding> findings;
    aiMesh mesh;
    fill(mesh, {0, 1});
    mesh.mFaces[0].mNumIndices = 1;
    mesh.mPrimitiveTypes = aiPrimitiveType_POINT;
    CHECK(readMesh(mesh, findings).indices.empty());
    const Finding finding = onlyOne(findings, "mesh-empty");
    CHECK(finding.object == "only");
    CHECK(finding.severity == Severity::info);
    CHECK(finding.message == "holds only lines or points, which are not drawn");
}

TEST_CASE("Texture coordinates that are not finite are reported") {
    std::vector<Finding> findings;
    aiMesh mesh;
    fill(mesh, {2, 1, 0});
    mesh.mNumUVComponents[0] = 2;
    mesh.mTextureCoords[0] = new aiVector3D[3]{{0, 0, 0}, {std::numeric_limits<float>::quiet_NaN(), 0, 0}, {0, 1, 0}};
    CHECK(readMesh(mesh, findings).uvs[1].x == 0.0f);
    CHECK(onlyOne(findings, "uv-not-finite").message ==
          "1 vertex without finite texture coordinates, which are set to 0");
}

TEST_CASE("Tangents of no length are reported, and dropped if there are no others") {
    std::vector<Finding> findings;
    const bool all = GENERATE(true, false);
    aiMesh mesh;
    fill(mesh, {2, 1, 0});
    mesh.mTangents = new aiVector3D[3]{{0, 0, 0}, {0, 0, 0}, {all ? 0.0f : 1.0f, 0, 0}};
    mesh.mBitangents = new aiVector3D[3]{{0, 0, 0}, {0, 0, 0}, {0, 1, 0}};
    CHECK(readMesh(mesh, findings).tangents.size() == (all ? 0 : 3));
    CHECK(onlyOne(findings, "tangents-unusable").figure == Figure{all ? 3.0 : 2.0, "vertices"});
}

TEST_CASE("Tangents of another length, or along their normals, are a note") {
    const auto findingsOf = [](const aiVector3D& tangent, const aiVector3D& one) {
        std::vector<Finding> findings;
        aiMesh mesh;
        fill(mesh, {2, 1, 0});
        mesh.mNormals = new aiVector3D[3]{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        mesh.mTangents = new aiVector3D[3]{tangent, tangent, one};
        mesh.mBitangents = new aiVector3D[3]{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
        readMesh(mesh, findings);
        return findings;
    };
    const aiVector3D along(1, 0, 0), half(0.3f, 0, 0), up(0, 0, 1);
    CHECK(findingsOf(along, along).empty());
    CHECK(findingsOf(along, half).empty());
    CHECK(findingsOf(along, up).empty());
    CHECK(onlyOne(findingsOf(half, along), "tangents-unusable").message ==
          "2 vertices with tangents whose length is not 1");
    CHECK(onlyOne(findingsOf(up, along), "tangents-unusable").message ==
          "2 vertices with tangents along their normals");
}
