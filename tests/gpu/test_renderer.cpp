// Whole pictures on any device: what must not change them, and what must.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/options/names.h"
#include "app/stage/stage.h"
#include "gpu/compile_glsl.h"
#include "gpu/instance.h"
#include "gpu/studio.h"
#include "gpu/with_device.h"
#include "media/compare.h"
#include "model/cpu_skinning.h"
#include "render/draw_list.h"
#include "render/environment.h"
#include "render/environment_map.h"
#include "render/light.h"
#include "render/offscreen.h"
#include "render/texture/texture_image.h"
#include "support/allocations.h"
#include "support/models/lumpy_ball.h"
#include "support/random.h"
#include "support/read_file.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

using namespace sinew;

namespace {

const std::filesystem::path kAssets = SINEW_SOURCE_DIR "/assets";
const std::filesystem::path kShaders = SINEW_SOURCE_DIR "/shaders";

Stage stageOf(const char* file) {
    return Stage(importModel(kAssets / file));
}

/// Byte for byte.
void checkSame(const Pixels& picture, const Pixels& expected) {
    const Difference apart = compare(picture, expected);
    INFO("mean " << apart.mean << ", maximum " << apart.maximum << ", share of pixels " << apart.differingShare);
    CHECK(apart.maximum == 0.0);
}

/// RGBA of four squares of 4x4 texels, row by row.
using Squares = std::array<std::array<uint8_t, 4>, 4>;
constexpr Squares kPaints{{{206, 45, 25, 255}, {41, 186, 57, 255}, {33, 69, 222, 255}, {239, 219, 165, 255}}};
/// A map of normals: their z follows from x and y.
constexpr Squares kNormals{{{181, 127, 243, 255}, {127, 85, 249, 255}, {91, 181, 237, 255}, {127, 127, 255, 255}}};

ImageData texelsOf(const Squares& squares, bool gray) {
    ImageData image{.width = 8, .height = 8};
    for (size_t i = 0; i < 64; ++i) {
        const auto& [r, g, b, a] = squares[i / 32 * 2 + i / 4 % 2];
        image.bytes.insert(image.bytes.end(), {r, gray ? r : g, gray ? r : b, a});
    }
    return image;
}

void addBlock(TexelFormat format, const std::array<uint8_t, 4>& color, PixelBytes& bytes) {
    const auto& [r, g, b, a] = color;
    const auto channel = [&](uint8_t value) { bytes.insert(bytes.end(), {value, value, 0, 0, 0, 0, 0, 0}); };
    if (format == TexelFormat::bc7) {
        // Mode 6: after its bit, seven bits of both ends of R, G, B and A, and their lowest bits.
        std::array<uint8_t, 16> block{64};
        size_t at = 7;
        const auto put = [&](int bit) { block[at / 8] |= static_cast<uint8_t>(bit << at % 8), ++at; };
        for (const uint8_t value : color)
            for (size_t i = 0; i < 14; ++i)
                put(value >> (1 + i % 7) & 1);
        put(a & 1), put(a & 1);
        bytes.insert(bytes.end(), block.begin(), block.end());
        return;
    }
    if (format == TexelFormat::bc2) bytes.insert(bytes.end(), 8, static_cast<uint8_t>(a / 17 * 17));
    if (format == TexelFormat::bc3) channel(a);
    if (format == TexelFormat::bc4 || format == TexelFormat::bc5) channel(r);
    if (format == TexelFormat::bc5) channel(g);
    if (format == TexelFormat::bc4 || format == TexelFormat::bc5) return;
    const int packed = r >> 3 << 11 | g >> 2 << 5 | b >> 3;
    const auto low = static_cast<uint8_t>(packed), high = static_cast<uint8_t>(packed >> 8);
    bytes.insert(bytes.end(), {low, high, low, high, 0, 0, 0, 0});
}

/// The image of texelsOf() in blocks, and that of the first square for the other mip levels.
ImageData blocksOf(TexelFormat format, const std::vector<Squares>& levels) {
    ImageData image{.width = 8, .height = 8, .format = format, .levelCount = static_cast<uint32_t>(levels.size())};
    for (size_t level = 0; level < levels.size(); ++level)
        for (size_t i = 0; i < (level == 0 ? 4u : 1u); ++i)
            addBlock(format, levels[level][i], image.bytes);
    return image;
}

/// Adds two targets to the first mesh that swell and bend it, with weights whose products are exact. Normals stay or
/// follow.
void addTargets(Model& model, bool normals) {
    SkinnedMesh& mesh = model.meshes.at(0);
    Box box;
    for (const glm::vec3& position : mesh.positions)
        box.add(position);
    const float size = box.diagonal();
    mesh.morphTargets = {{"swell", {}}, {"bend", {}}};
    for (uint32_t v = 0; v < mesh.vertexCount(); ++v) {
        const glm::vec3 along = (mesh.positions[v] - box.center()) / size;
        if (v % 3 != 0) mesh.morphTargets[0].deltas.push_back({v, mesh.normals[v] * size * 0.1f, glm::vec3(0.0f)});
        if (along.x + along.y > 0.0f)
            mesh.morphTargets[1].deltas.push_back(
                {v, along * along * size, normals ? glm::vec3(0.4f, 0.0f, 0.3f) : glm::vec3(0.0f)});
    }
    model.restMorphWeights = {7.0f, 0.5f, -0.25f};  // the first one is unused
    for (MeshInstance& instance : model.instances)
        instance.firstMorphWeight = 1;
}

/// A model without targets, in the other's rest shape.
Model bakedTargets(Model model) {
    SkinnedMesh& mesh = model.meshes.at(0);
    const std::vector<float> weights(model.restMorphWeights.begin() + 1, model.restMorphWeights.end());
    std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount());
    morphPositions(mesh, weights, positions);
    morphNormals(mesh, weights, normals);
    for (glm::vec3& normal : normals)
        normal = glm::normalize(normal);
    mesh.positions = positions;
    mesh.normals = normals;
    mesh.morphTargets.clear();
    model.restMorphWeights.clear();
    return model;
}

/// Adds a mesh like the first one at another place, with a material like the first one. Returns that.
Material& addCopy(Model& model, const glm::vec3& place) {
    model.meshes.push_back(model.meshes[0]);
    model.meshes.back().material = static_cast<uint32_t>(model.materials.size());
    for (glm::vec3& position : model.meshes.back().positions)
        position += place;
    model.instances.push_back(model.instances[0]);
    model.instances.back().mesh = static_cast<uint32_t>(model.meshes.size() - 1);
    return model.materials.emplace_back(Material(model.materials[0]));
}

/// The mean difference.
double apart(const Pixels& one, const Pixels& other) {
    return compare(one, other).mean;
}

Pixels pictureOf(const Device& device, const Model& model, const Look& look = {}) {
    Stage stage({.model = model, .report = {}});
    Studio studio(device, &stage.model());
    return studio.draw(sceneOf(stage, 0.0, look));
}

/// That many frames of a second are the same pictures with each number of frames in flight, and differ from one to the
/// next by more than `leastMove`.
void checkFramesInFlight(const Device& device, Stage& stage, uint32_t count, double leastMove) {
    std::vector<std::vector<Pixels>> runs;
    for (const uint32_t framesInFlight : {1u, 2u, 3u}) {
        Studio studio(device, &stage.model(), {.framesInFlight = framesInFlight});
        runs.push_back(studio.drawAll(
            count, [&](uint32_t number) { return sceneOf(stage, static_cast<double>(number) / count); }));
    }
    for (uint32_t number = 0; number < count; ++number) {
        INFO("frame " << number);
        checkSame(runs[0][number], runs[1][number]);
        checkSame(runs[0][number], runs[2][number]);
        if (number > 0) CHECK(apart(runs[0][number - 1], runs[0][number]) > leastMove);
    }
}

/// The number of pixels of which `channel` (0 to 3) is from `low` to `high`.
size_t countOf(const Pixels& pixels, size_t channel, int low, int high) {
    size_t counted = 0;
    for (size_t i = channel; i < pixels.rgba.size(); i += 4)
        counted += pixels.rgba[i] >= low && pixels.rgba[i] <= high;
    return counted;
}

/// A ball without textures on its material.
Model plainBall() {
    Model ball = lumpyBall();
    ball.materials[0].textures = {};
    return ball;
}

void copyShaders(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(kShaders))
        if (entry.is_regular_file()) std::filesystem::copy(entry.path(), folder / entry.path().filename());
}

void replaceIn(const std::filesystem::path& file, const std::string& old, const std::string& fresh) {
    const std::string text = replaced(readFile(file), old, fresh);
    std::ofstream(file) << text;
}

}  // namespace

TEST_CASE_METHOD(OnDevice, "pictures do not depend on the number of frames in flight") {
    Stage stage = stageOf("character.dae");
    stage.play(findClip(stage.model(), "Walk"));
    checkFramesInFlight(device, stage, 12, 1e-4);
}

TEST_CASE_METHOD(OnDevice, "pictures do not depend on the palette size", "[assisted]") {
    Stage stage = stageOf("snake.dae");
    stage.play(0);
    std::vector<Pixels> pictures;
    for (const uint32_t maxBones : {12u, 16u, 64u}) {
        Studio studio(device, &stage.model(), {.maxBones = maxBones});
        CHECK(studio.shown()->draws().size() >= 150 / maxBones);
        pictures.push_back(studio.draw(sceneOf(stage, 0.4)));
    }
    checkSame(pictures[0], pictures[2]);
    checkSame(pictures[1], pictures[2]);
}

TEST_CASE_METHOD(OnDevice, "targets of different sizes can follow each other") {
    Stage stage = stageOf("tube.dae");
    const Scene plain = sceneOf(stage, 0.0, {.skeleton = true});
    const Setup setup;
    Studio studio(device, &stage.model(), setup);
    const Pixels before = studio.draw(plain);
    Random random(3);
    std::array<std::optional<Offscreen>, 2> targets;  // of each slot, until it is begun again
    for (int i = 0; i < 100; ++i) {
        const VkExtent2D extent =
            i == 0 ? VkExtent2D{1, 1} : VkExtent2D{random.between(1, 400), random.between(1, 400)};
        Frame& frame = studio.frames().begin();
        Offscreen& target = targets[frame.index].emplace(device, extent, 2);
        Scene scene = plain;
        scene.model = studio.shown();
        studio.renderer().record(frame, target.target(frame), scene);
        target.recordReadback(frame);
        studio.frames().submit(frame);
    }
    studio.frames().waitIdle();
    checkSame(studio.draw(plain), before);
}

TEST_CASE_METHOD(OnDevice,
                 "dropAttachments frees attachments and backdrop, and the next picture recreates what it needs") {
    ImportedModel glass;
    glass.model = lumpyBall();
    glass.model.materials[0].transmission = 1.0f;
    Stage stage(std::move(glass));
    Scene scene = sceneOf(stage, 0.0);
    Studio studio(device, &stage.model(), {.extent = {640, 480}});
    const Pixels before = studio.draw(scene);
    const VkDeviceSize full = device.memory().bytes();
    studio.frames().waitIdle();
    studio.renderer().dropAttachments();
    constexpr VkDeviceSize kAttachments = VkDeviceSize{2} * 640 * 480 * 4 * 4, kBackdrop = VkDeviceSize{640} * 480 * 8;
    CHECK(device.memory().bytes() + kAttachments + kBackdrop <= full);
    scene.look.lighting = Lighting::flat;
    studio.draw(scene);
    CHECK(device.memory().bytes() + kBackdrop <= full);
    scene.look.lighting = Lighting::studio;
    checkSame(studio.draw(scene), before);
    CHECK(device.memory().bytes() == full);
}

TEST_CASE_METHOD(OnDevice, "a morphed model looks like the same shape without morph targets, shadow included",
                 "[assisted]") {
    const Model plain = importModel(kAssets / "snake.dae").model;
    Model morphed = plain;
    addTargets(morphed, false);
    for (const uint32_t maxBones : {64u, 12u}) {
        std::vector<Pixels> pictures;
        for (const Model& model : {morphed, bakedTargets(morphed), plain}) {
            Stage stage({.model = model, .report = {}});
            stage.play(0);
            Studio studio(device, &stage.model(), {.maxBones = maxBones});
            pictures.push_back(studio.draw(sceneOf(stage, 0.8)));
        }
        checkSame(pictures[0], pictures[1]);
        CHECK(apart(pictures[0], pictures[2]) > 5e-3);
    }
}

TEST_CASE_METHOD(OnDevice, "morphed normals are lit like those of the same shape without morph targets") {
    Model morphed = lumpyBall();
    addTargets(morphed, true);
    const Model baked = bakedTargets(morphed);
    Model wrong = morphed;
    for (MorphTarget& target : wrong.meshes[0].morphTargets)
        for (MorphDelta& delta : target.deltas)
            delta.normal = glm::vec3(0.0f);
    const Pixels picture = pictureOf(device, morphed), expected = pictureOf(device, baked);
    CHECK(apart(picture, expected) < 1e-4);
    CHECK(compare(picture, expected).differingShare < 0.01);
    CHECK(apart(pictureOf(device, wrong), expected) > 1e-3);
}

TEST_CASE_METHOD(OnDevice, "instances of one mesh and frames in flight have morph weights of their own", "[assisted]") {
    Model morphed = lumpyBall();
    addTargets(morphed, false);
    morphed.hierarchy = {.names = {"left", "right"}, .parents = {kNoParent, kNoParent}, .rest = {{}, {{3, 0, 0}}}};
    morphed.instances = {{.node = 0, .bones = {{0}}, .firstMorphWeight = 1},
                         {.node = 1, .bones = {{1}}, .firstMorphWeight = 3}};
    morphed.restMorphWeights = {7.0f, 0.5f, -0.25f, -0.5f, 0.0f};
    Model baked = morphed;
    baked.meshes.push_back(baked.meshes[0]);
    baked.instances[1].mesh = 1;
    for (size_t i = 0; i < 2; ++i) {
        std::vector<glm::vec3> positions(baked.meshes[i].vertexCount());
        morphPositions(baked.meshes[i], morphWeightsOf(morphed, morphed.instances[i], morphed.restMorphWeights),
                       positions);
        baked.meshes[i].positions = positions;
        baked.meshes[i].morphTargets.clear();
    }
    baked.restMorphWeights.clear();
    checkSame(pictureOf(device, morphed), pictureOf(device, baked));

    morphed.clips = {{.name = "swell", .durationSeconds = 1.0, .morphs = {{1, {{0.0, 1.0}, {-1.0f, 2.0f}}}}}};
    Stage stage({.model = morphed, .report = {}});
    stage.play(0);
    checkFramesInFlight(device, stage, 6, 1e-3);
}

TEST_CASE_METHOD(OnDevice,
                 "each map of a material shows in its view, through its sampler and transform, and when lit") {
    const std::pair<TextureSlot, View> maps[] = {{TextureSlot::baseColor, View::baseColor},
                                                 {TextureSlot::metallicRoughness, View::metallic},
                                                 {TextureSlot::metallicRoughness, View::roughness},
                                                 {TextureSlot::occlusion, View::occlusion},
                                                 {TextureSlot::emissive, View::emissive}};
    for (const auto& [slot, view] : maps) {
        Model plain = plainBall();
        Material& material = plain.materials[0];
        material.metallic = material.roughness = 1.0f;
        material.emissive = glm::vec3(1.0f);
        Model mapped = plain;
        mapped.materials[0].texture(slot) = TextureUse{0};
        Model turned = mapped;
        turned.materials[0].texture(slot)->rotation = 1.0f;
        Model nearest = mapped;
        nearest.materials[0].texture(slot)->sampler.magnify = Filter::nearest;
        INFO(kViewNames[static_cast<size_t>(view)]);
        const Pixels shown = pictureOf(device, mapped, {.view = view});
        CHECK(apart(shown, pictureOf(device, plain, {.view = view})) > 5e-3);
        CHECK(apart(shown, pictureOf(device, turned, {.view = view})) > 2e-3);
        CHECK(apart(shown, pictureOf(device, nearest, {.view = view})) > 1e-3);
        CHECK(apart(pictureOf(device, mapped), pictureOf(device, plain)) > 5e-4);
    }
}

TEST_CASE_METHOD(OnDevice, "each layer of a material shows, and each of its maps through its transform") {
    using Change = void (*)(Material&);
    struct Layer {
        TextureSlot slot;
        Change add;
    };
    const Layer layers[] = {
        {TextureSlot::specular, [](Material& m) { m.ior = 2.0f; }},
        {TextureSlot::specularColor, [](Material& m) { m.ior = 2.0f; }},
        {TextureSlot::clearcoat, [](Material& m) { m.clearcoat = 1.0f; }},
        {TextureSlot::clearcoatRoughness, [](Material& m) { m.clearcoat = m.clearcoatRoughness = 1.0f; }},
        {TextureSlot::clearcoatNormal, [](Material& m) { m.clearcoat = 1.0f; }},
        {TextureSlot::sheenColor, [](Material& m) { m.sheenColor = glm::vec3(1.0f), m.sheenRoughness = 0.5f; }},
        {TextureSlot::sheenRoughness, [](Material& m) { m.sheenColor = glm::vec3(1.0f), m.sheenRoughness = 1.0f; }},
        {TextureSlot::transmission, [](Material& m) { m.transmission = 1.0f; }},
        {TextureSlot::thickness, [](Material& m) { m.transmission = 1.0f, m.thickness = 1.0f; }},
        {TextureSlot::iridescence, [](Material& m) { m.iridescence = 1.0f; }},
        {TextureSlot::iridescenceThickness, [](Material& m) { m.iridescence = 1.0f; }},
        {TextureSlot::anisotropy, [](Material& m) { m.anisotropy = 1.0f; }},
    };
    for (const auto& [slot, add] : layers) {
        INFO(kTextureSlotNames[static_cast<size_t>(slot)]);
        Model plain = lumpyBall();
        for (size_t i = 3; i < plain.textures[0].image.bytes.size(); i += 8)
            plain.textures[0].image.bytes[i] = 40;
        Material& material = plain.materials[0];
        material.textures = {};
        material.roughness = 0.4f;
        material.baseColor = {0.5f, 0.4f, 0.3f, 1.0f};
        Model layered = plain;
        add(layered.materials[0]);
        Model mapped = layered;
        mapped.materials[0].texture(slot) = TextureUse{0};
        Model turned = mapped;
        turned.materials[0].texture(slot)->rotation = 1.0f;
        const Pixels shown = pictureOf(device, mapped);
        CHECK(apart(pictureOf(device, layered), pictureOf(device, plain)) > 5e-4);
        CHECK(apart(shown, pictureOf(device, layered)) > 1e-4);
        CHECK(apart(shown, pictureOf(device, turned)) > 1e-4);
        CHECK(apart(pictureOf(device, mapped, {.textures = false}), pictureOf(device, layered)) == 0.0);
    }
}

TEST_CASE_METHOD(OnDevice,
                 "a surface whose maps of metal and emission are hidden or missing is neither a metal nor a lamp") {
    Model plain = plainBall();
    Material& material = plain.materials[0];
    material.baseColor = {0.4f, 0.3f, 0.2f, 1.0f};
    Model mapped = plain;
    mapped.materials[0].metallic = 1.0f;
    mapped.materials[0].emissive = glm::vec3(1.0f);
    mapped.materials[0].texture(TextureSlot::metallicRoughness) = TextureUse{0};
    mapped.materials[0].texture(TextureSlot::emissive) = TextureUse{1};
    const Pixels expected = pictureOf(device, plain);
    CHECK(apart(pictureOf(device, mapped), expected) > 1e-2);
    CHECK(apart(pictureOf(device, mapped, {.textures = false}), expected) == 0.0);
    Model missing = mapped;
    for (Texture& texture : missing.textures)
        texture.image = {};
    CHECK(apart(pictureOf(device, missing), expected) == 0.0);
}

TEST_CASE_METHOD(OnDevice, "every layer of a material is drawn with every kind of skinning, as a ghost and as a crowd",
                 "[assisted]") {
    Model model = lumpyBall();
    Texture normals{.name = "normals", .source = "code", .image = texelsOf(kNormals, false)};
    if (device.features().blocks) normals.image = blocksOf(TexelFormat::bc5, {kNormals});
    model.textures.push_back(normals);
    // Each has as many maps as a pipeline takes, and the last one is blended.
    Material first{.name = "first"}, second{.name = "second"}, third{.name = "third"};
    first.ior = 2.0f;
    first.clearcoat = first.clearcoatRoughness = 1.0f;
    first.sheenColor = glm::vec3(1.0f);
    first.sheenRoughness = 1.0f;
    for (size_t slot = static_cast<size_t>(TextureSlot::specular);
         slot <= static_cast<size_t>(TextureSlot::sheenRoughness); ++slot)
        first.textures[slot] = TextureUse{0};
    first.texture(TextureSlot::normal) = first.texture(TextureSlot::clearcoatNormal) = TextureUse{2};
    second.transmission = second.thickness = second.iridescence = second.anisotropy = 1.0f;
    for (const TextureSlot slot : {TextureSlot::transmission, TextureSlot::thickness, TextureSlot::iridescence,
                                   TextureSlot::iridescenceThickness, TextureSlot::anisotropy})
        second.texture(slot) = TextureUse{0};
    third.alphaMode = AlphaMode::blend;
    third.baseColor.a = 0.5f;
    addCopy(model, {2.5f, 0.0f, 0.0f});
    addCopy(model, {5.0f, 0.0f, 0.0f});
    model.materials = {first, second, third};
    const auto differs = [](const Pixels& one, const Pixels& other) { return apart(one, other) > 1e-3; };
    for (const Skinning skinning : {Skinning::linear, Skinning::dualQuaternion}) {
        const bool isLinear = skinning == Skinning::linear;
        Stage stage({.model = model, .report = {}});
        Look look{.skinning = skinning, .environmentBackground = true};
        if (isLinear) look.lighting = Lighting::flat;  // its surfaces have the same vertex shader
        Studio studio(device, &stage.model(), {.extent = {120, 90}, .influences = isLinear ? 8u : 4u});
        Scene scene = sceneOf(stage, 0.0, look);
        const Pixels plain = studio.draw(scene);
        const std::vector<glm::mat4> beside(stage.model().hierarchy.size(),
                                            glm::translate(glm::mat4(1.0f), glm::vec3(0.0f, 1.0f, 0.0f)));
        const Ghost ghost{.worldFromNode = beside, .morphWeights = {}, .color = glm::vec4(0.5f)};
        scene.ghosts = std::span(&ghost, 1);
        CHECK(differs(studio.draw(scene), plain));
        scene.ghosts = {};
        const auto write = [&](const GpuModel&, Skinning, std::span<glm::mat4> matrices, std::span<float>) {
            const glm::mat4 moved = isLinear ? beside[0] : std::bit_cast<glm::mat4>(packDualQuaternion(beside[0]));
            std::ranges::fill(matrices, moved);
        };
        const std::vector<InstanceRun> runs{{0, 1}};
        const Instances instances{.runs = runs, .capacity = 1, .write = write, .merged = true};
        scene.instances = &instances;
        CHECK(differs(studio.draw(scene), plain));
        for (const View view : {View::normals, View::parts}) {
            scene.look.view = view;
            CHECK(differs(studio.draw(scene), plain));
        }
    }
}

TEST_CASE_METHOD(OnDevice, "a texture in blocks looks like the same colors in texels, in every format and slot") {
    if (!device.features().blocks) SKIP("the device has no BC formats");
    struct Case {
        TexelFormat format;
        TextureSlot slot;
    };
    const std::vector<Case> cases{{TexelFormat::bc1, TextureSlot::baseColor},
                                  {TexelFormat::bc2, TextureSlot::baseColor},
                                  {TexelFormat::bc3, TextureSlot::baseColor},
                                  {TexelFormat::bc7, TextureSlot::baseColor},
                                  {TexelFormat::bc1, TextureSlot::metallicRoughness},
                                  {TexelFormat::bc7, TextureSlot::metallicRoughness},
                                  {TexelFormat::bc4, TextureSlot::metallicRoughness},
                                  {TexelFormat::bc4, TextureSlot::occlusion},
                                  {TexelFormat::bc5, TextureSlot::normal},
                                  {TexelFormat::bc7, TextureSlot::normal},
                                  {TexelFormat::bc5, TextureSlot::clearcoatNormal}};
    for (const auto& [format, slot] : cases) {
        INFO(nameOf(format) << " " << kTextureSlotNames[static_cast<size_t>(slot)]);
        const bool isNormal = slot == TextureSlot::normal || slot == TextureSlot::clearcoatNormal;
        const Squares& squares = isNormal ? kNormals : kPaints;
        Model plain = plainBall();
        Material& material = plain.materials[0];
        material.metallic = 1.0f;
        material.clearcoat = slot == TextureSlot::clearcoatNormal ? 1.0f : 0.0f;
        material.texture(slot) = TextureUse{.texture = 0, .sampler = {.mip = MipFilter::none}};
        plain.textures[0].image = texelsOf(squares, format == TexelFormat::bc4);
        Model inBlocks = plain, none = plain;
        inBlocks.textures[0].image = blocksOf(format, {squares});
        none.textures[0].image = {};
        for (const View view : {View::shaded, View::normals}) {
            const Look look{.view = view};
            const Pixels expected = pictureOf(device, plain, look);
            CHECK(apart(pictureOf(device, inBlocks, look), expected) < 1e-3);
            if (view == View::shaded || slot == TextureSlot::normal)
                CHECK(apart(pictureOf(device, none, look), expected) > 4e-3);
        }
    }
}

// Not with GPU-assisted validation: in the shaders that it instruments, pixels at the edges of triangles read the first
// level.
TEST_CASE_METHOD(OnDevice, "the mip levels of blocks are those of the file, and where it has one, there is one") {
    if (!device.features().blocks) SKIP("the device has no BC formats");
    const Squares red{kPaints[0], kPaints[0], kPaints[0], kPaints[0]},
        blue{kPaints[2], kPaints[2], kPaints[2], kPaints[2]};
    Model ball = plainBall();
    Material& material = ball.materials[0];
    material.texture(TextureSlot::baseColor) = TextureUse{.texture = 0, .scale = glm::vec2(64.0f)};
    const auto drawn = [&](const ImageData& image) {
        ball.textures[0].image = image;
        return pictureOf(device, ball);
    };
    CHECK(apart(drawn(blocksOf(TexelFormat::bc1, {red, blue, blue, blue})), drawn(texelsOf(blue, false))) < 1e-3);
    CHECK(apart(drawn(blocksOf(TexelFormat::bc1, {red})), drawn(texelsOf(red, false))) < 1e-3);
    CHECK(apart(drawn(texelsOf(blue, false)), drawn(texelsOf(red, false))) > 0.05);
}

TEST_CASE("on a device without BC formats, a texture in blocks is left out") {
    static PFN_vkGetPhysicalDeviceFeatures features;
    dropDevice();
    const Instance instance({.validation = true});
    {
        features = std::exchange(vkGetPhysicalDeviceFeatures,
                                 [](VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures* found) {
                                     features(physicalDevice, found);
                                     found->textureCompressionBC = VK_FALSE;
                                 });
        const Device device(instance);
        vkGetPhysicalDeviceFeatures = features;
        pinLibraries();
        Model ball = lumpyBall(), none = ball;
        ball.textures[0].image = blocksOf(TexelFormat::bc7, {kPaints});
        none.textures[0].image = {};
        CHECK_FALSE(canDraw(device, ball.textures[0].image));
        CHECK(canDraw(device, ball.textures[1].image));
        CHECK(compare(pictureOf(device, ball), pictureOf(device, none)).maximum == 0.0);
    }
    CHECK(instance.validationMessages() == 0);
}

TEST_CASE_METHOD(OnDevice, "a clear surface that transmits light leaves what is behind it as it was", "[assisted]") {
    Model ball = plainBall();
    Material& material = ball.materials[0];
    material.transmission = 1.0f;
    material.ior = 1.0f;
    material.specular = 0.0f;  // reflects nothing
    material.roughness = 0.0f;
    Model nothing = ball;
    nothing.meshes[0].indices.clear();
    for (const Lighting lighting : {Lighting::studio, Lighting::fidelity}) {
        const Look look{.lighting = lighting, .exposure = 0.5f};
        CHECK(apart(pictureOf(device, ball, look), pictureOf(device, nothing, look)) < 3e-3);
    }
    material.attenuationColor = {1.0f, 0.2f, 0.2f};
    material.attenuationDistance = 1.0f;
    const Pixels thin = pictureOf(device, ball);
    material.thickness = 1.0f;
    CHECK(apart(thin, pictureOf(device, ball)) > 1e-2);
}

TEST_CASE_METHOD(OnDevice,
                 "a surface that transmits light shows its back side, if it has one, in front of opaque surfaces") {
    Model model = lumpyBall();
    addCopy(model, {0.0f, 0.0f, -2.5f});
    Material& glass = model.materials[0];
    glass.textures = {};
    glass.baseColor = {1.0f, 0.5f, 0.5f, 1.0f};
    glass.transmission = 1.0f;
    glass.roughness = 0.0f;
    const Look look{.floor = false, .lighting = Lighting::fidelity};
    const auto greenOf = [&](bool doubleSided) {
        glass.doubleSided = doubleSided;
        const Pixels pixels = pictureOf(device, model, look);
        size_t sum = 0;
        for (size_t i = 1; i < pixels.rgba.size(); i += 4)
            sum += pixels.rgba[i];
        return static_cast<double>(sum);
    };
    CHECK(greenOf(true) < 0.98 * greenOf(false));  // seen through two red sides
}

TEST_CASE_METHOD(OnDevice,
                 "blended surfaces are drawn back to front, parts and triangles, whatever their order in the file") {
    Model ball = lumpyBall();
    Material& material = ball.materials[0];
    material.alphaMode = AlphaMode::blend;
    material.baseColor.a = 0.5f;
    material.doubleSided = true;
    Model reversed = ball;
    std::vector<uint32_t>& indices = reversed.meshes[0].indices;
    for (size_t i = 0; i < indices.size() / 2; i += 3)
        std::swap_ranges(indices.begin() + static_cast<std::ptrdiff_t>(i),
                         indices.begin() + static_cast<std::ptrdiff_t>(i + 3),
                         indices.end() - static_cast<std::ptrdiff_t>(i + 3));
    CHECK(apart(pictureOf(device, ball), pictureOf(device, reversed)) < 1e-5);

    Model two = ball;  // the second in front of the first, in another color
    addCopy(two, glm::vec3(0.0f)).baseColor = {1.0f, 0.0f, 0.0f, 0.5f};
    two.instances[1].bones[0].inverseBindMatrix[3] = {1.5f, 0.5f, 3.0f, 1.0f};
    Model swapped = two;
    std::swap(swapped.instances[0], swapped.instances[1]);
    CHECK(apart(pictureOf(device, two), pictureOf(device, swapped)) < 1e-5);
}

TEST_CASE_METHOD(OnDevice,
                 "blended surfaces of instances are drawn from the farthest to the nearest, merged or one by one") {
    Model ball = lumpyBall();
    ball.materials[0].alphaMode = AlphaMode::blend;
    ball.materials[0].baseColor.a = 0.5f;
    Stage stage(ImportedModel{.model = std::move(ball)});
    Studio studio(device, &stage.model());
    Scene scene = sceneOf(stage, 0.0, {.floor = false});
    const glm::vec3 back = 3.0f * glm::normalize(scene.camera.target - scene.camera.eye());
    const glm::vec3 side(0.5f, 0.3f, 0.0f);
    struct Ball {
        glm::vec3 place;
        glm::vec4 tint;
        float depth;
    };
    std::array<Ball, 3> balls{{{{}, {1.0f, 0.1f, 0.1f, 1.0f}, 0.0f},
                               {back + side, {0.1f, 1.0f, 0.1f, 1.0f}, 3.0f},
                               {2.0f * back - side, {0.1f, 0.1f, 1.0f, 1.0f}, 6.0f}}};
    const auto drawn = [&](bool sorted, bool merged, const std::vector<InstanceRun>& runs) {
        const std::vector<uint8_t> tinted{1};
        std::vector<glm::vec4> tints;
        std::vector<float> depths;
        for (const Ball& one : balls) {
            tints.push_back(one.tint);
            if (sorted) depths.push_back(one.depth);
        }
        const auto write = [&](const GpuModel& model, Skinning, std::span<glm::mat4> matrices, std::span<float>) {
            for (size_t i = 0; i < balls.size(); ++i)
                matrices[i * model.matrixStride()] = glm::translate(glm::mat4(1.0f), balls[i].place);
        };
        const Instances instances{.runs = runs,
                                  .capacity = 3,
                                  .write = write,
                                  .tints = tints,
                                  .tinted = tinted,
                                  .depths = depths,
                                  .merged = merged};
        scene.instances = &instances;
        return studio.draw(scene);
    };
    const std::vector<InstanceRun> one{{0, 3}}, two{{0, 1}, {1, 2}};
    const Pixels expected = drawn(true, true, one), unsorted = drawn(false, true, one);
    do {  // with every order of the instances
        for (const bool merged : {true, false})
            for (const auto& runs : {one, two})
                CHECK(compare(drawn(true, merged, runs), expected).maximum == 0.0);
    } while (std::ranges::next_permutation(balls, {}, &Ball::depth).found);
    CHECK(apart(unsorted, expected) > 1e-3);
}

TEST_CASE_METHOD(OnDevice, "planning the draws of a crowd allocates nothing once the list has had as many") {
    Model model = importModel(kAssets / "tube.dae").model;
    for (const AlphaMode mode : {AlphaMode::opaque, AlphaMode::blend}) {
        for (Material& material : model.materials)
            material.alphaMode = mode;
        Stage stage({.model = model, .report = {}});
        PlaySettings settings = stage.settings();
        settings.crowd = {.count = 50};
        stage.apply(settings);
        const Studio studio(device, &stage.model());
        const EnvironmentMap environment(device, studioEnvironment());
        Scene scene = sceneOf(stage, 0.0);
        scene.model = studio.shown();
        frameBox(scene.camera, stage.crowd()->bounds(), 1.0f);
        constexpr VkExtent2D kExtent{64, 64};
        for (const bool merged : {true, false}) {
            DrawList list;
            FrameArena arena;
            const auto planned = [&](double seconds) {
                stage.seek(seconds);
                stage.updatePose();
                Instances instances = stage.crowd()->select(scene.camera, {64.0f, 64.0f}, scene.look);
                instances.merged = merged;
                scene.instances = &instances;
                scene.ground.footprint = stage.crowd()->shownBounds();
                if (arena.capacityBytes() == 0) arena = FrameArena(device, arenaBytes(device, scene));
                arena.reset();
                const size_t before = allocationCount();
                planDraws(device, scene, environment, kExtent, {{}, kExtent}, arena, list);
                return allocationCount() - before;
            };
            CHECK(planned(0.0) > 0);
            CHECK(planned(0.5) == 0);
            CHECK(planned(1.0) == 0);
            CHECK(list.draws.size() >= (merged && mode == AlphaMode::opaque ? 1 : 50));
        }
    }
}

TEST_CASE_METHOD(OnDevice,
                 "a surface is opaque, masked or blended as its material says, whatever the alpha of its texture",
                 "[assisted]") {
    Model ball = lumpyBall();
    for (size_t i = 3; i < ball.textures[0].image.bytes.size(); i += 4)
        ball.textures[0].image.bytes[i] = 64;
    for (const Lighting lighting : {Lighting::studio, Lighting::flat}) {
        const Look look{.floor = false, .lighting = lighting, .background = glm::vec4(0.0f)};
        const auto count = [&](AlphaMode mode, int low, int high) {
            ball.materials[0].alphaMode = mode;
            return countOf(pictureOf(device, ball, look), 3, low, high);
        };
        INFO(kLightingNames[static_cast<size_t>(lighting)]);
        CHECK(count(AlphaMode::opaque, 255, 255) > 1000);
        CHECK(count(AlphaMode::mask, 1, 255) == 0);
        CHECK(count(AlphaMode::blend, 60, 68) > 100);
        CHECK(count(AlphaMode::blend, 255, 255) == 0);
    }
}

TEST_CASE_METHOD(OnDevice, "fidelity has no key light and no shadow") {
    const Model ball = lumpyBall();
    const LightDirection left{.yaw = -1.0f, .pitch = 0.8f}, right{.yaw = 1.0f, .pitch = 0.8f};
    const auto difference = [&](Lighting lighting) {
        return apart(pictureOf(device, ball, {.lighting = lighting, .light = left}),
                     pictureOf(device, ball, {.lighting = lighting, .light = right}));
    };
    CHECK(difference(Lighting::studio) > 5e-3);
    CHECK(difference(Lighting::fidelity) == 0.0);
}

TEST_CASE_METHOD(OnDevice,
                 "ambient occlusion darkens where parts stand close, not what is convex, and only in the look studio") {
    Model round = lumpyBall();
    for (glm::vec3& position : round.meshes[0].positions)
        position = glm::normalize(position);
    Model pair = round;
    addCopy(pair, {1.6f, 0.0f, 0.0f});
    const auto pictures = [&](const Model& model, Look look) {
        look.floor = false;
        const Pixels with = pictureOf(device, model, look);
        look.ambientOcclusion = false;
        return std::pair(with, pictureOf(device, model, look));
    };
    const auto darkened = [&](const Model& model) {  // the least and the most of any byte
        const auto [with, without] = pictures(model, {});
        std::pair range(0, 0);
        for (size_t i = 0; i < with.rgba.size(); ++i) {
            const int by = without.rgba[i] - with.rgba[i];
            range = {std::min(range.first, by), std::max(range.second, by)};
        }
        return range;
    };
    const auto [pairLeast, pairMost] = darkened(pair);
    CHECK(pairLeast >= -1);
    CHECK(pairMost > 20);
    const auto [roundLeast, roundMost] = darkened(round);
    CHECK(roundLeast >= -1);
    CHECK(roundMost < 5);
    for (const Lighting lighting : {Lighting::fidelity, Lighting::flat}) {
        const auto [one, other] = pictures(pair, {.lighting = lighting});
        checkSame(one, other);
    }
}

TEST_CASE_METHOD(OnDevice, "the floor reaches the lower edge of the picture, in front of the near plane") {
    Stage stage({.model = lumpyBall(), .report = {}});
    Studio studio(device, &stage.model());
    Scene scene = sceneOf(stage, 0.0);
    scene.camera.pitch = 0.0f;
    scene.camera.fieldOfView = 1.0f;
    const Pixels with = studio.draw(scene);
    scene.look.floor = false;
    const Pixels without = studio.draw(scene);
    const auto lastRow = [](const Pixels& pixels) {
        return std::vector(pixels.rgba.end() - size_t{4} * pixels.width, pixels.rgba.end());
    };
    const std::vector<uint8_t> floor = lastRow(with), sky = lastRow(without);
    size_t same = 0;
    for (size_t i = 0; i < floor.size(); i += 4)
        same += std::equal(floor.begin() + i, floor.begin() + i + 4, sky.begin() + i);
    CHECK(same < floor.size() / 4 / 50);
}

TEST_CASE_METHOD(OnDevice, "flat shows the base color in a light that neither environment, metal nor shadows change") {
    Model ball = lumpyBall();
    const Look flat{.lighting = Lighting::flat};
    const Pixels shown = pictureOf(device, ball, flat);
    CHECK(apart(shown, pictureOf(device, ball)) > 5e-3);
    CHECK(apart(shown, pictureOf(device, ball, {.textures = false, .lighting = Lighting::flat})) > 5e-3);
    CHECK(apart(shown, pictureOf(device, ball, {.lighting = Lighting::flat, .exposure = 0.5f})) > 5e-3);
    CHECK(apart(shown, pictureOf(device, ball, {.lighting = Lighting::flat, .light = LightDirection{}})) > 1e-3);
    const Look dark{.lighting = Lighting::flat, .environmentStrength = 0.0f, .tone = Tone::aces};
    CHECK(apart(shown, pictureOf(device, ball, dark)) == 0.0);
    ball.materials[0].metallic = 1.0f;
    ball.materials[0].clearcoat = 1.0f;
    ball.materials[0].transmission = 1.0f;
    CHECK(apart(shown, pictureOf(device, ball, flat)) == 0.0);
    ball.materials[0].unlit = true;
    CHECK(apart(shown, pictureOf(device, ball, flat)) > 5e-3);
}

TEST_CASE_METHOD(OnDevice, "looks that do not reflect the environment do not depend on it") {
    const Model ball = lumpyBall();
    for (Look look : {Look{}, Look{.lighting = Lighting::fidelity}, Look{.lighting = Lighting::flat},
                      Look{.view = View::weights}, Look{.lighting = Lighting::flat, .environmentBackground = true}}) {
        const Pixels lit = pictureOf(device, ball, look);
        const bool reflects = reflectsEnvironment(look);
        look.environmentStrength = 0.0f;
        CHECK((apart(lit, pictureOf(device, ball, look)) > 0.0) == reflects);
    }
}

TEST_CASE_METHOD(OnDevice, "only the surfaces with the shown material are drawn, with their shadow, edges and ghosts") {
    Model one = lumpyBall();
    Model both = one;
    addCopy(both, {1.5f, 0.0f, 0.0f});
    both.instances[1].node = static_cast<uint32_t>(both.hierarchy.size());
    both.hierarchy.names.push_back("copy");
    both.hierarchy.parents.push_back(kNoParent);
    both.hierarchy.rest.emplace_back();
    const AlphaMode mode = GENERATE(AlphaMode::opaque, AlphaMode::mask, AlphaMode::blend);
    for (Material& material : both.materials)
        material.alphaMode = mode;
    one.materials[0].alphaMode = mode;
    Stage stage({.model = both, .report = {}});
    Studio studioOfOne(device, &one), studio(device, &stage.model());
    PlaySettings settings;
    SECTION("a material") {
        settings.shownMaterial = 0;
    }
    SECTION("a hidden mesh") {
        settings.hiddenNodes = {"copy"};
    }
    for (const bool edges : {false, true}) {
        stage.apply({});
        Scene scene = sceneOf(stage, 0.0, {.edges = edges});
        const Ghost ghost{.worldFromNode = scene.worldFromNode, .morphWeights = {}, .color = glm::vec4(0.5f)};
        scene.ghosts = std::span(&ghost, 1);
        const Pixels alone = studioOfOne.draw(scene);
        CHECK(apart(studio.draw(scene), alone) > 5e-3);
        stage.apply(settings);
        scene.hidden = stage.hidden();
        checkSame(studio.draw(scene), alone);
    }
}

TEST_CASE_METHOD(OnDevice, "a stage without a model, or without triangles, shows sky and floor") {
    const Scene scene{.camera = {}, .ground = {}};
    const Pixels empty = Studio(device, nullptr).draw(scene);
    CHECK(apart(empty, Studio(device, nullptr).draw({.look = {.floor = false}})) > 0.01);

    Model nodesOnly;
    nodesOnly.hierarchy = {.names = {"a", "b"}, .parents = {kNoParent, 0}, .rest = {{}, {}}};
    Model noTriangles = lumpyBall();
    noTriangles.meshes[0].indices.clear();
    for (const Model* model : {&nodesOnly, &noTriangles}) {
        Scene withModel = scene;
        const std::vector<glm::mat4> worldFromNode(model->hierarchy.size(), glm::mat4(1.0f));
        withModel.worldFromNode = worldFromNode;
        checkSame(Studio(device, model).draw(withModel), empty);
    }
}

TEST_CASE("the frame uniforms of an empty stage are finite") {
    const shared::FrameUniforms uniforms = frameUniforms({}, 4.0f / 3.0f);
    std::array<float, sizeof(uniforms) / sizeof(float)> numbers;
    std::memcpy(numbers.data(), &uniforms, sizeof(uniforms));
    CHECK(std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); }));
}

TEST_CASE_METHOD(OnDevice, "each part of the look changes the picture", "[assisted]") {
    Stage stage = stageOf("character.dae");
    Studio studio(device, &stage.model());
    const Pixels plain = studio.draw(sceneOf(stage, 0.0));
    std::vector<Look> looks{{.skeleton = true}, {.textures = false}, {.floor = false}};
    looks.push_back({.background = glm::vec4(0.2f, 0.9f, 0.2f, 1.0f)});
    if (device.features().wireframe) {
        looks.push_back({.wireframe = true});
        looks.push_back({.edges = true});
        looks.push_back({.view = View::uvs, .edges = true});
    }
    for (const Look& look : looks) {
        INFO("look " << &look - looks.data());
        CHECK(apart(plain, studio.draw(sceneOf(stage, 0.0, look))) > 2e-3);
    }
    checkSame(studio.draw(sceneOf(stage, 0.0)), plain);
}

TEST_CASE_METHOD(OnDevice, "edges show only on visible surfaces, and do not change a wireframe") {
    if (!device.features().wireframe) return;
    Stage stage = stageOf("character.dae");
    Studio studio(device, &stage.model());
    const auto draw = [&](Look look) {
        look.background = glm::vec4(1.0f);
        look.floor = false;
        Scene scene = sceneOf(stage, 0.0, look);
        scene.camera.distance *= 0.25f;  // otherwise everything is edges
        return studio.draw(scene);
    };
    const auto darkCount = [&](const Look& look) {
        const Pixels pixels = draw(look);
        size_t dark = 0;
        for (size_t i = 0; i < pixels.rgba.size(); i += 4)
            dark += std::ranges::max(std::span(pixels.rgba).subspan(i, 3)) < 96;
        return dark;
    };
    const View bright = View::normals;
    const size_t seen = darkCount({.view = bright, .edges = true}), all = darkCount({.wireframe = true});
    CHECK(darkCount({.view = bright}) == 0);
    CHECK(seen > all / 10);
    CHECK(seen < all / 2);
    checkSame(draw({.wireframe = true, .edges = true}), draw({.wireframe = true}));
}

TEST_CASE_METHOD(OnDevice, "a broken shader keeps the old pictures, and a fixed one changes them") {
    const TemporaryFolder folder;
    copyShaders(folder.path());
    ShaderLibrary shaders(folder.path(), [](const std::filesystem::path& file) -> std::variant<Spirv, ShaderError> {
        if (file.filename() == "lit.frag") return compileGlslFile(file);
        const auto builtIn = Studio::builtIn().spirv(file.filename().string());  // the others stay as they are
        return Spirv(builtIn.begin(), builtIn.end());
    });
    Stage stage = stageOf("tube.dae");
    const Scene scene = sceneOf(stage, 0.0);
    Studio studio(device, &stage.model(), {}, shaders);
    const Pixels before = studio.draw(scene);

    replaceIn(folder / "lit.frag", "outColor = shade(", "outColor = shades(");
    const std::optional<std::string> error = shaders.reload();
    REQUIRE(error);
    CHECK_THAT(*error,
               Catch::Matchers::ContainsSubstring("lit.frag:") && Catch::Matchers::ContainsSubstring("'shades'"));
    checkSame(studio.draw(scene), before);
    studio.renderer().reloadShaders();
    checkSame(studio.draw(scene), before);

    replaceIn(folder / "lit.frag", "outColor = shades(", "outColor = 0.5 * shade(");
    CHECK_FALSE(shaders.reload());
    studio.renderer().reloadShaders();
    CHECK(apart(studio.draw(scene), before) > 1e-3);
}
