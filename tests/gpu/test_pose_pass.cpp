// The compute pass that poses characters against the kernels of the CPU.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "app/graph/graph_file.h"
#include "gpu/pose_probe.h"
#include "gpu/studio.h"
#include "gpu/with_device.h"
#include "import/import_model.h"
#include "media/compare.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "support/models/chain.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// A hierarchy whose nodes are all bones, once each, in the order of `indices`.
struct Rig {
    NodeHierarchy hierarchy;
    std::vector<AnimationClip> clips;
    std::vector<Bone> bones = {};
    std::vector<uint32_t> indices = {};

    PosedRig posed() const { return {hierarchy, clips, {{bones, indices}}}; }
};

void addBones(Random& random, Rig& rig) {
    for (uint32_t node = 0; node < rig.hierarchy.size(); ++node) {
        rig.bones.push_back({node, matrixFrom({random.vector(-0.3f, 0.3f), random.rotation(), glm::vec3(1.0f)})});
        rig.indices.push_back(node);
    }
    std::reverse(rig.indices.begin(), rig.indices.end());
}

std::vector<double> keyTimes(Random& random, uint32_t count) {
    std::vector<double> times;
    double time = 0.3 * random.uniform();
    for (; count > 0; --count) {
        times.push_back(time);
        time = random.chance(0.1) ? std::nextafter(time, 10.0) : time + 1e-3 + 0.2 * random.uniform();
    }
    return times;
}

/// Tracks of no key, one key or many, at their own times or those of the previous track, some with jumps; scales that
/// hardly change, which are quantized, and others.
AnimationClip someClip(Random& random, uint32_t nodeCount) {
    AnimationClip clip{.name = "some", .durationSeconds = 4.0};
    std::vector<double> times;
    for (uint32_t node = 0; node < nodeCount; ++node) {
        Channel channel{.node = node};
        const auto fill = [&](auto& track, auto value) {
            if (random.chance(0.2)) return;
            if (random.chance(0.3)) times = keyTimes(random, random.below(40));
            track.times = times;
            for (size_t key = 0; key < times.size(); ++key)
                track.values.push_back(value());
        };
        fill(channel.translation, [&] { return random.vector(-0.3f, 0.3f); });
        fill(channel.rotation, [&] { return random.rotation(); });
        const float reach = random.chance(0.5) ? 9e-5f : 0.1f;
        fill(channel.scale, [&] { return glm::vec3(1.0f) + random.vector(-reach, reach); });
        clip.channels.push_back(std::move(channel));
    }
    return clip;
}

Rig randomRig(Random& random, uint32_t nodeCount, size_t clipCount = 2) {
    Rig rig{.hierarchy = chain(nodeCount), .clips = {}};
    for (uint32_t node = 0; node < nodeCount; ++node) {
        if (node > 0) rig.hierarchy.parents[node] = static_cast<int32_t>(random.below(node + 1)) - 1;
        rig.hierarchy.rest[node] = {random.vector(-0.3f, 0.3f), random.rotation(), random.vector(0.9f, 1.1f)};
    }
    for (size_t i = 0; i < clipCount; ++i)
        rig.clips.push_back(someClip(random, nodeCount));
    addBones(random, rig);
    return rig;
}

/// Times before, in and after a clip, and weights from below 0 to above 1.
CharacterPose randomCharacter(Random& random, size_t clipCount) {
    const auto clip = [&] { return random.below(static_cast<uint32_t>(clipCount) + 1); };  // the last: the rest pose
    return {.from = clip(),
            .to = clip(),
            .fromSeconds = -0.5 + 6.0 * random.uniform(),
            .toSeconds = -0.5 + 6.0 * random.uniform(),
            .weight = random.chance(0.3) ? static_cast<float>(random.below(2)) : random.uniform(-0.1f, 1.1f),
            .worldFromRoot = matrixFrom({random.vector(-3.0f, 3.0f), random.rotation(), random.vector(0.5f, 2.0f)})};
}

/// The largest difference of any matrix's columns, of the largest translation or of 1.
double errorOf(std::span<const glm::mat4> expected, std::span<const glm::mat4> found) {
    REQUIRE(expected.size() == found.size());
    double error = 0.0, size = 1.0;
    for (size_t i = 0; i < expected.size(); ++i)
        for (int column = 0; column < 4; ++column) {
            const double difference = glm::length(glm::dvec4(expected[i][column]) - glm::dvec4(found[i][column]));
            error = difference >= 0.0 ? std::max(error, difference) : std::numeric_limits<double>::infinity();
            size = std::max(size, glm::length(glm::dvec3(expected[i][column])));
        }
    return error / size;
}

/// The differences of all characters.
double largestError(const Device& device, const PosedRig& rig, std::span<const CharacterPose> characters) {
    const PoseProbe probe(device, rig);
    INFO(probe.whyNot());
    REQUIRE(probe.whyNot().empty());
    PoseReference reference(rig);
    const std::vector<glm::mat4> found = probe.run(characters);
    double largest = 0.0;
    for (size_t i = 0; i < characters.size(); ++i)
        largest = std::max(largest, errorOf(reference.run(characters[i]),
                                            std::span(found).subspan(i * rig.matrixStride(), rig.matrixStride())));
    return largest;
}

}  // namespace

TEST_CASE_METHOD(OnDevice,
                 "the compute pass poses characters as the kernels do, for any number "
                 "of nodes, keys and timelines") {
    for (uint64_t seed = 0; seed < 24; ++seed) {
        Random random(seed);
        const uint32_t nodeCount = seed < 10 ? static_cast<uint32_t>(seed) + 1 : random.between(1, 90);
        const Rig rig = randomRig(random, nodeCount);
        std::vector<CharacterPose> characters;
        for (int i = 0; i < 60; ++i)
            characters.push_back(randomCharacter(random, rig.clips.size()));
        INFO("seed " << seed << ", " << nodeCount << " nodes");
        CHECK(largestError(device, rig.posed(), characters) < 1e-5);
    }
}

TEST_CASE_METHOD(OnDevice,
                 "a thousand characters, and more than one dispatch has, are posed "
                 "each on its own") {
    for (const auto& [nodes, count] : {std::pair(30u, 1000u), std::pair(1u, 66'000u)}) {
        Random random(nodes);
        const Rig rig = randomRig(random, nodes);
        std::vector<CharacterPose> characters;
        for (uint32_t i = 0; i < count; ++i)
            characters.push_back(randomCharacter(random, rig.clips.size()));
        CHECK(largestError(device, rig.posed(), characters) < 1e-5);
    }
}

TEST_CASE_METHOD(OnDevice, "a chain of 200 nodes is walked by its levels", "[assisted]") {
    Random random(7);
    Rig rig{.hierarchy = chain(200), .clips = {{.name = "bend", .durationSeconds = 1.0}}};
    for (uint32_t node = 0; node < 200; ++node) {
        Channel channel{.node = node};
        channel.rotation.times = {0.0, 1.0};
        channel.rotation.values = {glm::quat(1, 0, 0, 0), glm::angleAxis(0.02f, random.direction())};
        rig.clips[0].channels.push_back(channel);
    }
    addBones(random, rig);
    const std::vector<CharacterPose> characters{{.fromSeconds = 0.25}, {.fromSeconds = 1.0}};
    CHECK(largestError(device, rig.posed(), characters) < 1e-5);
}

TEST_CASE_METHOD(OnDevice,
                 "key times are found exactly a million seconds into a clip, and far "
                 "outside it") {
    constexpr double kStart = 1e6, kInterval = 1.0 / 240.0;
    Rig rig{.hierarchy = chain(1), .clips = {{.name = "late", .durationSeconds = kStart + 5.0}}};
    Channel channel{.node = 0};
    for (uint32_t key = 0; key < 1000; ++key) {
        channel.translation.times.push_back(kStart + kInterval * key);
        channel.translation.values.emplace_back(key % 2 == 0 ? 1.0f : 0.0f, 0.0f, 0.0f);
    }
    rig.clips[0].channels.push_back(channel);
    Random random(3);
    addBones(random, rig);
    std::vector<CharacterPose> characters;
    for (const double seconds : {0.0, -1e300, 1e300, -HUGE_VAL, HUGE_VAL, std::nan("")})
        characters.push_back({.fromSeconds = seconds});
    for (int i = 0; i < 500; ++i)
        characters.push_back({.fromSeconds = kStart + kInterval * 999.0 * random.uniform()});
    CHECK(largestError(device, rig.posed(), characters) < 1e-5);
}

TEST_CASE("times split into two floats keep their order and 48 bits") {
    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        const double a = std::ldexp(random.uniform() - 0.5, static_cast<int>(random.between(0, 40)) - 10);
        const double b = random.chance(0.5) ? std::nextafter(a, 1e9) : a + std::ldexp(random.uniform(), -20);
        const glm::vec2 first = splitSeconds(a), second = splitSeconds(b);
        CHECK(std::abs(double{first.x} + double{first.y} - a) <= std::ldexp(std::abs(a), -48));
        CHECK((first.x < second.x || (first.x == second.x && first.y <= second.y)));
    }
    constexpr float kMost = std::numeric_limits<float>::max();
    CHECK(splitSeconds(HUGE_VAL) == glm::vec2(kMost, 0.0f));
    CHECK(splitSeconds(-HUGE_VAL) == glm::vec2(-kMost, 0.0f));
    CHECK(splitSeconds(std::nan("")) == glm::vec2(-kMost, 0.0f));
}

TEST_CASE(
    "the tables have only nodes that bones depend on, and parents on "
    "earlier levels") {
    NodeHierarchy hierarchy = chain(6);  // 0 - 1 - 2 - 3, 0 - 4, 5
    hierarchy.parents[4] = 0;
    hierarchy.parents[5] = kNoParent;
    const std::vector<Bone> bones{{4}, {3}, {2}};
    const std::vector<uint32_t> indices{0, 2};
    const PoseTables tables = makePoseTables(hierarchy, {}, std::vector<PalettePart>{{bones, indices, 5}});
    CHECK(tables.nodeCount == 4);  // 0; 1 and 4; 2
    CHECK(tables.paletteCount == 2);
    CHECK(tables.restClip == 0);
    CHECK(tables.mostRows == 0);
    const auto at = [&](uint32_t place, size_t count) {
        return std::vector(tables.words.begin() + place, tables.words.begin() + place + static_cast<ptrdiff_t>(count));
    };
    CHECK(tables.words[POSE_LEVEL_COUNT] == 3);
    CHECK(at(tables.words[POSE_LEVELS], 4) == std::vector<uint32_t>{0, 1, 3, 4});
    CHECK(at(tables.words[POSE_PARENTS], 4) == std::vector<uint32_t>{POSE_NONE, 0, 0, 1});
    CHECK(at(tables.words[POSE_BONES], 2) == std::vector<uint32_t>{2, 3});
    CHECK(at(tables.words[POSE_PLACES], 2) == std::vector<uint32_t>{5, 6});
    CHECK(tables.matrixStride == 7);
}

TEST_CASE_METHOD(OnDevice, "what the compute pass cannot take is named with its limit") {
    const std::string none = PosePass::whyNot(device, makePoseTables(chain(3), {}, {}));
    CHECK(none == "nothing of it is drawn");
    const uint32_t most = device.limits().maxComputeSharedMemorySize / 48;
    PoseTables tables{.words = {}, .nodeCount = most, .paletteCount = 1};
    CHECK(PosePass::whyNot(device, tables).empty());
    tables.nodeCount = most + 1;
    CHECK(PosePass::whyNot(device, tables) ==
          "its meshes need " + std::to_string(most + 1) + " nodes; this device poses " + std::to_string(most));
    tables = {.words = {}, .nodeCount = 1, .paletteCount = 1, .mostRows = kMaxPosedRows + 1};
    CHECK(PosePass::whyNot(device, tables) == "a timeline has 2097153 key times; this device poses 2097152");
}

TEST_CASE_METHOD(OnDevice, "the palettes of the bundled character are where its draws read them") {
    const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae").model;
    const Layouts layouts(device);
    const GpuModel drawn(device, model, layouts.materialSet, 12);
    REQUIRE(drawn.draws().size() > 1);
    const PosedRig rig{model.hierarchy, model.clips, paletteParts(drawn)};
    CHECK(makePoseTables(rig.hierarchy, rig.clips, rig.parts).matrixStride <= drawn.matrixStride());
    Random random(5);
    std::vector<CharacterPose> characters;
    for (int i = 0; i < 100; ++i)
        characters.push_back(randomCharacter(random, model.clips.size()));
    CHECK(largestError(device, rig, characters) < 1e-5);
}

TEST_CASE_METHOD(OnDevice, "a crowd is the same picture, posed by the compute pass or by the CPU") {
    const auto [file, merges, timeSeconds] =
        GENERATE(std::tuple("character.dae", false, 2.0), std::tuple("character.dae", true, 7.3),
                 std::tuple("snake.dae", true, 1.0), std::tuple("tube.dae", false, 0.4));
    Stage stage(importModel(std::string(SINEW_SOURCE_DIR "/assets/") + file));
    PlaySettings settings = stage.settings();
    settings.crowd = {.count = 6, .formation = Formation::circle};
    settings.transitionSeconds = 1.5;  // so that some are between two clips
    stage.apply(settings);
    Studio studio(device, &stage.model());
    const PoseTables tables =
        makePoseTables(stage.model().hierarchy, stage.model().clips, paletteParts(*studio.shown()));
    REQUIRE(PosePass::whyNot(device, tables).empty());
    const PosePass pass(device, Studio::builtIn(), tables, studio.frames().framesInFlight());
    Instances instances;
    const auto drawnBy = [&](const PosePass* poser, bool merged) {
        std::vector<Pixels> pictures = studio.drawAll(4, [&](uint32_t frame) {
            stage.seek(timeSeconds + 0.3 * frame);
            stage.updatePose();
            Crowd& crowd = *stage.crowd();
            crowd.useRigLevels(false);
            Scene scene = stage.scene(false);
            frameBox(scene.camera, crowd.bounds(), 4.0f / 3.0f);
            instances = crowd.select(scene.camera, {240.0f, 180.0f}, scene.look, poser);
            instances.merged = merged;
            scene.instances = &instances;
            scene.ground.footprint = crowd.shownBounds();
            CHECK(crowd.counts().byPass == (poser != nullptr));
            CHECK(crowd.counts().drawn == 6);
            return scene;
        });
        return pictures;
    };
    const std::vector<Pixels> onCpu = drawnBy(nullptr, false), onDevice = drawnBy(&pass, merges),
                              again = drawnBy(&pass, merges);
    if (merges) CHECK(drawnBy(nullptr, true)[0].rgba == onCpu[0].rgba);
    for (size_t i = 0; i < onCpu.size(); ++i) {
        const Difference difference = compare(onDevice[i], onCpu[i]);
        INFO(file << ", picture " << i << ": mean " << difference.mean << ", maximum " << difference.maximum);
        CHECK(difference.mean < 1e-5);
        CHECK(difference.maximum < 0.05);
        CHECK(again[i].rgba == onDevice[i].rgba);
    }
    CHECK(compare(onDevice[0], onDevice[3]).mean > 1e-3);
}

TEST_CASE_METHOD(OnDevice, "a crowd of more than one dispatch poses is the same picture, too") {
    ImportedModel imported = importModel(SINEW_SOURCE_DIR "/assets/tube.dae");
    constexpr uint32_t kCount = 300, kMostInDispatch = 128;
    Stage stage(std::move(imported));
    PlaySettings settings = stage.settings();
    settings.crowd = {.count = kCount};
    stage.apply(settings);
    const Setup setup{.extent = {480, 360}, .samples = 1, .framesInFlight = 1};
    Studio studio(device, &stage.model(), setup);
    const PosePass pass(device, Studio::builtIn(),
                        makePoseTables(stage.model().hierarchy, stage.model().clips, paletteParts(*studio.shown())), 1,
                        kMostInDispatch);
    const auto drawnBy = [&](const PosePass* poser) {
        Scene scene = sceneOf(stage, 1.0, {.floor = false, .lighting = Lighting::flat});
        scene.camera.pitch = glm::radians(50.0f);  // from where all rows are seen
        frameBox(scene.camera, stage.crowd()->bounds(), 4.0f / 3.0f);
        Instances instances = stage.crowd()->select(scene.camera, {480.0f, 360.0f}, scene.look, poser);
        instances.merged = true;
        scene.instances = &instances;
        REQUIRE(stage.crowd()->counts().drawn == kCount);
        CHECK(stage.crowd()->counts().byPass == (poser != nullptr));
        return studio.draw(scene);
    };
    const Pixels onDevice = drawnBy(&pass), onCpu = drawnBy(nullptr);  // in this order: both fill the same buffer
    CHECK(compare(onDevice, onCpu).mean < 1e-6);                       // without the dispatches after the first: 2e-2
}

TEST_CASE("the compute pass poses no characters of state machines, without root motion, or with dual quaternions") {
    Stage stage(importModel(SINEW_SOURCE_DIR "/assets/character.dae"));
    PlaySettings settings = stage.settings();
    settings.crowd = {.count = 3};
    stage.apply(settings);
    CHECK(stage.crowd()->whyOnCpu(Skinning::linear).empty());
    CHECK(stage.crowd()->whyOnCpu(Skinning::dualQuaternion) == "dual quaternions are made there");
    settings.rootMotion = RootMotionUse::floor;
    stage.apply(settings);
    CHECK(stage.crowd()->whyOnCpu(Skinning::linear) == "root motion is removed there");
    settings.rootMotion = RootMotionUse::off;
    stage.apply(settings);
    stage.playGraph(
        readGraph(SINEW_SOURCE_DIR "/assets/character.graph.json", stage.model().hierarchy, stage.model().clips), {});
    CHECK(stage.crowd()->whyOnCpu(Skinning::linear) == "state machines run there");
}
