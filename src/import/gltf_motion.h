#pragma once

#include <filesystem>

#include "import/authored_motion.h"
#include "import/nodes.h"

namespace sinew {

/// STEP and CUBICSPLINE (glTF 2.0, appendix C) and numbers that are no floats: assimp reads the former as straight
/// lines and the latter as noise. `nodes` must outlive the result.
AuthoredMotion gltfMotion(const std::filesystem::path& path, const aiScene& scene, const SceneNodes& nodes);

}  // namespace sinew
