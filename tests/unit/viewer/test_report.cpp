#include "support/catch.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

TEST_CASE("a click on a finding goes to its bone, clip and time, in the view of its rule") {
    constexpr float kReportY = 304.0f;
    PanelPlayer player;
    player.openOnly(kReportY);
    REQUIRE(player.draw().check);
    struct Row {
        const char* id;
        std::optional<View> view;
    };
    uint32_t node = 0;
    for (const auto& [id, view] : {Row{"weights-stray", View::weights}, Row{"influences-cut", View::influences},
                                   Row{"normals-off", View::normals}, Row{"tangents-off", View::normals},
                                   Row{"uvs-far", View::uvs}, Row{"key-pop", std::nullopt}}) {
        INFO(id);
        node = node % 5 + 1;
        player.report.findings = {{.id = id, .object = "Clip 1", .message = "is wrong"}};
        player.report.findings[0].subjects = {{Subject::Kind::clip, 1}, {Subject::Kind::node, node}};
        player.report.findings[0].seconds = 0.5;
        player.draw(3);
        std::optional<Look> look;
        std::optional<double> seconds;
        const float y = player.clickDown(
            kComboX,
            [&](const PanelRequests& asked) {
                if (asked.look) look = asked.look;
                if (asked.seekSeconds) seconds = asked.seekSeconds;
                return asked.play == 1u;
            },
            kReportY + 20.0f);
        CHECK(y > 0.0f);
        CHECK(player.panel.selectedNode() == node);
        CHECK(seconds == 0.5);
        CHECK((look ? std::optional(look->view) : std::nullopt) == view);
    }
}
