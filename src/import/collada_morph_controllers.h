#pragma once

#include <optional>

#include "import/collada_document.h"

namespace sinew {

/// Makes what a file's <morph> controllers are about readable for assimp, which loses their meshes: instances and skins
/// of a morph become those of its base, instances of a morph of a skin those of the skin, and channels that move
/// weights move nothing. What they were stays beside it, for the functions below. True when there was any; one without
/// a base goes to `findings`.
bool hideColladaMorphs(const ColladaDocument& document, std::vector<Finding>& findings);

/// The <morph> that an <instance_geometry> or <instance_controller> shows, by itself or beneath a skin. Empty for none.
pugi::xml_node colladaMorphOf(const ColladaDocument& document, pugi::xml_node instance);

/// The weights that a <channel> moves: one or, without `member`, all from the first on.
struct ColladaWeightTarget {
    pugi::xml_node morph;
    std::optional<size_t> member;
};
std::optional<ColladaWeightTarget> colladaWeightTarget(const ColladaDocument& document, pugi::xml_node channel);

}  // namespace sinew
