#include "app/stage/handover.h"

#include <algorithm>

namespace sinew {
namespace {

std::optional<uint32_t> findChosen(const NodeHierarchy& hierarchy, const Handover& handover) {
    if (!handover.chosenNode) return std::nullopt;
    const uint32_t node = *handover.chosenNode;
    if (node < hierarchy.size() && hierarchy.names[node] == handover.chosenName) return node;
    return findNode(hierarchy, handover.chosenName);
}

/// Finds the clip in the new model.
std::optional<size_t> findAgain(const Model& model, size_t clip, const std::string& name) {
    const auto& clips = model.clips;
    if (clip < clips.size() && clips[clip].name == name) return clip;
    for (size_t i = 0; i < clips.size(); ++i)
        if (clips[i].name == name) return i;
    return std::nullopt;
}

std::optional<uint32_t> materialAgain(const Model& model, const Handover& handover) {
    if (!handover.settings.shownMaterial) return std::nullopt;
    const auto& materials = model.materials;
    const uint32_t material = *handover.settings.shownMaterial;
    if (material < materials.size() && materials[material].name == handover.materialName) return material;
    const auto found = std::ranges::find(materials, handover.materialName, &Material::name);
    if (found == materials.end()) return std::nullopt;
    return static_cast<uint32_t>(found - materials.begin());
}

/// Whether the second view plays a clip of its own.
bool hasClip(const SideBySide& sideBySide) {
    return sideBySide.clip && *sideBySide.clip;
}

SideBySide sideBySideAgain(const Stage& stage, const Handover& handover) {
    SideBySide sideBySide = handover.settings.sideBySide;
    if (sideBySide.source && stage.sources().empty()) return {};
    if (!hasClip(sideBySide)) return sideBySide;
    const std::optional<size_t> clip = findAgain(stage.model(), **sideBySide.clip, handover.sideBySideName);
    if (!clip) return {};
    sideBySide.clip = clip;
    return sideBySide;
}

/// Returns the mix without clips and nodes that the new model lacks.
ClipMix mixAgain(const Model& model, const Handover& handover) {
    ClipMix mix = handover.settings.mix;
    const auto find = [&](std::optional<size_t>& clip, size_t i) {
        if (clip) clip = findAgain(model, *clip, handover.mixNames[i]);
    };
    for (size_t i = 0; i < mix.others.size(); ++i)
        find(mix.others[i].clip, i);
    find(mix.layer.clip, mix.others.size());
    if (mix.layer.maskNode) mix.layer.maskNode = findNode(model.hierarchy, handover.maskName);
    // Without its mask, the layer would cover all nodes.
    if (handover.settings.mix.layer.maskNode && !mix.layer.maskNode) mix.layer.clip.reset();
    return mix;
}

}  // namespace

Handover handoverOf(Stage& stage) {
    const Animator& animator = stage.animator();
    const std::optional<uint32_t> chosen = stage.highlighted().chosen;
    const PlaySettings& settings = stage.settings();
    const ClipMix& mix = settings.mix;
    const auto nameOf = [&](std::optional<size_t> clip) { return clip ? stage.model().clips[*clip].name : ""; };
    std::vector<std::string> mixNames;
    for (const MixedClip& other : mix.others)
        mixNames.push_back(nameOf(other.clip));
    mixNames.push_back(nameOf(mix.layer.clip));
    // A model without clips does not say that the next one should rest.
    return {.clip = stage.model().clips.empty() ? std::optional<size_t>(0) : animator.clip(),
            .clipName = nameOf(animator.clip()),
            .timeSeconds = animator.timeSeconds(),
            .crowdSeconds = stage.crowdSeconds(),
            .member = stage.member(),
            .settings = settings,
            .mixNames = std::move(mixNames),
            .maskName = mix.layer.maskNode ? stage.model().hierarchy.names[*mix.layer.maskNode] : "",
            .sideBySideName = nameOf(settings.sideBySide.clip.value_or(std::nullopt)),
            .chosenNode = chosen,
            .chosenName = chosen ? stage.model().hierarchy.names[*chosen] : "",
            .materialName = settings.shownMaterial ? stage.model().materials[*settings.shownMaterial].name : ""};
}

void continueFrom(Stage& stage, const Handover& handover) {
    const Model& model = stage.model();
    PlaySettings settings = handover.settings;
    settings.loopRange.reset();
    settings.mix = {};
    settings.sideBySide = sideBySideAgain(stage, handover);
    settings.shownMaterial = materialAgain(model, handover);
    stage.highlight({.chosen = findChosen(model.hierarchy, handover), .hovered = {}});
    stage.apply(settings);
    stage.choose(handover.member);
    stage.seekCrowd(handover.crowdSeconds);
    if (stage.graph()) return;
    const std::optional<size_t> clip =
        handover.clip ? findAgain(model, *handover.clip, handover.clipName) : std::nullopt;
    if (clip || !handover.clip) stage.play(clip);
    if (handover.clip) stage.seek(clip ? handover.timeSeconds : 0.0);
    stage.seekCrowd(handover.crowdSeconds);
    // A range and a mix belong to the clip that plays.
    if (clip) settings.loopRange = handover.settings.loopRange;
    settings.mix = mixAgain(model, handover);
    stage.apply(settings);
}

}  // namespace sinew
