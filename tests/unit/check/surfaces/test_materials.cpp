#include "unit/check/surfaces/cases.h"

#include "support/models/quad_square.h"

using namespace sinew;

namespace {

constexpr Severity kNote = Severity::info, kWarning = Severity::warning;
constexpr uint32_t kSide = 64;  // texels

/// A figure of one brown material with a texture of 64 x 64 texels.
Model texturedFigure() {
    Model model = rig_models::band().model;
    model.textures = {{.name = "picture", .source = "embedded"}};
    model.textures[0].image = {.width = kSide, .height = kSide, .bytes = PixelBytes(size_t{4} * kSide * kSide, 90)};
    model.materials[0].baseColor = {0.4f, 0.2f, 0.1f, 1.0f};
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    return model;
}

using MaterialChange = std::function<void(Material&)>;

Change skin(const MaterialChange& change) {
    return [=](Model& m) { change(m.materials[0]); };
}

Change scaled(const glm::vec2& scale, const glm::vec2& offset = {}) {
    return skin([=](Material& material) {
        material.texture(TextureSlot::baseColor)->scale = scale;
        material.texture(TextureSlot::baseColor)->offset = offset;
    });
}

/// The first `black` vertices.
Change colors(const glm::vec4& color, size_t count = SIZE_MAX) {
    return [=](Model& m) {
        std::vector<glm::vec4>& all = m.meshes[0].colors;
        std::fill_n(all.begin(), std::min(count, all.size()), color);
    };
}

}  // namespace

TEST_CASE("factors, transforms and vertex colors that leave little of a material are findings") {
    const auto black = [](Material& material) { material.baseColor = {0, 0, 0, 1}; };
    const auto clear = [](AlphaMode mode, float alpha) {
        return skin([=](Material& material) { material.alphaMode = mode, material.baseColor.a = alpha; });
    };
    const auto noTexture = [](Model& m) { m.materials[0].texture(TextureSlot::baseColor).reset(); };
    const glm::vec4 noLight(0, 0, 0, 1), noAlpha(1, 1, 1, 0);
    const auto blended = skin([](Material& material) { material.alphaMode = AlphaMode::blend; });
    const auto metal = skin([](Material& material) { material.metallic = 1.0f; });
    judge(texturedFigure(), checkMaterials,
          {{"black", "color-black", skin(black), "has a black base color, which leaves nothing of its texture",
            kWarning, "skin"},
           {"black, without a texture", nullptr, both(skin(black), noTexture)},
           {"black, but it glows", nullptr,
            both(skin(black), skin([](Material& material) { material.emissive.r = 0.3f; }))},
           {"clear", "opacity-zero", clear(AlphaMode::blend, 0.0f), "is fully transparent", kNote, "skin"},
           {"clear, of glass", nullptr,
            both(clear(AlphaMode::blend, 0.0f), skin([](Material& material) { material.transmission = 1.0f; }))},
           {"an alpha that is ignored", nullptr, clear(AlphaMode::opaque, 0.0f)},
           {"cut out", "opacity-zero", clear(AlphaMode::mask, 0.4f), "is cut out everywhere", kNote, "skin"},
           {"without a name", "opacity-zero",
            both(clear(AlphaMode::blend, 0.0f), skin([](Material& material) { material.name.clear(); })), "", kNote,
            "material 0"},
           {"metal", "metal-textured", metal, "is all metal, although it has a texture of colors", kNote, "skin"},
           {"metal where a texture says so", nullptr,
            both(metal, skin([](Material& m) { m.texture(TextureSlot::metallicRoughness) = TextureUse{}; }))},
           {"metal without light", nullptr, both(metal, skin([](Material& m) { m.unlit = true; }))},
           {"scaled to a point", "texture-transform-flat", scaled({0, 0}),
            "has a texture transform that shows one point of its base color texture 'picture'", kWarning, "skin"},
           {"a color of a palette", "texture-transform-flat", scaled({0, 0}, {0.3f, 0.1f}), "one point", kNote, "skin"},
           {"scaled to a line", "texture-transform-flat", scaled({-0.5f, 0}), "one line of its", kNote, "skin"},
           {"scaled to a few texels", "texture-transform-flat", scaled({0.02f, 0.02f}),
            "shows 1.28 of 64 texels across", kNote, "skin"},
           {"scaled for an atlas", nullptr, scaled({0.125f, 0.125f})},
           {"scaled back", nullptr,
            both(scaled({0.02f, 0.02f}),
                 [](Model& m) {
                     for (glm::vec2& uv : m.meshes[0].uvs)
                         uv *= 50.0f;
                 })},
           {"black vertices", "colors-black", colors(noLight),
            "all vertex colors are black where the material is 'skin'"},
           {"black vertices, without a texture", "colors-black", both(colors(noLight), noTexture), "all vertex colors"},
           {"half of the vertices black", nullptr, colors(noLight, 4)},
           {"clear vertices", "opacity-zero", both(blended, colors(noAlpha)),
            "has fully transparent vertex colors where the material is 'skin'", kNote},
           {"clear vertices, opaque", nullptr, colors(noAlpha)},
           {"some clear vertices", nullptr, both(blended, colors(noAlpha, 7))}});
    judgeSeveral(texturedFigure(), checkMaterials, "color-black", [&](Model& m, size_t i) { black(m.materials[i]); });
    judgeSeveral(texturedFigure(), checkMaterials, "colors-black",
                 [&](Model& m, size_t i) { m.meshes[i].colors.assign(m.meshes[i].vertexCount(), noLight); });
    judgeSeveral(texturedFigure(), checkMaterials, "texture-transform-flat",
                 [](Model& m, size_t i) { m.materials[i].texture(TextureSlot::baseColor)->scale = glm::vec2(0.0f); });
}

TEST_CASE("black vertex colors of a part are a warning where they hide a texture, or all of its mesh is black") {
    Model model = fourOf(rig_models::band(20).model);
    for (SkinnedMesh& mesh : model.meshes)
        mesh.name = "band";
    const auto black = [&](size_t mesh, size_t count) {
        std::fill_n(model.meshes[mesh].colors.begin(), count, glm::vec4(0, 0, 0, 1));
    };
    black(0, 41);
    CHECK(checkMaterials(model).empty());  // pupils
    for (size_t mesh = 1; mesh < 4; ++mesh)
        black(mesh, 42);
    CHECK(onlyOne(written(model, checkMaterials(model)), "colors-black").message ==
          "167 of 168 vertex colors are black where the material is 'skin0', 'skin1', 'skin2' and 1 more");
}

TEST_CASE("materials of one name that differ are a note; copies are none") {
    Model sound = fourOf(texturedFigure());
    for (uint32_t i = 0; i < 4; ++i)
        sound.materials[i].name = i < 2 ? "skin" : "cloth";
    sound.materials[0].extras = "{}";
    sound.textures.push_back(sound.textures[0]);
    sound.materials[1].texture(TextureSlot::baseColor)->texture = 1;
    const char* const id = "material-name-duplicate";
    judge(
        sound, checkMaterials,
        {{"another color", id, [](Model& m) { m.materials[1].baseColor.g = 0.9f; },
          "is the name of 2 materials that differ", kNote, "skin"},
         {"another picture", id, [](Model& m) { m.textures[1].image.bytes[0] = 9; }, "", kNote, "skin"},
         {"other pictures that were not found", id,
          [](Model& m) {
              m.textures[0].image = m.textures[1].image = {};
              m.textures[1].name = "other";
          },
          "", kNote, "skin"},
         {"one has no texture", id, [](Model& m) { m.materials[1].texture(TextureSlot::baseColor).reset(); }, "", kNote,
          "skin"},
         {"of other names", nullptr, [](Model& m) { m.materials[1].name = "eyes", m.materials[1].baseColor.g = 0.9f; }},
         {"without names", nullptr,
          [](Model& m) { m.materials[0].name = m.materials[1].name = "", m.materials[1].baseColor.g = 0.9f; }}});
}

namespace {

/// A square with a material of that mode, whose quads show the left half of a texture with an alpha of `left`. The
/// right half has the other alpha.
Model poster(AlphaMode mode, uint8_t left, uint8_t right) {
    Model model = rig_models::quadSquare("band", 4, [](uint32_t, uint32_t, glm::vec2 place) {
                      return place * glm::vec2(0.5f, 1.0f);
                  }).model;
    rig_models::setTexture(model, 32,
                           [=](uint32_t x, uint32_t) { return glm::u8vec4(90, 120, 200, x < 16 ? left : right); });
    model.materials[0].alphaMode = mode;
    return model;
}

}  // namespace

TEST_CASE("a material whose texture is transparent, or opaque, wherever it is shown is a note") {
    const auto replaced = [](
                              AlphaMode mode, uint8_t left, uint8_t right,
                              const MaterialChange& change = [](Material&) {}) {
        return [=](Model& m) {
            m = poster(mode, left, right);
            change(m.materials[0]);
        };
    };
    const auto glass = [](Material& material) { material.name = "Window_Glass"; };
    const auto showOther = [](Model& m) {
        for (glm::vec2& uv : m.meshes[0].uvs)
            uv.x += 0.5f;
    };
    judge(poster(AlphaMode::opaque, 0, 0), checkShown,
          {{"transparent", "opacity-zero", replaced(AlphaMode::blend, 0, 255),
            "is fully transparent: the alpha of its texture is 0", kNote, "skin"},
           {"cut out", "opacity-zero", replaced(AlphaMode::mask, 40, 255), "is cut out everywhere", kNote, "skin"},
           {"not cut out", nullptr,
            replaced(AlphaMode::mask, 40, 255, [](Material& material) { material.alphaCutoff = 0.1f; })},
           {"faint", nullptr, replaced(AlphaMode::blend, 40, 255)},
           {"opaque", "blend-opaque", replaced(AlphaMode::blend, 255, 0),
            "is blended, although all that it shows is opaque", kNote, "skin"},
           {"opaque, without a texture", "blend-opaque",
            replaced(AlphaMode::blend, 255, 0, [](Material& m) { m.texture(TextureSlot::baseColor).reset(); }), "",
            kNote, "skin"},
           {"opaque on one half", nullptr, [&](Model& m) { replaced(AlphaMode::blend, 255, 90)(m), showOther(m); }},
           {"one texel lets something through", nullptr,
            [&](Model& m) {
                replaced(AlphaMode::blend, 255, 0)(m);
                m.textures[0].image.bytes[4 * (5 * 32 + 3) + 3] = 100;
            }},
           {"glass, which is meant to", nullptr, replaced(AlphaMode::blend, 255, 255, glass)},
           {"a factor", nullptr, replaced(AlphaMode::blend, 255, 255, [](Material& m) { m.baseColor.a = 0.9f; })},
           {"transmission", nullptr, replaced(AlphaMode::blend, 255, 255, [](Material& m) { m.transmission = 1.0f; })},
           {"one vertex", nullptr,
            [&](Model& m) { replaced(AlphaMode::blend, 255, 0)(m), m.meshes[0].colors[5].a = 0.5f; }},
           {"not decoded", nullptr, [&](Model& m) {
                replaced(AlphaMode::blend, 255, 255)(m);
                m.textures[0].image.format = TexelFormat::bc3;
            }}});
    judgeSeveral(poster(AlphaMode::opaque, 255, 255), checkShown, "blend-opaque",
                 [](Model& m, size_t i) { m.materials[i].alphaMode = AlphaMode::blend; });
}
