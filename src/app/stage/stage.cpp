#include "app/stage/stage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <glm/gtc/matrix_transform.hpp>

#include "app/stage/bare_bones.h"
#include "app/stage/framing.h"
#include "figure/words.h"
#include "model/mesh_levels.h"
#include "model/poses.h"

namespace sinew {

std::set<std::string> meshNodes(const Model& model, const std::function<bool(size_t node)>& isMeant) {
    std::set<std::string> found;
    for (const MeshInstance& instance : model.instances) {
        auto node = static_cast<int32_t>(instance.node);
        while (node != kNoParent && !isMeant(static_cast<size_t>(node)))
            node = model.hierarchy.parents[static_cast<size_t>(node)];
        if (node != kNoParent) found.insert(model.hierarchy.names[instance.node]);
    }
    return found;
}

Stage::Stage(ImportedModel imported, const FileSpace& space, std::vector<MotionSource> sources)
    : imported_(std::move(imported)),
      placement_(model(), space),
      playback_(model(), placement_.worldFromRoot),
      bounds_(model(), playback_, placement_.worldFromRoot),
      worldFromNode_(model().hierarchy.size()),
      morphWeights_(model().restMorphWeights),
      skeleton_(skeletonNodes(model())),
      isBare_(std::ranges::none_of(
          model().instances,
          [&](const MeshInstance& instance) { return model().meshes[instance.mesh].triangleCount() > 0; })),
      hasTransmission_(
          std::ranges::any_of(model().materials, [](const Material& m) { return m.transmission > 0.0f; })) {
    updatePose();
    placement_.fitTiles(bounds_.of(std::nullopt).framed);
    takeSources(sources);
}

void Stage::takeSources(const std::vector<MotionSource>& sources) {
    std::map<const ImportedModel*, size_t> stages;
    // Retargeting knows the up axis that the user gave (app/load/read_model.cpp), but not the scale.
    const float scale = std::cbrt(std::abs(glm::determinant(glm::mat3(placement_.worldFromRoot))));
    const glm::mat4 worldFromModels = glm::scale(glm::mat4(1.0f), glm::vec3(scale));
    for (const MotionSource& source : sources) {
        std::optional<ShownSource>& shown = sourceOfClip_.emplace_back();
        if (!source.figure) continue;
        const auto [stage, isNew] = stages.try_emplace(source.figure.get(), sources_.size());
        if (isNew) sources_.push_back(std::make_unique<Stage>(std::move(*source.figure)));
        shown = {stage->second, source.clip,
                 asTall(*sources_[stage->second], worldFromModels * source.modelFromSource)};
    }
}

void Stage::makeLevels(uint32_t maxBones) {
    if (!hasLevels(model())) sinew::makeLevels(imported_.model, maxBones);
    for (const std::unique_ptr<Stage>& source : sources_)
        source->makeLevels(maxBones);
}

/// `worldFromSource` scaled about the floor, so that the figure is as tall as the model: those of other proportions are
/// not with legs of the same length. Where meshes do not show all of the figure, its bones tell the size.
glm::mat4 Stage::asTall(const Stage& source, const glm::mat4& worldFromSource) const {
    if (!bareBones(source.model(), source.placement_.worldFromRoot).empty()) return worldFromSource;
    const Box own = bounds_.ofRestingBind(), other = transformed(source.bounds_.ofRestingBind(), worldFromSource);
    if (own.empty() || other.empty()) return worldFromSource;
    const float ratio = (own.max.y - own.min.y) / (other.max.y - other.min.y);
    if (!(ratio > 0.0f && std::isfinite(ratio))) return worldFromSource;
    const glm::vec3 center = other.center(), foot(center.x, own.min.y, center.z);
    return glm::translate(glm::scale(glm::translate(glm::mat4(1.0f), foot), glm::vec3(ratio)), -foot) * worldFromSource;
}

const ShownSource* Stage::source() const {
    const std::optional<size_t> clip = animator().clip();
    if (!clip || *clip >= sourceOfClip_.size() || playback_.graph() || !sourceOfClip_[*clip]) return nullptr;
    return &*sourceOfClip_[*clip];
}

void Stage::apply(PlaySettings settings) {
    const PlaySettings old = this->settings();
    if (settings.shownMaterial >= model().materials.size()) settings.shownMaterial.reset();
    const bool movesOtherwise = old.rootMotion != settings.rootMotion;
    if (old.crowd != settings.crowd || movesOtherwise)
        crowd_.reset();
    else if (crowd_ && old.transitionSeconds != settings.transitionSeconds)
        crowd_->setFade(settings.transitionSeconds);
    playback_.apply(settings);
    hidden_.clear();
    if (settings.shownMaterial || !settings.hiddenNodes.empty())
        for (const MeshInstance& instance : model().instances)
            hidden_.push_back(
                settings.hiddenNodes.contains(model().hierarchy.names[instance.node]) ||
                (settings.shownMaterial && settings.shownMaterial != model().meshes[instance.mesh].material));
    if (movesOtherwise) bounds_.clear();
    if (settings.pose != ShownPose::bind || !bindPose_.empty()) return;
    bindPose_ = worldFromNodeInBindPose(model(), placement_.worldFromRoot);
}

void Stage::play(std::optional<size_t> clip, double seconds) {
    playback_.play(clip, seconds);
    if (settings().crowd.oneClip) crowd_.reset();
}

std::optional<size_t> Stage::firstClip() {
    const std::vector<AnimationClip>& clips = model().clips;
    std::optional<size_t> first;
    size_t fewest = ~size_t{0};
    for (size_t clip = 0; clip < clips.size(); ++clip) {
        const std::vector<std::string> words = wordsOf(clips[clip].name);
        if (words.size() >= fewest || std::ranges::find(words, "idle") == words.end()) continue;
        first = clip;
        fewest = words.size();
    }
    for (size_t clip = 0; !first && clips.size() > 1 && clip < std::min<size_t>(clips.size(), 32); ++clip)
        if (bounds_.stands(clip)) first = clip;
    return first || clips.empty() ? first : std::optional<size_t>(0);
}

void Stage::switchTo(std::optional<size_t> clip) {
    if (clip && *clip >= model().clips.size()) return;
    play(clip, settings().paused ? 0.0 : settings().transitionSeconds);
}

void Stage::playGraph(GraphFile file, std::vector<ScriptStep> script) {
    script_ = script;
    playback_.playGraph(std::move(file), std::move(script));
    bounds_.clear();
    crowd_.reset();
}

void Stage::advance(double seconds) {
    playback_.advance(seconds);
    if (!settings().paused) crowdSeconds_ += seconds * (graph() ? std::abs(settings().speed) : settings().speed);
}

void Stage::seek(double timeSeconds) {
    playback_.seek(timeSeconds);
    crowdSeconds_ = timeSeconds;
}

void Stage::scrub(double timeSeconds) {
    const double before = animator().timeSeconds(), crowd = crowdSeconds_;
    seek(timeSeconds);
    crowdSeconds_ = crowd + timeSeconds - before;
}

void Stage::step(int frames) {
    playback_.step(frames);
    crowdSeconds_ += (graph() ? std::max(frames, 0) : frames) / 30.0;
}

bool Stage::showsCrowd() const {
    return settings().crowd.count > 0 && settings().pose == ShownPose::playing && !settings().sideBySide.shown &&
           !settings().onionSkin.shown;
}

Crowd* Stage::crowd() {
    if (!showsCrowd()) return nullptr;
    if (!crowd_) crowd_ = makeCrowd();
    crowd_->seek(crowdSeconds_);
    return crowd_.get();
}

std::unique_ptr<Crowd> Stage::makeCrowd() {
    CrowdFigure figure{.model = &model(),
                       .worldFromRoot = placement_.worldFromRoot,
                       .box = {},
                       .floorHeight = bounds_.floorHeight(),
                       .extractsRootMotion = settings().rootMotion != RootMotionUse::off,
                       .walks = settings().rootMotion == RootMotionUse::move,
                       .fadeSeconds = settings().transitionSeconds};
    if (const GraphRun* run = graph()) {
        figure.graph = &run->file();
        figure.script = script_;
        figure.rootMotions = playback_.context().rootMotions;
        figure.clips = clipsOf(run->file().graph);
    } else if (!settings().crowd.oneClip)
        for (size_t clip = 0; clip < model().clips.size(); ++clip)
            figure.clips.push_back(clip);
    else if (animator().clip())
        figure.clips.push_back(*animator().clip());
    figure.lowest.resize(model().clips.size());
    figure.motions.resize(model().clips.size());
    for (const size_t clip : figure.clips) {
        const ClipBox& box = bounds_.of(clip);
        figure.lowest[clip] = box.all.min.y;
        const float lift = figure.graph ? 0.0f : figure.floorHeight - figure.lowest[clip];  // to the floor
        unite(figure.box, moved(box.near, {0.0f, lift, 0.0f}));
        figure.motions[clip] = &playback_.rootMotionOf(clip);
    }
    if (figure.clips.empty()) figure.box = bounds_.of(std::nullopt).framed;
    if (member_ >= settings().crowd.count) member_ = 0;
    return std::make_unique<Crowd>(std::move(figure), settings().crowd);
}

bool Stage::movesOverGround() const {
    return !showsCrowd() && settings().rootMotion == RootMotionUse::move && settings().pose == ShownPose::playing;
}

glm::mat4 Stage::worldFromStart() const {
    return movesOverGround() ? matrixOf(playback_.displacement()) : glm::mat4(1.0f);
}

glm::mat4 Stage::worldFromRoot() const {
    return movesOverGround() ? worldFromStart() * placement_.worldFromRoot : placement_.worldFromRoot;
}

glm::mat4 Stage::worldFromRoot(size_t clip, double nowSeconds, double otherSeconds) {
    if (settings().rootMotion != RootMotionUse::move) return worldFromRoot();
    const Displacement between = playback_.rootMotionOf(clip).between(nowSeconds, otherSeconds);
    return matrixOf(followedBy(playback_.displacement(), between)) * placement_.worldFromRoot;
}

std::span<const glm::mat4> Stage::updatePose() {
    if (Crowd* shown = crowd()) {
        shown->evaluate(member_, worldFromNode_, morphWeights_);
    } else if (settings().pose == ShownPose::bind) {
        std::ranges::copy(bindPose_, worldFromNode_.begin());
        std::ranges::fill(morphWeights_, 0.0f);
    } else {
        evaluateShown(worldFromRoot(), worldFromNode_);
    }
    for (const auto& [weight, value] : settings().heldMorphs)
        if (weight < morphWeights_.size()) morphWeights_[weight] = value;
    return worldFromNode_;
}

void Stage::evaluateShown(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
    if (settings().pose == ShownPose::playing) return playback_.evaluate(worldFromRoot, {worldFromNode, morphWeights_});
    walkHierarchy(model().hierarchy, model().hierarchy.rest, worldFromRoot, worldFromNode);
    std::ranges::copy(model().restMorphWeights, morphWeights_.begin());
}

Look Stage::lookFor(Look look) const {
    if (look.skinningOfFile) look.skinning = model().dualQuaternions ? Skinning::dualQuaternion : Skinning::linear;
    return look;
}

std::vector<glm::mat4> Stage::fileFromNode() {
    if (settings().pose == ShownPose::bind) {
        std::ranges::fill(morphWeights_, 0.0f);
        return worldFromNodeInBindPose(model(), placement_.fileFromRoot);
    }
    std::vector<glm::mat4> fileFromNode(model().hierarchy.size());
    const glm::mat4 worldFromFile = placement_.worldFromRoot * glm::inverse(placement_.fileFromRoot);
    if (Crowd* shown = crowd()) {
        shown->evaluate(0, fileFromNode, morphWeights_);
        for (glm::mat4& matrix : fileFromNode)
            matrix = glm::inverse(worldFromFile) * matrix;
        return fileFromNode;
    }
    const glm::mat4 fileFromStart = settings().rootMotion == RootMotionUse::move
                                        ? glm::inverse(worldFromFile) * worldFromStart() * worldFromFile
                                        : glm::mat4(1.0f);
    evaluateShown(fileFromStart * placement_.fileFromRoot, fileFromNode);
    return fileFromNode;
}

void Stage::skeletonAt(std::span<const glm::mat4> worldFromNode, bool skeleton, std::vector<Line>& lines) const {
    lines.clear();
    if (skeleton || isBare_) skeletonLines(skeleton_, worldFromNode, lines);
    highlightLines(highlighted_, skeleton_, worldFromNode, lines);
}

std::span<const Line> Stage::crowdLines() {
    constexpr uint32_t kMostSkeletons = 1000;  // of a crowd without meshes
    lines_.clear();
    const uint32_t count = std::min(crowd_->counts().drawn, kMostSkeletons);
    std::vector<glm::mat4> worldFromNode(model().hierarchy.size());
    std::vector<Line> lines;
    for (uint32_t i = 0; i < count; ++i) {
        crowd_->evaluate(crowd_->memberOf(i), worldFromNode, {});
        skeletonLines(skeleton_, worldFromNode, lines);
        lines_.insert(lines_.end(), lines.begin(), lines.end());
    }
    highlightLines(highlighted_, skeleton_, worldFromNode_, lines_);
    return lines_;
}

Scene Stage::scene(bool skeleton) {
    skeletonAt(worldFromNode_, skeleton, lines_);
    const bool moves = settings().rootMotion == RootMotionUse::move && !showsCrowd();
    const Box played = playedBounds(*this).all;
    const Crowd* shown = crowd();
    const float height = shown                                   ? shown->figure().floorHeight
                         : settings().pose == ShownPose::playing ? bounds_.floorHeight()
                                                                 : played.min.y;
    Scene scene{.worldFromNode = worldFromNode_,
                .worldScale = std::cbrt(std::abs(glm::determinant(glm::mat3(placement_.worldFromRoot)))),
                .morphWeights = morphWeights_,
                .ground = placement_.ground(moves ? transformed(played, worldFromStart()) : played, height,
                                            moves || showsCrowd() ? Displacement{} : playback_.displacement()),
                .lines = lines_,
                .chosenNode = highlighted_.chosen,
                .hidden = hidden_};
    if (const Box lit = shadowedBounds(*this); !lit.empty() && !hasTransmission_) scene.ground.footprint = lit;
    return scene;
}

}  // namespace sinew
