#pragma once

#include <map>

#include "export/build/left_out.h"
#include "export/build/pictures.h"
#include "export/fbx/document.h"

namespace sinew::exporting {

inline constexpr const char* kFbxUvSets[] = {"UVMap", "UVMap2"};  ///< their names

/// Writes materials as Phong's, with textures of colors, emission and normals.
class FbxMaterialWriter {
  public:
    /// All arguments must outlive it.
    FbxMaterialWriter(const Model& model, const ExportOptions& options, FbxDocument& document, ExportedModel& exported)
        : model_(model), document_(document), exported_(exported), pictures_(model, options, exported) {}

    /// The object of a material of the model, which is written once.
    int64_t idOf(uint32_t material);

    /// Tells what the materials have and FBX has no place for.
    void tellLeftOut() const { leftOut_.tell("FBX", exported_); }

  private:
    int64_t write(const Material& material);
    void addTexture(const Material& material, TextureSlot slot, int64_t owner, const char* property);

    const Model& model_;
    FbxDocument& document_;
    ExportedModel& exported_;
    PictureFiles pictures_;
    std::map<uint32_t, int64_t> ids_;
    std::map<std::string, int64_t> videos_;  ///< by file
    LeftOut leftOut_;
};

}  // namespace sinew::exporting
