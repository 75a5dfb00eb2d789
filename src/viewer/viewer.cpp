#include "viewer/viewer.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "app/setup.h"
#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/instance.h"
#include "gpu/readback.h"
#include "render/panel.h"
#include "render/renderer.h"
#include "viewer/notices.h"
#include "viewer/orbit.h"
#include "viewer/presenter.h"
#include "viewer/screenshot.h"
#include "viewer/window.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

// Where presenting does not wait for the screen, this does.
constexpr double kShortestFrameSeconds = 1.0 / 90.0;
// A frame that took longer (a debugger, a moved window) is played as if it had taken this long.
constexpr double kLongestFrameSeconds = 0.25;
constexpr double kMinimisedWaitSeconds = 0.2;
constexpr double kPausedWaitSeconds = 0.1;
constexpr double kSlowest = 1.0 / 16.0, kFastest = 16.0;

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
    Viewer(const Options& options, const Importer& importer, const Instance& instance, Window& window,
           std::unique_ptr<Stage> stage)
        : options_(options),
          importer_(importer),
          influences_(stage->report().keptInfluences),
          window_(window),
          surface_(instance, window.createSurface(instance)),
          device_(instance, options.device, surface_),
          shaders_(makeShaderLibrary(options)),
          frames_(device_, {.framesInFlight = options.framesInFlight}),
          presenter_(device_, instance, window, surface_),
          renderer_(device_, shaders_, makePictureFormat(options, *stage, device_, presenter_.swapchain().format()),
                    frames_),
          panel_(device_, renderer_.layouts(), options.framesInFlight),
          look_(makeLook(options)) {
        show(prepared(std::move(stage)));
        camera_ = goal_ = makeCamera(options_, *shown_->stage, aspect());
    }

    ~Viewer() { device_.settle(); }  // after an error frames may still be drawn

    void run() {
        Clock::time_point last = Clock::now();
        while (!window_.closeRequested()) {
            const bool resting = stage().animator().paused() && !notices_.visible() && !gliding_;
            handle(window_.poll(hidden() ? kMinimisedWaitSeconds : resting ? kPausedWaitSeconds : 0.0));
            const Clock::time_point now = Clock::now();
            const double seconds = std::min(std::chrono::duration<double>(now - last).count(), kLongestFrameSeconds);
            last = now;
            advance(seconds);
            if (!hidden()) drawFrame(seconds);
            std::this_thread::sleep_until(now + std::chrono::duration<double>(kShortestFrameSeconds));
        }
    }

  private:
    Stage& stage() { return *shown_->stage; }
    bool hidden() const {
        const VkExtent2D size = window_.framebufferSize();
        return window_.iconified() || size.width == 0 || size.height == 0;
    }
    float aspect() const {
        const VkExtent2D size = window_.framebufferSize();
        return size.height > 0 ? static_cast<float>(std::max(size.width, 1u)) / static_cast<float>(size.height) : 1.0f;
    }

    Shown prepared(std::unique_ptr<Stage> stage) const {
        if (stage->report().keptInfluences > influences_)
            throw Error(Exit::input, fmt::format("{}: is now baked with --influences {}; start again to see it",
                                                 stage->report().file, stage->report().keptInfluences));
        GpuModel model(device_, stage->model(), renderer_.layouts().materialSet, options_.maxBones, influences_);
        return {std::move(stage), std::move(model)};
    }

    void show(Shown next) {
        frames_.waitIdle();
        shown_.emplace(std::move(next));
        renderer_.prepare(&shown_->model);
    }

    void handle(const Input& input) {
        for (const KeyCode key : input.keys)
            press(key);
        if (moveCamera(camera_, input)) following_ = false;
    }

    void press(KeyCode key) {
        Animator& animator = stage().animator();
        switch (key) {
            case keyRight:
            case 'N':
                return switchBy(1);
            case keyLeft:
            case 'P':
                return switchBy(-1);
            case ' ':
                return animator.setPaused(!animator.paused());
            case ',':
                return stage().step(-1);
            case '.':
                return stage().step(1);
            case '-':
                return setSpeed(animator.speed() * 0.5);
            case '=':
                return setSpeed(animator.speed() * 2.0);
            case 'L':
                return toggleRepeat();
            case 'W':
                return toggleWireframe();
            case 'K':
                look_.skeleton = !look_.skeleton;
                return;
            case 'T':
                look_.textures = !look_.textures;
                return;
            case 'B':
                return toggleSkinning();
            case 'F':
                look_.floor = !look_.floor;
                return;
            case 'H':
            case keyF1:
                return notices_.toggleKeys();
            case keyHome:
                return resetCamera();
            case keyF5:
                return reload();
            case keyF11:
                return window_.toggleFullScreen();
            case keyF12:
                screenshotWanted_ = true;
                return;
            case keyEscape:
                return window_.requestClose();
            default:
                if (key >= '1' && key <= '9') switchTo(static_cast<size_t>(key - '1'));
        }
    }

    void switchTo(size_t clip) {
        if (clip >= stage().model().clips.size()) return;
        // While paused there is no time to fade in.
        stage().animator().play(clip, stage().animator().paused() ? 0.0 : options_.crossfadeSeconds);
    }

    void switchBy(int step) {
        const auto count = static_cast<int>(stage().model().clips.size());
        if (count == 0) return;
        const std::optional<size_t> present = stage().animator().clip();
        const int next = present ? static_cast<int>(*present) + step : step > 0 ? 0 : count - 1;
        switchTo(static_cast<size_t>((next + count) % count));
    }

    void setSpeed(double speed) {
        const double bounded = std::clamp(std::abs(speed), kSlowest, kFastest);
        stage().animator().setSpeed(std::copysign(bounded, speed));
        notices_.say(fmt::format("speed {:g}", stage().animator().speed()));
    }

    void toggleRepeat() {
        Animator& animator = stage().animator();
        animator.setRepeat(animator.repeat() == Repeat::loop ? Repeat::once : Repeat::loop);
        notices_.say(animator.repeat() == Repeat::loop ? "loop" : "play once");
    }

    void toggleWireframe() {
        if (!device_.features().wireframe) return notices_.say(fmt::format("{} has no wireframe", device_.name()));
        look_.wireframe = !look_.wireframe;
    }

    void toggleSkinning() {
        const bool linear = look_.skinning == Skinning::linear;
        look_.skinning = linear ? Skinning::dualQuaternion : Skinning::linear;
        notices_.say(linear ? "dual-quaternion skinning" : "linear skinning");
    }

    void resetCamera() {
        goal_ = makeCamera(options_, stage(), aspect());
        following_ = true;
    }

    /// Reads model and shaders anew; what cannot be read or finds no room stays as it was, and the window says why.
    void reload() {
        std::string complaint;
        if (const auto error = shaders_.reload())
            complaint = *error;
        else
            renderer_.reloadShaders(shaders_);
        std::optional<Shown> next;
        try {
            Options same = options_;
            same.animation = stage().animator().clip() ? std::to_string(*stage().animator().clip()) : "none";
            same.timeSeconds = stage().animator().timeSeconds();
            same.speed = stage().animator().speed();
            same.once = stage().animator().repeat() == Repeat::once;
            next.emplace(prepared(makeStage(same, importer_)));
            next->stage->animator().setPaused(stage().animator().paused());
        } catch (const Error& error) {
            if (error.exit() == Exit::device) throw;
            complaint += fmt::format("{}{}", complaint.empty() ? "" : "\n", error.what());
        }
        if (next) show(std::move(*next));  // not above: what fails from here on leaves nothing to go back to
        if (complaint.empty())
            notices_.say("reloaded");
        else
            fmt::print(stderr, "sinew: {}\n", complaint);
        notices_.complain(complaint);
    }

    void advance(double seconds) {
        stage().advance(seconds);
        window_.setTitle(title());
        if (!following_) {
            gliding_ = false;
            return;
        }
        // The angles are the user's; what is glided is where the camera looks and from how far.
        const Camera framed = makeCamera(options_, stage(), aspect());
        goal_.target = framed.target;
        goal_.distance = framed.distance;
        goal_.sceneRadius = framed.sceneRadius;
        const Camera before = camera_;
        glide(camera_, goal_, seconds);
        gliding_ = glm::distance(before.eye(), camera_.eye()) > 1e-4f * camera_.distance;
    }

    void drawFrame(double seconds) {
        if (!presenter_.ready()) return;
        Swapchain& swapchain = presenter_.swapchain();
        Frame& frame = frames_.begin();
        if (swapchain.acquire(frame.imageAcquired) != SwapchainStatus::ready) return;

        stage().updatePose();
        Scene scene = stage().scene(look_.skeleton);
        scene.model = &shown_->model;
        scene.camera = camera_;
        scene.look = look_;
        const Target target{swapchain.image(), swapchain.view(), swapchain.extent()};
        renderer_.record(frame, target, scene);

        if (std::exchange(screenshotWanted_, false)) {
            if (swapchain.canBeRead())
                screenshot_ = recordScreenshot(device_, frame.commands, target, swapchain.format());
            else
                notices_.say("this window system does not let its pictures be read");
        }
        if (notices_.visible())
            panel_.record(frame, target, notices_.build(target.extent, seconds), renderer_.layouts(),
                          renderer_.pipelines());
        imageBarrier(frame.commands, target.image, kColorAttachment, kPresented);
        const uint64_t done = frames_.submit(frame, PresentSync{frame.imageAcquired, swapchain.readyToPresent()});
        swapchain.present();
        if (screenshot_) saveScreenshot(done);
    }

    void saveScreenshot(uint64_t done) {
        frames_.wait(done);
        const std::string said = sinew::saveScreenshot(*screenshot_);
        screenshot_.reset();
        notices_.say(said);
        fmt::print(stderr, "sinew: {}\n", said);
    }

    std::string title() {
        Animator& animator = stage().animator();
        const std::string file = std::filesystem::path(stage().report().file).filename().string();
        const AnimationClip* clip = animator.currentClip();
        if (!clip)
            return fmt::format("{} - {} - Sinew", stage().model().clips.empty() ? "no animations" : "rest pose", file);
        return fmt::format("{} ({}/{}) {:.2f} / {:.2f} s, speed {:g}{}{} - {} - Sinew", clip->name,
                           *animator.clip() + 1, stage().model().clips.size(), animator.timeSeconds(),
                           clip->durationSeconds, animator.speed(), animator.paused() ? ", paused" : "",
                           animator.repeat() == Repeat::once ? ", once" : "", file);
    }

    const Options options_;
    const Importer importer_;
    const uint32_t influences_;  ///< of a vertex, for which the pipelines are made
    Window& window_;
    Surface surface_;
    Device device_;
    ShaderLibrary shaders_;
    FrameRing frames_;
    Presenter presenter_;
    Renderer renderer_;
    Notices notices_;
    Panel panel_;
    std::optional<Shown> shown_;
    Look look_;
    Camera camera_, goal_;
    bool following_ = true;  ///< the camera frames what is played, until the user moves it
    bool gliding_ = false;
    bool screenshotWanted_ = false;
    std::optional<Readback> screenshot_;  ///< of the frame that was submitted last, which writes to it
};

}  // namespace

bool viewerAvailable() {
    return Window::displayAvailable();
}

Exit runViewer(const Options& options, const Importer& importer) {
    std::unique_ptr<Stage> stage = makeStage(options, importer);
    Window window("Sinew", options.width, options.height);
    const Instance instance(instanceInfo(window, options));
    Viewer(options, importer, instance, window, std::move(stage)).run();
    return instance.validationMessages() > 0 ? Exit::device : Exit::done;
}

}  // namespace sinew
