#include "import/scene_space.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <assimp/scene.h>
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/convert.h"
#include "model/up_axis.h"

namespace sinew {

void readSpace(const aiScene& scene, std::string_view importerName, Model& model) {
    if (importerName.starts_with("glTF2")) model.metresPerUnit = 1.0;
    if (importerName.starts_with("Collada")) {
        const glm::mat3 root(mat4From(scene.mRootNode->mTransformation));
        const float scale = glm::length(root[0]);
        model.metresPerUnit = 1.0;
        for (const UpAxis up : {UpAxis::x, UpAxis::y, UpAxis::z}) {
            const glm::mat3 turn = glm::mat3(yUpFrom(up)) * scale;
            float off = 0.0f;
            for (int axis = 0; axis < 3; ++axis)
                off = std::max(off, glm::length(root[axis] - turn[axis]));
            if (!(off <= 1e-5f * scale) || !(scale > 0.0f)) continue;
            model.rootUp = up;
            model.rootScale = std::stod(fmt::format("{:.6g}", scale));  // 0.01, not what a float has of it
        }
    }
    if (!scene.mMetaData) return;
    int32_t axis = 1;
    scene.mMetaData->Get("UpAxis", axis);
    model.up = axis == 0 ? UpAxis::x : axis == 2 ? UpAxis::z : UpAxis::y;
    float centimetres = 0.0f;
    if (scene.mMetaData->Get("UnitScaleFactor", centimetres) && centimetres > 0.0f && std::isfinite(centimetres))
        model.metresPerUnit = static_cast<double>(centimetres) / 100.0;
}

}  // namespace sinew
