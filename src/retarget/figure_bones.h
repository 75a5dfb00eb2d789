#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

#include "figure/roles.h"
#include "model/poses.h"

namespace sinew {

/// Finds the bones of a figure as the file itself names them (Model::humanoid); else by the names that Mixamo, Unreal,
/// Unity, VRM, Rigify, 3ds Max Biped, Daz, Quaternius, KayKit and motion capture files use, and by shape: the hips are
/// what carries both thighs and the head, the spine is the path from there to the neck. Where names say nothing, by
/// shape alone. `reference` as of referencePose().
FigureBones findFigure(const Model& model, const std::vector<glm::mat4>& reference);

}  // namespace sinew
