#pragma once

#include <vector>

#include "render/skeleton_lines.h"

namespace sinew {

/// The animated bones of a figure that move no mesh, where the meshes are much less tall than all of them; else empty.
/// `worldFromRoot`: Y up.
std::vector<SkeletonNode> bareBones(const Model& model, const glm::mat4& worldFromRoot);

}  // namespace sinew
