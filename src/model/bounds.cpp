#include "model/bounds.h"

#include <algorithm>
#include <vector>

#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr size_t kVerticesLookedAt = 1u << 14;

}  // namespace

Box posedBounds(const Model& model, std::span<const glm::mat4> worldFromNode) {
    Box box;
    std::vector<glm::mat4> palette;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        palette.resize(instance.bones.size());
        writePalette(instance.bones, worldFromNode, palette);
        const size_t stride = std::max<size_t>(1, (mesh.vertexCount() + kVerticesLookedAt - 1) / kVerticesLookedAt);
        for (size_t i = 0; i < mesh.vertexCount(); i += stride)
            box.add(glm::vec3(blendedMatrix(mesh, i, palette) * glm::vec4(mesh.positions[i], 1.0f)));
    }
    if (box.empty())
        for (const glm::mat4& node : worldFromNode)
            box.add(glm::vec3(node[3]));
    return box;
}

}  // namespace sinew
