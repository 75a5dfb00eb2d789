#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "check/checks.h"
#include "check/surface.h"

namespace sinew {
namespace {

constexpr size_t kMinCracked = 200;  // triangles
constexpr double kOwnPoints = 0.9;   // of the corners: points that no other triangle has

}  // namespace

std::vector<Finding> checkCrackedMeshes(const CheckedModel& checked) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        const Surface& surface = checked.surfaceOf(group);
        const size_t triangles = surface.corners.size() / 3;
        if (!group.skinned || triangles < kMinCracked) continue;
        std::set<uint32_t> points;
        for (const Surface::Corner& corner : surface.corners)
            points.insert(corner.point);
        if (static_cast<double>(points.size()) < kOwnPoints * static_cast<double>(surface.corners.size())) continue;
        const Measured count = measuredCount(triangles, "triangle", "triangles");
        findings.push_back({"mesh-cracked", Severity::warning, group.name,
                            "falls apart into " + count.text + " that share no points: gaps are between them",
                            count.figure});
    }
    return findings;
}

}  // namespace sinew
