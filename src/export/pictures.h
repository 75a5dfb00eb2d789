#pragma once

#include <optional>

#include "export/document.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// Writes pictures: PNG and JPEG files as they came, others as PNG.
class PictureWriter {
  public:
    PictureWriter(const Model& model, const ExportOptions& options, Document& document,
                  std::vector<ExportedPicture>& pictures)
        : model_(model), options_(options), document_(document), pictures_(pictures), imageOf_(model.textures.size()) {}

    /// The glTF image of a texture of the model; nothing if it has no pixels, or if they cannot be decoded.
    std::optional<size_t> write(uint32_t texture);

  private:
    std::string fileName(const std::string& name, const char* ending);

    const Model& model_;
    const ExportOptions& options_;
    Document& document_;
    std::vector<ExportedPicture>& pictures_;
    std::vector<std::optional<size_t>> imageOf_;
};

}  // namespace sinew::exporting
