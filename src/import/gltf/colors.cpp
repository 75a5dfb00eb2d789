#include "import/gltf/colors.h"

namespace sinew::gltf {

void correctColors(File& file, const SceneMatch& match, aiScene& scene) {
    for (size_t m = 0; m < match.primitives.size(); ++m) {
        const auto accessor = File::index(File::at(*match.primitives[m], "attributes"), "COLOR_0");
        if (!accessor || File::at(File::at(file.member("accessors"), *accessor), "type") != "VEC3") continue;
        aiMesh& mesh = *scene.mMeshes[m];
        constexpr size_t kComponents = 3;
        const auto numbers = file.numbers(*accessor, kComponents);
        if (!numbers || numbers->size() != mesh.mNumVertices * kComponents) continue;
        if (!mesh.mColors[0]) mesh.mColors[0] = new aiColor4D[mesh.mNumVertices];  // the mesh deletes it
        for (size_t v = 0; v < mesh.mNumVertices; ++v) {
            const float* color = &(*numbers)[v * kComponents];
            mesh.mColors[0][v] = {color[0], color[1], color[2], 1.0f};
        }
    }
}

}  // namespace sinew::gltf
