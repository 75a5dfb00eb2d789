#include "import/files/model_folder.h"

#include <algorithm>
#include <cctype>
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

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string percentDecoded(std::string_view text) {
    std::string decoded;
    for (size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
        const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
        if (low >= 0 && high * 16 + low != 0) {
            decoded += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            decoded += text[i];
        }
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
    descriptor_ = ::open(path_.c_str(), kFolderOnly);
    kernelKeepsBeneath();  // cached before this process is confined
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
        // a directory, a device or a pipe
    }
    return std::nullopt;
}

/// Unordered, up to a limit.
std::vector<std::string> ModelFolder::namesIn(const char* subfolder) const {
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
