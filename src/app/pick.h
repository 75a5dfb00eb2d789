#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/options.h"
#include "app/stage.h"
#include "model/pick.h"
#include "render/camera.h"

namespace sinew {

/// What is seen in a place of the picture.
struct Picked {
    uint32_t instance = 0;     ///< index into Model::instances
    TriangleHit place;         ///< of the instance's mesh
    BoneShare strongest;       ///< of the instance's bones
    uint32_t node = 0;         ///< of that bone
    glm::vec3 position{0.0f};  ///< world
};

/// What a scene of that model, or the stage's last pose, shows in a pixel of a picture of that size, at `pixel` from
/// its upper left corner
/// ((0.5, 0.5) is the middle of the first one). None: no mesh. Surfaces are as solid as their triangles, whatever their
/// textures and materials let through. Skins all vertices: for a click, not for a frame.
std::optional<Picked> pick(const Model& model, const Scene& seen, const glm::vec2& pixel, const glm::vec2& size);
std::optional<Picked> pick(const Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                           const glm::vec2& size);

/// What --pick says: the bone's name, or an empty line; or one JSON object.
std::string pickedText(const Stage& stage, const std::optional<Picked>& picked);
std::string pickedJson(const Stage& stage, const std::optional<Picked>& picked);

}  // namespace sinew
