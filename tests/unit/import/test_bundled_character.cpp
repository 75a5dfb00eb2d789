// The bundled models match their descriptions.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/clip/sample.h"
#include "animation/ground/foot_contacts.h"
#include "animation/pose/pose.h"
#include "bake/stream.h"
#include "import/import_model.h"
#include "model/split_by_palette.h"
#include "support/catch.h"
#include "support/distance.h"

using namespace sinew;

namespace {

const std::filesystem::path kAssets = SINEW_SOURCE_DIR "/assets";

const ImportedModel& character() {
    static const ImportedModel imported = importModel(kAssets / "character.dae");
    return imported;
}

glm::vec2 groundVelocityOf(const std::string& name) {
    const Model& model = character().model;
    for (const AnimationClip& clip : model.clips)
        if (clip.name == name) return groundVelocity(model.hierarchy, clip, glm::mat4(1.0f));
    FAIL("no clip " << name);
    return {};
}

LocalPose poseAt(const Model& model, const AnimationClip& clip, double timeSeconds) {
    LocalPose pose(model.hierarchy.size());
    SampleCursor cursor;
    sample(clip, model.hierarchy, timeSeconds, cursor, pose);
    return pose;
}

std::vector<std::string> complaints(const ImportReport& report) {
    std::vector<std::string> lines;
    for (const Finding& finding : report.findings)
        if (finding.severity != Severity::info)
            lines.push_back(finding.id + " " + finding.object + ": " + finding.message);
    return lines;
}

}  // namespace

TEST_CASE("the bundled character has its six clips, in the order of the keys") {
    std::vector<std::string> names;
    for (const AnimationClip& clip : character().model.clips) {
        names.push_back(clip.name);
        CHECK(clip.durationSeconds > 0.5);
    }
    CHECK(names == std::vector<std::string>{"Idle", "Walk", "Run", "Jump", "Wave", "Dance"});
}

TEST_CASE("the bundled character fits one palette and has no findings") {
    const Model& model = character().model;
    CHECK(std::ranges::any_of(model.instances, &MeshInstance::skinned));
    for (const MeshInstance& instance : model.instances) {
        CHECK(instance.bones.size() <= 64);
        CHECK(splitByPalette(model.meshes[instance.mesh], 64).size() == 1);
    }
    CHECK(complaints(character().report) == std::vector<std::string>{});
    CHECK(model.textures.size() == 4);
    for (const Texture& texture : model.textures)
        CHECK(texture.found());
}

TEST_CASE("the bundled character's material is metallic-roughness, with all five maps") {
    const Model& model = character().model;
    REQUIRE(model.materials.size() == 1);
    const Material& material = model.materials[0];
    CHECK(material.metallic == 1.0f);
    CHECK(material.roughness == 1.0f);
    CHECK(material.specular == 1.0f);
    const auto nameOf = [&](TextureSlot slot) {
        const auto& use = material.texture(slot);
        return use ? model.textures.at(use->texture).name : "";
    };
    CHECK(nameOf(TextureSlot::baseColor) == "character_base.png");
    CHECK(nameOf(TextureSlot::normal) == "character_normal.png");
    CHECK(nameOf(TextureSlot::metallicRoughness) == "character_surface.png");
    CHECK(nameOf(TextureSlot::occlusion) == "character_surface.png");
    CHECK(nameOf(TextureSlot::emissive) == "character_emissive.png");
}

TEST_CASE("the bundled character's clips end as they begin") {
    const Model& model = character().model;
    for (const AnimationClip& clip : model.clips) {
        INFO(clip.name);
        const LocalPose first = poseAt(model, clip, 0.0), last = poseAt(model, clip, clip.durationSeconds);
        CHECK(distance(first, last) < 1e-4f);
        CHECK(distance(first, poseAt(model, clip, clip.durationSeconds / 3.0)) > 0.02f);
    }
}

TEST_CASE("the floor moves under the bundled character at its walking and running speed") {
    const glm::vec2 walk = groundVelocityOf("Walk"), run = groundVelocityOf("Run");
    CHECK(glm::length(walk - glm::vec2(0.0f, 0.66f)) < 0.05f * 0.66f);
    CHECK(glm::length(run - glm::vec2(0.0f, 1.75f)) < 0.05f * 1.75f);
}

TEST_CASE("clips in which the bundled character stays in place do not move the floor") {
    for (const char* name : {"Idle", "Wave", "Jump", "Dance"}) {
        INFO(name);
        CHECK(glm::length(groundVelocityOf(name)) < 0.02f);
    }
}

TEST_CASE("the bundled models survive a stream unchanged") {
    CHECK((deserialize(serialize(character())) == character()));
    for (const char* name : {"snake.dae", "tube.dae"}) {
        const ImportedModel imported = importModel(kAssets / name, {.influences = 8, .keepCut = true});
        CHECK((deserialize(serialize(imported)) == imported));
    }
}

TEST_CASE("the bundled character is a small download") {
    uintmax_t bytes = 0;
    for (const char* name : {"character.dae", "character_base.png", "character_normal.png", "character_surface.png",
                             "character_emissive.png"})
        bytes += std::filesystem::file_size(kAssets / name);
    CHECK(bytes <= 4'500'000);
}

TEST_CASE("the bundled snake needs three palettes") {
    const ImportedModel snake = importModel(kAssets / "snake.dae");
    REQUIRE(snake.model.instances.size() == 1);
    CHECK(snake.model.meshes.size() == 1);
    CHECK(snake.model.instances[0].bones.size() == 150);
    CHECK(splitByPalette(snake.model.meshes[0], 64).size() == 3);
    CHECK(complaints(snake.report) == std::vector<std::string>{});
}

TEST_CASE("the bundled tube bends on two bones") {
    const ImportedModel tube = importModel(kAssets / "tube.dae");
    REQUIRE(tube.model.instances.size() == 1);
    CHECK(tube.model.instances[0].bones.size() == 2);
    REQUIRE(tube.model.clips.size() == 1);
    CHECK(tube.model.clips[0].name == "Bend");
    CHECK(complaints(tube.report) == std::vector<std::string>{});
}
