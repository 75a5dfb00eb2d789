#include "viewer/controls.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "animation/playback/animator.h"
#include "gpu/device.h"
#include "viewer/panel/panel_state.h"

namespace sinew {
namespace {

constexpr double kSlowest = 1.0 / 16.0, kFastest = 16.0;

/// The pressed key, and what keys change.
struct Controlled {
    KeyCode code;
    Stage& stage;
    Look& look;
    const Device& device;

    template <typename Change>
    void change(const Change& edit) const {
        PlaySettings settings = stage.settings();
        edit(settings);
        stage.apply(settings);
    }
};

void turnClip(const Controlled& on, bool back) {
    const size_t count = on.stage.model().clips.size(),
                 shown = on.stage.animator().clip().value_or(back ? 0 : count - 1);
    if (count > 0) on.stage.switchTo((shown + (back ? count - 1 : 1)) % count);
}

/// Negative speeds play backward.
void multiplySpeed(const Controlled& on, double factor) {
    on.change([&](PlaySettings& changed) {
        const double speed = changed.speed * factor;
        changed.speed = std::copysign(std::clamp(std::abs(speed), kSlowest, kFastest), speed);
    });
}

/// The enumerator `step` further, cyclically.
template <typename Value>
void turn(Value& value, size_t count, size_t step = 1) {
    value = static_cast<Value>((static_cast<size_t>(value) + step) % count);
}

/// Starts or ends the loop range at the current time.
void setRangeEnd(const Controlled& on, double LoopRange::*end) {
    const AnimationClip* clip = on.stage.animator().currentClip();
    if (!clip) return;
    on.change([&](PlaySettings& changed) {
        LoopRange range = changed.loopRange.value_or(LoopRange{0.0, clip->durationSeconds});
        range.*end = on.stage.animator().timeSeconds();
        changed.loopRange = range;
    });
}

/// Shows the skeleton with the names.
void toggleBoneNames(const Controlled& on) {
    on.look.boneNames = !(on.look.skeleton && on.look.boneNames);
    if (on.look.boneNames) on.look.skeleton = true;
}

std::string clipState(const Controlled& on) {
    const AnimationClip* clip = on.stage.animator().currentClip();
    if (!clip) return "no clips";
    return fmt::format("{} ({} of {})", clip->name, *on.stage.animator().clip() + 1, on.stage.model().clips.size());
}

std::string frameState(const Controlled& on) {
    const AnimationClip* clip = on.stage.animator().currentClip();
    if (!clip || on.stage.graph()) return "paused";
    const auto frame = [&](double seconds) { return std::lround(seconds / stepSeconds(*clip)); };
    return fmt::format("frame {} of {}", frame(on.stage.animator().timeSeconds()), frame(clip->durationSeconds));
}

std::string rangeState(const Controlled& on) {
    const auto& range = on.stage.settings().loopRange;
    return range ? fmt::format("{:.2f} s to {:.2f} s", range->startSeconds, range->endSeconds) : "whole clip";
}

std::string speedState(const Controlled& on) {
    return fmt::format("{:g}", on.stage.settings().speed);
}

std::string viewState(const Controlled& on) {
    const bool unclear = on.look.view == View::weights && !on.stage.highlighted().chosen;
    return fmt::format("{}{}", kViewNames[static_cast<size_t>(on.look.view)], unclear ? "; click a bone" : "");
}

std::string switchState(bool on) {
    return on ? "on" : "off";
}

std::string edgesState(const Device& device, bool shown) {
    return device.features().wireframe ? switchState(shown) : fmt::format("not supported by {}", device.name());
}

/// Pauses at a share of the clip.
void pauseAt(const Controlled& on, double share) {
    on.change([](PlaySettings& settings) { settings.paused = true; });
    if (const AnimationClip* clip = on.stage.animator().currentClip()) on.stage.scrub(share * clip->durationSeconds);
}

/// Hides the meshes at or below the selected node.
void hideSelected(const Controlled& on) {
    std::set<std::string> nodes = meshNodes(
        on.stage.model(), [&, chosen = on.stage.highlighted().chosen](size_t node) { return node == chosen; });
    on.change([&](PlaySettings& settings) { settings.hiddenNodes.merge(nodes); });
}

std::string hiddenState(const Controlled& on) {
    const std::set<std::string>& hidden = on.stage.settings().hiddenNodes;
    return hidden.empty() ? "none" : listed(std::vector(hidden.begin(), hidden.end()));
}

struct KeyAction {
    Key key;
    std::string_view name;  ///< of what the key changes; empty: too volatile for the list of keys
    void (*act)(const Controlled& on);
    std::string (*state)(const Controlled& on);  ///< after the change
};

constexpr KeyAction kActions[] = {
    {key::nextClip, "", [](auto& on) { turnClip(on, false); }, clipState},
    {key::previousClip, "", [](auto& on) { turnClip(on, true); }, clipState},
    {key::clipByNumber, "", [](auto& on) { on.stage.switchTo(static_cast<size_t>(on.code - '1')); }, clipState},
    {key::pause, "", [](auto& on) { on.change([](PlaySettings& s) { s.paused = !s.paused; }); },
     [](auto& on) -> std::string { return on.stage.settings().paused ? "paused" : "playing"; }},
    {key::stepBack, "", [](auto& on) { on.stage.step(-1); }, frameState},
    {key::stepForward, "", [](auto& on) { on.stage.step(1); }, frameState},
    {key::firstFrame, "", [](auto& on) { pauseAt(on, 0.0); }, frameState},
    {key::lastFrame, "", [](auto& on) { pauseAt(on, 1.0); }, frameState},
    {key::slower, "speed", [](auto& on) { multiplySpeed(on, 0.5); }, speedState},
    {key::faster, "speed", [](auto& on) { multiplySpeed(on, 2.0); }, speedState},
    {key::reverse, "speed", [](auto& on) { multiplySpeed(on, -1.0); }, speedState},
    {key::repeat, "at the end", [](auto& on) { on.change([](PlaySettings& s) { turn(s.repeat, 3, 2); }); },
     [](auto& on) -> std::string { return kRepeatNames[static_cast<size_t>(on.stage.settings().repeat)]; }},
    {key::startLoop, "loop range", [](auto& on) { setRangeEnd(on, &LoopRange::startSeconds); }, rangeState},
    {key::endLoop, "loop range", [](auto& on) { setRangeEnd(on, &LoopRange::endSeconds); }, rangeState},
    {key::clearLoop, "loop range", [](auto& on) { on.change([](PlaySettings& s) { s.loopRange.reset(); }); },
     rangeState},
    {key::transition, "transition", [](auto& on) { on.change([](PlaySettings& s) { turn(s.transition, 2); }); },
     [](auto& on) -> std::string {
         return on.stage.settings().transition == TransitionKind::fade ? "fade" : "inertial";
     }},
    {key::rootMotion, "root motion", [](auto& on) { on.change([](PlaySettings& s) { turn(s.rootMotion, 3); }); },
     [](auto& on) -> std::string { return kRootMotionNames[static_cast<size_t>(on.stage.settings().rootMotion)]; }},
    {key::wireframe, "wireframe", [](auto& on) { on.look.wireframe ^= on.device.features().wireframe; },
     [](auto& on) { return edgesState(on.device, on.look.wireframe); }},
    {key::edges, "edges", [](auto& on) { on.look.edges ^= on.device.features().wireframe; },
     [](auto& on) { return edgesState(on.device, on.look.edges); }},
    {key::skeleton, "skeleton", [](auto& on) { on.look.skeleton ^= true; },
     [](auto& on) { return switchState(on.look.skeleton); }},
    {key::textures, "textures", [](auto& on) { on.look.textures ^= true; },
     [](auto& on) { return switchState(on.look.textures); }},
    {key::skinning, "skinning", [](auto& on) { turn(on.look.skinning, 2), on.look.skinningOfFile = false; },
     [](auto& on) -> std::string { return on.look.skinning == Skinning::linear ? "linear" : "dual-quaternion"; }},
    {key::floor, "floor", [](auto& on) { on.look.floor ^= true; }, [](auto& on) { return switchState(on.look.floor); }},
    {key::boneNames, "bone names", toggleBoneNames,
     [](auto& on) { return switchState(on.look.skeleton && on.look.boneNames); }},
    {key::nextView, "view", [](auto& on) { turn(on.look.view, std::size(kViewNames)); }, viewState},
    {key::sideBySide, "second view",
     [](auto& on) {
         on.change([&](PlaySettings& s) { s.sideBySide.toggle(on.look.skinning, on.stage.source() != nullptr); });
     },
     [](auto& on) { return switchState(on.stage.settings().sideBySide.shown); }},
    {key::onionSkin, "onion skin",
     [](auto& on) { on.change([](PlaySettings& s) { s.onionSkin.shown = !s.onionSkin.shown; }); },
     [](auto& on) { return switchState(on.stage.settings().onionSkin.shown); }},
    {key::hide, "hidden", hideSelected, hiddenState},
    {key::showAll, "hidden", [](auto& on) { on.change([](PlaySettings& s) { s.hiddenNodes.clear(); }); }, hiddenState},
};

/// Whether the modifier is held that returns the state machine's keys to the window.
bool hasWindowModifier(const KeyStroke& stroke, const GraphRun& graph) {
    return modifierOfWindow(graph.file().keys) == "Ctrl" ? stroke.withCtrl : stroke.withAlt;
}

}  // namespace

Key Controls::take(const KeyStroke& stroke, Stage& stage, bool saysAll) {
    GraphRun* graph = stage.graph();
    const std::string name = stroke.text == '?' ? "?" : keyName(stroke.key);
    const std::span<const KeyBinding> bindings = graph ? graph->file().keys : std::span<const KeyBinding>();
    Key key;
    if (stroke.kind != KeyStroke::Kind::release && stroke.withCtrl != stroke.withAlt && isShortcut(name, bindings))
        key = findKey(fmt::format("{}+{}", stroke.withCtrl ? "Ctrl" : "Alt", name));
    if (key == Key{}) {
        if ((graph && takeBound(stroke, name, *graph)) || stroke.kind == KeyStroke::Kind::release) return {};
        const bool chord = stroke.withCtrl || stroke.withAlt;
        if (chord && !(graph && hasWindowModifier(stroke, *graph))) return {};
        // Each press of Esc closes one thing.
        if (stroke.key == keyEscape && stroke.kind == KeyStroke::Kind::repeat) return {};
        key = findKey(name);
    }
    if (key == key::hide && !stage.highlighted().chosen) return key::list;
    const auto action = std::ranges::find(kActions, key, &KeyAction::key);
    if (action == std::end(kActions)) return key;
    const Controlled on{stroke.key, stage, look_, device_};
    if (graph && key.use == KeyUse::clips) {
        notices_.say("not available with a state machine");
        return {};
    }
    action->act(on);
    if (saysAll || !action->name.empty())
        notices_.say(fmt::format("{}{}{}", action->name, action->name.empty() ? "" : ": ", action->state(on)));
    return {};
}

std::vector<KeyLine> Controls::list(Stage& stage) const {
    std::vector<KeyLine> lines = keyLines(stage.graph() ? &stage.graph()->file() : nullptr);
    for (KeyLine& line : lines) {
        const auto action = std::ranges::find(kActions, line.effect, [](const auto& one) { return one.key.effect; });
        if (action != std::end(kActions) && !action->name.empty())
            line.state = action->state({0, stage, look_, device_});
    }
    return lines;
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
