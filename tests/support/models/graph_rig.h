#pragma once

#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/players.h"

/// Three clips of 1, 1.5 and 1.2 seconds over eight nodes, and a graph to be filled in.
struct GraphRig {
    static constexpr size_t kNodes = 8;
    sinew::NodeHierarchy hierarchy = chain(kNodes, {.translation = {0, 1, 0}});
    std::vector<sinew::AnimationClip> clips{swing(kNodes, 1.0, 0.0), swing(kNodes, 1.5, 0.4), swing(kNodes, 1.2, 0.7)};
    sinew::Graph graph;

    size_t addParameter(sinew::ParameterKind kind, double initial = 0.0) {
        graph.parameters.push_back({.name = "p", .kind = kind, .initial = initial});
        return graph.parameters.size() - 1;
    }
    size_t addState(size_t clip, sinew::Repeat repeat = sinew::Repeat::loop) {
        graph.states.push_back({.name = "s", .motion = {.clips = {{.clip = clip}}}, .repeat = repeat});
        return graph.states.size() - 1;
    }
    sinew::GraphTransition& addTransition(std::optional<size_t> from, size_t to, double seconds,
                                          std::vector<sinew::GraphCondition> conditions = {}) {
        graph.transitions.push_back(
            {.from = from, .to = to, .conditions = std::move(conditions), .durationSeconds = seconds});
        return graph.transitions.back();
    }
    sinew::GraphLayer& addLayer(size_t state, size_t clip) {
        sinew::GraphLayer& layer = graph.states[state].layers.emplace_back();
        layer.motion.clips.push_back({.clip = clip});
        return layer;
    }
    sinew::GraphOverlay& addOverlay(size_t clip, sinew::GraphCondition start) {
        sinew::GraphOverlay& overlay = graph.overlays.emplace_back();
        overlay.layer.motion.clips.push_back({.clip = clip});
        overlay.start.push_back(start);
        return overlay;
    }
    sinew::LocalPose poseOf(size_t clip, double timeSeconds) const {
        sinew::LocalPose pose(hierarchy.size());
        sinew::SampleCursor cursor;
        sample(clips[clip], hierarchy, timeSeconds, cursor, pose);
        return pose;
    }
};

inline sinew::LocalPose poseOf(TestMachine& machine) {
    return {machine.pose().begin(), machine.pose().end()};
}

inline sinew::GraphCondition fired(size_t trigger) {
    return {.parameter = trigger};
}

inline sinew::GraphCondition above(size_t parameter, double value) {
    return {.parameter = parameter, .comparison = sinew::Comparison::greater, .value = value};
}

inline sinew::GraphCondition below(size_t parameter, double value) {
    return {.parameter = parameter, .comparison = sinew::Comparison::less, .value = value};
}
