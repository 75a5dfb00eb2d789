#include "import/fbx/triangles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace sinew::fbx {
namespace {

float cross(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Twice the area along the polygon's normal (Newell).
glm::vec3 normalOf(std::span<const glm::vec3> corners) {
    glm::vec3 normal(0.0f);
    for (size_t i = 0; i < corners.size(); ++i)
        normal += glm::cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
    return normal;
}

/// The corner where a quad is concave, otherwise the first.
size_t startOf(std::span<const glm::vec3> quad, const glm::vec3& normal) {
    for (size_t i = 0; i < 4; ++i)
        if (glm::dot(glm::cross(quad[i] - quad[(i + 3) % 4], quad[(i + 1) % 4] - quad[i]), normal) < 0.0f) return i;
    return 0;
}

}  // namespace

void Triangulator::add(std::span<const glm::vec3> corners, uint32_t first, std::vector<uint32_t>& indices) {
    const size_t count = corners.size();
    const glm::vec3 normal = count > 3 ? normalOf(corners) : glm::vec3(0.0f);
    if (count > 4) {
        bool isConvex = true;
        for (size_t i = 0; i < count && isConvex; ++i) {
            const glm::vec3 &here = corners[i], &next = corners[(i + 1) % count], &after = corners[(i + 2) % count];
            isConvex = glm::dot(glm::cross(next - here, after - next), normal) >= 0.0f;
        }
        if (!isConvex && glm::dot(normal, normal) > 0.0f) return clipEars(corners, normal, first, indices);
    }
    const size_t start = count == 4 ? startOf(corners, normal) : 0;
    for (size_t i = 1; i + 1 < count; ++i)
        for (const size_t corner : {start, start + i, start + i + 1})
            indices.push_back(first + static_cast<uint32_t>(corner % count));
}

void Triangulator::clipEars(std::span<const glm::vec3> corners, const glm::vec3& normal, uint32_t first,
                            std::vector<uint32_t>& indices) {
    const glm::vec3 size = glm::abs(normal);
    const int drop = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    std::vector<glm::vec2> flat;
    for (const glm::vec3& corner : corners) {
        const glm::vec2 point(corner[(drop + 1) % 3], corner[(drop + 2) % 3]);
        flat.push_back(normal[drop] < 0.0f ? glm::vec2(point.y, point.x) : point);
    }
    std::vector<uint32_t> left(corners.size());
    std::iota(left.begin(), left.end(), 0u);
    const auto isEar = [&](uint32_t a, uint32_t b, uint32_t c) {
        if (!(cross(flat[a], flat[b], flat[c]) > 0.0f)) return false;
        return std::ranges::none_of(left, [&](uint32_t other) {
            const glm::vec2& point = flat[other];
            if (point == flat[a] || point == flat[b] || point == flat[c]) return false;
            return cross(flat[a], flat[b], point) >= 0.0f && cross(flat[b], flat[c], point) >= 0.0f &&
                   cross(flat[c], flat[a], point) >= 0.0f;
        });
    };
    const auto emit = [&](uint32_t a, uint32_t b, uint32_t c) {
        indices.insert(indices.end(), {first + a, first + b, first + c});
    };
    for (size_t at = 0, failed = 0; left.size() > 3 && failed < left.size() && stepsLeft_ > left.size();) {
        const size_t count = left.size(), own = at % count;
        const uint32_t before = left[(own + count - 1) % count], here = left[own], after = left[(own + 1) % count];
        stepsLeft_ -= count;
        if (isEar(before, here, after)) {
            emit(before, here, after);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(own));
            at = own, failed = 0;
        } else {
            ++at, ++failed;
        }
    }
    for (size_t i = 1; i + 1 < left.size(); ++i)
        emit(left[0], left[i], left[i + 1]);
}

}  // namespace sinew::fbx
