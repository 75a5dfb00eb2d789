#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace sinew {

/// A mesh as its author made it: a file's mesh with several materials stands in the model as several, one for each.
struct MeshGroup {
    std::string name;
    std::vector<uint32_t> instances;  ///< of Model::instances: the first that shows each of its meshes
    bool skinned = false;
};

/// Every mesh that an instance shows is in one group, in the order of the instances. Meshes that one node shows under
/// one name are one group; "body-0" and "body-1", which is how the primitives of glTF are called, are "body".
std::vector<MeshGroup> meshGroups(const Model& model);

}  // namespace sinew
