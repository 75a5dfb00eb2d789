#include "model/bounds.h"

#include <algorithm>
#include <vector>

#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr size_t kMaxSampledVertices = 1u << 14;

Box nodeBounds(std::span<const glm::mat4> worldFromNode) {
    Box box;
    for (const glm::mat4& node : worldFromNode)
        box.add(glm::vec3(node[3]));
    return box;
}

}  // namespace

Box posedBounds(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights) {
    Box box;
    std::vector<glm::mat4> palette;
    std::vector<glm::vec3> morphed;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        palette.resize(instance.bones.size());
        writePalette(instance.bones, worldFromNode, palette);
        std::span<const glm::vec3> positions = mesh.positions;
        const std::span<const float> weights = morphWeightsOf(model, instance, morphWeights);
        if (std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0.0f; })) {
            morphed.resize(mesh.vertexCount());
            morphPositions(mesh, weights, morphed);
            positions = morphed;
        }
        const size_t stride = std::max<size_t>(1, (mesh.vertexCount() + kMaxSampledVertices - 1) / kMaxSampledVertices);
        for (size_t i = 0; i < mesh.vertexCount(); i += stride)
            box.add(glm::vec3(blendedMatrix(mesh, i, palette) * glm::vec4(positions[i], 1.0f)));
    }
    return box.empty() ? nodeBounds(worldFromNode) : box;
}

Box bindBounds(const Model& model, std::span<const glm::mat4> worldFromNode) {
    Box box;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (instance.bones.empty()) continue;
        const Bone& topmost = *std::ranges::min_element(instance.bones, {}, &Bone::node);
        const glm::mat4 worldFromMesh = worldFromNode[topmost.node] * topmost.inverseBindMatrix;
        for (const glm::vec3& position : mesh.positions)
            box.add(glm::vec3(worldFromMesh * glm::vec4(position, 1.0f)));
    }
    return box.empty() ? nodeBounds(worldFromNode) : box;
}

}  // namespace sinew
