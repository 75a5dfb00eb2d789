#include "render/blend_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "model/cpu_skinning.h"

namespace sinew {

BackToFront sortedBackToFront(std::span<const uint32_t> indices, std::span<const float> depths) {
    std::vector<std::pair<float, uint32_t>> triangles;  // negated depth, and place: ascending is back to front
    triangles.reserve(indices.size() / 3);
    double sum = 0.0;
    for (uint32_t i = 0; i + 2 < indices.size(); i += 3) {
        const float depth = depths[indices[i]] + depths[indices[i + 1]] + depths[indices[i + 2]];
        triangles.emplace_back(-depth, i);
        sum += depth;
    }
    std::ranges::sort(triangles);
    BackToFront sorted;
    sorted.indices.reserve(indices.size());
    for (const auto& [depth, first] : triangles)
        std::ranges::copy(indices.subspan(first, 3), std::back_inserter(sorted.indices));
    if (!triangles.empty()) sorted.depth = static_cast<float>(sum / (3.0 * static_cast<double>(triangles.size())));
    return sorted;
}

BackToFront sortedBackToFront(const GpuModel::Draw& draw, std::span<const glm::mat4> worldFromNode,
                              std::span<const float> morphWeights, const glm::mat4& clipFromWorld) {
    std::vector<glm::mat4> palette(draw.bones.size());
    writePalette(draw.bones, worldFromNode, palette);
    std::vector<glm::vec3> positions(draw.mesh->vertexCount());
    skinPositions(*draw.mesh, palette, positions, morphWeights);
    const glm::vec4 depthRow = glm::transpose(clipFromWorld)[3];  // w of the clip space is the distance along the view
    std::vector<float> depths(draw.vertices.size());
    std::ranges::transform(draw.vertices, depths.begin(),
                           [&](uint32_t vertex) { return glm::dot(depthRow, glm::vec4(positions[vertex], 1.0f)); });
    return sortedBackToFront(draw.indices, depths);
}

}  // namespace sinew
