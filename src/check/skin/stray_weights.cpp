#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/checks.h"
#include "check/disjoint_sets.h"
#include "check/skin/skin_rules.h"

namespace sinew {
namespace {

class StrayWeights {
  public:
    StrayWeights(const CheckedModel& checked, const BoneLines& lines, const HeldMesh& mesh)
        : checked_(checked), lines_(lines), mesh_(mesh) {}

    void find(std::vector<Finding>& findings) const {
        if (areMixed(findings)) return;
        for (const HeldBone& bone : mesh_.bones)
            if (!isSmeared(bone, findings) && !isMisplaced(bone, findings)) findStrayPoints(bone, findings);
    }

  private:
    Subject mesh() const { return meshSubject(checked_.model, *mesh_.group); }

    /// `says` stands for the mesh first, then perhaps for another bone.
    void add(const HeldBone& bone, const std::string& says, const HeldBone* around, float length,
             std::vector<Finding>& findings) const {
        const Measured away = measuredOfSize(length, checked_.rest.size);
        Found found{"weights-stray",
                    Severity::warning,
                    {nodeSubject(bone.node), mesh()},
                    says + lengthText(checked_.model, length, away) + " away",
                    away.figure};
        if (around) found.subjects.push_back(nodeSubject(around->node));
        findings.push_back(found);
    }

    bool areMixed(std::vector<Finding>& findings) const {
        const auto misplaced = static_cast<size_t>(
            std::ranges::count_if(mesh_.bones, [](const HeldBone& bone) { return bone.around.has_value(); }));
        const auto few = kSkin.mixedWeights * static_cast<float>(mesh_.bones.size());
        if (misplaced < kSkin.mixedBones || static_cast<float>(misplaced) < few) return false;
        const Measured count = measuredPart(misplaced, mesh_.bones.size(), "bone", "bones");
        const auto bone = std::ranges::find_if(mesh_.bones, [](const HeldBone& one) { return one.around.has_value(); });
        const HeldBone& around = mesh_.bones[*bone->around];
        tell(findings, "weights-mixed", Severity::warning, {mesh(), nodeSubject(bone->node), nodeSubject(around.node)},
             count.text + " move vertices that lie around other bones, such as {} those around {}", count.figure);
        return true;
    }

    /// A bone that holds a good part of nearly all of a figure, although others move it, too.
    bool isSmeared(const HeldBone& bone, std::vector<Finding>& findings) const {
        const auto points = static_cast<float>(mesh_.vertices);
        if (mesh_.bones.size() < kSkin.smearedBones || mesh_.box.diagonal() < kSkin.smearedMesh * checked_.rest.size)
            return false;
        if (static_cast<float>(bone.quarters) < kSkin.smearedOver * points || bone.others < kSkin.othersHold * points)
            return false;
        const std::string count = bone.quarters == mesh_.vertices
                                      ? "all " + std::to_string(mesh_.vertices) + " vertices"
                                      : measuredPart(bone.quarters, mesh_.vertices, "vertex", "vertices").text;
        add(bone,
            "has a quarter or more of the weight of " + count + " of {}, although " +
                std::to_string(mesh_.bones.size() - 1) + " other bones move them too, up to ",
            nullptr, std::ranges::max(bone.away), findings);
        return true;
    }

    /// True for a place that is far away, both straight and along the skeleton.
    bool isFar(const HeldBone& bone, const HeldBone& around, float away) const {
        const float least = kSkin.pointAway * checked_.rest.size;
        return away * std::max(away, lines_.pathBetween(bone.node, around.node)) > least * least;
    }

    /// A bone all of which lies around another one that is misplaced too, or far away.
    bool isMisplaced(const HeldBone& bone, std::vector<Finding>& findings) const {
        if (!bone.around) return false;
        const HeldBone& around = mesh_.bones[*bone.around];
        if (!around.around && !isFar(bone, around, bone.middleAway)) return false;
        add(bone, "moves the vertices of {} that lie around {}, ", &around, bone.middleAway, findings);
        return true;
    }

    /// Points far from a bone around another one, with no triangles of its points that lead to those beside it.
    void findStrayPoints(const HeldBone& bone, std::vector<Finding>& findings) const {
        if (bone.points.empty() || !(std::ranges::max(bone.away) > kSkin.middleAway * checked_.rest.size)) return;
        DisjointSets sets = piecesOf(bone);
        std::vector<bool> isNear(mesh_.places.size());
        std::vector<std::optional<size_t>> around;  // by index into `bone.points`
        for (size_t i = 0; i < bone.points.size(); ++i) {
            around.push_back(mesh_.boneAround(lines_, mesh_.places[bone.points[i]], bone.away[i]));
            const HeldBone& nearest = mesh_.bones[around[i].value_or(0)];
            if (!isFar(bone, around[i] ? nearest : bone, bone.away[i])) isNear[sets.topOf(bone.points[i])] = true;
        }
        size_t count = 0, farthest = 0;
        for (size_t i = 0; i < bone.points.size(); ++i) {
            if (!around[i] || isNear[sets.topOf(bone.points[i])]) continue;
            if (++count == 1 || bone.away[i] > bone.away[farthest]) farthest = i;
        }
        if (count == 0) return;
        add(bone, "moves " + counted(count, "vertex", "vertices") + " of {} around {}, up to ",
            &mesh_.bones[*around[farthest]], bone.away[farthest], findings);
    }

    /// The points of a bone that triangles join.
    DisjointSets piecesOf(const HeldBone& bone) const {
        std::vector<bool> isHeld(mesh_.places.size());
        for (const uint32_t point : bone.points)
            isHeld[point] = true;
        DisjointSets sets(mesh_.places.size());
        const std::vector<Surface::Corner>& corners = checked_.surfaceOf(*mesh_.group).corners;
        for (uint32_t corner = 0; corner < corners.size(); ++corner) {
            const uint32_t a = corners[corner].point, b = corners[Surface::next(corner)].point;
            if (isHeld[a] && isHeld[b]) sets.join(a, b);
        }
        return sets;
    }

    const CheckedModel& checked_;
    const BoneLines& lines_;
    const HeldMesh& mesh_;
};

}  // namespace

void findStray(const CheckedModel& checked, const BoneLines& lines, const HeldMesh& mesh,
               std::vector<Finding>& findings) {
    StrayWeights(checked, lines, mesh).find(findings);
}

}  // namespace sinew
