#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/graph_file.h"
#include "app/graph_script.h"

namespace sinew {

/// A state machine that a script plays. It goes on in steps of kStepSeconds from its beginning, so what is seen at a
/// time does not depend on which times were looked at before. The hierarchy and the clips are the caller's and must
/// outlive it.
class GraphRun {
  public:
    static constexpr double kStepSeconds = 1.0 / 120.0;

    GraphRun(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, GraphFile file,
             std::vector<ScriptStep> script);

    /// Plays up to the step nearest to `timeSeconds`, from the beginning where that is earlier than the last one. What
    /// the script says of a time happens at the first step that is not before it.
    void seek(double timeSeconds);

    const StateMachine& machine() const { return *machine_; }

  private:
    void restart();
    void apply(const ScriptStep& step);

    const NodeHierarchy& hierarchy_;
    std::span<const AnimationClip> clips_;
    GraphFile file_;
    std::vector<ScriptStep> script_;
    std::optional<StateMachine> machine_;
    std::optional<KeyPlayer> keys_;
    int64_t steps_ = 0;      ///< done since the beginning
    size_t scriptNext_ = 0;  ///< the first step of the script that is still to come
};

}  // namespace sinew
