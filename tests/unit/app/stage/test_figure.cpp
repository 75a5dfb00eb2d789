#include "app/stage/figure.h"

#include <algorithm>

#include <glm/gtc/matrix_transform.hpp>

#include "app/picture/setup.h"
#include "app/stage/framing.h"
#include "support/catch.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// Adds two triangles that span the box from `low` to `high`, at a root node of their own.
void addPart(Model& model, const glm::vec3& low, const glm::vec3& high, const Material& material = {}) {
    SkinnedMesh mesh = model.meshes[0];
    mesh.name = "part";
    mesh.boneCount = 1;
    mesh.positions = {low, {high.x, low.y, low.z}, {low.x, low.y, high.z}, high};
    mesh.indices = {0, 1, 2, 1, 3, 2};
    mesh.normals.resize(4);
    mesh.tangents.resize(4);
    mesh.uvs.resize(4);
    mesh.colors.resize(4);
    mesh.influences.assign(4, {{0}, {static_cast<uint16_t>(kWeightOne)}});
    mesh.material = static_cast<uint32_t>(model.materials.size());
    model.materials.push_back(material);
    model.hierarchy.names.push_back("part");
    model.hierarchy.parents.push_back(kNoParent);
    model.hierarchy.rest.emplace_back();
    const auto node = static_cast<uint32_t>(model.hierarchy.size() - 1);
    model.instances.push_back(
        {.mesh = static_cast<uint32_t>(model.meshes.size()), .node = node, .bones = {{node, glm::mat4(1.0f)}}});
    model.meshes.push_back(std::move(mesh));
}

/// The height of the band, which is 3, in the picture, of which the height is 2.
float heightSeen(Stage& stage, const CameraSettings& settings = {}) {
    const Camera camera = makeCamera(settings, stage, 1.0f);
    const auto heightOf = [&](float y) {
        const glm::vec4 clip = camera.clipFromWorld(1.0f) * glm::vec4(0.0f, y, 0.0f, 1.0f);
        return clip.y / clip.w;
    };
    return heightOf(0.0f) - heightOf(3.0f);
}

}  // namespace

TEST_CASE("A ground plane, a sky and invisible parts do not make the figure small") {
    ImportedModel alone = rig_models::band(3);
    Stage only{ImportedModel(alone)};
    const float wanted = heightSeen(only);
    CHECK(wanted > 1.2f);

    ImportedModel onGround = alone, underSky = alone, inCage = alone;
    addPart(onGround.model, {-100, 0, -100}, {100, 0, 100});
    addPart(underSky.model, {-500, -500, -500}, {500, 500, 500});
    addPart(inCage.model, {-9, -9, -9}, {9, 9, 9}, {.baseColor = {1, 1, 1, 0}, .alphaMode = AlphaMode::blend});
    for (ImportedModel* imported : {&onGround, &underSky, &inCage}) {
        Stage stage(std::move(*imported));
        CHECK(heightSeen(stage) == Approx(wanted).epsilon(0.01));
    }

    ImportedModel whole = rig_models::band(3);
    addPart(whole.model, {-100, 0, -100}, {100, 0, 100});
    Stage stage(std::move(whole));
    CHECK(heightSeen(stage, {.fit = Fit::clip}) < 0.2f * wanted);
    CHECK(framedBounds(stage).max.x == 100.0f);
}

TEST_CASE("Parts that are not far larger than the figure, or move, are framed with it") {
    ImportedModel imported = rig_models::band(3);
    addPart(imported.model, {-1.5f, 0, -1.5f}, {1.5f, 0, 1.5f});
    Stage near{ImportedModel(imported)};
    CHECK(figureBounds(near).max.x == 1.5f);

    imported.model.instances[0].skinned = false;  // a skinned figure counts more than what is rigid
    addPart(imported.model, {-100, 0, -100}, {100, 0, 100});
    AnimationClip& clip = rig_models::addClip(imported, "turn", 1.0);
    clip.channels.push_back({.node = static_cast<uint32_t>(imported.model.hierarchy.size() - 1),
                             .translation = {{0.0, 1.0}, {{0, 0, 0}, {1, 0, 0}}}});
    Stage moving(std::move(imported));
    CHECK(figureBounds(moving).max.x >= 100.0f);
}

TEST_CASE("The camera follows a figure that travels far, and frames all of the way on request") {
    ImportedModel imported = rig_models::band(3);
    AnimationClip& clip = rig_models::addClip(imported, "run", 2.0);
    clip.channels.push_back({.node = 0, .translation = {{0.0, 2.0}, {{0, 0, 0}, {0, 0, 60}}}});
    Stage stage(std::move(imported));
    stage.play(0);
    CHECK(heightSeen(stage) > 1.2f);
    CHECK(heightSeen(stage, {.fit = Fit::clip}) < 0.5f);
    for (const double seconds : {0.0, 0.7, 1.9}) {
        stage.seek(seconds);
        stage.updatePose();
        CHECK(followed({}, stage).z == Approx(30.0 * seconds).margin(0.1));
        CHECK(followed({.fit = Fit::clip}, stage) == glm::vec3(0.0f));
        const Box shadowed = stage.scene(false).ground.footprint;
        CHECK(shadowed.max.z - shadowed.min.z < 10.0f);
        CHECK(shadowed.center().z == Approx(30.0 * seconds).margin(3.0));
    }
}
