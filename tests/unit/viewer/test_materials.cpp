#include <set>

#include "support/catch.h"
#include "unit/viewer/panel_player.h"

using namespace sinew;

namespace {

constexpr float kX = 1000.0f;
constexpr float kFirstTextureY = 149.0f, kTextureLine = 17.0f, kVariantY = kFirstTextureY;

/// Three materials, and the panel with only their section open.
struct MaterialPlayer : PanelPlayer {
    explicit MaterialPlayer(size_t count = 3) {
        for (size_t i = 0; i < count; ++i)
            model.materials.push_back({.name = i == 0 ? "" : "material##" + std::to_string(i)});
        panel.setModel(model);
        openOnly(122.0f);
    }

    float onlyY() const { return kFirstTextureY + kTextureLine * static_cast<float>(model.materials.size()) + 8.0f; }
    void select(size_t row) { request(kComboX, kFirstTextureY + kTextureLine * static_cast<float>(row)); }
};

}  // namespace

TEST_CASE("the selected material is shown alone, and the selection can be changed meanwhile") {
    MaterialPlayer player;
    player.select(1);
    CHECK_FALSE(player.state.settings.shownMaterial);
    player.request(kX - 40.0f, player.onlyY());
    CHECK(player.state.settings.shownMaterial == 1u);
    player.select(2);
    CHECK(player.state.settings.shownMaterial == 2u);
    player.request(kX - 40.0f, player.onlyY());
    CHECK_FALSE(player.state.settings.shownMaterial);
}

TEST_CASE("a variant of the materials is chosen from a list above them") {
    MaterialPlayer player;
    player.report.variants = {"day", "night"};
    player.state.source.variant = "night";
    const auto chosen = [&](size_t line) {
        std::optional<std::string> variant;
        player.request(kComboX, kVariantY);
        player.click(kComboX, kVariantY + 18.0f * (static_cast<float>(line) + 1.5f), [&](const PanelRequests& asked) {
            if (asked.variant) variant = asked.variant;
        });
        player.draw(30);
        return variant;
    };
    CHECK(chosen(1) == "day");
    CHECK_FALSE(chosen(2));
    CHECK(chosen(0) == "");
}

TEST_CASE("the arrow keys select materials") {
    MaterialPlayer player;
    player.request(kX - 40.0f, player.onlyY());
    player.panel.toggleKeyboard();
    player.draw(6);
    std::set<uint32_t> shown;
    const auto strike = [&](KeyCode key) {
        player.typeAtOnce("", {key});
        for (int frame = 0; frame < 6; ++frame)
            if (const PanelRequests asked = player.draw(); asked.settings) {
                player.state.settings = *asked.settings;
                if (const auto material = asked.settings->shownMaterial) shown.insert(*material);
            }
    };
    for (const KeyCode key : {keyUp, keyEnter, keyDown, keyDown, keyUp})
        strike(key);
    CHECK(shown == std::set<uint32_t>{1, 2});
}

TEST_CASE("the material of the command line and of a click in the picture is selected") {
    MaterialPlayer player(40);
    player.panel.setModel(player.model);
    player.state.settings.shownMaterial = 30;
    CHECK_FALSE(player.draw(3).settings);
    player.panel.selectMaterial(20);
    const PanelRequests asked = player.draw();
    REQUIRE(asked.settings);
    CHECK(asked.settings->shownMaterial == 20u);
}

TEST_CASE("every value and texture of a material is drawn") {
    MaterialPlayer player;
    player.select(1);
    Material& material = player.model.materials[1];
    const auto drawn = [&](const Material& shown) {
        material = shown;
        player.draw(3);
        return player.vertices;
    };
    const auto adds = [&](const char* what, const Material& plain, void (*change)(Material&)) {
        INFO(what);
        Material changed = plain;
        change(changed);
        CHECK(drawn(changed) > drawn(plain));
    };
    const Material plain{.name = "plain"};
    adds("double-sided", plain, [](Material& m) { m.doubleSided = true; });
    adds("emissive", plain, [](Material& m) { m.emissive = glm::vec3(4.0f, 2.0f, 0.0f); });
    adds("ior", plain, [](Material& m) { m.ior = 1.3f; });
    adds("specular", plain, [](Material& m) { m.specular = 0.5f; });
    adds("specular color", plain, [](Material& m) { m.specularColor = glm::vec3(1.0f, 0.5f, 0.5f); });
    adds("clearcoat", plain, [](Material& m) { m.clearcoat = 1.0f; });
    adds("sheen", plain, [](Material& m) { m.sheenColor = glm::vec3(0.0f, 0.0f, 1.0f); });
    adds("transmission", plain, [](Material& m) { m.transmission = 0.5f; });
    adds("thickness", plain, [](Material& m) { m.thickness = 0.5f; });
    adds("iridescence", plain, [](Material& m) { m.iridescence = 1.0f; });
    adds("anisotropy", plain, [](Material& m) { m.anisotropy = 1.0f; });
    Material glass = plain;
    glass.thickness = 1.0f;
    adds("attenuation", glass, [](Material& m) { m.attenuationDistance = 2.0f; });

    player.model.textures.push_back(
        {.name = "t.png", .image = {.width = 4, .height = 2, .bytes = PixelBytes(32, 255)}});
    adds("texture", plain, [](Material& m) { m.texture(TextureSlot::normal) = TextureUse{}; });
    Material textured = plain;
    textured.texture(TextureSlot::normal) = TextureUse{};
    adds("normal scale", textured, [](Material& m) { m.normalScale = 2.0f; });
    adds("UV set", textured, [](Material& m) { m.texture(TextureSlot::normal)->uvSet = 1; });
    adds("wrap", textured, [](Material& m) { m.texture(TextureSlot::normal)->sampler.wrapU = Wrap::clamp; });
    adds("filter", textured, [](Material& m) { m.texture(TextureSlot::normal)->sampler.magnify = Filter::nearest; });
    adds("mip levels", textured, [](Material& m) { m.texture(TextureSlot::normal)->sampler.mip = MipFilter::none; });
    adds("scale", textured, [](Material& m) { m.texture(TextureSlot::normal)->scale = glm::vec2(2.0f); });
}

TEST_CASE("a model without materials says so") {
    MaterialPlayer player(0);
    CHECK_FALSE(player.draw(3).settings);
}
