#include "animation/playback/contact_phases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace sinew {
namespace {

// A contact farther than this fraction of a cycle from the given one belongs to another foot: alternating feet are half
// a cycle apart.
constexpr double kSameFoot = 0.2;

/// The clips that are synced with others, with and without a given contact.
struct SyncedClips {
    std::vector<GraphClip*> given, unknown;

    void add(GraphMotion& motion) {
        for (GraphClip& clip : motion.clips)
            (clip.contactSeconds ? given : unknown).push_back(&clip);
    }
};

bool isBlend(const GraphMotion& motion) {
    return motion.clips.size() > 1;
}

bool hasSyncedTransition(const Graph& graph, size_t state) {
    return std::ranges::any_of(graph.transitions, [&](const GraphTransition& transition) {
        return transition.sync && (!transition.from || *transition.from == state || transition.to == state);
    });
}

SyncedClips syncedClips(Graph& graph) {
    SyncedClips clips;
    for (size_t i = 0; i < graph.states.size(); ++i) {
        GraphState& state = graph.states[i];
        if (state.repeat == Repeat::loop && (isBlend(state.motion) || hasSyncedTransition(graph, i)))
            clips.add(state.motion);
        for (GraphLayer& layer : state.layers)
            if (isBlend(layer.motion)) clips.add(layer.motion);
    }
    for (GraphOverlay& overlay : graph.overlays)
        if (overlay.repeat == Repeat::loop && isBlend(overlay.layer.motion)) clips.add(overlay.layer.motion);
    return clips;
}

/// The time at which a node touches down in a clip.
std::optional<double> contactOf(const std::vector<FootContact>& contacts, uint32_t node) {
    const auto found = std::ranges::find(contacts, node, &FootContact::node);
    return found == contacts.end() ? std::nullopt : std::optional(found->timeSeconds);
}

bool isOtherFoot(const GraphClip& given, double durationSeconds, std::optional<double> contactSeconds) {
    if (!contactSeconds || !(durationSeconds > 0.0)) return false;
    const double apart = std::remainder(*contactSeconds - *given.contactSeconds, durationSeconds);
    return std::abs(apart) > kSameFoot * durationSeconds;
}

}  // namespace

void findContactPhases(Graph& graph, std::span<const AnimationClip> clips, const ContactsOfClip& contactsOf) {
    const SyncedClips synced = syncedClips(graph);
    std::map<uint32_t, int> counts;  // for each foot, of the clips without a contact that have it
    for (const GraphClip* clip : synced.unknown)
        for (const FootContact& contact : contactsOf(clip->clip))
            ++counts[contact.node];
    for (const GraphClip* clip : synced.given)
        std::erase_if(counts, [&](const auto& count) {
            return isOtherFoot(*clip, clips[clip->clip].durationSeconds,
                               contactOf(contactsOf(clip->clip), count.first));
        });
    const auto foot = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    if (foot == counts.end()) return;
    for (GraphClip* clip : synced.unknown)
        clip->contactSeconds = contactOf(contactsOf(clip->clip), foot->first);
}

}  // namespace sinew
