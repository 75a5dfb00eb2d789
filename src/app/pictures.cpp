#include "app/pictures.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <nlohmann/json.hpp>

#include "app/setup.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/instance.h"
#include "media/compare.h"
#include "media/png.h"
#include "media/sequence.h"
#include "render/offscreen.h"
#include "render/renderer.h"

namespace sinew {
namespace {

constexpr int kRunSchema = 1;

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Milliseconds of each frame.
struct Timings {
    std::vector<double> pose, record, gpu;
};

std::optional<double> median(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Where the finished pictures go.
class Output {
  public:
    explicit Output(const Options& options) : options_(options) {
        if (!options.output.empty() && options.output != "-") name_ = parsePictureName(options.output);
    }

    bool wantsPixels() const { return !options_.output.empty() || !options_.reference.empty(); }

    void take(uint32_t number, Pixels pixels) {
        if (options_.output == "-") {
            const std::vector<uint8_t> file = encodePng(pixels);
            if (std::fwrite(file.data(), 1, file.size(), stdout) != file.size() || std::fflush(stdout) != 0)
                throw Error(Exit::output, "-: standard output cannot be written");
        } else if (name_) {
            writePng(name_->path(number), pixels);
        }
        last_ = std::move(pixels);
    }

    const Pixels& last() const { return last_; }

  private:
    const Options& options_;
    std::optional<PictureName> name_;
    Pixels last_;
};

/// Draws frame after frame, keeping the GPU one ahead, and hands the pictures on in their order.
class Run {
  public:
    Run(const Options& options, Stage& stage, const Device& device, Output& output)
        : options_(options),
          stage_(stage),
          output_(output),
          device_(device),
          shaders_(makeShaderLibrary(options)),
          frames_(device, {.framesInFlight = options.framesInFlight}),
          renderer_(device, shaders_, makePictureFormat(options, stage, device, Offscreen::kFormat), frames_),
          offscreen_(device, {options.width, options.height}, options.framesInFlight),
          model_(device, stage.model(), renderer_.layouts().materialSet, options.maxBones,
                 stage.report().keptInfluences),
          camera_(makeCamera(options, stage, static_cast<float>(options.width) / static_cast<float>(options.height))),
          look_(makeLook(options)) {
        renderer_.prepare(&model_);
    }

    ~Run() { device_.settle(); }  // after an error frames may still be drawn

    Timings draw() {
        const double start = options_.timeSeconds.value_or(0.0);
        for (uint32_t number = 0; number < options_.frames; ++number) {
            if (pending_.size() == frames_.framesInFlight()) finishOldest();
            drawFrame(number, start + number * options_.speed / options_.framesPerSecond);
        }
        while (!pending_.empty())
            finishOldest();
        return std::move(timings_);
    }

  private:
    struct Pending {
        uint32_t number;
        uint32_t slot;
        uint64_t doneValue;
    };

    void drawFrame(uint32_t number, double timeSeconds) {
        const Clock::time_point beforePose = Clock::now();
        stage_.seek(timeSeconds);
        stage_.updatePose();
        timings_.pose.push_back(millisecondsSince(beforePose));

        Frame& frame = frames_.begin();
        const Clock::time_point beforeRecord = Clock::now();
        Scene scene = stage_.scene(look_.skeleton);
        scene.model = &model_;
        scene.look = look_;
        scene.camera = camera_;
        if (options_.turntable)
            scene.camera.yaw += glm::two_pi<float>() * static_cast<float>(number) / static_cast<float>(options_.frames);
        renderer_.record(frame, offscreen_.target(frame), scene);
        if (output_.wantsPixels()) offscreen_.recordReadback(frame);
        timings_.record.push_back(millisecondsSince(beforeRecord));
        pending_.push_back({number, frame.index, frames_.submit(frame)});
    }

    void finishOldest() {
        const Pending oldest = pending_.front();
        pending_.pop_front();
        frames_.wait(oldest.doneValue);
        Frame& frame = frames_.frame(oldest.slot);
        frames_.readTimestamps(frame);
        if (frame.timestampMilliseconds.size() == 2) timings_.gpu.push_back(frame.timestampMilliseconds[1]);
        if (!output_.wantsPixels()) return;
        Pixels pixels{options_.width, options_.height,
                      std::vector<uint8_t>(size_t{4} * options_.width * options_.height)};
        offscreen_.pixels(oldest.slot, pixels.rgba);
        if (options_.background && (*options_.background)[3] < 255) unpremultiply(pixels.rgba);
        output_.take(oldest.number, std::move(pixels));
    }

    const Options& options_;
    Stage& stage_;
    Output& output_;
    const Device& device_;
    ShaderLibrary shaders_;
    FrameRing frames_;
    Renderer renderer_;
    Offscreen offscreen_;
    GpuModel model_;
    Camera camera_;
    Look look_;
    Timings timings_;
    std::deque<Pending> pending_;
};

/// The report of a test run: nothing was written, so it says what was done.
void printRun(const Options& options, const std::string& deviceName, const Timings& timings, double totalMilliseconds) {
    const auto pose = median(timings.pose), record = median(timings.record), gpu = median(timings.gpu);
    if (options.json) {
        const auto number = [](const std::optional<double>& value) {
            return value ? nlohmann::ordered_json(*value) : nullptr;
        };
        const nlohmann::ordered_json run{{"schema", kRunSchema},        {"device", deviceName},
                                         {"frames", options.frames},    {"width_px", options.width},
                                         {"height_px", options.height}, {"samples", options.samples},
                                         {"pose_ms", number(pose)},     {"record_ms", number(record)},
                                         {"gpu_ms", number(gpu)},       {"total_ms", totalMilliseconds}};
        fmt::print("{}\n", run.dump(2));
        return;
    }
    fmt::print("{}: {} frame{} of {}x{} in {:.1f} ms; median of pose {:.3f} ms, record {:.3f} ms, GPU {}\n", deviceName,
               options.frames, options.frames == 1 ? "" : "s", options.width, options.height, totalMilliseconds,
               pose.value_or(0.0), record.value_or(0.0), gpu ? fmt::format("{:.3f} ms", *gpu) : "not measured");
}

Exit comparePicture(const Options& options, const Pixels& picture) {
    const Difference difference = compare(picture, readPng(options.reference));
    const bool holds = difference.mean <= options.threshold;
    if (options.json) {
        const nlohmann::ordered_json comparison{{"schema", kRunSchema},
                                                {"reference", options.reference},
                                                {"maximum", difference.maximum},
                                                {"mean", difference.mean},
                                                {"differing_share", difference.differingShare},
                                                {"threshold", options.threshold},
                                                {"holds", holds}};
        fmt::print("{}\n", comparison.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    if (!holds || !options.json)
        fmt::print(
            stderr,
            "sinew: {}: {}: mean difference {:.6f} (threshold {}), maximum {:.4f}, {:.2f} % of the pixels differ\n",
            options.reference, holds ? "equal enough" : "differs", difference.mean, options.threshold,
            difference.maximum, 100.0 * difference.differingShare);
    return holds ? Exit::done : Exit::differs;
}

}  // namespace

Exit drawPictures(const Options& options, Stage& stage) {
    const Instance instance({.validation = options.validate});
    Output output(options);
    {
        const Device device(instance, options.device);
        const Clock::time_point start = Clock::now();
        const Timings timings = Run(options, stage, device, output).draw();
        if (!output.wantsPixels()) printRun(options, device.name(), timings, millisecondsSince(start));
    }
    // After the device is gone, so that what it left behind counts.
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return options.reference.empty() ? Exit::done : comparePicture(options, output.last());
}

}  // namespace sinew
