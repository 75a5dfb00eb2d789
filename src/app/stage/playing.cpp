#include "app/stage/playing.h"

#include <algorithm>

namespace sinew {
namespace {

std::optional<uint32_t> findChosen(const NodeHierarchy& hierarchy, const Playing& playing) {
    if (!playing.chosenNode) return std::nullopt;
    const uint32_t node = *playing.chosenNode;
    if (node < hierarchy.size() && hierarchy.names[node] == playing.chosenName) return node;
    return findNode(hierarchy, playing.chosenName);
}

/// Finds the clip in the new model.
std::optional<size_t> findAgain(const Model& model, size_t clip, const std::string& name) {
    const auto& clips = model.clips;
    if (clip < clips.size() && clips[clip].name == name) return clip;
    for (size_t i = 0; i < clips.size(); ++i)
        if (clips[i].name == name) return i;
    return std::nullopt;
}

std::optional<uint32_t> materialAgain(const Model& model, const Playing& playing) {
    if (!playing.settings.shownMaterial) return std::nullopt;
    const auto& materials = model.materials;
    const uint32_t material = *playing.settings.shownMaterial;
    if (material < materials.size() && materials[material].name == playing.materialName) return material;
    const auto found = std::ranges::find(materials, playing.materialName, &Material::name);
    if (found == materials.end()) return std::nullopt;
    return static_cast<uint32_t>(found - materials.begin());
}

/// Whether the second view plays a clip of its own.
bool hasClip(const SideBySide& sideBySide) {
    return sideBySide.clip && *sideBySide.clip;
}

SideBySide sideBySideAgain(const Stage& stage, const Playing& playing) {
    SideBySide sideBySide = playing.settings.sideBySide;
    if (sideBySide.source && stage.sources().empty()) return {};
    if (!hasClip(sideBySide)) return sideBySide;
    const std::optional<size_t> clip = findAgain(stage.model(), **sideBySide.clip, playing.sideBySideName);
    if (!clip) return {};
    sideBySide.clip = clip;
    return sideBySide;
}

/// Returns the mix without clips and nodes that the new model lacks.
ClipMix mixAgain(const Model& model, const Playing& playing) {
    ClipMix mix = playing.settings.mix;
    const auto find = [&](std::optional<size_t>& clip, size_t i) {
        if (clip) clip = findAgain(model, *clip, playing.mixNames[i]);
    };
    for (size_t i = 0; i < mix.others.size(); ++i)
        find(mix.others[i].clip, i);
    find(mix.layer.clip, mix.others.size());
    if (mix.layer.maskNode) mix.layer.maskNode = findNode(model.hierarchy, playing.maskName);
    // Without its mask, the layer would cover all nodes.
    if (playing.settings.mix.layer.maskNode && !mix.layer.maskNode) mix.layer.clip.reset();
    return mix;
}

}  // namespace

Playing playingOf(Stage& stage) {
    const Animator& animator = stage.animator();
    const std::optional<uint32_t> chosen = stage.highlighted().chosen;
    const PlaySettings& settings = stage.settings();
    const ClipMix& mix = settings.mix;
    const auto nameOf = [&](std::optional<size_t> clip) { return clip ? stage.model().clips[*clip].name : ""; };
    std::vector<std::string> mixNames;
    for (const MixedClip& other : mix.others)
        mixNames.push_back(nameOf(other.clip));
    mixNames.push_back(nameOf(mix.layer.clip));
    return {.clip = animator.clip(),
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

void playOn(Stage& stage, const Playing& playing) {
    const Model& model = stage.model();
    PlaySettings settings = playing.settings;
    settings.loopRange.reset();
    settings.mix = {};
    settings.sideBySide = sideBySideAgain(stage, playing);
    settings.shownMaterial = materialAgain(model, playing);
    stage.highlight({.chosen = findChosen(model.hierarchy, playing), .hovered = {}});
    stage.apply(settings);
    stage.choose(playing.member);
    stage.seekCrowd(playing.crowdSeconds);
    if (stage.graph()) return;
    const std::optional<size_t> clip = playing.clip ? findAgain(model, *playing.clip, playing.clipName) : std::nullopt;
    if (clip || !playing.clip) stage.play(clip);
    if (playing.clip) stage.seek(clip ? playing.timeSeconds : 0.0);
    stage.seekCrowd(playing.crowdSeconds);
    // A range and a mix belong to the clip that plays.
    if (clip) settings.loopRange = playing.settings.loopRange;
    settings.mix = mixAgain(model, playing);
    stage.apply(settings);
}

}  // namespace sinew
