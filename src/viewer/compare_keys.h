#pragma once

#include "app/stage.h"
#include "viewer/notices.h"
#include "viewer/window.h"

namespace sinew {

/// What keys do to what is seen beside what plays: S a second picture, O ghosts, J the bones' names, V the next view.
/// False: the key is none of them.
bool pressCompareKey(KeyCode key, Stage& stage, Look& look, Notices& notices);

/// Shows the second picture or takes it away. Where nobody has said by what it is to differ, by how it is skinned.
void toggleBeside(Compared& compared, Skinning skinning);

}  // namespace sinew
