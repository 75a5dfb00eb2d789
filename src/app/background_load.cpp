#include "app/background_load.h"

namespace sinew {

BackgroundLoad::BackgroundLoad(const Importer& importer, Work work, bool inBackground) {
    const auto stoppable = [&importer, stop = stop_.get_token()](const std::filesystem::path& path,
                                                                 ImportOptions options) {
        options.stop = stop;
        return importer(path, options);
    };
    loaded_ = std::async(inBackground ? std::launch::async : std::launch::deferred,
                         [stoppable, work = std::move(work)] { return work(stoppable); });
    if (!inBackground) loaded_.wait();
}

BackgroundLoad::~BackgroundLoad() {
    stop();
    if (loaded_.valid()) loaded_.wait();
}

double BackgroundLoad::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool BackgroundLoad::waitFor(double seconds) const {
    return loaded_.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

}  // namespace sinew
