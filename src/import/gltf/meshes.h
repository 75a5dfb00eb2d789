#pragma once

#include <map>
#include <set>

#include "import/gltf/document/file.h"
#include "import/source.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Number of joints of the skin that deforms a mesh; 0: none, its weights are not read.
using JointCount = size_t;

class MeshJudge;

/// Reads the parts of meshes, each once for each number of joints.
class MeshReader {
  public:
    /// The arguments must outlive this.
    /// `variant`: the index of the variant of materials to use (KHR_materials_variants); none: the default.
    MeshReader(File& file, std::optional<size_t> variant, std::vector<SourceMesh>& meshes, Findings& findings)
        : file_(file), variant_(variant), meshes_(meshes), findings_(findings) {}

    /// The meshes, by their index in `meshes`, of the primitives of a mesh of the file. SourceMesh::material is the
    /// file's, kNoMaterial where it has none. What cannot be read is a finding and left out.
    /// @throws Error(Exit::input) when a limit is exceeded.
    const std::vector<uint32_t>& read(size_t mesh, JointCount joints, const std::string& skin);

    static constexpr uint32_t kNoMaterial = ~0u;

  private:
    struct MeshPart {
        const nlohmann::json& mesh;
        const nlohmann::json& primitive;
    };
    void readPart(const MeshPart& part, JointCount joints, SourceMesh mesh, MeshJudge& judge);

    File& file_;
    std::optional<size_t> variant_;
    std::vector<SourceMesh>& meshes_;
    Findings& findings_;
    std::map<std::pair<size_t, JointCount>, std::vector<uint32_t>> known_;
    std::set<size_t> reported_;  ///< meshes whose parts were read before
    uint64_t vertices_ = 0, morphVertices_ = 0;
};

}  // namespace sinew::gltf
