#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Hides <morph> controllers from assimp, which drops their meshes: instances and skins of a morph then refer to its
/// base, instances of a morph of a skin to the skin. Attributes keep what they referred to, and what channels of
/// weights move, for the functions below. Returns whether there were any; a morph without a base is a finding.
bool hideMorphs(const Document& document, Findings& findings);

/// The <morph> that an <instance_geometry> or <instance_controller> shows, directly or below a skin; empty for none.
Node morphOf(const Document& document, Node instance);

/// The morph weights that a <channel> moves.
struct WeightTarget {
    Node morph;
    std::optional<size_t> member;  ///< index of the weight; none: all, from the first on
};

/// Nothing when the channel moves no morph weights.
std::optional<WeightTarget> weightTarget(const Document& document, Node channel);

}  // namespace sinew::collada
