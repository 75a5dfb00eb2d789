#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr size_t kMostSkins = 32;              // that share joints: more take long
constexpr size_t kMinAgreeing = 3;             // joints; one, if both skins bind it the same
constexpr double kMostUnlike = 0.25;           // of the joints: more are two bind poses
constexpr float kBoundTurn = 20.0f;            // degrees
constexpr float kBoundAway = 0.05f;            // of the model's size
constexpr float kAgreeing = 0.1f;              // of both
constexpr uint16_t kLeastBoundWeight = 32768;  // half of a vertex: a bone with less holds nothing

/// A mesh, and the joints that hold something of it.
struct BoundSkin {
    std::string mesh;
    std::map<uint32_t, glm::mat4> inverseBinds;
    std::set<uint32_t> holding;
};

/// How far a bone is bound from where the relation of two skins puts it.
struct BoundApart {
    float degrees = 0.0f;
    float away = 0.0f;  ///< of the model's size

    bool isApart(float factor = 1.0f) const { return degrees > factor * kBoundTurn || away > factor * kBoundAway; }
};

/// A map between the spaces of two meshes: where a joint is bound in one, from where it is bound in the other.
glm::mat4 relationOf(const BoundSkin& one, const BoundSkin& other, uint32_t joint) {
    return glm::inverse(one.inverseBinds.at(joint)) * other.inverseBinds.at(joint);
}

float turnOf(const glm::mat4& matrix) {
    glm::mat3 turn(matrix);
    for (int axis = 0; axis < 3; ++axis)
        turn[axis] = glm::normalize(turn[axis]);
    const float trace = turn[0][0] + turn[1][1] + turn[2][2];
    return glm::degrees(std::acos(std::clamp(0.5f * (trace - 1.0f), -1.0f, 1.0f)));
}

class SharedJoints {
  public:
    explicit SharedJoints(const CheckedModel& checked) : checked_(checked) {}

    std::vector<Finding> run() {
        collect();
        std::vector<Finding> findings;
        if (skins_.size() > kMostSkins) return findings;
        std::set<uint32_t> reported;
        for (size_t a = 0; a < skins_.size(); ++a)
            for (size_t b = a + 1; b < skins_.size(); ++b)
                compare(skins_[a], skins_[b], reported, findings);
        return findings;
    }

  private:
    void collect() {
        for (const MeshInstance& instance : checked_.model.instances) {
            if (!instance.skinned) continue;
            const SkinnedMesh& mesh = checked_.model.meshes[instance.mesh];
            std::map<uint32_t, glm::mat4> joints;
            for (const Bone& bone : instance.bones)
                if (isUsable(bone.inverseBindMatrix)) joints.try_emplace(bone.node, bone.inverseBindMatrix);
            auto known = std::ranges::find(skins_, joints, &BoundSkin::inverseBinds);
            if (known == skins_.end()) known = skins_.insert(known, {mesh.name, std::move(joints), {}});
            for (const Influences& influences : mesh.influences)
                for (size_t slot = 0; slot < influences.weights.size(); ++slot)
                    if (influences.weights[slot] >= kLeastBoundWeight)
                        known->holding.insert(instance.bones[influences.bones[slot]].node);
        }
    }

    BoundApart apart(const BoundSkin& one, const BoundSkin& other, uint32_t joint, const glm::mat4& relation) const {
        const glm::mat4 error = relationOf(one, other, joint) * glm::inverse(relation);
        const glm::vec4 place = glm::inverse(one.inverseBinds.at(joint))[3];
        const glm::mat4 world = checked_.rest.worldFromNode[joint] * one.inverseBinds.at(joint);
        return {turnOf(error),
                glm::distance(glm::vec3(world * place), glm::vec3(world * (error * place))) / checked_.rest.size};
    }

    /// The relation that most of the joints agree on.
    std::optional<glm::mat4> agreedRelation(const BoundSkin& one, const BoundSkin& other,
                                            const std::vector<uint32_t>& joints) const {
        const auto agreeing = [&](const glm::mat4& relation) {
            return static_cast<size_t>(std::ranges::count_if(
                joints, [&](uint32_t joint) { return !apart(one, other, joint, relation).isApart(kAgreeing); }));
        };
        if (agreeing(glm::mat4(1.0f)) > 0) return glm::mat4(1.0f);
        for (const uint32_t joint : joints) {
            const glm::mat4 relation = relationOf(one, other, joint);
            if (const size_t count = agreeing(relation); count >= kMinAgreeing && 2 * count > joints.size())
                return relation;
        }
        return std::nullopt;
    }

    void compare(const BoundSkin& one, const BoundSkin& other, std::set<uint32_t>& reported,
                 std::vector<Finding>& findings) const {
        std::vector<uint32_t> joints;
        for (const auto& [joint, bind] : one.inverseBinds)
            if (other.inverseBinds.contains(joint)) joints.push_back(joint);
        if (joints.size() < 2) return;
        const std::optional<glm::mat4> relation = agreedRelation(one, other, joints);
        if (!relation) return;
        std::vector<std::pair<uint32_t, BoundApart>> unlike;
        for (const uint32_t joint : joints)
            if (const BoundApart own = apart(one, other, joint, *relation); own.isApart())
                unlike.emplace_back(joint, own);
        const auto most = std::max<size_t>(1, static_cast<size_t>(kMostUnlike * static_cast<double>(joints.size())));
        if (unlike.size() > most) return;
        for (const auto& [joint, own] : unlike) {
            if (!one.holding.contains(joint) || !other.holding.contains(joint) || !reported.insert(joint).second)
                continue;
            const Measured turn = measured(static_cast<double>(own.degrees), "degrees");
            const Measured away = measuredOfSize(own.away * checked_.rest.size, checked_.rest.size);
            findings.push_back({"bind-apart", Severity::warning, checked_.model.hierarchy.names[joint],
                                (own.degrees > kBoundTurn ? "is turned by " + turn.text : "is moved by " + away.text) +
                                    " between the bind poses of '" + one.mesh + "' and '" + other.mesh +
                                    "', unlike the other bones",
                                own.degrees > kBoundTurn ? turn.figure : away.figure});
        }
    }

    const CheckedModel& checked_;
    std::vector<BoundSkin> skins_;
};

}  // namespace

std::vector<Finding> checkSharedJoints(const CheckedModel& checked) {
    return checked.rest.size > 0.0f ? SharedJoints(checked).run() : std::vector<Finding>();
}

}  // namespace sinew
