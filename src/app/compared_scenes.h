#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/still_poses.h"

namespace sinew {

/// The scenes that a picture of a stage is made of, as Stage::compared() says: one, or two side by side, each with its
/// ghosts.
class ComparedScenes {
  public:
    /// The stage must outlive it.
    explicit ComparedScenes(Stage& stage) : stage_(stage), sides_{Side(stage), Side(stage)} {}

    /// `first`: the stage's scene, complete. Valid until the next call. Allocates only where more is compared than
    /// before.
    std::span<const Scene> make(const Scene& first);

    /// The same again; none before the first time.
    std::span<const Scene> made() const { return scenes_; }

    /// What tells that side of the last picture from the other; empty where there is one alone.
    std::string_view note(size_t side) const { return sides_[side].note; }

  private:
    struct Side {
        explicit Side(Stage& stage) : still(stage) {}

        StillPoses still;
        StillPose pose;
        std::vector<StillPose> ghostPoses;
        std::vector<Ghost> ghosts;
        std::vector<Line> lines;
        std::string note;
    };
    void addGhosts(Side& side, Scene& scene, std::optional<size_t> clip, double seconds);
    void pose(Side& side, Scene& scene, std::optional<size_t> clip, double seconds);
    double timeBeside(bool isOther) const;
    void writeNotes(const Scene& first, const Scene& second, double secondSeconds, bool plays);

    Stage& stage_;
    std::array<Side, 2> sides_;
    std::vector<Scene> scenes_;
};

}  // namespace sinew
