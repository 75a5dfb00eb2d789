#include "app/load/project_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "import/files/texture_names.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLevels = 6;  // above the model's folder
constexpr std::array kMarks{"model.config", "package.xml", "ProjectSettings", "project.godot", ".git"};

bool isProject(const fs::path& folder) {
    std::error_code error;
    if (std::ranges::any_of(kMarks, [&](const char* mark) { return fs::exists(folder / mark, error); })) return true;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".uproject") return true;
    return false;
}

/// Whether it is the root, the home directory, or above that.
bool isTooMuch(const fs::path& folder) {
    std::error_code error;
    const char* const variable = std::getenv("HOME");
    const fs::path home = variable && *variable ? fs::canonical(variable, error) : fs::path();
    return !folder.has_relative_path() ||
           std::mismatch(folder.begin(), folder.end(), home.begin(), home.end()).first == folder.end();
}

/// The folders that the relative path of a missing texture goes up, at least 1.
int levelsUp(const Model& model) {
    std::ptrdiff_t most = 1;
    for (const Texture& texture : model.textures) {
        if (texture.found() || !texture.source.empty()) continue;
        for (const fs::path& path : pathsFrom(texture.name)) {
            const fs::path normal = path.lexically_normal();
            most = std::max(most, std::ranges::count(normal, fs::path("..")));
        }
    }
    return static_cast<int>(std::min<std::ptrdiff_t>(most, kMostLevels));
}

}  // namespace

fs::path projectFolderOf(const fs::path& modelFile, const Model& model) {
    std::error_code error;
    const fs::path own = fs::canonical(modelFile, error).parent_path();
    if (error) return {};
    const int levels = levelsUp(model);
    fs::path folder = own, above;
    for (int level = 1; level <= kMostLevels; ++level) {
        folder = folder.parent_path();
        if (isTooMuch(folder)) break;
        if (level <= levels) above = folder;
        if (level >= levels && isProject(folder)) return folder;
    }
    return above;
}

size_t countMissingTextures(const Model& model) {
    return static_cast<size_t>(std::ranges::count_if(
        model.textures, [](const Texture& texture) { return !texture.found() && texture.source.empty(); }));
}

}  // namespace sinew
