#include "viewer/viewer.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/light_load.h"
#include "app/load/model_list.h"
#include "app/load/project_folder.h"
#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/options/window_settings.h"
#include "app/pick.h"
#include "app/picture/setup.h"
#include "app/picture/stopwatch.h"
#include "app/report/messages.h"
#include "base/atomic_file.h"
#include "base/shown_text.h"
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
#include "viewer/panel/control_panel.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/report.h"
#include "viewer/panel/statistics.h"
#include "viewer/screenshot.h"
#include "viewer/window.h"
#include "viewer/window_renderer.h"
#include "viewer/window_state.h"

namespace sinew {
namespace {

volatile std::sig_atomic_t endRequested = 0;  // by a signal or a key

/// From now on, SIGINT and SIGTERM close the window. The second one ends the program.
void closeOnSignals() {
    const auto request = [](int signal) {
        endRequested = 1;
        std::signal(signal, SIG_DFL);
    };
    for (const int signal : {SIGINT, SIGTERM})
        if (std::signal(signal, request) == SIG_IGN) std::signal(signal, SIG_IGN);
}

constexpr double kLongestFrameSeconds = 0.25;  // longer frames (a debugger, a moved window) count as this long
constexpr double kMinimizedWaitSeconds = 0.2, kStillWaitSeconds = 0.1, kLoadingWaitSeconds = 0.02;
constexpr double kHintSeconds = 12.0;
constexpr int kSettleFrames = 3;  // until the panel shows what has happened
constexpr float kTextStep = 1.1f;
constexpr std::chrono::milliseconds kDoubleClick{400};
constexpr float kClickSlackPixels = 4.0f;  // at a display scale of 1

/// The angles of the views from the sides, in degrees.
constexpr std::tuple<Key, float, float> kSides[] = {{key::viewFront, 0.0f, 0.0f}, {key::viewBack, 180.0f, 0.0f},
                                                    {key::viewLeft, 90.0f, 0.0f}, {key::viewRight, -90.0f, 0.0f},
                                                    {key::viewTop, 0.0f, 90.0f},  {key::viewBottom, 0.0f, -90.0f}};

/// A stage and what draws it, which are replaced together.
struct Shown {
    std::unique_ptr<Stage> stage;
    ShownStage drawn;

    Shown(std::unique_ptr<Stage> given, const WindowRenderer& renderer, const Look& look, bool warns = true)
        : stage(std::move(given)), drawn(renderer.upload(*stage, stage->lookFor(look).skinning, warns)) {}
};

/// `notice`, and how many textures are missing, if any, with what the user can do about it.
std::string withMissing(const std::string& notice, const Model& model) {
    const size_t missing = countMissingTextures(model);
    if (missing == 0) return notice;
    return fmt::format("{}{}{} missing; {} also looks in the project's directory", notice, notice.empty() ? "" : "; ",
                       counted(missing, "texture is", "textures are"), key::allowProject.names);
}

class Viewer {
  public:
    /// `view`, `settings`: the task's, and as they were kept. `importer` and `light` outlive the viewer, `first` is
    /// taken.
    Viewer(const Instance& instance, const task::View& task, const ViewSettings& view, const WindowSettings& settings,
           const Importer& importer, const LightReader& light, std::vector<std::string> models, FirstLoad& first)
        : view_(view),
          settings_(settings),
          shortestFrameSeconds_(1.0 / task.mostFramesPerSecond),
          window_(*first.window),
          keysKnown_(settings_.keysKnown),
          gui_(guiScale()),
          renderer_(view_, instance, window_, first.loaded->stage->report().keptInfluences,
                    *makeEnvironment(view_.environment, light)),
          look_(view_.look),
          controls_(renderer_.device(), look_, notices_),
          panel_(gui_),
          clicks_(kClickSlackPixels * window_.contentScale()),
          camera_(view_.camera),
          importer_(importer),
          loads_(first.loaded->request, importer, std::move(models), first.index, *first.loaded->stage, task.watch),
          lightLoad_(view_.environment, light, task.watch) {
        if (!keysKnown_) notices_.say(hint(first.loaded->stage->graph()), kHintSeconds);
        show({std::move(first.loaded->stage), renderer_, look_});
        notices_.showError(Notices::Subject::model, first.error, false);  // printed already
        if (settings_.panelVisible) panel_.toggle();
        freeView();
        camera_.start(stage(), aspect());
        if (const std::string missing = withMissing("", stage().model()); !missing.empty()) notices_.say(missing);
    }

    ~Viewer() { renderer_.device().settle(); }  // after an error, frames may be in flight

    /// `dropped`: files that were dropped on the window before the first model was loaded.
    void run(const std::vector<std::string>& dropped) {
        loads_.drop(dropped, stage());
        Clock::time_point last = Clock::now();
        while (!window_.closeRequested() && endRequested == 0) {
            handle(window_.poll(waitSeconds()));
            const Clock::time_point now = Clock::now();
            const double nowSeconds = std::chrono::duration<double>(now.time_since_epoch()).count();
            loads_.watch(stage(), nowSeconds);
            lightLoad_.watch(nowSeconds);
            takeDone(dialog_, [&](const auto& files) { loads_.drop(files, stage()); });
            takeDone(export_, [&](const auto& file) { notices_.say("wrote " + shownPath(file)); });
            takeLoaded();
            takeLight();
            const double seconds = std::min(std::chrono::duration<double>(now - last).count(), kLongestFrameSeconds);
            last = now;
            advance(seconds);
            // The view, or a crowd, may be chosen for a model that was loaded without levels of detail.
            if (look_.view == View::levels || stage().crowd()) loads_.wantLevels(stage());
            if (!hidden() && unsettledFrames_ > 0) drawFrame(seconds);
            std::this_thread::sleep_until(now + std::chrono::duration<double>(shortestFrameSeconds_));
        }
    }

    std::string stateJson() {
        const std::optional<uint32_t> node = panel_.selectedNode();
        const std::vector<std::string>& names = stage().model().hierarchy.names;
        return windowStateJson(stage(), look_,
                               {.modelIndex = loads_.index(),
                                .modelCount = loads_.count(),
                                .textureFolders = loads_.shown().model.textureFolders,
                                .selectedBone = node ? std::optional(names[*node]) : std::nullopt,
                                .panelVisible = panel_.shown(),
                                .keysVisible = notices_.keysShown(),
                                .camera = camera_.pictured(),
                                .environment = view_.environment,
                                .complaint = notices_.error()});
    }

    WindowSettings settings() const {
        const VkExtent2D size = window_.windowedSize();
        return changedSettings(settings_, view_,
                               {.size = Size{size.width, size.height},
                                .panelVisible = panel_.shown(),
                                .floor = look_.floor,
                                .skeleton = look_.skeleton,
                                .textSize = textSize_,
                                .keysKnown = keysKnown_});
    }

  private:
    Stage& stage() { return *shown_->stage; }
    /// Another monitor may have another scale.
    float guiScale() const { return window_.contentScale() * textSize_; }
    bool hidden() const {
        const VkExtent2D size = window_.framebufferSize();
        return window_.iconified() || size.width == 0 || size.height == 0;
    }
    /// The columns that the views leave to the panel: one view lies partly under it, two share the rest.
    uint32_t coveredWidth(VkExtent2D size) {
        const glm::vec2 picture(size.width, size.height);
        const float width = picture.x - panel_.freeCorner(picture).x;
        return stage().settings().sideBySide.shown ? static_cast<uint32_t>(width) : 0;
    }
    /// The part of a view that the panel leaves to the model.
    void freeView() {
        const VkExtent2D extent = window_.framebufferSize();
        const glm::vec2 size(extent.width, extent.height);
        if (extent.width == 0 || extent.height == 0) return;
        const glm::vec2 free = panel_.freeCorner(size) / size;
        camera_.setFree({coveredWidth(extent) ? 1.0f : free.x, free.y});
    }
    float aspect() {
        const VkExtent2D size = window_.framebufferSize();
        return viewAspect(stage(), uncoveredExtent(size, coveredWidth(size)));
    }
    /// How long to sleep when no input arrives.
    double waitSeconds() {
        const double wait = hidden() ? kMinimizedWaitSeconds : unsettledFrames_ == 0 ? kStillWaitSeconds : 0.0;
        return loads_.reading().empty() ? wait : std::min(wait, kLoadingWaitSeconds);
    }

    void show(Shown next) {
        unsettledFrames_ = kSettleFrames;
        renderer_.waitIdle();
        check_ = {};  // waits for it
        shown_.emplace(std::move(next));
        look_ = stage().lookFor(look_);
        renderer_.show(shown_->drawn.models());
        limitCrowd(mostInstances(renderer_.device(), shown_->drawn.model(), view_.device.framesInFlight),
                   "a frame has no room for more");
        controls_.setStage(stage());
        panel_.setModel(stage().model());
        panel_.select(stage().highlighted().chosen);
    }

    void limitCrowd(uint32_t most, const char* cause) {
        PlaySettings settings = stage().settings();
        if (settings.crowd.count <= most) return;
        notices_.say(fmt::format("showing {} characters; {}", most, cause));
        settings.crowd.count = most;
        stage().apply(settings);
    }

    /// The keys that are worth knowing first.
    static std::string hint(const GraphRun* graph) {
        constexpr size_t kMostOfGraph = 3;
        std::string text;
        const std::vector<KeyLine> lines = keyLines(graph ? &graph->file() : nullptr);
        for (size_t i = 0; graph && i < kMostOfGraph && lines[i].group == lines[0].group; ++i)
            text += fmt::format("{} {}, ", lines[i].keys, lines[i].effect);
        return text + "Tab panel, F1 keys, Ctrl+O open, or drop a file";
    }

    /// Shows the hint until the first key that does more than to quit.
    void learnKey(const KeyStroke& stroke) {
        const bool isModifier = stroke.key == keyShift || stroke.key == keyCtrl || stroke.key == keyAlt;
        if (keysKnown_ || isModifier || stroke.withCtrl || stroke.kind != KeyStroke::Kind::press) return;
        keysKnown_ = true;
        notices_.say("");
    }

    void handle(Input input) {
        if (input.any) unsettledFrames_ = kSettleFrames;
        panel_.take(input);
        if (!panel_.hasKeyboard()) notices_.take(input);
        loads_.drop(input.dropped, stage());
        for (const KeyStroke& stroke : input.keys) {
            learnKey(stroke);
            // Releases, and keys that move a text box's cursor, are the panel's.
            const bool movesCursor = stroke.key == keyHome || stroke.key == keyEnd;
            const bool isShortcut = stroke.withCtrl && stroke.kind != KeyStroke::Kind::release && !movesCursor &&
                                    findKey("Ctrl+" + keyName(stroke.key)) != Key{};
            if (isShortcut || !panel_.takesKey(stroke)) obey(controls_.take(stroke, stage(), !panel_.shown()));
        }
        if (GraphRun* graph = stage().graph()) graph->take(window_.gamepad());
        if (const auto pixel = clicks_.take(input.pointer)) {
            pick(*pixel);
            const Clock::time_point now = Clock::now();
            if (now - std::exchange(lastClick_, now) < kDoubleClick) frameSelected();
        }
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
            select(sinew::pick(stage().model(), views[view], {x, pixel.y}, {area.extent.width, area.extent.height}));
        }
    }

    /// Selects the bone with the most influence at a picked point, and the material there.
    void select(const std::optional<Picked>& picked) {
        panel_.select(picked ? std::optional(picked->node) : std::nullopt);
        if (!picked) return;
        const Model& model = stage().model();
        const uint32_t material = model.meshes[model.instances[picked->instance].mesh].material;
        panel_.selectMaterial(material);
        const std::string& name = model.materials[material].name;
        notices_.say(fmt::format("{}: {:.0f} % of the weight here; material {}", model.hierarchy.names[picked->node],
                                 100.0f * picked->strongest.weight, name.empty() ? "(unnamed)" : name));
    }

    void obey(const Key& pressed) {
        if (pressed == key::resetCamera) return camera_.reset(stage(), aspect());
        if (pressed == key::frameSelected) return frameSelected();
        if (pressed == key::viewOpposite)
            return camera_.look(glm::degrees(camera_.camera().yaw) + 180.0f, glm::degrees(camera_.camera().pitch));
        for (const auto& [key, yaw, pitch] : kSides)
            if (pressed == key) return camera_.look(yaw, pitch);
        if (pressed == key::reload) return reload();
        if (pressed == key::allowProject) return attempt([&] { loads_.allowProject(stage()); });
        if (pressed == key::adopt) return attempt([&] { loads_.adopt(stage()); });
        if (pressed == key::open) return openDialog();
        if (pressed == key::nextModel) return loads_.turn(1, stage());
        if (pressed == key::previousModel) return loads_.turn(-1, stage());
        if (pressed == key::panel) return panel_.toggle();
        if (pressed == key::keyboard) return panel_.toggleKeyboard();
        if (pressed == key::fullScreen) return window_.toggleFullScreen();
        if (pressed == key::screenshot) return screenshot_.request();
        if (pressed == key::exportModel) return exportModel();
        if (pressed == key::list) return notices_.toggleKeys();
        if (pressed == key::largerText) return resizeText(kTextStep);
        if (pressed == key::smallerText) return resizeText(1.0f / kTextStep);
        if (pressed == key::cancel) return leave();
        if (pressed == key::quit) endRequested = 1;
    }

    void resizeText(float factor) {
        textSize_ = std::clamp(textSize_ * factor, kLeastText, kMostText);
        notices_.say(fmt::format("text: {:.0f} %", 100.0f * textSize_));
    }

    /// Closes the uppermost of what is open.
    void leave() {
        if (notices_.keysShown()) return notices_.toggleKeys();
        if (loads_.patienceIsOver()) return loads_.cancel();
        if (window_.fullScreen()) return window_.toggleFullScreen();
        if (panel_.selectedNode()) return panel_.select({});
        notices_.say(fmt::format("{} quits", key::quit.names.substr(0, key::quit.names.find(','))));
    }

    /// The joints of the selected bone; all of the model if there is none.
    void frameSelected() {
        const std::optional<uint32_t> node = panel_.selectedNode();
        if (!node) return camera_.reset(stage(), aspect());
        const std::vector<int32_t>& parents = stage().model().hierarchy.parents;
        Box box;
        for (size_t other = 0; other < parents.size(); ++other)
            if (other == *node || parents[other] == static_cast<int32_t>(*node))
                box.add(glm::vec3(stage().worldFromNode()[other][3]));
        const glm::vec3 room(0.15f * camera_.camera().sceneRadius);
        camera_.focus({box.min - room, box.max + room}, aspect());
    }

    void openDialog() {
        if (dialog_) return notices_.say("a file dialog is open already");
        std::error_code gone;
        FileQuestion question{.parent = window_.portalHandle(), .endings = modelEndings()};
        if (const std::filesystem::path model = loads_.shown().model.path; !model.empty())
            question.folder = absolute(model, gone).parent_path();  // empty without a working directory
        dialog_.emplace([question](const std::stop_token& stop) { return askForFiles(question, stop); });
    }

    /// Writes the model as a GLB beside its file, in the background, and under a name that is free.
    void exportModel() {
        if (export_) return notices_.say("an export is being written already");
        task::Export task{.model = loads_.shown().model, .output = {}, .options = {}};
        task.options.up = task.model.up;
        task.options.scale = task.model.scale;
        const std::filesystem::path file = task.model.path.empty() ? stage().report().file : task.model.path;
        std::error_code ignored;
        for (int number = 1; task.output.empty() || std::filesystem::exists(task.output, ignored); ++number)
            task.output =
                (file.parent_path() / file.stem()).string() + (number == 1 ? "" : fmt::format("_{}", number)) + ".glb";
        notices_.say("writing " + shownPath(task.output));
        export_.emplace([task, &importer = importer_](const std::stop_token& stop) {
            exportFile(task, stoppable(importer, stop));
            return task.output;
        });
    }

    /// Uses the result of a background task, if it is done, or shows its error.
    template <typename Result, typename Use>
    void takeDone(std::optional<BackgroundTask<Result>>& task, const Use& use) {
        if (!task || !task->done()) return;
        attempt([&] { use(task->take()); });
        task.reset();
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
            say(error.what());
        }
    }

    /// Whether `load` has returned true, as it does with something new. Shows its error, or none any more.
    template <typename Load>
    bool takes(Notices::Subject subject, const Load& load) {
        std::string cause;
        try {
            if (!load()) return false;
        } catch (const Error& error) {
            if (error.exit() == Exit::device) throw;
            cause = error.what();
        }
        notices_.showError(subject, cause);
        return cause.empty();
    }

    /// Shows the model that has been loaded, if any, or the error.
    void takeLoaded() {
        notices_.showLoading(loads_.patienceIsOver() ? loads_.reading() : "", loads_.readingSeconds());
        std::optional<LoadedModel> loaded;
        std::optional<Shown> next;
        if (!takes(Notices::Subject::model, [&] {
                loaded = loads_.poll(stage());
                if (loaded) next.emplace(std::move(loaded->stage), renderer_, look_, !loaded->forLevels);
                return loaded.has_value();
            }))
            return;
        show(std::move(*next));
        loads_.show(*loaded, stage());
        if (loaded->isOther) camera_.frame(stage(), aspect());
        if (loaded->forLevels || !notices_.error().empty()) return;
        const std::string notice = loaded->isOther ? stage().report().file : "reloaded";
        notices_.say(!loaded->notice.empty() ? loaded->notice : withMissing(notice, stage().model()));
    }

    /// Shows the environment that has been read again, if any, or the error.
    void takeLight() {
        const auto load = [&] {
            const std::shared_ptr<const Environment> light = lightLoad_.poll();
            if (light) renderer_.setEnvironment(*light);
            return light != nullptr;
        };
        if (takes(Notices::Subject::environment, load) && notices_.error().empty()) notices_.say("reloaded");
    }

    void advance(double seconds) {
        const auto clock = [&] {
            return stage().graph() ? stage().graph()->seconds() : stage().animator().timeSeconds();
        };
        const double before = clock(), crowdBefore = stage().crowdSeconds();
        stage().advance(asked_.holdsTime ? 0.0 : seconds);
        window_.setTitle(windowTitle(stage(), loads_.index(), loads_.count()));
        freeView();
        camera_.advance(stage(), aspect(), seconds);
        const bool mixes = stage().animator().fading() || stage().settings().mix != ClipMix{},
                   crowdMoves = stage().settings().crowd.count > 0 && stage().crowdSeconds() != crowdBefore,
                   moves = clock() != before || crowdMoves || (mixes && !stage().settings().paused);
        const bool panelIsBusy = panel_.busy() || (panel_.shown() && check_.running());
        if (notices_.advance(seconds) || moves || camera_.gliding() || panelIsBusy) unsettledFrames_ = kSettleFrames;
    }

    void drawFrame(double seconds) {
        asked_ = {};
        if (guiScale() != gui_.scale()) gui_.setScale(guiScale());
        const std::optional<WindowFrame> into = renderer_.begin();
        if (!into) return;
        const uint32_t covered = screenshot_.requested() ? 0 : coveredWidth(into->target.extent);
        FrameTimes::Costs costs = costsOf(into->frame, seconds);
        Stopwatch watch;
        stage().updatePose();
        stage().highlight({.chosen = panel_.selectedNode(), .hovered = panel_.hoveredNode()});
        costs[FrameTimes::pose] = watch.lap();
        recordViews(*into, covered);
        costs[FrameTimes::record] = watch.lap();
        recordScreenshot(*into);
        recordOverlay(*into, covered, seconds, costs);
        times_.add(costs);
        saveScreenshot(renderer_.present(*into));
        --unsettledFrames_;
        const bool hadCrowd = stage().crowd() != nullptr;
        applyRequests(asked_, stage(), look_);
        obey(asked_.pressed);
        if (asked_.variant) loads_.chooseVariant(*asked_.variant, stage());
        if (asked_.clips) loads_.editClips(*asked_.clips, stage());
        if (hadCrowd != (stage().crowd() != nullptr)) camera_.reset(stage(), aspect());
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

    /// Halves the crowd until the memory suffices for it.
    void recordViews(const WindowFrame& into, uint32_t covered) {
        while (true) {
            try {
                const VkExtent2D extent = into.target.extent;
                const Camera camera = screenshot_.requested() ? camera_.pictured() : camera_.camera();
                return renderer_.record(into, composeFrame(stage(), shown_->drawn, camera, look_, extent), covered);
            } catch (const Error& error) {
                const uint32_t count = stage().settings().crowd.count;
                if (error.exit() != Exit::environment || !stage().crowd() || count < 2) throw;
                limitCrowd(count / 2, "the memory does not suffice for more");
                stage().updatePose();
            }
        }
    }

    void recordScreenshot(const WindowFrame& into) {
        if (!screenshot_.requested()) return;
        if (!renderer_.canReadBack()) {
            screenshot_.cancel();
            return notices_.say("screenshots are not supported by this window system");
        }
        const VkExtent2D extent = into.target.extent;
        screenshot_.record(renderer_.device(), into.frame.commands, into.target, renderer_.format(),
                           findLabels(stage(), shown_->drawn.views(), extent, textScale(extent.height, textSize_)));
    }

    /// Labels, notices and the panel.
    void recordOverlay(const WindowFrame& into, uint32_t covered, double seconds, FrameTimes::Costs& costs) {
        const VkExtent2D extent = into.target.extent, free = uncoveredExtent(extent, covered);
        const std::vector<Label> labels = findLabels(stage(), shown_->drawn.views(), free, gui_.scale());
        if (!notices_.visible() && !panel_.shown() && labels.empty()) return;
        Stopwatch watch;
        if (notices_.keysShown()) notices_.setKeys(controls_.list(stage()));
        const glm::vec2 size(extent.width, extent.height);
        gui_.begin(extent, seconds);
        drawLabels(labels);
        notices_.draw(glm::vec2(0.0f), panel_.freeCorner(size));
        check_.poll();
        if (panel_.shown()) asked_ = panel_.draw(panelState(), size, seconds);
        if (asked_.check) check_.start(stage().model(), stage().report(), view_.load.model.maxBones);
        const ImDrawData& lists = gui_.end();
        if (panel_.shown()) costs[FrameTimes::panel] = watch.lap();
        renderer_.recordPanel(into, lists, gui_.fontVersion());
    }

    PanelState panelState() {
        PanelState state = panelStateOf(stage(), look_);
        state.environment = view_.environment;
        state.source = loads_.shown().model;
        state.source.clips = loads_.clipEdits();
        state.times = &times_;
        state.check = &check_;
        state.device = &renderer_.device();
        state.uploaded = &shown_->drawn.model();
        state.mostInstances =
            std::min(mostInstances(*state.device, *state.uploaded, view_.device.framesInFlight), kMostCharacters);
        return state;
    }

    void saveScreenshot(uint64_t done) {
        if (!screenshot_.recorded()) return;
        renderer_.wait(done);
        const std::string result = screenshot_.save(textSize_);
        notices_.say(result);
        say(result);
    }

    const ViewSettings view_;
    float textSize_ = view_.textSize;
    const WindowSettings settings_;  ///< at the start
    const double shortestFrameSeconds_;
    Window& window_;
    bool keysKnown_;           ///< WindowSettings::keysKnown
    int unsettledFrames_ = 0;  ///< to be drawn although nothing changes any more
    Notices notices_;
    Gui gui_;  // before the renderer, which uploads its font
    WindowRenderer renderer_;
    std::optional<Shown> shown_;
    Look look_;
    Controls controls_;
    ControlPanel panel_;
    PanelRequests asked_;  ///< of the last frame
    FrameTimes times_;
    BackgroundCheck check_;  // after the stage, whose model it may be reading
    ClickDetector clicks_;
    Clock::time_point lastClick_;
    FollowingCamera camera_;
    const Importer& importer_;
    Loads loads_;
    LightLoad lightLoad_;
    /// Asks for files while it is open.
    std::optional<BackgroundTask<std::vector<std::string>>> dialog_;
    std::optional<BackgroundTask<std::string>> export_;  ///< gives the name of the file
    Screenshot screenshot_;                              ///< read back from the last submitted frame
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
        Viewer viewer(instance, task, view, settings, importer, light, std::move(models), first);
        closeOnSignals();
        viewer.run(first.dropped);
        if (const WindowSettings last = viewer.settings(); last != settings) writeSettings(settingsPath, last);
        if (!task.stateJson.empty()) {
            const std::string json = viewer.stateJson();
            writeFileAtomically(task.stateJson, std::as_bytes(std::span(json)));
        }
    }
    return instance.validationMessages() > 0 ? Exit::device : first.error.empty() ? Exit::done : Exit::input;
}

}  // namespace sinew
