#pragma once

#include "app/stage/stage.h"

namespace sinew {

/// The scenes of a stage's views according to its settings: one, or two side by side, each with its ghosts.
class StageViews {
  public:
    /// The stage must outlive this.
    explicit StageViews(Stage& stage) : stage_(stage), sides_{Side(stage), Side(stage)} {}

    /// Makes the scenes from the stage's, which must be complete. `sources`: the models of Stage::sources(). Valid
    /// until the next call. Allocates only if there is more to show than before, or a source.
    std::span<const Scene> make(const Scene& first, std::span<const GpuModel* const> sources = {});

    /// The scenes of the last make().
    std::span<const Scene> scenes() const { return scenes_; }

    /// Whether that side of the last make() shows the figure that the clip was retargeted from.
    bool showsSource(size_t side) const { return side == 1 && showsSource_; }

    /// What distinguishes that side from the other; empty for a single view.
    std::string_view note(size_t side) const { return sides_[side].note; }

  private:
    struct StillPose {
        std::vector<glm::mat4> worldFromNode;
        std::vector<float> morphWeights;
    };
    struct Side {
        explicit Side(Stage& stage) : animator(stage.playback().context()) {}

        Animator animator;  ///< for poses beside the current one
        StillPose pose;
        std::vector<StillPose> ghostPoses;
        std::vector<Ghost> ghosts;
        std::vector<Line> lines;
        std::string note;
    };
    void evaluateAt(Animator& animator, std::optional<size_t> clip, double seconds, const glm::mat4& worldFromRoot,
                    StillPose& pose);
    void addGhosts(Side& side, Scene& scene, std::optional<size_t> clip, double seconds);
    void showSource(const ShownSource& source, double seconds, Scene& scene);
    void setPose(Side& side, Scene& scene, std::optional<size_t> clip, double seconds);
    double secondsOfSecond(bool hasOtherClip) const;
    void writeNotes(const Scene& first, const Scene& second, double secondSeconds, bool plays);

    Stage& stage_;
    std::array<Side, 2> sides_;
    std::vector<Scene> scenes_;
    bool showsSource_ = false;
};

}  // namespace sinew
