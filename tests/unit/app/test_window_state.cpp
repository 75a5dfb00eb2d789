#include "app/window_state.h"

#include <nlohmann/json.hpp>

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
