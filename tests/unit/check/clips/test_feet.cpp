#include "check/checks.h"

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;
using rig_models::addClip;
using rig_models::band;
using rig_models::turn;

TEST_CASE("a clip that keeps the feet in the ground or above it is a warning, one that leaves it is not") {
    ImportedModel imported = band();
    addClip(imported, "walk", 1.0);
    const auto at = [&](float start, float end) {
        imported.model.clips[0].channels = {{.node = 0, .translation = {{0, 1}, {{0, start, 0}, {0, end, 0}}}}};
        return checkGround(imported.model);
    };
    CHECK(countOf(at(0.0f, 0.5f), "feet-off-ground") == 0);
    CHECK_THAT(onlyOne(at(0.3f, 0.4f), "feet-off-ground").message,
               Catch::Matchers::StartsWith("keeps the feet above the ground, at least 30 cm (10 %"));
    CHECK_THAT(onlyOne(at(-0.4f, -0.3f), "feet-off-ground").message,
               Catch::Matchers::StartsWith("keeps the feet in the ground, at least 30 cm (10 %"));
    CHECK(countOf(at(-2.2f, -2.1f), "feet-off-ground") == 1);
    CHECK(countOf(at(-4.0f, -3.9f), "feet-off-ground") == 0);  // in another unit
    SECTION("a clip that need not stand may leave the ground, but not sink far into it") {
        addClip(imported, "nod", 1.0);
        std::string& greet = imported.model.clips[0].name;
        greet = "greet";
        CHECK(countOf(at(0.4f, 0.5f), "feet-off-ground") == 0);
        CHECK(countOf(at(-0.3f, -0.25f), "feet-off-ground") == 0);
        CHECK(onlyOne(at(0.5f, 0.6f), "feet-off-ground").severity == Severity::info);
        CHECK(onlyOne(at(-0.5f, -0.4f), "feet-off-ground").severity == Severity::info);
        CHECK(countOf(at(-2.2f, -2.1f), "feet-off-ground") == 0);  // in another place
        greet = "stay";
        CHECK(onlyOne(at(0.1f, 0.2f), "feet-off-ground").severity == Severity::warning);
        greet = "driving";
        CHECK(countOf(at(-0.5f, -0.4f), "feet-off-ground") == 0);
        return;
    }
    imported.model.clips[0].name = GENERATE("jump", "dance");
    CHECK(countOf(at(0.3f, 0.4f), "feet-off-ground") == 0);
}

TEST_CASE("the feet of a figure of rigid parts are off the ground as well, those of a drone are not") {
    ImportedModel imported = band();
    imported.model.instances[0].skinned = false;
    addClip(imported, "walk", 1.0).channels = {{.node = 0, .translation = {{0, 1}, {{0, 0.3f, 0}, {0, 0.4f, 0}}}}};
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 0);
    imported.model.hierarchy.names[0] = "leg";
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 1);
}

TEST_CASE("a rest pose that is from a gait does not tell where the ground is") {
    ImportedModel imported = band();
    addClip(imported, "walk", 1.0).channels = {{.node = 0, .translation = {{0, 1}, {{0, 0.3f, 0}, {0, 0.4f, 0}}}}};
    AnimationClip& other = addClip(imported, "run", 1.0);
    for (const uint32_t node : {0u, 1u, 2u})
        other.channels.push_back({.node = node, .rotation = {{0, 1}, {turn(0.0f), turn(5.0f)}}});
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 0);
    other.name = "idle";
    CHECK(countOf(checkGround(imported.model), "feet-off-ground") == 1);
}

TEST_CASE("a clip that scales bones still shows where the skin tears") {
    ImportedModel imported = band(6);
    AnimationClip& clip = addClip(imported, "pull", 1.0);
    clip.channels = {{.node = 3, .scale = {{0, 1}, {{1, 1, 1}, {3, 3, 3}}}}};
    CHECK(checkDeformation(imported.model).empty());  // as large as the bone
    clip.channels.push_back({.node = 2, .translation = {{0, 1}, {{0, 1, 0}, {12, 1, 0}}}});
    CHECK(countOf(checkDeformation(imported.model), "triangles-stretch") == 1);
}
