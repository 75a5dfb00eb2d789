#include "check/surfaces/morphed_surface.h"

#include "model/bounds.h"

namespace sinew {

MorphedSurface::MorphedSurface(const CheckedModel& ofModel, const MeshGroup& ofMeshes)
    : checked(ofModel), group(ofMeshes) {
    for (size_t place = 0; place < group.instances.size(); ++place)
        if (const size_t count = meshAt(place).morphTargets.size(); count > targetCount)
            targetCount = count, named_ = place;
    if (targetCount == 0) return;
    Box box;
    for (size_t place = 0; place < group.instances.size(); ++place) {
        firstVertices_.push_back(points.size());
        points.resize(points.size() + meshAt(place).vertexCount(), kNone);
        for (const glm::vec3& position : meshAt(place).positions)
            box.add(position);
    }
    size = box.diagonal();
    const std::vector<Surface::Corner>& surface = checked.surfaceOf(group).corners;
    size_t place = 0;
    for (const Surface::Corner& corner : surface) {
        while (group.instances[place] != corner.instance)
            ++place;
        corners.push_back(firstVertices_[place] + corner.vertex);
        points[corners.back()] = corner.point;
    }
    for (const SharedEdge& edge : checked.sharedEdgesOf(group))
        for (const auto& [corner, twin] :
             {std::pair(edge.corner, Surface::next(edge.other)), std::pair(Surface::next(edge.corner), edge.other)})
            if (corners[corner] != corners[twin])
                seams.push_back({corners[corner], corners[twin], surface[corner].instance != surface[twin].instance});
}

const SkinnedMesh& MorphedSurface::meshAt(size_t place) const {
    return checked.model.meshes[checked.model.instances[group.instances[place]].mesh];
}

std::span<const MorphDelta> MorphedSurface::deltasAt(size_t place, size_t target) const {
    const std::vector<MorphTarget>& targets = meshAt(place).morphTargets;
    return target < targets.size() ? std::span(targets[target].deltas) : std::span<const MorphDelta>();
}

std::vector<glm::vec3> MorphedSurface::deltasOf(size_t target) const {
    std::vector<glm::vec3> deltas(points.size(), glm::vec3(0.0f));
    for (size_t place = 0; place < group.instances.size(); ++place)
        for (const MorphDelta& delta : deltasAt(place, target))
            deltas[firstVertices_[place] + delta.vertex] = delta.position;
    return deltas;
}

}  // namespace sinew
