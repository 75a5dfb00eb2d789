
#include <assimp/version.h>
#include <libdeflate.h>

#include "import/files/decode_image.h"
#include "import/files/formats.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/thrown.h"

using Catch::Matchers::ContainsSubstring;
using import_files::importText;

namespace {

std::string gzipped(const std::string& bytes) {
    libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
    std::string packed(libdeflate_gzip_compress_bound(compressor, bytes.size()), '\0');
    packed.resize(libdeflate_gzip_compress(compressor, bytes.data(), bytes.size(), packed.data(), packed.size()));
    libdeflate_free_compressor(compressor);
    return packed;
}

}  // namespace

TEST_CASE("Blender's files are refused with what to do, by content and by ending, also compressed") {
    std::string blend = "BLENDER-v279REND";
    for (uint32_t i = 0; i < 1000000; ++i)
        blend += static_cast<char>(i * 7919 >> 8);
    const std::string help = "in Blender, export glTF (.glb): File > Export";
    CHECK_THROWS_WITH(importText("model.blend", blend), ContainsSubstring(help));
    CHECK_THROWS_WITH(importText("model.fbx", blend), ContainsSubstring(help));
    CHECK_THROWS_WITH(importText("model", gzipped(blend)), ContainsSubstring(help));
    CHECK_THROWS_WITH(importText("small", gzipped("BLENDER-v248")), ContainsSubstring(help));
    CHECK_THROWS_WITH(importText("model.blend", "\x28\xB5\x2F\xFD packed by Blender 3"), ContainsSubstring(help));
    CHECK(sinew::supportedEndings().find(".blend") == std::string::npos);
    CHECK(sinew::namesOfModels({"a.blend", "a.glb"}) == std::vector<std::string>{"a.glb"});
}

TEST_CASE("Other formats that are not read say what would help") {
    CHECK_THROWS_WITH(importText("model.m3d", "3DMO...."), ContainsSubstring("convert it to glTF"));
    CHECK_THROWS_WITH(importText("model.glb", std::string("glTF\1\0\0\0\0\0\0\0", 12)),
                      ContainsSubstring("convert it to glTF 2.0"));
    CHECK_THROWS_WITH(importText("robot.skeleton", "[Serializer_v1.80]"), ContainsSubstring("open the .mesh"));
    CHECK_THROWS_WITH(importText("robot.mesh", std::string("\x00\x10[MeshSerializer_v2.1]\n", 24)),
                      ContainsSubstring("OgreMeshUpgrader"));
    if (aiGetVersionMajor() * 100 + aiGetVersionMinor() < 503)
        CHECK_THROWS_WITH(importText("spider.irrmesh", "<?xml version=\"1.0\"?><mesh><buffer/></mesh>"),
                          ContainsSubstring("save the model as .b3d"));
    CHECK_THROWS_WITH(importText("old.lwo", "FORM....LWOBPNTS"), ContainsSubstring("LightWave 6 or later"));
    CHECK_THROWS_WITH(importText("scene.max", "\xD0\xCF\x11\xE0"), ContainsSubstring("export FBX"));
    for (const char* magic : {"UMDL", "UMD2", "UMDN"})
        CHECK_THROWS_WITH(importText("Jack.mdl", magic + std::string("\1\0\0\0", 4)), ContainsSubstring("export glTF"));
    for (const char* magic : {"RSRC", "RSCC"})
        CHECK_THROWS_WITH(importText("cube.mesh", magic + std::string("\2\0\0\0", 4)), ContainsSubstring("from Godot"));
    CHECK_THROWS_WITH(importText("model", "\x28\xB5\x2F\xFD packed by Blender 3"), ContainsSubstring("export glTF"));
    // The content decides.
    CHECK_NOTHROW(importText("model.max", import_files::Collada{}.text()));
}

TEST_CASE("A Git LFS pointer in place of a model, a buffer or a texture says how to fetch it") {
    const std::string pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:8a4baf16263d68608d2b305656b7211d\nsize 122036\n";
    const std::string help = "fetch it with git lfs pull";
    CHECK_THROWS_WITH(importText("Idle.fbx", pointer), ContainsSubstring(help));

    const TemporaryFolder folder;
    import_files::write(folder / "mesh.bin", pointer);
    import_files::write(folder / "model.gltf",
                        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":300,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":3600}],"buffers":[{"uri":"mesh.bin","byteLength":3600}]})");
    CHECK_THROWS_WITH(sinew::importModel(folder / "model.gltf"), ContainsSubstring("'mesh.bin' is a Git LFS pointer"));

    const auto bytes = std::span(reinterpret_cast<const uint8_t*>(pointer.data()), pointer.size());
    CHECK_THROWS_WITH(sinew::decodeImage(bytes), ContainsSubstring(help));
}

TEST_CASE("glTF 1.0 says which parts are not read") {
    const std::string text = R"({"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},
"nodes":{"n":{"meshes":["m"]}},"animations":{"a":{}},"skins":{"k":{}},
"meshes":{"m":{"primitives":[{"attributes":{"POSITION":"p"},"indices":"i","mode":4}]}},
"accessors":{"p":{"bufferView":"v","byteOffset":0,"componentType":5126,"count":3,"type":"VEC3"},
"i":{"bufferView":"w","byteOffset":0,"componentType":5123,"count":3,"type":"SCALAR"}},
"bufferViews":{"v":{"buffer":"b","byteOffset":0,"byteLength":36},"w":{"buffer":"b","byteOffset":36,"byteLength":6}},
"buffers":{"b":{"byteLength":42,"type":"arraybuffer",
"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA"}}})";
    const sinew::Finding lost = onlyOne(importText("old.gltf", text).report.findings, "gltf-parts-lost");
    CHECK_THAT(lost.message, ContainsSubstring("1 animation, 1 skin"));
    CHECK(lost.severity == sinew::Severity::warning);
    std::string onlyShaders = text;
    const std::string_view parts = R"("animations":{"a":{}},"skins":{"k":{}})";
    onlyShaders.replace(onlyShaders.find(parts), parts.size(), R"("techniques":{"t":{}})");
    const sinew::Finding shaders = onlyOne(importText("old.gltf", onlyShaders).report.findings, "gltf-parts-lost");
    CHECK(shaders.severity == sinew::Severity::info);
}

TEST_CASE("A symbolic link that was checked out as text is recognized", "[import]") {
    for (const char* path : {"../shared/Robot.GLB", "robot.glb"})
        CHECK_THROWS_WITH(importText("model.glb", path), ContainsSubstring("symbolic link") && ContainsSubstring(path));
    CHECK_THROWS_WITH(importText("model.obj", "# made by model.obj"), !ContainsSubstring("symbolic link"));
}

TEST_CASE("Messages of the library are short, and say what to try", "[import]") {
    const auto messageOf = [](const std::string& name, const std::string& text) {
        const std::string message = thrownBy([&] { import_files::importTextApart(name, text); });
        return message.substr(message.find(name) + name.size());
    };
    const std::string dumped = messageOf(
        "model.x",
        "xof 0303txt 0032\nMesh m { 3; a;0.0;0.0;,1.0;0.0;0.0;,0.0;1.0;0.0;; 1; 3;0,1,2;; MeshNormals { 1; 1;1;1;; } }\n");
    CHECK(dumped.size() < 240);
    CHECK_THAT(dumped, ContainsSubstring("another exporter or format may help"));
    CHECK(dumped.find("MeshNormals") == std::string::npos);
}
