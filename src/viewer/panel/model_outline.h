#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// A line of the tree of nodes.
struct OutlineRow {
    uint32_t node = 0;
    uint32_t depth = 0;
    uint32_t descendants = 0;  ///< that follow it directly
    bool bone = false;         ///< moves vertices of a skinned mesh
};

/// What the panel says of a model and does not ask for anew in each frame.
struct ModelOutline {
    std::vector<OutlineRow> rows;           ///< depth first, children in the file's order
    std::vector<std::string> loweredClips;  ///< the clips' names in lower case, for searching
    size_t bones = 0, vertices = 0, triangles = 0;
};

ModelOutline outlineOf(const Model& model);

/// For searching: ASCII letters in lower case, the rest as it is.
std::string lowerCase(std::string_view text);

/// Where a finding's object leads: the first that has its name.
struct FindingTarget {
    enum class Kind { nothing, node, clip } kind = Kind::nothing;
    size_t index = 0;
};

/// A bone or other node, a clip, or the node that shows a mesh of that name. Linear.
FindingTarget targetOf(const Model& model, const std::string& object);

}  // namespace sinew
