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
#include "model/bounds.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr size_t kMostSkins = 32;              // that share joints: more take long
constexpr size_t kMostTried = 16;              // relations
constexpr size_t kMinAgreeing = 3;             // joints; one, if both skins bind it the same
constexpr double kMostUnlike = 0.25;           // of the joints: more are two bind poses
constexpr float kBoundTurn = 20.0f;            // degrees
constexpr float kBoundAway = 0.05f;            // of the model's size
constexpr float kAgreeing = 0.1f;              // of both
constexpr float kSameLinear = 1e-3f;           // of two inverse bind matrices
constexpr float kSameUnit = 1e-3f;             // of their translations
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

/// A joint of two skins. `relation` maps the space of the second mesh to that of the first, as the joint has it.
struct SharedJoint {
    uint32_t node = 0;
    glm::mat4 relation{1.0f};
    glm::vec4 place{0.0f};  ///< in the first mesh
    glm::mat4 world{1.0f};  ///< from the first mesh, at rest
};

float turnOf(const glm::mat4& matrix) {
    glm::mat3 turn(matrix);
    for (int axis = 0; axis < 3; ++axis)
        turn[axis] = glm::normalize(turn[axis]);
    const float trace = turn[0][0] + turn[1][1] + turn[2][2];
    return glm::degrees(std::acos(std::clamp(0.5f * (trace - 1.0f), -1.0f, 1.0f)));
}

/// The translations of the inverse bind matrices of `one` as a multiple of those of `other`, if all are a hundredth, a
/// hundred times or another power of ten, and nothing else differs.
std::optional<float> unitBetween(const BoundSkin& one, const BoundSkin& other) {
    std::optional<float> unit;
    size_t moved = 0;
    for (const auto& [node, inverse] : one.inverseBinds) {
        const auto found = other.inverseBinds.find(node);
        if (found == other.inverseBinds.end()) continue;
        for (int axis = 0; axis < 3; ++axis)
            if (glm::distance(inverse[axis], found->second[axis]) > kSameLinear * glm::length(inverse[axis]))
                return std::nullopt;
        const glm::vec3 own(inverse[3]), its(found->second[3]);
        if (own == glm::vec3(0.0f) && its == glm::vec3(0.0f)) continue;
        if (!unit) {
            const float power = std::round(std::log10(glm::length(own) / glm::length(its)));
            if (!(std::abs(power) >= 1.0f && std::abs(power) <= 3.0f)) return std::nullopt;
            unit = std::pow(10.0f, power);
        }
        if (glm::distance(own, *unit * its) > kSameUnit * glm::length(own)) return std::nullopt;
        ++moved;
    }
    return moved > 1 ? unit : std::nullopt;
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
            if (skins_.size() > kMostSkins) return;
            auto known = std::ranges::find(skins_, joints, &BoundSkin::inverseBinds);
            if (known == skins_.end()) known = skins_.insert(known, {mesh.name, std::move(joints), {}});
            for (const Influences& influences : mesh.influences)
                for (size_t slot = 0; slot < influences.weights.size(); ++slot)
                    if (influences.weights[slot] >= kLeastBoundWeight)
                        known->holding.insert(instance.bones[influences.bones[slot]].node);
        }
    }

    std::vector<SharedJoint> sharedBy(const BoundSkin& one, const BoundSkin& other) const {
        std::vector<SharedJoint> joints;
        for (const auto& [node, inverseBind] : one.inverseBinds)
            if (const auto found = other.inverseBinds.find(node); found != other.inverseBinds.end()) {
                const glm::mat4 bind = glm::inverse(inverseBind);
                joints.push_back(
                    {node, bind * found->second, bind[3], checked_.rest.worldFromNode[node] * inverseBind});
            }
        return joints;
    }

    BoundApart apart(const SharedJoint& joint, const glm::mat4& inverseRelation) const {
        const glm::mat4 error = joint.relation * inverseRelation;
        const glm::vec3 from(joint.world * joint.place), to(joint.world * (error * joint.place));
        return {turnOf(error), glm::distance(from, to) / checked_.rest.size};
    }

    /// The inverse of the relation that most of the joints agree on.
    std::optional<glm::mat4> agreedRelation(const std::vector<SharedJoint>& joints) const {
        const auto agreeing = [&](const glm::mat4& inverse) {
            return static_cast<size_t>(std::ranges::count_if(
                joints, [&](const SharedJoint& joint) { return !apart(joint, inverse).isApart(kAgreeing); }));
        };
        if (agreeing(glm::mat4(1.0f)) > 0) return glm::mat4(1.0f);
        const size_t stride = joints.size() / kMostTried + 1;
        for (size_t i = 0; i < joints.size(); i += stride) {
            const glm::mat4 inverse = glm::inverse(joints[i].relation);
            if (const size_t count = agreeing(inverse); count >= kMinAgreeing && 2 * count > joints.size())
                return inverse;
        }
        return std::nullopt;
    }

    /// How far apart the joints of a skin have its origin.
    float spread(const BoundSkin& skin) const {
        Box origins;
        for (const auto& [node, inverse] : skin.inverseBinds)
            origins.add(glm::vec3(checked_.rest.worldFromNode[node] * inverse[3]));
        return origins.diagonal();
    }

    /// Two skins in different units: the one whose bones fit each other less is wrong.
    bool compareUnits(const BoundSkin& one, const BoundSkin& other, std::vector<Finding>& findings) const {
        const std::optional<float> unit = unitBetween(one, other);
        if (!unit) return false;
        const bool isOne = spread(one) > spread(other);
        const Measured times = measured(static_cast<double>(isOne ? *unit : 1.0f / *unit), "times");
        findings.push_back({"skin-unit", Severity::warning, isOne ? one.mesh : other.mesh,
                            "has inverse bind matrices with " + times.text + " the translations of those of '" +
                                (isOne ? other.mesh : one.mesh) + "', for the same bones",
                            times.figure});
        return true;
    }

    void compare(const BoundSkin& one, const BoundSkin& other, std::set<uint32_t>& reported,
                 std::vector<Finding>& findings) const {
        const std::vector<SharedJoint> joints = sharedBy(one, other);
        if (joints.size() < 2 || compareUnits(one, other, findings)) return;
        const std::optional<glm::mat4> relation = agreedRelation(joints);
        if (!relation) return;
        std::vector<std::pair<uint32_t, BoundApart>> unlike;
        for (const SharedJoint& joint : joints)
            if (const BoundApart own = apart(joint, *relation); own.isApart()) unlike.emplace_back(joint.node, own);
        const auto most = std::max<size_t>(1, static_cast<size_t>(kMostUnlike * static_cast<double>(joints.size())));
        if (unlike.size() > most) return;
        for (const auto& [joint, own] : unlike) {
            if (!one.holding.contains(joint) || !other.holding.contains(joint) || !reported.insert(joint).second)
                continue;
            const Measured turn = measured(static_cast<double>(own.degrees), "degrees");
            const Measured away = measuredOfSize(own.away * checked_.rest.size, checked_.rest.size);
            findings.push_back(
                {"bind-apart", Severity::warning, checked_.model.hierarchy.names[joint],
                 (own.degrees > kBoundTurn ? "is turned by " + turn.text : "is moved by " + away.text) +
                     " between the bind poses of '" + one.mesh + "' and '" + other.mesh +
                     (joints.size() > 2 ? "', unlike the other bones" : "', unlike the other bone that they share"),
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
