#include "import/texture_search.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace sinew {
namespace {

namespace fs = std::filesystem;

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

/// The path within a file: URL, or the name itself; with slashes that this system knows.
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

std::optional<FoundFile> TextureSearch::open(const fs::path& name) const {
    std::optional<InputFile> file = folder_.open(name);
    if (!file) return std::nullopt;
    return FoundFile{name.is_absolute() ? name : folder_.path() / name, std::move(*file)};
}

std::optional<FoundFile> TextureSearch::findIgnoringCase(std::string_view name) const {
    if (!byLowerCase_) {
        byLowerCase_.emplace();
        for (const char* subfolder : {".", "textures"})
            for (const std::string& entry : folder_.names(subfolder))
                byLowerCase_->emplace(lowerCase(entry), fs::path(subfolder) / entry);
    }
    const auto found = byLowerCase_->find(lowerCase(name));
    return found == byLowerCase_->end() ? std::nullopt : open(found->second.lexically_normal());
}

std::optional<FoundFile> TextureSearch::find(std::string_view name) const {
    if (name.empty() || name.find('\0') != std::string_view::npos) return std::nullopt;
    std::vector<std::string> paths{pathFrom(name)};
    if (std::string decoded = percentDecoded(paths.front()); decoded != paths.front())
        paths.push_back(std::move(decoded));
    for (const std::string& path : paths)
        for (const fs::path& candidate :
             {fs::path(path), fs::path(baseName(path)), "textures" / fs::path(baseName(path))})
            if (auto found = open(candidate)) return found;
    for (const std::string& path : paths)
        if (auto found = findIgnoringCase(baseName(path))) return found;
    return std::nullopt;
}

}  // namespace sinew
