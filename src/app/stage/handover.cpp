#include "app/stage/handover.h"

#include <algorithm>
#include <functional>

namespace sinew {
namespace {

/// Finds in the new model what had that index and that name: by both, else by its name.
template <typename Index, typename Things, typename NameOf>
std::optional<Index> findAgain(std::optional<Index> index, const std::string& name, const Things& things,
                               const NameOf& nameOf) {
    if (!index || (*index < things.size() && std::invoke(nameOf, things[*index]) == name)) return index;
    const auto found = std::ranges::find(things, name, nameOf);
    if (found == things.end()) return std::nullopt;
    return static_cast<Index>(found - things.begin());
}

std::optional<size_t> clipAgain(const Model& model, std::optional<size_t> clip, const std::string& name) {
    return findAgain(clip, name, model.clips, &AnimationClip::name);
}

SideBySide sideBySideAgain(const Stage& stage, const Handover& handover) {
    SideBySide sideBySide = handover.settings.sideBySide;
    if (sideBySide.source && stage.sources().empty()) return {};
    if (!sideBySide.clip || !*sideBySide.clip) return sideBySide;
    const std::optional<size_t> clip = clipAgain(stage.model(), *sideBySide.clip, handover.sideBySideName);
    if (!clip) return {};
    sideBySide.clip = clip;
    return sideBySide;
}

/// Returns the mix without clips and nodes that the new model lacks.
ClipMix mixAgain(const Model& model, const Handover& handover) {
    ClipMix mix = handover.settings.mix;
    for (size_t i = 0; i < mix.others.size(); ++i)
        mix.others[i].clip = clipAgain(model, mix.others[i].clip, handover.mixNames[i]);
    mix.layer.clip = clipAgain(model, mix.layer.clip, handover.mixNames.back());
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
    settings.shownMaterial = findAgain(settings.shownMaterial, handover.materialName, model.materials, &Material::name);
    const auto chosen = findAgain(handover.chosenNode, handover.chosenName, model.hierarchy.names, std::identity());
    stage.highlight({.chosen = chosen, .hovered = {}});
    stage.apply(settings);
    stage.choose(handover.member);
    stage.seekCrowd(handover.crowdSeconds);
    if (stage.graph()) return;
    const std::optional<size_t> clip = clipAgain(model, handover.clip, handover.clipName);
    if (clip || !handover.clip) stage.play(clip);
    if (handover.clip) stage.seek(clip ? handover.timeSeconds : 0.0);
    stage.seekCrowd(handover.crowdSeconds);
    // A range and a mix belong to the clip that plays.
    if (clip) settings.loopRange = handover.settings.loopRange;
    settings.mix = mixAgain(model, handover);
    stage.apply(settings);
}

}  // namespace sinew
