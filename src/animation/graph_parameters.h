#pragma once

#include <span>
#include <vector>

#include "animation/graph.h"

namespace sinew {

/// What the parameters of a graph are at this moment. Allocates nothing once made; `parameters` are the caller's and
/// must outlive it.
class GraphParameters {
  public:
    explicit GraphParameters(std::span<const GraphParameter> parameters);

    /// A number goes there, smoothly where the graph says so; a flag becomes 0 or 1. Not a number: nothing changes.
    void set(size_t parameter, double value);
    void fire(size_t trigger);

    bool allHold(std::span<const GraphCondition> conditions) const;

    /// Takes the triggers among the conditions: they wait no longer.
    void take(std::span<const GraphCondition> conditions);

    void advance(double seconds);

    /// One for each parameter; of a trigger 1 while it waits, else 0.
    std::span<const double> values() const { return values_; }

  private:
    std::span<const GraphParameter> parameters_;
    std::vector<double> values_;
    std::vector<double> goals_;  ///< of a number what it was set to, of a trigger the seconds it goes on waiting
};

}  // namespace sinew
