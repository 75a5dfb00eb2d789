// Surfaces that a model shows to itself and to the camera: its own shadow, masks, texture coordinates, and shading
// under bones that scale and mirror.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gpu/studio.h"
#include "gpu/with_device.h"
#include "media/compare.h"
#include "model/cpu_skinning.h"
#include "support/models/lumpy_ball.h"
#include "support/picture.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// Adds a square with sides of 2 * `half` to the mesh, in the plane of x and `up`, with UVs over it.
void addSquare(SkinnedMesh& mesh, const glm::vec3& center, float half, const glm::vec3& up) {
    const auto first = static_cast<uint32_t>(mesh.vertexCount());
    for (const float y : {-1.0f, 1.0f})
        for (const float x : {-1.0f, 1.0f}) {
            mesh.positions.push_back(center + half * (glm::vec3(x, 0.0f, 0.0f) + y * up));
            mesh.normals.push_back(glm::cross(glm::vec3(1.0f, 0.0f, 0.0f), up));
            mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
            mesh.uvs.emplace_back(0.5f + 0.5f * x, 0.5f - 0.5f * y);
            mesh.colors.emplace_back(1.0f);
            mesh.influences.push_back({.bones = {}, .weights = {kWeightOne}});
        }
    for (const uint32_t corner : {0u, 1u, 3u, 0u, 3u, 2u})
        mesh.indices.push_back(first + corner);
}

Model modelOf(const SkinnedMesh& mesh) {
    Model model;
    model.hierarchy = {.names = {"root"}, .parents = {kNoParent}, .rest = {{}}};
    model.meshes = {mesh};
    model.instances = {{.bones = std::vector<Bone>(mesh.boneCount)}};
    model.materials = {{.name = "surface", .doubleSided = true}};
    return model;
}

/// A square that faces the camera of frontal().
Model square() {
    SkinnedMesh mesh{.name = "square", .boneCount = 1};
    addSquare(mesh, glm::vec3(0.0f), 1.0f, {0.0f, 1.0f, 0.0f});
    return modelOf(mesh);
}

/// A texture whose alpha is that function of u and v, and whose color is white.
Texture masked(uint32_t size, const std::function<uint8_t(float u, float v)>& alpha) {
    Texture texture{.name = "mask", .source = "code", .image = {.width = size, .height = size}};
    for (uint32_t y = 0; y < size; ++y)
        for (uint32_t x = 0; x < size; ++x) {
            const auto part = [size](uint32_t i) { return (static_cast<float>(i) + 0.5f) / static_cast<float>(size); };
            texture.image.bytes.insert(texture.image.bytes.end(), {255, 255, 255, alpha(part(x), part(y))});
        }
    return texture;
}

Camera frontal(float distance) {
    return {.yaw = 0.0f, .pitch = 0.0f, .distance = distance, .sceneRadius = 3.0f};
}

Pixels pictureOf(const Device& device, const Model& model, const Camera& camera, const Look& look,
                 const Setup& setup = {}) {
    Stage stage({.model = model, .report = {}});
    Studio studio(device, &stage.model(), setup);
    Scene scene = sceneOf(stage, 0.0, look);
    scene.camera = camera;
    return studio.draw(scene);
}

/// The mean brightness of a few pixels around a point of the world.
double brightnessAt(const Pixels& pixels, const Camera& camera, const glm::vec3& world) {
    const auto width = static_cast<float>(pixels.width), height = static_cast<float>(pixels.height);
    const glm::vec4 clip = camera.clipFromWorld(width / height) * glm::vec4(world, 1.0f);
    const double x = 0.5 + 0.5 * static_cast<double>(clip.x / clip.w),
                 y = 0.5 + 0.5 * static_cast<double>(clip.y / clip.w);
    const double dx = 2.0 / pixels.width, dy = 2.0 / pixels.height;
    return brightness(pixels, x - dx, y - dy, x + dx, y + dy);
}

/// Two balls with a normal map, each on a bone of its own.
Model twoBalls() {
    Model model = lumpyBalls(2);
    Material& material = model.materials[0];
    material.texture(TextureSlot::baseColor).reset();
    material.metallic = 0.5f;
    material.roughness = 0.3f;
    return model;
}

/// The model's first mesh in its rest pose, on bones that do not move it.
Model baked(const Model& model) {
    Model result = model;
    SkinnedMesh& mesh = result.meshes[0];
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size()), palette(mesh.boneCount);
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), worldFromNode);
    writePalette(model.instances[0].bones, worldFromNode, palette);
    skinPositions(model.meshes[0], palette, mesh.positions);
    skinNormals(model.meshes[0], palette, mesh.normals);
    for (size_t i = 0; i < mesh.vertexCount(); ++i) {
        const glm::mat3 turn(blendedMatrix(model.meshes[0], i, palette));
        const float sign = glm::determinant(turn) < 0.0f ? -1.0f : 1.0f;
        mesh.tangents[i] = glm::vec4(glm::normalize(turn * glm::vec3(mesh.tangents[i])), sign * mesh.tangents[i].w);
    }
    for (size_t i = 0; i < mesh.indices.size(); i += 3)
        if (glm::determinant(glm::mat3(blendedMatrix(model.meshes[0], mesh.indices[i], palette))) < 0.0f)
            std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
    for (Transform& rest : result.hierarchy.rest)
        rest = {};
    return result;
}

}  // namespace

TEST_CASE_METHOD(OnDevice,
                 "a part between the light and a surface of the same model darkens it, and a morph moves its shadow",
                 "[assisted]") {
    SkinnedMesh mesh{.name = "plate", .boneCount = 1};
    addSquare(mesh, {0.0f, -1.0f, 0.0f}, 3.0f, {0.0f, 0.0f, -1.0f});
    const Model plate = modelOf(mesh);
    addSquare(mesh, {-1.0f, 0.0f, 0.0f}, 0.4f, {0.0f, 0.0f, -1.0f});
    mesh.morphTargets = {{"away", {}}};
    for (uint32_t vertex = 4; vertex < 8; ++vertex)
        mesh.morphTargets[0].deltas.push_back({vertex, {0.0f, 0.0f, 1.5f}, glm::vec3(0.0f)});
    Model covered = modelOf(mesh);
    covered.restMorphWeights = {0.0f};
    Model moved = covered;
    moved.restMorphWeights = {1.0f};

    // From the left at 45 degrees: the part above the plate by 1 has its shadow 1 to the right.
    const LightDirection left{.yaw = glm::radians(-90.0f), .pitch = glm::radians(45.0f)};
    const Look look{.floor = false, .light = left, .exposure = 0.5f};  // below where the tones are compressed
    Camera camera = frontal(9.0f);
    camera.pitch = glm::radians(40.0f);
    const glm::vec3 place(0.0f, -1.0f, 0.0f), away(0.0f, -1.0f, 1.5f);
    const Pixels open = pictureOf(device, plate, camera, look), shaded = pictureOf(device, covered, camera, look),
                 shadedAway = pictureOf(device, moved, camera, look);
    CHECK(brightnessAt(shaded, camera, place) < 0.93 * brightnessAt(open, camera, place));
    CHECK(brightnessAt(shaded, camera, away) > 0.98 * brightnessAt(open, camera, away));
    CHECK(brightnessAt(shadedAway, camera, away) < 0.93 * brightnessAt(open, camera, away));
    CHECK(brightnessAt(shadedAway, camera, place) > 0.98 * brightnessAt(open, camera, place));
}

TEST_CASE_METHOD(OnDevice,
                 "the floor is darker close under a ball, and in its shadow, less so where the ball is of glass") {
    Model ball = lumpyBall();
    ball.meshes[0].positions = ball.meshes[0].normals;
    ball.materials[0].texture(TextureSlot::baseColor).reset();
    Camera camera = frontal(9.0f);
    camera.pitch = glm::radians(40.0f);
    const Look look{.light = LightDirection{.yaw = glm::radians(45.0f), .pitch = glm::radians(30.0f)}};
    const glm::vec3 close(0.0f, -1.0f, 0.5f), inShadow(-1.2f, -1.0f, -1.2f), open(2.0f, -1.0f, 1.0f);
    const Pixels solid = pictureOf(device, ball, camera, look);
    ball.materials[0].transmission = 1.0f;
    const Pixels glass = pictureOf(device, ball, camera, look);
    CHECK(brightnessAt(solid, camera, close) < 0.9 * brightnessAt(solid, camera, open));
    CHECK(brightnessAt(solid, camera, inShadow) < 0.8 * brightnessAt(glass, camera, inShadow));
    CHECK(brightnessAt(glass, camera, inShadow) < 0.9 * brightnessAt(glass, camera, open));
}

TEST_CASE_METHOD(OnDevice, "each look shows the light that a black surface emits") {
    Model lamp = square();
    lamp.materials[0].baseColor = {0.0f, 0.0f, 0.0f, 1.0f};
    lamp.materials[0].emissive = glm::vec3(0.5f);
    const Camera camera = frontal(4.0f);
    for (const Lighting lighting : {Lighting::studio, Lighting::fidelity, Lighting::flat}) {
        INFO(kLightingNames[static_cast<size_t>(lighting)]);
        const Pixels picture = pictureOf(device, lamp, camera, {.floor = false, .lighting = lighting});
        CHECK(brightnessAt(picture, camera, glm::vec3(0.0f)) > 0.4);
    }
}

TEST_CASE_METHOD(OnDevice, "with four samples, the edges of a mask cover pixels in part", "[assisted]") {
    Model disk = square();
    disk.textures = {masked(32, [](float u, float v) {
        return static_cast<uint8_t>(std::clamp(255.0f * (1.0f - 2.0f * std::hypot(u - 0.5f, v - 0.5f)), 0.0f, 255.0f));
    })};
    disk.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
    disk.materials[0].alphaMode = AlphaMode::mask;
    const Look look{.floor = false, .background = glm::vec4(0.0f)};
    const auto counted = [&](uint32_t samples) {
        const Pixels pixels = pictureOf(device, disk, frontal(6.0f), look, {.samples = samples});
        std::array<size_t, 3> counts{};  // without, with a part of, with the whole surface
        for (size_t i = 3; i < pixels.rgba.size(); i += 4)
            ++counts[pixels.rgba[i] == 0 ? 0 : pixels.rgba[i] == 255 ? 2 : 1];
        return counts;
    };
    const auto [without, part, whole] = counted(4);
    INFO(without << " without, " << part << " with a part of, " << whole << " with the whole surface");
    CHECK(part > 40);
    CHECK(part < whole);
    CHECK(counted(1)[1] == 0);
    // Half the radius of the square's: the same area as with one sample.
    const double area = static_cast<double>(whole) + 0.5 * static_cast<double>(part);
    CHECK(area == Approx(static_cast<double>(counted(1)[2])).epsilon(0.05));
}

TEST_CASE_METHOD(OnDevice, "a distant mask covers about the share of its texels that pass") {
    constexpr std::array kDistances{16.0f, 40.0f};
    const auto covered = [&](uint32_t passing, AlphaMode mode) {  // pixels, at each distance
        Random random(9);
        Model leaves = square();
        leaves.textures = {masked(256, [&](float, float) {
            const bool passes = random.between(0, 99) < passing;
            return static_cast<uint8_t>(passes ? random.between(140, 255) : random.between(0, 100));
        })};
        leaves.materials[0].texture(TextureSlot::baseColor) = TextureUse{0};
        leaves.materials[0].alphaMode = mode;
        Stage stage({.model = leaves, .report = {}});
        Studio studio(device, &stage.model());
        const std::vector<Pixels> pictures = studio.drawAll(kDistances.size(), [&](uint32_t number) {
            Scene scene = sceneOf(stage, 0.0, {.floor = false, .background = glm::vec4(0.0f)});
            scene.camera = frontal(kDistances[number]);
            return scene;
        });
        std::array<double, kDistances.size()> sums{};
        for (size_t number = 0; number < sums.size(); ++number)
            for (size_t i = 3; i < pictures[number].rgba.size(); i += 4)
                sums[number] += pictures[number].rgba[i] / 255.0;
        return sums;
    };
    const auto whole = covered(50, AlphaMode::opaque);
    for (const uint32_t passing : {20u, 50u, 80u}) {
        const auto sums = covered(passing, AlphaMode::mask);
        for (size_t number = 0; number < sums.size(); ++number) {
            INFO(passing << " % pass, at a distance of " << kDistances[number]);
            CHECK(sums[number] / whole[number] == Approx(passing / 100.0).margin(0.12));
        }
    }
}

TEST_CASE_METHOD(OnDevice,
                 "a texture of a skinned mesh uses the second set of texture coordinates if the material says so") {
    Model first = twoBalls();
    first.hierarchy.rest[0].translation = {-1.3f, 0.0f, 0.0f};
    first.hierarchy.rest[1].translation = {1.3f, 0.3f, 0.0f};
    first.textures.push_back(masked(16, [](float, float) { return uint8_t{255}; }));
    for (size_t i = 0; i < first.textures.back().image.bytes.size(); ++i)
        if (i % 4 != 3) first.textures.back().image.bytes[i] = static_cast<uint8_t>(37 * i);
    first.materials[0].texture(TextureSlot::normal).reset();
    first.materials[0].texture(TextureSlot::baseColor) = TextureUse{2};
    Model second = first;
    SkinnedMesh& mesh = second.meshes[0];
    mesh.moreUvs = mesh.uvs;
    std::fill(mesh.uvs.begin(), mesh.uvs.end(), glm::vec2(0.5f));
    Model wrong = second;
    second.materials[0].texture(TextureSlot::baseColor)->uvSet = 1;
    const Camera camera = frontal(8.0f);
    const Pixels expected = pictureOf(device, first, camera, {});
    CHECK(compare(pictureOf(device, second, camera, {}), expected).maximum == 0.0);
    CHECK(compare(pictureOf(device, wrong, camera, {}), expected).mean > 5e-3);
}

TEST_CASE_METHOD(OnDevice, "bones that scale unevenly or mirror light a mesh like the same shape without bones") {
    Model skinned = twoBalls();
    const bool mirrors = GENERATE(false, true);
    skinned.hierarchy.rest = {{.translation = {-1.5f, 0.0f, 0.0f}, .scale = {0.6f, 1.3f, 1.0f}},
                              {.translation = {1.5f, 0.0f, 0.0f},
                               .rotation = glm::angleAxis(0.5f, glm::vec3(0.0f, 0.0f, 1.0f)),
                               .scale = {mirrors ? -1.2f : 1.2f, 0.7f, 0.9f}}};
    const Camera camera = frontal(9.0f);
    const Pixels picture = pictureOf(device, skinned, camera, {});
    const Difference apart = compare(picture, pictureOf(device, baked(skinned), camera, {}));
    INFO("mirrors " << mirrors << ": mean " << apart.mean);
    CHECK(apart.mean < 6e-4);  // tangents are rounded to 8 bits, before or after the scale

    Model wrong = baked(skinned);  // the normal map turned over on the second ball
    for (size_t i = wrong.meshes[0].vertexCount() / 2; i < wrong.meshes[0].vertexCount(); ++i)
        wrong.meshes[0].tangents[i].w *= -1.0f;
    CHECK(compare(picture, pictureOf(device, wrong, camera, {})).mean > 3e-3);
}
