#include <algorithm>
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
        const std::vector<Misplaced> misplaced = misplacedBones();
        if (areMixed(misplaced, findings)) return;
        for (const HeldBone& bone : mesh_.bones)
            if (!isSmeared(bone, findings) && !isMisplaced(bone, misplaced, findings)) findStrayPoints(bone, findings);
    }

  private:
    /// A bone, and the one around which lies what it holds.
    struct Misplaced {
        const HeldBone *bone, *around;
    };

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

    /// The bone around which a place lies that is that far from its own; null if there is none.
    const HeldBone* boneAround(const glm::vec3& place, float away) const {
        const HeldBone* around = nullptr;
        float least = kSkin.nearer * away;
        for (const HeldBone& other : mesh_.bones)
            if (const float own = lines_.away(other.node, place); own < least) least = own, around = &other;
        return around;
    }

    float awayOf(const HeldBone& bone) const { return lines_.away(bone.node, bone.middle); }

    std::vector<Misplaced> misplacedBones() const {
        std::vector<Misplaced> misplaced;
        for (const HeldBone& bone : mesh_.bones) {
            const float away = awayOf(bone);
            if (mesh_.isFlat || bone.points.size() < kSkin.strayPoints ||
                !(away > kSkin.middleAway * checked_.rest.size))
                continue;
            if (const HeldBone* around = boneAround(bone.middle, away)) misplaced.push_back({&bone, around});
        }
        return misplaced;
    }

    bool areMixed(const std::vector<Misplaced>& misplaced, std::vector<Finding>& findings) const {
        const auto few = kSkin.mixedPart * static_cast<float>(mesh_.bones.size());
        if (misplaced.size() < kSkin.mixedBones || static_cast<float>(misplaced.size()) < few) return false;
        const Measured count = measuredPart(misplaced.size(), mesh_.bones.size(), "bone", "bones");
        const auto& [bone, around] = misplaced.front();
        findings.push_back(Found{"weights-mixed",
                                 Severity::warning,
                                 {mesh(), nodeSubject(bone->node), nodeSubject(around->node)},
                                 count.text + " move vertices that lie around other bones, such as {} those around {}",
                                 count.figure});
        return true;
    }

    /// A bone that holds a good part of nearly all of a figure, although others move it, too.
    bool isSmeared(const HeldBone& bone, std::vector<Finding>& findings) const {
        const auto points = static_cast<float>(mesh_.points);
        if (mesh_.bones.size() < kSkin.smearedBones || mesh_.box.diagonal() < kSkin.smearedMesh * checked_.rest.size)
            return false;
        if (static_cast<float>(bone.quarters) < kSkin.smearedOver * points || bone.others < kSkin.othersHold * points)
            return false;
        const std::string count = bone.quarters == mesh_.points
                                      ? "all " + std::to_string(mesh_.points) + " vertices"
                                      : measuredPart(bone.quarters, mesh_.points, "vertex", "vertices").text;
        add(bone,
            "has a quarter or more of the weight of " + count + " of {}, although " +
                std::to_string(mesh_.bones.size() - 1) + " other bones move them too, up to ",
            nullptr, std::ranges::max(bone.away), findings);
        return true;
    }

    /// A bone all of which lies around another one that is misplaced too, or far away.
    bool isMisplaced(const HeldBone& bone, const std::vector<Misplaced>& misplaced,
                     std::vector<Finding>& findings) const {
        const auto found = std::ranges::find(misplaced, &bone, &Misplaced::bone);
        if (found == misplaced.end()) return false;
        const bool isOwner = std::ranges::find(misplaced, found->around, &Misplaced::bone) == misplaced.end();
        if (isOwner && awayOf(bone) < kSkin.pointAway * checked_.rest.size) return false;
        add(bone, "moves the vertices of {} that lie around {}, ", found->around, awayOf(bone), findings);
        return true;
    }

    /// Points far from a bone around another one, with no triangles of its points that lead to those beside it.
    void findStrayPoints(const HeldBone& bone, std::vector<Finding>& findings) const {
        const float limit = kSkin.pointAway * checked_.rest.size;
        if (bone.points.empty() || !(std::ranges::max(bone.away) > limit)) return;
        const std::vector<bool> isStray = strayPoints(bone, limit);
        size_t count = 0;
        float farthest = 0.0f;
        const HeldBone* around = nullptr;
        for (size_t i = 0; i < bone.points.size(); ++i) {
            if (!isStray[i]) continue;
            const HeldBone* own = boneAround(mesh_.places[bone.points[i]], bone.away[i]);
            if (!own) continue;
            ++count;
            if (bone.away[i] > farthest) farthest = bone.away[i], around = own;
        }
        if (!around) return;
        add(bone, "moves " + counted(count, "vertex", "vertices") + " of {} around {}, up to ", around, farthest,
            findings);
    }

    /// By index into `bone.points`.
    std::vector<bool> strayPoints(const HeldBone& bone, float limit) const {
        std::vector<bool> isHeld(mesh_.places.size()), isNear(mesh_.places.size());
        for (const uint32_t point : bone.points)
            isHeld[point] = true;
        DisjointSets sets(mesh_.places.size());
        const std::vector<Surface::Corner>& corners = checked_.surfaceOf(*mesh_.group).corners;
        for (uint32_t corner = 0; corner < corners.size(); ++corner) {
            const uint32_t a = corners[corner].point, b = corners[Surface::next(corner)].point;
            if (isHeld[a] && isHeld[b]) sets.join(a, b);
        }
        for (size_t i = 0; i < bone.points.size(); ++i)
            if (bone.away[i] <= limit) isNear[sets.topOf(bone.points[i])] = true;
        std::vector<bool> isStray(bone.points.size());
        for (size_t i = 0; i < bone.points.size(); ++i)
            isStray[i] = !isNear[sets.topOf(bone.points[i])];
        return isStray;
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
