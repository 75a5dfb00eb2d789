#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

#include "export/clips/motion.h"

namespace sinew::exporting {

/// From the transform of a node, its source, to that of its twin.
struct MirrorTurn {
    bool isLocal = true;       ///< the parent of the source is the twin of the target's parent
    glm::dquat before, after;  ///< rotation = before * source's * after
    glm::dmat3 linear;         ///< translation = place + linear * (source's - sourcePlace)
    glm::dvec3 sourcePlace, place;
    std::array<int, 3> axes{};  ///< of the source, along the target's
};

/// How clips of a model are mirrored.
struct MirrorPlan {
    static constexpr uint32_t kNoTwin = ~0u;

    std::vector<uint32_t> twins;                   ///< by node; of a node in the middle itself
    std::vector<std::optional<MirrorTurn>> turns;  ///< by target; none: it keeps its own motion
};

/// Finds twins by their names (figure/words.h), else by their places. The plane is the one in the middle of them,
/// upright, and along an axis of the world that is nearly there. The rest pose tells the bones' axes, or the bind pose
/// where that is more symmetric.
MirrorPlan planMirror(const EditedModel& edited);

/// Exchanges left and right of a clip's motion in the world, and of its morph targets. Says what it did.
std::string mirrorClip(const EditedModel& edited, const MirrorPlan& plan, AnimationClip& clip);

}  // namespace sinew::exporting
