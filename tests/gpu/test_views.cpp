// The views, compared with the CPU.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "app/options/names.h"
#include "app/pick.h"
#include "gpu/studio.h"
#include "gpu/with_device.h"
#include "model/cpu_skinning.h"
#include "render/light.h"
#include "support/change_settings.h"

using namespace sinew;

namespace {

const std::filesystem::path kAssets = SINEW_SOURCE_DIR "/assets";
constexpr Setup kOneSample{.samples = 1};

double linearFromSrgb(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double srgbFromLinear(double value) {
    return value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
}

/// Five colors of viridis as bytes, and the gray of zero weight.
glm::dvec3 weightColor(double weight) {
    if (weight <= 0.0) return glm::dvec3(0.5);
    const std::array<glm::dvec3, 5> ramp{
        glm::dvec3(68, 1, 84), {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
    const double place = std::min(weight, 1.0) * 4.0;
    const auto step = std::min(static_cast<size_t>(place), size_t{3});
    return glm::mix(ramp[step], ramp[step + 1], place - static_cast<double>(step)) / 255.0;
}

/// Shaded by a light at the eye.
glm::dvec3 lit(const glm::dvec3& srgb, double facing) {
    glm::dvec3 shown;
    for (int i = 0; i < 3; ++i)
        shown[i] = srgbFromLinear(linearFromSrgb(srgb[i]) * glm::mix(0.55, 1.0, facing)) * 255.0;
    return shown;
}

glm::dvec3 pixelOf(const Pixels& picture, uint32_t x, uint32_t y) {
    const uint8_t* rgba = &picture.rgba[(size_t{y} * picture.width + x) * 4];
    return {rgba[0], rgba[1], rgba[2]};
}

/// The hit in the middle of a pixel, unless it is near an edge of its triangle, where the GPU may round differently.
std::optional<Picked> pickInside(const Stage& stage, const Scene& scene, const Setup& setup, uint32_t x, uint32_t y) {
    const glm::vec2 size(setup.extent.width, setup.extent.height), middle(x + 0.5f, y + 0.5f);
    const std::optional<Picked> found = pick(stage, scene.camera, scene.look.skinning, middle, size);
    if (!found) return found;
    const glm::vec3& corners = found->place.corners;
    return std::min({corners.x, corners.y, corners.z}) > 0.1f ? found : std::nullopt;
}

/// |cosine| between the interpolated normal and the direction to the eye.
double facingAt(const Stage& stage, const Scene& scene, const Picked& picked) {
    const MeshInstance& instance = stage.model().instances[picked.instance];
    const SkinnedMesh& mesh = stage.model().meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, stage.worldFromNode(), palette);
    std::vector<glm::vec3> normals(mesh.vertexCount());
    skinNormals(mesh, palette, normals);
    glm::vec3 normal(0.0f);
    for (int corner = 0; corner < 3; ++corner)
        normal += picked.place.corners[corner] *
                  normals[mesh.indices[3 * picked.place.triangle + static_cast<size_t>(corner)]];
    return std::abs(glm::dot(glm::normalize(normal), glm::normalize(scene.camera.eye() - picked.position)));
}

double chosenWeight(const Stage& stage, const Picked& picked) {
    const MeshInstance& instance = stage.model().instances[picked.instance];
    double weight = 0.0;
    for (uint32_t bone = 0; bone < instance.bones.size(); ++bone)
        if (instance.bones[bone].node == stage.highlighted().chosen)
            weight += weightAt(stage.model().meshes[instance.mesh], picked.place, bone);
    return weight;
}

struct WeighedPicture {
    size_t weighted = 0, unweighted = 0;
    double apart = 0.0;  ///< largest difference of a channel, of 255
};

/// Compares every `step`th pixel of the weights view, in both directions, with the CPU.
WeighedPicture compareWeights(const Device& device, Stage& stage, uint32_t maxBones, double timeSeconds,
                              uint32_t step) {
    Setup setup = kOneSample;
    setup.maxBones = maxBones;
    // Without lines over the surface: the stage's own highlight would hide the pixels.
    const Look look{.view = View::weights, .floor = false, .background = glm::vec4(1.0f, 0.0f, 1.0f, 1.0f)};
    Scene scene = sceneOf(stage, timeSeconds, look);
    scene.lines = {};
    const Pixels picture = Studio(device, &stage.model(), setup).draw(scene);
    WeighedPicture compared;
    for (uint32_t y = 1; y < setup.extent.height; y += step)
        for (uint32_t x = 1; x < setup.extent.width; x += step) {
            if (pixelOf(picture, x, y) == glm::dvec3(255, 0, 255)) continue;
            const std::optional<Picked> picked = pickInside(stage, scene, setup, x, y);
            if (!picked) continue;
            const double weight = chosenWeight(stage, *picked);
            ++(weight > 0.0 ? compared.weighted : compared.unweighted);
            const glm::dvec3 expected = lit(weightColor(weight), facingAt(stage, scene, *picked));
            const glm::dvec3 apart = glm::abs(pixelOf(picture, x, y) - expected);
            INFO("pixel " << x << "," << y << " weight " << weight);
            if (glm::max(apart.x, glm::max(apart.y, apart.z)) > 3.0) CHECK(pixelOf(picture, x, y).x == expected.x);
            compared.apart = std::max({compared.apart, apart.x, apart.y, apart.z});
        }
    return compared;
}

/// A quad facing the default camera, 2 wide, on `boneCount` bones of equal weight.
Model quadOn(uint16_t boneCount) {
    Model model;
    SkinnedMesh mesh{.name = "quad", .boneCount = boneCount};
    for (const glm::vec2 corner : {glm::vec2(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
        mesh.positions.emplace_back(corner, 0.0f);
        mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
        mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
        mesh.uvs.emplace_back(corner * 0.5f + 0.5f);
        mesh.colors.emplace_back(1.0f);
        std::array<Influences, 2> sets{};
        for (uint16_t bone = 0; bone < boneCount; ++bone) {
            sets[bone / 4].bones[bone % 4] = bone;
            sets[bone / 4].weights[bone % 4] = static_cast<uint16_t>(kWeightOne / boneCount);
        }
        sets[0].weights[0] = static_cast<uint16_t>(kWeightOne - (boneCount - 1) * (kWeightOne / boneCount));
        mesh.influences.push_back(sets[0]);
        mesh.moreInfluences.push_back(sets[1]);
    }
    mesh.indices = {0, 1, 2, 0, 2, 3};
    MeshInstance instance{.skinned = true};
    for (uint32_t bone = 0; bone < boneCount; ++bone) {
        model.hierarchy.names.push_back("bone " + std::to_string(bone));
        model.hierarchy.parents.push_back(kNoParent);
        model.hierarchy.rest.push_back({});
        instance.bones.push_back({.node = bone});
    }
    model.meshes = {mesh};
    model.instances = {instance};
    model.materials = {{.name = "skin"}};
    return model;
}

/// The center of a picture of the model from the front.
glm::dvec3 middleOf(const Device& device, Stage& stage, const Look& look, uint32_t influences) {
    Setup setup = kOneSample;
    setup.influences = influences;
    setup.extent = {65, 65};
    Scene scene = sceneOf(stage, 0.0, look);
    scene.lines = {};
    scene.camera.yaw = scene.camera.pitch = 0.0f;
    return pixelOf(Studio(device, &stage.model(), setup).draw(scene), 32, 32);
}

}  // namespace

TEST_CASE_METHOD(OnDevice, "each pixel of the weights view has the weight that the CPU finds there") {
    Stage character(importModel(kAssets / "character.dae"));
    character.play(findClip(character.model(), "Wave"));
    character.highlight({.chosen = findBone(character.model(), "spine3"), .hovered = {}});
    const WeighedPicture large = compareWeights(device, character, PALETTE_SIZE, 1.2, 2);
    CHECK(large.weighted > 80);
    CHECK(large.unweighted > 100);
    CHECK(large.apart <= 3.0);
}

TEST_CASE_METHOD(OnDevice, "the selected bone is found in every part of a mesh, in both halves of the palette") {
    Stage snake(importModel(kAssets / "snake.dae"));
    snake.play(0);
    std::vector<uint32_t> bones{35, 131};
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // the comparison is slow with them
    bones.insert(bones.end(), {60, 82});
#endif
    for (const uint32_t bone : bones) {
        snake.highlight({.chosen = snake.model().instances.at(0).bones.at(bone).node, .hovered = {}});
        for (const uint32_t maxBones : {12u, 64u}) {
            const WeighedPicture compared = compareWeights(device, snake, maxBones, 0.8, 1);
            INFO("bone " << bone << ", palettes of " << maxBones);
            CHECK(compared.unweighted > 50);
            CHECK(compared.weighted > 0);
            CHECK(compared.apart <= 3.0);
        }
    }
}

TEST_CASE_METHOD(OnDevice, "without a selected bone, or with one that moves nothing, all weights are gray") {
    Stage stage({.model = quadOn(2), .report = {}});
    CHECK(glm::length(middleOf(device, stage, {.view = View::weights}, 4) - glm::dvec3(127.5)) < 1.0);
    stage.highlight({.chosen = 1, .hovered = {}});
    CHECK(glm::length(middleOf(device, stage, {.view = View::weights}, 4) - glm::dvec3(127.5)) > 10.0);
}

TEST_CASE_METHOD(OnDevice, "one to eight influences have the eight colors of Okabe and Ito", "[assisted]") {
    constexpr std::array<std::array<int, 3>, 8> kPalette{{{86, 180, 233},
                                                          {0, 158, 115},
                                                          {240, 228, 66},
                                                          {230, 159, 0},
                                                          {213, 94, 0},
                                                          {204, 121, 167},
                                                          {0, 114, 178},
                                                          {38, 38, 38}}};
    for (uint16_t count = 1; count <= 8; ++count) {
        Stage stage({.model = quadOn(count), .report = {}});
        const auto& [r, g, b] = kPalette[count - 1u];
        const glm::dvec3 seen = middleOf(device, stage, {.view = View::influences}, 8);
        INFO(count << ": " << seen.x << " " << seen.y << " " << seen.z);
        CHECK(glm::length(seen - glm::dvec3(r, g, b)) < 2.0);
    }
}

TEST_CASE_METHOD(OnDevice, "normals are shown as RGB, texture coordinates as a checkerboard") {
    Stage stage({.model = quadOn(1), .report = {}});
    CHECK(glm::length(middleOf(device, stage, {.view = View::normals}, 8) - glm::dvec3(127.5, 127.5, 255)) < 1.5);
    Setup setup = kOneSample;
    setup.influences = 8;
    Scene scene = sceneOf(stage, 0.0, {.view = View::uvs});
    scene.camera.yaw = scene.camera.pitch = 0.0f;
    const Pixels board = Studio(device, &stage.model(), setup).draw(scene);
    // Along the middle row of the quad: 16 squares, so 15 jumps.
    int jumps = 0;
    double before = -1.0;
    for (uint32_t x = 0; x < setup.extent.width; ++x) {
        const auto place = pick(stage, scene.camera, Skinning::linear, {x + 0.5f, 88.5f}, {240, 180});
        if (!place) continue;
        const double light = pixelOf(board, x, 88).y;
        jumps += before >= 0.0 && std::abs(light - before) > 10.0;
        before = light;
    }
    CHECK(jumps == 15);
}

TEST_CASE("light and shadow follow the light direction") {
    const LightDirection left{.yaw = glm::radians(-90.0f), .pitch = glm::radians(45.0f)};
    const float half = std::sqrt(0.5f);
    CHECK(glm::length(towardKeyLight(left) - glm::vec3(-half, half, 0.0f)) < 1e-6f);
    CHECK(glm::length(towardKeyLight(std::nullopt)) == Approx(1.0));
    const Ground ground{.footprint = {{-1, 0, -1}, {1, 2, 1}}};
    const glm::mat4 shadow = shadowFromWorld(ground.footprint, towardKeyLight(left));
    // At a height of 2, the shadow falls 2 to the right.
    const glm::vec4 top = shadow * glm::vec4(0, 2, 0, 1), floor = shadow * glm::vec4(2, 0, 0, 1);
    CHECK(glm::length(glm::vec2(top) - glm::vec2(floor)) < 1e-5f);
}

TEST_CASE_METHOD(OnDevice, "highlighted bones are drawn over the model, with and without the skeleton", "[assisted]") {
    Stage stage(importModel(kAssets / "character.dae"));
    Studio studio(device, &stage.model());
    const Pixels plain = studio.draw(sceneOf(stage, 0.0));
    const auto differs = [](const Pixels& a, const Pixels& b) { return a.rgba != b.rgba; };
    const uint32_t spine = findBone(stage.model(), "spine2"), arm = findBone(stage.model(), "upperarm_L");
    stage.highlight({.chosen = spine, .hovered = {}});
    const Pixels chosen = studio.draw(sceneOf(stage, 0.0));
    CHECK(differs(chosen, plain));
    stage.highlight({.chosen = spine, .hovered = arm});
    CHECK(differs(studio.draw(sceneOf(stage, 0.0)), chosen));
    const Pixels both = studio.draw(sceneOf(stage, 0.0, {.skeleton = true}));
    stage.highlight({});
    CHECK(differs(studio.draw(sceneOf(stage, 0.0, {.skeleton = true})), both));
    CHECK_FALSE(differs(studio.draw(sceneOf(stage, 0.0)), plain));
}

TEST_CASE("a stage can show the pose of the clip, the rest pose and the bind pose") {
    Stage stage(importModel(kAssets / "character.dae"));
    stage.play(findClip(stage.model(), "Wave"));
    stage.seek(1.2);
    const auto poseNow = [&] {
        const auto pose = stage.updatePose();
        return std::vector<glm::mat4>(pose.begin(), pose.end());
    };
    const auto playing = poseNow();
    changeSettings(stage, [&](PlaySettings& settings) { settings.pose = ShownPose::rest; });
    const auto rest = poseNow();
    CHECK(rest != playing);
    stage.play(std::nullopt);
    changeSettings(stage, [&](PlaySettings& settings) { settings.pose = ShownPose::playing; });
    CHECK(poseNow() == rest);
    changeSettings(stage, [&](PlaySettings& settings) { settings.pose = ShownPose::bind; });
    const auto bind = poseNow();
    for (const MeshInstance& instance : stage.model().instances) {
        if (!instance.skinned) continue;
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, bind, palette);
        for (const glm::mat4& matrix : palette)
            for (int column = 0; column < 4; ++column)
                CHECK(glm::length(matrix[column] - palette[0][column]) < 1e-5f);
    }
}
