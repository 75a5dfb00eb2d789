#pragma once

#include "app/stage/stage.h"

namespace sinew {

/// The surface at a pixel of a picture.
struct Picked {
    uint32_t instance = 0;     ///< index into Model::instances
    TriangleHit place;         ///< on the instance's mesh
    BoneShare strongest;       ///< bone of the instance with the most influence there
    uint32_t node = 0;         ///< of that bone
    glm::vec3 position{0.0f};  ///< world
};

/// The nearest surface of a scene of that model, or of the stage's last pose, at `pixel` of a picture of that size.
/// (0.5, 0.5) is the center of the top left pixel. None if there is no mesh. Textures and materials do not make a
/// surface transparent here. Skins all vertices: for a click, not for every frame.
std::optional<Picked> pick(const Model& model, const Scene& seen, const glm::vec2& pixel, const glm::vec2& size);
std::optional<Picked> pick(const Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                           const glm::vec2& size);

/// The character of the stage's crowd that is nearest at that pixel; none: no crowd, or no character there. Leaves the
/// stage's pose to another updatePose().
std::optional<uint32_t> pickMember(Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                                   const glm::vec2& size);

}  // namespace sinew
