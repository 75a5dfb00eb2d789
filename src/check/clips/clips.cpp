#include <cmath>
#include <map>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/check.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/clips/stepped.h"
#include "check/found.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

/// What a clip moves by more than rounding.
std::vector<uint32_t> movedNodes(const CheckedModel& checked, const AnimationClip& clip) {
    std::vector<uint32_t> moved;
    for (const Channel& channel : clip.channels)
        if (rangeOf(channel.rotation) > kClips.sameTurn || rangeOf(channel.scale) > kClips.same ||
            rangeOf(channel.translation) * keyUnit(checked.model, checked.rest, channel.node) > kClips.sameWay)
            moved.push_back(channel.node);
    return moved;
}

bool movesMorphs(const AnimationClip& clip) {
    return std::ranges::any_of(clip.morphs, [](const MorphChannel& morph) {
        return std::ranges::any_of(morph.track.values, [&](float value) {
            return std::abs(value - morph.track.values.front()) > kClips.same;
        });
    });
}

/// A clip in which nothing that is seen moves.
void checkStill(const CheckedModel& checked, size_t clip, bool isRig, std::vector<Finding>& findings) {
    const AnimationClip& own = checked.model.clips[clip];
    if (movesMorphs(own)) return;
    const std::vector<uint32_t> moved = movedNodes(checked, own);
    if (moved.empty()) {
        if (!isNamedLikePose(own.name))
            findings.push_back(Found("clip-still", Severity::info, {clipSubject(clip)}, "is a single pose"));
        return;
    }
    const auto isSeen = [&](uint32_t node) { return checked.isSeen[node]; };
    if (!isRig || checked.nodes.empty() || std::ranges::any_of(moved, isSeen)) return;
    findings.push_back(Found("clip-still", checked.model.clips.size() == 1 ? Severity::warning : Severity::info,
                             with(clipSubject(clip), nodeSubjects(moved)), "moves only {...}, not the figure"));
}

/// Keys that can be interpolated from their neighbors. Only those of the file count, and no matrices.
void checkDense(const CheckedModel& checked, size_t clip, std::vector<Finding>& findings) {
    const AnimationClip& own = checked.model.clips[clip];
    if (own.authoredFrameSeconds > 0.0) return;
    size_t dense = 0, keys = 0;
    const auto add = [&](const auto& track, float tolerance) {
        if (!track.authored.empty() || rangeOf(track) <= tolerance) return;
        keys += track.size();
        dense += spareKeys(track, tolerance);
    };
    for (const Channel& channel : own.channels) {
        const float unit = keyUnit(checked.model, checked.rest, channel.node);
        if (unit > 0.0f) add(channel.translation, kClips.sameWay / unit);
        add(channel.rotation, kClips.sameTurn);
        add(channel.scale, kClips.same);
    }
    if (dense < kClips.spareKeys || 3 * dense < 2 * keys) return;
    const Measured part = measuredPart(dense, keys, "key", "keys");
    findings.push_back(Found("keys-dense", Severity::info, {clipSubject(clip)},
                             part.text + " of tracks that move can be interpolated from the others", part.figure));
}

/// Clips that move everything exactly as an earlier one does.
void checkTwice(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::map<std::tuple<size_t, double, size_t>, std::vector<size_t>> alike;  // by channels, seconds, and keys
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        const AnimationClip& own = model.clips[clip];
        const auto isSame = [&](size_t other) {
            return own.channels == model.clips[other].channels && own.morphs == model.clips[other].morphs;
        };
        std::vector<size_t>& others = alike[{own.channels.size(), own.durationSeconds, keyCount(own)}];
        if (const auto same = std::ranges::find_if(others, isSame); same == others.end())
            others.push_back(clip);
        else if (!movedNodes(checked, own).empty())
            findings.push_back(Found("clip-twice", Severity::info, {clipSubject(clip), clipSubject(*same)},
                                     "moves everything as {} does"));
    }
}

}  // namespace

std::vector<Finding> checkClips(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const bool isRig = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    if (model.clips.empty() && isRig)
        findings.push_back({"clips-none", Severity::info, report.file, "has a skeleton, but no clips"});
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        const AnimationClip& own = model.clips[clip];
        if (own.channels.empty() && own.morphs.empty()) {
            findings.push_back(Found("clip-empty", Severity::warning, {clipSubject(clip)}, "has no channels"));
            continue;
        }
        checkStill(checked, clip, isRig, findings);
        if (report.format != "Collada") checkDense(checked, clip, findings);
        const SteppedBones bones = steppedBones(own);
        const bool isStepped =
            std::ranges::find(report.clips[clip].interpolations, "step") != report.clips[clip].interpolations.end();
        // Where most bones hold their poses, that is a style.
        if (bones.stepped == 0 || !(isStepped || (bones.holds && !bones.areMost()))) continue;
        const Measured part = measuredPart(bones.stepped, bones.moving, "bone", "bones");
        findings.push_back(Found("clip-stepped", Severity::info, with(clipSubject(clip), nodeSubjects(bones.nodes)),
                                 "moves " + part.text + " in steps, as their keys do not blend into the next: {...}",
                                 part.figure));
    }
    checkTwice(checked, findings);
    return findings;
}

std::vector<ClipSummary> summarizeClips(const Model& model) {
    const CheckedModel checked(model);
    std::vector<ClipSummary> summaries(model.clips.size());
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        const AnimationClip& own = model.clips[clip];
        ClipSummary& summary = summaries[clip];
        const auto add = [&](const auto& track) {
            if (track.size() < 2 || rangeOf(track) > 0.0f) return;
            ++summary.constantTracks;
            summary.constantKeys += track.size();
        };
        for (const Channel& channel : own.channels)
            add(channel.translation), add(channel.rotation), add(channel.scale);
        if (!(checked.rest.size > 0.0f) || !(own.durationSeconds > 0.0) || own.channels.empty()) continue;
        const LoopGap gap = loopGapOf(checked, clip);
        summary.loopGap = gap.jump / checked.rest.size, summary.gapNode = gap.node;
        summary.jumps = summary.loopGap > kVisible.way && (gap.isNear() || isNamedLikeLoop(own.name));
        summary.travel = glm::length(displacementOf(checked.motionOf(clip))) / checked.rest.size;
    }
    return summaries;
}

}  // namespace sinew
