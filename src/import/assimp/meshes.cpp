#include "import/assimp/meshes.h"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "import/assimp/convert.h"

namespace sinew {
namespace {

std::vector<uint32_t> trianglesOf(const aiMesh& file) {
    std::vector<uint32_t> indices;
    indices.reserve(size_t{3} * file.mNumFaces);
    for (const aiFace& face : std::span(file.mFaces, file.mNumFaces))
        if (face.mNumIndices == 3 && face.mIndices) indices.insert(indices.end(), face.mIndices, face.mIndices + 3);
    return indices;
}

std::vector<glm::vec4> tangentsOf(const aiMesh& file) {
    std::vector<glm::vec4> tangents;
    tangents.reserve(file.mNumVertices);
    for (unsigned v = 0; v < file.mNumVertices; ++v) {
        const glm::vec3 tangent = vec3From(file.mTangents[v]), bitangent = vec3From(file.mBitangents[v]);
        const glm::vec3 across = file.mNormals ? glm::cross(vec3From(file.mNormals[v]), tangent) : bitangent;
        tangents.emplace_back(tangent, glm::dot(across, bitangent) < 0.0f ? -1.0f : 1.0f);
    }
    return tangents;
}

std::vector<glm::vec2> uvsOf(const aiMesh& file, unsigned set) {
    std::vector<glm::vec2> uvs;
    uvs.reserve(file.mNumVertices);
    for (unsigned v = 0; v < file.mNumVertices; ++v)
        uvs.emplace_back(file.mTextureCoords[set][v].x, 1.0f - file.mTextureCoords[set][v].y);
    return uvs;
}

InfluenceLists influencesOf(const aiMesh& file) {
    return InfluenceLists(file.mNumVertices, [&](const auto& visit) {
        for (unsigned b = 0; b < file.mNumBones; ++b)
            for (const aiVertexWeight& weight : std::span(file.mBones[b]->mWeights, file.mBones[b]->mNumWeights))
                visit(weight.mVertexId, b, weight.mWeight);
    });
}

/// Everything but names, and bones without their weights.
void freeArrays(aiMesh& file) {
    delete[] std::exchange(file.mVertices, nullptr);
    delete[] std::exchange(file.mNormals, nullptr);
    delete[] std::exchange(file.mTangents, nullptr);
    delete[] std::exchange(file.mBitangents, nullptr);
    for (auto& colors : file.mColors)
        delete[] std::exchange(colors, nullptr);
    for (auto& coordinates : file.mTextureCoords)
        delete[] std::exchange(coordinates, nullptr);
    delete[] std::exchange(file.mFaces, nullptr);
    file.mNumFaces = 0;
    for (aiBone* bone : std::span(file.mBones, file.mNumBones))
        delete[] std::exchange(bone->mWeights, nullptr), bone->mNumWeights = 0;
}

/// True where most triangles run against their normals.
bool opposesNormals(const SourceMesh& mesh) {
    size_t along = 0, against = 0;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
        if (std::max({a, b, c}) >= std::min(mesh.positions.size(), mesh.normals.size())) continue;
        const glm::vec3 face = glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
        const float side = glm::dot(face, mesh.normals[a] + mesh.normals[b] + mesh.normals[c]);
        along += side > 0.0f, against += side < 0.0f;
    }
    return against > along;
}

SourceMesh meshFrom(const aiMesh& file, std::span<const SourceMorph> morphs, Findings& findings) {
    SourceMesh mesh{.name = utf8From(file.mName), .material = file.mMaterialIndex};
    mesh.hasPointsOrLines = (file.mPrimitiveTypes & (aiPrimitiveType_POINT | aiPrimitiveType_LINE)) != 0;
    if (!file.HasPositions()) return mesh;
    mesh.indices = trianglesOf(file);
    mesh.positions = vectorsFrom(file.mVertices, file.mNumVertices);
    mesh.normals = vectorsFrom(file.mNormals, file.mNumVertices);
    if (file.HasTangentsAndBitangents()) mesh.tangents = tangentsOf(file);
    for (unsigned set = 0; set < mesh.uvs.size(); ++set)
        if (file.HasTextureCoords(set)) mesh.uvs[set] = uvsOf(file, set);
    for (unsigned v = 0; v < file.mNumVertices && file.HasVertexColors(0); ++v)
        mesh.colors.push_back(vec4From(file.mColors[0][v]));
    mesh.boneCount = file.mNumBones;
    if (mesh.boneCount > 0) mesh.influences = influencesOf(file);
    if (mesh.indices.empty()) return mesh;
    mesh.morphs.assign(morphs.begin(), morphs.end());
    reportBrokenMorphs(mesh, findings);
    return mesh;
}

}  // namespace

void turnMirroredFaces(std::span<SourceMesh> meshes, std::span<const MeshInstance> instances,
                       const NodeHierarchy& hierarchy) {
    std::vector<bool> mirrors(hierarchy.size());
    for (size_t n = 0; n < hierarchy.size(); ++n) {
        const glm::vec3& scale = hierarchy.rest[n].scale;
        const int32_t parent = hierarchy.parents[n];
        const bool above = parent != kNoParent && mirrors[static_cast<size_t>(parent)];
        mirrors[n] = above != (scale.x * scale.y * scale.z < 0.0f);
    }
    std::vector<bool> seen(meshes.size());
    for (const MeshInstance& instance : instances) {
        const Bone bone = instance.bones.empty() ? Bone{instance.node} : instance.bones.front();
        if (seen[instance.mesh] || bone.node == Source::kNowhere) continue;
        seen[instance.mesh] = true;
        const bool isMirrored = mirrors[bone.node] != (glm::determinant(glm::mat3(bone.inverseBindMatrix)) < 0.0f);
        SourceMesh& mesh = meshes[instance.mesh];
        if (!isMirrored || !opposesNormals(mesh)) continue;
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
            std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
    }
}

std::vector<SourceMesh> takeMeshes(aiScene& scene, const Dialect& dialect, Findings& findings) {
    const bool linearColors = dialect.conventions().materials.gltf;
    std::vector<SourceMesh> meshes;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        meshes.push_back(meshFrom(*scene.mMeshes[m], dialect.morphTargets(m), findings));
        meshes.back().linearColors = linearColors;
        freeArrays(*scene.mMeshes[m]);
    }
    return meshes;
}

}  // namespace sinew
