#include "support/catch.h"
#include "support/players.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

namespace {

constexpr float kBoxX = 1000.0f;
constexpr float kWeightLeft = 1121.0f, kWeightRight = 1251.0f;  // of the sliders' boxes
constexpr float kOwnY = 227.0f, kRow = 25.0f, kLayerY = 331.0f, kLine = 18.0f;

float rowY(size_t row) {
    return kOwnY + kRow * static_cast<float>(row);
}

/// The panel with only the blend section open.
struct BlendPlayer : PanelPlayer {
    BlendPlayer() { openOnly(200.0f); }
    PanelRequests choose(size_t row, size_t line) { return PanelPlayer::choose(kBoxX, rowY(row), line); }
    void drag(size_t row, float ratio) { request(kWeightLeft + ratio * (kWeightRight - kWeightLeft), rowY(row)); }
};

}  // namespace

TEST_CASE("a clip that is blended in gets a visible weight, which can be dragged") {
    BlendPlayer player;
    player.choose(2, 2);
    CHECK(player.state.settings.mix.others[1].clip == 1u);
    CHECK(player.state.settings.mix.others[1].weight == 0.5);
    player.drag(2, 0.25f);
    CHECK(player.state.settings.mix.others[1].weight == Approx(0.25).margin(0.03));
    player.drag(0, 0.75f);
    CHECK(player.state.settings.mix.ownWeight == Approx(0.75).margin(0.03));
    CHECK_FALSE(player.state.settings.mix.others[0].clip);
    player.choose(2, 0);
    CHECK_FALSE(player.state.settings.mix.others[1].clip);
}

TEST_CASE("the weight of an empty slot cannot be dragged") {
    BlendPlayer player;
    player.drag(1, 0.5f);
    CHECK(player.state.settings.mix == ClipMix{});
}

TEST_CASE("the first combo box plays another clip or the rest pose") {
    BlendPlayer player;
    const PanelRequests other = player.choose(0, 3);
    CHECK(other.play == 2u);
    CHECK_FALSE(other.settings);
    CHECK(player.choose(0, 0).playRest);
}

TEST_CASE("a layer has a clip, a weight and a mask, and the whole blend can be cleared") {
    BlendPlayer player;
    player.request(kBoxX, kLayerY);
    player.request(kBoxX, kLayerY + 3.5f * kLine);
    CHECK(player.state.settings.mix.layer.clip == 1u);
    CHECK(player.state.settings.mix.layer.weight == 1.0);
    CHECK(player.state.settings.mix.layer.mode == LayerMode::additive);
    const auto find = [&](const char* what, auto&& isThere) {
        INFO(what);
        bool found = false;
        for (float y = kLayerY + 20.0f; y < 612.0f && !found; y += 6.0f)
            player.click(kBoxX, y, [&](const PanelRequests& asked) {
                if (!asked.settings || !isThere(asked.settings->mix)) return;
                player.state.settings = *asked.settings;
                found = true;
            });
        CHECK(found);
    };
    player.panel.select(3);
    player.draw(2);
    find("mask", [](const ClipMix& mix) { return mix.layer.maskNode == 3u; });
    player.draw(40);
    find("feather", [](const ClipMix& mix) { return mix.layer.featherLevels > 0; });
    player.draw(40);
    find("nothing", [](const ClipMix& mix) { return mix == ClipMix{}; });
}

TEST_CASE("clips cannot be blended while a state machine plays") {
    BlendPlayer player;
    Graph graph;
    graph.states.push_back({.name = "s", .motion = {.clips = {{.clip = 0}}}});
    TestMachine machine(player.model.hierarchy, player.model.clips, graph);
    player.state.machine = &machine;
    player.draw(3);
    CHECK(player.clickDown(kBoxX, [](const PanelRequests& asked) {
        return asked.settings && asked.settings->mix != ClipMix{};
    }) < 0.0f);
}
