#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

/// One of the folders beside the repository that hold large test data: "oracle", "models", "hostile". SINEW_ORACLE
/// names the oracle elsewhere, and the others are beside it then. It need not exist.
inline std::filesystem::path sharedFolder(const std::string& name) {
    const char* named = std::getenv("SINEW_ORACLE");
    const std::filesystem::path oracle =
        named ? std::filesystem::path(named) : std::filesystem::path(SINEW_SOURCE_DIR) / "../shared/oracle";
    if (name == "oracle") return oracle;
    return (oracle.has_filename() ? oracle : oracle.parent_path()).parent_path() / name;
}
