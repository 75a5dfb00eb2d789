#include "render/level_choice.h"

#include <cmath>
#include <limits>

#include "model/bounds.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

/// Skins the meshes of draws that follow each other. Parts of one mesh instance share their positions.
class PosedPositions {
  public:
    Box boundsOf(const GpuModel::Draw& draw, const Scene& scene) {
        if (draw.bones.data() != bones_ || draw.mesh != mesh_) skin(draw, scene);
        Box box;
        for (const uint32_t vertex : draw.vertices)
            box.add(positions_[vertex]);
        return box;
    }

  private:
    void skin(const GpuModel::Draw& draw, const Scene& scene) {
        bones_ = draw.bones.data();
        mesh_ = draw.mesh;
        palette_.resize(draw.bones.size());
        writePalette(draw.bones, scene.worldFromNode, palette_);
        positions_.resize(draw.mesh->vertexCount());
        skinPositions(*draw.mesh, palette_, positions_, morphWeightsOf(draw, scene.morphWeights));
    }

    const Bone* bones_ = nullptr;  ///< that positions_ are of
    const SkinnedMesh* mesh_ = nullptr;
    std::vector<glm::mat4> palette_;
    std::vector<glm::vec3> positions_;
};

}  // namespace

float pixelsPerUnit(const Camera& camera, const glm::vec3& center, float radius, const glm::vec2& size) {
    const float depth = -(camera.viewFromWorld() * glm::vec4(center, 1.0f)).z - radius;
    if (!(depth > 0.0f)) return std::numeric_limits<float>::infinity();
    const float slope = std::tan(0.5f * camera.fieldOfView);
    const glm::vec2 corner(slope * size.x / size.y, slope);
    // Off the axis, lengths along the view cover pixels, too.
    const float oblique = std::sqrt(1.0f + corner.x * corner.x + corner.y * corner.y);
    return 0.5f * size.y / slope / depth * oblique;
}

uint32_t coarsestLevel(const GpuModel::Draw& draw, float pixelsPerUnit) {
    uint32_t level = 0;
    while (level + 1 < draw.levelCount && draw.levels[level + 1].error * pixelsPerUnit < kMostLevelError)
        ++level;
    return level;
}

void chooseLevels(const Scene& scene, VkExtent2D extent, std::span<PosedPart> parts) {
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    PosedPositions positions;
    for (size_t i = 0; i < draws.size(); ++i) {
        const Box box = positions.boundsOf(draws[i], scene);
        const float pixels =
            pixelsPerUnit(scene.camera, box.center(), 0.5f * box.diagonal(), {extent.width, extent.height});
        parts[i].level = coarsestLevel(draws[i], pixels * scene.worldScale);
    }
}

}  // namespace sinew
