#include "render/level_choice.h"

#include <cmath>
#include <limits>

#include "model/bounds.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

Box posedBox(const GpuModel::Draw& draw, const Scene& scene, std::vector<glm::vec3>& positions) {
    std::vector<glm::mat4> palette(draw.bones.size());
    writePalette(draw.bones, scene.worldFromNode, palette);
    positions.resize(draw.mesh->vertexCount());
    skinPositions(*draw.mesh, palette, positions, morphWeightsOf(draw, scene.morphWeights));
    Box box;
    for (const uint32_t vertex : draw.vertices)
        box.add(positions[vertex]);
    return box;
}

}  // namespace

float pixelsPerUnit(const Camera& camera, const glm::vec3& center, float radius, const glm::vec2& size) {
    const float depth = -(camera.viewFromWorld() * glm::vec4(center, 1.0f)).z - radius;
    if (!(depth > 0.0f)) return std::numeric_limits<float>::infinity();
    const float slope = std::tan(0.5f * camera.fieldOfView);
    const glm::vec2 corner(slope * size.x / size.y, slope);
    // A length along the view covers as much as its end is beside the axis, relative to its depth.
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
    std::vector<glm::vec3> positions;
    for (size_t i = 0; i < draws.size(); ++i) {
        const Box box = posedBox(draws[i], scene, positions);
        const float pixels =
            pixelsPerUnit(scene.camera, box.center(), 0.5f * box.diagonal(), {extent.width, extent.height});
        parts[i].level = coarsestLevel(draws[i], pixels * scene.worldScale);
    }
}

}  // namespace sinew
