#include "viewer/window_state.h"

#include <nlohmann/json.hpp>

#include "app/graph/graph_file.h"
#include "app/stage/handover.h"
#include "support/catch.h"
#include "support/change_settings.h"
#include "support/check_members.h"

using namespace sinew;
using Json = nlohmann::json;

namespace {

const std::filesystem::path kAssets(SINEW_SOURCE_DIR "/assets");

/// The character with its state machine.
struct GraphStage : Stage {
    GraphStage() : Stage(importModel(kAssets / "character.dae")) {
        playGraph(readGraph(kAssets / "character.graph.json", model().hierarchy, model().clips), {});
    }
};

Json stateOf(Stage& stage, const Look& look = {}, const WindowState& state = {}) {
    return Json::parse(windowStateJson(stage, look, state));
}

}  // namespace

TEST_CASE("The window state holds the current clip, the settings and the look") {
    Stage stage(importModel(kAssets / "character.dae"));
    Json json = stateOf(stage);
    checkMembers(json, R"({"schema": 1, "animation": null, "selected_bone": null, "complaint": null, "loop": true,
                           "repeat": "loop", "view": "shaded", "pose": "playing", "mix": null, "parameters": null,
                           "transition": "fade", "crossfade_s": 0.2, "root_motion": "off", "exposure": 1,
                           "ambient_occlusion": true, "look": "studio", "tone": "neutral",
                           "environment": {"source": "studio", "strength": 1, "rotation_degrees": 0,
                                           "background": false}})");
    CHECK(json["camera"]["field_of_view_degrees"].get<float>() == Approx(28.0f));

    stage.play(1);
    stage.seek(0.25);
    PlaySettings settings = stage.settings();
    settings.paused = true;
    settings.speed = -2.0;
    settings.repeat = Repeat::once;
    settings.pose = ShownPose::bind;
    stage.apply(settings);
    json = stateOf(stage, {.view = View::normals, .wireframe = true, .skeleton = true, .floor = false},
                   {.selectedBone = "hips", .panelVisible = true, .complaint = "no \xFF"});  // invalid UTF-8
    checkMembers(json, R"({"animation": "Walk", "time_s": 0.25, "paused": true, "speed": -2, "loop": false,
                           "repeat": "once", "selected_bone": "hips", "panel_visible": true, "view": "normals",
                           "pose": "bind", "overlays": ["skeleton", "wireframe"]})");
    CHECK(json["complaint"].get<std::string>().starts_with("no "));
    CHECK(stateOf(stage, {.edges = true})["overlays"] == Json{"floor", "edges"});
    settings.repeat = Repeat::pingPong;
    settings.sideBySide.shown = true;
    settings.onionSkin.shown = true;
    stage.apply(settings);
    json = stateOf(stage, {.skeleton = true, .boneNames = true, .floor = false}, {.keysVisible = true});
    CHECK(json["overlays"] == Json{"skeleton", "bone-names", "beside", "onion-skin", "keys"});
    CHECK(json["loop"] == false);
    CHECK(json["repeat"] == "ping-pong");
}

TEST_CASE("The window state names the material shown alone, and a reload finds it by its name") {
    const auto withMaterials = [](const std::vector<std::string>& names) {
        ImportedModel imported = importModel(kAssets / "tube.dae");
        imported.model.materials.resize(names.size());
        for (size_t i = 0; i < names.size(); ++i)
            imported.model.materials[i].name = names[i];
        return imported;
    };
    Stage stage(withMaterials({"skin", "cloth"}));
    CHECK(stateOf(stage)["shown_material"].is_null());
    changeSettings(stage, [](PlaySettings& settings) {
        settings.shownMaterial = 1, settings.hiddenNodes = {"a", "b"};
    });
    CHECK(stateOf(stage)["shown_material"] == "cloth");
    CHECK(stateOf(stage)["hidden_nodes"] == Json{"a", "b"});
    Stage moved(withMaterials({"cloth", "skin"})), renamed(withMaterials({"skin", "wool"}));
    continueFrom(moved, handoverOf(stage));
    CHECK(moved.settings().shownMaterial == 0u);
    CHECK(moved.settings().hiddenNodes.size() == 2);
    continueFrom(renamed, handoverOf(stage));
    CHECK_FALSE(renamed.settings().shownMaterial);
    changeSettings(stage, [](PlaySettings& settings) { settings.shownMaterial = 2; });
    CHECK_FALSE(stage.settings().shownMaterial);
}

TEST_CASE("The window state names the mixed clips, and a reload keeps the mix") {
    Stage stage(importModel(kAssets / "character.dae"));
    stage.play(1);
    const uint32_t spine = *findNode(stage.model().hierarchy, "spine1");
    ClipMix mix{.ownWeight = 0.75, .others = {MixedClip{}, MixedClip{.clip = 2, .weight = 0.25}}};
    mix.layer = {.clip = 4, .mode = LayerMode::override, .weight = 0.5, .maskNode = spine, .featherLevels = 2};
    changeSettings(stage, [&](PlaySettings& settings) { settings.mix = mix; });
    const std::string expected = R"({"clips": [{"clip": "Walk", "weight": 0.75}, {"clip": "Run", "weight": 0.25}],
        "layer": {"clip": "Wave", "mode": "override", "weight": 0.5, "mask_node": "spine1", "feather": 2}})";
    CHECK(stateOf(stage)["mix"] == Json::parse(expected));

    Stage next(importModel(kAssets / "character.dae"));
    continueFrom(next, handoverOf(stage));
    CHECK(next.settings().mix == mix);
    Stage other(importModel(kAssets / "tube.dae"));
    continueFrom(other, handoverOf(stage));
    CHECK_FALSE(other.settings().mix.layer.clip);
    CHECK_FALSE(other.settings().mix.others[1].clip);
}

TEST_CASE("The window state holds the parameters of a state machine and the state that a transition leaves") {
    GraphStage stage;
    changeSettings(stage, [&](PlaySettings& settings) { settings.mix = {.ownWeight = 0.0}; });
    stage.graph()->set(1, 90.0);
    stage.graph()->fire(2);
    Json json = stateOf(stage);
    checkMembers(json, R"({"left_state": null, "events": [], "mix": null,
                           "parameters": {"speed": 0, "heading": 90, "jump": 1, "wave": 0, "look": 0, "look_turn": 0,
                                          "look_lift": 0, "left_ground": 0, "right_ground": 0}})");
    stage.advance(0.1);
    json = stateOf(stage);
    CHECK(json["state"] == "jump");
    CHECK(json["left_state"] == "move");
    stage.advance(0.15);
    CHECK(stateOf(stage)["left_state"].is_null());
}

TEST_CASE("A parameter set by hand applies while no key holds it") {
    GraphStage stage;
    const auto speedAfterASecond = [&] {
        stage.advance(2.0);
        return stage.graph()->machine().parameters()[0];
    };
    stage.graph()->set(0, 1.0);
    CHECK(speedAfterASecond() == Approx(1.0).margin(0.01));
    stage.graph()->press("W");
    stage.graph()->set(0, 1.2);
    CHECK(speedAfterASecond() == Approx(0.66).margin(0.01));
    stage.graph()->release("W");
    CHECK(speedAfterASecond() == Approx(1.2).margin(0.01));
}
