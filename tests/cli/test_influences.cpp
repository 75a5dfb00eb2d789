#include "cli/ply.h"
#include "support/models/gltf.h"

// --influences 8, on a model that has eight.

namespace {

/// A triangle with eight bones of equal weight, as glTF: nodes 1 to 8 are the joints, 9 shows
/// the triangle with the skin and 10 (when listed) without.
std::string eightBones(const std::string& places, const std::string& shown) {
    import_files::Gltf gltf;
    const auto n = [](int i) { return std::to_string(i); };
    const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    const int first = gltf.ushorts({0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}, "VEC4", 4);
    const int second = gltf.ushorts({4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7}, "VEC4", 4);
    const int weights = gltf.floats(std::vector<float>(12, 0.125f), "VEC4", 4);
    std::vector<float> identities(8 * 16, 0.0f);
    for (size_t i = 0; i < identities.size(); ++i)
        if (i % 16 % 5 == 0) identities[i] = 1.0f;
    const int binds = gltf.floats(identities, "MAT4", 16);
    std::string text = R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"name":"root","children":[1,2,3,4,5,6,7,8,9]},)";
    text.append(places)
        .append(shown)
        .append(R"(],"skins":[{"joints":[1,2,3,4,5,6,7,8],"inverseBindMatrices":)")
        .append(n(binds));
    text.append(R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":)");
    text.append(n(positions)).append(R"(,"JOINTS_0":)").append(n(first)).append(R"(,"WEIGHTS_0":)").append(n(weights));
    text.append(R"(,"JOINTS_1":)").append(n(second)).append(R"(,"WEIGHTS_1":)").append(n(weights));
    text.append(R"(}}]},{"primitives":[{"attributes":{"POSITION":)").append(n(positions)).append("}}]}]");
    return gltf.text(text);
}

/// Joints a to h, four at y = 0 and four at y = 0.8.
std::string joints() {
    std::string places;
    for (const char name : std::string("abcdefgh"))
        places.append("{\"name\":\"").append(1, name).append(name < 'e' ? "\"}," : "\",\"translation\":[0,0.8,0]},");
    return places;
}

}  // namespace

TEST_CASE("with --influences 8, all eight bones move a vertex, exported and drawn", "[cli]") {
    const TemporaryFolder folder;
    const std::string skinned = folder / "skinned.gltf", placed = folder / "placed.gltf";
    writeFile(skinned, eightBones(joints(), R"({"name":"shown","mesh":0,"skin":0})"));
    writeFile(placed,
              eightBones(joints(), R"({"name":"shown","mesh":1,"translation":[0,0.4,0]})"));  // the mean of the joints
    const std::vector<std::string> eight{"--influences", "8"};
    const Ply want = pose(folder, {placed}), got = pose(folder, std::vector<std::string>{skinned} + eight);
    REQUIRE(got.vertices == want.vertices);
    for (size_t i = 0; i < want.vertices; ++i)
        for (size_t axis = 0; axis < 3; ++axis)
            CHECK(got.value(i, axis) == Approx(want.value(i, axis)).margin(1e-4));
    CHECK(pose(folder, {skinned}).value(0, 1) != Approx(got.value(0, 1)).margin(0.1));

    const std::vector<std::string> look = kSmall + std::vector<std::string>{"--no-floor", "--camera", "front"};
    const std::string reference = folder / "placed.png", picture = folder / "skinned.png";
    requireExit(runSinew(std::vector<std::string>{placed, "-o", reference} + look), 0);
    const std::vector<std::string> compared =
        std::vector<std::string>{skinned, "-o", picture, "--reference", reference} + look;
    requireExit(runSinew(compared + eight), 0);

    const Finished info = runSinew(std::vector<std::string>{skinned, "--info"});
    CHECK_THAT(info.out, Catch::Matchers::ContainsSubstring("3 vertices have more than 4 influences"));
    CHECK(!contains(runSinew(std::vector<std::string>{skinned, "--info"} + eight).out, "have more than"));
}
