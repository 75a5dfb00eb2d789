#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

/// A band of eight bones without findings.
namespace swinging {

using namespace sinew;

inline constexpr uint32_t kBones = 8;
inline constexpr size_t kKeys = 49;  // 24 a second

/// All bones swing by 20 degrees to either side in 2 s.
inline AnimationClip& addClip(ImportedModel& imported, const char* name) {
    AnimationClip& clip = rig_models::addClip(imported, name, 2.0);
    for (uint32_t node = 0; node < kBones; ++node) {
        Channel& channel = clip.channels.emplace_back(Channel{.node = node});
        for (size_t key = 0; key < kKeys; ++key) {
            channel.rotation.times.push_back(static_cast<double>(key) / 24.0);
            const float turns = static_cast<float>(key) / static_cast<float>(kKeys - 1);
            channel.rotation.values.push_back(
                rig_models::turn(20.0f * std::sin(2.0f * std::numbers::pi_v<float> * turns)));
        }
    }
    return clip;
}

inline ImportedModel model(const char* clip = "walk") {
    ImportedModel imported = rig_models::band(kBones);
    addClip(imported, clip);
    return imported;
}

/// A node that moves nothing that is seen, such as a camera or a control, with a channel.
inline Channel& addUnseen(ImportedModel& imported, size_t clip = 0) {
    const uint32_t node = addNode(imported.model, "Camera01.Target", kNoParent);
    return imported.model.clips[clip].channels.emplace_back(Channel{.node = node});
}

/// Bones with the fault: one, some, or all.
inline constexpr std::array<size_t, 3> kCounts{1, 3, kBones};

/// Gives the channels of the last bones of a clip a fault.
inline void plant(AnimationClip& clip, size_t count, const std::function<void(Channel&)>& fault) {
    for (size_t i = 0; i < count; ++i)
        fault(clip.channels[kBones - 1 - i]);
}

/// The distinct nodes that findings with that id are about.
inline size_t nodesOf(const std::vector<Finding>& findings, std::string_view id) {
    std::set<uint32_t> nodes;
    for (const Finding& finding : findings)
        for (const Subject& subject : finding.subjects)
            if (finding.id == id && subject.kind == Subject::Kind::node) nodes.insert(subject.index);
    return nodes.size();
}

}  // namespace swinging
