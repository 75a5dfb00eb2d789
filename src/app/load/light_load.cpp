#include "app/load/light_load.h"

#include <utility>

namespace sinew {

LightLoad::LightLoad(std::string name, LightReader read, bool watchFile)
    : name_(std::move(name)), read_(std::move(read)) {
    if (watchFile && read_) watch_.emplace(std::vector<std::filesystem::path>{name_});
}

void LightLoad::reload() {
    if (!read_) return;
    if (load_) {
        again_ = true;
        return;
    }
    load_ = std::make_unique<BackgroundTask<std::shared_ptr<const Environment>>>(
        [this](const std::stop_token& stop) { return makeEnvironment(name_, read_, stop); });
}

void LightLoad::watch(double nowSeconds) {
    if (watch_ && watch_->changed(nowSeconds)) reload();
}

std::shared_ptr<const Environment> LightLoad::poll() {
    if (!load_ || !load_->done()) return nullptr;
    const auto done = std::exchange(load_, nullptr);
    if (std::exchange(again_, false)) reload();
    return done->take();
}

}  // namespace sinew
