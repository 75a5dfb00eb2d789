#include <algorithm>
#include <initializer_list>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/gltf.h"
#include "support/models/webp.h"

using sinew::Filter;
using sinew::ImportedModel;
using sinew::Material;
using sinew::MipFilter;
using sinew::TextureSlot;
using sinew::Wrap;

namespace {

std::string image() {
    return R"({"name":"picture","uri":"data:image/bmp;base64,)" +
           import_files::base64(import_files::bmp(2, 2, 200, 100, 50)) + "\"}";
}

/// Triangles, one for each of `primitives`, the members of a primitive after its attributes.
ImportedModel importTriangles(const std::vector<std::string>& primitives, const std::string& rest) {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    std::string list;
    for (const std::string& primitive : primitives)
        list += (list.empty() ? "" : ",") + (R"({"attributes":{"POSITION":0})" + primitive) + "}";
    return import_files::importGltf(
        gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + list + "]}]" + rest));
}

/// With textures 0 to 9, which have samplers 0 to 9 (of `samplers`).
ImportedModel importMaterial(const std::string& material, const std::string& samplers = "") {
    std::string textures;
    for (int i = 0; i < 10; ++i)
        textures += (i ? "," : "") + (R"({"source":0,"sampler":)" + std::to_string(i)) + "}";
    if (samplers.empty()) textures = R"({"source":0})";
    return importTriangles({R"(,"material":0)"}, R"(,"materials":[)" + material + R"(],"images":[)" + image() +
                                                     R"(],"samplers":[)" + samplers + R"(],"textures":[)" + textures +
                                                     "]");
}

/// A file with one texture, the base color of its material.
ImportedModel importTexture(const std::string& texture, const std::string& images) {
    return importTriangles({R"(,"material":0)"},
                           R"(,"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"images":[)" +
                               images + R"(],"textures":[)" + texture +
                               R"(],"extensionsUsed":["EXT_texture_webp","KHR_texture_basisu"])");
}

const Material& used(const ImportedModel& imported) {
    return imported.model.materials.at(imported.model.meshes.at(0).material);
}

const sinew::Texture& baseColorOf(const ImportedModel& imported) {
    return imported.model.textures.at(used(imported).texture(TextureSlot::baseColor).value().texture);
}

/// True with a texture in each of the slots.
bool has(const Material& material, std::initializer_list<TextureSlot> slots) {
    return std::ranges::all_of(slots, [&](TextureSlot slot) { return material.texture(slot).has_value(); });
}

std::string withExtension(const std::string& name, const std::string& content) {
    return R"({"name":"m","extensions":{")" + name + "\":" + content + "}}";
}

}  // namespace

TEST_CASE("A glTF material's core values are read") {
    const auto imported = importMaterial(
        R"({"name":"m","pbrMetallicRoughness":{"metallicFactor":0.25,"roughnessFactor":0.5,)"
        R"("metallicRoughnessTexture":{"index":0,"texCoord":1}},"normalTexture":{"index":0,"scale":0.5},)"
        R"("occlusionTexture":{"index":0,"strength":0.75},"emissiveTexture":{"index":0},"emissiveFactor":[1,0.5,0],)"
        R"("extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":4},"KHR_materials_unlit":{}}})");
    const Material& material = used(imported);
    CHECK(material.name == "m");
    CHECK(material.metallic == 0.25f);
    CHECK(material.roughness == 0.5f);
    CHECK(material.normalScale == 0.5f);
    CHECK(material.occlusionStrength == 0.75f);
    CHECK(material.emissive == glm::vec3(4.0f, 2.0f, 0.0f));
    CHECK(material.unlit);
    CHECK_FALSE(material.texture(TextureSlot::baseColor));
    REQUIRE(material.texture(TextureSlot::metallicRoughness));
    CHECK(material.texture(TextureSlot::metallicRoughness)->uvSet == 1);
    CHECK(material.texture(TextureSlot::normal));
    CHECK(material.texture(TextureSlot::occlusion));
    CHECK(material.texture(TextureSlot::emissive)->texture == material.texture(TextureSlot::normal)->texture);
    REQUIRE(imported.model.textures.size() == 1);
    CHECK(imported.model.textures[0].name == "picture");
    CHECK(imported.model.textures[0].image.width == 2);
    CHECK(countOf(imported.report.findings, "material-invalid") == 0);
}

TEST_CASE("The KHR_materials extensions of glTF are read") {
    CHECK(used(importMaterial(withExtension("KHR_materials_ior", R"({"ior":1.33})"))).ior == 1.33f);
    CHECK(used(importMaterial(withExtension("KHR_materials_ior", R"({"ior":0})"))).ior == 0.0f);
    const Material specular = used(importMaterial(withExtension(
        "KHR_materials_specular",
        R"({"specularFactor":0.5,"specularColorFactor":[2,1,0],"specularTexture":{"index":0},"specularColorTexture":{"index":0}})")));
    CHECK(specular.specular == 0.5f);
    CHECK(specular.specularColor == glm::vec3(2, 1, 0));
    CHECK(has(specular, {TextureSlot::specular, TextureSlot::specularColor}));
    const Material coat = used(importMaterial(
        withExtension("KHR_materials_clearcoat",
                      R"({"clearcoatFactor":0.5,"clearcoatRoughnessFactor":0.25,"clearcoatTexture":{"index":0},)"
                      R"("clearcoatRoughnessTexture":{"index":0},"clearcoatNormalTexture":{"index":0,"scale":2}})")));
    CHECK(coat.clearcoat == 0.5f);
    CHECK(coat.clearcoatRoughness == 0.25f);
    CHECK(coat.clearcoatNormalScale == 2.0f);
    CHECK(has(coat, {TextureSlot::clearcoat, TextureSlot::clearcoatRoughness, TextureSlot::clearcoatNormal}));
    const Material sheen = used(importMaterial(withExtension(
        "KHR_materials_sheen",
        R"({"sheenColorFactor":[0.5,0.25,1],"sheenRoughnessFactor":0.25,"sheenColorTexture":{"index":0},"sheenRoughnessTexture":{"index":0}})")));
    CHECK(sheen.sheenColor == glm::vec3(0.5f, 0.25f, 1.0f));
    CHECK(sheen.sheenRoughness == 0.25f);
    CHECK(has(sheen, {TextureSlot::sheenColor, TextureSlot::sheenRoughness}));
    const Material glass = used(importMaterial(
        R"({"extensions":{"KHR_materials_transmission":{"transmissionFactor":0.5,"transmissionTexture":{"index":0}},)"
        R"("KHR_materials_volume":{"thicknessFactor":3,"attenuationDistance":7,"attenuationColor":[0.5,1,0],"thicknessTexture":{"index":0}}}})"));
    CHECK(glass.transmission == 0.5f);
    CHECK(glass.thickness == 3.0f);
    CHECK(glass.attenuationDistance == 7.0f);
    CHECK(glass.attenuationColor == glm::vec3(0.5f, 1.0f, 0.0f));
    CHECK(has(glass, {TextureSlot::transmission, TextureSlot::thickness}));
    const Material film = used(importMaterial(withExtension(
        "KHR_materials_iridescence",
        R"({"iridescenceFactor":0.5,"iridescenceIor":1.5,"iridescenceThicknessMinimum":50,"iridescenceThicknessMaximum":60,)"
        R"("iridescenceTexture":{"index":0},"iridescenceThicknessTexture":{"index":0}})")));
    CHECK(film.iridescence == 0.5f);
    CHECK(film.iridescenceIor == 1.5f);
    CHECK(film.iridescenceMinimum == 50.0f);
    CHECK(film.iridescenceMaximum == 60.0f);
    CHECK(has(film, {TextureSlot::iridescence, TextureSlot::iridescenceThickness}));
    const Material brushed = used(importMaterial(
        withExtension("KHR_materials_anisotropy",
                      R"({"anisotropyStrength":0.5,"anisotropyRotation":1.5,"anisotropyTexture":{"index":0}})")));
    CHECK(brushed.anisotropy == 0.5f);
    CHECK(brushed.anisotropyRotation == 1.5f);
    CHECK(brushed.texture(TextureSlot::anisotropy));
}

TEST_CASE("A glTF material of specular color and glossiness becomes metallic-roughness") {
    const std::string name = "KHR_materials_pbrSpecularGlossiness";
    const Material plastic = used(importMaterial(withExtension(
        name,
        R"({"diffuseFactor":[0.5,0.25,0,0.5],"specularFactor":[0.04,0.04,0.04],"glossinessFactor":0.75,"diffuseTexture":{"index":0}})")));
    CHECK(plastic.metallic == Approx(0.0f).margin(1e-3));
    CHECK(plastic.baseColor.r == Approx(0.5f));
    CHECK(plastic.baseColor.a == 0.5f);
    CHECK(plastic.roughness == 0.25f);
    CHECK(plastic.texture(TextureSlot::baseColor));
    const Material gold = used(importMaterial(
        withExtension(name, R"({"diffuseFactor":[0,0,0,1],"specularFactor":[1,0.8,0.3],"glossinessFactor":0.5})")));
    CHECK(gold.metallic == Approx(1.0f).margin(0.01));
    CHECK(gold.baseColor.g == Approx(0.8f).margin(0.01));
}

TEST_CASE("A glTF texture has its sampler, UV set and transform") {
    const auto imported = importMaterial(
        R"({"normalTexture":{"index":2},"occlusionTexture":{"index":1},"emissiveTexture":{"index":0,"texCoord":0,)"
        R"("extensions":{"KHR_texture_transform":{"offset":[0.5,1],"scale":[2,-3],"rotation":0.25,"texCoord":1}}}})",
        R"({"wrapS":33071,"wrapT":33648,"magFilter":9728,"minFilter":9985},{"minFilter":9728},{},{},{},{},{},{},{},{})");
    const Material& material = used(imported);
    const auto& emissive = *material.texture(TextureSlot::emissive);
    CHECK(emissive.uvSet == 1);
    CHECK(emissive.offset == glm::vec2(0.5f, 1.0f));
    CHECK(emissive.scale == glm::vec2(2.0f, -3.0f));
    CHECK(emissive.rotation == 0.25f);
    CHECK(emissive.sampler ==
          sinew::Sampler{Wrap::clamp, Wrap::mirror, Filter::nearest, Filter::linear, MipFilter::nearest});
    CHECK(material.texture(TextureSlot::occlusion)->sampler.minify == Filter::nearest);
    CHECK(material.texture(TextureSlot::occlusion)->sampler.mip == MipFilter::none);
    CHECK(material.texture(TextureSlot::normal)->sampler == sinew::Sampler{});
}

TEST_CASE("The WebP picture of a glTF texture is preferred to the one that every reader knows") {
    const std::string webp =
        R"({"uri":"data:image/webp;base64,)" + import_files::base64(import_files::webp(4, 4, 1, 2, 3)) + "\"}";
    const std::string named = R"({"source":0,"extensions":{"EXT_texture_webp":{"source":1}}})";
    const auto both = importTexture(named, image() + "," + webp);
    CHECK(baseColorOf(both).image.width == 4);
    CHECK(baseColorOf(both).image.bytes.at(2) == 3);
    CHECK(countOf(both.report.findings, "texture-fallback") == 0);
    const auto alone = importTexture(R"({"extensions":{"EXT_texture_webp":{"source":1}}})", image() + "," + webp);
    CHECK(baseColorOf(alone).image.width == 4);

    const auto broken = importTexture(named, image() + R"(,{"name":"x.webp","uri":"data:image/webp;base64,AAAA"})");
    CHECK(baseColorOf(broken).name == "picture");
    CHECK(baseColorOf(broken).image.width == 2);
    checkOnly(broken.report.findings, "texture-fallback", "x.webp", "is not drawn; picture is instead");
    CHECK(countOf(broken.report.findings, "texture-unreadable") == 1);
}

TEST_CASE("A glTF texture in a format that is not read is drawn with its other picture, with a note") {
    const auto imported = importTexture(R"({"source":0,"extensions":{"KHR_texture_basisu":{"source":1}}})",
                                        image() + R"(,{"uri":"nowhere.ktx2"})");
    CHECK(baseColorOf(imported).name == "picture");
    CHECK(countOf(imported.report.findings, "texture-missing") == 0);
    checkOnly(imported.report.findings, "material-extension-ignored", "KHR_texture_basisu",
              "is not supported; one material is drawn without it");
}

TEST_CASE("A glTF texture on a later UV set falls back to the first, with a note") {
    const auto imported = importMaterial(R"({"emissiveTexture":{"index":0,"texCoord":2}})");
    CHECK(used(imported).texture(TextureSlot::emissive)->uvSet == 0);
    CHECK(countOf(imported.report.findings, "uv-set-ignored") == 1);
}

TEST_CASE("Invalid glTF material values are limited or ignored, with one finding for each material") {
    const auto imported = importMaterial(
        R"({"name":"odd","pbrMetallicRoughness":{"metallicFactor":-4,"roughnessFactor":"rough","baseColorFactor":[1,2]},)"
        R"("emissiveFactor":[1e300,0,-1],"occlusionTexture":[],)"
        R"("extensions":{"KHR_materials_ior":{"ior":0.5},"KHR_materials_sheen":7,"KHR_materials_iridescence":{"iridescenceTexture":{"index":99},"iridescenceThicknessTexture":{"index":-1}}}})");
    const Material& material = used(imported);
    CHECK(material.metallic == 0.0f);
    CHECK(material.roughness == 1.0f);
    CHECK(material.baseColor == glm::vec4(1.0f));
    CHECK(material.emissive == glm::vec3(0.0f));  // limited to 1, it would be a lamp
    CHECK(material.ior == 1.0f);
    CHECK_FALSE(material.texture(TextureSlot::iridescence));
    CHECK_FALSE(material.texture(TextureSlot::iridescenceThickness));
    CHECK(countOf(imported.report.findings, "material-invalid") == 1);
}

TEST_CASE("A glTF color with negative parts is ignored, and one that is too bright is limited") {
    const auto colorOf = [](const std::string& color) {
        const auto imported = importMaterial(R"({"pbrMetallicRoughness":{"baseColorFactor":)" + color + "}}");
        CHECK(countOf(imported.report.findings, "material-invalid") == 1);
        return used(imported).baseColor;
    };
    CHECK(colorOf("[-5,-5,-5,1]") == glm::vec4(1.0f));
    CHECK(colorOf("[0.5,2,0.25,1]") == glm::vec4(0.5f, 1.0f, 0.25f, 1.0f));
}

TEST_CASE("A glTF material that assimp rejects is read without what is wrong, with a finding") {
    for (const std::string wrong :
         {R"("normalTexture":{"index":0,"scale":"strong"})", R"("normalTexture":{"index":99})",
          R"("emissiveTexture":{"index":-1})", R"("occlusionTexture":{"index":0,"strength":{}})"}) {
        INFO(wrong);
        const auto imported = importMaterial(
            R"({"name":"odd","pbrMetallicRoughness":{"metallicFactor":0.25,"baseColorTexture":{"index":0}},)" + wrong +
            "}");
        CHECK(used(imported).name == "odd");
        CHECK(used(imported).metallic == 0.25f);
        CHECK(used(imported).texture(TextureSlot::baseColor));
        CHECK(imported.model.textures.at(0).found());
        CHECK(countOf(imported.report.findings, "material-invalid") +
                  countOf(imported.report.findings, "reference-missing") ==
              1);
    }
}

TEST_CASE("A model has the materials of its glTF file, and the default only where a mesh has none") {
    CHECK(importMaterial(R"({"name":"a"})").model.materials.size() == 1);
    CHECK(importTriangles({R"(,"material":0)", ""}, R"(,"materials":[{"name":"a"}])").model.materials.size() == 2);
    CHECK(importTriangles({""}, "").model.materials.size() == 1);
}

TEST_CASE("An extension of a glTF material that is not drawn is one note") {
    const auto imported = importMaterial(
        R"({"extensions":{"KHR_materials_dispersion":{"dispersion":1},"KHR_materials_transmission":{"transmissionFactor":1}},"emissiveTexture":{"index":0,"extensions":{"ABC_tint":{}}}})");
    CHECK(countOf(imported.report.findings, "material-extension-ignored") == 2);
}

TEST_CASE("More textures in glTF material extensions than are drawn are a note") {
    const auto noteCount = [](const std::string& more) {
        const auto imported = importMaterial(
            R"({"extensions":{"KHR_materials_specular":{"specularTexture":{"index":0},"specularColorTexture":{"index":0}},)"
            R"("KHR_materials_clearcoat":{"clearcoatTexture":{"index":0},"clearcoatRoughnessTexture":{"index":0},"clearcoatNormalTexture":{"index":0}},)"
            R"("KHR_materials_sheen":{"sheenColorTexture":{"index":0},"sheenRoughnessTexture":{"index":0}},)"
            R"("KHR_materials_transmission":{"transmissionTexture":{"index":0}})" +
            more + "}}");
        return countOf(imported.report.findings, "layer-textures-ignored");
    };
    CHECK(noteCount("") == 0);
    CHECK(noteCount(R"(,"KHR_materials_anisotropy":{"anisotropyTexture":{"index":0}})") == 1);
}

TEST_CASE("glTF materials belong to their meshes whatever their order, and the default is a rough metal") {
    const auto imported =
        importTriangles({R"(,"material":2)", R"(,"material":0)", ""},
                        R"(,"materials":[{"name":"a","extensions":{"KHR_materials_ior":{"ior":1.25}}},{"name":"b"},)"
                        R"({"name":"c","extensions":{"KHR_materials_ior":{"ior":1.75}}}])");
    const auto materialOf = [&](size_t mesh) {
        return imported.model.materials.at(imported.model.meshes.at(mesh).material);
    };
    CHECK(materialOf(0).name == "c");
    CHECK(materialOf(0).ior == 1.75f);
    CHECK(materialOf(1).name == "a");
    CHECK(materialOf(1).ior == 1.25f);
    CHECK(materialOf(2).metallic == 1.0f);
    CHECK(materialOf(2).roughness == 1.0f);
    CHECK(materialOf(2).baseColor == glm::vec4(1.0f));
}

TEST_CASE("Tangents that glTF leaves out run along the transformed coordinates of the normal map") {
    const auto tangentFor = [](const std::string& slot, const std::string& transform) {
        import_files::Gltf gltf;
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        gltf.floats({0, 1, 1, 1, 0, 0}, "VEC2", 2);
        const std::string texture = R"({"index":0,"extensions":{"KHR_texture_transform":{)" + transform + "}}}";
        const std::string material =
            slot == "normalTexture"
                ? "\"normalTexture\":" + texture
                : R"("extensions":{"KHR_materials_clearcoat":{"clearcoatNormalTexture":)" + texture + "}}";
        const ImportedModel imported = import_files::importGltf(
            gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"material":0,)"
                      R"("attributes":{"POSITION":0,"TEXCOORD_0":1}}]}],"images":[)" +
                      image() + R"(],"textures":[{"source":0}],"materials":[{)" + material + "}]"));
        return imported.model.meshes.at(0).tangents.at(0);
    };
    for (const std::string slot : {"normalTexture", "clearcoatNormalTexture"}) {
        INFO(slot);
        CHECK(glm::distance(tangentFor(slot, R"("offset":[3,4])"), glm::vec4(1, 0, 0, 1)) < 1e-5f);
        CHECK(glm::distance(tangentFor(slot, R"("rotation":1.5707963)"), glm::vec4(0, -1, 0, 1)) < 1e-5f);
        CHECK(glm::distance(tangentFor(slot, R"("scale":[-1,1])"), glm::vec4(-1, 0, 0, -1)) < 1e-5f);
    }
}

TEST_CASE("KHR_materials_variants: the chosen variant's materials are shown, and an unknown name lists all") {
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const std::string text = gltf.text(
        R"("extensionsUsed":["KHR_materials_variants"],"extensionsRequired":["KHR_materials_variants"],)"
        R"("extensions":{"KHR_materials_variants":{"variants":[{"name":"day"},{"name":"night"},{"name":"rain"}]}},)"
        R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"materials":[{"name":"plain"},{"name":"dark"},{"name":"wet"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0,"extensions":{"KHR_materials_variants":)"
        R"({"mappings":[{"material":1,"variants":[1]},{"material":9,"variants":[2]},{"material":2,"variants":[0,2]}]}}},)"
        R"({"attributes":{"POSITION":0},"material":2}]}])");
    const auto shown = [&](const std::string& variant) {
        const ImportedModel imported = import_files::importGltf(text, {.variant = variant});
        const auto& [meshes, materials] = std::tie(imported.model.meshes, imported.model.materials);
        return materials[meshes.at(0).material].name + " " + materials[meshes.at(1).material].name;
    };
    CHECK(shown("") == "plain wet");
    CHECK(shown("day") == "wet wet");
    CHECK(shown("night") == "dark wet");
    CHECK(shown("rain") == "wet wet");
    CHECK_THROWS_WITH(shown("snow"), Catch::Matchers::ContainsSubstring(
                                         "has no variant 'snow'; available variants: day, night, rain"));
    const ImportedModel plain = import_files::importGltf(text);
    CHECK(plain.report.variants == std::vector<std::string>{"day", "night", "rain"});
    CHECK(onlyOne(plain.report.findings, "material-variants").message ==
          "has the variants day, night, rain; shown: the default");
    CHECK_THROWS_WITH(import_files::importText("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", {.variant = "day"}),
                      Catch::Matchers::ContainsSubstring("has no variants"));
}

TEST_CASE("A variant is chosen in a process of its own, too") {
    const TemporaryFolder folder;
    import_files::write(folder / "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    CHECK_THROWS_WITH(sinew::IsolatedImporter().importModel(folder / "m.obj", {.variant = "day"}),
                      Catch::Matchers::ContainsSubstring("has no variants"));
    CHECK(sinew::IsolatedImporter()
              .importModel(folder / "m.obj", {.textureFolders = {folder.path()}})
              .model.meshes.size() == 1);
}
