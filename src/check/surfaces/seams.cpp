#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"

#include <map>
#include <set>

#include <glm/geometric.hpp>

#include "check/clip_motion.h"
#include "check/surface.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// Two vertices at one point of the surface that move differently.
struct Pair {
    Surface::Corner one, other;
};

std::vector<Pair> pairsOf(const CheckedModel& checked, const MeshGroup& group) {
    const Surface& surface = checked.surfaceOf(group);
    std::set<std::pair<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>>> seen;
    std::vector<Pair> pairs;
    const auto add = [&](uint32_t corner, uint32_t otherCorner) {
        const Surface::Corner &one = surface.corners[corner], &other = surface.corners[otherCorner];
        if (one == other || pairs.size() == kSurface.samples) return;
        const std::pair own(one.instance, one.vertex), its(other.instance, other.vertex);
        if (!seen.insert({std::min(own, its), std::max(own, its)}).second) return;
        if (nodeWeights(checked.model, one) != nodeWeights(checked.model, other)) pairs.push_back({one, other});
    };
    for (const SharedEdge& edge : checked.sharedEdgesOf(group)) {
        add(edge.corner, Surface::next(edge.other));
        add(Surface::next(edge.corner), edge.other);
    }
    return pairs;
}

struct Widest {
    float gap = 0.0f;
    Surface::Corner corner;
    size_t clip = 0;
    double seconds = 0.0;
};

class Seams {
  public:
    Seams(const Model& model, std::vector<Pair> pairs) : model_(model), pairs_(std::move(pairs)) {
        for (const Pair& pair : pairs_)
            for (const Surface::Corner& corner : {pair.one, pair.other})
                palettes_[corner.instance].resize(model.instances[corner.instance].bones.size());
    }

    void addPose(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds) {
        for (auto& [instance, palette] : palettes_)
            writePalette(model_.instances[instance].bones, worldFromNode, palette);
        for (const Pair& pair : pairs_) {
            const float gap = glm::distance(at(pair.one), at(pair.other));
            if (gap > widest_.gap) widest_ = {gap, pair.one, clip, seconds};
        }
    }

    size_t size() const { return pairs_.size(); }
    const Widest& widest() const { return widest_; }

  private:
    glm::vec3 at(const Surface::Corner& corner) const {
        const SkinnedMesh& mesh = model_.meshes[model_.instances[corner.instance].mesh];
        return skinnedPosition(mesh, corner.vertex, palettes_.at(corner.instance));
    }

    const Model& model_;
    std::vector<Pair> pairs_;
    std::map<uint32_t, std::vector<glm::mat4>> palettes_;
    Widest widest_;
};

}  // namespace

std::vector<Finding> checkSeams(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f) || model.clips.empty()) return findings;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        Seams seams(model, pairsOf(checked, group));
        if (seams.size() == 0) continue;
        forEachPose(checked, kSurface.posed / std::max<size_t>(1, seams.size()),
                    [&](std::span<const glm::mat4> world, size_t clip, double seconds) {
                        seams.addPose(world, clip, seconds);
                    });
        const auto& [gap, corner, clip, seconds] = seams.widest();
        if (!(gap > kSurface.seam * rest.size)) continue;
        const MeshInstance& instance = model.instances[corner.instance];
        const uint32_t node = instance.bones[model.meshes[instance.mesh].influences[corner.vertex].bones[0]].node;
        const Measured width = measuredOfSize(gap, rest.size);
        findings.push_back(Found("seam-opens", gap > kVisible.way * rest.size ? Severity::warning : Severity::info,
                                 {meshSubject(model, group), nodeSubject(node), clipSubject(clip)},
                                 "has different weights on both sides of a seam at " +
                                     counted(seams.size(), "point", "points") + "; the widest gap, near bone {}, is " +
                                     width.text + " in clip {} at " + figure(seconds) + " s",
                                 width.figure, seconds));
    }
    return findings;
}

}  // namespace sinew
