#include "app/stage/clip_bounds.h"

namespace sinew {
namespace {

constexpr int kSamples = 24;

}  // namespace

void unite(Box& box, const Box& other) {
    if (other.empty()) return;
    box.add(other.min);
    box.add(other.max);
}

const Box& ClipBounds::of(std::optional<size_t> clip) {
    const auto [entry, isNew] = clips_.try_emplace(clip);
    if (!isNew) return entry->second;
    Animator still(playback_.context());
    if (clip) playback_.rootMotionOf(*clip);
    still.play(clip);
    std::vector<glm::mat4> worldFromNode(model_.hierarchy.size());
    std::vector<float> morphs(model_.restMorphWeights.size());
    const double duration = clip ? model_.clips[*clip].durationSeconds : 0.0;
    const int samples = duration > 0.0 ? kSamples : 1;
    for (int i = 0; i < samples; ++i) {
        still.seek(duration * i / samples);
        evaluate(still, worldFromRoot_, {worldFromNode, morphs});
        unite(entry->second, posedBounds(model_, worldFromNode, morphs));
    }
    return entry->second;
}

Box ClipBounds::ofPlayback() {
    Box box;
    if (const GraphRun* graph = playback_.graph()) {
        for (const GraphState& state : graph->file().graph.states)
            for (const GraphClip& clip : state.motion.clips)
                unite(box, of(clip.clip));
    } else if (!mixes(playback_.mix())) {
        box = of(playback_.animator().clip());
    } else {
        for (const PlayedClip& played : playback_.playing())
            unite(box, of(played.clip));
    }
    return box;
}

float ClipBounds::floorHeight() {
    if (const GraphRun* run = playback_.graph()) {
        const Graph& graph = run->file().graph;
        return of(graph.states[graph.initialState].motion.clips.front().clip).min.y;
    }
    float height = 0.0f;
    for (const PlayedClip& played : playback_.playing())
        height += of(played.clip).min.y * static_cast<float>(played.weight);
    return height;
}

}  // namespace sinew
