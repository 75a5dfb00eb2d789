#include "app/painter.h"

#include <utility>

#include "app/setup.h"
#include "app/stopwatch.h"
#include "gpu/device.h"
#include "render/side_area.h"

namespace sinew {
Painter::Painter(const Options& options, const Device& device)
    : options_(options),
      device_(device),
      shaders_(makeShaderLibrary(options)),
      frames_(device, {.framesInFlight = options.framesInFlight}),
      offscreen_(device, {options.width, options.height}, options.framesInFlight),
      look_(makeLook(options)) {
    warnOfLacks(options, device);
}

Painter::~Painter() {
    device_.settle();  // after an error frames may still be drawn
}

void Painter::prepare(uint32_t influences) {
    if (renderer_ && influences == influences_) return;
    frames_.waitIdle();
    renderer_.emplace(device_, shaders_, makePictureFormat(options_, influences, device_, Offscreen::kFormat), frames_);
    renderer_->makePipelines(look_);
    influences_ = influences;
}

void Painter::show(Stage& stage) {
    frames_.waitIdle();
    pending_.clear();
    model_.reset();
    const uint32_t influences = stage.report().keptInfluences;
    prepare(influences);
    model_.emplace(device_, stage.model(), renderer_->layouts().materialSet, options_.maxBones, influences);
    renderer_->prepare(&*model_);
    scenes_.emplace(stage);
    divided_ = stage.compared().beside.shown;
}

Timings Painter::draw(Stage& stage, uint32_t count, const std::function<Shot(uint32_t)>& shotAt, const Take& take) {
    Timings timings;
    for (uint32_t i = 0; i < count; ++i) {
        if (pending_.size() == frames_.framesInFlight()) finishOldest(take, timings);
        drawShot(stage, shotAt(i), static_cast<bool>(take), timings);
    }
    while (!pending_.empty()) {
        if (holdsLittle_ && pending_.size() == 1) {
            frames_.waitIdle();
            renderer_->dropAttachments();
        }
        finishOldest(take, timings);
    }
    return timings;
}

float Painter::aspect() const {
    return aspectOf(sideArea({options_.width, options_.height}, 0, divided_ ? 2 : 1).extent);
}

void Painter::drawShot(Stage& stage, const Shot& shot, bool readBack, Timings& timings) {
    const Clock::time_point beforePose = Clock::now();
    stage.seek(shot.timeSeconds);
    stage.updatePose();
    timings.pose.push_back(millisecondsSince(beforePose));

    Frame& frame = frames_.begin();
    const Clock::time_point beforeRecord = Clock::now();
    Scene scene = stage.scene(look_.skeleton);
    scene.model = &*model_;
    scene.look = look_;
    scene.camera = shot.camera;
    scene.camera.target += stage.comeSince();
    const std::span<const Scene> sides = scenes_->make(scene);
    const Target target = offscreen_.target(frame);
    renderer_->record(frame, target, sides);
    if (readBack) offscreen_.recordReadback(frame);
    timings.record.push_back(millisecondsSince(beforeRecord));
    std::vector<Label> labels;
    const auto scale = static_cast<float>(textScale(target.extent.height));
    if (readBack) findLabels(stage, *scenes_, sides, target.extent, scale, labels);
    pending_.push_back({shot.number, frame.index, frames_.submit(frame), std::move(labels)});
}

void Painter::finishOldest(const Take& take, Timings& timings) {
    const Pending oldest = std::move(pending_.front());
    pending_.pop_front();
    frames_.wait(oldest.doneValue);
    Frame& frame = frames_.frame(oldest.slot);
    frames_.readTimestamps(frame);
    if (frame.timestampMilliseconds.size() == 2) timings.gpu.push_back(frame.timestampMilliseconds[1]);
    if (!take) return;
    const auto pixels = std::make_shared<Pixels>(
        Pixels{options_.width, options_.height, std::vector<uint8_t>(size_t{4} * options_.width * options_.height)});
    offscreen_.pixels(oldest.slot, pixels->rgba);
    if (options_.background && (*options_.background)[3] < 255) unpremultiply(pixels->rgba);
    writeLabels(*pixels, oldest.labels);
    take(oldest.number, pixels);
}

}  // namespace sinew
