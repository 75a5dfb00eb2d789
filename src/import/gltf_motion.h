#pragma once

#include <memory>

#include "import/authored_motion.h"
#include "import/gltf_nodes.h"
#include "import/morph_weights.h"

namespace sinew {

/// STEP and CUBICSPLINE (glTF 2.0, appendix C) and numbers that are no floats: assimp reads the former as straight
/// lines and the latter as noise; and all morph weights, of which it keeps no tangents. `weights` must outlive the
/// result.
AuthoredMotion gltfMotion(std::shared_ptr<GltfReading> reading, const aiScene& scene, const SceneMorphWeights& weights);

}  // namespace sinew
