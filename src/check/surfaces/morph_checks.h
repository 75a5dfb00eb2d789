#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/found.h"
#include "check/surfaces/morphed_surface.h"
#include "model/finding.h"

namespace sinew {

/// The morph targets of a mesh group, while they are checked. A target has one finding at most.
class MorphGroup {
  public:
    explicit MorphGroup(const MorphedSurface& ofPoints) : surface(ofPoints) {}

    const MorphedSurface& surface;

    /// Adds a finding about a target: "moves no vertex", or about two: "moves the opposite way of {}".
    void add(const char* id, Severity severity, size_t target, const std::string& does,
             const std::optional<Figure>& figure = std::nullopt, std::optional<size_t> other = std::nullopt);

    /// True if it has a finding, or needs none.
    bool isExplained(size_t target) const { return explained_.contains(target); }
    void explain(size_t target) { explained_.insert(target); }

    /// One finding for each target, or for all where three or more have the same fault.
    std::vector<Finding> findings() const;

  private:
    struct Fault {
        const char* id = "";
        Severity severity = Severity::warning;
        size_t target = 0;
        std::string does;
        std::optional<Figure> figure;
        std::optional<size_t> other;
    };
    std::vector<Fault> faults_;
    std::set<size_t> explained_;
};

/// Each target by itself: "morph-absolute", "morph-far", "morph-torn" (at seams) and "morph-normals" (they point into
/// the morphed mesh).
void checkMorphShapes(MorphGroup& morphs);

/// Targets of both sides: "morph-unlike-twin".
void checkMorphTwins(MorphGroup& morphs);

/// How the rest pose and clips apply targets: "morph-applied" and "morph-weight-far".
void checkMorphWeights(const CheckedModel& checked, std::vector<Finding>& findings);

}  // namespace sinew
