#pragma once

#include "app/stage/stage.h"

namespace sinew {

/// The state of a stage that the stage of a reloaded model, or of another one, continues with. Names find clips and
/// nodes whose indices have changed.
struct Handover {
    std::optional<size_t> clip;  ///< none: it rests
    std::string clipName;        ///< of `clip`; empty also for a model without clips
    double timeSeconds = 0.0;
    double crowdSeconds = 0.0;
    uint32_t member = 0;  ///< Stage::member()
    PlaySettings settings;
    std::vector<std::string> mixNames;  ///< of the clips in settings.mix, the layer's last; empty where there is none
    std::string maskName;               ///< of the layer's node
    std::string sideBySideName;         ///< of the clip in settings.sideBySide; empty: none
    std::optional<uint32_t> chosenNode;
    std::string chosenName;    ///< of `chosenNode`
    std::string materialName;  ///< of settings.shownMaterial
};

Handover handoverOf(Stage& stage);

/// Continues as before if the new model has the clip, at the same index or under its name; else plays the first clip
/// from its start. Clips and nodes of the mix, the second view and the selection are found in the same way, or dropped;
/// so is the material that is shown alone.
/// A state machine starts again. A crowd goes on.
void continueFrom(Stage& stage, const Handover& handover);

}  // namespace sinew
