#include "model/level_error.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

/// An edge as points, the lesser one first, and its vertices in one triangle.
struct Edge {
    std::array<uint32_t, 2> points{}, vertices{};
    bool special = false;  ///< on an open border or a seam
};

/// Each edge of the triangles once, in order.
std::vector<Edge> edgesOf(std::span<const uint32_t> indices, std::span<const uint32_t> pointOf) {
    std::vector<Edge> all;
    all.reserve(indices.size());
    for (size_t i = 0; i < indices.size(); ++i) {
        uint32_t a = indices[i], b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (pointOf[a] > pointOf[b]) std::swap(a, b);
        if (pointOf[a] != pointOf[b]) all.push_back({{pointOf[a], pointOf[b]}, {a, b}});
    }
    std::ranges::sort(all, {}, [](const Edge& edge) { return std::tie(edge.points, edge.vertices); });
    std::vector<Edge> edges;
    for (auto first = all.begin(); first != all.end();) {
        const auto end = std::find_if(first, all.end(), [&](const Edge& edge) { return edge.points != first->points; });
        edges.push_back(*first);
        edges.back().special = end - first == 1;
        first = end;
    }
    return edges;
}

/// Lists of numbers, one after the other.
struct Lists {
    std::vector<uint32_t> starts, items;

    std::span<const uint32_t> of(uint32_t list) const {
        return std::span(items).subspan(starts[list], starts[list + 1] - starts[list]);
    }
};

/// `each(add)` calls add(list, item) for all items; it is called twice.
template <typename Each>
Lists listsOf(size_t count, const Each& each) {
    Lists lists;
    lists.starts.resize(count + 1);
    each([&](uint32_t list, uint32_t) { ++lists.starts[list + 1]; });
    for (size_t i = 0; i < count; ++i)
        lists.starts[i + 1] += lists.starts[i];
    lists.items.resize(lists.starts.back());
    std::vector<uint32_t> next(lists.starts.begin(), lists.starts.end() - 1);
    each([&](uint32_t list, uint32_t item) { lists.items[next[list]++] = item; });
    return lists;
}

}  // namespace

std::array<float, 3> nearestOn(const glm::vec3& p, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const auto share = [](float part, float rest) { return part + rest > 0.0f ? part / (part + rest) : 0.0f; };
    const glm::vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const float d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0.0f && d2 <= 0.0f) return {1.0f, 0.0f, 0.0f};
    const float d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0.0f && d4 <= d3) return {0.0f, 1.0f, 0.0f};
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
        const float v = share(d1, -d3);
        return {1.0f - v, v, 0.0f};
    }
    const float d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0.0f && d5 <= d6) return {0.0f, 0.0f, 1.0f};
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
        const float w = share(d2, -d6);
        return {1.0f - w, 0.0f, w};
    }
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
        const float w = share(d4 - d3, d5 - d6);
        return {0.0f, 1.0f - w, w};
    }
    const float v = share(vb, va + vc), w = share(vc, va + vb);
    return {1.0f - v - w, v, w};
}

namespace {

constexpr size_t kMostSearched = 256;  // triangles at a point: the distance stays an upper bound

/// Searches the triangles of a level, or the edges of its borders and seams as triangles without area.
class Search {
  public:
    Search(std::span<const glm::vec3> positions, std::vector<std::array<uint32_t, 3>> triangles,
           std::span<const uint32_t> pointOf, size_t pointCount)
        : positions_(positions), pointOf_(pointOf), triangles_(std::move(triangles)) {
        trianglesOf_ = listsOf(pointCount, [&](const auto& add) {
            for (uint32_t i = 0; i < triangles_.size(); ++i)
                for (size_t corner = 0; corner < 3; ++corner)
                    if (corner < 2 || triangles_[i][2] != triangles_[i][1]) add(pointOf_[triangles_[i][corner]], i);
        });
    }

    /// False if there is nothing at the start.
    bool find(std::span<const uint32_t, 2> starts, const glm::vec3& p, Correspondence& found) const {
        uint32_t best = kNoTriangle;
        float least = std::numeric_limits<float>::max();
        std::array<uint32_t, 16> visited{};  // points: a second visit finds nothing nearer
        size_t visits = 0;
        const auto visit = [&](uint32_t vertex) {
            bool nearer = false;
            const std::span<const uint32_t> known = std::span(visited).first(std::min(visits, visited.size()));
            if (std::ranges::find(known, pointOf_[vertex]) != known.end()) return false;
            visited[visits++ % visited.size()] = pointOf_[vertex];
            const std::span<const uint32_t> around = trianglesOf_.of(pointOf_[vertex]);
            for (const uint32_t index : around.first(std::min(around.size(), kMostSearched))) {
                const std::array<uint32_t, 3>& corners = triangles_[index];
                const glm::vec3 &a = positions_[corners[0]], &b = positions_[corners[1]], &c = positions_[corners[2]];
                const std::array<float, 3> weights = nearestOn(p, a, b, c);
                const float distance = glm::distance(p, weights[0] * a + weights[1] * b + weights[2] * c);
                if (!(distance < least)) continue;
                least = distance;
                best = index;
                nearer = true;
                found.corners = corners;
                found.weights = weights;
            }
            return nearer;
        };
        for (const uint32_t start : starts)
            visit(start);
        for (bool nearer = best != kNoTriangle; nearer;) {
            nearer = false;
            const std::array<uint32_t, 3> corners = triangles_[best];
            for (const uint32_t corner : corners)
                nearer |= visit(corner);
        }
        return best != kNoTriangle;
    }

  private:
    static constexpr uint32_t kNoTriangle = ~0u;

    std::span<const glm::vec3> positions_;
    std::span<const uint32_t> pointOf_;
    std::vector<std::array<uint32_t, 3>> triangles_;
    Lists trianglesOf_;  ///< by point
};

}  // namespace

std::vector<Correspondence> findCorrespondences(std::span<const glm::vec3> positions,
                                                std::span<const uint32_t> meshIndices,
                                                std::span<const uint32_t> levelIndices,
                                                std::span<const uint32_t> pointOf,
                                                std::span<const uint32_t> replacedBy) {
    const size_t pointCount = positions.size();  // no more points than vertices
    std::vector<std::array<uint32_t, 3>> triangles, lines;
    for (size_t i = 0; i + 2 < levelIndices.size(); i += 3)
        triangles.push_back({levelIndices[i], levelIndices[i + 1], levelIndices[i + 2]});
    for (const Edge& edge : edgesOf(levelIndices, pointOf))
        if (edge.special) lines.push_back({edge.vertices[0], edge.vertices[1], edge.vertices[1]});
    const Search surface(positions, std::move(triangles), pointOf, pointCount);
    const Search borders(positions, std::move(lines), pointOf, pointCount);

    std::vector<Correspondence> found;
    const auto add = [&](uint32_t a, uint32_t b, bool special) {
        Correspondence correspondence{.ends = {a, b}};
        const std::array starts{replacedBy[a], replacedBy[b]};
        const glm::vec3 p = 0.5f * (positions[a] + positions[b]);
        if ((special && borders.find(starts, p, correspondence)) || surface.find(starts, p, correspondence))
            found.push_back(correspondence);
    };
    std::vector<uint8_t> isSpecial(pointCount, 0);
    const std::vector<Edge> edges = edgesOf(meshIndices, pointOf);
    for (const Edge& edge : edges)
        for (const uint32_t point : edge.points)
            isSpecial[point] |= edge.special ? 1 : 0;
    std::vector<uint8_t> isDone(pointCount, 0);
    for (const uint32_t vertex : meshIndices) {
        const uint32_t point = pointOf[vertex];
        if (std::exchange(isDone[point], uint8_t{1}) == 0 && replacedBy[vertex] != vertex)
            add(vertex, vertex, isSpecial[point] != 0);
    }
    for (const Edge& edge : edges)
        add(edge.vertices[0], edge.vertices[1], edge.special);
    return found;
}

void raiseDistances(std::span<const Correspondence> correspondences, std::span<const glm::vec3> positions,
                    std::span<float> largest) {
    for (size_t i = 0; i < correspondences.size(); ++i) {
        const auto& [ends, corners, weights] = correspondences[i];
        const glm::vec3 there = 0.5f * (positions[ends[0]] + positions[ends[1]]);
        const glm::vec3 here = weights[0] * positions[corners[0]] + weights[1] * positions[corners[1]] +
                               weights[2] * positions[corners[2]];
        largest[i] = std::max(largest[i], glm::distance(there, here));
    }
}

}  // namespace sinew
