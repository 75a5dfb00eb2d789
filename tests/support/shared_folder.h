#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

/// A folder of large test data beside the repository: "oracle", "models" or "hostile". SINEW_ORACLE
/// overrides the path of the oracle, next to which the others are. It need not exist.
inline std::filesystem::path sharedFolder(const std::string& name) {
    const char* named = std::getenv("SINEW_ORACLE");
    const std::filesystem::path oracle =
        named ? std::filesystem::path(named) : std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/oracle";
    if (name == "oracle") return oracle;
    return (oracle.has_filename() ? oracle : oracle.parent_path()).parent_path() / name;
}

/// The files of models below a folder, sorted.
inline std::vector<std::filesystem::path> modelFilesIn(const std::filesystem::path& folder) {
    static const std::set<std::string> kOthers{".bin", ".jpeg", ".jpg", ".mtl", ".png", ".tga", ".txt"};
    std::vector<std::filesystem::path> models;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !kOthers.contains(entry.path().extension().string()))
            models.push_back(entry.path());
    std::sort(models.begin(), models.end());
    return models;
}
