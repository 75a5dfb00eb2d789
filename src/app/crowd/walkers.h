#pragma once

#include <span>
#include <vector>

#include "animation/ground/root_motion.h"
#include "app/crowd/clip_schedule.h"
#include "app/crowd/formation.h"
#include "app/crowd/work_pool.h"

namespace sinew {

/// The places of characters that their clips move over the ground. They wander, and turn around where they leave the
/// area of their formation. They move in steps of kStepSeconds from the start, so that places depend on the time alone.
/// It keeps places in between, so that going back in time does not start over.
class Walkers {
  public:
    static constexpr double kStepSeconds = 0.1;

    /// `motions`: root motion of each of the model's clips; null: of clips that are not played. `areaRadius`: of the
    /// area about the origin, in world units. The schedule, the starts and the motions must outlive it.
    Walkers(const ClipSchedule& schedule, std::span<const StartPlace> starts, std::vector<const RootMotion*> motions,
            float areaRadius, uint32_t seed);

    /// Moves all to the last step before `timeSeconds`. Allocates where it keeps places.
    void moveTo(double timeSeconds, WorkPool& pool);

    /// Where `member` is at a time within kStepSeconds after the last moveTo().
    StartPlace at(uint32_t member, double timeSeconds) const;

  private:
    /// `place` after the part of a step from one time to another.
    StartPlace moved(uint32_t member, StartPlace place, int64_t step, double fromSeconds, double toSeconds) const;
    void moveOn(int64_t step, WorkPool& pool);
    void keepPlaces();
    float turnRate(uint32_t member, const StartPlace& place, int64_t step) const;

    const ClipSchedule& schedule_;
    std::span<const StartPlace> starts_;
    std::vector<const RootMotion*> motions_;
    float areaRadius_;
    uint32_t seed_;
    int64_t step_ = 0;  ///< of the places
    std::vector<StartPlace> places_;
    std::vector<std::vector<StartPlace>> kept_;  ///< places at the steps 0, keptEvery_, 2 keptEvery_ and so on
    int64_t keptEvery_ = 256;
};

}  // namespace sinew
