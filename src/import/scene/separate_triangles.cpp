#include "import/scene/separate_triangles.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sinew {
namespace {

bool isTriangle(const aiFace& face, unsigned vertexCount) {
    return face.mNumIndices == 3 && face.mIndices &&
           std::max({face.mIndices[0], face.mIndices[1], face.mIndices[2]}) < vertexCount;
}

/// Gives the corners of each triangle numbers of their own, and returns which of the former vertices they are.
std::vector<unsigned> numberCorners(aiMesh& mesh) {
    std::vector<unsigned> sources;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        const bool isValid = isTriangle(face, mesh.mNumVertices);
        for (unsigned i = 0; face.mIndices && i < face.mNumIndices; ++i) {
            if (isValid) sources.push_back(face.mIndices[i]);
            face.mIndices[i] = isValid ? static_cast<unsigned>(sources.size() - 1) : ~0u;
        }
    }
    return sources;
}

template <typename Value>
void pick(Value*& array, const std::vector<unsigned>& sources) {
    if (!array) return;
    auto picked = std::make_unique<Value[]>(sources.size());
    std::ranges::transform(sources, picked.get(), [&](unsigned source) { return array[source]; });
    delete[] std::exchange(array, picked.release());
}

template <typename Mesh>
void pickAll(Mesh& mesh, const std::vector<unsigned>& sources) {
    pick(mesh.mVertices, sources);
    pick(mesh.mNormals, sources);
    pick(mesh.mTangents, sources);
    pick(mesh.mBitangents, sources);
    for (aiColor4D*& colors : mesh.mColors)
        pick(colors, sources);
    for (aiVector3D*& uvs : mesh.mTextureCoords)
        pick(uvs, sources);
    mesh.mNumVertices = static_cast<unsigned>(sources.size());
}

/// For each former vertex, the vertices that it became.
class Copies {
  public:
    Copies(const std::vector<unsigned>& sources, unsigned formerCount)
        : begins_(size_t{formerCount} + 1), copies_(sources.size()) {
        for (const unsigned source : sources)
            ++begins_[source + 1];
        for (size_t i = 1; i < begins_.size(); ++i)
            begins_[i] += begins_[i - 1];
        std::vector<unsigned> ends = begins_;
        for (unsigned i = 0; i < sources.size(); ++i)
            copies_[ends[sources[i]]++] = i;
    }

    bool has(unsigned former) const { return former + 1 < begins_.size(); }
    std::span<const unsigned> of(unsigned former) const {
        return std::span(copies_).subspan(begins_[former], begins_[former + 1] - begins_[former]);
    }

  private:
    std::vector<unsigned> begins_, copies_;
};

/// Weights of vertices that do not exist still have none.
void copyWeights(aiBone& bone, const Copies& copies) {
    std::vector<aiVertexWeight> weights;
    for (const aiVertexWeight& weight : std::span(bone.mWeights, bone.mNumWeights)) {
        if (!copies.has(weight.mVertexId)) {
            weights.emplace_back(~0u, weight.mWeight);
            continue;
        }
        for (const unsigned copy : copies.of(weight.mVertexId))
            weights.emplace_back(copy, weight.mWeight);
    }
    delete[] std::exchange(bone.mWeights, nullptr);
    bone.mNumWeights = static_cast<unsigned>(weights.size());
    if (weights.empty()) return;
    bone.mWeights = new aiVertexWeight[weights.size()];  // the bone deletes it
    std::ranges::copy(weights, bone.mWeights);
}

}  // namespace

size_t triangleCount(const aiMesh& mesh) {
    return static_cast<size_t>(std::count_if(mesh.mFaces, mesh.mFaces + mesh.mNumFaces, [&](const aiFace& face) {
        return isTriangle(face, mesh.mNumVertices);
    }));
}

void separateTriangles(aiMesh& mesh) {
    const unsigned formerCount = mesh.mNumVertices;
    const std::vector<unsigned> sources = numberCorners(mesh);
    pickAll(mesh, sources);
    const Copies copies(sources, formerCount);
    for (unsigned b = 0; b < mesh.mNumBones; ++b)
        copyWeights(*mesh.mBones[b], copies);
    for (unsigned t = 0; t < mesh.mNumAnimMeshes; ++t)
        if (aiAnimMesh* target = mesh.mAnimMeshes[t]; target && target->mNumVertices == formerCount)
            pickAll(*target, sources);
}

}  // namespace sinew
