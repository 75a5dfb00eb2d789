#pragma once

#include <string>
#include <vector>

namespace sinew {

/// Those of the names that end as a format does that importModel() reads, in any case.
std::vector<std::string> namesOfModels(std::vector<std::string> names);

}  // namespace sinew
