#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

/// A folder of large test data beside the repository: "oracle", "models" or "hostile". SINEW_ORACLE
/// overrides the path of the oracle, next to which the others are. It need not exist.
inline std::filesystem::path sharedFolder(const std::string& name) {
    const char* named = std::getenv("SINEW_ORACLE");
    const std::filesystem::path oracle =
        named ? std::filesystem::path(named) : std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/oracle";
    if (name == "oracle") return oracle;
    return (oracle.has_filename() ? oracle : oracle.parent_path()).parent_path() / name;
}
