#pragma once

#include <vector>

#include "import/collada_document.h"

namespace sinew {

/// assimp takes longer over the matrices that move nodes than over the rest of many a file. Where a file's animations
/// are nothing but such matrices in straight lines, it is shown the first and the last key of each, of which it makes
/// the same clips and channels; ColladaGroups reads the keys.
/// The copies are made beneath `space`, in the same document. Empty where any animation moves otherwise or leaves room
/// for doubt, and where there is nothing to leave out.
std::vector<ShownToAssimp> cutAnimations(const ColladaDocument& document, pugi::xml_node space);

/// The <sampler> of a <channel> of that <animation>: its own animation's comes first, as careless exporters repeat ids.
/// Empty when there is none.
pugi::xml_node samplerOf(const ColladaDocument& document, pugi::xml_node animation, pugi::xml_node channel);

}  // namespace sinew
