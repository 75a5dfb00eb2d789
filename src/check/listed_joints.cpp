#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"

namespace sinew {
namespace {

constexpr size_t kMostListedTwice = 64;  // joints of a skin: more take long
constexpr float kMissingAt = 0.01f;      // of the model's size, from where the matrix of a joint that is missing lies

/// The joints of a skin, and where each of them moves the mesh.
class ListedJoints {
  public:
    ListedJoints(const CheckedModel& checked, const MeshInstance& instance)
        : checked_(checked), instance_(instance), above_(checked.model.hierarchy.size()) {
        for (const Bone& bone : instance.bones)
            moves_.try_emplace(bone.node, checked.rest.worldFromNode[bone.node] * bone.inverseBindMatrix);
        const std::vector<int32_t>& parents = checked.model.hierarchy.parents;
        for (uint32_t node = 0; node < above_.size(); ++node) {
            if (parents[node] == kNoParent) continue;
            const auto parent = static_cast<uint32_t>(parents[node]);
            above_[node] = moves_.contains(parent) ? std::optional(parent) : above_[parent];
        }
    }

    /// The node that a matrix was made for, if it is no joint: it rests where that binds a bone.
    std::optional<uint32_t> missing(const Bone& bone) const {
        const glm::vec4 bound = glm::inverse(bone.inverseBindMatrix)[3];
        std::optional<uint32_t> missing;
        float least = kMissingAt * checked_.rest.size;
        for (uint32_t node = 0; node < above_.size(); ++node) {
            // What the joint itself moves tells nothing: it has another matrix.
            const std::optional<uint32_t> parent = above_[node] == bone.node ? above_[bone.node] : above_[node];
            if (!parent || node == instance_.node || moves_.contains(node)) continue;
            const glm::vec3 place(moves_.at(*parent) * bound);
            const float away = glm::distance(place, glm::vec3(checked_.rest.worldFromNode[node][3]));
            if (away < least) least = away, missing = node;
        }
        return missing;
    }

  private:
    const CheckedModel& checked_;
    const MeshInstance& instance_;
    std::map<uint32_t, glm::mat4> moves_;         ///< by joint
    std::vector<std::optional<uint32_t>> above_;  ///< by node: the nearest joint above it
};

/// Pairs of bones with one joint and other matrices; none if there are many.
std::vector<std::pair<const Bone*, const Bone*>> listedTwice(const MeshInstance& instance) {
    std::map<uint32_t, const Bone*> first;
    std::vector<std::pair<const Bone*, const Bone*>> twice;
    for (const Bone& bone : instance.bones) {
        const auto [known, isNew] = first.emplace(bone.node, &bone);
        if (!isNew && known->second->inverseBindMatrix != bone.inverseBindMatrix)
            twice.emplace_back(known->second, &bone);
    }
    if (twice.size() > kMostListedTwice) twice.clear();
    return twice;
}

}  // namespace

std::vector<Finding> checkListedJoints(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const std::vector<std::string>& names = checked.model.hierarchy.names;
    std::set<std::vector<uint32_t>> skins;  // instances share them
    for (const MeshInstance& instance : checked.model.instances) {
        if (!instance.skinned) continue;
        const auto twice = listedTwice(instance);
        if (twice.empty()) continue;
        std::vector<uint32_t> skin;
        for (const Bone& bone : instance.bones)
            skin.push_back(bone.node);
        if (!skins.insert(std::move(skin)).second) continue;
        const ListedJoints joints(checked, instance);
        std::set<uint32_t> reported;
        for (const auto& [one, other] : twice)
            for (const Bone* own : {one, other}) {
                if (!isUsable(own->inverseBindMatrix)) continue;
                const std::optional<uint32_t> missing = joints.missing(*own);
                if (!missing || !reported.insert(*missing).second) continue;
                findings.push_back({"joint-missing", Severity::warning, names[*missing],
                                    "is not among the joints of '" + checked.model.meshes[instance.mesh].name +
                                        "', but the inverse bind matrix of a bone there is: '" + names[own->node] +
                                        "' is listed in its place"});
            }
    }
    return findings;
}

}  // namespace sinew
