#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/load/make_stage.h"
#include "app/load/read_ahead.h"
#include "app/load/read_model.h"
#include "app/picture/filming.h"
#include "app/picture/painter.h"
#include "app/picture/reference.h"
#include "app/picture/stopwatch.h"
#include "app/report/standard_output.h"
#include "app/run.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr int kRunSchema = 1;

std::optional<double> median(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The report of a test run, which writes no pictures.
void printRun(const RenderJob& job, const std::string& deviceName, const Filmed& filmed, double totalMilliseconds) {
    const Timings& timings = filmed.timings;
    const auto [width, height] = job.view.size;
    const auto pose = median(timings.pose), record = median(timings.record), gpu = median(timings.gpu);
    if (job.json) {
        const auto number = [](const std::optional<double>& value) {
            return value ? nlohmann::ordered_json(*value) : nullptr;
        };
        const nlohmann::ordered_json run{{"schema", kRunSchema},    {"device", deviceName},
                                         {"frames", filmed.frames}, {"width_px", width},
                                         {"height_px", height},     {"samples", job.view.device.samples},
                                         {"pose_ms", number(pose)}, {"record_ms", number(record)},
                                         {"gpu_ms", number(gpu)},   {"total_ms", totalMilliseconds}};
        print(run.dump(2) + "\n");
        return;
    }
    print(fmt::format("{}: {} frame{} of {}x{} in {:.1f} ms; median: pose {:.3f} ms, record {:.3f} ms, GPU {}\n",
                      deviceName, filmed.frames, filmed.frames == 1 ? "" : "s", width, height, totalMilliseconds,
                      pose.value_or(0.0), record.value_or(0.0), gpu ? fmt::format("{:.3f} ms", *gpu) : "not measured"));
}

/// The model and the writer of its pictures. The model is read while the driver is loaded and the device is made.
class Subject {
  public:
    Subject(const RenderJob& job, const Shots& shots)
        : job_(job),
          shots_(shots),
          importer_(makeImporter(job.view.load.model)),
          reading_(1, importer_,
                   [&job](size_t, const Importer& stoppable) { return makeStage(job.view.load, stoppable); }) {}

    /// Waits for the model. @throws Error as makeStage() and makeWriter() do.
    void take() {
        if (writerIsMade_) return;
        stage_ = reading_.take();
        writer_ = makeWriter(job_, shots_, *stage_);
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

    Stage& stage() { return *stage_; }
    FilmWriter* writer() const { return writer_.get(); }

  private:
    const RenderJob& job_;
    const Shots& shots_;
    Importer importer_;
    std::unique_ptr<Stage> stage_;
    std::unique_ptr<FilmWriter> writer_;
    bool writerIsMade_ = false;
    ReadAhead reading_;
};

Exit draw(const RenderJob& job, const Shots& shots) {
    const DeviceSettings& settings = job.view.device;
    Subject subject(job, shots);
    const Instance instance = subject.meanwhile([&] { return Instance({.validation = settings.validate}); });
    Filmed filmed;
    {
        const Device device = subject.meanwhile([&] { return Device(instance, settings.name); });
        Stopwatch watch;
        Painter painter = subject.meanwhile([&] { return Painter(job.view, device); });
        painter.freeAttachmentsEarly();
        subject.meanwhile([&] { painter.prepare(job.view.load.model.influences); });
        subject.take();
        painter.show(subject.stage());
        filmed = film(job, shots, subject.stage(), painter, subject.writer(), true);
        if (!filmed.last) printRun(job, device.name(), filmed, watch.lap());
    }
    // Only now: destroying the device may cause messages, too.
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return job.reference ? comparePicture(*job.reference, *filmed.last, job.json) : Exit::done;
}

}  // namespace

Exit run(const task::Pictures& task) {
    return draw(task.job, task.frames);
}

Exit run(const task::Film& task) {
    return draw(task.job, task.frames);
}

Exit run(const task::Sheet& task) {
    return draw(task.job, task.grid);
}

}  // namespace sinew
