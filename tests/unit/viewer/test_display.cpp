#include "support/catch.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

namespace {

constexpr float kViewY = 174.0f, kPoseY = 200.0f;

/// The panel with only the display section open.
struct DisplayPlayer : PanelPlayer {
    DisplayPlayer() { openOnly(148.0f); }
};

}  // namespace

TEST_CASE("each view can be selected, and nothing else of the look changes") {
    DisplayPlayer player;
    for (const View view : {View::emissive, View::uvs, View::normals, View::parts, View::influences, View::weights}) {
        const PanelRequests asked = player.choose(kComboX, kViewY, static_cast<size_t>(view));
        REQUIRE(asked.look);
        CHECK(asked.look->view == view);
        CHECK_FALSE(asked.look->light);
        CHECK_FALSE(asked.look->wireframe);
        CHECK_FALSE(asked.settings);
    }
}

TEST_CASE("each pose can be selected") {
    DisplayPlayer player;
    for (const ShownPose pose : {ShownPose::bind, ShownPose::rest, ShownPose::playing}) {
        const PanelRequests asked = player.choose(kComboX, kPoseY, static_cast<size_t>(pose));
        REQUIRE(asked.settings);
        CHECK(asked.settings->pose == pose);
        CHECK_FALSE(asked.look);
    }
}

TEST_CASE("a press beside an open combo box closes it and does not reach the picture") {
    DisplayPlayer player;
    player.request(kComboX, kViewY);
    player.point(300.0f, 300.0f, 1);
    CHECK(player.left.pointer.empty());
    player.draw(3);
    player.point(300.0f, 300.0f);
    CHECK(player.left.pointer.empty());
    player.draw(3);
    player.point(300.0f, 300.0f, 1);
    CHECK(player.left.pointer.size() == 1);
}
