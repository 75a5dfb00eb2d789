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

}  // namespace

Exit drawPictures(const Options& options, Stage& stage) {
    const std::unique_ptr<FilmWriter> writer = makeWriter(options, stage);
    const Instance instance({.validation = options.validate});
    Filmed filmed;
    {
        const Device device(instance, options.device);
        const Clock::time_point start = Clock::now();
        Painter painter(options, device);
        painter.show(stage);
        filmed = film(options, stage, painter, writer.get());
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
