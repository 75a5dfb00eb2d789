#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"
#include "check/surface.h"
#include "check/words.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kFarDelta = 1.5f;       // of the mesh's size
constexpr float kNoDelta = 1e-6f;       // of the mesh's size
constexpr double kMostMoved = 0.9;      // of the vertices
constexpr double kSameLengths = 0.2;    // of the edges: as long between deltas as between positions
constexpr double kOtherLengths = 0.15;  // of the edges: not as long in the resulting shape
constexpr double kCollapsed = -0.9;     // change of the edges along themselves
constexpr double kSamePlace = 0.3;      // of the mean distance from the origin

/// How deltas compare with the positions that they move: sums over the edges.
struct EdgeChanges {
    double lengths = 0.0;  ///< of the edges
    double unlike = 0.0;   ///< lengths between deltas, less those between positions
    double changed = 0.0;  ///< lengths in the resulting shape, less those in the mesh
    double along = 0.0;    ///< change in the direction of the edges
};

EdgeChanges edgeChanges(const SkinnedMesh& mesh, const std::vector<glm::vec3>& deltas) {
    EdgeChanges sum;
    for (uint32_t corner = 0; corner < mesh.indices.size(); ++corner) {
        const uint32_t one = mesh.indices[corner], other = mesh.indices[Surface::next(corner)];
        const glm::vec3 edge = mesh.positions[other] - mesh.positions[one], change = deltas[other] - deltas[one];
        const float length = glm::length(edge);
        sum.lengths += static_cast<double>(length);
        sum.unlike += static_cast<double>(std::abs(glm::length(change) - length));
        sum.changed += static_cast<double>(std::abs(glm::length(edge + change) - length));
        if (length > 0.0f) sum.along += static_cast<double>(glm::dot(change, edge) / length);
    }
    return sum;
}

/// True if the mean of the deltas is as far from the origin as that of the positions. Where a part grows about its own
/// middle, it is not.
bool haveSamePlace(const std::vector<glm::vec3>& deltas, const std::vector<glm::vec3>& positions) {
    glm::dvec3 ofDeltas(0.0), ofPositions(0.0);
    double away = 0.0;
    for (size_t vertex = 0; vertex < positions.size(); ++vertex) {
        ofDeltas += glm::dvec3(deltas[vertex]);
        ofPositions += glm::dvec3(positions[vertex]);
        away += static_cast<double>(glm::length(positions[vertex]));
    }
    return std::abs(glm::length(ofDeltas) - glm::length(ofPositions)) < kSamePlace * away;
}

/// True if a target has the positions of a shape, maybe turned, instead of what is between it and the mesh: its deltas
/// are as far apart as the vertices.
bool isAbsolute(const SkinnedMesh& mesh, const MorphTarget& target) {
    if (static_cast<double>(target.deltas.size()) < kMostMoved * static_cast<double>(mesh.vertexCount())) return false;
    std::vector<glm::vec3> deltas(mesh.vertexCount(), glm::vec3(0.0f));
    for (const MorphDelta& delta : target.deltas)
        deltas[delta.vertex] = delta.position;
    const auto [lengths, unlike, changed, along] = edgeChanges(mesh, deltas);
    return unlike < kSameLengths * lengths && changed > kOtherLengths * lengths && along > kCollapsed * lengths &&
           haveSamePlace(deltas, mesh.positions);
}

Box boxOf(const Model& model, const MeshGroup& group) {
    Box box;
    for (const uint32_t instance : group.instances)
        for (const glm::vec3& position : model.meshes[model.instances[instance].mesh].positions)
            box.add(position);
    return box;
}

/// Targets that do the same: one was copied, and never changed.
void checkTwice(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    const auto targetOf = [&](uint32_t instance, size_t target) -> const MorphTarget& {
        return model.meshes[model.instances[instance].mesh].morphTargets[target];
    };
    size_t count = std::numeric_limits<size_t>::max();
    for (const uint32_t instance : group.instances)
        count = std::min(count, model.meshes[model.instances[instance].mesh].morphTargets.size());
    for (size_t own = 1; own < count; ++own)
        for (size_t other = 0; other < own; ++other) {
            const bool isSame = std::ranges::all_of(group.instances, [&](uint32_t instance) {
                return targetOf(instance, own).deltas == targetOf(instance, other).deltas;
            });
            const bool moves = std::ranges::any_of(
                group.instances, [&](uint32_t instance) { return !targetOf(instance, own).deltas.empty(); });
            if (!isSame || !moves) continue;
            const auto name = [&](size_t target) { return "'" + targetOf(group.instances.front(), target).name + "'"; };
            findings.push_back({"morph-twice", Severity::info, group.name,
                                "has the same morph target twice, as " + name(other) + " and " + name(own)});
            break;
        }
}

float farthestDelta(const Model& model, const MeshGroup& group, size_t target) {
    float farthest = 0.0f;
    for (const uint32_t instance : group.instances) {
        const auto& targets = model.meshes[model.instances[instance].mesh].morphTargets;
        if (target >= targets.size()) continue;
        for (const MorphDelta& delta : targets[target].deltas)
            farthest = std::max(farthest, glm::length(delta.position));
    }
    return farthest;
}

/// Names of targets that move a vertex of any mesh.
std::set<std::string> movingNames(const Model& model) {
    std::set<std::string> names;
    for (const SkinnedMesh& mesh : model.meshes)
        for (const MorphTarget& target : mesh.morphTargets)
            if (!target.deltas.empty()) names.insert(target.name);
    return names;
}

/// True for a target that is there to have no effect, such as the one for silence.
bool isNamedLikeRest(const std::string& name) {
    return hasWord(wordsOf(name), {"sil", "silence", "neutral", "basis", "base", "rest", "default", "none"});
}

/// Targets without effect. Exporters give all parts of a face the same list: eyes have those of the mouth as well.
void checkEffects(MorphGroup& morphs, float size, const std::set<std::string>& moving) {
    std::vector<size_t> empty;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target)
        if (!(farthestDelta(morphs.checked.model, morphs.group, target) > kNoDelta * size)) empty.push_back(target);
    const bool isMostly = 2 * empty.size() > morphs.surface.targetCount();
    for (const size_t target : empty) {
        morphs.explain(target);
        const std::string name = morphs.surface.nameOrNumber(target);
        if (isNamedLikeRest(name)) continue;
        morphs.add("morph-empty", isMostly && moving.contains(name) ? Severity::info : Severity::warning, target,
                   "has no effect");
    }
}

/// Each target by itself.
void checkPlainly(MorphGroup& morphs, const std::set<std::string>& moving) {
    const Model& model = morphs.checked.model;
    const float size = boxOf(model, morphs.group).diagonal();
    checkEffects(morphs, size, moving);
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        const bool hasPositions = std::ranges::any_of(morphs.group.instances, [&](uint32_t instance) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            return target < mesh.morphTargets.size() && isAbsolute(mesh, mesh.morphTargets[target]);
        });
        if (hasPositions)
            morphs.add("morph-absolute", Severity::warning, target,
                       "adds the positions of the mesh to themselves: it has the shape, not the difference to it");
        const float farthest = farthestDelta(model, morphs.group, target);
        if (!(farthest > kFarDelta * size) || !(size > 0.0f)) continue;
        const Measured far = measured(static_cast<double>(farthest / size), "times the mesh's size");
        morphs.add("morph-far", Severity::warning, target, "moves a vertex by " + far.text, far.figure);
    }
}

}  // namespace

std::vector<Finding> checkMorphs(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::set<std::string> moving = movingNames(checked.model);
    for (const MeshGroup& group : checked.groups) {
        checkTwice(checked.model, group, findings);
        const MorphedSurface surface(checked, group);
        MorphGroup morphs(checked, group, surface);
        checkPlainly(morphs, moving);
        checkMorphShapes(morphs, findings);
        checkMorphTwins(morphs);
        checkMorphNormals(morphs);
        std::ranges::move(morphs.findings(), std::back_inserter(findings));
    }
    checkMorphWeights(checked, findings);
    return findings;
}

}  // namespace sinew
