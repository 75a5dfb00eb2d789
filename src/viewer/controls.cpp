#include "viewer/controls.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gpu/device.h"
#include "viewer/compare_keys.h"

namespace sinew {
namespace {

constexpr double kSlowest = 1.0 / 16.0, kFastest = 16.0;

/// The loop range, or the whole clip.
LoopRange rangeOf(const Animator& animator) {
    const AnimationClip* clip = animator.currentClip();
    return animator.loopRange().value_or(LoopRange{0.0, clip ? clip->durationSeconds : 0.0});
}

}  // namespace

std::optional<WindowCommand> Controls::take(const KeyStroke& stroke, Stage& stage) {
    const bool chord = stroke.withCtrl || stroke.withAlt;
    if (graphKeys_.take(stroke, stage.graph()) || stroke.kind == KeyStroke::Kind::release) return std::nullopt;
    if (chord && !GraphKeys::isForWindow(stroke, stage.graph())) return std::nullopt;
    // Who holds Esc down a moment too long to give up a file does not want to quit.
    if (stroke.key == keyEscape && stroke.kind == KeyStroke::Kind::repeat) return std::nullopt;
    return press(stroke.key, stage);
}

void Controls::enter(Stage& stage) {
    notices_.setKeys(keyLines(stage.graph() ? &stage.graph()->file() : nullptr));
    if (stage.graph()) graphKeys_.pressHeld(*stage.graph());
}

std::optional<WindowCommand> Controls::press(KeyCode key, Stage& stage) {
    switch (key) {
        case 'H':
        case keyF1:
            notices_.toggleKeys();
            return std::nullopt;
        case keyHome:
            return WindowCommand::resetCamera;
        case keyF5:
            return WindowCommand::reload;
        case keyPageDown:
            return WindowCommand::nextModel;
        case keyPageUp:
            return WindowCommand::previousModel;
        case keyTab:
            return WindowCommand::togglePanel;
        case keyF6:
            return WindowCommand::togglePanelKeyboard;
        case keyF11:
            return WindowCommand::fullScreen;
        case keyF12:
            return WindowCommand::screenshot;
        case keyEscape:
            return WindowCommand::quit;
        default:
            if (!pressPlaying(key, stage) && !pressRange(key, stage) && !pressLook(key))
                pressCompareKey(key, stage, look_, notices_);
            return std::nullopt;
    }
}

bool Controls::pressPlaying(KeyCode key, Stage& stage) {
    Animator& animator = stage.animator();
    switch (key) {
        case keyRight:
        case 'N':
            return switchBy(1, stage), true;
        case keyLeft:
        case 'P':
            return switchBy(-1, stage), true;
        case ' ':
            return animator.setPaused(!animator.paused()), true;
        case ',':
            return stepBack(stage), true;
        case '.':
            return stage.step(1), true;
        case '-':
            return setSpeed(animator.speed() * 0.5, stage), true;
        case '=':
            return setSpeed(animator.speed() * 2.0, stage), true;
        case 'R':
            return reverse(stage), true;
        case 'L':
            return toggleRepeat(stage), true;
        case 'I':
            return toggleTransition(stage), true;
        case 'M':
            return changeRootMotion(stage), true;
        default:
            if (key < '1' || key > '9') return false;
            return switchTo(static_cast<size_t>(key - '1'), stage), true;
    }
}

bool Controls::pressRange(KeyCode key, Stage& stage) {
    const Animator& animator = stage.animator();
    switch (key) {
        case 'Z':
            return setRange({animator.timeSeconds(), rangeOf(animator).endSeconds}, stage), true;
        case 'X':
            return setRange({rangeOf(animator).startSeconds, animator.timeSeconds()}, stage), true;
        case 'C':
            return forgetRange(stage), true;
        default:
            return false;
    }
}

bool Controls::pressLook(KeyCode key) {
    switch (key) {
        case 'W':
            return toggleEdges(look_.wireframe), true;
        case 'E':
            return toggleEdges(look_.edges), true;
        case 'K':
            return look_.skeleton = !look_.skeleton, true;
        case 'T':
            return look_.textures = !look_.textures, true;
        case 'B':
            return toggleSkinning(), true;
        case 'F':
            return look_.floor = !look_.floor, true;
        default:
            return false;
    }
}

/// Says so where there is nothing to switch by hand.
bool Controls::graphDecides(Stage& stage) {
    if (stage.graph()) notices_.say("the state machine decides what plays");
    return stage.graph() != nullptr;
}

void Controls::stepBack(Stage& stage) {
    if (stage.graph()) return notices_.say("a state machine does not go back");
    stage.step(-1);
}

void Controls::switchTo(size_t clip, Stage& stage) {
    if (graphDecides(stage) || clip >= stage.model().clips.size()) return;
    // While paused there is no time to fade in.
    stage.play(clip, stage.animator().paused() ? 0.0 : crossfadeSeconds_);
}

void Controls::switchBy(int step, Stage& stage) {
    const auto count = static_cast<int>(stage.model().clips.size());
    if (count == 0 || graphDecides(stage)) return;
    const std::optional<size_t> present = stage.animator().clip();
    const int next = present ? static_cast<int>(*present) + step : step > 0 ? 0 : count - 1;
    switchTo(static_cast<size_t>((next + count) % count), stage);
}

void Controls::setSpeed(double speed, Stage& stage) {
    const double bounded = std::clamp(std::abs(speed), kSlowest, kFastest);
    stage.animator().setSpeed(std::copysign(bounded, speed));
    notices_.say(fmt::format("speed {:g}", stage.animator().speed()));
}

void Controls::toggleTransition(Stage& stage) {
    if (graphDecides(stage)) return;
    Animator& animator = stage.animator();
    const bool fades = animator.transition() == TransitionKind::fade;
    animator.setTransition(fades ? TransitionKind::inertial : TransitionKind::fade);
    notices_.say(fades ? "inertial transitions" : "fades");
}

void Controls::changeRootMotion(Stage& stage) {
    using enum RootMotionUse;
    const RootMotionUse present = stage.rootMotion(), next = present == off ? floor : present == floor ? move : off;
    stage.setRootMotion(next);
    notices_.say(fmt::format("root motion: {}", next == off ? "off" : next == floor ? "floor" : "move"));
}

void Controls::toggleRepeat(Stage& stage) {
    if (graphDecides(stage)) return;
    using enum Repeat;
    Animator& animator = stage.animator();
    animator.setRepeat(animator.repeat() == loop ? once : animator.repeat() == once ? pingPong : loop);
    notices_.say(animator.repeat() == loop ? "loop" : animator.repeat() == once ? "play once" : "to and fro");
}

void Controls::reverse(Stage& stage) {
    if (!graphDecides(stage)) setSpeed(-stage.animator().speed(), stage);
}

void Controls::setRange(const LoopRange& range, Stage& stage) {
    if (graphDecides(stage) || !stage.animator().clip()) return;
    stage.animator().setLoopRange(range);
    const LoopRange taken = rangeOf(stage.animator());
    notices_.say(fmt::format("from {:.2f} s to {:.2f} s", taken.startSeconds, taken.endSeconds));
}

void Controls::forgetRange(Stage& stage) {
    if (graphDecides(stage)) return;
    stage.animator().setLoopRange(std::nullopt);
    notices_.say("the whole clip");
}

void Controls::toggleEdges(bool& look) {
    if (!device_.features().wireframe) return notices_.say(fmt::format("{} has no wireframe", device_.name()));
    look = !look;
}

void Controls::toggleSkinning() {
    const bool linear = look_.skinning == Skinning::linear;
    look_.skinning = linear ? Skinning::dualQuaternion : Skinning::linear;
    notices_.say(linear ? "dual-quaternion skinning" : "linear skinning");
}

}  // namespace sinew
