#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "import/import_model.h"
#include "import/sandbox/isolate.h"
#include "support/temporary_folder.h"

/// Writes and imports model files.
namespace import_files {

inline void write(const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Reads a model in a separate process, for files on which assimp leaks memory.
inline sinew::ImportedModel importedApart(const std::filesystem::path& path) {
    return sinew::IsolatedImporter().importModel(path);
}

/// Imports `bytes` from a temporary file of that name.
inline sinew::ImportedModel importText(const std::string& name, std::string_view bytes,
                                       const sinew::ImportOptions& options = {}) {
    const TemporaryFolder folder;
    write(folder / name, bytes);
    return sinew::importModel(folder / name, options);
}

inline sinew::ImportedModel importDae(std::string_view text, const sinew::ImportOptions& options = {}) {
    return importText("model.dae", text, options);
}

inline sinew::ImportedModel importGltf(std::string_view text, const sinew::ImportOptions& options = {}) {
    return importText("model.gltf", text, options);
}

/// Imports in a separate process, for files on which assimp leaks memory.
inline sinew::ImportedModel importTextApart(const std::string& name, std::string_view bytes) {
    const TemporaryFolder folder;
    write(folder / name, bytes);
    return importedApart(folder / name);
}

}  // namespace import_files
