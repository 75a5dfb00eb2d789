#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/crowd/crowd_settings.h"
#include "app/crowd/work_pool.h"
#include "app/machine/graph_run.h"
#include "model/model.h"

namespace sinew {

/// A state machine for each character of a crowd. All follow the same script, each after a delay and at a speed of its
/// own. They share the graph and the script. Besides, each takes memory: about 45 KB with the bundled character's
/// graph.
class CrowdMachines {
  public:
    /// Characters whose machines share scratch memory: one thread at a time may move or evaluate them.
    static constexpr uint32_t kMembersInGroup = 32;
    static constexpr double kMostDelaySeconds = 2.0;

    /// `rootMotions` and `extractsRootMotion`: as in PlaybackContext. The model must outlive it.
    CrowdMachines(const Model& model, const GraphFile& file, const std::vector<ScriptStep>& script,
                  const glm::mat4& worldFromRoot, const std::vector<RootMotion>& rootMotions, bool extractsRootMotion,
                  const CrowdSettings& settings);

    /// Moves all to their step nearest to `timeSeconds`, from the start if that is earlier than before. Logs no
    /// events.
    void moveTo(double timeSeconds, WorkPool& pool);

    /// Places `member` and evaluates its pose. `morphWeights` has the model's size.
    void evaluate(uint32_t member, const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode,
                  std::span<float> morphWeights);

    /// How far it has moved since the start.
    const Displacement& placeOf(uint32_t member) const { return runs_[member]->place(); }

  private:
    CrowdSettings settings_;
    std::vector<std::unique_ptr<PlaybackContext>> contexts_;  ///< one per group
    std::vector<std::unique_ptr<GraphRun>> runs_;             ///< one per member
    double seconds_ = 0.0;
};

}  // namespace sinew
