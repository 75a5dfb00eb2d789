#include "benchmark/large_skin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <assimp/scene.h>
#include <assimp/Exporter.hpp>

namespace {

constexpr uint32_t kSegments = 50, kBones = 64, kKeys = 30;
constexpr float kHeight = 2.0f, kRadius = 0.3f, kBoneLength = kHeight / kBones;
constexpr double kDurationSeconds = 10.0;

std::string boneName(uint32_t bone) {
    return "bone_" + std::to_string(bone);
}

/// The chain: each bone a child of the one below it. Returns its root.
aiNode* makeBones(std::array<aiNode*, kBones>& nodes) {
    for (uint32_t bone = 0; bone < kBones; ++bone) {
        nodes[bone] = new aiNode(boneName(bone));
        if (bone == 0) continue;
        aiMatrix4x4::Translation({0.0f, kBoneLength, 0.0f}, nodes[bone]->mTransformation);
        nodes[bone - 1]->addChildren(1, &nodes[bone]);
    }
    return nodes[0];
}

void addVertices(aiMesh& mesh, uint32_t ringCount) {
    mesh.mNumVertices = ringCount * kSegments;
    mesh.mVertices = new aiVector3D[mesh.mNumVertices];
    mesh.mNormals = new aiVector3D[mesh.mNumVertices];
    mesh.mTextureCoords[0] = new aiVector3D[mesh.mNumVertices];
    mesh.mNumUVComponents[0] = 2;
    for (uint32_t i = 0; i < mesh.mNumVertices; ++i) {
        const float up = static_cast<float>(i / kSegments) / static_cast<float>(ringCount - 1);
        const float turn = static_cast<float>(i % kSegments) / kSegments;
        const float angle = turn * 2.0f * std::numbers::pi_v<float>;
        mesh.mNormals[i] = {std::cos(angle), 0.0f, std::sin(angle)};
        mesh.mVertices[i] = {kRadius * std::cos(angle), kHeight * up, kRadius * std::sin(angle)};
        mesh.mTextureCoords[0][i] = {turn, up, 0.0f};
    }
}

void addTriangles(aiMesh& mesh, uint32_t ringCount) {
    mesh.mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh.mNumFaces = (ringCount - 1) * kSegments * 2;
    mesh.mFaces = new aiFace[mesh.mNumFaces];
    aiFace* face = mesh.mFaces;
    for (uint32_t ring = 0; ring + 1 < ringCount; ++ring)
        for (uint32_t segment = 0; segment < kSegments; ++segment) {
            const uint32_t a = ring * kSegments + segment, b = ring * kSegments + (segment + 1) % kSegments;
            for (const auto& corners : {std::array{a, a + kSegments, b}, std::array{b, a + kSegments, b + kSegments}}) {
                face->mNumIndices = 3;
                face->mIndices = new unsigned[3];
                std::copy(corners.begin(), corners.end(), face->mIndices);
                ++face;
            }
        }
}

/// Four neighboring bones move each vertex.
void addBones(aiMesh& mesh, uint32_t ringCount, const std::array<aiNode*, kBones>& nodes, aiNode* armature) {
    constexpr std::array kWeights{0.4f, 0.3f, 0.2f, 0.1f};
    std::array<std::vector<aiVertexWeight>, kBones> weights;
    for (uint32_t i = 0; i < mesh.mNumVertices; ++i) {
        const uint32_t lowest = i / kSegments * (kBones - 4) / (ringCount - 1);
        for (uint32_t k = 0; k < kWeights.size(); ++k)
            weights[lowest + k].emplace_back(i, kWeights[k]);
    }
    mesh.mNumBones = kBones;
    mesh.mBones = new aiBone*[kBones];
    for (uint32_t bone = 0; bone < kBones; ++bone) {
        aiBone* target = mesh.mBones[bone] = new aiBone();
        target->mName = aiString(boneName(bone));
        target->mNode = nodes[bone];
        target->mArmature = armature;
        aiMatrix4x4::Translation({0.0f, -kBoneLength * static_cast<float>(bone), 0.0f}, target->mOffsetMatrix);
        target->mNumWeights = static_cast<unsigned>(weights[bone].size());
        target->mWeights = new aiVertexWeight[weights[bone].size()];
        std::copy(weights[bone].begin(), weights[bone].end(), target->mWeights);
    }
}

aiNodeAnim* makeChannel(uint32_t bone) {
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = aiString(boneName(bone));
    channel->mNumPositionKeys = channel->mNumRotationKeys = channel->mNumScalingKeys = kKeys;
    channel->mPositionKeys = new aiVectorKey[kKeys];
    channel->mRotationKeys = new aiQuatKey[kKeys];
    channel->mScalingKeys = new aiVectorKey[kKeys];
    for (uint32_t key = 0; key < kKeys; ++key) {
        const double time = kDurationSeconds * key / (kKeys - 1);
        const auto swing = static_cast<float>(0.05 * std::sin(time + 0.3 * bone));
        channel->mPositionKeys[key] = {time, {0.0f, bone == 0 ? 0.0f : kBoneLength, 0.0f}};
        channel->mRotationKeys[key] = {time, aiQuaternion(aiVector3D(0.0f, 0.0f, 1.0f), swing)};
        channel->mScalingKeys[key] = {time, {1.0f, 1.0f, 1.0f}};
    }
    return channel.release();
}

aiAnimation* makeClip() {
    auto clip = std::make_unique<aiAnimation>();
    clip->mName = aiString("Swing");
    clip->mDuration = kDurationSeconds;
    clip->mTicksPerSecond = 1.0;
    clip->mNumChannels = kBones;
    clip->mChannels = new aiNodeAnim*[kBones];
    for (uint32_t bone = 0; bone < kBones; ++bone)
        clip->mChannels[bone] = makeChannel(bone);
    return clip.release();
}

}  // namespace

void writeLargeSkin(const std::filesystem::path& folder, uint32_t ringCount) {
    aiScene scene;
    scene.mRootNode = new aiNode("scene");
    std::array<aiNode*, kBones> bones{};
    std::array<aiNode*, 2> children{makeBones(bones), new aiNode("skin")};
    children[1]->mNumMeshes = 1;
    children[1]->mMeshes = new unsigned[1]{0};
    scene.mRootNode->addChildren(2, children.data());
    scene.mNumMaterials = 1;
    scene.mMaterials = new aiMaterial* [1] { new aiMaterial() };
    auto* mesh = new aiMesh();
    scene.mNumMeshes = 1;
    scene.mMeshes = new aiMesh* [1] { mesh };
    mesh->mName = aiString("skin");
    addVertices(*mesh, ringCount);
    addTriangles(*mesh, ringCount);
    addBones(*mesh, ringCount, bones, scene.mRootNode);
    scene.mNumAnimations = 1;
    scene.mAnimations = new aiAnimation* [1] { makeClip() };

    Assimp::Exporter exporter;
    for (const auto& [format, name] : {std::pair{"collada", "skin.dae"}, std::pair{"glb2", "skin.glb"}})
        if (exporter.Export(&scene, format, (folder / name).string()) != aiReturn_SUCCESS)
            throw std::runtime_error(std::string(name) + ": " + exporter.GetErrorString());
}
