#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/files/input_file.h"
#include "import/files/open_beneath.h"

namespace sinew {

struct FoundFile {
    std::filesystem::path path;  ///< below the folder's path()
    InputFile file;
};

/// A folder below which files may be opened: only regular ones, and no symbolic link leads out of it.
class AllowedFolder {
  public:
    /// Maximum size of a file.
    static constexpr size_t kMaxBytes = size_t{1} << 30;

    /// Without the folder, no file is found. Opens it, so that a process can be confined to it afterwards.
    explicit AllowedFolder(const std::filesystem::path& path);

    /// As given to the constructor.
    const std::filesystem::path& path() const { return path_; }

    /// Absolute, without symbolic links; empty when the folder cannot be found.
    const std::filesystem::path& realPath() const { return realPath_; }

    /// The open folder, to confine a process to it; negative when it cannot be opened.
    int descriptor() const { return descriptor_.get(); }

    /// Opens a regular file below the folder, of at most kMaxBytes; nothing when there is none. `name` is relative to
    /// the folder, or a path that begins with it.
    std::optional<InputFile> open(const std::filesystem::path& name) const;

    /// Finds the file, and its path.
    std::optional<FoundFile> find(const std::filesystem::path& name) const;

    /// The file at a relative path below the folder, ignoring the case of ASCII letters.
    std::optional<FoundFile> findIgnoringCase(const std::filesystem::path& relative) const;

    /// The paths, relative to the folder, of the files of that name in it and its subfolders, ignoring case: sorted,
    /// the nearest first. Symbolic links to folders are not followed, and a limit ends the search in huge folders.
    std::vector<std::filesystem::path> named(const std::string& name) const;

    /// The paths, relative to the folder, of the files in it and its subfolders whose name ends so, ignoring case;
    /// those of the folder itself first. The limits of named() hold.
    std::vector<std::filesystem::path> withEnding(std::string_view ending) const;

    /// The devices and inodes of the files that were opened.
    const std::set<std::pair<uint64_t, uint64_t>>& opened() const { return opened_; }

  private:
    using Names = std::map<std::string, std::string>;  ///< the first one of each in lower case
    struct Listing {
        Names files, folders;
        std::set<std::string> links;  ///< in lower case; they are in the others, too
    };

    Descriptor openBeneath(const std::filesystem::path& name, Opened what) const;
    const Listing& listingOf(const std::string& subfolder) const;
    /// The files in the folder and its subfolders by name in lower case.
    const std::multimap<std::string, std::filesystem::path>& filesByName() const;

    std::filesystem::path path_, realPath_;
    Descriptor descriptor_;
    mutable std::map<std::string, Listing> listings_;
    mutable size_t listedNames_ = 0;
    mutable std::set<std::pair<uint64_t, uint64_t>> opened_;
    mutable std::optional<std::multimap<std::string, std::filesystem::path>> byName_;
};

}  // namespace sinew
