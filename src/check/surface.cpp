#include "check/surface.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "check/disjoint_sets.h"
#include "check/words.h"

namespace sinew {
namespace {

/// Numbers the distinct positions, in order.
std::vector<uint32_t> pointsOf(const std::vector<glm::vec3>& positions) {
    struct Place {
        glm::vec3 at;
        uint32_t index;
    };
    std::vector<Place> places;
    places.reserve(positions.size());
    for (const glm::vec3& position : positions)
        places.push_back({position, static_cast<uint32_t>(places.size())});
    const auto key = [](const Place& place) { return std::tuple(place.at.x, place.at.y, place.at.z); };
    std::ranges::sort(places, {}, key);
    std::vector<uint32_t> points(positions.size());
    for (size_t i = 1; i < places.size(); ++i)
        points[places[i].index] = points[places[i - 1].index] + (key(places[i]) != key(places[i - 1]) ? 1 : 0);
    return points;
}

}  // namespace

std::vector<MeshGroup> meshGroups(const Model& model) {
    std::vector<MeshGroup> groups;
    std::vector<bool> seen(model.meshes.size());
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        if (seen[instance.mesh]) continue;
        seen[instance.mesh] = true;
        const std::string& name = model.meshes[instance.mesh].name;
        const std::string_view stem = withoutNumber(name, '-');
        const bool continues = !groups.empty() && groups.back().skinned == instance.skinned &&
                               model.instances[groups.back().instances.front()].node == instance.node &&
                               (groups.back().name == name || withoutNumber(groups.back().name, '-') == stem);
        if (!continues) {
            groups.push_back({.name = name, .instances = {i}, .skinned = instance.skinned});
            continue;
        }
        if (groups.back().name != name) groups.back().name = stem;
        groups.back().instances.push_back(i);
    }
    for (MeshGroup& group : groups)
        if (group.name.empty()) group.name = "mesh " + std::to_string(model.instances[group.instances.front()].mesh);
    return groups;
}

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
    const std::vector<uint32_t> points = pointsOf(positions);
    for (Surface::Corner& corner : surface.corners) {
        corner.point = points[corner.point];
        surface.pointCount = std::max(surface.pointCount, corner.point + 1);
    }
    return surface;
}

std::map<uint32_t, uint32_t> nodeWeights(const Model& model, const Surface::Corner& corner) {
    const MeshInstance& instance = model.instances[corner.instance];
    std::map<uint32_t, uint32_t> weights;
    forEachInfluence(model.meshes[instance.mesh], corner.vertex,
                     [&](uint16_t bone, uint16_t weight) { weights[instance.bones[bone].node] += weight; });
    return weights;
}

std::vector<uint32_t> islandsOf(const Surface& surface) {
    DisjointSets sets(surface.pointCount);
    for (uint32_t i = 0; i < surface.corners.size(); ++i)
        sets.join(surface.corners[i].point, surface.corners[Surface::next(i)].point);
    std::vector<uint32_t> islands(surface.pointCount);
    for (uint32_t point = 0; point < surface.pointCount; ++point)
        islands[point] = sets.topOf(point);
    return islands;
}

std::vector<SharedEdge> sharedEdges(const Surface& surface) {
    struct Edge {
        uint64_t ends;  ///< both points, the smaller one in the high half
        uint32_t corner;
    };
    std::vector<Edge> edges;
    const auto point = [&](uint32_t corner) { return surface.corners[corner].point; };
    for (uint32_t corner = 0; corner < surface.corners.size(); ++corner) {
        const auto [least, most] = std::minmax({point(corner), point(Surface::next(corner))});
        if (least != most) edges.push_back({uint64_t{least} << 32 | most, corner});
    }
    std::ranges::sort(edges, {}, [](const Edge& edge) { return std::pair(edge.ends, edge.corner); });
    std::vector<SharedEdge> shared;
    for (size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && edges[last].ends == edges[first].ends)
            ++last;
        if (last - first != 2) continue;
        const uint32_t one = edges[first].corner, other = edges[first + 1].corner;
        if (point(one) != point(other)) shared.push_back({one, other});
    }
    return shared;
}

}  // namespace sinew
