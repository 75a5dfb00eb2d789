#include "app/crowd/poses.h"

#include <algorithm>
#include <array>
#include <utility>

#include "render/packed_vertex.h"

namespace sinew {
namespace {

constexpr float kMostErrorPixels = 0.5f;  // of a character with fewer bones

// Errors of the skeletons with fewer bones, relative to the size of the character: these apply below 50, 20 and 8
// pixels.
constexpr std::array kRigErrors{0.0f, 0.01f, 0.025f, 0.0625f};

/// The skeletons of a figure for its sizes on the screen.
std::vector<RigLevel> rigLevelsOf(const CrowdFigure& figure) {
    std::array<float, kRigErrors.size()> errors{};
    const float size = figure.box.empty() ? 0.0f : figure.box.max.y - figure.box.min.y;
    std::ranges::transform(kRigErrors, errors.begin(), [&](float error) { return error * size; });
    uint32_t firstFree = 0;  // root motion is removed from nodes by their index
    for (const size_t clip : figure.clips)
        if (const RootMotion* motion = figure.motions[clip]; motion && motion->root())
            firstFree = std::max(firstFree, *motion->root() + 1);
    // State machines use all nodes, and sample clips themselves.
    if (figure.graph) return makeRigLevels(*figure.model, {}, figure.worldFromRoot, std::span(errors).first(1));
    return makeRigLevels(*figure.model, figure.clips, figure.worldFromRoot, errors, firstFree);
}

}  // namespace

CrowdPoses::CrowdPoses(const CrowdFigure& figure, CrowdMachines* machines)
    : figure_(figure), machines_(machines), rigs_(rigLevelsOf(figure)) {}

CrowdPoses::Scratch CrowdPoses::makeScratch() const {
    const Model& model = *figure_.model;
    return {.pose = model.hierarchy.rest,
            .nextPose = model.hierarchy.rest,
            .morphs = model.restMorphWeights,
            .nextMorphs = model.restMorphWeights,
            .cursor = {},
            .worldFromNode = std::vector<glm::mat4>(model.hierarchy.size()),
            .palette = std::vector<glm::mat4>(kMaxPaletteBones)};
}

uint32_t CrowdPoses::rigFor(float pixelsPerUnit) const {
    uint32_t rig = 0;
    while (rig + 1 < rigs_.size() && rigs_[rig + 1].error * pixelsPerUnit <= kMostErrorPixels)
        ++rig;
    return rig;
}

void CrowdPoses::sampleClip(const RigLevel& rig, size_t clip, double seconds, std::span<Transform> pose) const {
    rig.clips[clip]->sample(seconds, pose);
    if (figure_.extractsRootMotion) figure_.motions[clip]->removeFrom(pose, seconds);
}

void CrowdPoses::evaluate(const ShownMember& shown, Scratch& scratch, std::span<glm::mat4> worldFromNode,
                          std::span<float> morphs) const {
    if (machines_) return machines_->evaluate(shown.member, shown.worldFromRoot, worldFromNode, morphs);
    if (!morphs.empty()) sampleMorphs(shown, scratch, morphs);
    const ScheduledClips& clips = shown.clips;
    const RigLevel& rig = rigs_[shown.rig];
    if (figure_.clips.empty())
        return walkHierarchy(rig.hierarchy, rig.hierarchy.rest, shown.worldFromRoot, worldFromNode);
    if (clips.fade == 0.0f && !figure_.extractsRootMotion)
        return rig.clips[clips.clip]->walk(clips.seconds, shown.worldFromRoot, worldFromNode);
    const auto pose = std::span(scratch.pose).first(rig.nodes.size());
    sampleClip(rig, clips.clip, clips.seconds, pose);
    if (clips.fade > 0.0f) {
        const auto next = std::span(scratch.nextPose).first(rig.nodes.size());
        sampleClip(rig, clips.nextClip, clips.nextSeconds, next);
        blend(pose, next, clips.fade, pose);
    }
    walkHierarchy(rig.hierarchy, pose, shown.worldFromRoot, worldFromNode);
}

void CrowdPoses::sampleMorphs(const ShownMember& shown, Scratch& scratch, std::span<float> morphs) const {
    const Model& model = *figure_.model;
    const ScheduledClips& clips = shown.clips;
    if (figure_.clips.empty()) {
        std::ranges::copy(model.restMorphWeights, morphs.begin());
        return;
    }
    sinew::sampleMorphs(model.clips[clips.clip], model.restMorphWeights, clips.seconds, scratch.cursor, scratch.morphs);
    if (clips.fade > 0.0f) {
        sinew::sampleMorphs(model.clips[clips.nextClip], model.restMorphWeights, clips.nextSeconds, scratch.cursor,
                            scratch.nextMorphs);
        blend(scratch.morphs, scratch.nextMorphs, clips.fade, scratch.morphs);
    }
    std::ranges::copy(scratch.morphs, morphs.begin());
}

void CrowdPoses::findInstances(const GpuModel::Layout& layout) {
    if (knownDraws_ == layout.draws.data()) return;
    knownDraws_ = layout.draws.data();
    instanceOfDraw_.clear();
    const std::vector<MeshInstance>& instances = figure_.model->instances;
    std::vector<std::pair<const Bone*, uint32_t>> sorted;
    for (uint32_t i = 0; i < instances.size(); ++i)
        sorted.emplace_back(instances[i].bones.data(), i);
    std::ranges::sort(sorted);
    for (const GpuModel::Draw& draw : layout.draws)
        instanceOfDraw_.push_back(std::ranges::lower_bound(sorted, std::pair(draw.bones.data(), uint32_t{0}))->second);
}

void CrowdPoses::write(const GpuModel::Layout& layout, Skinning skinning, const ShownMember& shown, Scratch& scratch,
                       std::span<glm::mat4> matrices, std::span<float> morphs) const {
    const RigLevel& rig = rigs_[shown.rig];
    const auto world = std::span(scratch.worldFromNode).first(rig.nodes.size());
    evaluate(shown, scratch, world, morphs);
    for (size_t i = 0; i < layout.draws.size(); ++i) {
        const GpuModel::Draw& draw = layout.draws[i];
        const std::span<const Bone> bones = rig.bones[instanceOfDraw_[i]];
        const auto palette = matrices.subspan(draw.firstMatrix, draw.palette.size());
        if (skinning == Skinning::linear) {
            writePalette(bones, draw.palette, world, palette);
            continue;
        }
        const auto used = std::span(scratch.palette).first(draw.palette.size());
        writePalette(bones, draw.palette, world, used);
        std::ranges::transform(used, reinterpret_cast<shared::ScaledDualQuaternion*>(palette.data()),
                               packDualQuaternion);
    }
}

CharacterPose CrowdPoses::characterOf(const ShownMember& shown) const {
    const auto restClip = static_cast<uint32_t>(figure_.model->clips.size());
    if (figure_.clips.empty()) return {.from = restClip, .to = restClip, .worldFromRoot = shown.worldFromRoot};
    const ScheduledClips& clips = shown.clips;
    return {.from = static_cast<uint32_t>(clips.clip),
            .to = static_cast<uint32_t>(clips.nextClip),
            .fromSeconds = clips.seconds,
            .toSeconds = clips.nextSeconds,
            .weight = clips.fade,
            .worldFromRoot = shown.worldFromRoot};
}

}  // namespace sinew
