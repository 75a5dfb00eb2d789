#include "app/window_state.h"

#include <nlohmann/json.hpp>

#include "app/playing.h"
#include "support/catch.h"

using namespace sinew;
using Json = nlohmann::json;

TEST_CASE("The state has what plays and how it looks") {
    Stage stage(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/character.dae")));
    Json json = Json::parse(windowStateJson(windowStateOf(stage, {})));
    CHECK(json["schema"] == 1);
    CHECK(json["animation"].is_null());
    CHECK(json["selected_bone"].is_null());
    CHECK(json["complaint"].is_null());
    CHECK(json["loop"] == true);
    CHECK(json["view"] == "shaded");
    CHECK(json["pose"] == "playing");
    CHECK(json["mix"].is_null());
    CHECK(json["parameters"].is_null());
    CHECK(json["transition"] == "fade");
    CHECK(json["root_motion"] == "off");

    stage.play(1);
    stage.seek(0.25);
    stage.animator().setPaused(true);
    stage.animator().setSpeed(-2.0);
    stage.animator().setRepeat(Repeat::once);
    stage.showPose(ShownPose::bind);
    WindowState state =
        windowStateOf(stage, {.view = View::normals, .wireframe = true, .skeleton = true, .floor = false});
    state.selectedBone = "hips";
    state.panelVisible = true;
    state.complaint = "no \xFF";  // what is no UTF-8 does no harm
    json = Json::parse(windowStateJson(state));
    CHECK(json["animation"] == "Walk");
    CHECK(json["time_s"] == 0.25);
    CHECK(json["paused"] == true);
    CHECK(json["speed"] == -2.0);
    CHECK(json["loop"] == false);
    CHECK(json["selected_bone"] == "hips");
    CHECK(json["panel_visible"] == true);
    CHECK(json["view"] == "normals");
    CHECK(json["pose"] == "bind");
    CHECK(json["overlays"] == Json{"skeleton", "wireframe"});
    CHECK(windowStateOf(stage, {.edges = true}).overlays == std::vector<std::string>{"floor", "edges"});
    stage.compare({.beside = {.shown = true}, .onion = {.shown = true}});
    CHECK(windowStateOf(stage, {.skeleton = true, .boneNames = true, .floor = false}).overlays ==
          std::vector<std::string>{"skeleton", "bone-names", "beside", "onion-skin"});
    CHECK(json["complaint"].get<std::string>().starts_with("no "));
}

TEST_CASE("The state names what is mixed, and the model that takes the stage goes on with it") {
    Stage stage(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/character.dae")));
    stage.play(1);
    const uint32_t spine = *findNode(stage.model().hierarchy, "spine1");
    ClipMix mix{.ownWeight = 0.75, .others = {MixedClip{}, MixedClip{.clip = 2, .weight = 0.25}}};
    mix.layer = {.clip = 4, .mode = LayerMode::override, .weight = 0.5, .maskNode = spine, .featherLevels = 2};
    stage.setMix(mix);
    const std::string expected = R"({"clips": [{"clip": "Walk", "weight": 0.75}, {"clip": "Run", "weight": 0.25}],
        "layer": {"clip": "Wave", "mode": "override", "weight": 0.5, "mask_node": "spine1", "feather": 2}})";
    CHECK(Json::parse(windowStateJson(windowStateOf(stage, {})))["mix"] == Json::parse(expected));

    Stage next(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/character.dae")));
    playOn(next, playingOf(stage));
    CHECK(next.mix() == mix);
    Stage other(importModel(std::filesystem::path(SINEW_SOURCE_DIR "/assets/tube.dae")));
    playOn(other, playingOf(stage));
    CHECK_FALSE(other.mix().layer.clip);
    CHECK_FALSE(other.mix().others[1].clip);
}

TEST_CASE("The state has the parameters of a state machine, and the state that is being left") {
    const std::filesystem::path assets(SINEW_SOURCE_DIR "/assets");
    Stage stage(importModel(assets / "character.dae"));
    stage.playGraph(readGraph(assets / "character.graph.json", stage.model().hierarchy, stage.model().clips), {});
    stage.setMix({.ownWeight = 0.0});
    stage.graph()->set(1, 90.0);
    stage.graph()->fire(2);
    Json json = Json::parse(windowStateJson(windowStateOf(stage, {})));
    CHECK(json["parameters"] == Json{{"speed", 0.0},
                                     {"heading", 90.0},
                                     {"jump", 1.0},
                                     {"wave", 0.0},
                                     {"look", 0.0},
                                     {"look_turn", 0.0},
                                     {"look_lift", 0.0},
                                     {"left_ground", 0.0},
                                     {"right_ground", 0.0}});
    CHECK(json["left_state"].is_null());
    CHECK(json["events"] == Json::array());
    CHECK(json["mix"].is_null());
    stage.advance(0.1);
    json = Json::parse(windowStateJson(windowStateOf(stage, {})));
    CHECK(json["state"] == "jump");
    CHECK(json["left_state"] == "move");
    stage.advance(0.15);
    CHECK_FALSE(windowStateOf(stage, {}).leftState);
}

TEST_CASE("A parameter that was set by hand stays until a key holds it, and comes back after that") {
    const std::filesystem::path assets(SINEW_SOURCE_DIR "/assets");
    Stage stage(importModel(assets / "character.dae"));
    stage.playGraph(readGraph(assets / "character.graph.json", stage.model().hierarchy, stage.model().clips), {});
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
