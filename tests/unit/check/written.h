#pragma once

#include <vector>

#include "check/found.h"

/// With the names of their subjects.
inline std::vector<sinew::Finding> written(const sinew::Model& model, std::vector<sinew::Finding> findings) {
    for (sinew::Finding& finding : findings)
        sinew::write(model, finding);
    return findings;
}
