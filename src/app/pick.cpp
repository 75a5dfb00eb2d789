#include "app/pick.h"

#include <algorithm>
#include <vector>

#include <glm/matrix.hpp>
#include <nlohmann/json.hpp>

#include "model/cpu_skinning.h"
#include "model/dual_quaternion_skinning.h"
#include "model/morph.h"

namespace sinew {
namespace {

constexpr int kPickSchema = 1;

/// The triangles that the renderer draws, which leaves out those that turn away.
Winding drawnWinding(const Model& model, const SkinnedMesh& mesh, std::span<const glm::mat4> palette) {
    const auto mirrors = [](const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)) < 0.0f; };
    const auto mirrorCount = static_cast<size_t>(std::ranges::count_if(palette, mirrors));
    if (model.materials[mesh.material].doubleSided || (mirrorCount > 0 && mirrorCount < palette.size()))
        return Winding::both;
    return mirrorCount > 0 ? Winding::clockwise : Winding::counterClockwise;
}

}  // namespace

std::optional<Picked> pick(const Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                           const glm::vec2& size) {
    const Scene seen{.worldFromNode = stage.worldFromNode(),
                     .morphWeights = stage.lastMorphWeights(),
                     .camera = camera,
                     .look = {.skinning = skinning}};
    return pick(stage.model(), seen, pixel, size);
}

std::optional<Picked> pick(const Model& model, const Scene& seen, const glm::vec2& pixel, const glm::vec2& size) {
    const Ray ray = rayThrough(seen.camera, pixel, size);
    std::optional<Picked> nearest;
    for (uint32_t index = 0; index < model.instances.size(); ++index) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        std::vector<glm::vec3> positions(mesh.vertexCount());
        writePalette(instance.bones, seen.worldFromNode, palette);
        const bool linear = seen.look.skinning == Skinning::linear;
        (linear ? skinPositions : skinPositionsByDualQuaternions)(mesh, palette, positions,
                                                                  morphWeightsOf(model, instance, seen.morphWeights));
        const auto hit = firstHit(mesh, positions, ray, drawnWinding(model, mesh, palette));
        if (!hit || (nearest && nearest->place.along <= hit->along)) continue;
        const BoneShare strongest = strongestBone(mesh, *hit);
        nearest =
            Picked{index, *hit, strongest, instance.bones[strongest.bone].node, ray.start + hit->along * ray.reach};
    }
    return nearest;
}

std::string pickedText(const Stage& stage, const std::optional<Picked>& picked) {
    return (picked ? stage.model().hierarchy.names[picked->node] : std::string()) + "\n";
}

std::string pickedJson(const Stage& stage, const std::optional<Picked>& picked) {
    nlohmann::ordered_json json{{"schema", kPickSchema}, {"bone", nullptr}};
    if (picked) {
        const Model& model = stage.model();
        const MeshInstance& instance = model.instances[picked->instance];
        const glm::vec3& position = picked->position;
        json["bone"] = model.hierarchy.names[picked->node];
        json["node"] = picked->node;
        json["weight"] = picked->strongest.weight;
        json["instance"] = picked->instance;
        json["mesh"] = model.meshes[instance.mesh].name;
        json["triangle"] = picked->place.triangle;
        json["position"] = {position.x, position.y, position.z};
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace sinew
