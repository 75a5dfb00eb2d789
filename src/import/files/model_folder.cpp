#include "import/files/model_folder.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <memory>

#include <dirent.h>
#include <fcntl.h>

#include "error.h"
#include "model/text.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

#ifdef O_PATH
constexpr int kFolderOnly = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
constexpr int kFolderOnly = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

/// The path relative to the folder with which it begins; the path itself otherwise.
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

std::string percentDecoded(std::string_view text) {
    std::string decoded;
    for (size_t i = 0; i < text.size(); ++i) {
        const std::string_view digits = text.substr(i + 1, text[i] == '%' ? 2 : 0);
        unsigned code = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        const bool escaped = error == std::errc() && end == digits.data() + 2 && code != 0;
        decoded += escaped ? static_cast<char>(code) : text[i];
        i += escaped ? 2 : 0;
    }
    return decoded;
}

/// The path in a file: URL, or the name itself, with forward slashes.
std::string pathFrom(std::string_view name) {
    std::string path(name);
    std::replace(path.begin(), path.end(), '\\', '/');
    if (!lowerCase(path.substr(0, 7)).starts_with("file://")) return path;
    path.erase(0, 7);
    if (path.starts_with("localhost/")) path.erase(0, 9);
    const bool drive =
        path.size() > 2 && path[0] == '/' && std::isalpha(static_cast<unsigned char>(path[1])) && path[2] == ':';
    return drive ? path.substr(1) : path;
}

std::string baseName(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& modelFile)
    : modelPath_(modelFile), path_(folderOf(modelFile)), realPath_(realPathOf(path_)), model_(modelFile) {
    if (model_.size() == 0) throw Error(Exit::input, "is empty");
    descriptor_ = Descriptor(::open(path_.c_str(), kFolderOnly));
    kernelKeepsBeneath();  // cached before this process is confined
}

Descriptor ModelFolder::openBeneath(const fs::path& name, Opened what) const {
    if (descriptor() < 0) return Descriptor();
    if (kernelKeepsBeneath()) return Descriptor(openInKernel(descriptor(), name.c_str(), what));
    std::error_code error;
    const fs::path real = fs::canonical(realPath_ / name, error);
    if (error || withoutFolder(real, realPath_) == real) return Descriptor();
    return Descriptor(::open(real.c_str(), openFlags(what) | O_NOFOLLOW));
}

std::optional<InputFile> ModelFolder::open(const fs::path& name) const {
    fs::path relative = withoutFolder(name, path_);
    if (relative.is_absolute()) relative = withoutFolder(relative, realPath_);
    if (relative.empty() || relative.is_absolute()) return std::nullopt;
    Descriptor opened = openBeneath(relative, Opened::file);
    if (opened.get() < 0) return std::nullopt;
    try {
        InputFile file(std::move(opened));
        if (file.size() <= kMaxSideBytes) return file;
    } catch (const Error&) {
        // a directory, a device or a pipe
    }
    return std::nullopt;
}

/// Unordered, up to a limit.
std::vector<std::string> ModelFolder::namesIn(const char* subfolder) const {
    constexpr size_t kMaxNames = 20000;
    Descriptor opened = openBeneath(subfolder, Opened::folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(opened.get()), &::closedir);
    if (folder) opened.release();
    std::vector<std::string> names;
    while (folder && names.size() < kMaxNames) {
        const dirent* entry = ::readdir(folder.get());
        if (!entry) break;
        names.emplace_back(entry->d_name);
    }
    return names;
}

std::optional<FoundFile> ModelFolder::openFound(const fs::path& name) const {
    std::optional<InputFile> file = open(name);
    if (!file) return std::nullopt;
    return FoundFile{name.is_absolute() ? name : path_ / name, std::move(*file)};
}

std::optional<FoundFile> ModelFolder::findIgnoringCase(std::string_view name) const {
    if (!byLowerCase_) {
        byLowerCase_.emplace();
        for (const char* subfolder : {".", "textures"})
            for (const std::string& entry : namesIn(subfolder))
                byLowerCase_->emplace(lowerCase(entry), fs::path(subfolder) / entry);
    }
    const auto found = byLowerCase_->find(lowerCase(name));
    return found == byLowerCase_->end() ? std::nullopt : openFound(found->second.lexically_normal());
}

std::optional<FoundFile> ModelFolder::find(std::string_view name) const {
    if (name.empty() || name.find('\0') != std::string_view::npos) return std::nullopt;
    std::vector<std::string> paths{pathFrom(name)};
    if (std::string decoded = percentDecoded(paths.front()); decoded != paths.front())
        paths.push_back(std::move(decoded));
    for (const std::string& path : paths)
        for (const fs::path& candidate :
             {fs::path(path), fs::path(baseName(path)), "textures" / fs::path(baseName(path))})
            if (auto found = openFound(candidate)) return found;
    for (const std::string& path : paths)
        if (auto found = findIgnoringCase(baseName(path))) return found;
    return std::nullopt;
}

}  // namespace sinew
