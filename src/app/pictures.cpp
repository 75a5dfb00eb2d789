#include <algorithm>
#include <deque>
#include <functional>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_ahead.h"
#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/options/names.h"
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

constexpr int kSchema = 1;  ///< of both reports

template <typename Time, typename Figure = std::identity>
std::optional<double> median(const std::vector<Time>& times, Figure figure = {}) {
    if (times.empty()) return std::nullopt;
    std::vector<double> values(times.size());
    std::ranges::transform(times, values.begin(), figure);
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// The report of a timed run, which writes no pictures. Milliseconds: `start` of what came before its frames, `total`
/// of those.
void printRun(const RenderJob& job, const std::string& deviceName, const Filmed& filmed, const Json& start,
              double total) {
    const Timings& timings = filmed.timings;
    const auto [width, height] = job.view.size;
    const auto pose = median(timings.pose), record = median(timings.record);
    const auto gpu = [&](auto figure) { return median(timings.gpu, figure); };
    if (job.json)
        return print(jsonText({{"schema", kSchema},
                               {"device", deviceName},
                               {"frames", filmed.frames},
                               {"width_px", width},
                               {"height_px", height},
                               {"samples", job.view.device.samples},
                               {"start_ms", start},
                               {"pose_ms", orNull(pose)},
                               {"record_ms", orNull(record)},
                               {"gpu_ms", orNull(gpu(&GpuTimes::total))},
                               {"gpu_pose_ms", orNull(gpu(&GpuTimes::pose))},
                               {"gpu_shadow_ms", orNull(gpu(&GpuTimes::shadow))},
                               {"gpu_surfaces_ms", orNull(gpu(&GpuTimes::surfaces))},
                               {"total_ms", total}}));
    print(fmt::format("{}: {} of {}x{} in {:.1f} ms; median: pose {:.3f} ms, record {:.3f} ms, GPU {}\n", deviceName,
                      counted(filmed.frames, "frame", "frames"), width, height, total, pose.value_or(0.0),
                      record.value_or(0.0),
                      timings.gpu.empty() ? "not measured" : fmt::format("{:.3f} ms", *gpu(&GpuTimes::total))));
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

    /// Waits for the model. @throws Error as makeStage() and makeWriter() do; is not called again then.
    void take() {
        if (stage_) return;
        stage_ = reading_.take().get();
        if (namesEachClip(job_.output)) findOutputs();
        if (!next()) writer_ = makeWriter(job_, *stage_);
        start_["model"] = watch_.lap();
    }

    /// Goes on to the next clip that has an output of its own. False: there is none.
    bool next() {
        if (outputs_.empty()) return false;
        const std::optional<size_t> clip = outputs_.front().first;
        job_.output = outputs_.front().second;
        outputs_.pop_front();
        stage_->play(clip);
        writer_ = makeWriter(job_, *stage_);
        return true;
    }

    /// Makes something else in the meantime. An error of the model takes precedence over an error of `make`.
    template <typename Make>
    auto meanwhile(const char* what, const Make& make) {
        const std::shared_ptr<void> atEnd(nullptr, [&](void*) { start_[what] = watch_.lap(); });
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

    const RenderJob& job() const { return job_; }
    const Json& start() const { return start_; }  ///< milliseconds of what was made in the meantime
    Stage& stage() { return *stage_; }
    FilmWriter* writer() const { return writer_.get(); }

  private:
    void findOutputs() {
        const std::optional<size_t> current = stage_->animator().clip();
        std::vector<std::string> clips;
        for (const AnimationClip& clip : stage_->model().clips)
            clips.push_back(clip.name);
        if (!current) clips.assign(1, "rest pose");
        const std::vector<std::string> outputs = clipOutputs(job_.output, clips, job_.format == FilmFormat::png);
        for (size_t clip = 0; clip < outputs.size(); ++clip)
            if (!current || job_.allClips || clip == current)
                outputs_.emplace_back(current ? std::optional(clip) : std::nullopt, outputs[clip]);
    }

    RenderJob job_;  ///< with the output that is next
    Importer importer_;
    LightReader light_;
    std::unique_ptr<Stage> stage_;
    std::unique_ptr<FilmWriter> writer_;
    std::deque<std::pair<std::optional<size_t>, std::string>> outputs_;  ///< that are left, with their clips
    Stopwatch watch_;
    Json start_;
    ReadAhead reading_;
};

/// `difference`: none if the pictures cannot be compared, for that cause.
void printJson(const ReferencePicture& reference, const std::optional<Difference>& difference, bool passed,
               const std::string& cause) {
    const auto figure = [&](double Difference::*value) { return difference ? Json((*difference).*value) : Json(); };
    const Json comparison{{"schema", kSchema},
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
    const Instance instance =
        subject.meanwhile("instance", [&] { return Instance({.validation = settings.validate}); });
    Filmed filmed;
    {
        const Device device = subject.meanwhile("device", [&] { return Device(instance, settings.name); });
        Painter painter = subject.meanwhile("environment", [&] { return subject.makePainter(device); });
        painter.freeAttachmentsEarly();
        subject.meanwhile("pipelines", [&] { painter.prepare(job.view.load.model.influences); });
        subject.take();
        subject.meanwhile("upload", [&] { painter.show(subject.stage()); });
        Stopwatch watch;
        do
            filmed = film(subject.job(), subject.stage(), painter, subject.writer(), true);
        while (subject.next());
        if (!filmed.last) printRun(job, device.name(), filmed, subject.start(), watch.lap());
    }
    // Only now: destroying the device may cause messages, too.
    if (printValidation(instance)) return Exit::device;
    return job.reference ? comparePicture(*job.reference, *filmed.last, job.json) : Exit::done;
}

}  // namespace sinew
