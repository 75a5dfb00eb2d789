#include "animation/graph_steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace sinew {
namespace {

// A foot that touches down farther than this share of a round from where the graph says is another one: two feet that
// alternate are half a round apart.
constexpr double kSameFoot = 0.2;

/// The clips whose steps count.
struct SteppingClips {
    std::vector<GraphClip*> marked, unmarked;

    void add(GraphMotion& motion) {
        for (GraphClip& clip : motion.clips)
            (clip.contactSeconds ? marked : unmarked).push_back(&clip);
    }
};

bool isBlend(const GraphMotion& motion) {
    return motion.clips.size() > 1;
}

bool isJoined(const Graph& graph, size_t state) {
    return std::ranges::any_of(graph.transitions, [&](const GraphTransition& transition) {
        return transition.keepsStep && (!transition.from || *transition.from == state || transition.to == state);
    });
}

SteppingClips steppingClips(Graph& graph) {
    SteppingClips clips;
    for (size_t i = 0; i < graph.states.size(); ++i) {
        GraphState& state = graph.states[i];
        if (state.repeat == Repeat::loop && (isBlend(state.motion) || isJoined(graph, i))) clips.add(state.motion);
        for (GraphLayer& layer : state.layers)
            if (isBlend(layer.motion)) clips.add(layer.motion);
    }
    for (GraphOverlay& overlay : graph.overlays)
        if (overlay.repeat == Repeat::loop && isBlend(overlay.layer.motion)) clips.add(overlay.layer.motion);
    return clips;
}

/// When that node touches down in the clip.
std::optional<double> contactOf(const std::vector<FootContact>& contacts, uint32_t node) {
    const auto found = std::ranges::find(contacts, node, &FootContact::node);
    return found == contacts.end() ? std::nullopt : std::optional(found->timeSeconds);
}

bool isOtherFoot(const GraphClip& marked, double durationSeconds, std::optional<double> contactSeconds) {
    if (!contactSeconds || !(durationSeconds > 0.0)) return false;
    const double apart = std::remainder(*contactSeconds - *marked.contactSeconds, durationSeconds);
    return std::abs(apart) > kSameFoot * durationSeconds;
}

}  // namespace

void findSteps(Graph& graph, std::span<const AnimationClip> clips, const ContactsOfClip& contactsOf) {
    const SteppingClips stepping = steppingClips(graph);
    std::map<uint32_t, int> counts;  // of the unmarked clips that have the foot
    for (const GraphClip* clip : stepping.unmarked)
        for (const FootContact& contact : contactsOf(clip->clip))
            ++counts[contact.node];
    for (const GraphClip* clip : stepping.marked)
        std::erase_if(counts, [&](const auto& count) {
            return isOtherFoot(*clip, clips[clip->clip].durationSeconds,
                               contactOf(contactsOf(clip->clip), count.first));
        });
    const auto foot = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    if (foot == counts.end()) return;
    for (GraphClip* clip : stepping.unmarked)
        clip->contactSeconds = contactOf(contactsOf(clip->clip), foot->first);
}

}  // namespace sinew
