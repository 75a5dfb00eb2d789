// skin MODEL CLIP SECONDS OUT.obj: loads a model, samples a clip, skins on the CPU, and writes the mesh.
#include <fstream>
#include <iostream>

#include <sinew/animation/clip/sample.h>
#include <sinew/animation/pose/pose.h>
#include <sinew/base/error.h>
#include <sinew/check/check.h>
#include <sinew/import/sandbox/isolate.h>
#include <sinew/model/cpu_skinning.h>

int main(int count, char** arguments) try {
    if (count != 5) return std::cerr << "usage: skin MODEL CLIP SECONDS OUT.obj\n", 2;
    sinew::IsolatedImporter importer;  // first of all: it forks, and there must be no other thread
    const auto [model, report] = importer.importModel(arguments[1]);
    for (const sinew::Finding& finding : sinew::check(model, report, 64))
        if (finding.severity == sinew::Severity::error) std::cout << finding.object << ": " << finding.message << '\n';

    sinew::Pose pose{model.hierarchy.rest, model.restMorphWeights};
    for (const sinew::AnimationClip& clip : model.clips) {
        if (clip.name != arguments[2]) continue;
        sinew::SampleCursor cursor;
        sample(clip, model.hierarchy, std::stod(arguments[3]), cursor, pose.nodes);
        sampleMorphs(clip, model.restMorphWeights, std::stod(arguments[3]), cursor, pose.morphs);
    }
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    walkHierarchy(model.hierarchy, pose.nodes, glm::mat4(1.0f), worldFromNode);

    std::ofstream file(arguments[4]);
    file.precision(9);
    size_t first = 1;
    for (const sinew::MeshInstance& instance : model.instances) {
        const sinew::SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
        const auto morphs = morphWeightsOf(model, instance, pose.morphs);
        writePalette(instance.bones, worldFromNode, palette);
        skinPositions(mesh, palette, positions, morphs);
        skinNormals(mesh, palette, normals, morphs);
        for (const glm::vec3& p : positions)
            file << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        for (const glm::vec3& n : normals)
            file << "vn " << n.x << ' ' << n.y << ' ' << n.z << '\n';
        for (size_t i = 0; i < mesh.indices.size(); ++i) {
            const size_t vertex = first + mesh.indices[i];
            file << (i % 3 == 0 ? "f " : " ") << vertex << "//" << vertex << (i % 3 == 2 ? "\n" : "");
        }
        first += mesh.vertexCount();
    }
    return file.flush() ? 0 : 5;
} catch (const sinew::Error& error) {
    return std::cerr << "skin: " << error.what() << '\n', static_cast<int>(error.exit());
}
