#include "viewer/controls.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "gpu/device.h"
#include "viewer/key_list.h"
#include "viewer/panel/panel_state.h"

namespace sinew {
namespace {

constexpr double kSlowest = 1.0 / 16.0, kFastest = 16.0;

/// What keys change.
struct Controlled {
    Stage& stage;
    Look& look;
    Notices& notices;
    const Device& device;

    template <typename Change>
    const PlaySettings& change(const Change& edit) const {
        PlaySettings settings = stage.settings();
        edit(settings);
        stage.apply(settings);
        return stage.settings();
    }
};

void nextClip(const Controlled& on) {
    const size_t count = on.stage.model().clips.size();
    const std::optional<size_t> clip = on.stage.animator().clip();
    if (count > 0) on.stage.switchTo(clip ? (*clip + 1) % count : 0);
}

void previousClip(const Controlled& on) {
    const size_t count = on.stage.model().clips.size();
    if (count > 0) on.stage.switchTo((on.stage.animator().clip().value_or(0) + count - 1) % count);
}

void togglePause(const Controlled& on) {
    on.change([](PlaySettings& settings) { settings.paused = !settings.paused; });
}

/// Negative speeds play backward.
void multiplySpeed(const Controlled& on, double factor) {
    const PlaySettings& settings = on.change([&](PlaySettings& changed) {
        const double speed = changed.speed * factor;
        changed.speed = std::copysign(std::clamp(std::abs(speed), kSlowest, kFastest), speed);
    });
    on.notices.say(fmt::format("speed {:g}", settings.speed));
}

void cycleRepeat(const Controlled& on) {
    using enum Repeat;
    const PlaySettings& settings = on.change([](PlaySettings& changed) {
        changed.repeat = changed.repeat == loop ? once : changed.repeat == once ? pingPong : loop;
    });
    on.notices.say(settings.repeat == loop ? "loop" : settings.repeat == once ? "play once" : "ping-pong");
}

/// Starts or ends the loop range at the current time.
void setRangeEnd(const Controlled& on, double LoopRange::*end) {
    const AnimationClip* clip = on.stage.animator().currentClip();
    if (!clip) return;
    const PlaySettings& settings = on.change([&](PlaySettings& changed) {
        LoopRange range = changed.loopRange.value_or(LoopRange{0.0, clip->durationSeconds});
        range.*end = on.stage.animator().timeSeconds();
        changed.loopRange = range;
    });
    const LoopRange range = settings.loopRange.value_or(LoopRange{0.0, clip->durationSeconds});
    on.notices.say(fmt::format("loop range: {:.2f} s to {:.2f} s", range.startSeconds, range.endSeconds));
}

void clearRange(const Controlled& on) {
    on.change([](PlaySettings& settings) { settings.loopRange.reset(); });
    on.notices.say("loop range cleared");
}

void toggleTransition(const Controlled& on) {
    using enum TransitionKind;
    const PlaySettings& settings =
        on.change([](PlaySettings& changed) { changed.transition = changed.transition == fade ? inertial : fade; });
    on.notices.say(settings.transition == fade ? "transition: fade" : "transition: inertial");
}

void cycleRootMotion(const Controlled& on) {
    using enum RootMotionUse;
    const PlaySettings& settings = on.change([](PlaySettings& changed) {
        changed.rootMotion = changed.rootMotion == off ? floor : changed.rootMotion == floor ? move : off;
    });
    on.notices.say(fmt::format("root motion: {}", kRootMotionNames[static_cast<size_t>(settings.rootMotion)]));
}

void toggleEdges(const Controlled& on, bool& edges) {
    if (!on.device.features().wireframe)
        return on.notices.say(fmt::format("{} does not support wireframe", on.device.name()));
    edges = !edges;
}

void toggleSkinning(const Controlled& on) {
    const bool linear = on.look.skinning == Skinning::linear;
    on.look.skinning = linear ? Skinning::dualQuaternion : Skinning::linear;
    on.look.skinningOfFile = false;
    on.notices.say(linear ? "dual-quaternion skinning" : "linear skinning");
}

/// Shows the skeleton with the names.
void toggleBoneNames(const Controlled& on) {
    on.look.boneNames = !(on.look.skeleton && on.look.boneNames);
    if (on.look.boneNames) on.look.skeleton = true;
}

void nextView(const Controlled& on) {
    const size_t next = (static_cast<size_t>(on.look.view) + 1) % std::size(kViewNames);
    on.look.view = static_cast<View>(next);
    const bool unclear = on.look.view == View::weights && !on.stage.highlighted().chosen;
    on.notices.say(fmt::format("view: {}{}", kViewNames[next], unclear ? "; click a bone" : ""));
}

struct KeyAction {
    KeyCode key;
    void (*act)(const Controlled& on);
    bool clipsOnly = false;  ///< not available with a state machine
};

constexpr KeyAction kActions[] = {
    {keyRight, nextClip, true},
    {'N', nextClip, true},
    {keyLeft, previousClip, true},
    {'P', previousClip, true},
    {' ', togglePause},
    {',', [](const Controlled& on) { on.stage.step(-1); }, true},
    {'.', [](const Controlled& on) { on.stage.step(1); }},
    {'-', [](const Controlled& on) { multiplySpeed(on, 0.5); }},
    {'=', [](const Controlled& on) { multiplySpeed(on, 2.0); }},
    {'R', [](const Controlled& on) { multiplySpeed(on, -1.0); }, true},
    {'L', cycleRepeat, true},
    {'Z', [](const Controlled& on) { setRangeEnd(on, &LoopRange::startSeconds); }, true},
    {'X', [](const Controlled& on) { setRangeEnd(on, &LoopRange::endSeconds); }, true},
    {'C', clearRange, true},
    {'I', toggleTransition, true},
    {'M', cycleRootMotion},
    {'W', [](const Controlled& on) { toggleEdges(on, on.look.wireframe); }},
    {'E', [](const Controlled& on) { toggleEdges(on, on.look.edges); }},
    {'K', [](const Controlled& on) { on.look.skeleton = !on.look.skeleton; }},
    {'T', [](const Controlled& on) { on.look.textures = !on.look.textures; }},
    {'B', toggleSkinning},
    {'F', [](const Controlled& on) { on.look.floor = !on.look.floor; }},
    {'J', toggleBoneNames},
    {'V', nextView},
    {'S',
     [](const Controlled& on) {
         on.change([&](PlaySettings& settings) {
             settings.sideBySide.toggle(on.look.skinning, on.stage.source() != nullptr);
         });
     }},
    {'O',
     [](const Controlled& on) {
         on.change([](PlaySettings& settings) { settings.onionSkin.shown = !settings.onionSkin.shown; });
     },
     true},
    {'H', [](const Controlled& on) { on.notices.toggleKeys(); }},
    {keyF1, [](const Controlled& on) { on.notices.toggleKeys(); }},
};

/// Whether the modifier is held that returns the state machine's keys to the window.
bool hasWindowModifier(const KeyStroke& stroke, const GraphRun& graph) {
    return modifierOfWindow(graph.file().keys) == "Ctrl" ? stroke.withCtrl : stroke.withAlt;
}

/// Ctrl+O, which a state machine has for itself where it binds both keys.
bool opensDialog(const KeyStroke& stroke, const GraphRun* graph) {
    if (stroke.key != 'O' || stroke.kind != KeyStroke::Kind::press || !stroke.withCtrl || stroke.withAlt) return false;
    return !graph || !isBound(graph->file().keys, "Ctrl") || !isBound(graph->file().keys, "O");
}

}  // namespace

bool Controls::take(const KeyStroke& stroke, Stage& stage) {
    GraphRun* graph = stage.graph();
    if (opensDialog(stroke, graph)) return false;
    if ((graph && takeBound(stroke, *graph)) || stroke.kind == KeyStroke::Kind::release) return true;
    const bool chord = stroke.withCtrl || stroke.withAlt;
    if (chord && !(graph && hasWindowModifier(stroke, *graph))) return true;
    // Holding Esc to cancel loading must not quit as well.
    if (stroke.key == keyEscape && stroke.kind == KeyStroke::Kind::repeat) return true;

    const Controlled on{stage, look_, notices_, device_};
    const bool digit = stroke.key >= '1' && stroke.key <= '9';
    const auto action = std::ranges::find(kActions, stroke.key, &KeyAction::key);
    if (!digit && action == std::end(kActions)) return false;
    if (graph && (digit || action->clipsOnly))
        notices_.say("not available with a state machine");
    else if (digit)
        stage.switchTo(static_cast<size_t>(stroke.key - '1'));
    else
        action->act(on);
    return true;
}

bool Controls::takeBound(const KeyStroke& stroke, GraphRun& graph) {
    const std::string name = keyName(stroke.key);
    if (!isBound(graph.file().keys, name)) return false;
    if (stroke.kind == KeyStroke::Kind::release) {
        held_.erase(name);
        graph.release(name);
    } else {
        if (hasWindowModifier(stroke, graph)) return false;
        held_.insert(name);
        graph.press(name);
    }
    return true;
}

void Controls::setStage(Stage& stage) {
    notices_.setKeys(keyLines(stage.graph() ? &stage.graph()->file() : nullptr));
    if (!stage.graph()) return;
    for (const std::string& key : held_)
        stage.graph()->press(key);
}

std::optional<glm::vec2> ClickDetector::take(std::span<const PointerEvent> events) {
    constexpr unsigned kLeft = 1;
    std::optional<glm::vec2> clicked;
    for (const PointerEvent& event : events) {
        const unsigned before = std::exchange(buttons_, event.buttons);
        if (before == 0 && event.buttons == kLeft) pressed_ = event.place;
        if (!pressed_) continue;
        if ((event.buttons & ~kLeft) != 0 || glm::distance(event.place, *pressed_) > slack_) pressed_.reset();
        if (event.buttons == 0 && pressed_) clicked = std::exchange(pressed_, std::nullopt);
    }
    return clicked;
}

}  // namespace sinew
