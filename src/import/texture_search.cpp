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

TextureSearch::TextureSearch(const fs::path& modelFile) {
    std::error_code error;
    folder_ = fs::canonical(modelFile.has_parent_path() ? modelFile.parent_path() : fs::path("."), error);
}

std::optional<fs::path> TextureSearch::beneath(const fs::path& candidate) const {
    std::error_code error;
    const fs::path real = fs::canonical(candidate, error);
    if (error || folder_.empty()) return std::nullopt;
    const auto end = std::mismatch(folder_.begin(), folder_.end(), real.begin(), real.end()).first;
    if (end != folder_.end() || !fs::is_regular_file(real, error) || error) return std::nullopt;
    return real;
}

std::optional<fs::path> TextureSearch::findIgnoringCase(std::string_view name) const {
    constexpr size_t kMaxEntries = 20000;
    if (!byLowerCase_) {
        byLowerCase_.emplace();
        for (const fs::path& folder : {folder_, folder_ / "textures"}) {
            std::error_code error;
            size_t seen = 0;
            for (fs::directory_iterator entry(folder, error), end; !error && entry != end && ++seen < kMaxEntries;
                 entry.increment(error))
                byLowerCase_->emplace(lowerCase(entry->path().filename().string()), entry->path());
        }
    }
    const auto found = byLowerCase_->find(lowerCase(name));
    return found == byLowerCase_->end() ? std::nullopt : beneath(found->second);
}

std::optional<fs::path> TextureSearch::find(std::string_view name) const {
    if (name.empty() || name.find('\0') != std::string_view::npos) return std::nullopt;
    std::vector<std::string> paths{pathFrom(name)};
    if (std::string decoded = percentDecoded(paths.front()); decoded != paths.front())
        paths.push_back(std::move(decoded));
    for (const std::string& path : paths)
        for (const fs::path& candidate :
             {folder_ / path, folder_ / baseName(path), folder_ / "textures" / baseName(path)})
            if (auto found = beneath(candidate)) return found;
    for (const std::string& path : paths)
        if (auto found = findIgnoringCase(baseName(path))) return found;
    return std::nullopt;
}

}  // namespace sinew
