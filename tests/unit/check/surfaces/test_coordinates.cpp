#include "unit/check/surfaces/cases.h"

#include "check/check.h"

using namespace sinew;

namespace {

/// A band of 40 triangles on a texture, of which it covers all.
Model texturedBand(TextureSlot slot = TextureSlot::baseColor) {
    Model model = rig_models::band(20).model;
    model.textures = {{.name = "picture", .source = "embedded", .image = {}}};
    model.materials[0].texture(slot) = TextureUse{};
    for (glm::vec2& uv : model.meshes[0].uvs)
        uv.y = 1.0f - uv.y;  // v points down
    return model;
}

TextureUse& use(Model& model) {
    return *model.materials[0].texture(TextureSlot::baseColor);
}

Change allAt(const glm::vec2& uv) {
    return [=](Model& m) { m.meshes[0].uvs.assign(m.meshes[0].vertexCount(), uv); };
}

Change times(float factor) {
    return [=](Model& m) {
        for (glm::vec2& uv : m.meshes[0].uvs)
            uv *= factor;
    };
}

Change tangents(const glm::vec4& all) {
    return [=](Model& m) { m.meshes[0].tangents.assign(m.meshes[0].vertexCount(), all); };
}

}  // namespace

TEST_CASE("texture coordinates of one corner, or in pixels, are findings where a texture needs them") {
    const auto noTexture = [](Model& m) { m.materials[0].texture(TextureSlot::baseColor).reset(); };
    const auto second = [](Model& m) { m.meshes[0].moreUvs.assign(m.meshes[0].vertexCount(), glm::vec2(0, 1)); };
    judge(
        texturedBand(), checkCoordinates,
        {{"at the origin", "uvs-missing", allAt({0, 0}),
          "shows one point of the textures of 'skin': all 42 vertices have the same"},
         {"in the corner of the second set", "uvs-missing", both(second, [](Model& m) { use(m).uvSet = 1; }), "'skin'"},
         {"in the corner of a second set that nothing reads", nullptr, second},
         {"one color of a palette", nullptr, allAt({0.25f, 0.75f})},
         {"at the origin, without a texture", nullptr, both(allAt({0, 0}), noTexture)},
         {"of a helper of three vertices", nullptr,
          [](Model& m) {
              m.meshes[0].uvs.assign(3, glm::vec2(0));
              m.meshes[0].positions.resize(3), m.meshes[0].indices = {0, 1, 2};
          }},
         {"in pixels", "uvs-far", times(1024.0f), "has texture coordinates up to 1.02e+03 textures away: in pixels?",
          Severity::info},
         {"in pixels, without a texture", nullptr, both(times(1024.0f), noTexture)},
         {"in pixels, which a transform makes good", nullptr,
          both(times(1024.0f), [](Model& m) { use(m).scale = glm::vec2(1.0f / 1024.0f); })},
         {"a hundred tiles of a texture that clamps", nullptr,
          both(times(100.0f), [](Model& m) { use(m).sampler.wrapU = Wrap::clamp; })},
         {"across the border of a texture", "uvs-outside",
          [](Model& m) {
              for (glm::vec2& uv : m.meshes[0].uvs)
                  uv.x += 0.5f;
          },
          "40 of 40 triangles cross the border of the texture", Severity::info},
         {"across the border, of scenery", nullptr, [](Model& m) {
              for (glm::vec2& uv : m.meshes[0].uvs)
                  uv.x += 0.5f;
              m.instances[0].skinned = false;
          }}});
    judgeSeveral(texturedBand(), checkCoordinates, "uvs-missing",
                 [](Model& m, size_t i) { m.meshes[i].uvs.assign(m.meshes[i].vertexCount(), glm::vec2(0)); });
}

TEST_CASE("a mesh of several materials has one finding about its coordinates, none beside a color of a palette") {
    Model model = texturedBand();
    allAt({0, 0})(model);
    model.materials.push_back(model.materials[0]);
    model.materials[1].name = "cloth";
    addMesh(model, model.meshes[0]).material = 1;
    CHECK_THAT(onlyOne(written(model, checkCoordinates(model)), "uvs-missing").message,
               Catch::Matchers::ContainsSubstring("'skin', 'cloth': all 84 vertices"));
    model.meshes[1].material = 0;
    model.meshes[1].uvs[0] = {0.5f, 0.5f};
    CHECK(checkCoordinates(model).empty());
}

TEST_CASE("a file that says that a mesh lacks a UV set has said what is wrong") {
    ImportedModel imported{.model = texturedBand(), .report = rig_models::band().report};
    allAt({0, 0})(imported.model);
    CHECK(countOf(check(imported.model, imported.report, 64), "uvs-missing") == 1);
    imported.report.findings.push_back({"uv-set-missing", Severity::info, "band", "has no UV coordinates"});
    CHECK(countOf(check(imported.model, imported.report, 64), "uvs-missing") == 0);
}

TEST_CASE("tangents that do not fit the texture coordinates are a finding where a normal map needs them") {
    const auto halved = [](Model& m) {
        for (size_t i = 0; i < m.meshes[0].uvs.size() / 2; ++i)
            m.meshes[0].tangents[i].w = -1.0f;
    };
    judge(
        texturedBand(TextureSlot::normal), checkTangents,
        {{"across", "tangents-off", tangents({0, 1, 0, 1}),
          "has tangents that do not run along its texture coordinates on 40 of 40 triangles"},
         {"back", "tangents-off", tangents({-1, 0, 0, 1}), "has tangents against its texture coordinates on 40 of 40"},
         {"of the other handedness", "tangents-off", tangents({1, 0, 0, -1}),
          "of the other handedness than its texture coordinates on 40 of 40", Severity::info},
         {"of the other handedness on one half, mirrored", nullptr, halved},
         {"without a normal map", nullptr, [](Model& m) {
              tangents({0, 1, 0, 1})(m);
              m.materials[0].texture(TextureSlot::normal).reset();
          }}});
    judgeSeveral(texturedBand(TextureSlot::normal), checkTangents, "tangents-off", [](Model& m, size_t i) {
        m.meshes[i].tangents.assign(m.meshes[i].vertexCount(), {0, 1, 0, 1});
    });
}

TEST_CASE("the other handedness is a warning beside a mesh that has the right one") {
    Model model = fourOf(texturedBand(TextureSlot::normal));
    tangents({1, 0, 0, -1})(model);
    CHECK(onlyOne(written(model, checkTangents(model)), "tangents-off").severity == Severity::warning);
}
