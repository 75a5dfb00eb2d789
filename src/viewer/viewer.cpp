#include "viewer/viewer.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "app/load/light_load.h"
#include "app/load/model_list.h"
#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/options/window_settings.h"
#include "app/pick.h"
#include "app/picture/setup.h"
#include "app/picture/stopwatch.h"
#include "app/report/messages.h"
#include "base/atomic_file.h"
#include "gpu/instance.h"
#include "import/files/formats.h"
#include "render/posed_parts.h"
#include "render/target.h"
#include "viewer/controls.h"
#include "viewer/file_dialog.h"
#include "viewer/first_load.h"
#include "viewer/following_camera.h"
#include "viewer/loads.h"
#include "viewer/notices.h"
#include "viewer/screenshot.h"
#include "viewer/window.h"
#include "viewer/window_panel.h"
#include "viewer/window_renderer.h"
#include "viewer/window_state.h"

namespace sinew {
namespace {

constexpr double kLongestFrameSeconds = 0.25;  // longer frames (a debugger, a moved window) count as this long
constexpr double kMinimizedWaitSeconds = 0.2;
constexpr double kPausedWaitSeconds = 0.1;
constexpr double kLoadingWaitSeconds = 0.02;
constexpr float kClickSlackPixels = 4.0f;  // at a display scale of 1

/// A stage and what draws it, which are replaced together.
struct Shown {
    std::unique_ptr<Stage> stage;
    ShownStage drawn;

    Shown(std::unique_ptr<Stage> given, const WindowRenderer& renderer, const Look& look, bool warns = true)
        : stage(std::move(given)), drawn(renderer.upload(*stage, stage->lookFor(look).skinning, warns)) {}
};

/// The folder of a file. Empty if the working directory is gone.
std::string folderOf(const std::filesystem::path& file) {
    std::error_code failed;
    const std::filesystem::path path = std::filesystem::absolute(file, failed);
    return failed ? std::string() : path.parent_path().string();
}

/// What the window begins with.
struct Start {
    const task::View& task;
    ViewSettings view;  ///< the task's, with the settings
    WindowSettings settings;
    const Importer& importer;  ///< outlives the viewer, as does `light`
    const LightReader& light;
    std::vector<std::string> models;
    size_t index = 0;    ///< of the model that was loaded
    LoadedModel loaded;  ///< its stage is taken
};

class Viewer {
  public:
    Viewer(const Instance& instance, Window& window, Start start)
        : view_(start.view),
          settings_(start.settings),
          shortestFrameSeconds_(1.0 / start.task.mostFramesPerSecond),
          window_(window),
          gui_(window.contentScale()),
          renderer_(view_, instance, window, start.loaded.stage->report().keptInfluences,
                    *makeEnvironment(view_.environment, start.light)),
          look_(view_.look),
          controls_(renderer_.device(), look_, notices_),
          panel_(view_, renderer_.device(), gui_, notices_, look_),
          clicks_(kClickSlackPixels * window.contentScale()),
          camera_(view_.camera),
          loads_(start.loaded.request, start.importer, start.models, start.index, *start.loaded.stage,
                 start.task.watch),
          lightLoad_(view_.environment, start.light, start.task.watch) {
        show({std::move(start.loaded.stage), renderer_, look_});
        if (settings_.panelVisible) panel_.control().toggle();
        camera_.start(stage(), aspect());
        const CameraSettings& asked = view_.camera;
        if (settings_.viewpoint && !asked.viewpoint && !asked.fixed) camera_.turnTo(*settings_.viewpoint);
    }

    ~Viewer() { renderer_.device().settle(); }  // after an error, frames may be in flight

    /// `dropped`: files that were dropped on the window before the first model was loaded.
    void run(const std::vector<std::string>& dropped) {
        loads_.drop(dropped, stage());
        Clock::time_point last = Clock::now();
        while (!window_.closeRequested()) {
            handle(window_.poll(waitSeconds()));
            const Clock::time_point now = Clock::now();
            const double nowSeconds = std::chrono::duration<double>(now.time_since_epoch()).count();
            loads_.watch(stage(), nowSeconds);
            lightLoad_.watch(nowSeconds);
            takeChosen();
            takeLoaded();
            takeLight();
            const double seconds = std::min(std::chrono::duration<double>(now - last).count(), kLongestFrameSeconds);
            last = now;
            advance(seconds);
            wantLevels();
            if (!hidden()) drawFrame(seconds);
            std::this_thread::sleep_until(now + std::chrono::duration<double>(shortestFrameSeconds_));
        }
    }

    std::string stateJson() {
        return windowStateJson(stage(), look_,
                               {.modelIndex = loads_.index(),
                                .modelCount = loads_.count(),
                                .textureFolders = loads_.shown().model.textureFolders,
                                .selectedBone = panel_.selectedBone(stage()),
                                .panelVisible = panel_.control().shown(),
                                .keysVisible = notices_.keysShown(),
                                .camera = camera_.camera(),
                                .environment = view_.environment,
                                .complaint = notices_.error()});
    }

    WindowSettings settings() const {
        const VkExtent2D size = window_.windowedSize();
        return changedSettings(settings_, view_,
                               {.size = Size{size.width, size.height},
                                .viewpoint = camera_.turnedView(),
                                .panelVisible = panel_.control().shown(),
                                .floor = look_.floor,
                                .skeleton = look_.skeleton});
    }

  private:
    Stage& stage() { return *shown_->stage; }
    bool hidden() const {
        const VkExtent2D size = window_.framebufferSize();
        return window_.iconified() || size.width == 0 || size.height == 0;
    }
    /// The columns that the views leave to the panel: one view lies partly under it, two share the rest.
    uint32_t coveredWidth(VkExtent2D size) {
        return stage().settings().sideBySide.shown ? panel_.coveredWidth(size) : 0;
    }
    float aspect() {
        const VkExtent2D size = window_.framebufferSize();
        return viewAspect(stage(), uncoveredExtent(size, coveredWidth(size)));
    }
    /// How long to sleep when no input arrives.
    double waitSeconds() {
        const bool resting =
            stage().settings().paused && !notices_.visible() && !camera_.gliding() && !panel_.control().busy();
        const double wait = hidden() ? kMinimizedWaitSeconds : resting ? kPausedWaitSeconds : 0.0;
        return loads_.reading().empty() ? wait : std::min(wait, kLoadingWaitSeconds);
    }

    void show(Shown next) {
        renderer_.waitIdle();
        panel_.leaveStage();
        shown_.emplace(std::move(next));
        look_ = stage().lookFor(look_);
        renderer_.show(shown_->drawn.models());
        limitCrowd();
        controls_.setStage(stage());
        panel_.setStage(stage());
    }

    void limitCrowd() {
        PlaySettings settings = stage().settings();
        const uint32_t most = mostInstances(renderer_.device(), shown_->drawn.model(), view_.device.framesInFlight);
        if (settings.crowd.count <= most) return;
        notices_.say(fmt::format("showing {} characters; {} do not fit a frame", most, settings.crowd.count));
        settings.crowd.count = most;
        stage().apply(settings);
    }

    /// The view, or a crowd, may be chosen for a model that was loaded without levels of detail.
    void wantLevels() {
        if (look_.view == View::levels || stage().crowd()) loads_.wantLevels(stage());
    }

    void handle(Input input) {
        panel_.control().take(input);
        loads_.drop(input.dropped, stage());
        for (const KeyStroke& stroke : input.keys)
            if (!panel_.control().takesKey(stroke)) obey(controls_.take(stroke, stage()));
        if (GraphRun* graph = stage().graph()) graph->take(window_.gamepad());
        if (const auto pixel = clicks_.take(input.pointer)) pick(*pixel);
        camera_.move(input);
    }

    void pick(glm::vec2 pixel) {
        const std::span<const Scene> views = shown_->drawn.views().scenes();
        const VkExtent2D size = window_.framebufferSize(), free = uncoveredExtent(size, coveredWidth(size));
        for (size_t view = 0; view < views.size(); ++view) {
            const VkRect2D area = sideArea(free, view, views.size());
            const float x = pixel.x - static_cast<float>(area.offset.x);
            if (x < 0.0f || x >= static_cast<float>(area.extent.width) || shown_->drawn.views().showsSource(view))
                continue;
            const glm::vec2 pixels(area.extent.width, area.extent.height);
            if (const auto member = pickMember(stage(), views[view].camera, look_.skinning, {x, pixel.y}, pixels))
                stage().choose(*member);
            stage().updatePose();
            panel_.pick(stage(), views[view], {x, pixel.y}, area.extent);
        }
    }

    void obey(const Key& pressed) {
        if (pressed == key::resetCamera) return camera_.reset(stage(), aspect());
        if (pressed == key::reload) return reload();
        if (pressed == key::allowProject) return attempt([&] { loads_.allowProject(stage()); });
        if (pressed == key::adopt) return attempt([&] { loads_.adopt(stage()); });
        if (pressed == key::open) return openDialog();
        if (pressed == key::nextModel) return loads_.turn(1, stage());
        if (pressed == key::previousModel) return loads_.turn(-1, stage());
        if (pressed == key::panel) return panel_.control().toggle();
        if (pressed == key::keyboard) return panel_.control().toggleKeyboard();
        if (pressed == key::fullScreen) return window_.toggleFullScreen();
        if (pressed == key::screenshot) return screenshot_.request();
        if (pressed == key::cancel) return loads_.patienceIsOver() ? loads_.cancel() : window_.requestClose();
    }

    void openDialog() {
        if (dialog_) return notices_.say("a file dialog is open already");
        FileQuestion question{.parent = window_.portalHandle(), .endings = modelEndings()};
        if (const std::filesystem::path model = loads_.shown().model.path; !model.empty())
            question.folder = folderOf(model);
        dialog_.emplace([question](const std::stop_token& stop) { return askForFiles(question, stop); });
    }

    /// Loads the files that were chosen in the dialog, if any, or shows the error.
    void takeChosen() {
        if (!dialog_ || !dialog_->done()) return;
        try {
            loads_.drop(dialog_->take(), stage());
        } catch (const Error& error) {
            notices_.say(error.what());
            say(error.what());
        }
        dialog_.reset();
    }

    /// Reloads the model, the environment and the shaders. After an error the old ones stay, and the window shows the
    /// error.
    void reload() {
        notices_.showError(Notices::Subject::shaders, renderer_.reloadShaders().value_or(""));
        loads_.reload(stage());
        lightLoad_.reload();
    }

    template <typename Load>
    void attempt(const Load& load) {
        try {
            load();
        } catch (const Error& error) {
            notices_.say(error.what());
        }
    }

    /// Shows the model that has been loaded, if any, or the error.
    void takeLoaded() {
        notices_.showLoading(loads_.patienceIsOver() ? loads_.reading() : "", loads_.readingSeconds());
        std::optional<LoadedModel> loaded;
        std::optional<Shown> next;
        std::string cause;
        try {
            loaded = loads_.poll(stage());
            if (!loaded) return;
            next.emplace(std::move(loaded->stage), renderer_, look_, !loaded->forLevels);
        } catch (const Error& error) {
            if (error.exit() == Exit::device) throw;
            cause = error.what();
        }
        notices_.showError(Notices::Subject::model, cause);
        if (!next) return;
        show(std::move(*next));  // outside of try: from here on there is no old model to keep
        loads_.show(*loaded, stage());
        if (loaded->isOther) camera_.frame(stage(), aspect());
        if (loaded->forLevels || !notices_.error().empty()) return;
        notices_.say(!loaded->notice.empty() ? loaded->notice : loaded->isOther ? stage().report().file : "reloaded");
    }

    /// Shows the environment that has been read again, if any, or the error.
    void takeLight() {
        std::string cause;
        try {
            const std::shared_ptr<const Environment> light = lightLoad_.poll();
            if (!light) return;
            renderer_.setEnvironment(*light);
        } catch (const Error& error) {
            if (error.exit() == Exit::device) throw;
            cause = error.what();
        }
        notices_.showError(Notices::Subject::environment, cause);
        if (notices_.error().empty()) notices_.say("reloaded");
    }

    void advance(double seconds) {
        stage().advance(panel_.holdsTime() ? 0.0 : seconds);
        window_.setTitle(windowTitle(stage(), loads_.index(), loads_.count()));
        camera_.advance(stage(), aspect(), seconds);
    }

    void drawFrame(double seconds) {
        panel_.beginFrame();
        const std::optional<WindowFrame> into = renderer_.begin();
        if (!into) return;
        const uint32_t covered = screenshot_.requested() ? 0 : coveredWidth(into->target.extent);
        FrameTimes::Costs costs = costsOf(into->frame, seconds);
        updatePose(costs);
        recordViews(*into, covered, costs);
        recordScreenshot(*into);
        recordOverlay(*into, covered, seconds, costs);
        panel_.times().add(costs);
        saveScreenshot(renderer_.present(*into));
        const bool hadCrowd = stage().crowd() != nullptr;
        const bool reset = panel_.apply(stage());
        if (const std::optional<std::string>& variant = panel_.chosenVariant()) loads_.chooseVariant(*variant, stage());
        if (reset || hadCrowd != (stage().crowd() != nullptr)) camera_.reset(stage(), aspect());
    }

    static FrameTimes::Costs costsOf(const Frame& frame, double seconds) {
        FrameTimes::Costs costs = FrameTimes::kUnknown;
        costs[FrameTimes::frame] = 1000.0 * seconds;
        if (const std::optional<GpuTimes> gpu = gpuTimes(frame)) {
            costs[FrameTimes::gpu] = gpu->total();
            costs[FrameTimes::gpuPose] = gpu->pose;
            costs[FrameTimes::gpuShadow] = gpu->shadow;
            costs[FrameTimes::gpuSurfaces] = gpu->surfaces;
        }
        return costs;
    }

    void updatePose(FrameTimes::Costs& costs) {
        Stopwatch watch;
        stage().updatePose();
        panel_.highlight(stage());
        costs[FrameTimes::pose] = watch.lap();
    }

    /// Halves the crowd until the memory suffices for it.
    void recordViews(const WindowFrame& into, uint32_t covered, FrameTimes::Costs& costs) {
        Stopwatch watch;
        for (bool recorded = false; !recorded;) {
            try {
                const VkExtent2D extent = into.target.extent;
                renderer_.record(into, composeFrame(stage(), shown_->drawn, camera_.camera(), look_, extent), covered);
                recorded = true;
            } catch (const Error& error) {
                if (error.exit() != Exit::environment || !halveCrowd()) throw;
            }
        }
        costs[FrameTimes::record] = watch.lap();
    }

    bool halveCrowd() {
        PlaySettings settings = stage().settings();
        if (!stage().crowd() || settings.crowd.count < 2) return false;
        settings.crowd.count /= 2;
        notices_.say(fmt::format("showing {} characters; the memory does not suffice for more", settings.crowd.count));
        stage().apply(settings);
        stage().updatePose();
        return true;
    }

    void recordScreenshot(const WindowFrame& into) {
        if (!screenshot_.requested()) return;
        if (!renderer_.canReadBack()) {
            screenshot_.cancel();
            return notices_.say("screenshots are not supported by this window system");
        }
        const VkExtent2D extent = into.target.extent;
        screenshot_.record(renderer_.device(), into.frame.commands, into.target, renderer_.format(),
                           findLabels(stage(), shown_->drawn.views(), extent, textScale(extent.height)));
    }

    /// Labels, notices and the panel.
    void recordOverlay(const WindowFrame& into, uint32_t covered, double seconds, FrameTimes::Costs& costs) {
        const VkExtent2D extent = into.target.extent, free = uncoveredExtent(extent, covered);
        const std::vector<Label> labels = findLabels(stage(), shown_->drawn.views(), free, gui_.scale());
        if (!notices_.visible() && !panel_.control().shown() && labels.empty()) return;
        Stopwatch watch;
        const ImDrawData& lists =
            panel_.draw(extent, stage(), shown_->drawn.model(), labels, loads_.shown().model, seconds);
        if (panel_.control().shown()) costs[FrameTimes::panel] = watch.lap();
        renderer_.recordPanel(into, lists);
    }

    void saveScreenshot(uint64_t done) {
        if (!screenshot_.recorded()) return;
        renderer_.wait(done);
        const std::string result = screenshot_.save();
        notices_.say(result);
        say(result);
    }

    const ViewSettings view_;
    const WindowSettings settings_;  ///< at the start
    const double shortestFrameSeconds_;
    Window& window_;
    Notices notices_;
    Gui gui_;  // before the renderer, which uploads its font
    WindowRenderer renderer_;
    std::optional<Shown> shown_;
    Look look_;
    Controls controls_;
    WindowPanel panel_;  // after the stage, whose model its check may be reading
    ClickDetector clicks_;
    FollowingCamera camera_;
    Loads loads_;
    LightLoad lightLoad_;
    /// Asks for files while it is open.
    std::optional<BackgroundTask<std::vector<std::string>>> dialog_;
    Screenshot screenshot_;  ///< read back from the last submitted frame
};

}  // namespace

bool viewerAvailable() {
    return Window::displayAvailable();
}

Exit runViewer(const task::View& task) {
    const std::filesystem::path settingsPath = task.keepSettings ? settingsFile() : std::filesystem::path();
    const WindowSettings settings = readSettings(settingsPath);
    const ViewSettings view = withSettings(task, settings);
    const Importer importer = makeImporter(view.load.model);
    const LightReader light = makeLightReader(view);
    std::vector<std::string> models{view.load.model.path};
    models.insert(models.end(), task.otherModels.begin(), task.otherModels.end());
    models = modelsIn(models);
    FirstLoad first = loadFirst(view, models, importer);
    if (!first.loaded) return Exit::done;
    if (!first.window) first.window = std::make_unique<Window>("Sinew", view.size.width, view.size.height);
    const Instance instance({.extensions = first.window->instanceExtensions(), .validation = view.device.validate});
    {
        Viewer viewer(
            instance, *first.window,
            {task, view, settings, importer, light, std::move(models), first.index, std::move(*first.loaded)});
        viewer.run(first.dropped);
        if (const WindowSettings last = viewer.settings(); last != settings) writeSettings(settingsPath, last);
        if (!task.stateJson.empty()) {
            const std::string json = viewer.stateJson();
            writeFileAtomically(task.stateJson, std::as_bytes(std::span(json)));
        }
    }
    return instance.validationMessages() > 0 ? Exit::device : Exit::done;
}

}  // namespace sinew
