#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/ancestry.h"
#include "check/bones.h"
#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kProbe = 0.1f;     // how far from a bone its matrix is compared
constexpr float kSame = 0.01f;     // two bones that move a mesh alike
constexpr float kMoved = 0.02f;    // of a bone, to its parent
constexpr double kMost = 0.5;      // of the bones that agree: the others are wrong
constexpr double kMixed = 0.4;     // of the bones that do not fit their parents: their matrices are mixed up
constexpr size_t kMinMixed = 5;    // bones with a parent
constexpr size_t kMinForRoot = 5;  // bones that agree against the root of the skeleton
constexpr float kAffine = 1e-3f;
constexpr float kOtherSize = 15.0f;  // of a mesh and its skeleton
constexpr size_t kMaxReferences = 64;
constexpr size_t kMostExchanged = 64;   // bones that do not agree: more take long
constexpr size_t kMostMovedLimbs = 64;  // bones that may hang elsewhere: more take long
constexpr size_t kFewMirrored = 4, kTimesMirrored = 3;
constexpr float kScaledBone = 1.1f;    // a factor
constexpr size_t kMostScaled = 4;      // bones: more are a style
constexpr float kFits = 0.002f;        // of the model's size: a limb below the node from which it was cut
constexpr size_t kMostCutLimbs = 16;   // more are a pose
constexpr float kLost = 0.12f;         // of the model's size, from the bone beside which it was bound
constexpr float kBeside = 0.2f;        // the same: that bone
constexpr float kParallel = 0.999f;    // the cosine
constexpr float kSlight = 0.03f;       // of the model's size: a note
constexpr float kSamePlace = 1e-4f;    // of the model's size: an offset that was lost
constexpr float kKeptPlace = 0.02f;    // of the length of an offset: it is the one of the bind pose
constexpr float kLeastOffset = 0.01f;  // of the model's size: shorter ones fit several bones
constexpr size_t kMinRigid = 5;        // meshes that follow one bone each
constexpr double kMostRigid = 0.8;     // of these that are bound alike: the others are wrong

/// The inverse bind matrices of the meshes that are bound alike.
struct SkinBones {
    std::string name;                       ///< of its first mesh
    std::map<uint32_t, glm::mat4> inverse;  ///< by node, parents first
    bool areRigid = false;                  ///< each bone moves a mesh of its own
    bool areParts = false;                  ///< of several skins: the limbs of one figure
};

bool areParallel(const glm::vec3& a, const glm::vec3& b) {
    return glm::dot(a, b) > kParallel * glm::length(a) * glm::length(b);
}

bool isAffine(const glm::mat4& matrix) {
    return std::abs(matrix[0].w) + std::abs(matrix[1].w) + std::abs(matrix[2].w) < kAffine &&
           std::abs(matrix[3].w - 1.0f) < kAffine;
}

/// Adds one of all meshes that follow one bone each: the parts of a robot.
void joinRigid(std::vector<SkinBones>& skins) {
    SkinBones rigid{.areRigid = true};
    for (const SkinBones& skin : skins)
        if (skin.inverse.size() == 1) {
            if (rigid.inverse.empty()) rigid.name = skin.name;
            rigid.inverse.insert(skin.inverse.begin(), skin.inverse.end());
        }
    if (rigid.inverse.size() >= kMinRigid) skins.push_back(std::move(rigid));
}

/// Adds one of the bones of all skins, if no skin has them all and no two differ about a bone.
void joinParts(std::vector<SkinBones>& skins) {
    SkinBones all{.areParts = true};
    if (!skins.empty()) all.name = skins.front().name;
    for (const SkinBones& skin : skins) {
        if (skin.areRigid) continue;
        for (const auto& [node, matrix] : skin.inverse)
            if (const auto [at, isNew] = all.inverse.emplace(node, matrix); !isNew && at->second != matrix) return;
    }
    const bool isJoined =
        std::ranges::none_of(skins, [&](const SkinBones& skin) { return skin.inverse.size() == all.inverse.size(); });
    if (isJoined && all.inverse.size() >= kMinRigid) skins.push_back(std::move(all));
}

std::vector<SkinBones> skinsOf(const Model& model) {
    std::vector<SkinBones> skins;
    for (const MeshGroup& group : meshGroups(model)) {
        if (!group.skinned) continue;
        std::map<uint32_t, glm::mat4> own;
        for (const uint32_t instance : group.instances)
            for (const Bone& bone : model.instances[instance].bones)
                if (!carriesUnweighted(model.instances[instance], bone)) own.emplace(bone.node, bone.inverseBindMatrix);
        const auto isSame = [&](const SkinBones& skin) {
            size_t shared = 0;
            for (const auto& [node, matrix] : own)
                if (const auto known = skin.inverse.find(node); known != skin.inverse.end()) {
                    if (known->second != matrix) return false;
                    ++shared;
                }
            return shared > 0;
        };
        const auto known = std::ranges::find_if(skins, isSame);
        if (known == skins.end())
            skins.push_back({group.name, std::move(own)});
        else
            known->inverse.merge(own);
    }
    joinRigid(skins);
    joinParts(skins);
    return skins;
}

class BindingCheck {
  public:
    BindingCheck(const Model& model, const RestPose& rest, SkinBones skin, std::vector<Finding>& findings)
        : model_(model),
          rest_(rest),
          skin_(std::move(skin)),
          findings_(findings),
          travels_(travelingNodes(model, rest)) {}

    void run() {
        std::vector<uint32_t> odd;
        size_t usable = 0;
        for (const auto& [node, inverse] : skin_.inverse) {
            if (!isUsable(inverse)) continue;  // reported as singular
            ++usable;
            if (!isAffine(inverse))
                odd.push_back(node);
            else if (isUsable(rest_.worldFromNode[node]))
                nodes_.push_back(node);
        }
        reportNotAffine(odd, usable);
        if (nodes_.size() < 2) return;
        for (const uint32_t node : nodes_) {
            moves_.push_back(rest_.worldFromNode[node] * skin_.inverse.at(node));
            binds_.push_back(glm::inverse(skin_.inverse.at(node)));
        }
        dropMirrored();
        if (nodes_.size() < 2) return;
        findParents();
        std::vector<bool> agrees = majority();
        if (undoExchanges(agrees)) agrees = majority();
        checkLostOffsets();
        checkMovedLimbs();
        const auto count = static_cast<size_t>(std::ranges::count(agrees, true));
        const bool doMostAgree = count > 1 && static_cast<double>(count) >= kMost * static_cast<double>(nodes_.size());
        if (doMostAgree && !skin_.areRigid) checkCutLimbs(agrees);
        if (skin_.areParts ||
            (skin_.areRigid && static_cast<double>(count) < kMostRigid * static_cast<double>(nodes_.size())))
            checkBranch(agrees);
        else if (doMostAgree)
            checkOthers(agrees);
        else
            checkOffsets();
    }

  private:
    /// Where most matrices of a skin are wrong, it is the skin that was written so.
    void reportNotAffine(const std::vector<uint32_t>& odd, size_t usable) {
        const bool areExchanged =
            std::ranges::all_of(odd, [&](uint32_t node) { return isAffine(glm::transpose(skin_.inverse.at(node))); });
        const std::string cause = std::string("not 0 0 0 1") + (areExchanged ? ": rows and columns exchanged" : "");
        if (odd.size() > 1 && 2 * odd.size() >= usable) {
            const Measured count = measuredPart(odd.size(), usable, "inverse bind matrix", "inverse bind matrices");
            findings_.push_back({"bind-not-affine", Severity::error, skin_.name,
                                 "has a last row in " + count.text + " that is " + cause, count.figure});
            return;
        }
        for (const uint32_t node : odd)
            add("bind-not-affine", Severity::error, node,
                "has an inverse bind matrix for '" + skin_.name + "' whose last row is " + cause);
    }

    void add(const char* id, Severity severity, uint32_t node, std::string message, std::optional<Figure> figure = {}) {
        findings_.push_back({id, severity, model_.hierarchy.names[node], std::move(message), std::move(figure)});
    }

    /// In any pose, bones mirror the mesh all alike.
    void dropMirrored() {
        const auto isMirrored = [&](size_t bone) { return glm::determinant(glm::mat3(moves_[bone])) < 0.0f; };
        size_t mirrored = 0;
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            mirrored += isMirrored(bone);
        if (skin_.areRigid || skin_.areParts || mirrored == 0 || mirrored > kFewMirrored ||
            mirrored * kTimesMirrored > nodes_.size())
            return;
        for (size_t bone = nodes_.size(); bone-- > 0;) {
            if (!isMirrored(bone)) continue;
            const float scale = model_.hierarchy.rest[nodes_[bone]].scale.x *
                                model_.hierarchy.rest[nodes_[bone]].scale.y *
                                model_.hierarchy.rest[nodes_[bone]].scale.z;
            if (scale < 0.0f) continue;  // its node mirrors it
            add("bone-misbound", Severity::warning, nodes_[bone],
                "is bound mirrored, unlike the other bones of '" + skin_.name + "'");
            const auto at = static_cast<std::ptrdiff_t>(bone);
            nodes_.erase(nodes_.begin() + at), moves_.erase(moves_.begin() + at), binds_.erase(binds_.begin() + at);
        }
    }

    void findParents() {
        explained_.assign(nodes_.size(), false);
        std::map<uint32_t, size_t> indexOf;
        for (size_t i = 0; i < nodes_.size(); ++i)
            indexOf.emplace(nodes_[i], i);
        for (const uint32_t node : nodes_) {
            std::optional<size_t>& parent = parents_.emplace_back();
            for (int32_t above = model_.hierarchy.parents[node]; above != kNoParent && !parent;
                 above = model_.hierarchy.parents[static_cast<size_t>(above)])
                if (const auto found = indexOf.find(static_cast<uint32_t>(above)); found != indexOf.end())
                    parent = found->second;
        }
        above_ = parents_;
    }

    /// From one bone to another in the bind pose, in the space of the first.
    glm::vec3 boundOffset(size_t from, size_t to) const {
        return glm::vec3((skin_.inverse.at(nodes_[from]) * binds_[to])[3]);
    }

    /// From a bone to another at rest, in the space of the first.
    glm::vec3 restOffset(size_t from, size_t to) const {
        return glm::vec3((glm::inverse(rest_.worldFromNode[nodes_[from]]) * rest_.worldFromNode[nodes_[to]])[3]);
    }

    /// A length in the space of a bone as a share of the model's size.
    float shareOf(size_t bone, const glm::vec3& offset) const {
        const glm::mat3 world(rest_.worldFromNode[nodes_[bone]]);
        return glm::length(offset) * std::cbrt(std::abs(glm::determinant(world))) / rest_.size;
    }

    /// A finding is about that bone, which is no longer compared with its parent.
    void explain(size_t bone) {
        parents_[bone].reset();
        explained_[bone] = true;
    }

    /// True too for what is below such a bone, once asked about all bones above it.
    bool isExplained(size_t bone) {
        if (above_[bone] && explained_[*above_[bone]]) explained_[bone] = true;
        return explained_[bone];
    }

    /// Bones that rest where the bone above them does, although they were bound away from it.
    void checkLostOffsets() {
        struct Chain {
            size_t first = 0, bones = 0;
            float farthest = 0.0f;
        };
        std::map<size_t, Chain> chains;  // by the bone at whose place they are
        std::vector<std::optional<size_t>> tops(nodes_.size());
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            const std::optional<size_t> parent = parents_[bone];
            if (!parent || shareOf(*parent, restOffset(*parent, bone)) > kSamePlace ||
                shareOf(*parent, boundOffset(*parent, bone)) < kMoved)
                continue;
            tops[bone] = tops[*parent] ? *tops[*parent] : *parent;
            Chain& chain = chains.try_emplace(*tops[bone], Chain{.first = bone}).first->second;
            ++chain.bones;
            chain.farthest = std::max(chain.farthest, shareOf(*tops[bone], boundOffset(*tops[bone], bone)));
        }
        for (const auto& [top, chain] : chains) {
            const Measured away = measuredShare(static_cast<double>(chain.farthest), "the model's size");
            add("bone-offset-lost", Severity::warning, nodes_[top],
                "has " + std::string(chain.bones == 1 ? "a bone" : std::to_string(chain.bones) + " bones") +
                    " below it that rest" + (chain.bones == 1 ? "s" : "") + " at its own place, '" +
                    model_.hierarchy.names[nodes_[chain.first]] + (chain.bones == 1 ? "'" : "' first") +
                    ", although bound up to " + textOf(chain.farthest, away) + " away: their offsets are 0",
                away.figure);
        }
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            if (tops[bone]) explain(bone);
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            isExplained(bone);
    }

    /// The bone below which another one was bound with the offset that it now has below `parent`.
    std::optional<size_t> formerParent(size_t bone, const std::vector<glm::mat4>& inverses) const {
        const glm::vec3 local = model_.hierarchy.rest[nodes_[bone]].translation;
        const auto parent = static_cast<uint32_t>(model_.hierarchy.parents[nodes_[bone]]);
        const auto placeOf = [&](uint32_t node) { return glm::vec3(rest_.worldFromNode[node][3]); };
        for (size_t former = 0; former < nodes_.size(); ++former)
            if (glm::distance(glm::vec3(inverses[former] * binds_[bone][3]), local) < kKeptPlace * glm::length(local) &&
                nodes_[former] != parent &&
                glm::distance(placeOf(nodes_[former]), placeOf(parent)) > kMoved * rest_.size &&
                shareOf(former, restOffset(former, bone) - boundOffset(former, bone)) > kMoved &&
                !isAtOrBelow(model_.hierarchy.parents, nodes_[former], nodes_[bone]))
                return former;
        return std::nullopt;
    }

    /// True for a bone that may have kept its offset, but hang on another node than it was bound below.
    bool mayBeMoved(size_t bone) const {
        const uint32_t node = nodes_[bone];
        if (model_.hierarchy.parents[node] == kNoParent || travels_[node]) return false;
        if (parents_[bone] && offset(bone) < kMoved) return false;
        const glm::vec3 local = model_.hierarchy.rest[node].translation;
        if (glm::length(local) * keyUnit(model_, rest_, node) < kLeastOffset) return false;
        return !parents_[bone] || !areParallel(local, boundOffset(*parents_[bone], bone));  // not longer
    }

    /// Bones that have kept their offset, but hang on another node than they were bound below.
    void checkMovedLimbs() {
        std::vector<size_t> candidates;
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            if (!explained_[bone] && mayBeMoved(bone)) candidates.push_back(bone);
        if (candidates.empty() || candidates.size() > kMostMovedLimbs) return;
        std::vector<glm::mat4> inverses;
        for (const uint32_t node : nodes_)
            inverses.push_back(skin_.inverse.at(node));
        auto next = candidates.begin();
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            const bool isCandidate = next != candidates.end() && *next == bone;
            if (isCandidate) ++next;
            if (isExplained(bone) || !isCandidate) continue;
            if (const std::optional<size_t> former = formerParent(bone, inverses)) addMovedLimb(bone, *former);
        }
    }

    void addMovedLimb(size_t bone, size_t former) {
        const float share = shareOf(former, restOffset(former, bone) - boundOffset(former, bone));
        const Measured away = measuredShare(static_cast<double>(share), "the model's size");
        const std::vector<std::string>& names = model_.hierarchy.names;
        const auto parent = static_cast<uint32_t>(model_.hierarchy.parents[nodes_[bone]]);
        add("bone-parent", Severity::warning, nodes_[bone],
            "hangs on '" + names[parent] + "', but was bound below '" + names[nodes_[former]] +
                "' with the same offset: it rests " + textOf(share, away) + " from its place",
            away.figure);
        explain(bone);
    }

    /// How far two bones move what is around the second one apart, as a share of the model's size.
    float apart(size_t one, size_t other) const {
        const float scale = std::cbrt(std::abs(glm::determinant(glm::mat3(moves_[other]))));
        float farthest = 0.0f;
        for (int axis = -1; axis < 3; ++axis) {
            glm::vec4 point = binds_[other][3];
            if (axis >= 0) point[axis] += kProbe * rest_.size / scale;
            farthest =
                std::max(farthest, glm::distance(glm::vec3(moves_[one] * point), glm::vec3(moves_[other] * point)));
        }
        return farthest / rest_.size;
    }

    /// The largest set of bones that move the mesh alike.
    std::vector<bool> majority() const {
        std::vector<bool> best(nodes_.size(), false);
        size_t most = 0;
        const size_t stride = nodes_.size() / kMaxReferences + 1;
        for (size_t reference = 0; reference < nodes_.size(); reference += stride) {
            std::vector<bool> same(nodes_.size());
            for (size_t i = 0; i < nodes_.size(); ++i)
                same[i] = apart(reference, i) < kSame;
            const auto count = static_cast<size_t>(std::ranges::count(same, true));
            if (count > most) most = count, best = std::move(same);
            if (most * 2 > nodes_.size()) break;
        }
        return best;
    }

    /// How far bone `child` is bound from where it rests, seen from its parent.
    float offset(size_t child) const { return offset(child, child, child); }

    /// The same, if bones `a` and `b` had each other's matrices.
    float offset(size_t child, size_t a, size_t b) const {
        const size_t parent = *parents_[child];
        const auto from = [&](size_t bone) { return bone == a ? b : bone == b ? a : bone; };
        const glm::mat4 bound = skin_.inverse.at(nodes_[from(parent)]) * binds_[from(child)];
        const glm::mat4 rests = glm::inverse(rest_.worldFromNode[nodes_[parent]]) * rest_.worldFromNode[nodes_[child]];
        const float scale = std::cbrt(std::abs(glm::determinant(glm::mat3(rest_.worldFromNode[nodes_[parent]]))));
        return scale * glm::distance(glm::vec3(bound[3]), glm::vec3(rests[3])) / rest_.size;
    }

    /// True if two bones with each other's matrices would fit the bones above and below them, and do not as they are.
    bool fitsOthers(size_t a, size_t b) const {
        size_t brokenAtA = 0, brokenAtB = 0;
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            if (!parents_[bone]) continue;
            const bool isOfA = bone == a || *parents_[bone] == a, isOfB = bone == b || *parents_[bone] == b;
            if (!isOfA && !isOfB) continue;
            if (offset(bone, a, b) > kMoved) return false;
            if (offset(bone) > kMoved) brokenAtA += isOfA, brokenAtB += isOfB;
        }
        return brokenAtA > 0 && brokenAtB > 0 && brokenAtA + brokenAtB > 2;
    }

    /// True if two bones with each other's matrices would move the mesh as `reference` does.
    bool fitsReference(size_t a, size_t b, size_t reference) const {
        const auto isSame = [&](size_t bone, size_t bound) {
            const glm::mat4 moves = rest_.worldFromNode[nodes_[bone]] * skin_.inverse.at(nodes_[bound]);
            const float scale = std::cbrt(std::abs(glm::determinant(glm::mat3(moves))));
            for (int axis = -1; axis < 3; ++axis) {
                glm::vec4 point = binds_[bound][3];
                if (axis >= 0) point[axis] += kProbe * rest_.size / scale;
                const glm::vec4 apart = moves * point - moves_[reference] * point;
                if (!(glm::length(glm::vec3(apart)) < kSame * rest_.size)) return false;
            }
            return true;
        };
        return isSame(a, b) && isSame(b, a);
    }

    /// Reports bones with each other's matrices, and gives each its own.
    bool undoExchanges(const std::vector<bool>& agrees) {
        const auto most = static_cast<size_t>(std::ranges::count(agrees, true));
        const bool hasReference = most > 1 && static_cast<double>(most) >= kMost * static_cast<double>(nodes_.size());
        const auto reference = static_cast<size_t>(std::ranges::find(agrees, true) - agrees.begin());
        std::vector<size_t> others;
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            if (!agrees[bone]) others.push_back(bone);
        if (others.size() > kMostExchanged) return false;
        std::set<size_t> done;
        for (const size_t a : others)
            for (const size_t b : others) {
                if (b <= a || done.contains(a) || done.contains(b)) continue;
                const bool isExchanged = (hasReference && fitsReference(a, b, reference)) || fitsOthers(a, b);
                if (!isExchanged) continue;
                done.insert(a), done.insert(b);
                addExchanged(a, b), addExchanged(b, a);
                std::swap(skin_.inverse.at(nodes_[a]), skin_.inverse.at(nodes_[b]));
                std::swap(binds_[a], binds_[b]);
                for (const size_t bone : {a, b})
                    moves_[bone] = rest_.worldFromNode[nodes_[bone]] * skin_.inverse.at(nodes_[bone]);
            }
        return !done.empty();
    }

    void addExchanged(size_t bone, size_t other) {
        add("bind-exchanged", Severity::warning, nodes_[bone],
            "has the inverse bind matrix of '" + model_.hierarchy.names[nodes_[other]] + "' for '" + skin_.name +
                "', and the other way round: exchanged");
    }

    std::string textOf(float share, const Measured& measure) const {
        return lengthText(model_, share * rest_.size, measure);
    }

    void addMisbound(size_t bone, float share) {
        const Measured away = measuredShare(static_cast<double>(share), "the model's size");
        const bool mirrored = glm::determinant(glm::mat3(moves_[bone])) < 0.0f;
        // A foot that follows a target of its own rests wherever the figure was posed.
        // So does a prop that was bound by itself.
        const bool isSlight = share < kSlight || travels_[nodes_[bone]] || skin_.areRigid;
        add("bone-misbound", isSlight && (!mirrored || skin_.areRigid) ? Severity::info : Severity::warning,
            nodes_[bone],
            (mirrored ? "is bound mirrored, and what it moves is up to " : "moves what it is bound to by ") +
                textOf(share, away) + " from where the other bones of '" + skin_.name +
                (skin_.areRigid ? "' and other rigid meshes have it" : "' have it"),
            away.figure);
    }

    /// Whether bones would move the mesh as `reference` does if `moved` were applied to them.
    bool wouldAgree(const std::vector<size_t>& bones, const glm::mat4& moved, size_t reference) const {
        return std::ranges::all_of(bones, [&](size_t bone) {
            const glm::mat4 moves = moved * moves_[bone];
            const float scale = std::cbrt(std::abs(glm::determinant(glm::mat3(moves_[reference]))));
            for (int axis = -1; axis < 3; ++axis) {
                glm::vec4 point = binds_[bone][3];
                if (axis >= 0) point[axis] += kProbe * rest_.size / scale;
                const glm::vec3 apart(moves * point - moves_[reference] * point);
                if (!(glm::length(apart) < kFits * rest_.size)) return false;
            }
            return true;
        });
    }

    /// The node below which the bones at and below `top` would agree with `reference`, if `top` kept its transform.
    std::optional<uint32_t> fittingParent(uint32_t top, const std::vector<size_t>& bones, size_t reference) const {
        const NodeHierarchy& hierarchy = model_.hierarchy;
        const int32_t parent = hierarchy.parents[top];
        const glm::mat4 above =
            parent == kNoParent ? glm::mat4(1.0f) : rest_.worldFromNode[static_cast<size_t>(parent)];
        if (!isUsable(above)) return std::nullopt;
        const glm::mat4 local = glm::inverse(above);
        for (uint32_t node = 0; node < hierarchy.size(); ++node)
            if (!isAtOrBelow(hierarchy.parents, node, top) &&
                wouldAgree(bones, rest_.worldFromNode[node] * local, reference))
                return node;
        return std::nullopt;
    }

    /// Limbs that were cut from their parents, with joints that move no vertex: none of their bones agrees with the
    /// others, but all would below another node.
    void checkCutLimbs(const std::vector<bool>& agrees) {
        const NodeHierarchy& hierarchy = model_.hierarchy;
        const auto reference = static_cast<size_t>(std::ranges::find(agrees, true) - agrees.begin());
        std::vector<bool> holdsSound(hierarchy.size());  // at or above a bone that agrees
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            if (agrees[bone])
                for (auto node = static_cast<int32_t>(nodes_[bone]);
                     node != kNoParent && !holdsSound[static_cast<size_t>(node)];
                     node = hierarchy.parents[static_cast<size_t>(node)])
                    holdsSound[static_cast<size_t>(node)] = true;
        std::map<uint32_t, std::vector<size_t>> limbs;
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            if (holdsSound[nodes_[bone]] || explained_[bone]) continue;
            uint32_t top = nodes_[bone];
            while (hierarchy.parents[top] != kNoParent && !holdsSound[static_cast<size_t>(hierarchy.parents[top])])
                top = static_cast<uint32_t>(hierarchy.parents[top]);
            limbs[top].push_back(bone);
        }
        if (limbs.size() > kMostCutLimbs) return;
        for (const auto& [top, bones] : limbs) {
            if (bones.size() < 2 && top == nodes_[bones.front()]) continue;  // its own matrix may be wrong
            float share = 0.0f;
            for (const size_t bone : bones)
                share = std::max(share, apart(reference, bone));
            if (share < kMoved) continue;
            if (const auto parent = fittingParent(top, bones, reference)) addCutLimb(top, *parent, bones, share);
        }
    }

    void addCutLimb(uint32_t top, uint32_t parent, const std::vector<size_t>& bones, float share) {
        const Measured away = measuredShare(static_cast<double>(share), "the model's size");
        const std::vector<std::string>& names = model_.hierarchy.names;
        const int32_t above = model_.hierarchy.parents[top];
        add("bone-parent", Severity::warning, top,
            (above == kNoParent ? "hangs on no bone" : "hangs on '" + names[static_cast<size_t>(above)] + "'") +
                ", but it and what is below it fit '" + skin_.name + "' below '" + names[parent] +
                "' with the same transform: it rests " + textOf(share, away) + " from its place",
            away.figure);
        for (const size_t bone : bones)
            explain(bone);
    }

    /// Bones that move the mesh elsewhere than most others do.
    void checkOthers(const std::vector<bool>& agrees) {
        const auto reference = static_cast<size_t>(std::ranges::find(agrees, true) - agrees.begin());
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            if (agrees[bone] || explained_[bone]) continue;
            const std::optional<size_t> parent = parents_[bone];
            if (parent && !agrees[*parent] && apart(*parent, bone) < kSame) continue;  // follows it
            bool hasChildren = false, isFollowed = false, fits = parent && !agrees[*parent] && offset(bone) < kMoved;
            for (size_t child = bone + 1; child < nodes_.size(); ++child) {
                if (parents_[child] != bone) continue;
                hasChildren = true;
                isFollowed |= !agrees[child];
                fits &= offset(child) < kMoved;
            }
            // The end of a chain may be posed: its place tells, its direction does not.
            // A shin is bent between a thigh and a foot that stands as it did.
            const bool isPosed = isFollowed || fits || (!hasChildren && parent && offset(bone) < kMoved);
            const float away = apart(reference, bone);
            const bool mirrored = (glm::determinant(glm::mat3(moves_[bone])) < 0.0f) !=
                                  (glm::determinant(glm::mat3(moves_[reference])) < 0.0f);
            if (!parent && nodes_.size() < kMinForRoot) continue;
            if (!isPosed || mirrored) {
                addMisbound(bone, away);
                continue;
            }
            addPosed(nodes_[bone], away);
        }
    }

    /// The lowest node that is at or above all bones that agree, or all others, if none of the other group is below it.
    std::optional<uint32_t> branchOf(const std::vector<bool>& agrees, bool group) const {
        const std::span<const int32_t> parents = model_.hierarchy.parents;
        const auto counted = [&](uint32_t top, bool which) {
            size_t count = 0;
            for (size_t bone = 0; bone < nodes_.size(); ++bone)
                count += agrees[bone] == which && isAtOrBelow(parents, nodes_[bone], top);
            return count;
        };
        const auto first = static_cast<size_t>(std::ranges::find(agrees, group) - agrees.begin());
        const auto size = static_cast<size_t>(std::ranges::count(agrees, group));
        for (auto node = static_cast<int32_t>(nodes_[first]); node != kNoParent;
             node = parents[static_cast<size_t>(node)]) {
            const auto top = static_cast<uint32_t>(node);
            if (counted(top, !group) > 0) return std::nullopt;
            if (counted(top, group) == size) return top;
        }
        return std::nullopt;
    }

    bool isNamed(uint32_t node) const {
        return std::ranges::any_of(
            findings_, [&](const Finding& finding) { return finding.object == model_.hierarchy.names[node]; });
    }

    /// Meshes in two groups, each of which rests as one piece: a bone between them rests elsewhere than it was bound.
    void checkBranch(const std::vector<bool>& agrees) {
        if (std::ranges::count(agrees, false) == 0) return;
        const auto of = [&](bool group) { return std::ranges::find(agrees, group) - agrees.begin(); };
        const auto most = static_cast<size_t>(of(true)), other = static_cast<size_t>(of(false));
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            if (!agrees[bone] && apart(other, bone) >= kSame) return;
        std::optional<uint32_t> branch = branchOf(agrees, false);
        if (!branch) branch = branchOf(agrees, true);
        if (branch && !isNamed(*branch)) addPosed(*branch, apart(most, other));
    }

    void addPosed(uint32_t node, float share) {
        const Measured away = measuredShare(static_cast<double>(share), "the model's size");
        add("bone-posed", Severity::info, node,
            "rests " + textOf(share, away) + " from where it was bound, with everything below it", away.figure);
    }

    /// In a skeleton that is posed at rest, bones still have the size with which they were bound.
    void checkBoneSizes() {
        const auto size = [&](size_t bone) { return std::cbrt(std::abs(glm::determinant(glm::mat3(moves_[bone])))); };
        std::vector<std::pair<size_t, float>> scaled;
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            if (!parents_[bone]) continue;
            const float times = size(bone) / size(*parents_[bone]);
            if (times > kScaledBone || times < 1.0f / kScaledBone) scaled.emplace_back(bone, times);
        }
        if (scaled.size() > kMostScaled) return;
        for (const auto& [bone, times] : scaled) {
            const Measured factor = measured(static_cast<double>(times), "times");
            add("bone-scaled", Severity::info, nodes_[bone],
                "rests at " + factor.text + " the size with which it was bound, relative to the bone above it",
                factor.figure);
        }
    }

    /// In a skeleton that is posed at rest, a bone without a parent still rests beside the bone beside which it was
    /// bound.
    void checkRoots() {
        const auto restsAt = [&](size_t bone) { return glm::vec3(rest_.worldFromNode[nodes_[bone]][3]); };
        const auto bound = [&](size_t a, size_t b) {  // if b followed a
            return glm::distance(restsAt(a), glm::vec3(moves_[a] * binds_[b][3])) / rest_.size;
        };
        std::vector<size_t> roots;
        for (size_t bone = 0; bone < nodes_.size(); ++bone)
            roots.push_back(parents_[bone] ? roots[*parents_[bone]] : bone);
        for (size_t bone = 1; bone < nodes_.size(); ++bone) {
            if (parents_[bone] || explained_[bone]) continue;
            size_t nearest = bone;  // of another tree
            for (size_t other = 0; other < nodes_.size(); ++other)
                if (roots[other] != bone && (nearest == bone || bound(bone, other) < bound(bone, nearest)))
                    nearest = other;
            const float away = glm::distance(restsAt(bone), restsAt(nearest)) / rest_.size - bound(bone, nearest);
            if (!(away > kLost) || bound(bone, nearest) > kBeside) continue;
            const Measured far = measuredShare(static_cast<double>(away), "the model's size");
            add("bone-apart", travels_[nodes_[bone]] ? Severity::info : Severity::warning, nodes_[bone],
                "has no parent, and rests " + textOf(away, far) + " farther from '" +
                    model_.hierarchy.names[nodes_[nearest]] + "' than it was bound",
                far.figure);
        }
    }

    /// In a skeleton that is posed at rest, bones still have the same place in their parents.
    void checkOffsets() {
        checkBoneSizes();
        checkRoots();
        std::vector<float> offsets(nodes_.size(), 0.0f);
        std::vector<size_t> children(nodes_.size()), bad(nodes_.size());
        size_t edges = 0, broken = 0;
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            if (!parents_[bone]) continue;
            offsets[bone] = offset(bone);
            ++edges, ++children[*parents_[bone]];
            if (offsets[bone] > kMoved) ++broken, ++bad[*parents_[bone]];
        }
        if (broken == 0) return;
        if (static_cast<double>(broken) > kMixed * static_cast<double>(edges)) {
            if (edges < kMinMixed && broken > 2) return;
            if (edges >= kMinMixed) {
                findings_.push_back({"bind-mixed", Severity::warning, skin_.name,
                                     "is bound to " + std::to_string(broken) + " of " + std::to_string(edges) +
                                         " bones elsewhere than they rest: another order of the joints, or another "
                                         "skeleton?"});
                return;
            }
        }
        for (size_t bone = 0; bone < nodes_.size(); ++bone) {
            const bool isMoved = offsets[bone] > kMoved;
            // A moved bone is off both ways: from its parent, and its children from it.
            const auto isOff = [&](size_t one) { return bad[one] > 0 && bad[one] == children[one]; };
            bool isExplained = false;
            for (size_t child = bone + 1; child < nodes_.size(); ++child)
                isExplained |= parents_[child] == bone && offsets[child] > kMoved &&
                               (isOff(child) || (children[child] == 0 && children[bone] == 1));
            const bool isTurned = isOff(bone) && (isMoved || !isExplained);
            const bool parentTurned =
                parents_[bone] && bad[*parents_[bone]] == children[*parents_[bone]] && children[*parents_[bone]] > 1;
            if ((!isMoved && !isTurned) || (isMoved && !isTurned && (parentTurned || children[bone] > 0))) continue;
            float away = offsets[bone];
            for (size_t child = bone + 1; child < nodes_.size(); ++child)
                if (parents_[child] == bone) away = std::max(away, offsets[child]);
            addMisbound(bone, away);
        }
    }

    const Model& model_;
    const RestPose& rest_;
    SkinBones skin_;  ///< without what is exchanged
    std::vector<Finding>& findings_;
    std::vector<bool> travels_;
    std::vector<uint32_t> nodes_;
    std::vector<glm::mat4> moves_, binds_;  ///< worldFromMesh by each bone, meshFromBone
    std::vector<std::optional<size_t>> parents_;
    std::vector<std::optional<size_t>> above_;  ///< as parents_, of explained bones too
    std::vector<bool> explained_;               ///< by a finding about a bone at or above
};

float diagonalOf(const CheckedModel& checked, const MeshGroup& group, std::set<uint32_t>& bones) {
    Box box;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = checked.model.instances[index];
        for (const Bone& bone : instance.bones)
            if (!carriesUnweighted(instance, bone)) bones.insert(bone.node);
        for (const glm::vec3& position : checked.restPositions(index))
            box.add(position);
    }
    return box.diagonal();
}

/// Meshes of another size than the bones that move them.
void checkSizes(const CheckedModel& checked, std::vector<Finding>& findings) {
    Box skeleton;
    const std::vector<bool> isBone = boneNodes(checked.model);
    for (uint32_t node = 0; node < isBone.size(); ++node)
        if (isBone[node]) skeleton.add(glm::vec3(checked.rest.worldFromNode[node][3]));
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        std::set<uint32_t> bones;
        const float mesh = diagonalOf(checked, group, bones);
        Box box;
        for (const uint32_t node : bones)
            box.add(glm::vec3(checked.rest.worldFromNode[node][3]));
        if (bones.size() < 2 || !(box.diagonal() > 0.0f) || !(mesh > 0.0f)) continue;
        const float ratio = mesh / box.diagonal();
        // A head may hang on two bones that are close to each other.
        if (ratio > 1.0f / kOtherSize && mesh / skeleton.diagonal() < kOtherSize) continue;
        const Measured times = measured(static_cast<double>(ratio), "times");
        findings.push_back({"skin-unit", Severity::warning, group.name,
                            "is " + times.text + " the size of the bones that move it: another unit?", times.figure});
    }
}

}  // namespace

std::vector<Finding> checkBinding(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (const SkinBones& skin : skinsOf(model))
        BindingCheck(model, rest, skin, findings).run();
    checkSizes(checked, findings);
    return findings;
}

}  // namespace sinew
