#include "import/gltf/attributes.h"

namespace sinew::gltf {
void correctColors(File& file, const SceneMatch& match, aiScene& scene) {
    constexpr size_t kComponents = 3;
    for (size_t m = 0; m < match.primitives.size(); ++m) {
        aiMesh& mesh = *scene.mMeshes[m];
        const auto accessor = File::index(File::at(*match.primitives[m], "attributes"), "COLOR_0");
        if (!accessor || file.accessor(*accessor).componentCount != kComponents) continue;
        const auto colors = file.numbers(*accessor, kComponents);
        if (!colors || colors->size() != mesh.mNumVertices * kComponents) continue;
        if (!mesh.mColors[0]) mesh.mColors[0] = new aiColor4D[mesh.mNumVertices];  // the mesh deletes it
        for (size_t v = 0; v < mesh.mNumVertices; ++v) {
            const float* const color = &(*colors)[v * kComponents];
            mesh.mColors[0][v] = {color[0], color[1], color[2], 1.0f};
        }
    }
}

}  // namespace sinew::gltf
