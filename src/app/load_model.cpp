#include "app/load_model.h"

#include <map>

#include "app/model_list.h"
#include "app/setup.h"

namespace sinew {
namespace {

/// What plays, in which pose, and the chosen bone are decided later.
Options plain(Options options) {
    options.animation.clear();
    options.bone.clear();
    if (options.graph.empty()) options.timeSeconds.reset();
    return options;
}

LoadedModel load(const Options& options, const Importer& importer) {
    LoadedModel loaded{.options = options, .stage = makeStage(plain(options), importer)};
    loaded.stage->playedBounds();  // takes time, and the camera asks for it
    return loaded;
}

}  // namespace

LoadedModel loadAgain(const Options& options, const Playing& playing, const Importer& importer) {
    LoadedModel loaded = load(options, importer);
    playOn(*loaded.stage, playing);
    loaded.stage->playedBounds();
    return loaded;
}

LoadedModel loadOther(Options options, const std::string& model, Playing playing, const Importer& importer) {
    options.model = model;
    playing.timeSeconds = 0.0;
    LoadedModel loaded = loadAgain(options, playing, importer);
    loaded.isOther = true;
    return loaded;
}

LoadedModel loadDropped(Options options, std::vector<std::string> files, const Playing& playing,
                        const Importer& importer) {
    std::map<std::filesystem::path, ImportedModel> read;
    std::vector<std::string> models, clipFiles;
    for (const std::string& file : modelsIn(files)) {
        ImportedModel imported = importer(file, {.influences = options.influences});
        (imported.model.instances.empty() ? clipFiles : models).push_back(file);
        if (imported.model.instances.empty() || models.size() == 1) read.insert_or_assign(file, std::move(imported));
    }
    // None is read twice.
    const Importer cached = [&](const std::filesystem::path& path, const ImportOptions& wanted) {
        const auto known = read.find(path);
        if (known == read.end()) return importer(path, wanted);
        ImportedModel imported = std::move(known->second);
        read.erase(known);
        return imported;
    };
    if (models.empty()) {
        options.clipFiles.insert(options.clipFiles.end(), clipFiles.begin(), clipFiles.end());
        return loadAgain(options, playing, cached);
    }
    options.graph.clear();
    options.script.clear();
    options.clipFiles = clipFiles;
    LoadedModel loaded = loadOther(options, models[0], playing, cached);
    loaded.models = std::move(models);
    return loaded;
}

}  // namespace sinew
