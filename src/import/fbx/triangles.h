#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace sinew::fbx {

/// Cuts polygons into triangles: convex ones as a fan, others at their ears. One object for all polygons of a file,
/// whose work is bounded: beyond it, fans.
class Triangulator {
  public:
    /// Appends the triangles of a polygon of three or more corners, which are `first` and the following vertices.
    void add(std::span<const glm::vec3> corners, uint32_t first, std::vector<uint32_t>& indices);

  private:
    void clipEars(std::span<const glm::vec3> corners, const glm::vec3& normal, uint32_t first,
                  std::vector<uint32_t>& indices);

    uint64_t stepsLeft_ = uint64_t{1} << 26;
};

}  // namespace sinew::fbx
