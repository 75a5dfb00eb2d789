#include "app/pick.h"

#include <algorithm>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/picture/setup.h"
#include "app/report/json.h"
#include "app/report/messages.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr int kPickSchema = 1;

/// The winding of the triangles that the renderer draws: back faces are culled.
Winding drawnWinding(const Model& model, const SkinnedMesh& mesh, std::span<const glm::mat4> palette) {
    const auto mirrors = [](const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)) < 0.0f; };
    const auto mirrorCount = static_cast<size_t>(std::ranges::count_if(palette, mirrors));
    if (model.materials[mesh.material].doubleSided || (mirrorCount > 0 && mirrorCount < palette.size()))
        return Winding::both;
    return mirrorCount > 0 ? Winding::clockwise : Winding::counterClockwise;
}

std::string pickedJson(const Model& model, std::optional<uint32_t> member, const std::optional<Picked>& picked) {
    Json json{{"schema", kPickSchema}, {"bone", nullptr}};
    if (member) json["character"] = *member;
    if (picked) {
        const glm::vec3& position = picked->position;
        json["bone"] = model.hierarchy.names[picked->node];
        json["node"] = picked->node;
        json["weight"] = picked->strongest.weight;
        json["instance"] = picked->instance;
        json["mesh"] = model.meshes[model.instances[picked->instance].mesh].name;
        json["triangle"] = picked->place.triangle;
        json["position"] = {position.x, position.y, position.z};
    }
    return jsonText(json);
}

}  // namespace

std::optional<Picked> pick(const Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                           const glm::vec2& size) {
    const Scene seen{.worldFromNode = stage.worldFromNode(),
                     .morphWeights = stage.morphWeights(),
                     .camera = camera,
                     .look = {.skinning = skinning},
                     .hidden = stage.hidden()};
    return pick(stage.model(), seen, pixel, size);
}

std::optional<Picked> pick(const Model& model, const Scene& seen, const glm::vec2& pixel, const glm::vec2& size) {
    const Ray ray = rayThrough(seen.camera, pixel, size);
    std::optional<Picked> nearest;
    for (uint32_t index = 0; index < model.instances.size(); ++index) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (!seen.hidden.empty() && seen.hidden[index]) continue;
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

std::optional<uint32_t> pickMember(Stage& stage, const Camera& camera, Skinning skinning, const glm::vec2& pixel,
                                   const glm::vec2& size) {
    Crowd* crowd = stage.crowd();
    if (!crowd) return std::nullopt;
    const Ray ray = rayThrough(camera, pixel, size);
    const uint32_t before = stage.member();
    std::vector<std::pair<float, uint32_t>> candidates;  // where on the ray their spheres begin
    for (uint32_t member = 0; member < crowd->settings().count; ++member) {
        const Sphere sphere = crowd->sphereOf(member);
        const glm::vec3 toCenter = sphere.center - ray.start;
        const float middle = glm::dot(toCenter, ray.reach) / glm::dot(ray.reach, ray.reach);
        const float half = sphere.radius / glm::length(ray.reach);
        if (middle + half < 0.0f || glm::distance(toCenter, middle * ray.reach) > sphere.radius) continue;
        candidates.emplace_back(middle - half, member);
    }
    std::ranges::sort(candidates);
    std::optional<uint32_t> nearest;
    float along = 0.0f;
    for (const auto& [begin, member] : candidates) {
        if (nearest && begin > along) break;  // behind the nearest hit
        stage.choose(member);
        stage.updatePose();
        const std::optional<Picked> picked = pick(stage, camera, skinning, pixel, size);
        if (!picked || (nearest && picked->place.along >= along)) continue;
        nearest = member;
        along = picked->place.along;
    }
    stage.choose(before);
    return nearest;
}

Exit pickBone(const task::Pick& task) {
    const ViewSettings& view = task.view;
    const std::unique_ptr<Stage> stage = makeStage(view.load, makeImporter(view.load.model));
    stage->updatePose();
    const glm::vec2 size(view.size.width, view.size.height);
    Camera camera = makeCamera(view.camera, *stage, size.x / size.y);
    camera.target += followed(view.camera, *stage);
    const glm::vec2 center = glm::vec2(task.pixel.x, task.pixel.y) + 0.5f;
    const Skinning skinning = stage->lookFor(view.look).skinning;
    const std::optional<uint32_t> member = pickMember(*stage, camera, skinning, center, size);
    if (member) stage->choose(*member);
    stage->updatePose();
    const std::optional<Picked> picked = pick(*stage, camera, skinning, center, size);
    const Model& model = stage->model();
    print(task.json ? pickedJson(model, member, picked)
                    : (picked ? model.hierarchy.names[picked->node] : std::string()) + "\n");
    return Exit::done;
}

}  // namespace sinew
