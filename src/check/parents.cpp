#include <algorithm>
#include <map>
#include <set>

#include <glm/geometric.hpp>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kParentFar = 0.2f;     // of the model's size
constexpr float kParentApart = 0.05f;  // of the model's size
constexpr float kTimesFar = 2.0f;      // from the parent, against the bone that the surface leads to
constexpr size_t kMinEdges = 6;  // sides of triangles across which a limb goes on: two for each edge within a mesh
constexpr float kTorn = 0.1f;    // of the model's size: a limb that leaves its neighbor
constexpr float kMovesByItself = 0.02f;  // of the model's size, within a clip
constexpr size_t kMostFar = 256;         // bones far from their parents
constexpr double kMostEdges = 0.6;       // of those of a limb: they lead to its neighbor
constexpr double kManyEdges = 0.35;      // the same, where clips show that it leaves that neighbor
constexpr uint32_t kStepsApart = 3;      // in the skeleton, between the parent and that neighbor

/// Sides of triangles between the vertices of two bones: those that hold most of each vertex.
using Borders = std::map<std::pair<uint32_t, uint32_t>, size_t>;

Borders bordersOf(const CheckedModel& checked) {
    Borders borders;
    const Model& model = checked.model;
    const auto boneAt = [&](const Surface::Corner& corner) {
        const MeshInstance& instance = model.instances[corner.instance];
        return instance.bones[model.meshes[instance.mesh].influences[corner.vertex].bones[0]].node;
    };
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const Surface& surface = checked.surfaceOf(group);
        for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
            const uint32_t a = boneAt(surface.corners[corner]), b = boneAt(surface.corners[Surface::next(corner)]);
            if (a != b) ++borders[std::minmax(a, b)];
        }
    }
    return borders;
}

/// What part of a body a name states: a trunk, with its neck and head, an arm or a leg.
enum class BodyPart { other, trunk, arm, leg };

BodyPart bodyPartOf(const std::string& name) {
    const std::vector<std::string> words = wordsOf(name);
    const bool isTrunk = hasWord(words, {"head", "neck", "spine", "chest", "torso", "pelvis", "hips"});
    const bool isArm = hasWord(words, {"arm", "upperarm", "forearm", "lowerarm", "hand", "wrist", "elbow"});
    const bool isLeg = isNamedLikeLeg(name);
    if (isTrunk + isArm + isLeg != 1) return BodyPart::other;
    return isTrunk ? BodyPart::trunk : isArm ? BodyPart::arm : BodyPart::leg;
}

/// A head on a leg, a leg on an arm, a left arm on a right one. What arms carry may have any name.
bool isWrongByName(const std::string& bone, const std::string& parent) {
    const BodyPart part = bodyPartOf(bone), above = bodyPartOf(parent);
    if (part == BodyPart::other || above == BodyPart::other || above == BodyPart::trunk) return false;
    const Side side = sideOf(bone), other = sideOf(parent);
    return part != above || (side != Side::none && other != Side::none && side != other);
}

class ParentCheck {
  public:
    explicit ParentCheck(const CheckedModel& checked)
        : checked_(checked),
          model_(checked.model),
          rest_(checked.rest),
          isBone_(boneNodes(model_)),
          borders_(bordersOf(checked)) {}

    void run(std::vector<Finding>& findings) const {
        std::vector<bool> moves(isBone_.size());  // has vertices that border those of others
        for (const auto& [bones, edges] : borders_)
            moves[bones.first] = moves[bones.second] = true;
        const std::vector<std::string>& names = model_.hierarchy.names;
        const std::vector<int32_t>& parents = model_.hierarchy.parents;
        std::vector<uint32_t> farBones;
        for (uint32_t node = 0; node < moves.size(); ++node) {
            if (!moves[node] || parents[node] == kNoParent || !moves[static_cast<size_t>(parents[node])]) continue;
            if (apart(node, static_cast<uint32_t>(parents[node])) >= kParentFar) farBones.push_back(node);
        }
        addTorn(moves, findings);
        const auto isNamed = [&](uint32_t node) {
            return std::ranges::find(findings, names[node], &Finding::object) != findings.end();
        };
        std::erase_if(farBones, isNamed);
        if (farBones.size() > kMostFar) farBones.clear();  // finding the neighbor of each takes long
        for (const uint32_t node : farBones) {
            const auto parent = static_cast<uint32_t>(parents[node]);
            const float far = apart(node, parent);
            const std::optional<uint32_t> neighbor = neighborOf(node, kMostEdges);
            if (!neighbor || isAtOrBelow(parents, *neighbor, parent) ||
                stepsBetween(model_.hierarchy, parent, *neighbor, kStepsApart) < kStepsApart)
                continue;
            if (far < kTimesFar * apart(node, *neighbor)) continue;
            const Measured away = measuredShare(static_cast<double>(far), "the model's size");
            findings.push_back({"bone-parent", Severity::warning, names[node],
                                "hangs on '" + names[parent] + "', " + away.text +
                                    " away, although the mesh leads from it to '" + names[*neighbor] + "'",
                                away.figure});
        }
        addByName(findings);
    }

  private:
    /// True for a figure with a trunk, and arms or legs on both sides: a lamp has a head on its arm.
    bool hasBodyByName() const {
        bool hasTrunk = false, hasLeft = false, hasRight = false;
        for (uint32_t node = 0; node < isBone_.size(); ++node) {
            if (!isBone_[node]) continue;
            const std::string& name = model_.hierarchy.names[node];
            const BodyPart part = bodyPartOf(name);
            const bool isHead = hasWord(wordsOf(name), {"head"});
            hasTrunk = hasTrunk || (part == BodyPart::trunk && !isHead);
            const bool isLimb = part == BodyPart::arm || part == BodyPart::leg;
            hasLeft = hasLeft || (isLimb && sideOf(name) == Side::left);
            hasRight = hasRight || (isLimb && sideOf(name) == Side::right);
        }
        return hasTrunk && hasLeft && hasRight;
    }

    void addByName(std::vector<Finding>& findings) const {
        const std::vector<std::string>& names = model_.hierarchy.names;
        std::set<std::string> named;
        for (const Finding& finding : findings)
            named.insert(finding.object);
        const bool isFigure = hasBodyByName();
        for (uint32_t node = 0; node < names.size(); ++node) {
            const int32_t above = model_.hierarchy.parents[node];
            if (above == kNoParent) continue;
            const auto parent = static_cast<uint32_t>(above);
            if (named.contains(names[node])) continue;
            if (checked_.twins[node] == parent) {
                findings.push_back({"bone-parent", Severity::warning, names[node],
                                    "hangs on '" + names[parent] + "', its counterpart on the other side"});
                continue;
            }
            if (!isFigure || !isBone_[node] || !isWrongByName(names[node], names[parent]) ||
                apart(node, parent) < kParentApart)
                continue;
            findings.push_back({"bone-parent", Severity::warning, names[node],
                                "hangs on '" + names[parent] + "', a bone of another limb by its name"});
        }
    }

    /// True for a control that clips move by itself, such as the target of inverse kinematics: it leaves what it bends.
    bool isMovedControl(uint32_t node) const {
        const auto translates = [&](const AnimationClip& clip) {
            return std::ranges::any_of(clip.channels, [&](const Channel& channel) {
                return channel.node == node &&
                       rangeOf(channel.translation) * keyUnit(model_, rest_, node) > kMovesByItself;
            });
        };
        if (std::ranges::none_of(model_.clips, translates)) return false;
        size_t bones = 0, below = 0;
        for (uint32_t bone = 0; bone < isBone_.size(); ++bone) {
            bones += isBone_[bone];
            below += isBone_[bone] && isAtOrBelow(model_.hierarchy.parents, bone, node);
        }
        return 2 * below < bones;  // otherwise it is the root, or the hips
    }

    /// Bones without keys of their translation that leave the bone to which the mesh leads, as they hang on another
    /// one.
    void addTorn(const std::vector<bool>& moves, std::vector<Finding>& findings) const {
        const NodeHierarchy& hierarchy = model_.hierarchy;
        std::vector<bool> translates(hierarchy.size());
        for (const AnimationClip& clip : model_.clips)
            for (const Channel& channel : clip.channels)
                if (channel.translation.size() > 1) translates[channel.node] = true;
        std::vector<uint32_t> loose;
        for (uint32_t node = 0; node < moves.size(); ++node) {
            const int32_t parent = hierarchy.parents[node];
            if (!moves[node] || translates[node]) continue;
            if (parent != kNoParent && borders_.contains(std::minmax(node, static_cast<uint32_t>(parent)))) continue;
            loose.push_back(node);
        }
        if (loose.size() > kMostFar) return;
        for (const uint32_t node : loose) {
            const std::optional<uint32_t> neighbor = neighborOf(node, kManyEdges);
            if (!neighbor || isAtOrBelow(hierarchy.parents, node, *neighbor) || isMovedControl(*neighbor)) continue;
            const Tear tear = tearOf(node, *neighbor);
            if (!(tear.share > kTorn)) continue;
            const int32_t parent = hierarchy.parents[node];
            const Measured away = measuredShare(static_cast<double>(tear.share), "the model's size");
            findings.push_back(
                {"bone-parent", Severity::warning, hierarchy.names[node],
                 "hangs on " +
                     (parent == kNoParent ? "no bone" : "'" + hierarchy.names[static_cast<size_t>(parent)] + "'") +
                     ", although the mesh leads from it to '" + hierarchy.names[*neighbor] + "', from which it moves " +
                     away.text + " away in '" + model_.clips[tear.clip].name + "'",
                 away.figure});
        }
    }

    struct Tear {
        float share = 0.0f;  ///< of the model's size
        size_t clip = 0;
    };

    /// How far a bone leaves its place beside another one in the clip in which it does so most.
    Tear tearOf(uint32_t node, uint32_t neighbor) const {
        Tear tear;
        const glm::vec3 place(glm::inverse(rest_.worldFromNode[neighbor]) * rest_.worldFromNode[node][3]);
        for (size_t c = 0; c < model_.clips.size(); ++c) {
            if (model_.clips[c].channels.empty()) continue;
            const ClipMotion& motion = checked_.motionOf(c);
            const auto own = std::ranges::find(motion.nodes, node), other = std::ranges::find(motion.nodes, neighbor);
            if (own == motion.nodes.end() || other == motion.nodes.end()) continue;
            const auto at = static_cast<size_t>(own - motion.nodes.begin());
            const auto beside = static_cast<size_t>(other - motion.nodes.begin());
            for (size_t time = 0; time <= motion.steps(); ++time) {
                const glm::vec3 expected(motion.matrix(time, beside) * glm::vec4(place, 1.0f));
                const float share = glm::distance(expected, motion.position(time, at)) / rest_.size;
                if (share > tear.share) tear = {share, c};
            }
        }
        return tear;
    }

    float apart(uint32_t a, uint32_t b) const {
        return glm::distance(glm::vec3(rest_.worldFromNode[a][3]), glm::vec3(rest_.worldFromNode[b][3])) / rest_.size;
    }

    /// The bone to which most of the edges of the mesh lead from a limb, at least that share: a bone and everything
    /// below it.
    std::optional<uint32_t> neighborOf(uint32_t top, double least) const {
        std::map<uint32_t, size_t> edges;
        size_t all = 0;
        std::vector<bool> isOfLimb(model_.hierarchy.size());
        isOfLimb[top] = true;
        markBelow(model_.hierarchy, isOfLimb);
        for (const auto& [bones, count] : borders_) {
            const bool first = isOfLimb[bones.first], second = isOfLimb[bones.second];
            if (first == second) continue;
            edges[first ? bones.second : bones.first] += count;
            all += count;
        }
        const auto most = std::ranges::max_element(edges, {}, [](const auto& entry) { return entry.second; });
        if (most == edges.end() || most->second < kMinEdges ||
            static_cast<double>(most->second) < least * static_cast<double>(all))
            return std::nullopt;
        return most->first;
    }

    const CheckedModel& checked_;
    const Model& model_;
    const RestPose& rest_;
    std::vector<bool> isBone_;
    Borders borders_;
};

}  // namespace

std::vector<Finding> checkParents(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (checked.rest.size > 0.0f) ParentCheck(checked).run(findings);
    return findings;
}

}  // namespace sinew
