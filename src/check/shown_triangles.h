#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include <glm/vec2.hpp>

#include "check/texels.h"
#include "check/texture_background.h"

namespace sinew {

/// What triangles show of a texture, with some texture coordinates.
struct TriangleView {
    double blank = 0.0;     ///< of the triangles: those with their middle on the background, or outside
    double crossing = 0.0;  ///< of the triangles: those in which the color steps, as at the border of two fields
    size_t colors = 0;      ///< but that of the background
    size_t parts = 0;       ///< of 32 x 32 of the texture

    double amiss() const { return blank + crossing; }
};

/// Some triangles of meshes with one material, in its texture.
class ShownTriangles {
  public:
    /// Every so many triangles, where they are more than `most`.
    ShownTriangles(const std::vector<const SkinnedMesh*>& meshes, const TextureUse& use, size_t most);

    using Place = std::function<glm::vec2(const glm::vec2&)>;  ///< from texture coordinates to the texture

    TriangleView view(const Texels& texels, const Background& background, const Place& place) const;

    bool empty() const { return triangles_.empty(); }
    const std::vector<std::array<glm::vec2, 3>>& triangles() const { return triangles_; }

  private:
    const TextureUse& use_;
    std::vector<std::array<glm::vec2, 3>> triangles_;
};

}  // namespace sinew
