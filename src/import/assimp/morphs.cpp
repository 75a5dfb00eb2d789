#include "import/assimp/morphs.h"

#include <algorithm>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/assimp/convert.h"

namespace sinew {
namespace {

/// Index of the first target's weight in a key. Of a glTF CUBICSPLINE (in-tangents, weights and out-tangents of all
/// targets), assimp passes on all numbers but the first and the last.
uint32_t firstNumber(const aiMeshMorphKey& key, uint32_t targetCount) {
    return targetCount > 1 && key.mNumValuesAndWeights == 3 * targetCount - 2 ? targetCount - 1 : 0;
}

}  // namespace

std::vector<SourceMorph> readMorphs(const aiMesh& file, const MorphConventions& conventions, Findings& findings) {
    std::vector<SourceMorph> morphs;
    size_t misfits = 0;
    for (unsigned t = 0; t < file.mNumAnimMeshes; ++t) {
        SourceMorph& morph = morphs.emplace_back();
        const aiAnimMesh* target = file.mAnimMeshes[t];
        if (!target || !target->HasPositions() || target->mNumVertices != file.mNumVertices) {
            ++misfits;
            continue;
        }
        morph = {.name = utf8From(target->mName),
                 .positions = vectorsFrom(target->mVertices, target->mNumVertices),
                 .normals = {},
                 .weight = std::isfinite(target->mWeight) ? target->mWeight : 0.0f,
                 .relative = conventions.relative && file.mMethod == aiMorphingMethod_MORPH_RELATIVE};
        if (target->HasNormals() && file.HasNormals())
            morph.normals = vectorsFrom(target->mNormals, target->mNumVertices);
    }
    if (misfits > 0) findings.push_back(morphMisfit(utf8From(file.mName), misfits));
    return morphs;
}

std::vector<RawMorphTrack> morphTracksOf(const aiMeshMorphAnim& source, const SceneNodes& nodes,
                                         const SceneMorphWeights& weights, std::vector<bool>& moved) {
    std::vector<RawMorphTrack> tracks;
    moved.resize(weights.rest.size(), false);
    for (const uint32_t node : nodes.named(viewOf(source.mName))) {
        for (const SceneMorphWeights::Group& group : weights.groups) {
            if (group.node != node || moved[group.first]) continue;
            moved[group.first] = true;
            const size_t first = tracks.size();
            for (uint32_t t = 0; t < group.count; ++t)
                tracks.push_back({.weight = group.first + t, .keys = {}});
            for (unsigned k = 0; k < source.mNumKeys; ++k) {
                const aiMeshMorphKey& key = source.mKeys[k];
                const uint32_t number = firstNumber(key, group.count);
                for (unsigned i = 0; i < key.mNumValuesAndWeights; ++i) {
                    const uint32_t target = key.mValues[i] - number;  // wraps around below the first target
                    if (target < group.count)
                        tracks[first + target].keys.push_back({key.mTime, static_cast<float>(key.mWeights[i])});
                }
            }
        }
        if (!tracks.empty()) break;
    }
    std::erase_if(tracks, [](const RawMorphTrack& track) { return track.keys.empty(); });
    return tracks;
}

}  // namespace sinew
