#include "import/files/texture_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include "base/text.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

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

bool isDrive(std::string_view text) {
    return text.size() == 2 && std::isalpha(static_cast<unsigned char>(text[0])) && text[1] == ':';
}

/// The path in a URI, or the name itself, with forward slashes.
std::string pathFrom(std::string_view name) {
    std::string path(name);
    std::ranges::replace(path, '\\', '/');
    const size_t colon = path.find(':');
    if (colon == std::string::npos || colon < 2) return path;
    const bool isScheme = std::ranges::all_of(path.substr(0, colon), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '+' || c == '.' || c == '-';
    });
    const bool isFile = lowerCase(path.substr(0, colon)) == "file";
    if (!isScheme || path.compare(colon + 1, isFile ? 1 : 2, isFile ? "/" : "//") != 0) return path;
    path.erase(0, colon + 1);
    if (path.starts_with("//")) path.erase(0, 2);
    if (isFile && path.starts_with("localhost/")) path.erase(0, 9);
    return path.size() > 2 && path[0] == '/' && isDrive(path.substr(1, 2)) ? path.substr(1) : path;
}

}  // namespace

std::vector<fs::path> pathsFrom(std::string_view name) {
    if (name.empty() || name.find('\0') != std::string_view::npos) return {};
    const std::string path = pathFrom(name), decoded = percentDecoded(path);
    if (decoded == path) return {path};
    return {path, decoded};
}

std::vector<fs::path> endsOf(const fs::path& path) {
    constexpr std::ptrdiff_t kMostParts = 16;
    std::vector<fs::path> parts;
    const fs::path normal = path.lexically_normal().relative_path();
    for (const fs::path& part : normal)
        if (!part.empty() && part != "." && part != ".." && !isDrive(part.string())) parts.push_back(part);
    std::vector<fs::path> ends;
    for (auto first = parts.end() - std::min(std::ssize(parts), kMostParts); first != parts.end(); ++first) {
        fs::path& end = ends.emplace_back();
        std::for_each(first, parts.end(), [&end](const fs::path& part) { end /= part; });
    }
    return ends;
}

}  // namespace sinew
