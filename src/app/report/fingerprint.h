#pragma once

#include <compare>
#include <string>

#include "model/finding.h"

namespace sinew {

/// What stays of a finding when a model is exported again: names, no figures and no order.
struct Fingerprint {
    std::string id, object;

    auto operator<=>(const Fingerprint&) const = default;
};

/// A merged finding counts for each object that it names.
Fingerprint fingerprintOf(const Finding& finding);

/// 16 hexadecimal digits.
std::string hashOf(const Fingerprint& fingerprint);

}  // namespace sinew
