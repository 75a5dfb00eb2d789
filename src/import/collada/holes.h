#pragma once

#include <array>
#include <span>

#include <glm/vec2.hpp>

#include "import/collada/document.h"

namespace sinew::collada {

/// Cuts the holes out of <polygons>, which assimp skips: each <ph> becomes triangles. Where that is impossible, because
/// its rings are broken, cross each other or are too long, its outer ring becomes a polygon without holes, and a
/// finding counts it. Returns the children of the root that were changed.
std::vector<Node> cutHoles(const Document& document, Findings& findings);

using Ring = std::vector<size_t>;  ///< indices of points
using Triangle = std::array<size_t, 3>;

/// Triangles that fill the first ring, which may wind either way, except for the others, which are holes in it (Eberly,
/// Triangulation by Ear Clipping, 2008). They wind as the first ring. Nothing where rings cross each other.
std::optional<std::vector<Triangle>> triangulated(std::vector<Ring> rings, std::span<const glm::dvec2> points);

}  // namespace sinew::collada
