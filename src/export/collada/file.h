#pragma once

#include "base/numbered_names.h"
#include "export/build/layout.h"
#include "export/collada/text.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// The ids of a Collada file: unique words (xs:ID), which a node's name is where it can be.
class ColladaIds {
  public:
    explicit ColladaIds(const Model& model);

    std::string take(const std::string& name);
    std::vector<std::string> ofNode;  ///< by node of the model

  private:
    NumberedNames taken_;
};

/// What stands at a place.
struct ColladaMesh {
    std::string id;     ///< of its geometry or controller
    std::string morph;  ///< of the controller with its morph weights; empty: has no targets
};

/// A Collada file in the making.
struct ColladaFile {
    const Model& model;
    const Layout& layout;
    const ExportOptions& options;
    ExportedModel& exported;
    ColladaIds ids{model};
    ColladaText text{};
    std::vector<std::string> materials{};  ///< ids, by material
    std::vector<std::string> joints{};     ///< ids of Layout's joints: of nodes, then of aliases
    std::vector<ColladaMesh> meshes{};     ///< by place
};

/// Writes the libraries of images, effects and materials, and tells what they cannot hold.
void writeColladaMaterials(ColladaFile& file);

/// Writes the libraries of geometries and controllers.
void writeColladaMeshes(ColladaFile& file);

/// Writes the libraries of animations and clips: each clip is an animation of its own, which begins at 0.
void writeColladaClips(ColladaFile& file);

/// A transform as the 16 numbers of a <matrix>. No scale is 0, as readers take the rotation from the matrix.
void appendMatrix(const Transform& transform, std::vector<float>& out);
void appendMatrix(const glm::mat4& matrix, std::vector<float>& out);

}  // namespace sinew::exporting
