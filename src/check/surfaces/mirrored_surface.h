#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <glm/vec3.hpp>

#include "check/checked_model.h"

namespace sinew {

/// The points of a surface, and which of them is the mirror image of which, across the plane x, y or z = `center` of
/// the mesh that pairs most of them.
struct MirroredSurface {
    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

    std::vector<glm::vec3> points;   ///< by Surface::Corner::point; those of no triangle stay at 0
    std::vector<uint32_t> corners;   ///< a corner of each point, or kNone
    std::vector<uint32_t> partners;  ///< points; itself on the plane, kNone without a mirror image
    float size = 0.0f;               ///< the diagonal of their box; 0: too many points, or crowded in one place
    int axis = 0;
    float center = 0.0f;
    double share = 0.0;  ///< of the points: those with a partner

    glm::vec3 mirrored(glm::vec3 point) const {
        point[axis] = 2.0f * center - point[axis];
        return point;
    }
};

/// Tries planes through the origin, the middle of the box and the median of the points, and takes points within 0.1 %
/// of the size of the mirror image.
MirroredSurface mirroredSurface(const CheckedModel& checked, const MeshGroup& group);

}  // namespace sinew
