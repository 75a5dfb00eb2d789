#include "app/stage.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include "animation/graph_steps.h"
#include "model/bind_pose.h"
#include "model/up_axis.h"

namespace sinew {
namespace {

constexpr int kBoundsSamples = 24;
constexpr double kGraphFrameSeconds = 1.0 / 30.0;

/// From where the file's root puts things to where the user wants them: what the root says of the same is taken back.
glm::mat4 givenSpace(const Model& model, const FileSpace& space) {
    glm::mat4 given(1.0f);
    if (space.up) given = yUpFrom(*space.up) * glm::transpose(yUpFrom(model.rootUp));
    if (space.scale) given = glm::scale(given, glm::vec3(static_cast<float>(*space.scale / model.rootScale)));
    return given;
}

/// The nearest of 1, 2, 5, 10, 20, 50 ... to `length`, from below.
float roundLength(float length) {
    const float decade = std::pow(10.0f, std::floor(std::log10(length)));
    const float digit = length / decade;
    return decade * (digit < 2.0f ? 1.0f : digit < 5.0f ? 2.0f : 5.0f);
}

Box boxOf(const Box& box, const glm::mat4& moved) {
    Box moving;
    for (const float x : {box.min.x, box.max.x})
        for (const float y : {box.min.y, box.max.y})
            for (const float z : {box.min.z, box.max.z})
                if (!box.empty()) moving.add(glm::vec3(moved * glm::vec4(x, y, z, 1.0f)));
    return moving;
}

glm::mat4 matrixOf(const GroundMotion& motion) {
    return glm::translate(glm::mat4(1.0f), glm::vec3(motion.translation)) * glm::mat4_cast(glm::quat(motion.rotation));
}

template <typename Visit>
void forEachClip(const Graph& graph, const Visit& visit) {
    const auto visitAll = [&](const GraphMotion& motion) {
        for (const GraphClip& clip : motion.clips)
            visit(clip.clip);
    };
    for (const GraphState& state : graph.states) {
        visitAll(state.motion);
        for (const GraphLayer& layer : state.layers)
            visitAll(layer.motion);
    }
    for (const GraphOverlay& overlay : graph.overlays)
        visitAll(overlay.layer.motion);
}

}  // namespace

Stage::Stage(ImportedModel imported, const FileSpace& space)
    : imported_(std::move(imported)),
      fileFromRoot_(givenSpace(model(), space)),
      worldFromRoot_(space.up ? fileFromRoot_ : yUpFrom(model().up) * fileFromRoot_),
      packed_(std::make_shared<PackedClips>(model().hierarchy, model().clips)),
      animator_(model().hierarchy, model().clips, model().restMorphWeights, packed_),
      mixer_(animator_, model().hierarchy, model().clips, model().restMorphWeights, packed_),
      worldFromNode_(model().hierarchy.size()),
      morphWeights_(model().restMorphWeights),
      skeleton_(skeletonNodes(model())),
      travels_(model().clips.size()),
      met_(model().clips.size(), false) {
    animator_.setTravels(travels_);
    updatePose();
    tileSize_ = roundLength(std::max(clipBounds(std::nullopt).diagonal(), 1e-6f) * 0.4f);
}

void Stage::meet(size_t clip) {
    if (met_[clip]) return;
    travels_[clip] = clipTravel(model().hierarchy, model().clips[clip], worldFromRoot_, givenRoot_);
    met_[clip] = true;
}

void Stage::meetPlayed() {
    for (const PlayedClip& played : animator_.playing())
        if (played.clip) meet(*played.clip);
}

const ClipTravel& Stage::travelOf(size_t clip) {
    meet(clip);
    return travels_[clip];
}

Animator Stage::stillAnimator() {
    Animator still(model().hierarchy, model().clips, model().restMorphWeights, packed_);
    still.setTravels(travels_);
    still.takeOutRoots(rootMotion_ != RootMotionUse::off);
    return still;
}

const std::vector<FootContact>& Stage::contactsOf(size_t clip) {
    const auto [entry, isNew] = contacts_.try_emplace(clip);
    meet(clip);
    const AnimationClip& played = model().clips[clip];
    // Feet that carry nobody on are no gait.
    const bool goes = glm::length(travels_[clip].between(0.0, played.durationSeconds).translation) > 0.0;
    if (isNew && goes) entry->second = footContacts(model().hierarchy, played, worldFromRoot_);
    return entry->second;
}

std::optional<double> Stage::startInStep(size_t clip) {
    const AnimationClip* from = animator_.currentClip();
    if (!from || clip >= model().clips.size() || animator_.repeat() != Repeat::loop) return std::nullopt;
    return timeInStep({contactsOf(*animator_.clip()), from->durationSeconds, animator_.timeSeconds()},
                      {contactsOf(clip), model().clips[clip].durationSeconds});
}

void Stage::play(std::optional<size_t> clip, double seconds) {
    animator_.play(clip, seconds, clip && seconds > 0.0 ? startInStep(*clip) : std::nullopt);
    playedSeconds_ = animator_.timeSeconds();
    if (!(seconds > 0.0)) startMixAgain();
    meetPlayed();
}

void Stage::playGraph(GraphFile file, std::vector<ScriptStep> script) {
    animator_.play(std::nullopt);
    setMix({});
    met_.assign(met_.size(), false);
    givenRoot_.reset();
    if (const auto& root = file.graph.root) givenRoot_ = {root->node, root->up};
    forEachClip(file.graph, [&](size_t clip) { meet(clip); });
    const auto contacts = [&](size_t clip) -> const std::vector<FootContact>& { return contactsOf(clip); };
    findSteps(file.graph, model().clips, contacts);
    graph_.emplace(model().hierarchy, model().clips, std::move(file), std::move(script), model().restMorphWeights,
                   travels_, packed_);
    const Graph& graph = graph_->file().graph;
    goals_.emplace(model().hierarchy, graph.feet, graph.looks, worldFromRoot_);
    setRootMotion(rootMotion_);
}

void Stage::setRootMotion(RootMotionUse use) {
    rootMotion_ = use;
    place_ = {};
    animator_.takeOutRoots(use != RootMotionUse::off);
    mixer_.takeOutRoots(use != RootMotionUse::off);
    clipBounds_.clear();
    if (!graph_) return;
    graph_->takeOutRoots(use != RootMotionUse::off);
    findGraphBounds();
}

void Stage::findGraphBounds() {
    const Graph& graph = graph_->file().graph;
    graphBounds_ = {};
    for (const GraphState& state : graph.states)
        for (const GraphClip& clip : state.motion.clips) {
            const Box& box = clipBounds(clip.clip);
            if (box.empty()) continue;
            graphBounds_.add(box.min);
            graphBounds_.add(box.max);
        }
    graphGroundHeight_ = clipBounds(graph.states[graph.initialState].motion.clips.front().clip).min.y;
}

void Stage::advance(double seconds) {
    if (graph_) {
        if (!animator_.paused()) graph_->advance(seconds * std::abs(animator_.speed()));
        return;
    }
    meetPlayed();
    mixer_.advance(seconds);
    if (!animator_.paused()) playedSeconds_ += seconds * animator_.speed();
    place_ = followedBy(place_, mixer_.groundMotion());
}

void Stage::seek(double timeSeconds) {
    if (graph_) return graph_->seek(timeSeconds);
    meetPlayed();
    mixer_.seek(timeSeconds);
    playedSeconds_ = timeSeconds;
    place_ = mixer_.groundMotion();
}

void Stage::step(int frames) {
    if (graph_) {
        animator_.setPaused(true);
        return graph_->advance(std::max(frames, 0) * kGraphFrameSeconds);
    }
    meetPlayed();
    mixer_.step(frames);
    if (const AnimationClip* clip = animator_.currentClip()) playedSeconds_ += frames * frameSeconds(*clip);
    place_ = followedBy(place_, mixer_.groundMotion());
}

bool Stage::movesOverGround() const {
    return rootMotion_ == RootMotionUse::move && shownPose_ == ShownPose::playing;
}

glm::mat4 Stage::worldFromStart() const {
    return movesOverGround() ? matrixOf(place()) : glm::mat4(1.0f);
}

glm::mat4 Stage::worldFromRoot() const {
    return movesOverGround() ? worldFromStart() * worldFromRoot_ : worldFromRoot_;
}

glm::mat4 Stage::worldFromRoot(size_t clip, double nowSeconds, double otherSeconds) {
    if (rootMotion_ != RootMotionUse::move) return worldFromRoot();
    const GroundMotion there = followedBy(place(), travelOf(clip).between(nowSeconds, otherSeconds));
    return matrixOf(there) * worldFromRoot_;
}

glm::vec3 Stage::comeSince() {
    const Box& box = playedBounds();
    const glm::vec3 middle = box.empty() ? glm::vec3(0.0f) : box.center();
    return glm::vec3(worldFromStart() * glm::vec4(middle, 1.0f)) - middle;
}

void Stage::showPose(ShownPose shown) {
    shownPose_ = shown;
    if (shown != ShownPose::bind || !bindPose_.empty()) return;
    bindPose_ = worldFromNodeInBindPose(model(), worldFromRoot_);
    bindBounds_ = posedBounds(model(), bindPose_);
}

std::span<const glm::mat4> Stage::updatePose() {
    if (shownPose_ == ShownPose::bind)
        std::ranges::copy(bindPose_, worldFromNode_.begin());
    else
        walkShown(worldFromRoot(), worldFromNode_);
    const std::span<const float> weights = morphWeights();
    std::ranges::fill(morphWeights_, 0.0f);
    std::ranges::copy(weights, morphWeights_.begin());
    return worldFromNode_;
}

void Stage::walkShown(const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
    if (shownPose_ == ShownPose::rest)
        walkHierarchy(model().hierarchy, model().hierarchy.rest, worldFromRoot, worldFromNode);
    else if (graph_)
        walkHierarchy(model().hierarchy, goals_->over(graph_->machine().pose(), graph_->machine().parameters()),
                      worldFromRoot, worldFromNode);
    else
        mixer_.walk(worldFromRoot, worldFromNode);
}

std::span<const float> Stage::morphWeights() {
    if (shownPose_ == ShownPose::bind) return {};
    if (shownPose_ == ShownPose::rest) return model().restMorphWeights;
    return graph_ ? graph_->machine().morphWeights() : mixer_.morphWeights();
}

std::vector<glm::mat4> Stage::fileFromNode() {
    if (shownPose_ == ShownPose::bind) return worldFromNodeInBindPose(model(), fileFromRoot_);
    std::vector<glm::mat4> fileFromNode(model().hierarchy.size());
    const glm::mat4 worldFromFile = worldFromRoot_ * glm::inverse(fileFromRoot_);
    const glm::mat4 fileFromStart = rootMotion_ == RootMotionUse::move
                                        ? glm::inverse(worldFromFile) * worldFromStart() * worldFromFile
                                        : glm::mat4(1.0f);
    meetPlayed();
    walkShown(fileFromStart * fileFromRoot_, fileFromNode);
    return fileFromNode;
}

const Box& Stage::clipBounds(std::optional<size_t> clip) {
    const auto [entry, isNew] = clipBounds_.try_emplace(clip);
    if (!isNew) return entry->second;
    Animator still = stillAnimator();
    if (clip) meet(*clip);
    still.play(clip);
    std::vector<glm::mat4> worldFromNode(model().hierarchy.size());
    const double duration = clip ? model().clips[*clip].durationSeconds : 0.0;
    const int samples = duration > 0.0 ? kBoundsSamples : 1;
    for (int i = 0; i < samples; ++i) {
        still.seek(duration * i / samples);
        still.walk(worldFromRoot_, worldFromNode);
        const Box posed = posedBounds(model(), worldFromNode, still.morphWeights());
        if (posed.empty()) continue;
        entry->second.add(posed.min);
        entry->second.add(posed.max);
    }
    return entry->second;
}

const Box& Stage::playedBounds() {
    if (shownPose_ == ShownPose::bind) return bindBounds_;
    if (shownPose_ == ShownPose::rest) return clipBounds(std::nullopt);
    return graph_ ? graphBounds_ : mixes(mix()) ? findMixBounds() : clipBounds(animator_.clip());
}

Box Stage::framedBounds() {
    Box box = playedBounds();
    const bool isOther = compared_.beside.shown && compared_.beside.clip && !graph_;
    if (!isOther || shownPose_ != ShownPose::playing) return box;
    const Box& other = clipBounds(*compared_.beside.clip);
    if (other.empty()) return box;
    box.add(other.min);
    box.add(other.max);
    return box;
}

Box Stage::poseBounds() const {
    return posedBounds(model(), worldFromNode_, morphWeights_);
}

Box Stage::restingBindBounds() const {
    std::vector<glm::mat4> worldFromNode(model().hierarchy.size());
    walkHierarchy(model().hierarchy, model().hierarchy.rest, worldFromRoot_, worldFromNode);
    return bindBounds(model(), worldFromNode);
}

void Stage::skeletonAt(std::span<const glm::mat4> worldFromNode, bool skeleton, std::vector<Line>& lines) const {
    lines.clear();
    const bool nothingElse = model().instances.empty();  // to see
    if (skeleton || nothingElse) skeletonLines(skeleton_, worldFromNode, lines);
    highlightLines(highlighted_, skeleton_, worldFromNode, lines);
}

Scene Stage::scene(bool skeleton) {
    skeletonAt(worldFromNode_, skeleton, lines_);
    const bool moves = rootMotion_ == RootMotionUse::move;
    const Box box = moves ? boxOf(playedBounds(), worldFromStart()) : playedBounds();
    const glm::vec3 centre = box.center();
    const GroundMotion floor = moves ? GroundMotion{} : place();
    return {.worldFromNode = worldFromNode_,
            .morphWeights = morphWeights_,
            .ground = {.height = groundHeightNow(),
                       .tileSize = tileSize_,
                       .centre = {centre.x, centre.z},
                       .radius = std::max(tileSize_ * 12.0f, box.diagonal() * 4.0f),
                       .travelled = {floor.translation.x, floor.translation.z},
                       .turnRadians = static_cast<float>(yawRadians(floor, {0.0, 1.0, 0.0})),
                       .footprint = box},
            .lines = lines_,
            .chosenNode = highlighted_.chosen};
}

float Stage::groundHeightNow() {
    if (shownPose_ != ShownPose::playing) return playedBounds().min.y;
    if (graph_) return graphGroundHeight_;
    float height = 0.0f;
    for (const PlayedClip& played : playing())
        height += clipBounds(played.clip).min.y * static_cast<float>(played.weight);
    return height;
}

}  // namespace sinew
