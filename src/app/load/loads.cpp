#include "app/load/loads.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace sinew {
namespace {

constexpr double kLookSeconds = 0.1;  // between two looks at the files

std::string fileName(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

}  // namespace

Loads::Loads(const LoadRequest& request, const Importer& importer, std::vector<std::string> models, size_t index,
             const Stage& stage, bool watchFiles)
    : request_(request), importer_(importer), models_(std::move(models)), index_(index) {
    if (watchFiles) watch_.emplace(filesOf(stage, request_));
}

void Loads::again(Stage& stage) {
    begin({.name = fileName(stage.report().file),
           .work = [request = request_, playing = playingOf(stage)](
                       const Importer& importer) { return loadAgain(request, playing, importer); },
           .isReload = true});
}

void Loads::turn(int step, Stage& stage) {
    const auto count = static_cast<int>(models_.size());
    if (count < 2) return;
    const bool turning = load_ && !load_->canceled() && task_.index;
    const size_t from = next_ && next_->index ? *next_->index : turning ? *task_.index : index_;
    const auto to = static_cast<size_t>((static_cast<int>(from) + step + count) % count);
    begin({.name = fileName(models_[to]),
           .work = [request = request_, model = models_[to], playing = playingOf(stage)](
                       const Importer& importer) { return loadOther(request, model, playing, importer); },
           .index = to});
}

void Loads::drop(std::vector<std::string> files, Stage& stage) {
    if (files.empty()) return;
    begin({.name = files.size() == 1 ? fileName(files[0]) : fmt::format("{} files", files.size()),
           .work = [request = request_, files, playing = playingOf(stage)](const Importer& importer) {
               return loadDropped(request, files, playing, importer);
           }});
}

void Loads::watch(Stage& stage, double nowSeconds) {
    if (!watch_ || nowSeconds - lastLookSeconds_ < kLookSeconds) return;
    lastLookSeconds_ = nowSeconds;
    if (watch_->changed(nowSeconds)) again(stage);
}

void Loads::begin(Task task) {
    if (!load_) return start(std::move(task));
    if (!task_.isReload) load_->cancel();
    next_ = std::move(task);
}

void Loads::start(Task task) {
    task_ = std::move(task);
    load_ = std::make_unique<BackgroundTask<LoadedModel>>(
        [work = task_.work, &importer = importer_](const std::stop_token& stop) {
            return work(stoppable(importer, stop));
        },
        request_.model.sandbox);
}

std::string Loads::reading() const {
    if (next_) return next_->name;
    return load_ && !load_->canceled() ? task_.name : "";
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
    if (next_) start(*std::exchange(next_, std::nullopt));
    if (done->canceled()) return std::nullopt;
    LoadedModel loaded = done->take();
    if (!loaded.isOther) playOn(*loaded.stage, playingOf(stage));  // the current time
    return loaded;
}

void Loads::show(const LoadedModel& loaded, const Stage& stage) {
    request_ = loaded.request;
    if (!loaded.models.empty()) {
        models_ = loaded.models;
        index_ = 0;
    }
    if (watch_) watch_->follow(filesOf(stage, request_));
}

}  // namespace sinew
