#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/policy/policy.h"
#include "model/imported_model.h"

namespace sinew {

// The clips that a policy names have to exist.

/// @throws PolicyError "POLICY: line N: cause" for a clip of rules for a single file, this one, that does not have it.
void requireClips(const ModelRules& rules, const ImportedModel& imported);

/// The clips of the models that are checked together.
class CheckedClips {
  public:
    /// `policy` must outlive this.
    void add(const Policy& policy, const Model& model);

    /// @throws PolicyError "POLICY: line N: cause" for a clip of rules for all files that none of the models with this
    /// policy has. Where these models have no clips at all, the rules wait for others.
    void require() const;

  private:
    std::vector<std::pair<const Policy*, std::set<std::string>>> names_;
};

}  // namespace sinew
