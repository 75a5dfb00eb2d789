#pragma once

#include <memory>

#include "app/machine/bindings.h"

namespace sinew {

/// A state machine, and the keys and the stick of a gamepad that control it.
struct GraphFile {
    Graph graph;
    std::vector<KeyBinding> keys;
    std::vector<StickBinding> stick;
};

/// Timed input of a state machine: a key goes down or up, or a parameter is set or fired.
struct ScriptStep {
    enum class Kind { down, up, set, fire };
    double timeSeconds = 0.0;
    Kind kind = Kind::down;
    std::string key;       ///< of down and up
    size_t parameter = 0;  ///< of set and fire
    double value = 0.0;    ///< of set
};

/// A graph event that fired, merged over all clips that fired it in one step.
struct LoggedEvent {
    size_t event = 0;          ///< index in Graph::events of the first with its name
    double timeSeconds = 0.0;  ///< end of the step, since the start
    double weight = 0.0;       ///< of its clips in the pose, in (0, 1]
};

/// The events that a state machine has fired, in order.
class EventLog {
  public:
    static constexpr size_t kLatest = 64;

    explicit EventLog(std::span<const GraphEvent> events);

    void clear() { events_.clear(); }

    /// Adds the events of one step. `keepAll` keeps all earlier ones; else only the latest kLatest stay, and nothing is
    /// allocated.
    void add(std::span<const FiredEvent> fired, double timeSeconds, bool keepAll);

    std::span<const LoggedEvent> events() const { return events_; }

  private:
    std::vector<size_t> firstOfName_;  ///< one per event of the graph
    std::vector<LoggedEvent> events_;
};

/// A state machine played by a script, keys and a gamepad. The context must outlive it.
class GraphRun {
  public:
    static constexpr double kStepSeconds = 1.0 / 120.0;

    /// `worldFromRoot` as for StateMachine.
    GraphRun(PlaybackContext& context, GraphFile file, std::vector<ScriptStep> script,
             const glm::mat4& worldFromRoot = glm::mat4(1.0f));

    /// Runs a file and a script that several share.
    GraphRun(PlaybackContext& context, std::shared_ptr<const GraphFile> file,
             std::shared_ptr<const std::vector<ScriptStep>> script, const glm::mat4& worldFromRoot = glm::mat4(1.0f));

    /// Plays up to the step nearest to `timeSeconds`, from the start if that is earlier than the current step. A script
    /// event happens at the first step not before its time. Steps of kStepSeconds make the result independent of
    /// earlier seeks; pressed keys are released. `logs`: keeps the events of all steps.
    void seek(double timeSeconds, bool logs = true);

    /// Advances by `seconds` in one step, with the script events up to now.
    void advance(double seconds);

    // A key by its name (isKeyName). Unbound keys are ignored.
    void press(std::string_view key) { keys_->press(key); }
    void release(std::string_view key) { keys_->release(key); }

    /// Applies what changed on the gamepad since the last call; at first, buttons that are held count as pressed.
    void take(const PadState& pad);

    // A parameter: a number or a flag unless a key holds it, and a trigger.
    void set(size_t parameter, double value) { keys_->setUnheld(parameter, value); }
    void fire(size_t trigger) { machine_->fire(trigger); }

    /// Moves the character back to where it started, with its current heading.
    void resetPlace();

    /// The displacement of the character since the start.
    const Displacement& place() const { return place_; }
    double seconds() const { return seconds_; }

    /// The events since the start, each once, however often seek() went back: all of them as long as only seek() is
    /// used with logs, else at least the latest.
    std::span<const LoggedEvent> events() const { return log_.events(); }
    const GraphFile& file() const { return *file_; }

    StateMachine& machine() { return *machine_; }
    const StateMachine& machine() const { return *machine_; }

  private:
    void restart();
    void followScript();
    void apply(const ScriptStep& step);

    PlaybackContext& context_;
    std::shared_ptr<const GraphFile> file_;
    std::shared_ptr<const std::vector<ScriptStep>> script_;
    glm::mat4 worldFromRoot_;
    std::optional<StateMachine> machine_;
    std::optional<KeyPlayer> keys_;
    PadState pad_;
    std::optional<int64_t> steps_;  ///< since the start; none after advance(), which is no whole number of steps
    double seconds_ = 0.0;          ///< since the start
    size_t nextScriptStep_ = 0;     ///< index of the next event of the script
    Displacement place_;
    EventLog log_;
    int64_t loggedSteps_ = 0;  ///< steps whose events are in the log
};

}  // namespace sinew
