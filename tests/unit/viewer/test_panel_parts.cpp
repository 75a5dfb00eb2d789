#include <functional>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/wait.h"
#include "viewer/panel/gui.h"
#include "viewer/panel/report.h"
#include "viewer/panel/sections.h"
#include "viewer/panel/statistics.h"
#include "viewer/panel/widgets.h"

using namespace sinew;

namespace {

Model forked() {
    Model model;
    // 0 and 3 are roots; 1 and 4 are children of 0, 2 of 1, 5 of 3.
    model.hierarchy.names = {"a", "b", "c", "d", "e", "f"};
    model.hierarchy.parents = {kNoParent, 0, 1, kNoParent, 0, 3};
    model.hierarchy.rest.resize(6);
    return model;
}

glm::mat4 composed(const ReadableTransform& transform) {
    glm::mat4 matrix = glm::translate(glm::mat4(1.0f), transform.translation);
    for (const int axis : {2, 1, 0}) {
        glm::vec3 about(0.0f);
        about[axis] = 1.0f;
        matrix = glm::rotate(matrix, glm::radians(transform.rotationDegrees[axis]), about);
    }
    return glm::scale(matrix, transform.scale);
}

}  // namespace

TEST_CASE("the node tree is depth first in any file order") {
    const ModelOutline outline = outlineOf(forked());
    std::vector<uint32_t> nodes, depths, descendants;
    for (const OutlineRow& row : outline.rows) {
        nodes.push_back(row.node);
        depths.push_back(row.depth);
        descendants.push_back(row.descendants);
    }
    CHECK(nodes == std::vector<uint32_t>{0, 1, 2, 4, 3, 5});
    CHECK(depths == std::vector<uint32_t>{0, 1, 2, 1, 0, 1});
    CHECK(descendants == std::vector<uint32_t>{3, 1, 0, 0, 1, 0});
}

TEST_CASE("characters that a name needs are in the font from the next frame on, also after the text's size changed") {
    Gui gui;
    const auto frame = [&](const char* name) {
        gui.begin({640, 480}, 0.1);
        displayed(name);
        gui.end();
        return ImGui::GetFont()->FindGlyphNoFallback(0x8170) != nullptr;
    };
    CHECK_FALSE(frame("node"));
    CHECK_FALSE(gui.hasInput());
    const unsigned before = gui.fontVersion();
    frame("\u8170");
    CHECK(gui.hasInput());
    CHECK(frame(""));
    CHECK(gui.fontVersion() == before + 1);
    CHECK_FALSE(gui.hasInput());
    const float size = ImGui::GetFontSize();
    gui.setScale(2.0f);
    CHECK(frame(""));
    CHECK(ImGui::GetFontSize() == Approx(2.0f * size).margin(1.0));
}

TEST_CASE("a closed node hides its descendants, and a search finds them") {
    const Model model = forked();
    PanelMemory memory;
    memory.outline = outlineOf(model);
    memory.closedNodes.assign(6, false);
    findShownRows(memory, model);
    CHECK(memory.shownRows.size() == 6);
    memory.closedNodes[1] = true;
    findShownRows(memory, model);
    CHECK(memory.shownRows == std::vector<uint32_t>{0, 1, 3, 4, 5});
    memory.closedNodes[0] = true;
    findShownRows(memory, model);
    CHECK(memory.shownRows == std::vector<uint32_t>{0, 4, 5});
    memory.nodeSearch = {'C'};
    findShownRows(memory, model);
    CHECK(memory.shownRows == std::vector<uint32_t>{2});
}

TEST_CASE("a decomposed matrix recomposes, in gimbal lock and mirrored too") {
    for (const float y : {0.0f, 30.0f, -75.0f, 90.0f, -90.0f})
        for (const float mirror : {1.0f, -1.0f}) {
            INFO("y " << y << ", mirror " << mirror);
            const glm::mat4 matrix =
                composed({.translation = {1, 2, 3}, .rotationDegrees = {-20, y, 40}, .scale = {2 * mirror, 3, 0.5f}});
            const glm::mat4 again = composed(readable(matrix));
            for (int column = 0; column < 4; ++column)
                CHECK(glm::distance(again[column], matrix[column]) < 1e-4f);
        }
}

TEST_CASE("a bone's curves follow its channel, and key times are unique") {
    Model model;
    model.hierarchy = chain(3, {.translation = {0, 1, 0}});
    model.clips.push_back(swing(2, 1.0, 0.0));
    BoneCurves curves;
    curves.show(model, 1, 0);
    REQUIRE(curves.hasChannel());
    CHECK(curves.keyTimes() == model.clips[0].channels[1].rotation.times);
    CHECK(curves.hasKeys(BoneCurves::rotation));
    CHECK(curves.of(BoneCurves::translation)[0].front() == model.clips[0].channels[1].translation.values.front().x);
    CHECK(curves.of(BoneCurves::rotation)[2].front() == Approx(0.0f).margin(1e-3));
    curves.show(model, 2, 0);
    CHECK_FALSE(curves.hasChannel());
    curves.show(model, 1, std::nullopt);
    CHECK_FALSE(curves.hasChannel());
}

TEST_CASE("frame times keep the latest frames, and the mean skips unknown ones") {
    FrameTimes times;
    CHECK(times.mean(FrameTimes::gpu) < 0.0f);
    for (size_t i = 0; i < FrameTimes::kLength + 10; ++i)
        times.add({16.0, static_cast<double>(i), 1.0, 0.1, i % 2 ? 3.0 : -1.0});
    CHECK(times.of(FrameTimes::pose).size() == FrameTimes::kLength);
    CHECK(times.of(FrameTimes::pose).front() == 10.0f);
    CHECK(times.mean(FrameTimes::gpu) == Approx(3.0f));
}

TEST_CASE("requests are carried out: clip, time, settings and look") {
    ImportedModel imported;
    imported.model.hierarchy = chain(3, {.translation = {0, 1, 0}});
    imported.model.clips = {swing(3, 2.0, 0.0), swing(3, 2.0, 0.3)};
    Stage stage(std::move(imported));
    Look look;
    const auto apply = [&](const PanelRequests& asked) { applyRequests(asked, stage, look); };
    const auto change = [&](const std::function<void(PlaySettings&)>& edit) {
        PlaySettings settings = stage.settings();
        edit(settings);
        apply({.settings = settings});
    };
    stage.play(0);
    apply({.play = 1});
    CHECK(stage.animator().clip() == 1);
    CHECK(stage.animator().fading());
    apply({.seekSeconds = 1.25});
    CHECK(stage.animator().timeSeconds() == Approx(1.25));
    change([](PlaySettings& settings) { settings.paused = true; });
    CHECK(stage.settings().paused);
    change([](PlaySettings& settings) { settings.loopRange = LoopRange{0.5, 1.0}; });
    CHECK(stage.settings().loopRange == LoopRange{0.5, 1.0});
    change([](PlaySettings& settings) { settings.loopRange.reset(); });
    CHECK_FALSE(stage.settings().loopRange);
    apply({.play = 0});
    CHECK_FALSE(stage.animator().fading());  // paused
    apply({.play = 7, .look = Look{.wireframe = true}});
    CHECK(stage.animator().clip() == 0);
    CHECK(look.wireframe);
    change([](PlaySettings& settings) {
        settings.speed = -2.0;
        settings.repeat = Repeat::pingPong;
        settings.transitionSeconds = 1.0;
    });
    CHECK(stage.settings().speed == -2.0);
    CHECK(stage.settings().repeat == Repeat::pingPong);
    CHECK(stage.settings().transitionSeconds == 1.0);
    apply({.playRest = true});
    CHECK_FALSE(stage.animator().clip());
    change([](PlaySettings& settings) { settings.pose = ShownPose::bind; });
    CHECK(stage.settings().pose == ShownPose::bind);
    apply({});
    CHECK(stage.settings().pose == ShownPose::bind);
}

TEST_CASE("the background check runs once and has the findings of the check") {
    Model model = forked();
    ImportReport report;
    BackgroundCheck run;
    run.start(model, report, 64);
    REQUIRE(waitFor(5.0, [&] {
        run.poll();
        return run.done();
    }));
    const std::vector<Finding> expected = check(model, report, 64);
    CHECK(std::equal(expected.begin(), expected.end(), run.findings().begin(), run.findings().end()));
    run.start(model, report, 64);
    CHECK_FALSE(run.running());
}
