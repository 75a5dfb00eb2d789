#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_ahead.h"
#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/picture/filming.h"
#include "app/picture/setup.h"
#include "app/picture/stopwatch.h"
#include "app/report/json.h"
#include "app/report/messages.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr int kRunSchema = 1;
constexpr int kDifferenceSchema = 1;

std::optional<double> median(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

template <typename Figure>
std::optional<double> median(const std::vector<GpuTimes>& times, Figure figure) {
    std::vector<double> values;
    for (const GpuTimes& frame : times)
        values.push_back(std::invoke(figure, frame));
    return median(std::move(values));
}

/// The report of a timed run, which writes no pictures.
void printRun(const RenderJob& job, const std::string& deviceName, const Filmed& filmed, double totalMilliseconds) {
    const Timings& timings = filmed.timings;
    const auto [width, height] = job.view.size;
    const auto pose = median(timings.pose), record = median(timings.record),
               gpu = median(timings.gpu, &GpuTimes::total);
    const auto gpuPose = median(timings.gpu, &GpuTimes::pose), gpuShadow = median(timings.gpu, &GpuTimes::shadow),
               gpuSurfaces = median(timings.gpu, &GpuTimes::surfaces);
    if (job.json)
        return print(jsonText({{"schema", kRunSchema},
                               {"device", deviceName},
                               {"frames", filmed.frames},
                               {"width_px", width},
                               {"height_px", height},
                               {"samples", job.view.device.samples},
                               {"pose_ms", orNull(pose)},
                               {"record_ms", orNull(record)},
                               {"gpu_ms", orNull(gpu)},
                               {"gpu_pose_ms", orNull(gpuPose)},
                               {"gpu_shadow_ms", orNull(gpuShadow)},
                               {"gpu_surfaces_ms", orNull(gpuSurfaces)},
                               {"total_ms", totalMilliseconds}}));
    print(fmt::format("{}: {} of {}x{} in {:.1f} ms; median: pose {:.3f} ms, record {:.3f} ms, GPU {}\n", deviceName,
                      counted(filmed.frames, "frame", "frames"), width, height, totalMilliseconds, pose.value_or(0.0),
                      record.value_or(0.0),
                      gpu ? fmt::format("{:.3f} ms (pose {:.3f}, shadow {:.3f}, surfaces {:.3f})", *gpu, *gpuPose,
                                        *gpuShadow, *gpuSurfaces)
                          : "not measured"));
}

/// The model and the writer of its pictures. The model is read while the driver is loaded and the device is made.
class Shown {
  public:
    explicit Shown(const RenderJob& job)
        : job_(job),
          importer_(makeImporter(job.view.load.model)),
          light_(makeLightReader(job.view)),
          reading_(1, {importer_},
                   [&job](size_t, const Importer& stoppable) { return makeStage(job.view.load, stoppable); }) {}

    /// Waits for the model. @throws Error as makeStage() and makeWriter() do.
    void take() {
        if (writerIsMade_) return;
        stage_ = reading_.take().get();
        writer_ = makeWriter(job_, *stage_);
        writerIsMade_ = true;
    }

    /// Makes something else in the meantime. An error of the model takes precedence over an error of `make`.
    template <typename Make>
    auto meanwhile(const Make& make) {
        if (reading_.isReady()) take();
        try {
            return make();
        } catch (const Error&) {
            take();
            throw;
        }
    }

    Painter makePainter(const Device& device) const {
        return Painter(job_.view, device, makeNeededEnvironment(job_.view, light_));
    }

    Stage& stage() { return *stage_; }
    FilmWriter* writer() const { return writer_.get(); }

  private:
    const RenderJob& job_;
    Importer importer_;
    LightReader light_;
    std::unique_ptr<Stage> stage_;
    std::unique_ptr<FilmWriter> writer_;
    bool writerIsMade_ = false;
    ReadAhead reading_;
};

/// `difference`: none if the pictures cannot be compared, for that cause.
void printJson(const ReferencePicture& reference, const std::optional<Difference>& difference, bool passed,
               const std::string& cause) {
    const auto figure = [&](double Difference::*value) { return difference ? Json((*difference).*value) : Json(); };
    const Json comparison{{"schema", kDifferenceSchema},
                          {"reference", reference.path},
                          {"maximum", figure(&Difference::maximum)},
                          {"mean", figure(&Difference::mean)},
                          {"differing_share", figure(&Difference::differingShare)},
                          {"similarity", figure(&Difference::similarity)},
                          {"threshold", reference.threshold},
                          {"threshold_max", reference.thresholdMax},
                          {"holds", passed},
                          {"error", orNull(cause)}};
    print(jsonText(comparison));
}

Difference differenceFrom(const ReferencePicture& reference, const Pixels& picture, const Pixels& expected, bool json) {
    try {
        return compare(picture, expected);
    } catch (const Error& error) {
        if (json) printJson(reference, std::nullopt, false, error.what());
        throw Error(error.exit(), fmt::format("{}: {}", reference.path, error.what()));
    }
}

/// Compares a picture with the reference, writes the heat map, and reports the difference on stderr; with `json`, the
/// figures on stdout instead, or the reason why there are none. Returns Exit::done or Exit::differs.
/// @throws Error(Exit::input) if the reference cannot be read, Error(Exit::output) if the heat map cannot be written,
/// Error(Exit::differs) if the sizes differ.
Exit comparePicture(const ReferencePicture& reference, const Pixels& picture, bool json) {
    const Pixels expected = readPng(reference.path);
    const Difference difference = differenceFrom(reference, picture, expected, json);
    const bool passed = difference.mean <= reference.threshold && difference.maximum <= reference.thresholdMax;
    if (!reference.heatMap.empty()) writePng(reference.heatMap, heatMap(picture, expected));
    if (json) printJson(reference, difference, passed, "");
    if (!passed || !json)
        say("{}: {}: mean difference {:.6f} (threshold {}), maximum {:.4f} (threshold {}), {:.2f} % of "
            "the pixels differ, similarity {:.4f}",
            reference.path, passed ? "within the thresholds" : "differs", difference.mean, reference.threshold,
            difference.maximum, reference.thresholdMax, 100.0 * difference.differingShare, difference.similarity);
    return passed ? Exit::done : Exit::differs;
}

}  // namespace

Exit drawPictures(const task::Draw& task) {
    const RenderJob& job = task.job;
    const DeviceSettings& settings = job.view.device;
    Shown subject(job);
    const Instance instance = subject.meanwhile([&] { return Instance({.validation = settings.validate}); });
    Filmed filmed;
    {
        const Device device = subject.meanwhile([&] { return Device(instance, settings.name); });
        Stopwatch watch;
        Painter painter = subject.meanwhile([&] { return subject.makePainter(device); });
        painter.freeAttachmentsEarly();
        subject.meanwhile([&] { painter.prepare(job.view.load.model.influences); });
        subject.take();
        painter.show(subject.stage());
        filmed = film(job, subject.stage(), painter, subject.writer(), true);
        if (!filmed.last) printRun(job, device.name(), filmed, watch.lap());
    }
    // Only now: destroying the device may cause messages, too.
    if (printValidation(instance)) return Exit::device;
    return job.reference ? comparePicture(*job.reference, *filmed.last, job.json) : Exit::done;
}

}  // namespace sinew
