// usage: assimp_pose JOBS, a line for each: FILE <tab> OUT, then <tab> CLIP:TIME ... Writes to OUT where assimp puts
// the vertices of a file, as doubles: the count; position, u and v of each; and its place at each time (clip -1:
// without).
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <assimp/scene.h>
#include <assimp/Importer.hpp>

namespace {

std::ofstream out;

void put(double value) {
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename Keys, typename Mix>
auto valueAt(const Keys* keys, unsigned count, double time, const Mix& mix) {
    unsigned next = 0;
    while (next < count && keys[next].mTime <= time)
        ++next;
    if (next == 0 || next == count) return keys[next == 0 ? 0 : count - 1].mValue;
    const auto &a = keys[next - 1], &b = keys[next];
    return mix(a.mValue, b.mValue, static_cast<float>((time - a.mTime) / (b.mTime - a.mTime)));
}

aiMatrix4x4 matrixAt(const aiNodeAnim& node, double time) {
    const auto mix = [](const aiVector3D& a, const aiVector3D& b, float ratio) { return a + (b - a) * ratio; };
    const auto turn = [](const aiQuaternion& a, const aiQuaternion& b, float ratio) {
        aiQuaternion between;
        aiQuaternion::Interpolate(between, a, b, ratio);
        return between;
    };
    return {valueAt(node.mScalingKeys, node.mNumScalingKeys, time, mix),
            valueAt(node.mRotationKeys, node.mNumRotationKeys, time, turn),
            valueAt(node.mPositionKeys, node.mNumPositionKeys, time, mix)};
}

struct Shown {
    const aiMesh* mesh;
    const aiNode* node;
};

void collect(const aiScene& scene, const aiNode& node, std::vector<Shown>& shown) {
    for (unsigned m = 0; m < node.mNumMeshes; ++m)
        shown.push_back({scene.mMeshes[node.mMeshes[m]], &node});
    for (unsigned c = 0; c < node.mNumChildren; ++c)
        collect(scene, *node.mChildren[c], shown);
}

using Matrices = std::map<std::string, aiMatrix4x4>;

void place(const aiNode& node, const aiMatrix4x4& parent, const Matrices& moved, Matrices& world) {
    const auto found = moved.find(node.mName.C_Str());
    const aiMatrix4x4 own = parent * (found == moved.end() ? node.mTransformation : found->second);
    world[node.mName.C_Str()] = own;
    for (unsigned c = 0; c < node.mNumChildren; ++c)
        place(*node.mChildren[c], own, moved, world);
}

void pose(const aiScene& scene, const std::vector<Shown>& shown, int clip, double seconds) {
    Matrices moved, world;
    if (clip >= 0) {
        const aiAnimation& animation = *scene.mAnimations[clip];
        const double perSecond = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 1.0;
        for (unsigned c = 0; c < animation.mNumChannels; ++c)
            moved[animation.mChannels[c]->mNodeName.C_Str()] = matrixAt(*animation.mChannels[c], seconds * perSecond);
    }
    place(*scene.mRootNode, {}, moved, world);
    for (const auto& [mesh, node] : shown) {
        std::vector<aiVector3D> places(mesh->mNumVertices);
        std::vector<bool> isSkinned(mesh->mNumVertices);
        for (unsigned b = 0; b < mesh->mNumBones; ++b) {
            const aiBone& bone = *mesh->mBones[b];
            const aiMatrix4x4 matrix = world[bone.mName.C_Str()] * bone.mOffsetMatrix;
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                const auto [vertex, weight] = bone.mWeights[w];
                places[vertex] += (matrix * mesh->mVertices[vertex]) * weight;
                isSkinned[vertex] = true;
            }
        }
        for (unsigned v = 0; v < mesh->mNumVertices; ++v) {
            const aiVector3D p = isSkinned[v] ? places[v] : world[node->mName.C_Str()] * mesh->mVertices[v];
            put(p.x), put(p.y), put(p.z);
        }
    }
}

}  // namespace

int main(int, char** arguments) {
    std::ifstream jobs(arguments[1]);
    for (std::string line; std::getline(jobs, line);) {
        std::istringstream words(line);
        std::string file, name, time;
        std::getline(words, file, '\t'), std::getline(words, name, '\t');
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFile(file, 0);
        out = std::ofstream(name, std::ios::binary);
        if (!scene || !scene->mRootNode) continue;
        std::vector<Shown> shown;
        collect(*scene, *scene->mRootNode, shown);
        size_t count = 0;
        for (const Shown& one : shown)
            count += one.mesh->mNumVertices;
        put(static_cast<double>(count));
        for (const Shown& one : shown)
            for (unsigned v = 0; v < one.mesh->mNumVertices; ++v) {
                const aiVector3D &at = one.mesh->mVertices[v], *uvs = one.mesh->mTextureCoords[0];
                put(at.x), put(at.y), put(at.z), put(uvs ? uvs[v].x : 0.0), put(uvs ? uvs[v].y : 0.0);
            }
        while (std::getline(words, time, '\t')) {
            int clip = -1;
            double seconds = 0.0;
            if (std::sscanf(time.c_str(), "%d:%lf", &clip, &seconds) != 2 ||
                clip >= static_cast<int>(scene->mNumAnimations))
                break;
            pose(*scene, shown, clip, seconds);
        }
    }
}
