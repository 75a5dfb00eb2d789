#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/numbered_names.h"
#include "export/export_model.h"

namespace sinew::exporting {

/// Whether a character needs no escape in names of files and in URIs.
bool isPlain(char c);

/// A name of a file beside a model, which begins with the model's, so that it replaces nothing else.
std::string fileBeside(const std::string& model, const std::string& name, const char* ending, NumberedNames& taken);

/// A picture as a file: PNG and JPEG files as they came, others, also those in blocks, as PNG.
struct EncodedPicture {
    std::string stem;  ///< of the texture's file; may be empty
    bool isPng = true;
    std::vector<std::byte> bytes;
};

/// Encodes the textures of a model, and adds those that are files to `exported`. Tells there what has no place.
class PictureFiles {
  public:
    /// All arguments must outlive it.
    PictureFiles(const Model& model, const ExportOptions& options, ExportedModel& exported)
        : model_(model), options_(options), exported_(exported), files_(model.textures.size()) {}

    /// Nothing if the texture has no pixels, or if 8 bits cannot hold them, which is told.
    std::optional<EncodedPicture> encode(uint32_t texture, bool isNormalMap);

    /// The name of the file, which is added once; empty: as encode() without a picture.
    std::string fileOf(uint32_t texture, bool isNormalMap);

    std::string add(EncodedPicture&& picture);  ///< the name of its file

  private:
    const Model& model_;
    const ExportOptions& options_;
    ExportedModel& exported_;
    NumberedNames names_, told_;
    std::vector<std::string> files_;  ///< by texture
};

}  // namespace sinew::exporting
