#include <mutex>

#include <fmt/format.h>

#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/picture/filming.h"
#include "base/error.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "python/importers.h"
#include "python/loaded_model.h"

namespace sinew {
namespace {

/// Keeps the pictures of a film.
struct KeptPictures final : FilmWriter {
    std::vector<Pixels> pictures;

    EncodedFrame encode(const FilmFrame& frame) const override {
        return {.bytes = {frame.pixels.rgba.begin(), frame.pixels.rgba.end()},
                .area = {0, 0, frame.pixels.width, frame.pixels.height}};
    }
    void append(uint32_t, EncodedFrame frame) override {
        pictures.push_back({frame.area.width, frame.area.height, std::move(frame.bytes)});
    }
    void finish() override {}
};

}  // namespace

std::vector<Pixels> drawFile(const LoadedFile& file, RenderJob job) {
    static std::mutex onlyOne;  // gpu/instance.h, gpu/device.h
    const std::lock_guard lock(onlyOne);
    const ModelSource asked = std::exchange(job.view.load.model, file.source);
    if (asked.up) job.view.load.model.up = asked.up;
    if (asked.scale) job.view.load.model.scale = asked.scale;
    std::vector<MotionSource> sources = file.sources;
    for (MotionSource& each : sources)  // a stage takes them
        if (each.figure) each.figure = std::make_shared<ImportedModel>(*each.figure);
    const std::unique_ptr<Stage> stage = makeStage(job.view.load, file.imported, std::move(sources));

    KeptPictures kept;
    const Instance instance({.validation = job.view.device.validate});
    {
        const Device device(instance, job.view.device.name);
        const LightReader light = [&](const std::filesystem::path& path, const std::stop_token&) {
            return readLight(path, file.source);
        };
        Painter painter(job.view, device, makeNeededEnvironment(job.view, light));
        painter.freeAttachmentsEarly();
        painter.show(*stage);
        film(job, *stage, painter, &kept, false);
    }
    if (const uint32_t count = instance.validationMessages(); count > 0)
        throw Error(Exit::device, counted(count, "validation message", "validation messages"));
    return std::move(kept.pictures);
}

}  // namespace sinew
