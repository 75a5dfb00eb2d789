#pragma once

#include <set>

#include "import/gltf/document/file.h"
#include "import/source.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Judges a mesh of the file by glTF 2.0, section 3.7, while its parts are read. Findings: "mesh-empty",
/// "attribute-ignored" (names that glTF does not define), "attribute-format" (integers where it wants floats),
/// "morph-misfit", "indices-incomplete", "bounds-missing", "bounds-wrong", "tangents-odd", "normals-not-unit",
/// "weights-twice".
class MeshJudge {
  public:
    /// The arguments must outlive this.
    MeshJudge(const File& file, const nlohmann::json& mesh, const std::string& name, Findings& findings)
        : file_(file), json_(mesh), name_(name), findings_(findings) {}

    void add(const char* id, Severity severity, std::string message, Figure figure = {}) {
        findings_.push_back({id, severity, name_, std::move(message), std::move(figure)});
    }

    /// A part of the mesh, as it was read.
    void see(const nlohmann::json& primitive, const SourceMesh& part);

    /// Adds the findings about all parts.
    void report();

    size_t weightsOfNoJoint = 0;  ///< weights above 0 that were ignored

  private:
    struct Counts {
        size_t odd = 0, all = 0;
    };
    void seeBounds(size_t accessor, const std::vector<glm::vec3>& positions);
    void seeArrays(const SourceMesh& part);
    void reportBounds();
    void reportAttributes(const nlohmann::json& primitive);
    void reportTargets();
    void addCount(const char* id, const Counts& counts, const char* one, const char* many, const char* is,
                  const char* are, const char* rest);

    const File& file_;
    const nlohmann::json& json_;
    const std::string& name_;
    Findings& findings_;
    std::set<size_t> seen_;           ///< accessors of positions: parts may share all vertices
    std::set<std::string> reported_;  ///< attributes
    Counts normals_, tangents_;
    size_t twice_ = 0, spare_ = 0;
    bool isBoundless_ = false;
    float outside_ = 0.0f;  ///< how far positions reach out of the stated box, relative to the diagonal of their own
    float times_ = 1.0f;    ///< the diagonal of the stated box, relative to that
};

/// Node weights for another number of morph targets than the mesh has ("morph-misfit").
void judgeNodeWeights(const File& file, Findings& findings);

/// Parts without a material while nothing has one of the file's materials, and skinned ones beside others that have one
/// ("material-none").
void judgeMaterialUse(const File& file, Findings& findings);

}  // namespace sinew::gltf
