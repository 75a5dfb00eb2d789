#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "check/checked_model.h"

namespace sinew {

/// The points of a mesh group, and how its morph targets move them. Vertices of one place are one point.
class MorphedSurface {
  public:
    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

    /// Two vertices of one point, in triangles with a common edge there.
    struct Seam {
        size_t one = 0, other = 0;  ///< vertices, numbered through the group
        bool isBorder = false;      ///< of two meshes
    };

    MorphedSurface(const CheckedModel& checked, const MeshGroup& group);

    /// Of the mesh that has the most.
    size_t targetCount() const { return targetCount_; }
    const std::string& nameOf(size_t target) const;
    std::string nameOrNumber(size_t target) const;

    /// "morph target 'smile'", or its number if it has no name.
    std::string shown(size_t target) const;

    /// By point; of vertices of one place, the longest one.
    std::vector<glm::vec3> deltasOf(size_t target) const;

    /// By vertex, numbered through the group.
    std::vector<glm::vec3> vertexDeltasOf(size_t target) const;

    std::vector<glm::vec3> positions;                  ///< by point
    std::vector<uint8_t> isUsed;                       ///< by point: it has a triangle
    std::vector<std::pair<uint32_t, uint32_t>> edges;  ///< pairs of points, each once
    std::vector<Seam> seams;
    std::vector<size_t> corners;  ///< vertices, numbered through the group; three per triangle
    float size = 0.0f;            ///< the diagonal of the box of the points
    float meanEdge = 0.0f;        ///< the mean length of the edges

  private:
    void addPoints(const Surface& surface);
    void addSeams(const CheckedModel& checked);
    const SkinnedMesh& meshAt(size_t place) const;
    std::span<const MorphDelta> deltasAt(size_t place, size_t target) const;

    const Model& model_;
    const MeshGroup& group_;
    std::vector<std::vector<uint32_t>> points_;  ///< by place in the group and vertex
    std::vector<size_t> firstVertices_;          ///< by place in the group
    size_t targetCount_ = 0;
    size_t named_ = 0;  ///< place of the mesh that has the most targets
};

struct TornSeams {
    size_t moved = 0;
    size_t torn = 0;  ///< of them: both vertices move apart, unlike those at the border of an opening
};

/// What a morph target does to a surface.
struct MorphShape {
    float largest = 0.0f;    ///< delta
    double moved = 0.0;      ///< sum of the lengths of the deltas
    size_t points = 0;       ///< that move
    float extent = 0.0f;     ///< the diagonal of the box of the points that move
    double strain = 0.0;     ///< change along an edge, as a share of its length, in the mean by that change; without
                             ///< tiny edges, as those of parts that unfold
    float alone = 0.0f;      ///< how far one point moves away from the neighbor that moves most like it; the most
    float nextAlone = 0.0f;  ///< the same of the next such point
    TornSeams within;        ///< of one mesh
    TornSeams between;       ///< of two meshes
    float widestGap = 0.0f;
    glm::vec3 median{0.0f};  ///< delta
    size_t together = 0;     ///< points that move about as the median
    size_t apart = 0;        ///< all others
};
MorphShape morphShapeOf(const MorphedSurface& surface, size_t target);

}  // namespace sinew
