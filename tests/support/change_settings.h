#pragma once

#include "app/stage/stage.h"

namespace sinew {

/// Changes the settings of the stage with `edit`.
template <typename Edit>
void changeSettings(Stage& stage, const Edit& edit) {
    PlaySettings settings = stage.settings();
    edit(settings);
    stage.apply(settings);
}

}  // namespace sinew
