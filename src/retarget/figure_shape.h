#pragma once

#include <map>

#include "retarget/figure_bones.h"

namespace sinew {

// Figures by the shape of their skeletons.

/// The bones of an upright figure, whatever their names: two legs that reach the ground, and between them a spine that
/// leads to two arms and a head. Empty if there is none. Sides are those of orderSides().
/// Bones are what clips or skins move; with `orAllNodes`, all nodes of a model without any.
std::map<BoneRole, uint32_t> figureByShape(const Model& model, const std::vector<glm::mat4>& reference,
                                           bool orAllNodes);

/// Exchanges left and right if toes, knees and elbows say that the figure faces the other way.
void orderSides(const std::vector<glm::mat4>& reference, FigureBones& bones);

/// True if the head is not above the hips.
bool lies(const FigureBones& figure, const std::vector<glm::mat4>& reference);

/// The horizontal direction to the figure's left, of unit length; 0 if it has no pair of limbs.
glm::vec3 leftOf(const std::vector<glm::mat4>& reference, const std::map<BoneRole, uint32_t>& nodes);

}  // namespace sinew
