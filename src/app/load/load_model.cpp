#include "app/load/load_model.h"

#include <map>

#include "app/load/make_stage.h"
#include "app/load/model_list.h"

namespace sinew {
namespace {

/// Leaves the clip, its time and the selected bone to playOn().
LoadedModel load(const LoadRequest& request, const Importer& importer) {
    LoadRequest plain = request;
    plain.play.animation.clear();
    plain.play.bone.clear();
    if (plain.play.graph.empty()) plain.play.timeSeconds.reset();
    LoadedModel loaded{.request = request, .stage = makeStage(plain, importer)};
    loaded.stage->playedBounds();  // takes time, and the camera asks for it
    return loaded;
}

}  // namespace

LoadedModel loadAgain(const LoadRequest& request, const Playing& playing, const Importer& importer) {
    LoadedModel loaded = load(request, importer);
    playOn(*loaded.stage, playing);
    loaded.stage->playedBounds();
    return loaded;
}

LoadedModel loadOther(LoadRequest request, const std::string& model, Playing playing, const Importer& importer) {
    request.model.path = model;
    playing.timeSeconds = 0.0;
    playing.settings.loopRange.reset();
    LoadedModel loaded = loadAgain(request, playing, importer);
    loaded.isOther = true;
    return loaded;
}

LoadedModel loadDropped(LoadRequest request, std::vector<std::string> files, const Playing& playing,
                        const Importer& importer) {
    std::map<std::filesystem::path, ImportedModel> read;
    std::vector<std::string> models, clipFiles;
    for (const std::string& file : modelsIn(files)) {
        ImportedModel imported = importer(file, {.influences = request.model.influences});
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
        request.model.clipFiles.insert(request.model.clipFiles.end(), clipFiles.begin(), clipFiles.end());
        return loadAgain(request, playing, cached);
    }
    request.play.graph.clear();
    request.play.script.clear();
    request.model.clipFiles = clipFiles;
    LoadedModel loaded = loadOther(request, models[0], playing, cached);
    loaded.models = std::move(models);
    return loaded;
}

}  // namespace sinew
