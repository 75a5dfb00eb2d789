#include "model/surface.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sinew {
namespace {

/// Numbers the places of the vertices of all instances of a group, one behind the other.
std::vector<uint32_t> placesOf(const std::vector<glm::vec3>& positions) {
    std::vector<uint32_t> order(positions.size()), places(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](uint32_t i) { return std::tuple(positions[i].x, positions[i].y, positions[i].z); };
    std::ranges::sort(order, {}, key);
    for (size_t i = 1; i < order.size(); ++i)
        places[order[i]] = places[order[i - 1]] + (key(order[i]) != key(order[i - 1]) ? 1 : 0);
    return places;
}

}  // namespace

Surface surfaceOf(const Model& model, const MeshGroup& group) {
    std::vector<glm::vec3> positions;
    Surface surface;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        const auto first = static_cast<uint32_t>(positions.size());
        positions.insert(positions.end(), mesh.positions.begin(), mesh.positions.end());
        for (const uint32_t vertex : mesh.indices)
            surface.corners.push_back({instance, vertex, first + vertex});
    }
    const std::vector<uint32_t> places = placesOf(positions);
    for (Surface::Corner& corner : surface.corners)
        corner.place = places[corner.place];
    return surface;
}

std::vector<SharedEdge> sharedEdges(const Surface& surface) {
    struct Edge {
        uint64_t ends;  ///< the smaller place first
        uint32_t corner;
    };
    std::vector<Edge> edges;
    const auto place = [&](uint32_t corner) { return surface.corners[corner].place; };
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
        const auto [least, most] = std::minmax({place(corner), place(Surface::next(corner))});
        if (least != most) edges.push_back({uint64_t{least} << 32 | most, corner});
    }
    std::ranges::sort(edges, {}, [](const Edge& edge) { return std::pair(edge.ends, edge.corner); });
    std::vector<SharedEdge> shared;
    for (size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && edges[last].ends == edges[first].ends)
            ++last;
        if (last - first != 2) continue;
        const uint32_t one = edges[first].corner, other = edges[first + 1].corner;
        if (place(one) != place(other)) shared.push_back({one, other});
    }
    return shared;
}

}  // namespace sinew
