#pragma once

#include <span>
#include <string_view>

#include "import/files/allowed_folder.h"
#include "model/finding.h"

namespace sinew {

/// A model file, its folder, and folders with its textures: all that reading the model may open. Models are untrusted
/// and name other files, so only files below these folders are opened (AllowedFolder).
class ModelFolder {
  public:
    /// At most kMaxTextureFolders are used (model/limits.h). Textures are also looked for in the model's project,
    /// unless one of the folders is "none": the nearest folder above it, at most four levels, that has a file or folder
    /// by which projects are known (.git, package.xml, model.config, project.godot, ProjectSettings, sinew.toml) and
    /// that not everybody may write to.
    /// @throws Error(Exit::input) with the cause, without the path, when the file cannot be read or is empty.
    explicit ModelFolder(const std::filesystem::path& modelFile,
                         std::span<const std::filesystem::path> textureFolders = {});
    ModelFolder(const ModelFolder&) = delete;
    ModelFolder& operator=(const ModelFolder&) = delete;

    /// As given to the constructor.
    const std::filesystem::path& modelPath() const { return modelPath_; }
    const InputFile& model() const { return model_; }

    /// The folder part of modelPath(); "." when it has none.
    const std::filesystem::path& path() const { return folder_.path(); }

    /// The model's folder first, then those of textures.
    std::vector<const AllowedFolder*> folders() const;
    /// folders(), and the project.
    std::vector<const AllowedFolder*> allFolders() const;
    /// The devices and inodes of the files that were opened beside the model.
    std::vector<std::pair<uint64_t, uint64_t>> opened() const;

    bool hasTextureFolders() const { return !textureFolders_.empty(); }

    /// AllowedFolder::open() in the model's folder.
    std::optional<InputFile> open(const std::filesystem::path& name) const { return folder_.open(name); }

    /// Finds a file that the model names, as in texture_names.h, in the model's folder. Tries, in this order, the path;
    /// its ends, such as its base name next to the model; the base name in `textures/`; the same ignoring case.
    std::optional<FoundFile> find(std::string_view name) const;

    /// A texture, and how it was found.
    struct FoundTexture {
        FoundFile found;
        size_t byNameAlone = 0;  ///< files of that name below a folder of textures, of which it is the nearest; 0: it
                                 ///< is where the path, or an end of it, says
    };

    /// As find(), then in the folders of textures: the path, its ends, and the base name in any subfolder. Then in the
    /// project: the path, and the base name in `textures/` and `materials/textures/` of the folders between it and the
    /// model.
    std::optional<FoundTexture> findTexture(std::string_view name) const;

    /// The folder outside of the model's in which the model names a file: as the name says, relative to the model's
    /// folder or in the project that a package: or model: URI names; not looked up. Empty if the name does not say it.
    std::filesystem::path outerFolderOf(std::string_view name) const;

  private:
    std::optional<FoundFile> findAsNamed(std::span<const std::filesystem::path> paths) const;
    std::optional<FoundFile> findInProject(std::span<const std::filesystem::path> paths) const;

    std::filesystem::path modelPath_;
    InputFile model_;
    AllowedFolder folder_;
    std::vector<AllowedFolder> textureFolders_;
    std::optional<AllowedFolder> project_;
};

/// Makes a note of each finding "texture-missing" whose picture is where the model says, outside of what may be read.
/// Asks whether it is there, and opens nothing; only for relative paths that lead at most three folders up. For a
/// process that is not confined.
void noteUnreadTextures(const std::filesystem::path& modelFile, Findings& findings);

}  // namespace sinew
