#pragma once

#include <span>
#include <string_view>

namespace sinew {

/// What an id of a finding stands for, and what to do about it; both begin in lower case and have no full stop.
struct CheckRule {
    std::string_view id;
    std::string_view meaning;
    std::string_view advice;
    std::string_view figure =
        {};  ///< the unit of its findings' figures (units, parted by " or "); empty: they have none
};

/// All that an import or a check may find, by what they judge.
std::span<const CheckRule> checkRules();

/// Null for an id that there is not.
const CheckRule* ruleFor(std::string_view id);

/// Empty for an id that there is not.
std::string_view adviceFor(std::string_view id);

}  // namespace sinew
