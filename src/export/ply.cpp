#include "export/ply.h"

#include <array>
#include <bit>
#include <vector>

#include <fmt/format.h>

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

}  // namespace

void writePly(const std::filesystem::path& path, const Model& model, std::span<const glm::mat4> worldFromNode,
              std::span<const float> morphWeights, bool dualQuaternions) {
    std::vector<PlyVertex> vertices;
    std::vector<std::byte> faces;
    size_t faceCount = 0;
    for (size_t index = 0; index < model.instances.size(); ++index) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
        writePalette(instance.bones, worldFromNode, palette);
        const std::span<const float> weights = morphWeightsOf(model, instance, morphWeights);
        (dualQuaternions ? skinPositionsByDualQuaternions : skinPositions)(mesh, palette, positions, weights);
        (dualQuaternions ? skinNormalsByDualQuaternions : skinNormals)(mesh, palette, normals, weights);
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            faces.push_back(std::byte{3});
            for (size_t corner = i; corner < i + 3; ++corner) {
                const auto vertex = static_cast<int32_t>(vertices.size() + mesh.indices[corner]);
                const auto bytes = std::bit_cast<std::array<std::byte, sizeof(vertex)>>(vertex);
                faces.insert(faces.end(), bytes.begin(), bytes.end());
            }
        }
        for (size_t i = 0; i < mesh.vertexCount(); ++i) {
            const glm::vec2 uv(mesh.uvs[i].x, 1.0f - mesh.uvs[i].y);
            vertices.push_back({positions[i], normals[i], mesh.positions[i], uv, static_cast<int32_t>(index)});
        }
        faceCount += mesh.triangleCount();
    }
    const std::string header = fmt::format(fmt::runtime(kHeader), vertices.size(), faceCount);
    AtomicFile file(path);
    file.write(std::as_bytes(std::span(header)));
    file.write(std::as_bytes(std::span(vertices)));
    file.write(faces);
    file.commit();
}

}  // namespace sinew
