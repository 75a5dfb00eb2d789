#include "app/stage.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include "animation/ground_speed.h"
#include "error.h"
#include "model/up_axis.h"

namespace sinew {
namespace {

constexpr int kBoundsSamples = 24;

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

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

}  // namespace

Stage::Stage(ImportedModel imported, const FileSpace& space)
    : imported_(std::move(imported)),
      fileFromRoot_(givenSpace(model(), space)),
      worldFromRoot_(space.up ? fileFromRoot_ : yUpFrom(model().up) * fileFromRoot_),
      animator_(model().hierarchy, model().clips, model().restMorphWeights),
      worldFromNode_(model().hierarchy.size()),
      morphWeights_(model().restMorphWeights),
      skeleton_(skeletonNodes(model())) {
    updatePose();
    tileSize_ = roundLength(std::max(clipBounds(std::nullopt).diagonal(), 1e-6f) * 0.4f);
}

void Stage::advance(double seconds) {
    if (!animator_.paused()) travelled_ += groundVelocityNow() * static_cast<float>(seconds * animator_.speed());
    animator_.advance(seconds);
}

void Stage::playGraph(GraphFile file, std::vector<ScriptStep> script) {
    animator_.play(std::nullopt);
    graphBounds_ = {};
    const auto add = [&](const GraphMotion& motion) {
        for (const GraphClip& clip : motion.clips) {
            const Box& box = clipBounds(clip.clip);
            if (box.empty()) continue;
            graphBounds_.add(box.min);
            graphBounds_.add(box.max);
        }
    };
    for (const GraphState& state : file.graph.states)
        add(state.motion);
    graphGroundHeight_ = clipBounds(file.graph.states[file.graph.initialState].motion.clips.front().clip).min.y;
    graph_.emplace(model().hierarchy, model().clips, std::move(file), std::move(script));
}

void Stage::seek(double timeSeconds) {
    if (graph_) return graph_->seek(timeSeconds);
    animator_.seek(timeSeconds);
    travelled_ = groundVelocityNow() * static_cast<float>(timeSeconds);
}

void Stage::step(int frames) {
    const double before = animator_.timeSeconds();
    animator_.step(frames);
    travelled_ += groundVelocityNow() * static_cast<float>(animator_.timeSeconds() - before);
}

std::span<const glm::mat4> Stage::updatePose() {
    walkHierarchy(model().hierarchy, poseNow(), worldFromRoot_, worldFromNode_);
    const std::span<const float> weights = animator_.morphWeights();
    std::copy(weights.begin(), weights.end(), morphWeights_.begin());
    return worldFromNode_;
}

std::vector<glm::mat4> Stage::fileFromNode() {
    std::vector<glm::mat4> fileFromNode(model().hierarchy.size());
    walkHierarchy(model().hierarchy, poseNow(), fileFromRoot_, fileFromNode);
    return fileFromNode;
}

const Box& Stage::clipBounds(std::optional<size_t> clip) {
    const auto [entry, isNew] = clipBounds_.try_emplace(clip);
    if (!isNew) return entry->second;
    Animator still(model().hierarchy, model().clips, model().restMorphWeights);
    still.play(clip);
    std::vector<glm::mat4> worldFromNode(model().hierarchy.size());
    const double duration = clip ? model().clips[*clip].durationSeconds : 0.0;
    const int samples = duration > 0.0 ? kBoundsSamples : 1;
    for (int i = 0; i < samples; ++i) {
        still.seek(duration * i / samples);
        walkHierarchy(model().hierarchy, still.pose(), worldFromRoot_, worldFromNode);
        const Box posed = posedBounds(model(), worldFromNode, still.morphWeights());
        if (posed.empty()) continue;
        entry->second.add(posed.min);
        entry->second.add(posed.max);
    }
    return entry->second;
}

std::span<const Transform> Stage::poseNow() {
    return graph_ ? graph_->machine().pose() : animator_.pose();
}

const Box& Stage::playedBounds() {
    return graph_ ? graphBounds_ : clipBounds(animator_.clip());
}

Scene Stage::scene(bool skeleton) {
    if (model().instances.empty()) skeleton = true;  // there is nothing else to see
    if (skeleton) skeletonLines(skeleton_, worldFromNode_, lines_);
    const Box& box = playedBounds();
    const glm::vec3 centre = box.center();
    return {.worldFromNode = worldFromNode_,
            .morphWeights = morphWeights_,
            .ground = {.height = groundHeightNow(),
                       .tileSize = tileSize_,
                       .centre = {centre.x, centre.z},
                       .radius = std::max(tileSize_ * 12.0f, box.diagonal() * 4.0f),
                       .travelled = travelled_,
                       .footprint = box},
            .lines = skeleton ? std::span<const Line>(lines_) : std::span<const Line>()};
}

const glm::vec2& Stage::clipGroundVelocity(size_t clip) {
    const auto [entry, isNew] = groundVelocities_.try_emplace(clip);
    if (isNew) entry->second = groundVelocity(model().hierarchy, model().clips[clip], worldFromRoot_);
    return entry->second;
}

glm::vec2 Stage::groundVelocityNow() {
    glm::vec2 velocity(0.0f);
    for (const PlayedClip& played : animator_.playing())
        if (played.clip) velocity += clipGroundVelocity(*played.clip) * static_cast<float>(played.weight);
    return velocity;
}

float Stage::groundHeightNow() {
    if (graph_) return graphGroundHeight_;
    float height = 0.0f;
    for (const PlayedClip& played : animator_.playing())
        height += clipBounds(played.clip).min.y * static_cast<float>(played.weight);
    return height;
}

std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex) {
    if (nameOrIndex == "none") return std::nullopt;
    const auto& clips = model.clips;
    for (size_t i = 0; i < clips.size(); ++i)
        if (clips[i].name == nameOrIndex) return i;
    size_t index = 0;
    const auto [end, error] = std::from_chars(nameOrIndex.data(), nameOrIndex.data() + nameOrIndex.size(), index);
    if (error == std::errc() && end == nameOrIndex.data() + nameOrIndex.size() && index < clips.size()) return index;

    std::optional<size_t> similar;
    bool unique = true;
    std::string list;
    for (size_t i = 0; i < clips.size(); ++i) {
        list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, clips[i].name);
        const std::string name = lowered(clips[i].name), wanted = lowered(nameOrIndex);
        if (name == wanted) return i;
        if (name.find(wanted) == std::string::npos) continue;
        unique = !similar;
        similar = i;
    }
    if (similar && unique) return similar;
    throw Error(Exit::usage,
                fmt::format("--animation {}: {}", nameOrIndex,
                            clips.empty() ? "the model has no animations" : "no such animation; there are " + list));
}

}  // namespace sinew
