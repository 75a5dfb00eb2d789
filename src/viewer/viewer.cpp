#include "viewer/viewer.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "app/compared_scenes.h"
#include "app/labels.h"
#include "app/loads.h"
#include "app/model_list.h"
#include "app/setup.h"
#include "app/stopwatch.h"
#include "app/window_settings.h"
#include "app/window_state.h"
#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/instance.h"
#include "gpu/readback.h"
#include "render/panel.h"
#include "render/renderer.h"
#include "render/side_area.h"
#include "viewer/controls.h"
#include "viewer/first_load.h"
#include "viewer/following_camera.h"
#include "viewer/notices.h"
#include "viewer/picture_clicks.h"
#include "viewer/presenter.h"
#include "viewer/read_gamepad.h"
#include "viewer/screenshot.h"
#include "viewer/title.h"
#include "viewer/window.h"
#include "viewer/window_panel.h"

namespace sinew {
namespace {

// Where presenting does not wait for the screen, this does.
constexpr double kShortestFrameSeconds = 1.0 / 90.0;
// A frame that took longer (a debugger, a moved window) is played as if it had taken this long.
constexpr double kLongestFrameSeconds = 0.25;
constexpr double kMinimisedWaitSeconds = 0.2;
constexpr double kPausedWaitSeconds = 0.1;
constexpr double kReadingWaitSeconds = 0.02;
constexpr float kClickSlackPixels = 4.0f;  // of a plain screen

InstanceInfo instanceInfo(const Window& window, const Options& options) {
    InstanceInfo info{.validation = options.validate};
    for (const char* extension : window.instanceExtensions())
        info.extensions.emplace_back(extension);
    return info;
}

/// The model on stage together with its side on the GPU: made, kept and replaced together.
struct Shown {
    std::unique_ptr<Stage> stage;
    GpuModel model;
};

class Viewer {
  public:
    /// `first`: the model at `index` of `models`.
    Viewer(const Options& options, const WindowSettings& settings, const Importer& importer, const Instance& instance,
           Window& window, std::vector<std::string> models, size_t index, LoadedModel first)
        : options_(options),
          settings_(settings),
          influences_(first.stage->report().keptInfluences),
          window_(window),
          surface_(instance, window.createSurface(instance)),
          device_(instance, options.device, surface_),
          shaders_(makeShaderLibrary(options)),
          frames_(device_, {.framesInFlight = options.framesInFlight}),
          presenter_(device_, instance, window, surface_),
          renderer_(device_, shaders_,
                    makePictureFormat(options, first.stage->report().keptInfluences, device_,
                                      presenter_.swapchain().format()),
                    frames_),
          gui_(window.contentScale()),
          panel_(device_, renderer_.layouts(), options.framesInFlight),
          look_(makeLook(options)),
          crossfadeSeconds_(options.crossfadeSeconds),
          controls_(crossfadeSeconds_, device_, look_, notices_),
          windowPanel_(options_, device_, gui_, notices_, {look_, crossfadeSeconds_}),
          clicks_(kClickSlackPixels * window.contentScale()),
          camera_(options_),
          loads_(first.options, importer, std::move(models), index, *first.stage) {
        warnOfLacks(options, device_);
        show(prepared(std::move(first.stage)));
        if (settings.panelVisible) windowPanel_.toggle();
        camera_.start(stage(), aspect());
        if (settings.viewpoint && !options.viewpoint) camera_.turnTo(*settings.viewpoint);
    }

    ~Viewer() { device_.settle(); }  // after an error frames may still be drawn

    /// `dropped`: files, before there was anything to drop them on.
    void run(const std::vector<std::string>& dropped) {
        loads_.drop(dropped, stage());
        Clock::time_point last = Clock::now();
        while (!window_.closeRequested()) {
            const bool resting =
                stage().animator().paused() && !notices_.visible() && !camera_.gliding() && !windowPanel_.busy();
            const double rest = hidden() ? kMinimisedWaitSeconds : resting ? kPausedWaitSeconds : 0.0;
            handle(window_.poll(loads_.reading().empty() ? rest : std::min(rest, kReadingWaitSeconds)));
            const Clock::time_point now = Clock::now();
            loads_.watch(stage(), std::chrono::duration<double>(now.time_since_epoch()).count());
            takeLoaded();
            const double seconds = std::min(std::chrono::duration<double>(now - last).count(), kLongestFrameSeconds);
            last = now;
            advance(seconds);
            if (!hidden()) drawFrame(seconds);
            std::this_thread::sleep_until(now + std::chrono::duration<double>(kShortestFrameSeconds));
        }
    }

    WindowState state() {
        WindowState state = windowStateOf(stage(), look_);
        state.modelIndex = loads_.index();
        state.modelCount = loads_.count();
        state.panelVisible = windowPanel_.shown();
        state.selectedBone = windowPanel_.selectedBone(stage());
        if (notices_.keysShown()) state.overlays.emplace_back("keys");
        state.crossfadeSeconds = crossfadeSeconds_;
        state.camera = camera_.camera();
        state.complaint = notices_.complaint();
        return state;
    }

    WindowSettings settings() const {
        const VkExtent2D size = window_.windowedSize();
        return changedSettings(settings_, options_,
                               {.size = WindowSettings::Size{size.width, size.height},
                                .viewpoint = camera_.turnedView(),
                                .panelVisible = windowPanel_.shown(),
                                .floor = look_.floor,
                                .skeleton = look_.skeleton});
    }

  private:
    Stage& stage() { return *shown_->stage; }
    bool hidden() const {
        const VkExtent2D size = window_.framebufferSize();
        return window_.iconified() || size.width == 0 || size.height == 0;
    }
    bool isDivided() const { return shown_->stage->compared().beside.shown; }
    /// Two sides share what the panel leaves, one lies under it.
    uint32_t coveredWidth(VkExtent2D size) const { return isDivided() ? windowPanel_.coveredWidth(size) : 0; }
    float aspect() const {
        const VkExtent2D size = window_.framebufferSize();
        return aspectOf(sideArea(leftFree(size, coveredWidth(size)), 0, isDivided() ? 2 : 1).extent);
    }

    Shown prepared(std::unique_ptr<Stage> stage) const {
        if (stage->report().keptInfluences > influences_)
            throw Error(Exit::input, fmt::format("{}: is baked with --influences {}; start anew to see it",
                                                 stage->report().file, stage->report().keptInfluences));
        GpuModel model(device_, stage->model(), renderer_.layouts().materialSet, options_.maxBones, influences_);
        return {std::move(stage), std::move(model)};
    }

    void show(Shown next) {
        frames_.waitIdle();
        windowPanel_.leave();
        shown_.emplace(std::move(next));
        renderer_.prepare(&shown_->model);
        scenes_.emplace(stage());
        controls_.enter(stage());
        pad_.forget();
        windowPanel_.enter(stage());
    }

    void handle(Input input) {
        windowPanel_.take(input);
        loads_.drop(input.dropped, stage());
        for (const KeyStroke& stroke : input.keys)
            if (!windowPanel_.takesKey(stroke))
                if (const auto command = controls_.take(stroke, stage())) obey(*command);
        if (GraphRun* graph = stage().graph()) pad_.take(readGamepad(), *graph);
        if (const auto place = clicks_.take(input.pointer)) pick(*place);
        camera_.move(input);
    }

    void pick(glm::vec2 place) {
        const std::span<const Scene> sides = scenes_->made();
        const VkExtent2D size = window_.framebufferSize(), free = leftFree(size, coveredWidth(size));
        for (size_t side = 0; side < sides.size(); ++side) {
            const VkRect2D area = sideArea(free, side, sides.size());
            const float x = place.x - static_cast<float>(area.offset.x);
            if (x >= 0.0f && x < static_cast<float>(area.extent.width))
                windowPanel_.pick(stage(), sides[side], {x, place.y}, area.extent);
        }
    }

    void obey(WindowCommand command) {
        switch (command) {
            case WindowCommand::resetCamera:
                return camera_.reset(stage(), aspect());
            case WindowCommand::reload:
                return reload();
            case WindowCommand::nextModel:
                return loads_.turn(1, stage());
            case WindowCommand::previousModel:
                return loads_.turn(-1, stage());
            case WindowCommand::togglePanel:
                return windowPanel_.toggle();
            case WindowCommand::togglePanelKeyboard:
                return windowPanel_.toggleKeyboard();
            case WindowCommand::fullScreen:
                return window_.toggleFullScreen();
            case WindowCommand::screenshot:
                screenshotWanted_ = true;
                return;
            case WindowCommand::quit:
                return loads_.patienceIsOver() ? loads_.cancel() : window_.requestClose();
        }
    }

    /// Reads model and shaders anew; what cannot be read or finds no room stays as it was, and the window says why.
    void reload() {
        const std::optional<std::string> error = shaders_.reload();
        if (!error) renderer_.reloadShaders();
        notices_.complain(Notices::Subject::shaders, error.value_or(""));
        loads_.again(stage());
    }

    /// Shows the model that has been read, or says why it cannot be.
    void takeLoaded() {
        notices_.showReading(loads_.patienceIsOver() ? loads_.reading() : "", loads_.readingSeconds());
        std::optional<LoadedModel> loaded;
        std::optional<Shown> next;
        std::string cause;
        try {
            loaded = loads_.poll(stage());
            if (!loaded) return;
            next.emplace(prepared(std::move(loaded->stage)));
        } catch (const Error& error) {
            if (error.exit() == Exit::device) throw;
            cause = error.what();
        }
        notices_.complain(Notices::Subject::model, cause);
        if (!next) return;
        show(std::move(*next));  // not above: what fails from here on leaves nothing to go back to
        loads_.show(*loaded, stage());
        if (loaded->isOther) camera_.frame(stage(), aspect());
        if (notices_.complaint().empty()) notices_.say(loaded->isOther ? stage().report().file : "reloaded");
    }

    void advance(double seconds) {
        stage().advance(windowPanel_.holdsTime() ? 0.0 : seconds);
        window_.setTitle(windowTitle(stage(), loads_.index(), loads_.count()));
        camera_.advance(stage(), aspect(), seconds);
    }

    void drawFrame(double seconds) {
        windowPanel_.beginFrame();
        if (!presenter_.ready()) return;
        Swapchain& swapchain = presenter_.swapchain();
        Frame& frame = frames_.begin();
        if (swapchain.acquire(frame.imageAcquired) != SwapchainStatus::ready) return;

        std::array<float, FrameTimes::pieceCount> costs;
        costs.fill(-1.0f);
        costs[FrameTimes::frame] = static_cast<float>(1000.0 * seconds);
        if (!frame.timestampMilliseconds.empty())
            costs[FrameTimes::gpu] = static_cast<float>(frame.timestampMilliseconds.back());
        Clock::time_point start = Clock::now();
        const std::span<const glm::mat4> worldFromNode = stage().updatePose();
        windowPanel_.pointOut(stage());
        costs[FrameTimes::pose] = static_cast<float>(millisecondsSince(start));
        Scene scene = stage().scene(look_.skeleton);
        scene.model = &shown_->model;
        scene.camera = camera_.camera();
        scene.look = look_;
        const Target target{swapchain.image(), swapchain.view(), swapchain.extent()};
        start = Clock::now();
        const std::span<const Scene> sides = scenes_->make(scene);
        const uint32_t covered = screenshotWanted_ ? 0 : coveredWidth(target.extent);
        const VkExtent2D free = leftFree(target.extent, covered);
        renderer_.record(frame, target, sides, covered);
        costs[FrameTimes::record] = static_cast<float>(millisecondsSince(start));

        if (std::exchange(screenshotWanted_, false)) {
            if (swapchain.canBeRead()) {
                screenshot_ = recordScreenshot(device_, frame.commands, target, swapchain.format());
                const auto scale = static_cast<float>(textScale(target.extent.height));
                findLabels(stage(), *scenes_, sides, target.extent, scale, screenshotLabels_);
            } else
                notices_.say("this window system does not let its pictures be read");
        }
        findLabels(stage(), *scenes_, sides, free, gui_.scale(), labels_);
        if (notices_.visible() || windowPanel_.shown() || !labels_.empty()) {
            start = Clock::now();
            const ImDrawData& lists =
                windowPanel_.draw(target.extent, stage(), shown_->model, worldFromNode, labels_, seconds);
            if (windowPanel_.shown()) costs[FrameTimes::panel] = static_cast<float>(millisecondsSince(start));
            panel_.record(frame, target, lists, renderer_.layouts(), renderer_.pipelines());
        }
        windowPanel_.times().add(costs);
        imageBarrier(frame.commands, target.image, kColorAttachment, kPresented);
        const uint64_t done = frames_.submit(frame, PresentSync{frame.imageAcquired, swapchain.readyToPresent()});
        swapchain.present();
        if (screenshot_) saveScreenshot(done);
        if (windowPanel_.apply(stage())) camera_.reset(stage(), aspect());
    }

    void saveScreenshot(uint64_t done) {
        frames_.wait(done);
        const std::string said = sinew::saveScreenshot(*screenshot_, screenshotLabels_);
        screenshot_.reset();
        notices_.say(said);
        fmt::print(stderr, "sinew: {}\n", said);
    }

    const Options options_;
    const WindowSettings settings_;  ///< at the start
    const uint32_t influences_;      ///< of a vertex, for which the pipelines are made
    Window& window_;
    Surface surface_;
    Device device_;
    ShaderLibrary shaders_;
    FrameRing frames_;
    Presenter presenter_;
    Renderer renderer_;
    Notices notices_;
    Gui gui_;  // before the panel, which takes its font
    Panel panel_;
    std::optional<Shown> shown_;
    std::optional<ComparedScenes> scenes_;  ///< of the stage that is shown
    std::vector<Label> labels_, screenshotLabels_;
    Look look_;
    double crossfadeSeconds_;
    Controls controls_;
    PadPlayer pad_;
    WindowPanel windowPanel_;  // after the stage, whose model its check may still be reading
    PictureClicks clicks_;
    FollowingCamera camera_;
    Loads loads_;
    bool screenshotWanted_ = false;
    std::optional<Readback> screenshot_;  ///< of the frame that was submitted last, which writes to it
};

}  // namespace

bool viewerAvailable() {
    return Window::displayAvailable();
}

Exit runViewer(const Options& given, const Importer& importer) {
    const std::filesystem::path settingsPath = given.settings ? settingsFile() : std::filesystem::path();
    const WindowSettings settings = readSettings(settingsPath);
    const Options options = withSettings(given, settings);
    std::vector<std::string> models{options.model};
    models.insert(models.end(), options.alsoShow.begin(), options.alsoShow.end());
    models = modelsIn(models);
    FirstLoad first = loadFirst(options, models, importer);
    if (!first.loaded) return Exit::done;
    if (!first.window) first.window = std::make_unique<Window>("Sinew", options.width, options.height);
    const Instance instance(instanceInfo(*first.window, options));
    {
        Viewer viewer(options, settings, importer, instance, *first.window, std::move(models), first.index,
                      std::move(*first.loaded));
        viewer.run(first.dropped);
        if (const WindowSettings last = viewer.settings(); last != settings) writeSettings(settingsPath, last);
        if (!options.stateJson.empty()) writeWindowState(options.stateJson, viewer.state());
    }
    return instance.validationMessages() > 0 ? Exit::device : Exit::done;
}

}  // namespace sinew
