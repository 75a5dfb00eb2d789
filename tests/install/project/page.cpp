// The lines on docs/library.md. The test of the docs compares them.
#include <iostream>

#include <sinew/animation/clip/sample.h>
#include <sinew/animation/pose/palette.h>
#include <sinew/animation/pose/pose.h>
#include <sinew/import/import_model.h>
#include <sinew/model/cpu_skinning.h>

int main(int, char** argv) {
    // clang-format off
    auto [model, report] = sinew::importModel(argv[1]);
    const sinew::AnimationClip& clip = model.clips.at(0);
    std::vector<sinew::Transform> pose(model.hierarchy.size());
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    sinew::SampleCursor cursor;
    sinew::sample(clip, model.hierarchy, 0.5, cursor, pose);
    sinew::walkHierarchy(model.hierarchy, pose, sinew::yUpFrom(model.up), worldFromNode);
    for (const sinew::MeshInstance& instance : model.instances) {
        const sinew::SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        std::vector<glm::vec3> positions(mesh.vertexCount());
        sinew::writePalette(instance.bones, worldFromNode, palette);
        sinew::skinPositions(mesh, palette, positions, {});
        std::cout << mesh.name << ": " << positions.size() << " vertices, first at y = " << positions.at(0).y << '\n';
    }
    // clang-format on
}
