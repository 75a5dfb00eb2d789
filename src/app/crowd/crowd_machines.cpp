#include "app/crowd/crowd_machines.h"

#include <algorithm>

#include "animation/playback/evaluate.h"
#include "app/crowd/clip_schedule.h"
#include "app/crowd/hashed.h"

namespace sinew {

CrowdMachines::CrowdMachines(const Model& model, const GraphFile& file, const std::vector<ScriptStep>& script,
                             const glm::mat4& worldFromRoot, const std::vector<RootMotion>& rootMotions,
                             bool extractsRootMotion, const CrowdSettings& settings)
    : settings_(settings) {
    const auto packed = std::make_shared<PackedClips>(model.hierarchy, model.clips);
    const auto sharedFile = std::make_shared<const GraphFile>(file);
    const auto sharedScript = std::make_shared<const std::vector<ScriptStep>>(script);
    for (uint32_t member = 0; member < settings.count; ++member) {
        if (member % kMembersInGroup == 0) {
            PlaybackContext& context = *contexts_.emplace_back(
                std::make_unique<PlaybackContext>(model.hierarchy, model.clips, model.restMorphWeights, packed));
            context.rootMotions = rootMotions;
            context.extractRootMotion = extractsRootMotion;
        }
        runs_.push_back(std::make_unique<GraphRun>(*contexts_.back(), sharedFile, sharedScript, worldFromRoot));
    }
}

void CrowdMachines::moveTo(double timeSeconds, WorkPool& pool) {
    if (timeSeconds == seconds_) return;
    seconds_ = timeSeconds;
    pool.run(static_cast<uint32_t>(contexts_.size()), [&](uint32_t group, uint32_t) {
        const uint32_t first = group * kMembersInGroup, end = std::min(first + kMembersInGroup, settings_.count);
        for (uint32_t member = first; member < end; ++member) {
            const double delay = kMostDelaySeconds * hashed(settings_.seed, member, Chance::phase);
            runs_[member]->seek(std::max((timeSeconds - delay) * speedOf(settings_.seed, member), 0.0), false);
        }
    });
}

void CrowdMachines::evaluate(uint32_t member, const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode,
                             std::span<float> morphWeights) {
    sinew::evaluate(runs_[member]->machine(), worldFromRoot, {worldFromNode, morphWeights});
}

}  // namespace sinew
