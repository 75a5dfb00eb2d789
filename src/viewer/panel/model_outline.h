#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/imported_model.h"

namespace sinew {

/// A row of the node tree.
struct OutlineRow {
    uint32_t node = 0;
    uint32_t depth = 0;
    uint32_t descendants = 0;  ///< the number of following rows below this node
    bool bone = false;         ///< deforms a skinned mesh
};

/// What is drawn with a material.
struct MaterialUse {
    size_t meshes = 0;  ///< instances
    size_t triangles = 0;
};

/// What the panel shows of a model, computed once.
struct ModelOutline {
    std::vector<OutlineRow> rows;           ///< depth first, children in the file's order
    std::vector<std::string> loweredClips;  ///< clip names in lower case, for searching
    std::vector<MaterialUse> materialUses;  ///< one for each material
    size_t bones = 0, vertices = 0, triangles = 0;
};

ModelOutline outlineOf(const Model& model);

}  // namespace sinew
