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

/// The pressed key, and what keys change.
struct Controlled {
    KeyCode code;
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

void turnClip(const Controlled& on, bool back) {
    const size_t count = on.stage.model().clips.size(),
                 shown = on.stage.animator().clip().value_or(back ? 0 : count - 1);
    if (count > 0) on.stage.switchTo((shown + (back ? count - 1 : 1)) % count);
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
    Key key;
    void (*act)(const Controlled& on);
};

constexpr KeyAction kActions[] = {
    {key::nextClip, [](const Controlled& on) { turnClip(on, false); }},
    {key::previousClip, [](const Controlled& on) { turnClip(on, true); }},
    {key::clipByNumber, [](const Controlled& on) { on.stage.switchTo(static_cast<size_t>(on.code - '1')); }},
    {key::pause, togglePause},
    {key::stepBack, [](const Controlled& on) { on.stage.step(-1); }},
    {key::stepForward, [](const Controlled& on) { on.stage.step(1); }},
    {key::slower, [](const Controlled& on) { multiplySpeed(on, 0.5); }},
    {key::faster, [](const Controlled& on) { multiplySpeed(on, 2.0); }},
    {key::reverse, [](const Controlled& on) { multiplySpeed(on, -1.0); }},
    {key::repeat, cycleRepeat},
    {key::startLoop, [](const Controlled& on) { setRangeEnd(on, &LoopRange::startSeconds); }},
    {key::endLoop, [](const Controlled& on) { setRangeEnd(on, &LoopRange::endSeconds); }},
    {key::clearLoop, clearRange},
    {key::transition, toggleTransition},
    {key::rootMotion, cycleRootMotion},
    {key::wireframe, [](const Controlled& on) { toggleEdges(on, on.look.wireframe); }},
    {key::edges, [](const Controlled& on) { toggleEdges(on, on.look.edges); }},
    {key::skeleton, [](const Controlled& on) { on.look.skeleton = !on.look.skeleton; }},
    {key::textures, [](const Controlled& on) { on.look.textures = !on.look.textures; }},
    {key::skinning, toggleSkinning},
    {key::floor, [](const Controlled& on) { on.look.floor = !on.look.floor; }},
    {key::boneNames, toggleBoneNames},
    {key::nextView, nextView},
    {key::sideBySide,
     [](const Controlled& on) {
         on.change([&](PlaySettings& settings) {
             settings.sideBySide.toggle(on.look.skinning, on.stage.source() != nullptr);
         });
     }},
    {key::onionSkin,
     [](const Controlled& on) { on.change([](PlaySettings& s) { s.onionSkin.shown = !s.onionSkin.shown; }); }},
    {key::list, [](const Controlled& on) { on.notices.toggleKeys(); }},
};

/// Whether the modifier is held that returns the state machine's keys to the window.
bool hasWindowModifier(const KeyStroke& stroke, const GraphRun& graph) {
    return modifierOfWindow(graph.file().keys) == "Ctrl" ? stroke.withCtrl : stroke.withAlt;
}

/// Whether the stroke is Ctrl and a key, which a state machine has for itself where it binds both.
bool isChord(const KeyStroke& stroke, const std::string& name, const GraphRun* graph) {
    if (stroke.kind != KeyStroke::Kind::press || !stroke.withCtrl || stroke.withAlt) return false;
    return !graph || !isBound(graph->file().keys, "Ctrl") || !isBound(graph->file().keys, name);
}

}  // namespace

Key Controls::take(const KeyStroke& stroke, Stage& stage) {
    GraphRun* graph = stage.graph();
    const std::string name = keyName(stroke.key);
    if (isChord(stroke, name, graph))
        if (const Key chord = findKey("Ctrl+" + name); chord != Key{}) return chord;
    if ((graph && takeBound(stroke, name, *graph)) || stroke.kind == KeyStroke::Kind::release) return {};
    const bool chord = stroke.withCtrl || stroke.withAlt;
    if (chord && !(graph && hasWindowModifier(stroke, *graph))) return {};
    // Holding Esc to cancel loading must not quit as well.
    if (stroke.key == keyEscape && stroke.kind == KeyStroke::Kind::repeat) return {};

    const Key key = findKey(name);
    const auto action = std::ranges::find(kActions, key, &KeyAction::key);
    if (action == std::end(kActions)) return key;
    if (graph && key.use == KeyUse::clips)
        notices_.say("not available with a state machine");
    else
        action->act({stroke.key, stage, look_, notices_, device_});
    return {};
}

bool Controls::takeBound(const KeyStroke& stroke, const std::string& name, GraphRun& graph) {
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
