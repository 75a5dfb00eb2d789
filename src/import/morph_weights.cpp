#include "import/morph_weights.h"

#include <algorithm>

#include "import/convert.h"

namespace sinew {
namespace {

/// The nodes that a channel may mean. FBX files say which of a node's meshes after a '*', of which there is only one.
std::span<const uint32_t> nodesNamed(std::string_view name, const SceneNodes& nodes) {
    auto found = nodes.byName.find(name);
    const size_t star = name.rfind('*');
    if (found == nodes.byName.end() && star != std::string_view::npos) found = nodes.byName.find(name.substr(0, star));
    return found == nodes.byName.end() ? std::span<const uint32_t>() : std::span<const uint32_t>(found->second);
}

/// The number under which a key has the first target's weight. Of a glTF CUBICSPLINE (arriving tangents, weights,
/// leaving tangents of all targets) assimp hands on all numbers but the first and the last.
uint32_t firstNumber(const aiMeshMorphKey& key, uint32_t targetCount) {
    return targetCount > 1 && key.mNumValuesAndWeights == 3 * targetCount - 2 ? targetCount - 1 : 0;
}

}  // namespace

SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const ImportedMesh> meshes,
                                    std::span<const std::vector<float>> stated) {
    SceneMorphWeights result;
    for (size_t i = 0; i < instances.size(); ++i) {
        MeshInstance& instance = instances[i];
        const std::vector<float>& ofMesh = meshes[instance.mesh].morphWeights;
        if (ofMesh.empty()) continue;
        const std::vector<float>& rest = i < stated.size() && stated[i].size() == ofMesh.size() ? stated[i] : ofMesh;
        const auto shared =
            std::find_if(result.groups.begin(), result.groups.end(), [&](const SceneMorphWeights::Group& group) {
                return group.node == instance.node && group.count == rest.size() &&
                       std::equal(rest.begin(), rest.end(), result.rest.begin() + group.first);
            });
        if (shared != result.groups.end()) {
            instance.firstMorphWeight = shared->first;
            continue;
        }
        instance.firstMorphWeight = static_cast<uint32_t>(result.rest.size());
        result.groups.push_back({instance.node, instance.firstMorphWeight, static_cast<uint32_t>(rest.size())});
        result.rest.insert(result.rest.end(), rest.begin(), rest.end());
    }
    return result;
}

std::vector<RawMorphTrack> morphTracksOf(const aiMeshMorphAnim& source, const SceneNodes& nodes,
                                         const SceneMorphWeights& weights, std::vector<bool>& moved) {
    std::vector<RawMorphTrack> tracks;
    moved.resize(weights.rest.size(), false);
    for (const uint32_t node : nodesNamed(viewOf(source.mName), nodes)) {
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
                    const uint32_t target = key.mValues[i] - number;  // wraps below the first: no target
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
