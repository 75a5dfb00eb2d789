#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "import/sandbox/isolate.h"

/// Reads damaged files one by one and counts the results.
class DamageReport {
  public:
    /// Reads the file as the program does. Returns what went wrong; empty: nothing.
    std::string read(const std::filesystem::path& file);

    size_t models = 0;   ///< that were read
    size_t refused = 0;  ///< with a cause
    size_t crashed = 0;  ///< assimp crashed or did not end; also counted as refused

  private:
    sinew::IsolatedImporter importer_;
};

inline std::string DamageReport::read(const std::filesystem::path& file) {
    try {
        importer_.importModel(file);
        ++models;
        return "";
    } catch (const sinew::Error& error) {
        ++refused;
        const std::string line = error.what(), begin = file.string() + ": ";
        crashed += line.find(": the importer ") != std::string::npos;
        if (error.exit() != sinew::Exit::input) return "is not the file's fault: " + line;
        if (!line.starts_with(begin) || line.size() == begin.size()) return "names no file and cause: " + line;
        return line.find('\n') == std::string::npos ? "" : "more than a line: " + line;
    } catch (const std::exception& error) {
        return std::string("threw ") + error.what();
    }
}
