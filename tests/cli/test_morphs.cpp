
#include <nlohmann/json.hpp>

#include "cli/ply.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

// A model with morph targets.

namespace {

/// A square whose upper edge rises by 2 within a second; the second target is never used.
std::string risingSquare() {
    import_files::Gltf gltf;
    const auto text = [](int accessor) { return std::to_string(accessor); };
    const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3", 3);
    const int normals = gltf.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
    const int indices = gltf.ushorts({0, 1, 2, 0, 2, 3}, "SCALAR", 1);
    const int rise = gltf.floats({0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 0}, "VEC3", 3);
    const int bend = gltf.floats({0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 9}, "VEC3", 3);
    const int times = gltf.floats({0, 1}, "SCALAR", 1), weights = gltf.floats({0, 0, 1, 0}, "SCALAR", 1);
    std::string file =
        gltf.text(R"("meshes":[{"name":"square","primitives":[{"attributes":{"POSITION":)" + text(positions) +
                  R"(,"NORMAL":)" + text(normals) + R"(},"indices":)" + text(indices) + R"(,"targets":[{"POSITION":)" +
                  text(rise) + R"(},{"POSITION":)" + text(bend) +
                  R"(}]}]}],"nodes":[{"name":"square","mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,)" +
                  R"("animations":[{"name":"rise","samplers":[{"input":)" + text(times) + R"(,"output":)" +
                  text(weights) + R"(}],"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])");
    const auto bounded = [&](const char* count, const char* bounds) { file.insert(file.find(count), bounds); };
    bounded(R"("count":4)", R"("min":[0,0,0],"max":[1,1,0],)");
    bounded(R"("count":2)", R"("min":[0],"max":[1],)");
    return file;
}

/// The largest y of the posed and of the bind positions.
struct Heights {
    float posed = 0.0f, bind = 0.0f;
};

Heights heightsAt(const TemporaryFolder& folder, const std::string& time) {
    const Ply ply = pose(folder, {folder / "square.gltf", "--time", time});
    Heights heights;
    for (size_t vertex = 0; vertex < ply.vertices; ++vertex) {
        heights.posed = std::max(heights.posed, ply.value(vertex, 1));
        heights.bind = std::max(heights.bind, ply.value(vertex, 7));
    }
    return heights;
}

}  // namespace

TEST_CASE("the exported pose is morphed, its bind positions are not", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "square.gltf", risingSquare());
    CHECK(heightsAt(folder, "0").posed == 1.0f);
    CHECK(heightsAt(folder, "0.5").posed == Approx(2.0f));
    CHECK(heightsAt(folder, "1").posed == Approx(3.0f));
    CHECK(heightsAt(folder, "1").bind == 1.0f);
}

TEST_CASE("info counts morph targets and the weights that a clip moves", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "square.gltf", risingSquare());
    const Finished asJson = runSinewIn(folder.path(), {"square.gltf", "--info", "--json"});
    requireExit(asJson, 0);
    const auto json = nlohmann::json::parse(asJson.out);
    CHECK(json["meshes"][0]["morph_targets"] == 2);
    CHECK(json["animations"][0]["morph_channels"] == 2);
    CHECK(json["animations"][0]["keys"] == 4);
    CHECK(json["findings"].empty());
    const Finished asText = runSinewIn(folder.path(), {"square.gltf", "--info"});
    CHECK_THAT(asText.out, Catch::Matchers::ContainsSubstring("2 morph targets"));
    CHECK(nlohmann::json::parse(runSinew({kTube, "--info", "--json"}).out)["meshes"][0]["morph_targets"] == 0);
}
