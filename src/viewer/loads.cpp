#include "viewer/loads.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/load/model_list.h"
#include "app/load/project_folder.h"
#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "app/stage/framing.h"
#include "base/error.h"
#include "base/shown_text.h"
#include "model/mesh_levels.h"

namespace sinew {
namespace {

std::string titleOf(const std::string& path) {
    return "loading " + std::filesystem::path(path).filename().string();
}

/// Says how much of the files fits the model, and starts their first clip, or the first that was retargeted.
void announceClips(const std::vector<std::string>& files, bool startsAny, LoadedModel& loaded) {
    const ImportReport& report = loaded.stage->report();
    size_t clips = 0, matched = 0, channels = 0;
    std::set<std::string_view> starting;
    for (const ClipFileReport& file : report.clipFiles) {
        if (std::ranges::find(files, file.file, shownPath) == files.end()) continue;
        clips += file.clips, matched += file.matched, channels += file.channels;
        if (startsAny || file.isRetargeted) starting.insert(file.file);
    }
    loaded.notice =
        fmt::format("{} added; {} of {} channels match", counted(clips, "clip", "clips"), matched, channels);
    const auto first =
        std::ranges::find_if(report.clips, [&](const ClipReport& clip) { return starting.contains(clip.file); });
    if (first != report.clips.end() && !loaded.stage->graph())
        loaded.starts = static_cast<size_t>(first - report.clips.begin());
}

}  // namespace

LoadedModel reloadModel(const LoadRequest& request, const Handover& handover, const Importer& importer, bool warns) {
    const PlayRequest& play = request.play;
    LoadRequest plain{
        request.model,
        {.rootMotion = play.rootMotion, .graph = play.graph, .script = play.script, .settings = play.settings}};
    if (!play.graph.empty()) plain.play.timeSeconds = play.timeSeconds;
    std::vector<MotionSource> sources;
    ImportedModel imported = readModel(plain.model, importer, {.sources = &sources});
    if (warns) printFindings(imported.report);
    LoadedModel loaded{.request = request, .stage = makeStage(plain, std::move(imported), std::move(sources))};
    continueFrom(*loaded.stage, handover);  // sets what `plain` lacks
    playedBounds(*loaded.stage);            // takes time, and the camera asks for it
    return loaded;
}

LoadedModel loadOther(LoadRequest request, const std::string& model, Handover handover, const Importer& importer) {
    if (request.model.path != model) {
        request.model.variant.clear();
        if (areKept(request.model.clips)) request.model.clips.clear();
    }
    request.model.path = model;
    handover.timeSeconds = handover.crowdSeconds = 0.0;
    handover.member = 0;
    handover.settings.loopRange.reset();
    handover.settings.shownMaterial.reset();  // another model may have an unrelated one of the same name
    handover.settings.hiddenNodes.clear();
    handover.settings.heldMorphs.clear();
    LoadedModel loaded = reloadModel(request, handover, importer);
    loaded.isOther = true;
    return loaded;
}

LoadedModel loadDropped(LoadRequest request, std::vector<std::string> files, const Handover& handover,
                        const Importer& importer) {
    std::map<std::filesystem::path, ImportedModel> read;
    std::vector<std::string> models, clipFiles;
    for (const std::string& file : modelsIn(files)) {
        ImportedModel imported =
            importer(file, {.influences = request.model.influences, .textureFolders = request.model.textureFolders});
        (imported.model.instances.empty() ? clipFiles : models).push_back(file);
        if (imported.model.instances.empty() || models.size() == 1) read.insert_or_assign(file, std::move(imported));
    }
    // So that no file is read twice.
    const Importer cached = [&](const std::filesystem::path& path, const ImportOptions& wanted) {
        const auto known = read.find(path);
        if (known == read.end()) return importer(path, wanted);
        ImportedModel imported = std::move(known->second);
        read.erase(known);
        return imported;
    };
    if (models.empty()) {
        request.model.clipFiles.insert(request.model.clipFiles.end(), clipFiles.begin(), clipFiles.end());
        request.model.retargetOthers = true;
        LoadedModel loaded = reloadModel(request, handover, cached);
        announceClips(clipFiles, false, loaded);
        return loaded;
    }
    request.play.graph.clear();
    request.play.script.clear();
    LoadRequest adoption = request;
    adoption.model.clipFiles.push_back(models[0]);
    adoption.model.retargetOthers = true;
    request.model.clipFiles = clipFiles;
    LoadedModel loaded = loadOther(request, models[0], handover, cached);
    const size_t clips = loaded.stage->model().clips.size();
    if (models.size() == 1 && clips > 0) {
        loaded.notice = fmt::format("{}; A plays its {} on the model before", loaded.stage->report().file,
                                    counted(clips, "clip", "clips"));
        loaded.adoption = std::move(adoption);
    }
    loaded.models = std::move(models);
    return loaded;
}

Loads::Loads(const LoadRequest& request, const Importer& importer, std::vector<std::string> models, size_t index,
             const Stage& stage, bool watchFiles)
    : request_(request), importer_(importer), models_(std::move(models)), index_(index) {
    if (watchFiles) watch_.emplace(filesOf(stage, request_));
}

void Loads::reload(Stage& stage) {
    begin({.title = titleOf(stage.report().file),
           .work = [](const auto&... all) { return reloadModel(all...); },
           .isReload = true},
          stage);
}

void Loads::wantLevels(Stage& stage) {
    if (request_.model.levels || load_) return;
    request_.model.levels = true;
    if (hasLevels(stage.model())) return;
    const auto read = [](const auto&... all) {
        LoadedModel loaded = reloadModel(all..., false);
        loaded.forLevels = true;
        return loaded;
    };
    begin({.title = "making levels of detail", .work = read, .isReload = true}, stage);
}

void Loads::allowProject(Stage& stage) {
    if (countMissingTextures(stage.model()) == 0) throw Error(Exit::input, "no texture is missing");
    const std::string& model = request_.model.path.empty() ? stage.report().file : request_.model.path;
    const std::filesystem::path folder = projectFolderOf(model, stage.model());
    if (folder.empty()) throw Error(Exit::input, "the model's project directory is not known; use --textures DIR");
    const auto read = [folder](LoadRequest request, const auto&... more) {
        std::vector<std::filesystem::path>& folders = request.model.textureFolders;
        if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
        if (folders.size() > kMaxTextureFolders)
            throw Error(Exit::input, fmt::format("no more than {} directories of textures", kMaxTextureFolders));
        LoadedModel loaded = reloadModel(request, more...);
        const size_t missing = countMissingTextures(loaded.stage->model());
        loaded.notice = fmt::format("textures below {} are allowed until Sinew ends{}", shownPath(folder.string()),
                                    missing == 0 ? "" : fmt::format("; {} missing", missing));
        return loaded;
    };
    begin({.title = titleOf(stage.report().file), .work = read, .isReload = true}, stage);
}

void Loads::chooseVariant(const std::string& variant, Stage& stage) {
    const auto read = [variant](LoadRequest request, const auto&... more) {
        request.model.variant = variant;
        LoadedModel loaded = reloadModel(request, more...);
        loaded.notice = fmt::format("materials: {}", variant.empty() ? "default" : variant);
        return loaded;
    };
    begin({.title = titleOf(stage.report().file), .work = read, .isReload = true}, stage);
}

void Loads::editClips(const std::vector<ClipEdit>& clips, Stage& stage) {
    const auto read = [clips, played = stage.animator().clip()](LoadRequest request, const auto&... more) {
        request.model.clips = clips;
        LoadedModel loaded = reloadModel(request, more...);
        loaded.starts = played;
        return loaded;
    };
    edits_ = clips;
    begin({.title = "editing clips", .work = read, .isReload = true}, stage);
}

void Loads::turn(int step, Stage& stage) {
    const auto count = static_cast<int>(models_.size());
    if (count < 2) return;
    const bool turning = load_ && !load_->canceled() && task_.index;
    const size_t from = next_ && next_->index ? *next_->index : turning ? *task_.index : index_;
    const auto to = static_cast<size_t>((static_cast<int>(from) + step + count) % count);
    const auto read = [model = models_[to]](const LoadRequest& request, const auto&... more) {
        return loadOther(request, model, more...);
    };
    begin({.title = titleOf(models_[to]), .work = read, .index = to}, stage);
}

void Loads::drop(std::vector<std::string> files, Stage& stage) {
    if (files.empty()) return;
    const auto read = [files](const LoadRequest& request, const auto&... more) {
        return loadDropped(request, files, more...);
    };
    begin(
        {.title = files.size() == 1 ? titleOf(files[0]) : fmt::format("loading {} files", files.size()), .work = read},
        stage);
}

void Loads::adopt(Stage& stage) {
    if (!adoption_) throw Error(Exit::input, "drop a model with clips first, to play them on the one before");
    const auto read = [adoption = *adoption_](const LoadRequest&, const auto&... more) {
        LoadedModel loaded = loadOther(adoption, adoption.model.path, more...);
        announceClips({adoption.model.clipFiles.back()}, true, loaded);
        loaded.models = {adoption.model.path};
        return loaded;
    };
    begin({.title = titleOf(adoption_->model.clipFiles.back()), .work = read}, stage);
}

void Loads::watch(Stage& stage, double nowSeconds) {
    if (watch_ && watch_->changed(nowSeconds)) reload(stage);
}

void Loads::begin(Task task, Stage& stage) {
    if (!load_) return start(std::move(task), stage);
    if (!task_.isReload) load_->cancel();
    next_ = std::move(task);
}

void Loads::start(Task task, Stage& stage) {
    task_ = std::move(task);
    load_ = std::make_unique<BackgroundTask<LoadedModel>>(
        [work = task_.work, request = request_, handover = handoverOf(stage), &importer = importer_](
            const std::stop_token& stop) { return work(request, handover, stoppable(importer, stop)); },
        request_.model.sandbox);
}

std::string Loads::reading() const {
    if (next_) return next_->title;
    return load_ && !load_->canceled() ? task_.title : "";
}

double Loads::readingSeconds() const {
    return next_ || (load_ && !load_->canceled()) ? load_->seconds() : 0.0;
}

void Loads::cancel() {
    next_.reset();
    if (load_) load_->cancel();
}

std::optional<LoadedModel> Loads::poll(Stage& stage) {
    if (!load_ || !load_->done()) return std::nullopt;
    const std::unique_ptr<BackgroundTask<LoadedModel>> done = std::move(load_);
    if (!done->canceled() && task_.index)
        index_ = *task_.index;  // also after an error, so that the next turn() continues from here
    if (!next_) edits_.reset();
    if (next_) start(*std::exchange(next_, std::nullopt), stage);
    if (done->canceled()) return std::nullopt;
    LoadedModel loaded = done->take();
    if (!loaded.isOther) continueFrom(*loaded.stage, handoverOf(stage));  // the current time
    if (loaded.starts) loaded.stage->play(*loaded.starts);
    return loaded;
}

void Loads::show(const LoadedModel& loaded, const Stage& stage) {
    request_ = loaded.request;
    adoption_ = loaded.adoption;
    if (!loaded.models.empty()) {
        models_ = loaded.models;
        index_ = 0;
    }
    if (watch_) watch_->follow(filesOf(stage, request_));
}

}  // namespace sinew
