#include "import/files/model_folder.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "import/files/texture_names.h"
#include "model/limits.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using Paths = std::span<const fs::path>;

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// By the ends of the paths, the longest first.
std::optional<FoundFile> findEnd(const AllowedFolder& folder, Paths paths, bool ignoreCase) {
    for (const fs::path& path : paths)
        for (const fs::path& end : endsOf(path))
            if (auto found = ignoreCase ? folder.findIgnoringCase(end) : folder.find(end)) return found;
    return std::nullopt;
}

/// In the subfolder where many models have their textures.
std::optional<FoundFile> findInTextures(const AllowedFolder& folder, Paths paths, bool ignoreCase) {
    for (const fs::path& path : paths)
        if (const fs::path place = "textures" / path.filename(); place.has_filename())
            if (auto found = ignoreCase ? folder.findIgnoringCase(place) : folder.find(place)) return found;
    return std::nullopt;
}

std::optional<FoundFile> findBelow(const AllowedFolder& folder, Paths paths, bool ignoreCase) {
    auto found = findEnd(folder, paths, ignoreCase);
    return found ? std::move(found) : findInTextures(folder, paths, ignoreCase);
}

/// True where a relative path leads out of the folder to a picture, which is there.
bool isOutside(const fs::path& folder, const fs::path& path) {
    constexpr std::array kPictures{".png", ".jpg", ".jpeg", ".tga", ".bmp", ".dds",  ".ktx2",
                                   ".gif", ".psd", ".webp", ".exr", ".hdr", ".tiff", ".tif"};
    constexpr std::ptrdiff_t kMostUp = 3;
    const fs::path normal = path.lexically_normal();
    const std::ptrdiff_t up = std::count(normal.begin(), normal.end(), "..");
    if (normal.is_absolute() || up == 0 || up > kMostUp) return false;
    if (std::ranges::find(kPictures, lowerCase(path.extension().string())) == kPictures.end()) return false;
    std::error_code error;
    return fs::is_regular_file((folder / normal).lexically_normal(), error);
}

/// Where the model of a folder belongs to; empty where nothing says so. See ModelFolder().
fs::path projectOf(const fs::path& realFolder) {
    constexpr std::array kMarks{".git",          "package.xml",     "model.config",
                                "project.godot", "ProjectSettings", "sinew.toml"};
    constexpr int kMostUp = 4;
    fs::path folder = realFolder;
    for (int up = 0; up <= kMostUp && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
        std::error_code error;
        const auto isThere = [&](const char* mark) { return fs::exists(folder / mark, error); };
        if (std::ranges::none_of(kMarks, isThere)) continue;
        const bool isOpenToAll =
            (fs::status(folder, error).permissions() & fs::perms::others_write) != fs::perms::none || error;
        return up == 0 || isOpenToAll ? fs::path() : folder;
    }
    return {};
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& modelFile, Paths textureFolders)
    : modelPath_(modelFile), model_(modelFile), folder_(folderOf(modelFile)) {
    if (model_.size() == 0) throw Error(Exit::input, "is empty");
    for (const fs::path& folder : textureFolders.first(std::min(textureFolders.size(), kMaxTextureFolders)))
        if (folder != "none") textureFolders_.emplace_back(folder);
    if (std::ranges::find(textureFolders, "none") != textureFolders.end()) return;
    if (const fs::path project = projectOf(folder_.realPath()); !project.empty()) project_.emplace(project);
}

std::vector<const AllowedFolder*> ModelFolder::folders() const {
    std::vector<const AllowedFolder*> all{&folder_};
    for (const AllowedFolder& folder : textureFolders_)
        all.push_back(&folder);
    return all;
}

std::vector<const AllowedFolder*> ModelFolder::allFolders() const {
    std::vector<const AllowedFolder*> all = folders();
    if (project_) all.push_back(&*project_);
    return all;
}

std::vector<std::pair<uint64_t, uint64_t>> ModelFolder::opened() const {
    std::vector<std::pair<uint64_t, uint64_t>> all;
    for (const AllowedFolder* folder : allFolders())
        all.insert(all.end(), folder->opened().begin(), folder->opened().end());
    return all;
}

std::optional<FoundFile> ModelFolder::find(std::string_view name) const {
    const std::vector<fs::path> paths = pathsFrom(name);
    for (const fs::path& path : paths)
        if (auto found = folder_.find(path)) return found;
    for (const bool ignoreCase : {false, true})
        if (auto found = findBelow(folder_, paths, ignoreCase)) return found;
    return std::nullopt;
}

/// Where the name says, which may be below a folder of textures.
std::optional<FoundFile> ModelFolder::findAsNamed(Paths paths) const {
    for (const fs::path& path : paths) {
        if (auto found = folder_.find(path)) return found;
        const fs::path whole = (folder_.realPath() / path).lexically_normal();
        for (const AllowedFolder* folder : allFolders()) {
            const fs::path below = whole.lexically_relative(folder->realPath());
            if (folder->realPath().empty() || below.empty() || *below.begin() == "..") continue;
            if (auto found = folder->find(below)) return found;
        }
    }
    return std::nullopt;
}

/// Where Gazebo, ROS, Ogre and Unity keep them.
std::optional<FoundFile> ModelFolder::findInProject(Paths paths) const {
    fs::path below = project_ ? folder_.realPath().lexically_relative(project_->realPath()) : fs::path();
    for (; !below.empty(); below = below.parent_path())
        for (const char* textures : {"textures", "materials/textures"})
            for (const fs::path& path : paths)
                if (path.has_filename())
                    if (auto found = project_->findIgnoringCase(below.parent_path() / textures / path.filename()))
                        return found;
    return std::nullopt;
}

std::optional<ModelFolder::FoundTexture> ModelFolder::findTexture(std::string_view name) const {
    const std::vector<fs::path> paths = pathsFrom(name);
    if (auto found = findAsNamed(paths)) return FoundTexture{std::move(*found)};
    for (const bool ignoreCase : {false, true})
        for (const AllowedFolder* folder : folders())
            if (auto found = findBelow(*folder, paths, ignoreCase)) return FoundTexture{std::move(*found)};
    for (const AllowedFolder& folder : textureFolders_)
        for (const fs::path& path : paths)
            if (const auto named = folder.named(path.filename().string()); !named.empty())
                if (auto found = folder.find(named.front())) return FoundTexture{std::move(*found), named.size()};
    if (auto found = findInProject(paths)) return FoundTexture{std::move(*found)};
    return std::nullopt;
}

fs::path ModelFolder::outerFolderOf(std::string_view name) const {
    const std::vector<fs::path> paths = pathsFrom(name);
    if (paths.empty()) return {};
    const fs::path& path = paths.back();
    if (path.is_absolute()) return path.parent_path();
    const std::string_view scheme = name.substr(0, name.find("://"));
    if (scheme != "package" && scheme != "model") {
        const fs::path folder = (folder_.path() / path).lexically_normal().parent_path();
        const fs::path below = path.lexically_normal();
        return !below.empty() && *below.begin() == ".." ? folder : fs::path();
    }
    // package://NAME/...: in the folder of that name above the model
    const fs::path within = path.lexically_relative(*path.begin()).parent_path();
    for (fs::path real = folder_.realPath(); real.has_relative_path(); real = real.parent_path())
        if (real.filename() == *path.begin()) return (real / within).lexically_normal();
    return {};
}

void noteUnreadTextures(const fs::path& modelFile, Findings& findings) {
    for (Finding& finding : findings) {
        if (finding.id != "texture-missing") continue;
        const std::vector<fs::path> paths = pathsFrom(finding.object);
        const size_t advice = finding.message.find("; ");
        if (advice == std::string::npos ||
            std::ranges::none_of(paths, [&](const fs::path& path) { return isOutside(folderOf(modelFile), path); }))
            continue;
        finding.severity = Severity::info;
        finding.message.replace(0, advice, "is there, but was not read for safety: outside of the model's directory");
    }
}

}  // namespace sinew
