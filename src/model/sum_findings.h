#pragma once

#include <vector>

#include "model/finding.h"

namespace sinew {

/// Says once what is found of many: from three on, findings of one id that are for information, or that say the same of
/// several objects in the same words, become the one with the largest figure (of equal ones the first), which names the
/// others. It stands where the first of them stood.
std::vector<Finding> sumFindings(const std::vector<Finding>& findings);

}  // namespace sinew
