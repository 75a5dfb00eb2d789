#include "import/files/model_names.h"

#include <filesystem>

#include "import/files/formats.h"

namespace sinew {

std::vector<std::string> namesOfModels(std::vector<std::string> names) {
    Assimp::Importer importer;
    keepModelFormats(importer);
    std::erase_if(names, [&](const std::string& name) {
        const std::string ending = std::filesystem::path(name).extension().string();
        return ending != ".sinew" && (ending.empty() || !importer.IsExtensionSupported(ending));
    });
    return names;
}

}  // namespace sinew
