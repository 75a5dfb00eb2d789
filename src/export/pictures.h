#pragma once

#include <optional>

#include "base/numbered_names.h"
#include "export/document.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// Writes pictures: PNG and JPEG files as they came, others, also those in blocks, as PNG.
class PictureWriter {
  public:
    PictureWriter(const Model& model, const ExportOptions& options, Document& document,
                  std::vector<ExportedPicture>& pictures, std::vector<std::string>& leftOut)
        : model_(model),
          options_(options),
          document_(document),
          pictures_(pictures),
          leftOut_(leftOut),
          imageOf_(model.textures.size()) {}

    /// The glTF image of a texture of the model; nothing if it has no pixels, or if glTF cannot hold them, which is
    /// told.
    std::optional<size_t> write(uint32_t texture, bool isNormalMap);

  private:
    std::string fileName(const std::string& name, const char* ending);
    std::optional<size_t> leaveOut(uint32_t texture);

    const Model& model_;
    const ExportOptions& options_;
    Document& document_;
    std::vector<ExportedPicture>& pictures_;
    std::vector<std::string>& leftOut_;
    NumberedNames files_, told_;
    std::vector<std::optional<size_t>> imageOf_;
};

}  // namespace sinew::exporting
