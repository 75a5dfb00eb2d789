#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "import/import_model.h"
#include "media/png.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/models/png.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// Materials with bad values, and textures of every kind: the model is drawn with something sensible, and what is wrong
// is a finding.

namespace {

namespace fs = std::filesystem;
using import_files::Gltf;
using import_files::PngColor;

/// Squares side by side, one for each primitive's members after its attributes, with one or no UV set.
std::string squares(const Arguments& primitives, const std::string& rest, bool hasUvs = true) {
    Gltf gltf;
    std::string list;
    const int uvs = hasUvs ? gltf.floats({0, 1, 1, 1, 1, 0, 0, 0}, "VEC2", 2) : 0;
    const int normals = gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    const int indices = gltf.ushorts({0, 1, 2, 0, 2, 3}, "SCALAR", 1);
    const auto n = [](int number) { return std::to_string(number); };
    for (size_t i = 0; i < primitives.size(); ++i) {
        const auto x = static_cast<float>(i % 20), y = static_cast<float>(i / 20);
        const int positions = gltf.floats({x, y, 0, x + 0.9f, y, 0, x + 0.9f, y + 0.9f, 0, x, y + 0.9f, 0}, "VEC3", 3);
        list += (i ? "," : "") + (R"({"attributes":{"POSITION":)" + n(positions)) + ",\"NORMAL\":" + n(normals) +
                (hasUvs ? ",\"TEXCOORD_0\":" + n(uvs) : "") + "},\"indices\":" + n(indices) + primitives[i] + "}";
    }
    return gltf.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + list + "]}]" +
                     rest);
}

std::string square(const std::string& material, const std::string& images = "", bool hasUvs = true) {
    const std::string textures = images.empty() ? "" : R"(,"textures":[{"source":0}],"images":[)" + images + "]";
    return squares({R"(,"material":0)"}, R"(,"materials":[)" + material + "]" + textures, hasUvs);
}

std::string imageOf(const std::string& bytes) {
    return R"({"uri":"data:image/png;base64,)" + import_files::base64(bytes) + "\"}";
}

const std::string kTextured =
    R"({"name":"skin","pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicFactor":0}})";

std::string transformed(const std::string& transform) {
    return R"({"pbrMetallicRoughness":{"metallicFactor":0,"baseColorTexture":{"index":0,"extensions":)"
           R"({"KHR_texture_transform":{)" +
           transform + "}}}}}";
}

struct Drawn {
    Arguments findings;      ///< their ids
    double covered = 0.0;    ///< share of the pixels
    double brightest = 0.0;  ///< mean of the largest channel where the model is, 0 to 1
    double darkest = 0.0;    ///< mean of the smallest channel
};

/// Draws a file. Fails the test if the program does.
Drawn drawnFile(const fs::path& model) {
    Drawn result;
    for (const char* report : {"--info", "--check"}) {
        const Finished reported = runSinew({model, report, "--json"});
        INFO(reported.describe());
        REQUIRE(reported.exit <= (report == std::string_view("--check") ? 1 : 0));  // 1: an error is found
        const auto json = nlohmann::json::parse(reported.out);
        for (const auto& finding : json.at("findings"))
            result.findings.push_back(finding.at("id"));
    }
    const TemporaryFolder folder;
    const Finished picture =
        runSinew({model, "--size", "96x96", "--background", "transparent", "-o", folder / "picture.png"});
    INFO(picture.describe());
    REQUIRE(picture.exit == 0);
    const sinew::Pixels pixels = sinew::readPng(folder / "picture.png");
    double count = 0.0;
    for (size_t i = 0; i < pixels.rgba.size(); i += 4) {
        if (pixels.rgba[i + 3] < 255) continue;
        const auto [least, most] = std::minmax({pixels.rgba[i], pixels.rgba[i + 1], pixels.rgba[i + 2]});
        count += 1.0;
        result.brightest += most / 255.0;
        result.darkest += least / 255.0;
    }
    result.covered = count / (static_cast<double>(pixels.rgba.size()) / 4.0);
    result.brightest /= std::max(count, 1.0);
    result.darkest /= std::max(count, 1.0);
    return result;
}

Drawn drawn(const std::string& gltf) {
    const TemporaryFolder folder;
    import_files::write(folder / "model.gltf", gltf);
    return drawnFile(folder / "model.gltf");
}

/// Neither black nor white nor transparent where the model is.
void requireVisible(const Drawn& picture) {
    INFO("covered " << picture.covered << ", mean brightest " << picture.brightest << ", darkest " << picture.darkest);
    CHECK(picture.covered > 0.15);
    CHECK(picture.brightest > 0.1);
    CHECK(picture.darkest < 0.95);
}

bool has(const Drawn& picture, const std::string& finding) {
    return std::ranges::count(picture.findings, finding) > 0;
}

}  // namespace

TEST_CASE("a material with values beyond all limits is drawn with a finding", "[hostile]") {
    const std::string material = GENERATE(
        as<std::string>(),
        R"({"pbrMetallicRoughness":{"baseColorFactor":[1e300,0.5,-1e300,1e300],"metallicFactor":-1e300}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[-5,-5,-5,1],"metallicFactor":0}})",
        R"({"pbrMetallicRoughness":{"metallicFactor":0},"emissiveFactor":[1e30,1e30,1e30]})",
        R"({"pbrMetallicRoughness":{"metallicFactor":0},"normalTexture":{"index":5,"scale":"strong"}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":["NaN",0.5,0.5,1],"roughnessFactor":"Infinity"}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[null,null,null,null],"metallicFactor":null,"roughnessFactor":[]}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,-7],"metallicFactor":0},"alphaMode":"BLENDED"})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0},"extensions":{"KHR_materials_ior":{"ior":-1e300},"KHR_materials_specular":{"specularFactor":-1e300,"specularColorFactor":[-1e300,-1,-1]}}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0},"emissiveFactor":[0.2,0.1,0],"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":1e300}}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0},"extensions":{"KHR_materials_sheen":{"sheenColorFactor":[-1e300,9,-1],"sheenRoughnessFactor":-1e300},"KHR_materials_clearcoat":{"clearcoatFactor":1e300,"clearcoatRoughnessFactor":-1e300}}})",
        R"({"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.5,0.5,1],"metallicFactor":0},"extensions":{"KHR_materials_iridescence":{"iridescenceFactor":1e300,"iridescenceIor":-1e300,"iridescenceThicknessMaximum":1e300},"KHR_materials_anisotropy":{"anisotropyStrength":1e300,"anisotropyRotation":1e300}}})",
        transformed(R"("scale":[1e300,0])"), transformed(R"("offset":[1e300,-1e300])"),
        transformed(R"("rotation":1e300)"), transformed(R"("scale":["NaN",1])"));
    INFO(material);
    const Drawn picture = drawn(square(material, imageOf(import_files::png({.row = "\xc8\x64\x32"}))));
    CHECK((has(picture, "material-invalid") || has(picture, "reference-missing")));
    requireVisible(picture);
}

TEST_CASE("numbers that JSON does not have are one error line", "[hostile]") {
    const std::string number = GENERATE("NaN", "Infinity", "-Infinity", "1e999", "nan");
    INFO(number);
    const TemporaryFolder folder;
    import_files::write(folder / "model.gltf",
                        square(R"({"pbrMetallicRoughness":{"baseColorFactor":[)" + number + ",1,1,1]}}"));
    const Finished finished = runSinew({folder / "model.gltf", "-o", folder / "picture.png"});
    INFO(finished.describe());
    CHECK(finished.exit == 3);
    CHECK(finished.err.starts_with("sinew: " + (folder / "model.gltf").string() + ": "));
    CHECK(finished.err.find('\n') == finished.err.size() - 1);
}

TEST_CASE("a model with 200 materials is drawn with each", "[hostile]") {
    Arguments primitives;
    std::string materials;
    for (int i = 0; i < 200; ++i) {
        primitives.push_back(",\"material\":" + std::to_string(199 - i));
        materials += (i ? "," : "") + (R"({"name":"m)" + std::to_string(i)) +
                     R"(","pbrMetallicRoughness":{"metallicFactor":0,"baseColorFactor":[)" +
                     (i % 2 == 0 ? "0.8,0.05,0.05,1]}}" : "0.05,0.05,0.8,1]}}");
    }
    const std::string gltf = squares(primitives, ",\"materials\":[" + materials + "]");
    CHECK(import_files::importText("model.gltf", gltf).model.materials.size() >= 200);
    const Drawn picture = drawn(gltf);
    requireVisible(picture);
    CHECK(picture.brightest > 2.0 * picture.darkest);  // red or blue
}

TEST_CASE("a texture of an unusual kind of picture has its colors", "[hostile]") {
    struct Kind {
        const char* what;
        std::string image;
        std::vector<int> color;
    };
    const std::string cmyk =
        "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0NB8nOT04"
        "MjwuMzQy/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAcF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/"
        "aAA4EQwBNAFkASwAAPwBIQxif3//Z";
    const auto kind = GENERATE_COPY(values<Kind>({
        {"gray of 4 bits",
         imageOf(
             import_files::png({.width = 4, .height = 4, .bitDepth = 4, .color = PngColor::gray, .row = "\x88\x88"})),
         {136, 136, 136}},
        {"a palette of 2 bits with an alpha",
         imageOf(import_files::png({.width = 4,
                                    .height = 4,
                                    .bitDepth = 2,
                                    .color = PngColor::palette,
                                    .row = "\x55",
                                    .palette = "\1\2\3\xc8\x64\x32",
                                    .alphas = std::string("\0", 1)})),
         {200, 100, 50}},
        {"CMYK", R"({"uri":"data:image/jpeg;base64,)" + cmyk + "\"}", {200, 100, 50}},
    }));
    INFO(kind.what);
    const auto imported = import_files::importText("model.gltf", square(kTextured, kind.image));
    REQUIRE(imported.model.textures.size() == 1);
    REQUIRE(imported.model.textures[0].found());
    const auto& texels = imported.model.textures[0].image.bytes;
    for (size_t i = 0; i < texels.size(); i += 4) {
        for (size_t channel = 0; channel < 3; ++channel)
            CHECK(std::abs(texels[i + channel] - kind.color[channel]) <= 3);
        CHECK(texels[i + 3] == 255);
    }
}

TEST_CASE("a material that asks for texture coordinates that the mesh lacks is drawn with a finding", "[hostile]") {
    const std::string image = imageOf(import_files::png({.row = "\xc8\x64\x32"}));
    const std::string withSet =
        R"({"pbrMetallicRoughness":{"metallicFactor":0,"baseColorTexture":{"index":0,"texCoord":)";
    struct Lack {
        std::string set;
        bool hasUvs;
        const char* finding;
    };
    const auto lack = GENERATE(values<Lack>({{"0", false, "uv-set-missing"},  // which says it for all sets
                                             {"1", true, "uv-set-missing"},
                                             {"1", false, "uv-set-missing"},
                                             {"7", true, "uv-set-ignored"}}));
    INFO("set " << lack.set << (lack.hasUvs ? " of 1" : " of none"));
    const Drawn picture = drawn(square(withSet + lack.set + "}}}", image, lack.hasUvs));
    CHECK(has(picture, lack.finding));
    requireVisible(picture);
}

TEST_CASE("a material of another format with values beyond all sense is drawn with a finding", "[hostile]") {
    const std::string values =
        GENERATE("Kd nan nan nan", "Kd inf 1 1", "Kd 1e38 1e38 1e38", "Kd 0.5 0.5 0.5\nKe 1e38 1 1",
                 "Kd 0.5 0.5 0.5\nKs nan nan 1e38\nNs inf\nd nan\nNi nan");
    INFO(values);
    const TemporaryFolder folder;
    import_files::write(folder / "model.mtl", "newmtl m\n" + values + "\n");
    import_files::write(folder / "model.obj",
                        "mtllib model.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n");
    const Drawn picture = drawnFile(folder / "model.obj");
    CHECK(has(picture, "material-invalid"));
    requireVisible(picture);
}
