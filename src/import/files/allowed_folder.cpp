#include "import/files/allowed_folder.h"

#include <algorithm>
#include <deque>
#include <memory>

#include <dirent.h>
#include <fcntl.h>

#include "base/error.h"
#include "base/text.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxNames = 20'000;  // listed, in all
constexpr size_t kMaxLevels = 16;     // of subfolders that are searched by name

#ifdef O_PATH
constexpr int kFolderOnly = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
constexpr int kFolderOnly = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

/// The path relative to the folder with which it begins; the path itself otherwise.
fs::path withoutFolder(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    if (folder.empty() || end != folder.end()) return path;
    fs::path relative;
    for (auto part = rest; part != path.end(); ++part)
        relative /= *part;
    return relative;
}

fs::path realPathOf(const fs::path& folder) {
    std::error_code error;
    fs::path real = fs::canonical(folder, error);
    return error ? fs::path() : real;
}

std::string joined(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
}

}  // namespace

AllowedFolder::AllowedFolder(const fs::path& path)
    : path_(path), realPath_(realPathOf(path)), descriptor_(::open(path.c_str(), kFolderOnly)) {
    kernelKeepsBeneath();  // cached before this process is confined
}

Descriptor AllowedFolder::openBeneath(const fs::path& name, Opened what) const {
    if (descriptor() < 0) return Descriptor();
    if (kernelKeepsBeneath()) return Descriptor(openInKernel(descriptor(), name.c_str(), what));
    std::error_code error;
    const fs::path real = fs::canonical(realPath_ / name, error);
    if (error || withoutFolder(real, realPath_) == real) return Descriptor();
    return Descriptor(::open(real.c_str(), openFlags(what) | O_NOFOLLOW));
}

std::optional<InputFile> AllowedFolder::open(const fs::path& name) const {
    fs::path relative = withoutFolder(name, path_);
    if (relative.is_absolute()) relative = withoutFolder(relative, realPath_);
    if (relative.empty() || relative.is_absolute()) return std::nullopt;
    Descriptor opened = openBeneath(relative, Opened::file);
    if (opened.get() < 0) return std::nullopt;
    try {
        InputFile file(std::move(opened));
        if (file.size() > kMaxBytes) return std::nullopt;
        opened_.insert(file.id());
        return file;
    } catch (const Error&) {
        // a directory, a device or a pipe
    }
    return std::nullopt;
}

std::optional<FoundFile> AllowedFolder::find(const fs::path& name) const {
    std::optional<InputFile> file = open(name);
    if (!file) return std::nullopt;
    return FoundFile{name.is_absolute() ? name : path_ / name, std::move(*file)};
}

const AllowedFolder::Listing& AllowedFolder::listingOf(const std::string& subfolder) const {
    const auto [known, isNew] = listings_.try_emplace(subfolder);
    Listing& listing = known->second;
    if (!isNew) return listing;
    Descriptor opened = openBeneath(subfolder.empty() ? "." : subfolder, Opened::folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(opened.get()), &::closedir);
    if (folder) opened.release();
    std::vector<std::string> files, folders;
    while (folder && listedNames_ < kMaxNames) {
        const dirent* entry = ::readdir(folder.get());
        if (!entry) break;
        const std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        ++listedNames_;
        (entry->d_type == DT_DIR ? folders : files).push_back(name);
        if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) folders.push_back(name);  // may be one
        if (entry->d_type == DT_LNK) listing.links.insert(lowerCase(name));
    }
    const auto byLowerCase = [](std::vector<std::string>& names, Names& sorted) {
        std::ranges::sort(names);
        for (std::string& name : names)
            sorted.try_emplace(lowerCase(name), std::move(name));
    };
    byLowerCase(files, listing.files);
    byLowerCase(folders, listing.folders);
    return listing;
}

std::optional<FoundFile> AllowedFolder::findIgnoringCase(const fs::path& relative) const {
    std::string place;
    for (auto part = relative.begin(); part != relative.end(); ++part) {
        const bool isLast = std::next(part) == relative.end();
        const Listing& listing = listingOf(place);
        const Names& names = isLast ? listing.files : listing.folders;
        const auto found = names.find(lowerCase(part->string()));
        if (found == names.end()) return std::nullopt;
        place = joined(place, found->second);
    }
    return place.empty() ? std::nullopt : find(place);
}

const std::multimap<std::string, fs::path>& AllowedFolder::filesByName() const {
    if (!byName_) {
        byName_.emplace();
        std::deque<std::pair<std::string, size_t>> waiting{{"", 0}};
        while (!waiting.empty()) {
            const auto [place, level] = std::move(waiting.front());
            waiting.pop_front();
            const Listing& listing = listingOf(place);
            for (const auto& [lower, file] : listing.files)
                byName_->emplace(lower, joined(place, file));
            for (const auto& [lower, folder] : listing.folders)
                if (level < kMaxLevels && !listing.links.contains(lower))
                    waiting.emplace_back(joined(place, folder), level + 1);
        }
    }
    return *byName_;
}

std::vector<fs::path> AllowedFolder::named(const std::string& name) const {
    std::vector<fs::path> paths;
    const auto [first, last] = filesByName().equal_range(lowerCase(name));
    for (auto known = first; known != last; ++known)
        paths.push_back(known->second);
    return paths;
}

std::vector<fs::path> AllowedFolder::withEnding(std::string_view ending) const {
    std::vector<fs::path> paths;
    for (const auto& [name, path] : filesByName())
        if (name.ends_with(ending)) paths.push_back(path);
    std::ranges::stable_sort(paths, {}, [](const fs::path& path) { return std::distance(path.begin(), path.end()); });
    return paths;
}

}  // namespace sinew
