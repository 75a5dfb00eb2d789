#include "app/picture/painter.h"

#include <utility>

#include <fmt/format.h>

#include "app/picture/setup.h"
#include "app/picture/stopwatch.h"
#include "base/error.h"
#include "gpu/device.h"
#include "render/layouts.h"
#include "render/posed_parts.h"

namespace sinew {
Painter::Painter(const ViewSettings& view, const Device& device, std::shared_ptr<const Environment> environment)
    : settings_(view),
      device_(device),
      shaders_(makeShaderLibrary(view.device)),
      environment_(std::move(environment)),
      frames_(device, {.framesInFlight = view.device.framesInFlight}),
      offscreen_(device, {view.size.width, view.size.height}, view.device.framesInFlight) {
    warnOfLacks(view.device, view.look, device);
}

Painter::~Painter() {
    device_.settle();  // after an error, frames may be in flight
}

void Painter::prepare(uint32_t influences) {
    if (renderer_ && influences == influences_) return;
    frames_.waitIdle();
    renderer_.emplace(device_, shaders_, makePictureFormat(settings_.device, influences, device_, Offscreen::kFormat),
                      frames_, *environment_);
    renderer_->makePipelines(settings_.look);
    influences_ = influences;
}

void Painter::show(Stage& stage) {
    frames_.waitIdle();
    pending_.clear();
    shown_.reset();
    look_ = stage.lookFor(settings_.look);
    const uint32_t influences = stage.report().keptInfluences;
    prepare(influences);
    shown_.emplace(stage,
                   Upload{device_, shaders_, settings_.device, renderer_->layouts().materialSet,
                          settings_.load.model.maxBones, influences, look_.skinning},
                   stage.settings().sideBySide.source);
    renderer_->prepare(shown_->models());
    const uint32_t most = mostInstances(device_, shown_->model(), frames_.framesInFlight());
    if (const uint32_t asked = stage.settings().crowd.count; asked > most)
        throw Error(Exit::environment,
                    fmt::format("--instances: {} can draw at most {} of this model; {} were requested", device_.name(),
                                most, asked));
}

Timings Painter::draw(Stage& stage, uint32_t count, const std::function<Shot(uint32_t)>& shotAt, const Take& take) {
    Timings timings;
    for (uint32_t i = 0; i < count; ++i) {
        if (pending_.size() == frames_.framesInFlight()) finishOldest(take, timings);
        drawShot(stage, shotAt(i), static_cast<bool>(take), timings);
    }
    while (!pending_.empty()) {
        if (freesEarly_ && pending_.size() == 1) {
            frames_.waitIdle();
            renderer_->dropAttachments();
        }
        finishOldest(take, timings);
    }
    return timings;
}

void Painter::drawShot(Stage& stage, const Shot& shot, bool readBack, Timings& timings) {
    Stopwatch watch;
    stage.seek(shot.timeSeconds);
    stage.updatePose();
    const double pose = watch.lap();
    Frame& frame = frames_.begin();
    watch.lap();
    record(frame, stage, shot.camera, readBack);
    const double crowd = stage.crowd() ? stage.crowd()->counts().milliseconds() : 0.0;  // recording poses it
    timings.pose.push_back(pose + crowd);
    timings.record.push_back(watch.lap() - crowd);
    std::vector<Label> labels;
    if (readBack)
        labels = findLabels(stage, shown_->views(), {settings_.size.width, settings_.size.height},
                            textScale(settings_.size.height, settings_.textSize));
    pending_.push_back({shot.number, frame.index, frames_.submit(frame), std::move(labels)});
}

void Painter::record(Frame& frame, Stage& stage, Camera camera, bool readBack) {
    camera.target += followed(settings_.camera, stage);
    const VkExtent2D extent{settings_.size.width, settings_.size.height};
    renderer_->record(frame, offscreen_.target(frame), composeFrame(stage, *shown_, camera, look_, extent));
    if (readBack) offscreen_.recordReadback(frame);
}

void Painter::finishOldest(const Take& take, Timings& timings) {
    const Pending oldest = std::move(pending_.front());
    pending_.pop_front();
    frames_.wait(oldest.doneValue);
    Frame& frame = frames_.frame(oldest.slot);
    frames_.readTimestamps(frame);
    if (const std::optional<GpuTimes> gpu = gpuTimes(frame)) timings.gpu.push_back(*gpu);
    if (!take) return;
    const auto [width, height] = settings_.size;
    const auto pixels =
        std::make_shared<Pixels>(Pixels{width, height, std::vector<uint8_t>(size_t{4} * width * height)});
    offscreen_.pixels(oldest.slot, pixels->rgba);
    if (settings_.look.background && settings_.look.background->a < 1.0f) unpremultiply(pixels->rgba);
    writeLabels(*pixels, oldest.labels, textScale(height, settings_.textSize));
    take(oldest.number, pixels);
}

}  // namespace sinew
