#include "model/simplify.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr double kAnyCost = 1e30;

struct Shape {
    std::vector<glm::vec3> positions;  ///< by vertex
    std::vector<SimplifyAttributes> attributes;
    std::vector<uint32_t> pointOf, groupOf;
    std::vector<uint32_t> indices;

    uint32_t add(const glm::vec3& position, uint32_t point) {
        positions.push_back(position);
        attributes.push_back({});
        pointOf.push_back(point);
        groupOf.push_back(static_cast<uint32_t>(groupOf.size()));
        return static_cast<uint32_t>(positions.size() - 1);
    }

    size_t pointCount() const { return std::ranges::max(pointOf) + size_t{1}; }
};

/// In the pose of the shape alone, if no others are given.
Simplified simplified(const Shape& shape, std::vector<size_t> targets, double mostCost = kAnyCost,
                      std::vector<std::vector<glm::vec3>> poses = {}, std::vector<uint8_t> locked = {}) {
    if (poses.empty()) poses = {shape.positions};
    locked.resize(shape.pointCount());
    return simplify({.indices = shape.indices,
                     .pointOf = shape.pointOf,
                     .groupOf = shape.groupOf,
                     .locked = locked,
                     .poses = poses,
                     .attributes = shape.attributes},
                    targets, mostCost);
}

/// A bumpy torus. Its texture is cut along one circle of each direction, so that seams cross.
Shape torus(uint32_t around, uint32_t across) {
    Shape shape;
    Random random(5);
    std::vector<glm::vec3> places;
    for (uint32_t i = 0; i < around * across; ++i) {
        const double u = 2.0 * std::numbers::pi * (i / across) / around,
                     v = 2.0 * std::numbers::pi * (i % across) / across;
        const double radius = 1.0 + random.uniform(-0.1f, 0.1f), ring = 3.0 + radius * std::cos(v);
        places.emplace_back(ring * std::cos(u), radius * std::sin(v), ring * std::sin(u));
    }
    for (uint32_t i = 0; i <= around; ++i)
        for (uint32_t j = 0; j <= across; ++j) {
            const uint32_t point = (i % around) * across + j % across;
            const uint32_t vertex = shape.add(places[point], point);
            shape.attributes[vertex] = {static_cast<float>(i) / static_cast<float>(around),
                                        static_cast<float>(j) / static_cast<float>(across)};
        }
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t j = 0; j < across; ++j) {
            const uint32_t a = i * (across + 1) + j, b = a + across + 1;
            for (const uint32_t corner : {a, b, a + 1, a + 1, b, b + 1})
                shape.indices.push_back(corner);
        }
    return shape;
}

/// A flat L of squares of side 1 in the xy plane, moved about within it.
Shape flatL(uint32_t side) {
    Shape shape;
    Random random(6);
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> vertices;
    const auto vertex = [&](uint32_t x, uint32_t y) {
        const auto [found, isNew] = vertices.try_emplace({x, y}, static_cast<uint32_t>(vertices.size()));
        const bool isInside = x > 0 && y > 0 && x < side && y < side && (x < side / 2 || y < side / 2);
        glm::vec3 position(x, y, 0.0f);
        if (isInside) position += glm::vec3(random.uniform(-0.3f, 0.3f), random.uniform(-0.3f, 0.3f), 0.0f);
        if (isNew) shape.add(position, found->second);
        return found->second;
    };
    for (uint32_t x = 0; x < side; ++x)
        for (uint32_t y = 0; y < side; ++y) {
            if (x >= side / 2 && y >= side / 2) continue;
            const uint32_t a = vertex(x, y), b = vertex(x + 1, y), c = vertex(x + 1, y + 1), d = vertex(x, y + 1);
            shape.indices.insert(shape.indices.end(), {a, b, c, a, c, d});
        }
    return shape;
}

/// How often each edge, from one point to another, is in the triangles.
std::map<std::pair<uint32_t, uint32_t>, int> edgesOf(const Shape& shape, std::span<const uint32_t> indices) {
    std::map<std::pair<uint32_t, uint32_t>, int> edges;
    for (size_t i = 0; i < indices.size(); ++i)
        ++edges[{shape.pointOf[indices[i]], shape.pointOf[indices[i % 3 == 2 ? i - 2 : i + 1]]}];
    return edges;
}

double areaOf(const Shape& shape, std::span<const uint32_t> indices, double& leastArea) {
    double area = 0.0;
    for (size_t i = 0; i < indices.size(); i += 3) {
        const glm::vec3 &a = shape.positions[indices[i]], &b = shape.positions[indices[i + 1]],
                        &c = shape.positions[indices[i + 2]];
        const double own = 0.5 * double{glm::cross(b - a, c - a).z};
        leastArea = std::min(leastArea, own);
        area += own;
    }
    return area;
}

}  // namespace

TEST_CASE("a closed surface stays closed and keeps its holes, however far it is simplified") {
    const Shape shape = torus(32, 16);
    const Simplified result = simplified(shape, {500, 200, 0});
    CHECK(result.indices[0].size() / 3 <= 500);
    CHECK(result.indices[2].size() / 3 < 200);
    for (const std::vector<uint32_t>& indices : result.indices) {
        const auto edges = edgesOf(shape, indices);
        std::set<uint32_t> points;
        for (const auto& [edge, count] : edges) {
            CHECK(count == 1);
            CHECK(edges.contains({edge.second, edge.first}));
            points.insert({edge.first, edge.second});
        }
        const auto vertices = static_cast<int>(points.size()), sides = static_cast<int>(edges.size() / 2),
                   faces = static_cast<int>(indices.size() / 3);
        CHECK(vertices - sides + faces == 0);  // Euler's characteristic of a torus
    }
}

TEST_CASE("triangles at a seam have the vertices of its one side") {
    const Shape shape = torus(24, 12);
    const Simplified result = simplified(shape, {300, 0});
    for (const std::vector<uint32_t>& indices : result.indices)
        for (size_t i = 0; i < indices.size(); i += 3)
            for (const size_t direction : {size_t{0}, size_t{1}}) {
                const float a = shape.attributes[indices[i]][direction],
                            b = shape.attributes[indices[i + 1]][direction],
                            c = shape.attributes[indices[i + 2]][direction];
                CHECK(std::max({a, b, c}) - std::min({a, b, c}) < 0.75f);
            }
}

TEST_CASE("a flat shape keeps its outline, its area and its side with few triangles") {
    const Shape shape = flatL(12);
    double least = 1.0;
    const double area = areaOf(shape, shape.indices, least);
    const Simplified result = simplified(shape, {20, 0}, 0.02);
    CHECK(result.indices[0].size() / 3 <= 20);
    for (const std::vector<uint32_t>& indices : result.indices) {
        least = 1.0;
        CHECK(areaOf(shape, indices, least) == Approx(area));
        CHECK(least > 0.0);
    }
    CHECK(result.indices[1].size() / 3 == 4);
}

TEST_CASE("a border stays among the points of the border, at any cost") {
    Shape shape = flatL(12);
    Random random(8);
    for (glm::vec3& position : shape.positions)
        position += random.vector(-0.45f, 0.45f);
    const auto borderOf = [&](std::span<const uint32_t> indices) {
        const auto edges = edgesOf(shape, indices);
        std::set<uint32_t> points;
        for (const auto& [edge, count] : edges)
            if (!edges.contains({edge.second, edge.first})) points.insert({edge.first, edge.second});
        return points;
    };
    const std::set<uint32_t> border = borderOf(shape.indices);
    for (const std::vector<uint32_t>& indices : simplified(shape, {100, 8, 0}).indices)
        CHECK(std::ranges::includes(border, borderOf(indices)));
}

TEST_CASE("no piece vanishes, and what stands for a vertex is there") {
    Shape shape;
    Random random(9);
    for (uint32_t piece = 0; piece < 20; ++piece) {
        const glm::vec3 start(3.0f * static_cast<float>(piece), 0.0f, 0.0f);
        std::vector<uint32_t> vertices;
        for (uint32_t i = 0; i < 4; ++i) {
            const glm::vec3 position = start + glm::vec3(i % 2, i / 2, random.uniform(0.0f, 0.1f));
            vertices.push_back(shape.add(position, 4 * piece + i));
        }
        for (const uint32_t corner : {0, 1, 3})
            shape.indices.push_back(vertices[corner]);
        if (piece % 2 == 0) shape.indices.insert(shape.indices.end(), {vertices[0], vertices[3], vertices[2]});
    }
    const Simplified result = simplified(shape, {0});
    const std::set<uint32_t> left(result.indices[0].begin(), result.indices[0].end());
    std::set<uint32_t> pieces;
    for (const uint32_t vertex : left)
        pieces.insert(vertex / 4);
    CHECK(pieces.size() == 20);
    for (const uint32_t vertex : shape.indices)
        CHECK(left.contains(result.replacedBy[0][vertex]));
}

TEST_CASE("a pose in which a flat surface has a ridge keeps the ridge") {
    Shape shape = flatL(8);
    std::vector<glm::vec3> folded = shape.positions;
    for (glm::vec3& position : folded)
        position.z = std::max(0.0f, 1.0f - std::abs(position.x - 2.0f));
    const auto highest = [&](const std::vector<std::vector<glm::vec3>>& poses) {
        const Simplified result = simplified(shape, {30}, kAnyCost, poses);
        size_t high = 0;
        for (const uint32_t vertex : std::set(result.indices[0].begin(), result.indices[0].end()))
            high += folded[vertex].z > 0.65f ? 1 : 0;
        return high;
    };
    CHECK(highest({shape.positions, folded}) > highest({shape.positions}));
}

TEST_CASE("points that are locked stay") {
    const Shape shape = torus(16, 8);
    std::vector<uint8_t> locked(shape.pointCount(), 0);
    for (size_t point = 0; point < locked.size(); point += 3)
        locked[point] = 1;
    const Simplified result = simplified(shape, {0}, kAnyCost, {}, locked);
    std::set<uint32_t> left;
    for (const uint32_t vertex : result.indices[0])
        left.insert(shape.pointOf[vertex]);
    for (uint32_t point = 0; point < locked.size(); point += 3)
        CHECK(left.contains(point));
    CHECK(left.size() < locked.size());
}
