#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/event_log.h"
#include "app/graph_file.h"
#include "app/graph_script.h"

namespace sinew {

/// A state machine that a script plays, and keys. The hierarchy, the clips and the weights are the caller's and must
/// outlive it.
class GraphRun {
  public:
    static constexpr double kStepSeconds = 1.0 / 120.0;

    /// `restMorphWeights` and `travels`: as for StateMachine.
    GraphRun(const NodeHierarchy& hierarchy, std::span<const AnimationClip> clips, GraphFile file,
             std::vector<ScriptStep> script, std::span<const float> restMorphWeights = {},
             std::vector<ClipTravel> travels = {}, std::shared_ptr<PackedClips> packed = nullptr);

    /// Plays up to the step nearest to `timeSeconds`, from the beginning where that is earlier than the last one. What
    /// the script says of a time happens at the first step that is not before it. It goes on in steps of kStepSeconds,
    /// so what is seen at a time does not depend on which times were looked at before; keys that were pressed are
    /// forgotten.
    void seek(double timeSeconds);

    /// Goes on by `seconds` at once, with what the script says of the time until then.
    void advance(double seconds);

    // A key by its name (isKeyName); one that is not bound does nothing.
    void press(std::string_view key) { keys_->press(key); }
    void release(std::string_view key) { keys_->release(key); }

    // A parameter by hand: a number or a flag, as long as no key holds it, and a trigger.
    void set(size_t parameter, double value) { keys_->setUnheld(parameter, value); }
    void fire(size_t trigger) { machine_->fire(trigger); }

    /// As StateMachine::takeOutRoots(); the way begins anew, as the character now faces.
    void takeOutRoots(bool takeOut);

    /// Where the character has come to since the beginning.
    const GroundMotion& place() const { return place_; }
    double seconds() const { return seconds_; }

    /// The events that were passed since the beginning, each once, however often seek() has gone back: all of them as
    /// long as only seek() moves it, else at least the latest.
    std::span<const HeardEvent> heard() const { return log_.heard(); }
    const GraphFile& file() const { return file_; }

    const StateMachine& machine() const { return *machine_; }

  private:
    void restart();
    void beginWay();
    void followScript();
    void apply(const ScriptStep& step);

    const NodeHierarchy& hierarchy_;
    std::span<const AnimationClip> clips_;
    std::shared_ptr<PackedClips> packed_;
    GraphFile file_;
    std::vector<ScriptStep> script_;
    std::span<const float> restMorphWeights_;
    std::vector<ClipTravel> travels_;
    bool rootsOut_ = true;
    std::optional<StateMachine> machine_;
    std::optional<KeyPlayer> keys_;
    std::optional<int64_t> steps_;  ///< done since the beginning; none: the last time was no whole number of them
    double seconds_ = 0.0;          ///< since the beginning
    size_t scriptNext_ = 0;         ///< the first step of the script that is still to come
    GroundMotion place_;
    EventLog log_;
    int64_t heardSteps_ = 0;  ///< up to which the log goes
};

}  // namespace sinew
