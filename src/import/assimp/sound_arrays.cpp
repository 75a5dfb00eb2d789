#include "import/assimp/sound_arrays.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "import/assimp/convert.h"
#include "import/files/memory_bytes.h"

namespace sinew {
namespace {

/// True for an array of assimp's with room for fewer than `count` values.
template <typename Value>
bool isShort(const Value* array, size_t count) {
    // All these arrays come from new[], and have no destructors for which it would keep their number.
    static_assert(std::is_trivially_destructible_v<Value>);
    return array && memoryBytes(array) / sizeof(Value) < count;
}

class Mesh {
  public:
    Mesh(aiMesh& mesh, Findings& findings) : mesh_(mesh), name_(utf8From(mesh.mName)), findings_(findings) {}

    void makeSound() {
        if (isShort(mesh_.mVertices, mesh_.mNumVertices)) {
            findings_.push_back({"mesh-unusable", Severity::error, name_, "has fewer positions than vertices"});
            mesh_.mNumVertices = 0;
        }
        dropShort(mesh_.mNormals, "normals");
        dropShort(mesh_.mTangents, "tangents");
        dropShort(mesh_.mBitangents, "bitangents");
        for (aiColor4D*& colors : mesh_.mColors)
            dropShort(colors, "colors");
        for (aiVector3D*& coordinates : mesh_.mTextureCoords)
            dropShort(coordinates, "texture coordinates");
        for (aiBone* bone : std::span(mesh_.mBones, mesh_.mBones ? mesh_.mNumBones : 0))
            dropShortWeights(*bone);
        for (aiFace& face : std::span(mesh_.mFaces, mesh_.mFaces ? mesh_.mNumFaces : 0))
            replaceBroken(face);
    }

  private:
    template <typename Value>
    void dropShort(Value*& array, const char* what) {
        if (!isShort(array, mesh_.mNumVertices)) return;
        findings_.push_back({"attribute-ignored", Severity::warning, name_,
                             fmt::format("has fewer {} than vertices; they are ignored", what)});
        delete[] array;
        array = nullptr;
    }

    void dropShortWeights(aiBone& bone) {
        if (!isShort(bone.mWeights, bone.mNumWeights)) return;
        findings_.push_back({"weight-ignored", Severity::warning, name_,
                             fmt::format("the weights of the bone {} are fewer than it says; they are ignored",
                                         inQuotes(utf8From(bone.mName)))});
        bone.mNumWeights = 0;
    }

    void replaceBroken(aiFace& face) const {
        if (face.mNumIndices <= 3 || !face.mIndices) return;
        const std::span indices(face.mIndices, face.mNumIndices);
        if (std::ranges::all_of(indices, [&](unsigned index) { return index < mesh_.mNumVertices; })) return;
        face.mNumIndices = 3;
        std::ranges::fill(indices.first(3), ~0u);
    }

    aiMesh& mesh_;
    std::string name_;
    Findings& findings_;
};

void makeSound(aiNodeAnim& channel, const std::string& clip, Findings& findings) {
    const auto drop = [&](const auto* keys, unsigned& count, const char* what) {
        if (!isShort(keys, count)) return;
        findings.push_back({"channel-unusable", Severity::error, clip,
                            fmt::format("the channel of {} has fewer {} keys than it says; they are ignored",
                                        inQuotes(utf8From(channel.mNodeName)), what)});
        count = 0;
    };
    drop(channel.mPositionKeys, channel.mNumPositionKeys, "translation");
    drop(channel.mRotationKeys, channel.mNumRotationKeys, "rotation");
    drop(channel.mScalingKeys, channel.mNumScalingKeys, "scale");
}

/// Ends the texts of a material at their first zero. Readers need that; assimp's MDL 7 reader counts the zero as text.
void endTexts(aiMaterial& material) {
    for (aiMaterialProperty* property : std::span(material.mProperties, material.mNumProperties)) {
        uint32_t length = 0;  // what a text begins with
        if (property->mType != aiPTI_String || property->mDataLength <= sizeof length) continue;
        char* const text = property->mData + sizeof length;
        text[property->mDataLength - sizeof length - 1] = '\0';
        length = static_cast<uint32_t>(std::strlen(text));
        std::memcpy(property->mData, &length, sizeof length);
        property->mDataLength = static_cast<unsigned>(sizeof length + length + 1);
    }
}

}  // namespace

void makeArraysSound(aiScene& scene, Findings& findings) {
    for (aiMesh* mesh : std::span(scene.mMeshes, scene.mNumMeshes))
        Mesh(*mesh, findings).makeSound();
    for (aiAnimation* animation : std::span(scene.mAnimations, scene.mNumAnimations))
        for (aiNodeAnim* channel : std::span(animation->mChannels, animation->mNumChannels))
            makeSound(*channel, utf8From(animation->mName), findings);
    for (aiMaterial* material : std::span(scene.mMaterials, scene.mNumMaterials))
        endTexts(*material);
}

}  // namespace sinew
