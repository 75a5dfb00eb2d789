#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/skin/bound_skin.h"
#include "check/skin/skin_rules.h"

namespace sinew {
namespace {

/// A bone, and how far it is off.
struct OffBone {
    size_t bone;
    float share;
    bool isBroken;  ///< and not only in its place
};

class Binding {
  public:
    Binding(const CheckedModel& checked, const std::vector<bool>& traveling, const BoundSkin& skin,
            std::vector<Finding>& findings)
        : checked_(checked), traveling_(traveling), skin_(skin), findings_(findings), children_(skin.bones.size()) {
        for (size_t bone = 0; bone < skin.bones.size(); ++bone)
            if (skin.bones[bone].parent) children_[*skin.bones[bone].parent].push_back(bone);
        const auto moved = static_cast<size_t>(
            std::ranges::count_if(skin.bones, [](const BoundBone& bone) { return bone.moved > kVisible.way; }));
        isPosed_ = moved > kSkin.fewBones &&
                   static_cast<float>(moved) > kSkin.poseOfBones * static_cast<float>(skin.bones.size());
        for (const BoundBone& one : skin.bones) {
            std::vector<bool> fits;
            for (const BoundBone& bone : skin.bones)
                fits.push_back(movedFrom(bone, one, checked.rest) < kVisible.way);
            if (std::ranges::count(fits, true) > std::ranges::count(fits_, true)) fits_ = std::move(fits);
        }
    }

    void find() {
        if (findUnusable() || !(checked_.rest.size > 0.0f) || findMissing() || findMixed()) return;
        const std::vector<OffBone> misbound = misboundBones();
        const std::vector<OffBone> posed = posedBones(misbound);
        const bool isMirrored = !misbound.empty() && skin_.bones[misbound.front().bone].size < 0.0f;
        add("bone-misbound", misbound, isMirrored ? "was bound mirrored, and " : "was bound ",
            " from where it rests, seen from the bones around it");
        add("bone-posed", posed, "rests ", " from where it was bound, seen from the bone above it");
        if (misbound.empty() && posed.empty() && !isPosed_) findNotRest();
    }

  private:
    Subject mesh() const { return meshSubject(checked_.model, *skin_.groups.front()); }
    Subject subjectOf(const OffBone& bone) const { return nodeSubject(skin_.bones[bone.bone].node); }

    bool findUnusable() {
        for (const uint32_t node : skin_.singular)
            tell(findings_, "bind-singular", Severity::error, {nodeSubject(node), mesh()},
                 "has a singular inverse bind matrix in the skin of {}");
        const bool areTransposed = std::ranges::all_of(
            skin_.unaffine, [&](uint32_t node) { return isAffine(glm::transpose(skin_.inverse.at(node))); });
        for (const uint32_t node : skin_.unaffine)
            tell(findings_, "bind-not-affine", Severity::error, {nodeSubject(node), mesh()},
                 std::string("has an inverse bind matrix in the skin of {} whose last row is not 0 0 0 1") +
                     (areTransposed ? ": rows and columns are exchanged" : ""));
        return !skin_.singular.empty() || !skin_.unaffine.empty();
    }

    bool findMissing() {
        const auto isFirst = [&](const BoundBone& bone) { return bone.bind == skin_.bones.front().bind; };
        const auto restsApart = [](const BoundBone& bone) { return bone.offset > kVisible.way; };
        if (skin_.bones.size() <= kSkin.fewBones || !std::ranges::all_of(skin_.bones, isFirst) ||
            std::ranges::none_of(skin_.bones, restsApart))
            return false;
        tell(findings_, "bind-matrices-missing", Severity::info, {mesh()},
             "binds its " + std::to_string(skin_.bones.size()) +
                 " bones with one and the same matrix, although they rest apart");
        return true;
    }

    /// Further roots follow no bone, and rest less exactly; in a pose, anywhere.
    bool isBeyond(size_t bone, float distance, float limit) const {
        return skin_.bones[bone].isRoot ? distance > kSkin.middleAway && !isPosed_ : distance > limit;
    }

    bool isOutOfPlace(size_t bone) const { return isBeyond(bone, skin_.bones[bone].offset, kSkin.boundAway); }
    bool isMoved(size_t bone) const { return isBeyond(bone, skin_.bones[bone].moved, kVisible.way); }

    /// Mirrored, or of another size, against its parent.
    bool isResized(size_t bone) const {
        const float size = skin_.bones[bone].size;
        return !(size > 1.0f / kSkin.boundSize && size < kSkin.boundSize);
    }

    bool isOff(size_t bone) const { return isOutOfPlace(bone) || isResized(bone); }

    bool areAllBelowOff(size_t bone) const {
        return !children_[bone].empty() &&
               std::ranges::all_of(children_[bone], [&](size_t child) { return isOff(child); });
    }

    bool findMixed() {
        size_t edges = 0, off = 0;
        for (size_t bone = 0; bone < skin_.bones.size(); ++bone)
            edges += skin_.bones[bone].parent.has_value(), off += isOutOfPlace(bone);
        if (edges <= kSkin.bones || off <= kSkin.fewBones ||
            static_cast<float>(off) < kSkin.mixedBinds * static_cast<float>(edges))
            return false;
        tell(findings_, "bind-mixed", Severity::warning, {mesh()},
             "is bound to " + std::to_string(off) + " of " + std::to_string(edges) +
                 " bones elsewhere than they rest: it was bound to another skeleton, or its "
                 "joints are in another order");
        return true;
    }

    /// Most bones move what lies around them alike: one that does not, and carries some that do, is wrong.
    bool isAlone(size_t bone) const {
        if (fits_[bone] || (skin_.bones[bone].parent && !isMoved(bone))) return false;
        return children_[bone].empty()
                   ? isOff(bone)
                   : std::ranges::any_of(children_[bone], [&](size_t child) { return fits_[child]; });
    }

    /// In a pose, a wrong matrix is off both ways: from its parent, and its children from it.
    bool isMisbound(size_t bone) const {
        if (!isPosed_) return isAlone(bone);
        if (children_[bone].empty()) {
            const std::optional<size_t> parent = skin_.bones[bone].parent;
            const bool isParentOff = parent && children_[*parent].size() > 1 && areAllBelowOff(*parent);
            return isOff(bone) && !isParentOff;
        }
        const auto explains = [&](size_t child) {
            const bool isOnlyEnd = children_[child].empty() && children_[bone].size() == 1;
            return isOff(child) && (areAllBelowOff(child) || isOnlyEnd);
        };
        const bool fitsParent = skin_.bones[bone].parent && !isMoved(bone);
        return areAllBelowOff(bone) &&
               (isOff(bone) || (!fitsParent && std::ranges::none_of(children_[bone], explains)));
    }

    /// The worst first.
    std::vector<OffBone> misboundBones() const {
        std::vector<OffBone> misbound;
        for (size_t bone = 0; skin_.bones.size() >= kSkin.bones && bone < skin_.bones.size(); ++bone) {
            if (!isMisbound(bone)) continue;
            const BoundBone& own = skin_.bones[bone];
            float share = own.offset;
            for (const size_t child : children_[bone])
                share = std::max(share, skin_.bones[child].offset);
            const bool isBroken = (share > kSkin.boundAway && !traveling_[own.node]) || own.size < 0.0f;
            misbound.push_back({bone, share > kSkin.boundAway ? share : own.moved, isBroken && !isPosed_});
        }
        std::ranges::stable_sort(misbound, std::greater<>(), &OffBone::share);
        return misbound;
    }

    /// One finding about the worst bone, the first, that names the others.
    void add(const char* id, const std::vector<OffBone>& bones, const std::string& says, const std::string& then) {
        if (bones.empty()) return;
        const auto away = [](const OffBone& bone) {
            return measuredShare(static_cast<double>(bone.share), "the model's size");
        };
        const bool isBroken = std::ranges::any_of(bones, &OffBone::isBroken);
        const Measured most = away(bones.front());
        Found found{id,
                    isBroken ? Severity::warning : Severity::info,
                    {subjectOf(bones.front())},
                    says + lengthText(checked_.model, bones.front().share * checked_.rest.size, most) + then,
                    most.figure};
        for (const OffBone& other : std::span(bones).subspan(1)) {
            found.subjects.push_back(subjectOf(other));
            found.others.push_back({{}, away(other).figure, subjectOf(other)});
        }
        if (bones.size() > 1) found.says += " (and " + counted(bones.size() - 1, "other", "others") + ": {...})";
        findings_.push_back(found);
    }

    /// Single bones that rest elsewhere, with everything below them; the worst first.
    std::vector<OffBone> posedBones(const std::vector<OffBone>& misbound) const {
        std::vector<OffBone> posed;
        if (skin_.bones.size() < kSkin.bones || isPosed_) return posed;
        const auto isKnown = [&](size_t bone) {
            return std::ranges::find(misbound, bone, &OffBone::bone) != misbound.end();
        };
        for (size_t bone = 0; bone < skin_.bones.size(); ++bone)
            if (isMoved(bone) && !isKnown(bone) && !isKnown(*skin_.bones[bone].parent))
                posed.push_back({bone, skin_.bones[bone].moved, false});
        std::ranges::stable_sort(posed, std::greater<>(), &OffBone::share);
        return posed;
    }

    /// The bone of a mesh that has the largest sum of weights.
    static size_t heaviestBone(const SkinnedMesh& mesh) {
        std::vector<uint64_t> weights(mesh.boneCount, 0);
        for (size_t v = 0; v < mesh.vertexCount(); ++v)
            forEachInfluence(mesh, v, [&](uint16_t bone, uint16_t weight) { weights[bone] += weight; });
        return static_cast<size_t>(std::ranges::max_element(weights) - weights.begin());
    }

    void findNotRest() {
        for (const MeshGroup* group : skin_.groups) {
            float farthest = 0.0f;
            for (const uint32_t index : group->instances) {
                const MeshInstance& instance = checked_.model.instances[index];
                const SkinnedMesh& mesh = checked_.model.meshes[instance.mesh];
                if (instance.bones.empty()) continue;
                const Bone& bone = instance.bones[heaviestBone(mesh)];
                const glm::mat4 whole = checked_.rest.worldFromNode[bone.node] * bone.inverseBindMatrix;
                const std::vector<glm::vec3>& resting = checked_.restPositions(index);
                for (size_t v = 0; v < resting.size(); ++v)
                    farthest = std::max(
                        farthest, glm::distance(resting[v], glm::vec3(whole * glm::vec4(mesh.positions[v], 1.0f))));
            }
            if (!(farthest > kVisible.way * checked_.rest.size)) continue;
            const Measured away = measuredOfSize(farthest, checked_.rest.size);
            tell(findings_, "bind-not-rest", Severity::info, {meshSubject(checked_.model, *group)},
                 "rests in another pose than it was bound in: a vertex is " + away.text + " from its bind position",
                 away.figure);
        }
    }

    const CheckedModel& checked_;
    const std::vector<bool>& traveling_;
    const BoundSkin& skin_;
    std::vector<bool> fits_;  ///< by bone: moves what lies around it as most others would
    bool isPosed_ = false;    ///< the rest pose is a pose of the whole figure
    std::vector<Finding>& findings_;
    std::vector<std::vector<size_t>> children_;  ///< by bone
};

}  // namespace

void findBinding(const CheckedModel& checked, std::vector<Finding>& findings) {
    const std::vector<bool> traveling = travelingNodes(checked.model, checked.rest);
    for (const BoundSkin& skin : boundSkins(checked))
        Binding(checked, traveling, skin, findings).find();
}

}  // namespace sinew
