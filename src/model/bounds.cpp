#include "model/bounds.h"

#include <algorithm>
#include <vector>

#include "model/cpu_skinning.h"
#include "model/instance_bounds.h"
#include "model/lone_nodes.h"

namespace sinew {
namespace {

constexpr size_t kMaxSampledVertices = 1u << 14;

Box nodeBounds(const Model& model, std::span<const glm::mat4> worldFromNode) {
    const std::vector<bool> lone = loneNodes(model.hierarchy);
    Box box;
    for (size_t node = 0; node < worldFromNode.size(); ++node)
        if (node >= lone.size() || !lone[node]) box.add(glm::vec3(worldFromNode[node][3]));
    return box;
}

/// `palette` and `morphed` are storage that is used again.
void addPosed(const Model& model, const MeshInstance& instance, std::span<const glm::mat4> worldFromNode,
              std::span<const float> morphWeights, std::vector<glm::mat4>& palette, std::vector<glm::vec3>& morphed,
              Box& box) {
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

}  // namespace

Box posedBoundsOf(std::span<const uint8_t> instances, const Model& model, std::span<const glm::mat4> worldFromNode,
                  std::span<const float> morphWeights) {
    Box box;
    std::vector<glm::mat4> palette;
    std::vector<glm::vec3> morphed;
    for (size_t n = 0; n < model.instances.size(); ++n)
        if (instances[n]) addPosed(model, model.instances[n], worldFromNode, morphWeights, palette, morphed, box);
    return box;
}

Box posedBounds(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights) {
    Box box;
    std::vector<glm::mat4> palette;
    std::vector<glm::vec3> morphed;
    for (const MeshInstance& instance : model.instances)
        addPosed(model, instance, worldFromNode, morphWeights, palette, morphed, box);
    return box.empty() ? nodeBounds(model, worldFromNode) : box;
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
    return box.empty() ? nodeBounds(model, worldFromNode) : box;
}

}  // namespace sinew
