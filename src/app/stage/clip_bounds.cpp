#include "app/stage/clip_bounds.h"

#include <algorithm>

#include "model/instance_bounds.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr int kSamples = 24;
constexpr float kFarLarger = 2.0f;  // size of everything relative to the figure
constexpr float kFarWay = 2.0f;     // size of a clip's bounds relative to those of its poses

}  // namespace

void unite(Box& box, const Box& other) {
    if (other.empty()) return;
    box.add(other.min);
    box.add(other.max);
}

Box framedBox(const Box& all, const Box& figure) {
    return figure.empty() || all.diagonal() <= kFarLarger * figure.diagonal() ? all : figure;
}

Box moved(const Box& box, const glm::vec3& way) {
    return box.empty() ? box : Box{box.min + way, box.max + way};
}

glm::vec3 ClipBox::wayAt(double normalizedTime) const {
    if (path.size() < 2) return glm::vec3(0.0f);
    const size_t last = path.size() - 1;
    const double place = std::clamp(normalizedTime, 0.0, 1.0) * static_cast<double>(last);
    const size_t i = std::min(static_cast<size_t>(place), last - 1);
    const auto t = static_cast<float>(place - static_cast<double>(i));
    // Through the points and without kinks (Catmull and Rom 1974).
    const glm::vec3 p0 = path[i == 0 ? 0 : i - 1], p1 = path[i], p2 = path[i + 1], p3 = path[std::min(i + 2, last)];
    return 0.5f * (2.0f * p1 + (p2 - p0) * t + (2.0f * p0 - 5.0f * p1 + 4.0f * p2 - p3) * t * t +
                   (3.0f * p1 - 3.0f * p2 + p3 - p0) * t * t * t);
}

ClipBounds::Sample ClipBounds::boundsAt(Animator& animator, double seconds) {
    std::vector<glm::mat4> worldFromNode(model_.hierarchy.size());
    std::vector<float> morphs(model_.restMorphWeights.size());
    animator.seek(seconds);
    evaluate(animator, worldFromRoot_, {worldFromNode, morphs});
    Sample sample{.all = instances_.visible.empty() ? posedBounds(model_, worldFromNode, morphs)
                                                    : posedBoundsOf(instances_.visible, model_, worldFromNode, morphs),
                  .figure = {}};
    if (!instances_.figure.empty()) sample.figure = posedBoundsOf(instances_.figure, model_, worldFromNode, morphs);
    return sample;
}

/// `boxes`: of what is framed at each sample.
void ClipBounds::findPath(Animator& animator, double duration, std::span<const Box> boxes, ClipBox& clip) {
    float largest = 0.0f;
    for (const Box& box : boxes)
        largest = std::max(largest, box.diagonal());
    if (largest == 0.0f || clip.framed.diagonal() <= kFarWay * largest) return;
    const Sample atEnd = boundsAt(animator, duration);
    std::vector<Box> all(boxes.begin(), boxes.end());
    all.push_back(atEnd.figure.empty() ? atEnd.all : atEnd.figure);
    const glm::vec3 start = all.front().center();
    clip.near = {};
    for (const Box& box : all) {
        clip.path.push_back(box.center() - start);
        unite(clip.near, moved(box, -clip.path.back()));
    }
}

const ClipBox& ClipBounds::of(std::optional<size_t> clip) {
    const auto [entry, isNew] = clips_.try_emplace(clip);
    ClipBox& box = entry->second;
    if (!isNew) return box;
    Animator still(playback_.context());
    if (clip) playback_.rootMotionOf(*clip);
    still.play(clip);
    const double duration = clip ? model_.clips[*clip].durationSeconds : 0.0;
    const int samples = duration > 0.0 ? kSamples : 1;
    std::vector<Box> boxes, figures;
    Box figure;
    for (int i = 0; i < samples; ++i) {
        const Sample sample = boundsAt(still, duration * i / samples);
        boxes.push_back(sample.all);
        figures.push_back(sample.figure);
        unite(box.all, sample.all);
        unite(figure, sample.figure);
    }
    box.framed = box.near = framedBox(box.all, figure);
    const bool isFigure = !figure.empty() && box.framed.diagonal() < box.all.diagonal();
    if (samples > 1) findPath(still, duration, isFigure ? figures : boxes, box);
    return box;
}

bool ClipBounds::stands(size_t clip) {
    constexpr float kStanding = 0.7f;  // of its height at rest
    Animator still(playback_.context());
    still.play(clip);
    const Sample end = boundsAt(still, model_.clips[clip].durationSeconds);
    const Box box = framedBox(end.all, end.figure), rest = of(std::nullopt).framed;
    return box.max.y - box.min.y >= kStanding * (rest.max.y - rest.min.y);
}

const ClipBox& ClipBounds::ofBindPose() {
    if (bindPose_) return *bindPose_;
    const std::vector<glm::mat4> pose = worldFromNodeInBindPose(model_, worldFromRoot_);
    const Box all = posedBounds(model_, pose);
    const std::vector<uint8_t>& figure = instances_.figure;
    const Box framed = figure.empty() ? all : framedBox(all, posedBoundsOf(figure, model_, pose, {}));
    return bindPose_.emplace(ClipBox{.all = all, .framed = framed, .near = framed, .path = {}});
}

Box ClipBounds::ofRestingBind() const {
    std::vector<glm::mat4> worldFromNode(model_.hierarchy.size());
    walkHierarchy(model_.hierarchy, model_.hierarchy.rest, worldFromRoot_, worldFromNode);
    return bindBounds(model_, worldFromNode);
}

ClipBox ClipBounds::ofPlayback() {
    if (playback_.settings().pose == ShownPose::bind) return ofBindPose();
    if (playback_.settings().pose == ShownPose::rest) return of(std::nullopt);
    ClipBox box;
    const auto add = [&](std::optional<size_t> clip) {
        const ClipBox& added = of(clip);
        unite(box.all, added.all);
        unite(box.framed, added.framed);
        box.near = box.framed;
    };
    if (const GraphRun* graph = playback_.graph()) {
        for (const GraphState& state : graph->file().graph.states)
            for (const GraphClip& clip : state.motion.clips)
                add(clip.clip);
    } else if (!mixes(playback_.settings().mix)) {
        const ClipBox& played = of(playback_.animator().clip());
        box = {.all = played.all, .framed = played.framed, .near = played.near, .path = {}};
    } else {
        for (const PlayedClip& played : playback_.playing())
            add(played.clip);
    }
    return box;
}

float ClipBounds::floorHeight() {
    if (const GraphRun* run = playback_.graph()) {
        const Graph& graph = run->file().graph;
        return of(graph.states[graph.initialState].motion.clips.front().clip).all.min.y;
    }
    float height = 0.0f;
    for (const PlayedClip& played : playback_.playing())
        height += of(played.clip).all.min.y * static_cast<float>(played.weight);
    return height;
}

}  // namespace sinew
