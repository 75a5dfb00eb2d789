#include "unit/check/surfaces/cases.h"

#include <cmath>

using namespace sinew;

namespace {

constexpr uint32_t kSide = 64;  // texels

template <typename ColorOf>
ImageData painted(const ColorOf& colorOf, uint32_t side = kSide) {
    ImageData image{.width = side, .height = side};
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x) {
            const glm::vec4 color = colorOf(static_cast<float>(x), static_cast<float>(y));
            for (int channel = 0; channel < 4; ++channel)
                image.bytes.push_back(static_cast<uint8_t>(std::lround(color[channel])));
        }
    return image;
}

ImageData plain(const glm::vec4& color, uint32_t side = kSide) {
    return painted([&](float, float) { return color; }, side);
}

glm::vec4 colorful(float x, float y) {
    return {4.0f * x, 4.0f * y, 255.0f - 2.0f * (x + y), 255.0f};
}

/// The normal map of smooth hills as glTF has it, green up.
glm::vec4 hills(float x, float y) {
    constexpr float kHeight = 4.0f, kAlongX = 0.25f, kAlongY = 0.2f;
    const float alongX = kHeight * kAlongX * std::cos(kAlongX * x) * std::sin(kAlongY * y);
    const float down = kHeight * kAlongY * std::sin(kAlongX * x) * std::cos(kAlongY * y);
    return {127.5f * glm::normalize(glm::vec3(-alongX, down, 1.0f)) + 127.5f, 255.0f};
}

}  // namespace

TEST_CASE("a texture that cannot be meant is a finding of its material") {
    const auto shows = [](TextureSlot slot, const ImageData& image) -> Change {
        return [=](Model& m) {
            m.textures = {{.name = "picture", .source = "embedded", .image = image}};
            m.materials[0].texture(slot) = TextureUse{};
        };
    };
    const auto with = [](const std::function<void(Material&)>& change) -> Change {
        return [=](Model& m) { change(m.materials[0]); };
    };
    const auto checkered = [](const glm::vec4& other) {
        return painted([other](float x, float y) {
            return static_cast<int>(x / 8.0f + 0.01f) % 2 == static_cast<int>(y / 8.0f + 0.01f) % 2
                       ? glm::vec4(255, 0, 255, 255)
                       : other;
        });
    };
    const ImageData greenDown = painted([](float x, float y) {
        const glm::vec4 up = hills(x, y);
        return glm::vec4(up.r, 255.0f - up.g, up.b, up.a);
    });
    const ImageData black = plain({0, 0, 0, 255}), magenta = plain({255, 0, 255, 255});
    const ImageData lowerHalf =
        painted([](float, float y) { return y < kSide / 2 ? glm::vec4(0, 0, 0, 255) : glm::vec4(255); });
    const Change isBlack = shows(TextureSlot::baseColor, black);
    const Change blended = with([](Material& m) { m.alphaMode = AlphaMode::blend; });
    const Change glowing = both(isBlack, with([](Material& m) { m.emissive = glm::vec3(1.0f); }));
    const Change glowingBelow = both(glowing, [&](Model& m) {
        m.textures.push_back({.name = "lamps", .source = "embedded", .image = lowerHalf});
        m.materials[0].texture(TextureSlot::emissive) = TextureUse{.texture = 1};
    });
    constexpr Severity kNote = Severity::info, kWarning = Severity::warning;
    using enum TextureSlot;
    judge(
        rig_models::band().model, checkTextures,
        {{"normals", nullptr, shows(normal, painted(hills))},
         {"normals of a plane", nullptr, shows(normal, plain({128, 128, 255, 255}))},
         {"normals of a plane, rounded down", nullptr, shows(normal, plain({127, 127, 255, 255}))},
         {"normals with green down", "normal-map-flipped", shows(normal, greenDown),
          "has a normal map whose green channel seems to point down, as in DirectX: 'picture'", kNote, "skin"},
         {"colors as normals", "normal-map-other", shows(normal, painted(colorful)),
          "has a normal map that does not hold normals: 'picture'", kNote, "skin"},
         {"colors", nullptr, shows(baseColor, painted(colorful))},
         {"colors that are normals, too", "normal-map-other",
          both(shows(baseColor, painted(colorful)), with([](Material& m) { m.texture(normal) = TextureUse{}; })),
          "has its base color texture as its normal map: 'picture'", kNote, "skin"},
         {"white as normals", "normal-map-other", shows(normal, plain(glm::vec4(255))),
          "has a normal map of one color that is no normal: 'picture'", kNote, "skin"},
         {"black", "texture-black", isBlack, "", kWarning, "skin"},
         {"black, blended", "texture-black", both(isBlack, blended), "", kWarning, "skin"},
         {"black with an alpha that may be what it is for", nullptr,
          both(shows(baseColor, painted([](float x, float) { return glm::vec4(0, 0, 0, x); })), blended)},
         {"black, a color", nullptr, shows(baseColor, plain({0, 0, 0, 255}, 4))},
         {"black, not decoded", nullptr,
          both(isBlack, [](Model& m) { m.textures[0].image.format = TexelFormat::bc1; })},
         {"black, of no mesh", nullptr, both(isBlack, [](Model& m) { m.instances.clear(); })},
         {"black, but it glows", "texture-black", glowing,
          "has a base color texture that is black everywhere, so that only its glow is seen: 'picture'", kNote, "skin"},
         {"black, but it glows where a texture says so", "texture-black", glowingBelow, "", kNote, "skin"},
         {"black, and the mesh shows nothing of its glow", "texture-black",
          both(glowingBelow,
               [](Model& m) {
                   for (glm::vec2& uv : m.meshes[0].uvs)
                       uv.y *= 0.45f;
               }),
          "", kWarning, "skin"},
         {"a mirror", "texture-black", shows(metallicRoughness, black),
          "has a metallic-roughness texture that is black everywhere, which makes it as smooth as a mirror: "
          "'picture'",
          kNote, "skin"},
         {"a mirror, as its factor says", nullptr,
          both(shows(metallicRoughness, black), with([](Material& m) { m.roughness = 0.0f; }))},
         {"black normals", "texture-black", shows(normal, black), "", kWarning, "skin"},
         {"black occlusion", "texture-black", shows(occlusion, black), "", kWarning, "skin"},
         {"dark normals", "normal-map-other", shows(normal, plain({2, 2, 2, 255})), "", kNote, "skin"},
         {"dark occlusion", nullptr, shows(occlusion, plain({2, 2, 2, 255}))},
         {"magenta", "texture-placeholder", shows(baseColor, magenta), "% of its texels are magenta: 'picture'",
          kWarning, "skin"},
         {"magenta and black", "texture-placeholder", shows(baseColor, checkered({0, 0, 0, 255})),
          "% of its texels are magenta: 'picture'", kWarning, "skin"},
         {"magenta and white", "texture-placeholder", shows(baseColor, checkered({255, 255, 255, 255})),
          "% of its texels are magenta: 'picture'", kWarning, "skin"},
         {"magenta and brown", nullptr, shows(baseColor, checkered({90, 60, 30, 255}))},
         {"magenta and violet", nullptr, shows(baseColor, checkered({200, 0, 255, 255}))},
         {"almost magenta", nullptr, shows(baseColor, plain({255, 40, 255, 255}))},
         {"one texel of magenta", "texture-placeholder", shows(baseColor, plain({255, 0, 255, 255}, 1)),
          "has a base color texture that stands for a missing one: it is 1x1 texels of magenta: 'picture'", kWarning,
          "skin"},
         {"a few texels of magenta", "texture-placeholder", shows(baseColor, plain({255, 0, 255, 255}, 4)),
          "it is 4x4 texels of magenta: 'picture'", kWarning, "skin"},
         {"a few texels of almost magenta", nullptr, shows(baseColor, plain({255, 40, 255, 255}, 4))},
         {"a few texels of magenta as normals", nullptr, shows(normal, plain({255, 0, 255, 255}, 4))}});
}

TEST_CASE("a texture that was found at an absolute path is a warning, one that was found by its name is none") {
    const auto* name = GENERATE("/home/me/skin.png", "C:\\skin.png", "c:/skin.png", "\\\\host\\skin.png");
    Model model = rig_models::band().model;
    Texture& texture = model.textures.emplace_back(Texture{.name = name, .source = name, .image = painted(colorful)});
    model.materials[0].texture(TextureSlot::baseColor) = TextureUse{};
    checkOnly(written(model, checkTextures(model)), "texture-path-absolute", name, "", Severity::warning);
    texture.source = GENERATE("found/skin.png", "embedded", "");
    CHECK(countOf(checkTextures(model), "texture-path-absolute") == 0);
}
