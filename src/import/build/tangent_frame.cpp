#include "import/build/tangent_frame.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "import/build/weld.h"

namespace sinew {
namespace {

/// `v` normalized, or `otherwise` where its length is 0 or not finite. In double, since products of tiny or huge floats
/// overflow.
glm::vec3 unitOr(const glm::dvec3& v, const glm::vec3& otherwise) {
    const double length = glm::length(v);
    return length > 1e-300 && std::isfinite(length) ? glm::vec3(v / length) : otherwise;
}

/// The angles at a triangle's corners, in float precision, which takes half the time.
glm::dvec3 anglesOf(const glm::dvec3 (&p)[3]) {
    const glm::dvec3 a = p[1] - p[0], b = p[2] - p[1], c = p[0] - p[2];
    const double twiceTheArea = glm::length(glm::cross(a, b));  // at each corner, the sine times both sides
    const auto angle = [&](double cosine) {
        const double scale = 1.0 / std::max({twiceTheArea, std::abs(cosine), 1e-300});
        return std::atan2(static_cast<float>(twiceTheArea * scale), static_cast<float>(cosine * scale));
    };
    return {angle(-glm::dot(a, c)), angle(-glm::dot(b, a)), angle(-glm::dot(c, b))};
}

float uvArea(const glm::vec2& a, const glm::vec2& b, const glm::vec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

struct TangentSum {
    glm::dvec3 tangent{0.0};
    double side = 0.0;
};

}  // namespace

glm::vec3 faceNormal(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& otherwise) {
    const glm::dvec3 origin = a;
    return unitOr(glm::cross(glm::dvec3(b) - origin, glm::dvec3(c) - origin), otherwise);
}

glm::vec3 cornerAngles(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const glm::dvec3 corners[3] = {a, b, c};
    return glm::vec3(anglesOf(corners));
}

std::vector<glm::vec3> smoothNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices) {
    const auto [placeOf, count] = weldPlaces(positions);
    std::vector<glm::dvec3> sums(count, glm::dvec3(0.0));
    std::vector<glm::vec3> last(count, glm::vec3(0.0f, 1.0f, 0.0f));
    for (size_t t = 0; t + 2 < indices.size(); t += 3) {
        const uint32_t corners[3] = {indices[t], indices[t + 1], indices[t + 2]};
        const glm::dvec3 p[3] = {positions[corners[0]], positions[corners[1]], positions[corners[2]]};
        const glm::vec3 face =
            faceNormal(positions[corners[0]], positions[corners[1]], positions[corners[2]], glm::vec3(0.0f));
        if (face == glm::vec3(0.0f)) continue;
        const glm::dvec3 angles = anglesOf(p);
        for (int i = 0; i < 3; ++i) {
            sums[placeOf[corners[i]]] += glm::dvec3(face) * angles[i];
            last[placeOf[corners[i]]] = face;
        }
    }
    std::vector<glm::vec3> normals(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
        const glm::dvec3& sum = sums[placeOf[i]];
        // The two sides of a sheet cancel out; the normal of one of them is better than noise.
        normals[i] = glm::dot(sum, sum) > 1e-12 ? unitOr(sum, last[placeOf[i]]) : last[placeOf[i]];
    }
    return normals;
}

std::vector<int8_t> uvOrientations(std::span<const glm::vec2> uvs, std::span<const uint32_t> indices) {
    std::vector<int8_t> sides(uvs.size(), 0);
    for (size_t t = 0; t + 2 < indices.size(); t += 3) {
        const float area = uvArea(uvs[indices[t]], uvs[indices[t + 1]], uvs[indices[t + 2]]);
        const int8_t side = area > 0.0f ? 1 : area < 0.0f ? -1 : 0;
        for (int i = 0; i < 3; ++i)
            if (sides[indices[t + i]] == 0) sides[indices[t + i]] = side;
    }
    return sides;
}

std::vector<glm::vec4> uvTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                                  std::span<const glm::vec2> uvs, std::span<const uint32_t> indices) {
    std::vector<TangentSum> sums(positions.size());
    for (size_t t = 0; t + 2 < indices.size(); t += 3) {
        const uint32_t corners[3] = {indices[t], indices[t + 1], indices[t + 2]};
        const glm::dvec3 p[3] = {positions[corners[0]], positions[corners[1]], positions[corners[2]]};
        const glm::dvec2 a = glm::dvec2(uvs[corners[1]]) - glm::dvec2(uvs[corners[0]]);
        const glm::dvec2 b = glm::dvec2(uvs[corners[2]]) - glm::dvec2(uvs[corners[0]]);
        const double area = a.x * b.y - b.x * a.y;
        if (area == 0.0 || !std::isfinite(area)) continue;
        const double side = area > 0.0 ? 1.0 : -1.0;
        const glm::dvec3 alongU = side * (b.y * (p[1] - p[0]) - a.y * (p[2] - p[0]));
        const glm::dvec3 angles = anglesOf(p);
        for (int i = 0; i < 3; ++i) {
            const glm::dvec3 normal = normals[corners[i]];
            sums[corners[i]].tangent +=
                angles[i] * glm::dvec3(unitOr(alongU - glm::dot(alongU, normal) * normal, glm::vec3(0.0f)));
            sums[corners[i]].side += angles[i] * side;
        }
    }
    std::vector<glm::vec4> tangents(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
        const glm::dvec3 normal = normals[i];
        const glm::dvec3 tangent = sums[i].tangent - glm::dot(sums[i].tangent, normal) * normal;
        if (!(glm::dot(tangent, tangent) > 1e-12)) {
            tangents[i] = anyTangent(normals[i]);
            continue;
        }
        // v grows downward, so the bitangent is flipped where u and v are oriented like the surface (side +1).
        tangents[i] = glm::vec4(glm::vec3(glm::normalize(tangent)), sums[i].side > 0.0 ? -1.0f : 1.0f);
    }
    return tangents;
}

glm::vec4 anyTangent(const glm::vec3& normal) {
    const glm::vec3 across = std::abs(normal.x) < 0.8f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    return glm::vec4(glm::normalize(glm::cross(across, normal)), 1.0f);
}

}  // namespace sinew
