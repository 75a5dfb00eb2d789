#include "import/model_folder.h"

#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include "error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

#ifdef O_PATH
constexpr int kFolderOnly = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
constexpr int kFolderOnly = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

bool isBeneath(const fs::path& path, const fs::path& folder) {
    return !folder.empty() &&
           std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// What is left of a path behind the folder that it begins with; the path itself where it does not.
fs::path withoutFolder(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    if (end != folder.end()) return path;
    fs::path relative;
    for (auto part = rest; part != path.end(); ++part)
        relative /= *part;
    return relative;
}

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

fs::path realPathOf(const fs::path& folder) {
    std::error_code error;
    fs::path real = fs::canonical(folder, error);
    return error ? fs::path() : real;
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& modelFile)
    : modelPath_(modelFile), path_(folderOf(modelFile)), realPath_(realPathOf(path_)), model_(modelFile) {
    if (model_.size() == 0) throw Error(Exit::input, "is empty");
    descriptor_ = ::open(path_.c_str(), kFolderOnly);
    kernelKeepsBeneath();  // asked while the answer is not yet a matter of what this process may do
}

ModelFolder::~ModelFolder() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

int ModelFolder::openBeneath(const fs::path& name, Opened what) const {
    if (descriptor_ < 0) return -1;
    if (kernelKeepsBeneath()) return openInKernel(descriptor_, name.c_str(), what);
    std::error_code error;
    const fs::path real = fs::canonical(realPath_ / name, error);
    return error || !isBeneath(real, realPath_) ? -1 : ::open(real.c_str(), openFlags(what) | O_NOFOLLOW);
}

std::optional<InputFile> ModelFolder::open(const fs::path& name) const {
    fs::path relative = withoutFolder(name, path_);
    if (relative.is_absolute()) relative = withoutFolder(relative, realPath_);
    if (relative.empty() || relative.is_absolute()) return std::nullopt;
    const int descriptor = openBeneath(relative, Opened::file);
    if (descriptor < 0) return std::nullopt;
    try {
        InputFile file(descriptor);
        if (file.size() <= kMaxSideBytes) return file;
    } catch (const Error&) {
        // a folder, a device or a pipe
    }
    return std::nullopt;
}

std::vector<std::string> ModelFolder::names(const char* subfolder) const {
    constexpr size_t kMaxNames = 20000;
    const int descriptor = openBeneath(subfolder, Opened::folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(descriptor < 0 ? nullptr : ::fdopendir(descriptor), &::closedir);
    if (!folder && descriptor >= 0) ::close(descriptor);
    std::vector<std::string> names;
    while (folder && names.size() < kMaxNames) {
        const dirent* entry = ::readdir(folder.get());
        if (!entry) break;
        names.emplace_back(entry->d_name);
    }
    return names;
}

}  // namespace sinew
