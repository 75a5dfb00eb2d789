#include "import/build/morphs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "base/text.h"
#include "import/build/convert.h"
#include "import/build/tangent_frame.h"

namespace sinew {
namespace {

constexpr float kSameNormal = 1e-6f;  // smaller differences are rounding

glm::vec3 finiteOrZero(const glm::vec3& v) {
    return isFinite(v) ? v : glm::vec3(0.0f);
}

/// Position deltas of the welded vertices; 0 where not finite.
std::vector<glm::vec3> positionDeltas(const SourceMorph& morph, const SourceMesh& source,
                                      std::span<const uint32_t> sources) {
    std::vector<glm::vec3> offsets;
    offsets.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = morph.relative ? glm::vec3(0.0f) : source.positions[i];
        offsets.push_back(finiteOrZero(morph.positions[i] - base));
    }
    return offsets;
}

/// Deltas of the welded vertices' unit normals. The file's normals may have any length; its deltas are scaled alike.
std::vector<glm::vec3> normalDeltas(const SourceMorph& morph, const SourceMesh& source,
                                    std::span<const uint32_t> sources) {
    std::vector<glm::vec3> turns;
    turns.reserve(sources.size());
    for (const uint32_t i : sources) {
        const glm::vec3 base = source.normals[i];
        const glm::vec3 shape = morph.normals[i];
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

}  // namespace

Finding morphMisfit(const std::string& object, size_t targets) {
    return countFinding(
        "morph-misfit", Severity::warning, object, targets, "morph target", "morph targets",
        fmt::format("whose vertices differ from the mesh's {} no effect", targets == 1 ? "has" : "have"));
}

void reportBrokenMorphs(const SourceMesh& mesh, Findings& findings) {
    size_t broken = 0;
    std::vector<std::string> names;
    for (size_t t = 0; t < mesh.morphs.size(); ++t) {
        const SourceMorph& morph = mesh.morphs[t];
        const auto here = static_cast<size_t>(
            std::ranges::count_if(morph.positions, [](const glm::vec3& position) { return !isFinite(position); }));
        broken += here;
        if (here > 0) names.push_back(morph.name.empty() ? std::to_string(t) : morph.name);
    }
    if (broken > 0)
        findings.push_back(
            countFinding("morph-not-finite", Severity::warning, mesh.name, broken, "vertex", "vertices",
                         "of morph targets without a finite position, which stay in place: " + listed(names)));
}

std::vector<MorphTarget> convertMorphs(const SourceMesh& source, bool normalsMade, std::span<const uint32_t> sources,
                                       const SkinnedMesh& mesh) {
    std::vector<MorphTarget> targets;
    for (const SourceMorph& morph : source.morphs) {
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

SceneMorphWeights placeMorphWeights(std::span<MeshInstance> instances, std::span<const SourceMesh> meshes,
                                    std::span<const std::vector<float>> nodeWeights) {
    SceneMorphWeights result;
    for (size_t i = 0; i < instances.size(); ++i) {
        MeshInstance& instance = instances[i];
        std::vector<float> ofMesh;
        for (const SourceMorph& morph : meshes[instance.mesh].morphs)
            ofMesh.push_back(morph.weight);
        if (ofMesh.empty()) continue;
        const std::vector<float>& rest =
            i < nodeWeights.size() && nodeWeights[i].size() == ofMesh.size() ? nodeWeights[i] : ofMesh;
        const auto first = std::ranges::lower_bound(result.groups, instance.node, {}, &SceneMorphWeights::Group::node);
        const auto shared = std::find_if(first, result.groups.end(), [&](const SceneMorphWeights::Group& group) {
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

}  // namespace sinew
