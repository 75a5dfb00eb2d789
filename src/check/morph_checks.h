#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "check/checked_model.h"
#include "check/morphed_surface.h"
#include "model/finding.h"

namespace sinew {

/// The morph targets of a mesh group, while they are checked.
class MorphGroup {
  public:
    MorphGroup(const CheckedModel& ofModel, const MeshGroup& ofMeshes, const MorphedSurface& ofPoints)
        : checked(ofModel), group(ofMeshes), surface(ofPoints) {}

    const CheckedModel& checked;
    const MeshGroup& group;
    const MorphedSurface& surface;

    /// Adds a finding about a target: "moves one vertex".
    void add(const char* id, Severity severity, size_t target, const std::string& does,
             const std::optional<Figure>& figure = std::nullopt);

    /// What is wrong with a target explains what follows from it.
    void explain(size_t target) { explained_.insert(target); }
    bool isExplained(size_t target) const { return explained_.contains(target); }

    /// One finding for each target, or for all where many have the same fault.
    std::vector<Finding> findings() const;

  private:
    struct Fault {
        std::string id;
        Severity severity = Severity::warning;
        size_t target = 0;
        std::string does;
        std::optional<Figure> figure;
    };
    std::vector<Fault> faults_;
    std::set<size_t> explained_;
};

/// True for a target of a face: "smileLeft", "browUp", "viseme_aa".
bool isNamedLikeFace(std::string_view target);

/// The words of a name, run together, without those of a side: "mouthsmile" for "mouthSmile_L".
std::string withoutSide(std::string_view name);

/// "morph-normals": the normals of the morphed mesh point into it.
void checkMorphNormals(MorphGroup& morphs);

/// Each target against the surface, and against the other ones: "morph-torn", "morph-spike", "morph-shifted",
/// "morph-strong" and "morph-weak" (all of them).
void checkMorphShapes(MorphGroup& morphs, std::vector<Finding>& findings);

/// Targets of both sides: "morph-side" (it moves the other side) and "morph-unlike-twin". Targets of no side:
/// "morph-halved" (it ends at the middle of a face whose sides mirror each other, or of a mesh of which all other
/// targets change both sides).
void checkMorphTwins(MorphGroup& morphs);

/// How the rest pose and clips apply targets: "morph-applied", "morph-weight-far", "morph-pop" (for one key),
/// "morph-still" (a clip holds all of a mesh) and "morph-weights-shifted" (to other targets).
void checkMorphWeights(const CheckedModel& checked, std::vector<Finding>& findings);

}  // namespace sinew
