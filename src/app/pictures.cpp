#include "app/pictures.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/compare_picture.h"
#include "app/filming.h"
#include "app/painter.h"
#include "app/read_ahead.h"
#include "app/setup.h"
#include "app/standard_output.h"
#include "app/stopwatch.h"
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

/// The report of a test run: nothing was written, so it says what was done.
void printRun(const Options& options, const std::string& deviceName, const Filmed& filmed, double totalMilliseconds) {
    const Timings& timings = filmed.timings;
    const auto pose = median(timings.pose), record = median(timings.record), gpu = median(timings.gpu);
    if (options.json) {
        const auto number = [](const std::optional<double>& value) {
            return value ? nlohmann::ordered_json(*value) : nullptr;
        };
        const nlohmann::ordered_json run{{"schema", kRunSchema},        {"device", deviceName},
                                         {"frames", filmed.frames},     {"width_px", options.width},
                                         {"height_px", options.height}, {"samples", options.samples},
                                         {"pose_ms", number(pose)},     {"record_ms", number(record)},
                                         {"gpu_ms", number(gpu)},       {"total_ms", totalMilliseconds}};
        print(run.dump(2) + "\n");
        return;
    }
    print(fmt::format("{}: {} frame{} of {}x{} in {:.1f} ms; median of pose {:.3f} ms, record {:.3f} ms, GPU {}\n",
                      deviceName, filmed.frames, filmed.frames == 1 ? "" : "s", options.width, options.height,
                      totalMilliseconds, pose.value_or(0.0), record.value_or(0.0),
                      gpu ? fmt::format("{:.3f} ms", *gpu) : "not measured"));
}

/// The model, which is read while the driver is loaded and the device made, and what it is drawn into.
class Subject {
  public:
    Subject(const Options& options, const Importer& importer)
        : options_(options), reading_(1, importer, [&options](size_t, const Importer& stoppable) {
              return makeStage(options, stoppable);
          }) {}

    /// Waits for it. @throws Error as makeStage() and makeWriter() do.
    void take() {
        if (writerIsMade_) return;
        stage_ = reading_.take();
        writer_ = makeWriter(options_, *stage_);
        writerIsMade_ = true;
    }

    /// Makes something else meanwhile. What is wrong with the model is said before what is wrong with that.
    template <typename Make>
    auto beside(const Make& make) {
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
    const Options& options_;
    std::unique_ptr<Stage> stage_;
    std::unique_ptr<FilmWriter> writer_;
    bool writerIsMade_ = false;
    ReadAhead reading_;
};

}  // namespace

Exit drawPictures(const Options& options, const Importer& importer) {
    Subject subject(options, importer);
    const Instance instance = subject.beside([&] { return Instance({.validation = options.validate}); });
    Filmed filmed;
    {
        const Device device = subject.beside([&] { return Device(instance, options.device); });
        const Clock::time_point start = Clock::now();
        Painter painter = subject.beside([&] { return Painter(options, device); });
        painter.holdLittle();
        subject.beside([&] { painter.prepare(options.influences); });
        subject.take();
        painter.show(subject.stage());
        filmed = film(options, subject.stage(), painter, subject.writer());
        if (!filmed.last) printRun(options, device.name(), filmed, millisecondsSince(start));
    }
    // After the device is gone, so that what it left behind counts.
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return options.reference.empty() ? Exit::done : comparePicture(options, *filmed.last);
}

}  // namespace sinew
