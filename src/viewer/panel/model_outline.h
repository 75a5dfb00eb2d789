#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// A row of the node tree.
struct OutlineRow {
    uint32_t node = 0;
    uint32_t depth = 0;
    uint32_t descendants = 0;  ///< the number of following rows below this node
    bool bone = false;         ///< deforms a skinned mesh
    bool mesh = false;         ///< has a mesh
};

/// What is drawn with a material.
struct MaterialUse {
    size_t meshes = 0;  ///< instances
    size_t triangles = 0;
};

/// A morph target and its index among the model's weights.
struct MorphRow {
    uint32_t weight = 0;
    std::string name;
};

/// What the panel shows of a model, computed once.
struct ModelOutline {
    std::vector<OutlineRow> rows;           ///< depth first, children in the file's order
    std::vector<MaterialUse> materialUses;  ///< one for each material
    std::vector<MorphRow> morphs;           ///< one for each weight
    size_t bones = 0, vertices = 0, triangles = 0;
};

ModelOutline outlineOf(const Model& model);

}  // namespace sinew
