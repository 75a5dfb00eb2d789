#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/checked_model.h"
#include "check/morphed_surface.h"
#include "model/finding.h"

namespace sinew {

/// The morph targets of a mesh group, while they are checked.
struct MorphGroup {
    const CheckedModel& checked;
    const MeshGroup& group;
    const MorphedSurface& surface;
    std::set<size_t> reported;  ///< targets with a warning; what follows from it needs none

    /// Adds a warning about a target.
    void warn(std::vector<Finding>& findings, const char* id, size_t target, const std::string& does,
              const std::optional<Figure>& figure = std::nullopt);
};

/// Each target against the surface, and against the other ones: "morph-torn", "morph-spike", "morph-shifted",
/// "morph-strong" and "morph-weak" (all of them).
void checkMorphShapes(MorphGroup& morphs, std::vector<Finding>& findings);

/// Targets of both sides: "morph-side" (it moves the other side) and "morph-unlike-twin".
void checkMorphTwins(MorphGroup& morphs, std::vector<Finding>& findings);

/// "morph-unlike-frames": targets that clips play one after the other, as frames.
void checkMorphFrames(MorphGroup& morphs, std::vector<Finding>& findings);

/// Targets of one name in several meshes: "morph-against" (they move opposite ways) and "morph-weights-apart" (clips
/// apply them differently).
void checkMorphNamesakes(const CheckedModel& checked, std::vector<Finding>& findings);

}  // namespace sinew
