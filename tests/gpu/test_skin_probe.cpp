// The skinning function of the shaders against its reference on the CPU: of the bundled models, of the real models in
// the folder "models" beside the repository, or beside the oracle folder that SINEW_ORACLE names, and of random meshes.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/probed_mesh.h"
#include "gpu/skin_probe.h"
#include "gpu/with_device.h"
#include "import/import_model.h"
#include "model/bounds.h"
#include "support/players.h"
#include "support/shared_folder.h"

using namespace sinew;

namespace {

namespace fs = std::filesystem;

/// What the difference of a position is compared with.
enum class Size { ofMesh, ofModel };

/// All instances at a normalized time of a clip, or at rest.
void probePose(SkinProbe& probe, const Model& model, std::optional<size_t> clip, double share, uint32_t maxBones,
               Size comparedWith, Deviation& deviation) {
    TestAnimator animator(model.hierarchy, model.clips, model.restMorphWeights);
    animator.play(clip);
    if (clip) animator.seek(share * model.clips[*clip].durationSeconds);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), worldFromNode);
    const std::span<const float> weights = animator.morphWeights();
    const float size = comparedWith == Size::ofModel ? posedBounds(model, worldFromNode, weights).diagonal() : 0.0f;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, worldFromNode, palette);
        const auto own = weights.subspan(instance.firstMorphWeight, mesh.morphTargets.size());
        probeMesh(probe, {mesh, palette, own, size}, maxBones, deviation);
    }
}

void checkDeviation(const Deviation& deviation, double mostWithoutNormal) {
    INFO(deviation.vertices << " vertices");
    CHECK(deviation.position <= 1e-5f);
    CHECK(deviation.normal <= 1e-3f);
    CHECK(static_cast<double>(deviation.withoutNormal) <= mostWithoutNormal * static_cast<double>(deviation.vertices));
}

}  // namespace

TEST_CASE_METHOD(OnDevice, "the shader's skinning equals its reference for all parts and clips of the bundled models") {
    SkinProbe probe(device);
    for (const std::string file : {"character.dae", "snake.dae", "tube.dae"}) {
        INFO(file);
        const Model model = importModel(std::string(SINEW_SOURCE_DIR "/assets/") + file).model;
        REQUIRE_FALSE(model.clips.empty());
        Deviation deviation;
        for (size_t clip = 0; clip < model.clips.size(); ++clip)
            for (const double share : {0.0, 0.21, 0.5, 0.83})
                for (const uint32_t maxBones : {64u, 12u})
                    probePose(probe, model, clip, share, maxBones, Size::ofMesh, deviation);
        CHECK(deviation.vertices > 1000);
        checkDeviation(deviation, 0.0);
    }
}

TEST_CASE_METHOD(OnDevice, "the shader's skinning equals its reference for every real model") {
    const fs::path folder = sharedFolder("models");
    if (!fs::exists(folder)) SKIP("there is no " << folder.string());
    size_t withMore = 0;
    for (const uint32_t most : {4u, 8u}) {
        size_t drawn = 0;
        SkinProbe probe(device, most);
        for (const fs::path& path : modelFilesIn(folder)) {
            INFO(path.filename().string() << ", " << most << " influences");
            Model model;
            try {
                model = importModel(path, {.influences = most}).model;
            } catch (const Error& error) {
                WARN("not compared: " << error.what());
                continue;
            }
            Deviation deviation;
            probePose(probe, model, std::nullopt, 0.0, PALETTE_SIZE, Size::ofModel, deviation);
            for (size_t clip = 0; clip < model.clips.size(); ++clip)
                for (const double share : {0.0, 0.5})
                    probePose(probe, model, clip, share, PALETTE_SIZE, Size::ofModel, deviation);
            checkDeviation(deviation, 0.05);
            drawn += deviation.vertices > 0;
            withMore +=
                std::ranges::any_of(model.meshes, [](const auto& mesh) { return !mesh.moreInfluences.empty(); });
        }
        CHECK(drawn >= 60);
    }
    CHECK(withMore >= 5);
}

TEST_CASE_METHOD(OnDevice,
                 "the shader's dual quaternions equal their reference, on the character and under uneven scale",
                 "[assisted]") {
    for (const uint32_t most : {4u, 8u}) {
        SkinProbe probe(device, most, Skinning::dualQuaternion);
        Deviation deviation;
        const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae", {.influences = most}).model;
        const size_t lastClip = model.clips.size() - 1;
        probePose(probe, model, lastClip, 0.7 / model.clips[lastClip].durationSeconds, PALETTE_SIZE, Size::ofMesh,
                  deviation);
        for (uint64_t seed = 0; seed < 20; ++seed) {
            Random random(300 + seed);
            const uint32_t boneCount = random.between(1, 60);
            const SkinnedMesh mesh = randomMesh(random, boneCount, 200, most);
            std::vector<glm::mat4> palette;
            for (uint32_t b = 0; b < boneCount; ++b)
                palette.push_back(
                    matrixFrom(Transform{random.vector(-1.0f, 1.0f), random.rotation(), random.vector(0.5f, 2.0f)}));
            probeMesh(probe, {mesh, palette}, PALETTE_SIZE, deviation);
        }
        INFO(most << " influences");
        CHECK(deviation.vertices > 10'000);
        checkDeviation(deviation, 1.0);
    }
}

TEST_CASE_METHOD(OnDevice, "the shader's skinning equals its reference under mirrored and unevenly scaled bones",
                 "[assisted]") {
    for (const uint32_t most : {4u, 8u}) {
        SkinProbe probe(device, most);
        Deviation deviation;
        for (uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            const uint32_t boneCount = random.between(1, 100);
            // Includes sizes near a whole workgroup: 63 and 66 vertices.
            const uint32_t triangles = seed < 4 ? 20 + static_cast<uint32_t>(seed) : 200;
            const SkinnedMesh mesh = randomMesh(random, boneCount, triangles, most);
            const std::vector<glm::mat4> palette = randomPalette(random, boneCount);
            probeMesh(probe, {mesh, palette}, seed % 2 == 0 ? PALETTE_SIZE : 3 * most, deviation);
        }
        INFO(most << " influences");
        CHECK(deviation.vertices > 20'000);
        checkDeviation(deviation, 0.05);
    }
}

TEST_CASE_METHOD(OnDevice, "the shader's morphing equals its reference, for any number of targets, before skinning",
                 "[assisted]") {
    SkinProbe probe(device);
    Deviation deviation;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(100 + seed);
        const uint32_t boneCount = random.between(1, 60);
        SkinnedMesh mesh = randomMesh(random, boneCount, random.between(1, 150));
        std::vector<float> weights(seed == 0 ? 200 : random.between(1, 20));
        for (float& weight : weights)
            weight = random.chance(0.3) ? 0.0f : random.uniform(-1.0f, 1.5f);
        for (size_t t = 0; t < weights.size(); ++t) {
            MorphTarget& target = mesh.morphTargets.emplace_back();
            const double share = random.uniform();
            for (uint32_t v = 0; v < mesh.vertexCount(); ++v)
                if (random.chance(share))
                    target.deltas.push_back({v, random.vector(-0.5f, 0.5f), random.vector(-0.2f, 0.2f)});
        }
        const std::vector<glm::mat4> palette = randomPalette(random, boneCount);
        probeMesh(probe, {mesh, palette, weights}, seed % 2 == 0 ? PALETTE_SIZE : 12, deviation);
    }
    CHECK(deviation.vertices > 5'000);
    checkDeviation(deviation, 0.1);
}
