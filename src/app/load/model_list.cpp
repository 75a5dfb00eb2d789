#include "app/load/model_list.h"

#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text_file.h"
#include "import/files/formats.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> modelsOfFolder(const fs::path& folder) {
    std::error_code error, ignored;
    std::vector<std::string> models;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(ignored)) models.push_back(entry->path().string());
    if (error) throw Error(Exit::input, fmt::format("{}: {}", shownPath(folder.string()), error.message()));
    models = namesOfModels(std::move(models));
    if (models.empty()) throw Error(Exit::input, fmt::format("{}: contains no models", shownPath(folder.string())));
    std::ranges::sort(models);
    return models;
}

std::vector<std::string> linesIn(std::string_view text) {
    std::vector<std::string> lines;
    for (const auto part : text | std::views::split('\n')) {
        std::string line(part.begin(), part.end());
        if (constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
            lines.empty() && line.starts_with(kByteOrderMark))
            line.erase(0, kByteOrderMark.size());
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace

std::vector<std::string> modelsIn(std::span<const std::string> paths) {
    std::vector<std::string> models;
    std::error_code ignored;
    for (const std::string& path : paths) {
        const std::vector<std::string> found =
            fs::is_directory(path, ignored) ? modelsOfFolder(path) : std::vector<std::string>{path};
        models.insert(models.end(), found.begin(), found.end());
    }
    return models;
}

std::vector<std::string> readBatch(const std::string& list) {
    constexpr size_t kMostBytes = size_t{64} << 20;
    std::vector<std::string> lines = linesIn(readText(list, kMostBytes));
    if (lines.empty()) throw Error(Exit::input, fmt::format("{}: lists no models", list));
    return lines;
}

fs::path bundledCharacter() {
    std::error_code ignored;
    const auto program = fs::read_symlink("/proc/self/exe", ignored);
    const std::array places{program.parent_path() / "../share/sinew/character.dae",
                            fs::path(SINEW_ASSET_DIR) / "character.dae"};
    for (const auto& place : places)
        if (fs::exists(place, ignored)) return place.lexically_normal();
    throw Error(Exit::environment, fmt::format("the bundled character is missing ({}); name a model",
                                               places[0].lexically_normal().string()));
}

}  // namespace sinew
