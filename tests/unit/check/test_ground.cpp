#include "check/checks.h"

#include <cmath>

#include "support/findings.h"
#include "support/models/band.h"

using namespace sinew;

namespace {

/// A spine of six bones and two feet at its lower end, which take steps: each stands for half a second and is lifted
/// for another, while the root goes one unit a second. `slide` is how far a foot goes on while it stands.
Model walker(float slide, bool inPlace = false) {
    ImportedModel imported = rig_models::band(6);
    Model& model = imported.model;
    AnimationClip& clip = rig_models::addClip(imported, "walk", 2.0);
    const auto addBone = [&](const char* name) {
        model.hierarchy.names.push_back(name);
        model.hierarchy.parents.push_back(kNoParent);
        model.hierarchy.rest.emplace_back();
        model.instances[0].bones.push_back({static_cast<uint32_t>(model.hierarchy.size() - 1), glm::mat4(1.0f)});
        ++model.meshes[0].boneCount;
        clip.channels.push_back({.node = static_cast<uint32_t>(model.hierarchy.size() - 1)});
    };
    clip.channels.push_back({.node = 0, .translation = {{0.0, 2.0}, {{0, 1, 0}, {inPlace ? 0 : 2, 1, 0}}}});
    model.hierarchy.rest[0].translation.y = 1.0f;
    addBone("left");
    addBone("right");
    for (int key = 0; key <= 60; ++key) {
        const double seconds = key / 30.0;
        for (const uint32_t foot : {0u, 1u}) {
            const double phase = seconds + 0.5 * foot;
            const double step = std::floor(phase), part = phase - step;
            const bool stands = part < 0.5;
            const double swing = stands ? 0.0 : (part - 0.5) * 2.0;
            const double along =
                step + (stands ? static_cast<double>(slide) * part * 2.0
                               : static_cast<double>(slide) + swing * (1.0 - static_cast<double>(slide)));
            Track<glm::vec3>& track = clip.channels[foot + 1].translation;
            track.times.push_back(seconds);
            track.values.push_back({along - (inPlace ? seconds : 0.0), stands ? 0.0 : std::sin(swing * 3.14159), 0.0});
        }
    }
    return model;
}

}  // namespace

TEST_CASE("feet that stand still under root motion have no finding") {
    const std::vector<Finding> findings = checkGround(walker(0.0f));
    CHECK(countOf(findings, "foot-slide") == 0);
    const Finding drift = onlyOne(findings, "root-drift");
    CHECK(drift.severity == Severity::info);
    CHECK_THAT(drift.message, Catch::Matchers::StartsWith("ends 200 cm (3"));
}

TEST_CASE("a foot that moves during contact slides") {
    const Finding finding = onlyOne(checkGround(walker(0.9f)), "foot-slide");
    CHECK(finding.severity == Severity::warning);
    CHECK_THAT(finding.message, Catch::Matchers::StartsWith("'left' slides by"));
    CHECK_THAT(finding.message, Catch::Matchers::ContainsSubstring("cm"));
}

TEST_CASE("feet of an in-place clip that move at its ground speed do not slide") {
    CHECK(checkGround(walker(0.0f, true)).empty());
}

TEST_CASE("a character that drags itself over the ground has no feet") {
    Model model = walker(0.9f);
    model.clips[0].channels.resize(1);
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
}

TEST_CASE("a sliding foot is reported in a standing clip, but not in one that may walk in place") {
    Model model = walker(0.0f);
    AnimationClip stand{.name = "stand", .durationSeconds = 2.0};
    const uint32_t left = 6;
    stand.channels.push_back({.node = left, .translation = {{0.0, 2.0}, {{0, 0, 0}, {1, 0, 0}}}});
    model.clips.push_back(stand);
    CHECK(onlyOne(checkGround(model), "foot-slide").object == "stand");
    model.clips[1].channels.push_back(
        {.node = left + 1, .translation = {{0.0, 1.0, 2.0}, {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}}});
    CHECK(countOf(checkGround(model), "foot-slide") == 0);
}
