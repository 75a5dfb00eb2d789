#pragma once

#include "app/stage/play_settings.h"
#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// How a picture shows what a finding is about.
struct FindingShot {
    std::optional<size_t> clip;          ///< none: the rest pose
    double seconds = 0.0;                ///< of the clip
    std::optional<double> ghostSeconds;  ///< between the pose and its ghosts; none: no ghosts
    bool repeats = true;                 ///< otherwise ghosts are only within the clip
    std::optional<uint32_t> node;        ///< is highlighted
    bool isClose = false;                ///< the camera is close to the node
    View view = View::shaded;            ///< View::weights: of the node
    bool skeleton = false, edges = false;
    std::optional<uint32_t> material;  ///< is shown alone
    std::string caption;               ///< one sentence
};

/// By the id of the finding, its subjects and its time.
FindingShot shotOf(const Finding& finding, const Model& model);

}  // namespace sinew
