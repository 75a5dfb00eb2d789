#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "import/build/meshes.h"
#include "import/build/normals.h"
#include "import/build/sound_mesh.h"
#include "import/build/weld.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/collada.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

using import_files::Collada;
using namespace sinew;

namespace {

ImportedModel importObj(const std::string& text, const std::string& mtl = "") {
    const TemporaryFolder folder;
    import_files::write(folder / "model.obj", text);
    import_files::write(folder / "model.mtl", mtl);
    import_files::write(folder / "n.bmp", import_files::bmp(2, 2, 128, 128, 255));
    return sinew::importModel(folder / "model.obj");
}

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n";

/// A glTF file of one mesh up to its attributes.
const std::string kShown =
    R"("scenes":[{"nodes":[0]}],"scene":0,"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":)";

void checkArrays(const SkinnedMesh& mesh) {
    const size_t count = mesh.vertexCount();
    CHECK(mesh.normals.size() == count);
    CHECK(mesh.tangents.size() == count);
    CHECK(mesh.uvs.size() == count);
    CHECK(mesh.colors.size() == count);
    CHECK(mesh.influences.size() == count);
    for (size_t v = 0; v < count; ++v) {
        CHECK(glm::length(mesh.normals[v]) == Approx(1.0f));
        CHECK(glm::length(glm::vec3(mesh.tangents[v])) == Approx(1.0f));
        CHECK(std::abs(glm::dot(mesh.normals[v], glm::vec3(mesh.tangents[v]))) < 1e-5f);
        CHECK(std::abs(mesh.tangents[v].w) == 1.0f);
    }
    for (const uint32_t index : mesh.indices)
        CHECK(index < count);
}

}  // namespace

TEST_CASE("Equal vertices are welded") {
    const auto mesh = importObj(kSquare + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n").model.meshes.at(0);
    CHECK(mesh.vertexCount() == 4);
    CHECK(mesh.triangleCount() == 2);
    checkArrays(mesh);
}

TEST_CASE("Vertices that differ in texture coordinates are not welded") {
    CHECK(importObj(kSquare + "f 1/1 2/2 3/3\nf 1/2 3/3 4/4\n").model.meshes.at(0).vertexCount() == 5);
}

TEST_CASE("Vertices that differ in their weights are not welded") {
    // Three triangles of the same three places. In the second and the third the first corner follows the other bone:
    // only their influences tell them from the first's.
    import_files::Gltf gltf;
    std::vector<float> corners, shares;
    std::vector<uint16_t> bones;
    for (const uint16_t bone : {0, 1, 1}) {
        corners.insert(corners.end(), {0, 0, 0, 1, 0, 0, 0, 1, 0});
        bones.insert(bones.end(), {bone, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        shares.insert(shares.end(), {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    }
    gltf.floats(corners, "VEC3", 3);
    gltf.ushorts(bones, "VEC4", 4);
    gltf.floats(shares, "VEC4", 4);
    const auto mesh =
        import_files::importGltf(
            gltf.text(R"("scenes":[{"nodes":[0,1,2]}],"scene":0,"nodes":[{"name":"m","mesh":0,"skin":0},{"name":"a"},)"
                      R"({"name":"b"}],"skins":[{"joints":[1,2]}],"meshes":[{"primitives":[{"attributes":)"
                      R"({"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}])"))
            .model.meshes.at(0);
    CHECK(mesh.vertexCount() == 4);
    REQUIRE(mesh.triangleCount() == 3);
    const auto& indices = mesh.indices;
    CHECK(indices[3] != indices[0]);
    CHECK(indices[6] == indices[3]);
    for (const int corner : {1, 2}) {
        CHECK(indices[3 + corner] == indices[corner]);
        CHECK(indices[6 + corner] == indices[corner]);
    }
    CHECK(mesh.influences[indices[0]].bones[0] != mesh.influences[indices[3]].bones[0]);
}

TEST_CASE("Quads become triangles with the same winding") {
    const auto mesh = import_files::importDae(Collada{.polygon = true}.text()).model.meshes.at(0);
    REQUIRE(mesh.triangleCount() == 2);
    CHECK(mesh.vertexCount() == 4);
    for (size_t t = 0; t < 6; t += 3) {
        const auto p = [&](size_t i) { return mesh.positions[mesh.indices[t + i]]; };
        CHECK(glm::cross(p(1) - p(0), p(2) - p(0)).z > 0.0f);
    }
}

TEST_CASE("Points and lines are dropped") {
    const auto imported = importObj(kSquare + "f 1/1 2/2 3/3\nl 1 4\np 2\n");
    size_t triangles = 0;
    for (const SkinnedMesh& mesh : imported.model.meshes)
        triangles += mesh.triangleCount();
    CHECK(triangles == 1);
}

TEST_CASE("A mesh without normals gets smooth ones") {
    // A roof: two slopes that meet at 53 degrees in a ridge of two vertices, whose normal is between those of the
    // slopes.
    const auto imported =
        importObj("v 0 0 1\nv 0 2 1\nv 2 0 0\nv 2 2 0\nv -2 0 0\nv -2 2 0\nf 1 3 4\nf 1 4 2\nf 1 2 6\nf 1 6 5\n");
    const auto& mesh = imported.model.meshes.at(0);
    checkArrays(mesh);
    CHECK(mesh.vertexCount() == 6);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        if (mesh.positions[v].x == 0.0f) CHECK(mesh.normals[v].z == Approx(1.0f));
    CHECK(countOf(imported.report.findings, "normals-made") == 1);
}

TEST_CASE("v is 0 at the top row of the texture") {
    const auto mesh = importObj(kSquare + "f 1/1 2/2 3/3\n").model.meshes.at(0);
    for (size_t v = 0; v < mesh.vertexCount(); ++v)
        CHECK(mesh.uvs[v] == glm::vec2(mesh.positions[v].x, 1.0f - mesh.positions[v].y));
}

TEST_CASE("Tangents run along u, and the bitangent points to the top of the texture") {
    const std::string mtl = "newmtl m\nKd 1 1 1\nnorm n.bmp\n";
    const std::string head = "mtllib model.mtl\nusemtl m\n" + kSquare;
    const auto upright = importObj(head + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n", mtl).model;
    REQUIRE(upright.materials.at(upright.meshes.at(0).material).texture(sinew::TextureSlot::normal).has_value());
    checkArrays(upright.meshes[0]);
    for (const glm::vec4& tangent : upright.meshes[0].tangents) {
        CHECK(glm::vec3(tangent).x == Approx(1.0f));
        CHECK(tangent.w == 1.0f);
    }
    // The second triangle mirrors the texture: shared vertices are split, not averaged.
    const auto mirrored = importObj(head + "f 1/1 2/2 3/3\nf 1/1 3/3 4/2\n", mtl).model.meshes.at(0);
    checkArrays(mirrored);
    CHECK(mirrored.vertexCount() == 6);
    int left = 0;
    for (const glm::vec4& tangent : mirrored.tangents)
        left += tangent.w < 0.0f;
    CHECK(left == 3);
}

TEST_CASE("Positions that are not finite are moved to the origin, with a finding") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    import_files::Gltf gltf;
    gltf.floats({nan, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({nan, 0, 0, 0, 0, 0, 0, 0, 1}, "VEC3", 3);
    const auto imported = import_files::importGltf(gltf.text(kShown + R"({"POSITION":0,"NORMAL":1}}]}])"));
    checkArrays(imported.model.meshes.at(0));
    CHECK(imported.model.meshes[0].positions[0] == glm::vec3(0.0f));
    CHECK(countOf(imported.report.findings, "position-not-finite") == 1);
    CHECK(countOf(imported.report.findings, "normals-made") == 1);
}

TEST_CASE("A mesh without a usable position is refused, unless another one is drawn") {
    const auto import = [](const std::vector<float>& positions, bool second) {
        import_files::Gltf gltf;
        gltf.floats(positions, "VEC3", 3);
        gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        return import_files::importGltf(gltf.text(
            R"("scenes":[{"nodes":[0,1]}],"scene":0,"nodes":[{"mesh":0},)" +
            std::string(second ? R"({"mesh":1})" : "{}") +
            R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]},{"primitives":[{"attributes":{"POSITION":1}}]}])"));
    };
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), 3e38f}) {
        const std::vector<float> positions(9, bad);
        CHECK_THROWS_WITH(import(positions, false),
                          Catch::Matchers::ContainsSubstring("has no vertex with a finite position"));
        const auto imported = import(positions, true);
        CHECK(countOf(imported.report.findings, "mesh-unusable") == 1);
        CHECK(imported.model.instances.size() == 2);
    }
    const auto imported = import({3e38f, 0, 0, 1, 0, 0, 0, 1, 0}, false);
    CHECK(countOf(imported.report.findings, "position-not-finite") == 1);
    CHECK(imported.model.meshes[0].triangleCount() == 1);
}

TEST_CASE("Vertex colors are read; white where there are none") {
    CHECK(importObj(kSquare + "f 1 2 3\n").model.meshes.at(0).colors.at(0) == glm::vec4(1.0f));
    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
    gltf.floats({0.5f, 0.25f, 0, 1, 0.5f, 0.25f, 0, 1, 0.5f, 0.25f, 0, 1}, "VEC4", 4);
    const auto colored = import_files::importGltf(gltf.text(kShown + R"({"POSITION":0,"COLOR_0":1}}]}])")).model;
    CHECK(colored.meshes.at(0).colors.at(0) == glm::vec4(0.5f, 0.25f, 0.0f, 1.0f));
}

namespace {

/// A wall of quads around the y axis, the corners of which meet at 360 / sides degrees.
std::vector<glm::vec3> prism(int sides) {
    const auto at = [&](int i, float y) {
        const float angle = glm::radians(360.0f * static_cast<float>(i % sides) / static_cast<float>(sides));
        return glm::vec3(std::sin(angle), y, std::cos(angle));
    };
    std::vector<glm::vec3> corners;
    for (int i = 0; i < sides; ++i)
        corners.insert(corners.end(), {at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 0), at(i + 1, 1), at(i, 1)});
    return corners;
}

/// The smallest cosine between the normals of corners at one position.
float sharpest(const std::vector<glm::vec3>& corners) {
    const std::vector<glm::vec3> normals = creasedNormals(corners);
    float least = 1.0f;
    for (size_t i = 0; i < corners.size(); ++i)
        for (size_t k = 0; k < i; ++k)
            if (corners[i] == corners[k]) least = std::min(least, glm::dot(normals[i], normals[k]));
    return least;
}

}  // namespace

TEST_CASE("Normals are smooth around a limb of six sides and have edges around a box") {
    for (const int sides : {6, 8, 16})
        CHECK(sharpest(prism(sides)) == Approx(1.0f).margin(1e-5));
    CHECK(sharpest(prism(4)) == Approx(0.0f).margin(1e-5));
    CHECK(sharpest(prism(5)) == Approx(std::cos(glm::radians(72.0f))).margin(1e-5));
}

TEST_CASE("Corners of a place with too many faces to compare, and faces without area, get unit normals") {
    std::vector<glm::vec3> fan;
    for (int i = 0; i < 600; ++i) {
        const float a = 0.01f * static_cast<float>(i), b = a + 0.01f;
        fan.insert(fan.end(), {{0, 1, 0}, {std::sin(a), 0, std::cos(a)}, {std::sin(b), 0, std::cos(b)}});
    }
    fan.insert(fan.end(), 3, {5, 5, 5});
    fan.insert(fan.end(), {{NAN, 0, 0}, {1, 0, 0}, {0, 0, 1}});
    for (const glm::vec3& normal : creasedNormals(fan))
        CHECK(glm::length(normal) == Approx(1.0f).margin(1e-4));
}

TEST_CASE("A box whose faces share vertices, without normals, is not inflated") {
    std::string text;
    for (const char* corner : {"0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1", "1 0 1", "1 1 1", "0 1 1"})
        text += std::string("v ") + corner + "\n";
    text += "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    const ImportedModel imported = import_files::importText("box.obj", text);
    const SkinnedMesh& mesh = imported.model.meshes.at(0);
    CHECK(mesh.vertexCount() == 24);
    for (const glm::vec3& normal : mesh.normals)
        CHECK(std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)}) == Approx(1.0f));
    CHECK(std::ranges::count(imported.report.findings, std::string("normals-made"), &Finding::id) == 1);
}

namespace {

/// A triangle, followed by one with these indices.
SourceMesh meshWith(const std::vector<uint32_t>& second) {
    SourceMesh mesh{.name = "only", .indices = {0, 1, 2}, .positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    mesh.indices.insert(mesh.indices.end(), second.begin(), second.end());
    return mesh;
}

}  // namespace

TEST_CASE("Triangles with vertices that do not exist are dropped and reported") {
    std::vector<Finding> findings;
    SourceMesh sound = meshWith({2, 1, 0});
    makeSound(sound, findings);
    CHECK(sound.indices.size() == 6);
    CHECK(countOf(findings, "index-out-of-range") == 0);
    SourceMesh broken = meshWith({0, 1, 3, 2, 1, 0});
    makeSound(broken, findings);
    CHECK(broken.indices == std::vector<uint32_t>{0, 1, 2, 2, 1, 0});
    const Finding finding = onlyOne(findings, "index-out-of-range");
    CHECK(finding.message == "1 triangle ignored: vertices that do not exist");
    CHECK(finding.figure == Figure{1.0, "triangles"});
    CHECK(countOf(findings, "mesh-empty") == 0);
}

TEST_CASE("A mesh of lines and points is reported as empty") {
    std::vector<Finding> findings;
    SourceMesh mesh{.name = "only", .hasPointsOrLines = true, .positions = {{0, 0, 0}}};
    makeSound(mesh, findings);
    checkOnly(findings, "mesh-empty", "only", "holds only lines or points, which are not drawn", Severity::info);
}

TEST_CASE("Texture coordinates that are not finite are reported") {
    std::vector<Finding> findings;
    SourceMesh mesh = meshWith({2, 1, 0});
    mesh.uvs[0] = {{0, 0}, {std::numeric_limits<float>::quiet_NaN(), 0}, {0, 1}};
    makeSound(mesh, findings);
    CHECK(mesh.uvs[0][1].x == 0.0f);
    CHECK(onlyOne(findings, "uv-not-finite").message ==
          "1 vertex without finite texture coordinates, which are set to 0");
}

TEST_CASE("Tangents of no length are reported, and dropped if there are no others") {
    std::vector<Finding> findings;
    const bool all = GENERATE(true, false);
    SourceMesh mesh = meshWith({2, 1, 0});
    mesh.tangents = {{0, 0, 0, 1}, {0, 0, 0, 1}, {all ? 0.0f : 1.0f, 0, 0, 1}};
    makeSound(mesh, findings);
    CHECK(mesh.tangents.size() == (all ? 0 : 3));
    CHECK(onlyOne(findings, "tangents-unusable").figure == Figure{all ? 3.0 : 2.0, "vertices"});
}

TEST_CASE("Tangents of another length, or along their normals, are a note") {
    const auto findingsOf = [](const glm::vec4& tangent, const glm::vec4& one) {
        std::vector<Finding> findings;
        SourceMesh mesh = meshWith({2, 1, 0});
        mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
        mesh.tangents = {tangent, tangent, one};
        makeSound(mesh, findings);
        return findings;
    };
    const glm::vec4 along(1, 0, 0, 1), half(0.3f, 0, 0, 1), up(0, 0, 1, 1);
    CHECK(findingsOf(along, along).empty());
    CHECK(findingsOf(along, half).empty());
    CHECK(findingsOf(along, up).empty());
    CHECK(onlyOne(findingsOf(half, along), "tangents-unusable").message ==
          "2 vertices with tangents whose length is not 1");
    CHECK(onlyOne(findingsOf(up, along), "tangents-unusable").message ==
          "2 vertices with tangents along their normals");
}

TEST_CASE("Welding numbers distinct values in the order of their first appearance") {
    std::mt19937 random(3);
    std::vector<uint32_t> things(50000);
    for (uint32_t& thing : things)
        thing = static_cast<uint32_t>(random() % 9000);

    Welder welder;
    std::vector<uint32_t> firsts;
    std::set<uint32_t> seen;
    for (const uint32_t thing : things) {
        const uint32_t number =
            welder.add(hashWords(&thing, sizeof(thing)), [&](uint32_t known) { return firsts[known] == thing; });
        if (seen.insert(thing).second) {
            REQUIRE(number == firsts.size());
            firsts.push_back(thing);
        }
        REQUIRE(firsts[number] == thing);
    }
    CHECK(welder.size() == seen.size());
}

TEST_CASE("Values with the same hash are compared") {
    Welder welder;
    std::vector<int> known;
    const auto add = [&](int thing) {
        const uint32_t number = welder.add(42, [&](uint32_t k) { return known[k] == thing; });
        if (number == known.size()) known.push_back(thing);
        return number;
    };
    CHECK(add(5) == 0);
    CHECK(add(6) == 1);
    CHECK(add(5) == 0);
    CHECK(add(6) == 1);
}

TEST_CASE("The hash depends on every word") {
    std::vector<uint32_t> words(7, 1);
    const uint64_t before = hashWords(words.data(), words.size() * 4);
    for (uint32_t& word : words) {
        word = 2;
        CHECK(hashWords(words.data(), words.size() * 4) != before);
        word = 1;
    }
}

namespace {

size_t nodeCount(size_t beside) {
    Collada file;
    for (size_t i = 0; i < beside; ++i)
        file.nodes += "<node id=\"n" + std::to_string(i) + "\"/>";
    return import_files::importDae(file.text()).model.hierarchy.size();
}

/// Checks meshes of that many vertices.
void check(size_t inFirst, size_t inSecond) {
    std::vector<sinew::SourceMesh> meshes(2);
    meshes[0].positions.resize(inFirst), meshes[1].positions.resize(inSecond);
    sinew::checkVertexCount(meshes);
}

}  // namespace

TEST_CASE("The maximum number of nodes is read, and one more is refused") {
    const size_t own = nodeCount(0);
    CHECK(nodeCount(kMaxNodes - own) == kMaxNodes);
    CHECK_THROWS_WITH(nodeCount(kMaxNodes - own + 1), Catch::Matchers::EndsWith("has more than 65536 nodes"));
}

TEST_CASE("The limit on vertices applies to all meshes together") {
    CHECK_NOTHROW(check(sinew::kMaxVertices - 3, 3));
    CHECK_THROWS_WITH(check(sinew::kMaxVertices - 3, 4), "has more than 67108864 vertices");
}

TEST_CASE("The limit on vertices that are shown counts instances, before they are made") {
    const auto importShown = [](size_t instances) {
        Collada file;
        for (size_t i = 0; i + 1 < instances; ++i)
            file.nodes += "<node><instance_geometry url=\"#quad\"/></node>";
        // 2^15 corners of their own
        std::string corners, points;
        for (int i = 0; i < 10922 * 3; ++i) {
            corners += std::to_string(i) + " ";
            points += std::to_string(i % 3) + " " + std::to_string(i % 5) + " " + std::to_string(i) + " ";
        }
        const auto with = [](std::string text, const std::string& from, const std::string& to) {
            return text.replace(text.find(from), from.size(), to);
        };
        std::string text = with(file.text(), "<p>0 1 2 0 2 3", "<p>" + corners);
        text = with(text, "<triangles count=\"2\"", "<triangles count=\"10922\"");
        text = with(text, "count=\"12\">0 0 0 1 0 0 1 1 0 0 1 0", "count=\"98298\">" + points);
        return import_files::importDae(with(text, "count=\"4\" stride=\"3\"", "count=\"32766\" stride=\"3\""));
    };
    CHECK(importShown(2).model.instances.size() == 2);
    CHECK_THROWS_WITH(importShown(2050), Catch::Matchers::ContainsSubstring("at most 67108864 are shown"));
}
