#pragma once

#include <optional>

#include "app/crowd/clip_schedule.h"
#include "app/crowd/crowd_machines.h"
#include "app/crowd/figure.h"
#include "app/crowd/formation.h"
#include "app/crowd/walkers.h"
#include "app/crowd/work_pool.h"
#include "model/bounds.h"

namespace sinew {

/// Where the members of a crowd stand: in a formation, and from there as their clips walk or their state machines move
/// them.
class CrowdPlaces {
  public:
    /// The arguments must outlive it. `machines`: null if clips play.
    CrowdPlaces(const CrowdFigure& figure, const CrowdSettings& settings, const ClipSchedule& schedule,
                CrowdMachines* machines);

    /// After a change of the schedule.
    void restart();

    /// Moves walkers and state machines to a time since the start.
    void moveTo(double seconds, WorkPool& pool);

    /// Where a member stands. `seconds`: as in the last moveTo().
    StartPlace of(uint32_t member, double seconds) const;

    /// Bounds of all, before state machines move them.
    Box bounds() const;

    /// How far state machines have moved the members since the start, on the mean.
    glm::vec3 meanDisplacement(double seconds) const;

  private:
    const CrowdFigure& figure_;
    const CrowdSettings& settings_;
    const ClipSchedule& schedule_;
    CrowdMachines* machines_;
    float spacing_;
    std::vector<StartPlace> starts_;
    std::optional<Walkers> walkers_;
};

}  // namespace sinew
