#include "import/scene/morphs.h"

#include <algorithm>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/scene/convert.h"
#include "import/scene/meshes.h"
#include "import/scene/tangent_frame.h"

namespace sinew {
namespace {

constexpr float kSameNormal = 1e-6f;  // smaller differences are rounding

float weightOf(const aiAnimMesh& target, const MorphConventions& conventions) {
    if (!std::isfinite(target.mWeight)) return 0.0f;
    return conventions.weightsLost && target.mWeight == 1.0f ? 0.0f : target.mWeight;
}

glm::vec3 finiteOrZero(const glm::vec3& v) {
    return isFinite(v) ? v : glm::vec3(0.0f);
}

/// Position deltas of the welded vertices; 0 where not finite.
std::vector<glm::vec3> positionDeltas(const MorphSource& morph, const MeshSource& source,
                                      std::span<const uint32_t> sources) {
    std::vector<glm::vec3> offsets;
    offsets.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = morph.relative ? glm::vec3(0.0f) : vec3From(source.positions[i]);
        offsets.push_back(finiteOrZero(vec3From(morph.positions[i]) - base));
    }
    return offsets;
}

/// Deltas of the welded vertices' unit normals. The file's normals may have any length; its deltas are scaled alike.
std::vector<glm::vec3> normalDeltas(const MorphSource& morph, const MeshSource& source,
                                    std::span<const uint32_t> sources) {
    std::vector<glm::vec3> turns;
    turns.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = vec3From(source.normals[i]);
        const glm::vec3 shape = vec3From(morph.normals[i]);
        turns.push_back(finiteOrZero((morph.relative ? shape : shape - base) / glm::length(base)));
    }
    return turns;
}

std::vector<glm::vec3> generatedNormalDeltas(std::span<const glm::vec3> offsets, const SkinnedMesh& mesh) {
    std::vector<glm::vec3> shape(mesh.positions);
    for (size_t v = 0; v < shape.size(); ++v)
        shape[v] += offsets[v];
    std::vector<glm::vec3> turns = smoothNormals(shape, mesh.indices);
    for (size_t v = 0; v < turns.size(); ++v)
        turns[v] -= mesh.normals[v];
    return turns;
}

/// The nodes that a channel may mean. In FBX, a '*' and the index of a mesh may follow the node's name.
std::span<const uint32_t> nodesNamed(std::string_view name, const SceneNodes& nodes) {
    const auto found = nodes.named(name);
    const size_t star = name.rfind('*');
    return found.empty() && star != std::string_view::npos ? nodes.named(name.substr(0, star)) : found;
}

/// Index of the first target's weight in a key. Of a glTF CUBICSPLINE (in-tangents, weights and out-tangents of all
/// targets), assimp passes on all numbers but the first and the last.
uint32_t firstNumber(const aiMeshMorphKey& key, uint32_t targetCount) {
    return targetCount > 1 && key.mNumValuesAndWeights == 3 * targetCount - 2 ? targetCount - 1 : 0;
}

}  // namespace

Finding morphMisfit(const std::string& object, size_t targets) {
    return countFinding(
        "morph-misfit", Severity::warning, object, targets, "morph target", "morph targets",
        fmt::format("whose vertices differ from the mesh's {} no effect", targets == 1 ? "has" : "have"));
}

std::vector<MorphSource> readMorphs(const aiMesh& file, const std::string& meshName,
                                    const MorphConventions& conventions, Findings& findings) {
    std::vector<MorphSource> morphs;
    size_t misfits = 0, broken = 0;
    std::vector<std::string> brokenNames;
    for (unsigned t = 0; t < file.mNumAnimMeshes; ++t) {
        MorphSource& morph = morphs.emplace_back();
        const aiAnimMesh* target = file.mAnimMeshes[t];
        if (!target || !target->HasPositions() || target->mNumVertices != file.mNumVertices) {
            ++misfits;
            continue;
        }
        const std::span<const aiVector3D> positions(target->mVertices, target->mNumVertices);
        const auto brokenHere = static_cast<size_t>(
            std::ranges::count_if(positions, [](const aiVector3D& position) { return !isFinite(vec3From(position)); }));
        broken += brokenHere;
        if (brokenHere > 0)
            brokenNames.push_back(target->mName.length > 0 ? utf8From(target->mName) : std::to_string(t));
        morph = {.name = utf8From(target->mName),
                 .positions = {target->mVertices, target->mNumVertices},
                 .weight = weightOf(*target, conventions),
                 .relative = conventions.relative && file.mMethod == aiMorphingMethod_MORPH_RELATIVE};
        if (target->HasNormals() && file.HasNormals()) morph.normals = {target->mNormals, target->mNumVertices};
    }
    if (misfits > 0) findings.push_back(morphMisfit(meshName, misfits));
    if (broken > 0)
        findings.push_back(
            countFinding("morph-not-finite", Severity::warning, meshName, broken, "vertex", "vertices",
                         "of morph targets without a finite position, which stay in place: " + listed(brokenNames)));
    return morphs;
}

std::vector<MorphTarget> convertMorphs(std::span<const MorphSource> morphs, const MeshSource& source, bool normalsMade,
                                       std::span<const uint32_t> sources, const SkinnedMesh& mesh) {
    std::vector<MorphTarget> targets;
    for (const MorphSource& morph : morphs) {
        MorphTarget& target = targets.emplace_back(MorphTarget{.name = morph.name});
        if (morph.positions.empty()) continue;
        const std::vector<glm::vec3> offsets = positionDeltas(morph, source, sources);
        std::vector<glm::vec3> turns(offsets.size(), glm::vec3(0.0f));
        if (normalsMade)
            turns = generatedNormalDeltas(offsets, mesh);
        else if (!morph.normals.empty())
            turns = normalDeltas(morph, source, sources);
        for (uint32_t v = 0; v < offsets.size(); ++v)
            if (offsets[v] != glm::vec3(0.0f) || glm::length(turns[v]) > kSameNormal)
                target.deltas.push_back({.vertex = v, .position = offsets[v], .normal = turns[v]});
        target.deltas.shrink_to_fit();
    }
    return targets;
}

SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const ImportedMesh> meshes,
                                    std::span<const std::vector<float>> nodeWeights) {
    SceneMorphWeights result;
    for (size_t i = 0; i < instances.size(); ++i) {
        MeshInstance& instance = instances[i];
        const std::vector<float>& ofMesh = meshes[instance.mesh].morphWeights;
        if (ofMesh.empty()) continue;
        const std::vector<float>& rest =
            i < nodeWeights.size() && nodeWeights[i].size() == ofMesh.size() ? nodeWeights[i] : ofMesh;
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
