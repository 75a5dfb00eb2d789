#pragma once

#include <optional>

#include "import/files/zip_archive.h"

namespace sinew::collada {

/// A zipped Collada file (.zae; Collada 1.5, appendix D) or a .kmz: the document and the pictures in the archive.
struct Archive {
    InputFile document;
    std::vector<std::pair<std::string, std::string>> pictures;  ///< names and bytes
};

/// Nothing if the file is no archive, or has no Collada document in it. The document is the one that manifest.xml
/// names, or the first .dae at the top level, or the first one.
/// @throws std::runtime_error with the cause when the archive is damaged or too large.
std::optional<Archive> openArchive(const InputFile& file);

/// True if openArchive() finds a document, or fails. Does not unpack.
bool isArchive(const InputFile& file);

}  // namespace sinew::collada
