#include "viewer/compare_keys.h"

#include <iterator>

#include <fmt/format.h>

namespace sinew {
namespace {

void toggleOnionSkin(Stage& stage, Notices& notices) {
    if (stage.graph()) return notices.say("a state machine has no poses before and after");
    Compared compared = stage.compared();
    compared.onion.shown = !compared.onion.shown;
    stage.compare(compared);
}

void toggleBoneNames(Look& look) {
    look.boneNames = !(look.skeleton && look.boneNames);
    if (look.boneNames) look.skeleton = true;
}

void nextView(Look& look, Notices& notices) {
    const size_t next = (static_cast<size_t>(look.view) + 1) % std::size(kViewNames);
    look.view = static_cast<View>(next);
    notices.say(fmt::format("view: {}", kViewNames[next]));
}

}  // namespace

void toggleBeside(Compared& compared, Skinning skinning) {
    Beside& beside = compared.beside;
    beside.shown = !beside.shown;
    if (beside.shown && !beside.posed() && !beside.skinning)
        beside.skinning = skinning == Skinning::linear ? Skinning::dualQuaternion : Skinning::linear;
}

bool pressCompareKey(KeyCode key, Stage& stage, Look& look, Notices& notices) {
    switch (key) {
        case 'S': {
            Compared compared = stage.compared();
            toggleBeside(compared, look.skinning);
            return stage.compare(compared), true;
        }
        case 'O':
            return toggleOnionSkin(stage, notices), true;
        case 'J':
            return toggleBoneNames(look), true;
        case 'V':
            return nextView(look, notices), true;
        default:
            return false;
    }
}

}  // namespace sinew
