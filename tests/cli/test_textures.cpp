#include <filesystem>
#include <fstream>

#include "cli/expect.h"
#include "support/models/bmp.h"
#include "support/models/dds.h"
#include "support/models/gltf.h"
#include "support/models/webp.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

// Pictures with textures in formats that are not decoded like the others.

namespace {

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// A square with one texture, an object of glTF's `textures`, whose images are files.
std::string square(const std::string& texture, const Arguments& files) {
    import_files::Gltf gltf;
    const std::string positions = std::to_string(gltf.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3));
    const std::string uvs = std::to_string(gltf.floats({0, 1, 1, 1, 1, 0, 0, 0}, "VEC2", 2));
    const std::string indices = std::to_string(gltf.ushorts({0, 1, 2, 0, 2, 3}, "SCALAR", 1));
    std::string images;
    for (const std::string& file : files)
        images += (images.empty() ? "" : ",") + (R"({"uri":")" + file) + "\"}";
    return gltf.text(R"("extensionsUsed":["EXT_texture_webp","KHR_texture_basisu","MSFT_texture_dds"],)"
                     R"("meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":)" +
                     positions + R"(,"TEXCOORD_0":)" + uvs + R"(},"indices":)" + indices +
                     R"(}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,"textures":[)" + texture +
                     R"(],"images":[)" + images +
                     R"(],"materials":[{"pbrMetallicRoughness":{"metallicFactor":0,"baseColorTexture":{"index":0}}}])");
}

/// A picture of the model in the folder.
std::string picture(const TemporaryFolder& folder, const std::string& model) {
    const std::string path = folder / (model + ".png");
    requireExit(runSinewIn(folder.path(), kSmall + Arguments{model, "--floor=off", "-o", path}), 0);
    return path;
}

}  // namespace

TEST_CASE("a WebP texture of glTF is drawn like the same colors in another format", "[cli]") {
    const TemporaryFolder folder;
    write(folder / "red.bmp", import_files::bmp(4, 4, 200, 40, 20));
    write(folder / "blue.bmp", import_files::bmp(4, 4, 20, 40, 200));
    write(folder / "blue.webp", import_files::webp(4, 4, 20, 40, 200));
    write(folder / "webp.gltf",
          square(R"({"source":0,"extensions":{"EXT_texture_webp":{"source":1}}})", {"red.bmp", "blue.webp"}));
    write(folder / "blue.gltf", square(R"({"source":0})", {"blue.bmp"}));
    write(folder / "red.gltf", square(R"({"source":0})", {"red.bmp"}));
    const std::string drawn = picture(folder, "webp.gltf");
    CHECK(differenceOfFiles(drawn, picture(folder, "blue.gltf")).maximum == 0.0);
    CHECK(differenceOfFiles(drawn, picture(folder, "red.gltf")).mean > 0.05);
}

TEST_CASE("a texture in blocks is drawn from a DDS file, in glTF and OBJ, baked or not", "[cli]") {
    const TemporaryFolder folder;
    // One block in each mip level: all texels are the first of two colors of 5, 6 and 5 bits.
    const std::string blue = import_files::words({0x0147u | 0x0147u << 16, 0});
    write(folder / "blue.dds", import_files::dds(4, 4, "DXT1", blue + blue + blue, 3));
    write(folder / "blue.bmp", import_files::bmp(4, 4, 0, 40, 57));
    write(folder / "red.bmp", import_files::bmp(4, 4, 200, 40, 20));
    write(folder / "blocks.gltf",
          square(R"({"source":0,"extensions":{"MSFT_texture_dds":{"source":1}}})", {"red.bmp", "blue.dds"}));
    write(folder / "texels.gltf", square(R"({"source":0})", {"blue.bmp"}));
    const std::string drawn = picture(folder, "blocks.gltf");
    CHECK(differenceOfFiles(drawn, picture(folder, "texels.gltf")).mean < 2e-3);
    requireExit(runSinewIn(folder.path(), {"blocks.gltf", "--bake", "baked.sinew"}), 0);
    CHECK(differenceOfFiles(drawn, picture(folder, "baked.sinew")).maximum == 0.0);

    const std::string obj = "usemtl m\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n";
    for (const std::string kind : {"dds", "bmp"}) {
        write(folder / (kind + ".mtl"), "newmtl m\nmap_Kd blue." + kind + "\n");
        write(folder / (kind + ".obj"), "mtllib " + kind + ".mtl\n" + obj);
    }
    CHECK(differenceOfFiles(picture(folder, "dds.obj"), picture(folder, "bmp.obj")).mean < 2e-3);

    const Finished info = runSinewIn(folder.path(), {"blocks.gltf", "--info"});
    CHECK(contains(info.out, "blue.dds  4x4 BC1, 3 mip levels"));
    const Finished json = runSinewIn(folder.path(), {"blocks.gltf", "--info", "--json"});
    CHECK(contains(json.out, R"("format": "BC1")"));
}

TEST_CASE("textures beside the model's directory are drawn with --textures, by all commands", "[cli]") {
    const TemporaryFolder folder;
    for (const char* name : {"robot", "robot/meshes", "robot/materials", "robot/materials/textures"})
        std::filesystem::create_directory(folder / name);
    write(folder / "robot/materials/textures/blue.bmp", import_files::bmp(4, 4, 20, 40, 200));
    write(folder / "blue.bmp", import_files::bmp(4, 4, 20, 40, 200));
    write(folder / "robot/meshes/arm.gltf", square(R"({"source":0})", {"../materials/textures/Blue.bmp"}));
    write(folder / "near.gltf", square(R"({"source":0})", {"blue.bmp"}));
    const std::string drawn = picture(folder, "near.gltf");
    const Arguments arm{"robot/meshes/arm.gltf"}, allow{"--textures", "robot/materials"},
        plain = kSmall + Arguments{"--floor=off"};

    const Finished without = runSinewIn(folder.path(), arm + plain + Arguments{"-o", "white.png"});
    requireExit(without, 0);
    CHECK(without.err ==
          "sinew: robot/meshes/arm.gltf: warning: ../materials/textures/Blue.bmp: not found in the model's "
          "directory; use --textures robot/materials/textures\n");
    CHECK(differenceOfFiles(drawn, folder / "white.png").mean > 0.05);

    const auto drawsBlue = [&](const Arguments& arguments, const std::string& name) {
        const Finished finished = runSinewIn(folder.path(), arguments);
        requireExit(finished, 0);
        CHECK_FALSE(contains(finished.err, "warning"));
        CHECK(differenceOfFiles(drawn, folder / name).maximum == 0.0);
    };
    drawsBlue(arm + allow + plain + Arguments{"-o", "arm.png"}, "arm.png");
    drawsBlue(arm + allow + plain + Arguments{"-o", "open.png", "--no-sandbox"}, "open.png");
    write(folder / "list", arm[0] + "\n");
    drawsBlue(allow + plain + Arguments{"--batch", "list", "-o", "b_{name}.png"}, "b_arm.png");
    requireExit(runSinewIn(folder.path(), arm + allow + Arguments{"--bake", "arm.sinew"}), 0);
    drawsBlue(Arguments{"arm.sinew", "-o", "baked.png"} + plain, "baked.png");
    for (const std::string task : {"--info", "--check"}) {
        CHECK(contains(runSinewIn(folder.path(), arm + Arguments{task, "--json"}).out, "texture-missing"));
        CHECK_FALSE(
            contains(runSinewIn(folder.path(), arm + allow + Arguments{task, "--json"}).out, "texture-missing"));
    }
    const Finished nowhere = runSinewIn(folder.path(), arm + Arguments{"--info", "--textures", "robot/none"});
    requireExit(nowhere, 3);
    CHECK(nowhere.err == "sinew: --textures: 'robot/none': no such file\n");
}
