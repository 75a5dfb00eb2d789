#include <fstream>

#include "cli/expect.h"
#include "support/models/bmp.h"
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
std::string square(const std::string& texture, const std::vector<std::string>& files) {
    import_files::Gltf gltf;
    const std::string positions = std::to_string(gltf.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3));
    const std::string uvs = std::to_string(gltf.floats({0, 1, 1, 1, 1, 0, 0, 0}, "VEC2", 2));
    const std::string indices = std::to_string(gltf.ushorts({0, 1, 2, 0, 2, 3}, "SCALAR", 1));
    std::string images;
    for (const std::string& file : files)
        images += (images.empty() ? "" : ",") + (R"({"uri":")" + file) + "\"}";
    return gltf.text(R"("meshes":[{"primitives":[{"material":0,"attributes":{"POSITION":)" + positions +
                     R"(,"TEXCOORD_0":)" + uvs + R"(},"indices":)" + indices +
                     R"(}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,"textures":[)" + texture +
                     R"(],"images":[)" + images +
                     R"(],"materials":[{"pbrMetallicRoughness":{"metallicFactor":0,"baseColorTexture":{"index":0}}}])");
}

/// A picture of the model in the folder.
std::string picture(const TemporaryFolder& folder, const std::string& model) {
    const std::string path = folder / (model + ".png");
    requireExit(runSinewIn(folder.path(), kSmall + std::vector<std::string>{model, "--no-floor", "-o", path}), 0);
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
