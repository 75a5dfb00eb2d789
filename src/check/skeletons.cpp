#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "check/tracks.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"
#include "model/split_by_palette.h"

namespace sinew {
namespace {

constexpr float kZeroScale = 1e-6f;
constexpr float kUnevenScale = 0.01f;   // relative difference between axes; less is rounding
constexpr float kSingular = 1e-6f;      // determinant over the product of the column lengths
constexpr float kAwayFromBind = 0.01f;  // of the model's size
constexpr float kPosedDegrees = 2.0f;   // a bone turns against the one above it, from bind to rest pose
constexpr size_t kMinPosed = 3;         // bones
constexpr size_t kMinBoundAlike = 3;    // bones
constexpr size_t kPosedPart = 4;        // one of so many bones
constexpr size_t kMinJoints = 4;        // of a skeleton that deforms a figure

/// Adds a finding for each of these nodes.
void addForNodes(const char* id, Severity severity, const std::vector<std::string>& names, const std::string& message,
                 std::vector<Finding>& findings) {
    for (const std::string& name : names)
        findings.push_back({id, severity, name, message});
}

bool isUneven(const glm::vec3& scale) {
    const glm::vec3 size = glm::abs(scale);
    const auto [least, most] = std::minmax({size.x, size.y, size.z});
    return most - least > kUnevenScale * most;
}

/// Marks the nodes that some clip scales unevenly over time: squash and stretch; a rest pose taken from such a clip has
/// it as well.
std::vector<bool> squashedNodes(const Model& model) {
    std::vector<bool> squashed(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            if (rangeOf(channel.scale) > kUnevenScale && std::ranges::any_of(channel.scale.values, isUneven))
                squashed[channel.node] = true;
    return squashed;
}

/// A node above all meshes of a model without bones whose scale mirrors them. Below it, mirrored nodes are usual.
void addMirroring(const Model& model, std::vector<Finding>& findings) {
    const auto& [names, parents, rest] = model.hierarchy;
    for (uint32_t node = 0; node < names.size(); ++node) {
        const glm::vec3& scale = rest[node].scale;
        if (parents[node] != kNoParent || !(scale.x * scale.y * scale.z < 0.0f)) continue;
        const bool isAboveAll = std::ranges::all_of(model.instances, [&](const MeshInstance& instance) {
            return isAtOrBelow(model.hierarchy.parents, instance.node, node);
        });
        if (isAboveAll && !model.instances.empty())
            findings.push_back({"bone-scale-negative", Severity::info, names[node],
                                "mirrors the whole model by a negative scale: left and right are exchanged"});
    }
}

void checkRestScales(const Model& model, std::vector<Finding>& findings) {
    const std::vector<bool> checked = boneNodes(model, true), squashed = squashedNodes(model);
    std::vector<std::string> zero, negative, uneven, posed;
    for (size_t node = 0; node < checked.size(); ++node) {
        if (!checked[node]) continue;
        const glm::vec3& scale = model.hierarchy.rest[node].scale;
        const glm::vec3 size = glm::abs(scale);
        const std::string& name = model.hierarchy.names[node];
        if (std::min({size.x, size.y, size.z}) < kZeroScale)
            zero.push_back(name);
        else if (isUneven(scale))
            (squashed[node] ? posed : uneven).push_back(name);
        if (std::min({scale.x, scale.y, scale.z}) < 0.0f) negative.push_back(name);
    }
    if (std::ranges::none_of(checked, std::identity())) addMirroring(model, findings);
    addForNodes("bone-scale-zero", Severity::warning, zero, "has a scale of 0, which collapses everything below it",
                findings);
    addForNodes("bone-scale-negative", Severity::warning, negative,
                "has a negative scale, which mirrors everything below it", findings);
    addForNodes("bone-scale-uneven", Severity::warning, uneven,
                "has a non-uniform scale, which shears rotations below it", findings);
    addForNodes("bone-scale-uneven", Severity::info, posed,
                "has a non-uniform scale, as in clips, which shears rotations below it", findings);
}

bool isSingular(const glm::mat4& matrix) {
    const glm::mat3 linear(matrix);
    const float box = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
    const float volume = std::abs(glm::determinant(linear));
    return !std::isfinite(volume) || !std::isfinite(glm::dot(matrix[3], matrix[3])) || !(volume > kSingular * box);
}

/// The largest distance between a vertex in the rest pose and its position if the whole mesh followed one bone.
float farthestFromBind(const SkinnedMesh& mesh, const std::vector<glm::mat4>& palette, size_t reference) {
    float farthest = 0.0f;
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        const glm::vec4 position(mesh.positions[v], 1.0f);
        farthest = std::max(farthest, glm::length(glm::vec3(blendedMatrix(mesh, v, palette) * position -
                                                            palette[reference] * position)));
    }
    return farthest;
}

/// The bones of all meshes of a group.
struct GroupBones {
    std::map<uint32_t, bool> moves;  ///< by node: whether it moves any vertex
    std::set<uint32_t> singular;     ///< nodes that move vertices by a singular matrix
    size_t largest = 0;              ///< most bones that move vertices of one mesh
    size_t parts = 0;
    float awayFromBind = 0.0f;
    std::optional<glm::mat4> first;  ///< inverse bind matrix that moves vertices
    bool areBoundAlike = true;       ///< all have that one
    std::set<uint32_t> posed;        ///< nodes that rest turned against the one above them, compared with the bind pose

    size_t movingCount() const {
        return static_cast<size_t>(std::ranges::count_if(moves, [](const auto& bone) { return bone.second; }));
    }

    /// The rest pose is a pose of the whole figure, and no mistake of single bones.
    bool arePosed() const { return posed.size() >= std::max(kMinPosed, movingCount() / kPosedPart); }
};

/// Adds the bones of an instance whose palette matrices turn them against the nearest bone above them.
void addPosed(const Model& model, const MeshInstance& instance, const std::vector<bool>& used,
              const std::vector<glm::mat4>& palette, std::set<uint32_t>& posed) {
    std::map<uint32_t, size_t> boneAt;
    for (size_t b = 0; b < used.size(); ++b)
        if (used[b]) boneAt.emplace(instance.bones[b].node, b);
    for (const auto& [node, bone] : boneAt) {
        int32_t above = model.hierarchy.parents[node];
        while (above != kNoParent && !boneAt.contains(static_cast<uint32_t>(above)))
            above = model.hierarchy.parents[static_cast<size_t>(above)];
        if (above == kNoParent) continue;
        const glm::mat3 parent(palette[boneAt.at(static_cast<uint32_t>(above))]);
        const glm::mat3 turn = glm::inverse(parent) * glm::mat3(palette[bone]);
        const float cosine = 0.5f * ((turn[0].x + turn[1].y + turn[2].z) / std::cbrt(glm::determinant(turn)) - 1.0f);
        if (cosine < std::cos(glm::radians(kPosedDegrees))) posed.insert(node);
    }
}

/// The bone of a mesh that has the largest sum of weights.
size_t heaviestBone(const SkinnedMesh& mesh) {
    std::vector<uint64_t> weights(mesh.boneCount, 0);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        forEachInfluence(mesh, v, [&](uint16_t bone, uint16_t weight) { weights[bone] += weight; });
    return static_cast<size_t>(std::ranges::max_element(weights) - weights.begin());
}

GroupBones bonesOf(const Model& model, const MeshGroup& group, const RestPose& rest, uint32_t maxBones) {
    GroupBones bones;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const std::vector<bool> used = usedBones(mesh);
        bool isSound = true;
        for (size_t b = 0; b < used.size(); ++b) {
            const uint32_t node = instance.bones[b].node;
            bones.moves[node] |= used[b];
            if (!used[b]) continue;
            if (!bones.first) bones.first = instance.bones[b].inverseBindMatrix;
            bones.areBoundAlike = bones.areBoundAlike && *bones.first == instance.bones[b].inverseBindMatrix;
            if (!isSingular(instance.bones[b].inverseBindMatrix)) continue;
            bones.singular.insert(node);
            isSound = false;
        }
        const auto moving = static_cast<size_t>(std::ranges::count(used, true));
        bones.largest = std::max(bones.largest, moving);
        bones.parts += moving > maxBones ? splitByPalette(mesh, maxBones).size() : 1;
        if (moving == 0 || !isSound) continue;
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, rest.worldFromNode, palette);
        bones.awayFromBind = std::max(bones.awayFromBind, farthestFromBind(mesh, palette, heaviestBone(mesh)));
        addPosed(model, instance, used, palette, bones.posed);
    }
    return bones;
}

/// Returns true if the group rests in the pose of a clip.
bool checkGroup(const CheckedModel& checked, const MeshGroup& group, uint32_t maxBones,
                std::vector<Finding>& findings) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    const GroupBones bones = bonesOf(model, group, rest, maxBones);
    std::vector<std::string> unused, singular;
    for (const auto& [node, moves] : bones.moves)
        if (!moves) unused.push_back(model.hierarchy.names[node]);
    for (const uint32_t node : bones.singular)
        singular.push_back(model.hierarchy.names[node]);
    if (bones.largest > maxBones) {
        const Measured moving = measuredCount(bones.movingCount(), "bone", "bones");
        findings.push_back({"bones-split", Severity::info, group.name,
                            "needs " + moving.text + ", more than the " + std::to_string(maxBones) +
                                " of a palette; drawn in " + std::to_string(bones.parts) + " parts",
                            moving.figure});
    }
    addForNodes("bone-unused", Severity::info, unused, "is a joint of a skin, but moves no vertex", findings);
    addForNodes("bind-singular", Severity::error, singular,
                "has a singular inverse bind matrix for mesh '" + group.name + "'", findings);
    if (!singular.empty() || !(bones.awayFromBind > kAwayFromBind * rest.size)) return false;
    if (bones.areBoundAlike && bones.movingCount() >= kMinBoundAlike) {
        findings.push_back({"bind-matrices-missing", Severity::info, group.name,
                            "binds its " + std::to_string(bones.movingCount()) +
                                " bones with one and the same matrix, although they rest apart"});
        return false;
    }
    if (bones.arePosed()) return true;
    const Measured away = measuredOfSize(bones.awayFromBind, rest.size);
    findings.push_back(
        {"bind-not-rest", Severity::info, group.name,
         "has a bind pose that differs from the rest pose: a vertex is " + away.text + " from its bind position",
         away.figure});
    return false;
}

/// Adds the nodes at and below a bone that clips move, and that move nothing: joints that the skin lists in vain.
void addIdleBones(const Model& model, uint32_t bone, std::set<uint32_t>& joints) {
    std::vector<bool> carries(model.hierarchy.size()), isBelow(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        if (!instance.skinned) carries[instance.node] = true;
    isBelow[bone] = true;
    markBelow(model.hierarchy, isBelow);
    const std::vector<bool> animated = animatedNodes(model);
    std::set<uint32_t> idle;
    for (uint32_t node = 0; node < isBelow.size(); ++node) {
        if (!isBelow[node]) continue;
        if (carries[node]) return;
        if (animated[node]) idle.insert(node);
    }
    joints.merge(idle);
}

/// A figure of which all vertices follow one bone of a whole skeleton.
void checkRigid(const Model& model, std::vector<Finding>& findings) {
    std::set<uint32_t> joints, moving;
    for (const MeshInstance& instance : model.instances) {
        if (!instance.skinned) continue;
        const std::vector<bool> used = usedBones(model.meshes[instance.mesh]);
        for (size_t bone = 0; bone < used.size(); ++bone) {
            joints.insert(instance.bones[bone].node);
            if (used[bone]) moving.insert(instance.bones[bone].node);
        }
    }
    if (moving.size() != 1) return;
    addIdleBones(model, *moving.begin(), joints);
    if (joints.size() < kMinJoints) return;
    for (const MeshGroup& group : meshGroups(model))
        if (group.skinned)
            findings.push_back({"skin-rigid", Severity::warning, group.name,
                                "follows one of " + std::to_string(joints.size()) + " bones, '" +
                                    model.hierarchy.names[*moving.begin()] + "', with all of its vertices"});
}

void checkNames(const Model& model, std::vector<Finding>& findings) {
    // A mesh that is called like the bone that it hangs on confuses no clip.
    const std::vector<bool> isBone = boneNodes(model, false);
    std::vector<bool> isNamed = isBone, inSkeleton = isBone;
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            isNamed[channel.node] = true;
    if (const int32_t top = topOfBones(model); top != kNoParent) inSkeleton[static_cast<size_t>(top)] = true;
    markBelow(model.hierarchy, inSkeleton);
    struct Count {
        size_t nodes = 0, named = 0;
    };
    std::map<std::string_view, Count> counts;
    for (size_t node = 0; node < isBone.size(); ++node) {
        Count& count = counts[model.hierarchy.names[node]];
        ++count.nodes;
        count.named += isNamed[node];
    }
    std::vector<std::string> confused, harmless;
    for (size_t node = 0; node < isBone.size(); ++node) {
        Count& count = counts[model.hierarchy.names[node]];
        const bool isConfused = count.named > 1 && isNamed[node] && inSkeleton[node];  // or a joint without vertices
        if (!isConfused && !(isBone[node] && count.nodes > 1)) continue;
        (isConfused ? confused : harmless).push_back(model.hierarchy.names[node]);
        count = {};
    }
    addForNodes("bone-name-duplicate", Severity::warning, confused,
                "shares its name with other nodes, and clips find bones by name", findings);
    addForNodes("bone-name-duplicate", Severity::info, harmless,
                "shares its name with nodes that are no bones, and clips find bones by name", findings);
}

}  // namespace

std::vector<Finding> checkSkeletons(const CheckedModel& checked, uint32_t maxBones) {
    const Model& model = checked.model;
    std::vector<Finding> findings = checkBinding(checked);
    const bool isExplained =
        std::ranges::any_of(findings, [](const Finding& finding) { return finding.severity != Severity::info; });
    bool isPosed = false;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) isPosed |= checkGroup(checked, group, maxBones, findings);
    // What was exported as a clip was open rests elsewhere than it was bound.
    if (isPosed)
        std::erase_if(findings, [](const Finding& finding) {
            return finding.severity == Severity::info && (finding.id == "bone-posed" || finding.id == "bone-misbound");
        });
    if (isExplained) std::erase_if(findings, [](const Finding& finding) { return finding.id == "bind-not-rest"; });
    checkRigid(model, findings);
    checkRestScales(model, findings);
    checkNames(model, findings);
    return findings;
}

}  // namespace sinew
