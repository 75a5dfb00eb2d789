// The skinning function of the shaders against its reference on the CPU.

#include <string>
#include <vector>

#include "gpu/probed_mesh.h"
#include "gpu/skin_probe.h"
#include "gpu/with_device.h"
#include "import/import_model.h"
#include "support/players.h"

using namespace sinew;

TEST_CASE_METHOD(OnDevice, "the shader's skinning equals its reference for all parts and clips of the bundled models") {
    SkinProbe probe(device);
    for (const std::string file : {"character.dae", "snake.dae", "tube.dae"}) {
        const Model model = importModel(std::string(SINEW_SOURCE_DIR "/assets/") + file).model;
        REQUIRE_FALSE(model.clips.empty());
        Deviation deviation;
        TestAnimator animator(model.hierarchy, model.clips);
        std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
        for (size_t clip = 0; clip < model.clips.size(); ++clip)
            for (const double share : {0.0, 0.21, 0.5, 0.83}) {
                animator.play(clip);
                animator.seek(share * model.clips[clip].durationSeconds);
                walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), worldFromNode);
                for (const MeshInstance& instance : model.instances) {
                    std::vector<glm::mat4> palette(instance.bones.size());
                    writePalette(instance.bones, worldFromNode, palette);
                    for (const uint32_t maxBones : {64u, 12u})
                        probeMesh(probe, {model.meshes[instance.mesh], palette}, maxBones, deviation);
                }
            }
        INFO(file << ": " << deviation.vertices << " vertices");
        CHECK(deviation.vertices > 1000);
        CHECK(deviation.position <= 1e-5f);
        CHECK(deviation.normal <= 1e-3f);
        CHECK(deviation.withoutNormal == 0);
    }
}

TEST_CASE_METHOD(OnDevice,
                 "the shader's dual quaternions equal their reference, on the character and under uneven scale",
                 "[assisted]") {
    for (const uint32_t most : {4u, 8u}) {
        SkinProbe probe(device, most, Skinning::dualQuaternion);
        Deviation deviation;
        const Model model = importModel(SINEW_SOURCE_DIR "/assets/character.dae", {.influences = most}).model;
        TestAnimator animator(model.hierarchy, model.clips);
        std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
        animator.play(model.clips.size() - 1);
        animator.seek(0.7);
        walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), worldFromNode);
        for (const MeshInstance& instance : model.instances) {
            std::vector<glm::mat4> palette(instance.bones.size());
            writePalette(instance.bones, worldFromNode, palette);
            probeMesh(probe, {model.meshes[instance.mesh], palette}, PALETTE_SIZE, deviation);
        }
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
        INFO(most << " influences, " << deviation.vertices << " vertices");
        CHECK(deviation.vertices > 10'000);
        CHECK(deviation.position <= 1e-5f);
        CHECK(deviation.normal <= 1e-3f);
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
        CHECK(deviation.position <= 1e-5f);
        CHECK(deviation.normal <= 1e-3f);
        CHECK(deviation.withoutNormal < deviation.vertices / 20);
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
    CHECK(deviation.position <= 1e-5f);
    CHECK(deviation.normal <= 1e-3f);
    CHECK(deviation.withoutNormal < deviation.vertices / 10);
}
