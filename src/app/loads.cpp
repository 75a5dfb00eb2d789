#include "app/loads.h"

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

Loads::Loads(const Options& options, const Importer& importer, std::vector<std::string> models, size_t index,
             const Stage& stage)
    : options_(options), importer_(importer), models_(std::move(models)), index_(index) {
    if (options_.watch) watch_.emplace(filesOf(stage, options_));
}

void Loads::again(Stage& stage) {
    begin({.name = fileName(stage.report().file),
           .work = [options = options_, playing = playingOf(stage)](
                       const Importer& importer) { return loadAgain(options, playing, importer); },
           .isAgain = true});
}

void Loads::turn(int step, Stage& stage) {
    const auto count = static_cast<int>(models_.size());
    if (count < 2) return;
    const bool turning = load_ && !load_->stopped() && task_.index;
    const size_t from = next_ && next_->index ? *next_->index : turning ? *task_.index : index_;
    const auto to = static_cast<size_t>((static_cast<int>(from) + step + count) % count);
    begin({.name = fileName(models_[to]),
           .work = [options = options_, model = models_[to], playing = playingOf(stage)](
                       const Importer& importer) { return loadOther(options, model, playing, importer); },
           .index = to});
}

void Loads::drop(std::vector<std::string> files, Stage& stage) {
    if (files.empty()) return;
    begin({.name = files.size() == 1 ? fileName(files[0]) : fmt::format("{} files", files.size()),
           .work = [options = options_, files, playing = playingOf(stage)](const Importer& importer) {
               return loadDropped(options, files, playing, importer);
           }});
}

void Loads::watch(Stage& stage, double nowSeconds) {
    if (!watch_ || nowSeconds - lookedSeconds_ < kLookSeconds) return;
    lookedSeconds_ = nowSeconds;
    if (watch_->changed(nowSeconds)) again(stage);
}

void Loads::begin(Task task) {
    if (!load_) return start(std::move(task));
    if (!task_.isAgain) load_->stop();
    next_ = std::move(task);
}

void Loads::start(Task task) {
    task_ = std::move(task);
    load_ = std::make_unique<BackgroundLoad>(importer_, task_.work, options_.sandbox);
}

std::string Loads::reading() const {
    if (next_) return next_->name;
    return load_ && !load_->stopped() ? task_.name : "";
}

double Loads::readingSeconds() const {
    return next_ || (load_ && !load_->stopped()) ? load_->seconds() : 0.0;
}

void Loads::cancel() {
    next_.reset();
    if (load_) load_->stop();
}

std::optional<LoadedModel> Loads::poll(Stage& stage) {
    if (!load_ || !load_->done()) return std::nullopt;
    const std::unique_ptr<BackgroundLoad> done = std::move(load_);
    if (!done->stopped() && task_.index) index_ = *task_.index;  // even where it cannot be read: the user goes on
    if (next_) start(*std::exchange(next_, std::nullopt));
    if (done->stopped()) return std::nullopt;
    LoadedModel loaded = done->take();
    if (!loaded.isOther) playOn(*loaded.stage, playingOf(stage));  // time has gone on meanwhile
    return loaded;
}

void Loads::show(const LoadedModel& loaded, const Stage& stage) {
    options_ = loaded.options;
    if (!loaded.models.empty()) {
        models_ = loaded.models;
        index_ = 0;
    }
    if (watch_) watch_->follow(filesOf(stage, options_));
}

}  // namespace sinew
