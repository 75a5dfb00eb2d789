#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "check/checked_model.h"

namespace sinew {

/// The surface of a mesh group, and how its morph targets move it. Vertices are numbered through the group.
class MorphedSurface {
  public:
    /// Two vertices of one point, in triangles with a common edge there.
    struct Seam {
        size_t one = 0, other = 0;
        bool isBorder = false;  ///< of two meshes
    };

    MorphedSurface(const CheckedModel& ofModel, const MeshGroup& ofMeshes);

    const CheckedModel& checked;
    const MeshGroup& group;
    size_t targetCount = 0;  ///< of the mesh that has the most
    std::vector<Seam> seams;
    std::vector<size_t> corners;   ///< vertices; three per triangle
    std::vector<uint32_t> points;  ///< by vertex: Surface::Corner::point; kNone without a triangle
    float size = 0.0f;             ///< the diagonal of the box of all vertices

    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

    /// The mesh that has the most targets.
    uint32_t mesh() const { return checked.model.instances[group.instances[named_]].mesh; }

    /// As in the file.
    const std::string& nameOf(size_t target) const { return meshAt(named_).morphTargets[target].name; }

    /// By vertex.
    std::vector<glm::vec3> deltasOf(size_t target) const;

    const SkinnedMesh& meshAt(size_t place) const;

    /// Deltas of the mesh at that place in the group; empty if it has fewer targets.
    std::span<const MorphDelta> deltasAt(size_t place, size_t target) const;

  private:
    std::vector<size_t> firstVertices_;  ///< by place in the group
    size_t named_ = 0;                   ///< place of the mesh that has the most targets
};

}  // namespace sinew
