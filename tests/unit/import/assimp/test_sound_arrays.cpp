#include <algorithm>
#include <memory>
#include <string>

#include <assimp/material.h>
#include <assimp/scene.h>

#include "import/assimp/sound_arrays.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"

// What assimp's importers leave too short is not read.

namespace {

using sinew::Findings;

constexpr unsigned kVertices = 64;

/// A mesh of that many vertices with a face of four corners, and a channel.
std::unique_ptr<aiScene> scene() {
    auto made = std::make_unique<aiScene>();
    made->mNumMeshes = made->mNumAnimations = 1;
    auto* mesh = new aiMesh;
    made->mMeshes = new aiMesh* [1] { mesh };
    mesh->mName = "body";
    mesh->mNumVertices = kVertices;
    mesh->mVertices = new aiVector3D[kVertices];
    mesh->mNormals = new aiVector3D[kVertices];
    mesh->mTextureCoords[0] = new aiVector3D[kVertices];
    mesh->mColors[0] = new aiColor4D[kVertices];
    mesh->mNumFaces = 1;
    mesh->mFaces = new aiFace[1];
    mesh->mFaces[0].mNumIndices = 4;
    mesh->mFaces[0].mIndices = new unsigned[4]{0, 1, 2, kVertices - 1};
    mesh->mNumBones = 1;
    mesh->mBones = new aiBone* [1] { new aiBone };
    mesh->mBones[0]->mNumWeights = 8;
    mesh->mBones[0]->mWeights = new aiVertexWeight[8];
    auto* channel = new aiNodeAnim;
    auto* animation = new aiAnimation;
    made->mAnimations = new aiAnimation* [1] { animation };
    animation->mName = "Walk";
    animation->mNumChannels = 1;
    animation->mChannels = new aiNodeAnim* [1] { channel };
    channel->mNumRotationKeys = 8;
    channel->mRotationKeys = new aiQuatKey[8];
    return made;
}

}  // namespace

TEST_CASE("arrays that are as long as they say stay", "[import]") {
    const auto made = scene();
    Findings findings;
    sinew::makeArraysSound(*made, findings);
    CHECK(findings.empty());
    const aiMesh& mesh = *made->mMeshes[0];
    CHECK(mesh.HasNormals());
    CHECK(mesh.HasTextureCoords(0));
    CHECK(mesh.HasVertexColors(0));
    CHECK(mesh.mFaces[0].mNumIndices == 4);
    CHECK(mesh.mBones[0]->mNumWeights == 8);
    CHECK(made->mAnimations[0]->mChannels[0]->mNumRotationKeys == 8);
}

#ifdef __GLIBC__
TEST_CASE("arrays that are shorter than they say are ignored by name", "[import]") {
    const auto made = scene();
    aiMesh& mesh = *made->mMeshes[0];
    for (aiVector3D** array : {&mesh.mNormals, &mesh.mTextureCoords[0]}) {
        delete[] * array;
        *array = new aiVector3D[kVertices / 2];
    }
    delete[] mesh.mColors[0];
    mesh.mColors[0] = new aiColor4D[1];
    mesh.mBones[0]->mNumWeights = 1000;
    made->mAnimations[0]->mChannels[0]->mNumRotationKeys = 1000;
    Findings findings;
    sinew::makeArraysSound(*made, findings);
    CHECK_FALSE(mesh.HasNormals());
    CHECK_FALSE(mesh.HasTextureCoords(0));
    CHECK_FALSE(mesh.HasVertexColors(0));
    CHECK(mesh.mBones[0]->mNumWeights == 0);
    CHECK(made->mAnimations[0]->mChannels[0]->mNumRotationKeys == 0);
    CHECK(countOf(findings, "attribute-ignored") == 3);
    CHECK(onlyOne(findings, "weight-ignored").object == "body");
    CHECK(onlyOne(findings, "channel-unusable").object == "Walk");
}

TEST_CASE("a mesh with fewer positions than vertices is unusable", "[import]") {
    const auto made = scene();
    made->mMeshes[0]->mNumVertices = 10 * kVertices;
    Findings findings;
    sinew::makeArraysSound(*made, findings);
    CHECK(onlyOne(findings, "mesh-unusable").object == "body");
    CHECK_FALSE(made->mMeshes[0]->HasPositions());
}
#endif

TEST_CASE("a polygon with a vertex that does not exist is not triangulated", "[import]") {
    const auto made = scene();
    aiFace& face = made->mMeshes[0]->mFaces[0];
    face.mIndices[3] = kVertices;
    Findings findings;
    sinew::makeArraysSound(*made, findings);
    REQUIRE(face.mNumIndices == 3);
    CHECK(face.mIndices[0] >= kVertices);
}

TEST_CASE("the text of a material ends at its zero", "[import]") {
    const auto made = scene();
    made->mNumMaterials = 1;
    made->mMaterials = new aiMaterial* [1] { new aiMaterial };
    const aiString name("bark.png");
    made->mMaterials[0]->AddProperty(&name, AI_MATKEY_NAME);
    aiMaterialProperty& property = *made->mMaterials[0]->mProperties[0];
    // As the reader of MDL 7: the zero counts, and what follows it is no zero.
    auto* const longer = new char[property.mDataLength + 1];
    std::copy(property.mData, property.mData + property.mDataLength, longer);
    delete[] property.mData;
    property.mData = longer;
    property.mData[property.mDataLength++] = 'x';
    property.mData[0] += 1;
    Findings findings;
    sinew::makeArraysSound(*made, findings);
    aiString read;
    REQUIRE(made->mMaterials[0]->Get(AI_MATKEY_NAME, read) == aiReturn_SUCCESS);
    CHECK(std::string(read.C_Str()) == "bark.png");
    CHECK(read.length == name.length);
}

TEST_CASE("the arrays of a scene are checked before its polygons are triangulated", "[import]") {
    const std::string header =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    const auto imported = import_files::importText("m.ply", header + "4 0 1 2 3\n4 0 1 2 99\n");
    CHECK(onlyOne(imported.report.findings, "index-out-of-range").severity == sinew::Severity::warning);
    REQUIRE(imported.model.meshes.size() == 1);
    CHECK(imported.model.meshes[0].triangleCount() == 2);
}
