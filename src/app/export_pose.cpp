#include <bit>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "base/atomic_file.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little, "PLY files hold the bytes as they are in memory");

constexpr fmt::string_view kHeader =
    "ply\n"
    "format binary_little_endian 1.0\n"
    "comment sinew " SINEW_VERSION
    "\n"
    "element vertex {}\n"
    "property float x\nproperty float y\nproperty float z\n"
    "property float nx\nproperty float ny\nproperty float nz\n"
    "property float bind_x\nproperty float bind_y\nproperty float bind_z\n"
    "property float s\nproperty float t\n"
    "property int mesh\n"
    "element face {}\n"
    "property list uchar int vertex_indices\n"
    "end_header\n";

struct PlyVertex {
    glm::vec3 position, normal, bindPosition;
    glm::vec2 uv;
    int32_t mesh;
};
static_assert(sizeof(PlyVertex) == 12 * 4);

template <typename Value>
void append(std::vector<std::byte>& bytes, const Value& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(Value));
}

/// Writes the skinned model as a binary little-endian PLY: for each vertex of each mesh instance `x y z nx ny nz`
/// (world, skinned), `bind_x bind_y bind_z` (the mesh's own position), `s t` (t = 0 at the bottom of the picture) and
/// `mesh` (index of the instance, depth first), then the triangles. Morphs before it skins; `morphWeights` has the size
/// of Model::restMorphWeights.
/// @throws Error(Exit::output) if the file cannot be written.
void exportPose(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights,
                Skinning skinning, const std::filesystem::path& path) {
    std::vector<std::byte> vertices, faces;
    size_t vertexCount = 0, faceCount = 0;
    for (size_t index = 0; index < model.instances.size(); ++index) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
        writePalette(instance.bones, worldFromNode, palette);
        const std::span<const float> weights = morphWeightsOf(model, instance, morphWeights);
        const bool linear = skinning == Skinning::linear;
        (linear ? skinPositions : skinPositionsByDualQuaternions)(mesh, palette, positions, weights);
        (linear ? skinNormals : skinNormalsByDualQuaternions)(mesh, palette, normals, weights);
        for (size_t i = 0; i < mesh.vertexCount(); ++i)
            append(vertices, PlyVertex{positions[i],
                                       normals[i],
                                       mesh.positions[i],
                                       {mesh.uvs[i].x, 1.0f - mesh.uvs[i].y},
                                       static_cast<int32_t>(index)});
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            append(faces, uint8_t{3});
            for (size_t corner = 0; corner < 3; ++corner)
                append(faces, static_cast<int32_t>(vertexCount + mesh.indices[i + corner]));
        }
        vertexCount += mesh.vertexCount();
        faceCount += mesh.triangleCount();
    }
    const std::string header = fmt::format(fmt::runtime(kHeader), vertexCount, faceCount);
    const auto headerBytes = std::as_bytes(std::span(header));
    std::vector<std::byte> file(headerBytes.begin(), headerBytes.end());
    file.insert(file.end(), vertices.begin(), vertices.end());
    file.insert(file.end(), faces.begin(), faces.end());
    writeFileAtomically(path, file);
}

}  // namespace

Exit exportPosedMesh(const task::ExportPose& task) {
    LoadRequest request = task.view.load;
    PlayRequest& play = request.play;
    const bool isCrowd = play.settings.crowd.count > 0;
    if (play.animation.empty() && !play.timeSeconds && play.graph.empty() && !isCrowd) play.animation = "none";
    const std::unique_ptr<Stage> stage = makeStage(request, makeImporter(request.model));
    const Skinning skinning = stage->lookFor(task.view.look).skinning;
    exportPose(stage->model(), stage->fileFromNode(), stage->morphWeights(), skinning, task.output);
    printEvents(*stage);
    return Exit::done;
}

}  // namespace sinew
