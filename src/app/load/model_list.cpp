#include "app/load/model_list.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "error.h"
#include "import/files/formats.h"
#include "model/text.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> modelsOfFolder(const fs::path& folder) {
    std::error_code error, ignored;
    std::vector<std::string> models;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(ignored)) models.push_back(entry->path().string());
    if (error) throw Error(Exit::input, fmt::format("{}: {}", utf8From(folder.string()), error.message()));
    models = namesOfModels(std::move(models));
    if (models.empty()) throw Error(Exit::input, fmt::format("{}: holds no model", utf8From(folder.string())));
    std::ranges::sort(models);
    return models;
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

}  // namespace sinew
