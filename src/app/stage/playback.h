#pragma once

#include <map>

#include "animation/playback/evaluate.h"
#include "app/machine/graph_run.h"
#include "app/stage/play_settings.h"

namespace sinew {

/// Plays a clip, with others mixed in, or a state machine, and finds the root motion of clips as they are first used.
/// Time comes in through advance(), seek() and step().
class Playback {
  public:
    /// `worldFromRoot`: turns the file's axes to Y up. The model must outlive this.
    Playback(const Model& model, const glm::mat4& worldFromRoot);

    /// Plays a clip from its start (none: the rest pose), with a transition of `seconds`. Locomotion clips that loop
    /// are synced during the transition.
    void play(std::optional<size_t> clip, double seconds);

    /// Plays a state machine from its start in place of clips.
    void playGraph(GraphFile file, std::vector<ScriptStep> script);

    /// How it plays, and what else of a stage is displayed. Clips and nodes that the model lacks are left out.
    const PlaySettings& settings() const { return settings_; }

    /// Restarts displacement() if `rootMotion` changes.
    void apply(const PlaySettings& settings);

    // As described for Stage.
    void advance(double seconds);
    void seek(double timeSeconds);
    void step(int frames);

    /// Evaluates the current pose.
    void evaluate(const glm::mat4& worldFromRoot, const WorldPose& out);

    /// The clips that are blended, oldest first, without layers; the weights sum to 1.
    std::span<const PlayedClip> playing() { return mixer_.playing(); }

    /// Seconds played since the start of the clip, which exceed its duration when it loops.
    double playedSeconds() const { return playedSeconds_; }

    /// The displacement of the character since the start.
    const Displacement& displacement() const { return graph_ ? graph_->place() : displacement_; }

    const RootMotion& rootMotionOf(size_t clip);

    /// For animators of poses beside the current one, and for measurements.
    PlaybackContext& context() { return context_; }

    const Animator& animator() const { return animator_; }
    GraphRun* graph() { return graph_ ? &*graph_ : nullptr; }
    const GraphRun* graph() const { return graph_ ? &*graph_ : nullptr; }

  private:
    using StartSeconds = std::array<double, ClipMix::kOthers>;

    const std::vector<FootContact>& contactsOf(size_t clip);
    std::optional<double> syncedStart(size_t clip);
    void setMix(const ClipMix& mix);
    void readBack();
    void restartMix();

    const Model& model_;
    glm::mat4 worldFromRoot_;
    PlaybackContext context_;
    Animator animator_;
    ClipMixer mixer_;  ///< plays the animator
    std::optional<GraphRun> graph_;
    double playedSeconds_ = 0.0;
    Displacement displacement_;  ///< of clips
    PlaySettings settings_;
    std::vector<bool> hasRootMotion_;    ///< clips whose root motion is known
    std::optional<RootNode> graphRoot_;  ///< of the state machine
    std::map<size_t, std::vector<FootContact>> contacts_;
};

/// The clips of all motions of a state machine, ascending.
std::vector<size_t> clipsOf(const Graph& graph);

}  // namespace sinew
