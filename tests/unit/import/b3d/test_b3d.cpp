#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"

/// Blitz3D's files, which are little-endian.
namespace b3d {
namespace {

std::string number(uint32_t value) {
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(value >> shift);
    return bytes;
}

std::string reals(std::initializer_list<float> values) {
    std::string bytes;
    for (const float value : values)
        bytes += number(std::bit_cast<uint32_t>(value));
    return bytes;
}

std::string chunk(const std::string& tag, const std::string& content) {
    return tag + number(static_cast<uint32_t>(content.size())) + content;
}

std::string node(const std::string& name, float x, const std::string& content) {
    return chunk("NODE", name + '\0' + reals({x, 0, 0, 1, 1, 1, 1, 0, 0, 0}) + content);
}

const std::string kAnimation = chunk("ANIM", number(0) + number(10) + reals({10}));

/// A triangle at `x` with its own copy of a skeleton: `first` moves its first vertex, `second` the others. Both have a
/// key at `frame`.
std::string triangle(const std::string& name, float x, uint32_t frame, uint32_t lastVertex = 2) {
    const std::string keys = chunk("KEYS", number(1) + number(0) + reals({0, 0, 0}) + number(frame) + reals({0, 1, 0}));
    const std::string vertices = number(0) + number(0) + number(0) + reals({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const std::string mesh =
        number(~0u) + chunk("VRTS", vertices) + chunk("TRIS", number(~0u) + number(0) + number(1) + number(2));
    const std::string second =
        node("second", 1, chunk("BONE", number(1) + reals({1}) + number(lastVertex) + reals({1})) + keys);
    const std::string first = node("first", 0, chunk("BONE", number(0) + reals({1})) + keys + second);
    return node(name, x, chunk("MESH", mesh) + kAnimation + first);
}

std::string file(const std::string& nodes) {
    return chunk("BB3D", number(1) + node("root", 0, nodes));
}

}  // namespace
}  // namespace b3d

TEST_CASE("Each mesh of a Blitz3D file follows its own skeleton, also where another one has its names", "[import]") {
    const auto [model, report] = import_files::importText(
        "model.b3d", b3d::file(b3d::triangle("a", 0, 5) + b3d::triangle("b", 4, 10) + b3d::triangle("c", 8, 10)));
    for (const sinew::Finding& finding : report.findings)
        CHECK(finding.severity == sinew::Severity::info);
    const auto& [names, parents, rest] = model.hierarchy;
    REQUIRE(model.instances.size() == 3);
    for (const sinew::MeshInstance& instance : model.instances) {
        const sinew::SkinnedMesh& mesh = model.meshes[instance.mesh];
        INFO(names[instance.node]);
        REQUIRE(instance.bones.size() == 2);
        CHECK(names[instance.bones[0].node] == "first");
        CHECK(names[instance.bones[1].node] == "second");
        CHECK(parents[instance.bones[0].node] == static_cast<int32_t>(instance.node));
        CHECK(parents[instance.bones[1].node] == static_cast<int32_t>(instance.bones[0].node));
        const auto heldBySecond = std::ranges::count_if(mesh.influences, [](const auto& vertex) {
            return vertex.bones[0] == 1 && vertex.weights[0] == sinew::kWeightOne;
        });
        CHECK(mesh.influences.size() == 3);
        CHECK(heldBySecond == 2);
        // At rest, bones leave the mesh where its node is.
        CHECK(instance.bones[0].inverseBindMatrix[3] == glm::vec4(0, 0, 0, 1));
        CHECK(instance.bones[1].inverseBindMatrix[3] == glm::vec4(-1, 0, 0, 1));
    }
    REQUIRE(model.clips.size() == 1);
    CHECK(model.clips[0].channels.size() == 6);
    CHECK(model.clips[0].durationSeconds == 1.0);
}

TEST_CASE("A weight of a vertex that its Blitz3D mesh does not have is ignored, with a finding", "[import]") {
    const auto [model, report] =
        import_files::importText("model.b3d", b3d::file(b3d::triangle("a", 0, 5, 3) + b3d::triangle("b", 4, 5)));
    CHECK_THAT(onlyOne(report.findings, "weight-ignored").message, Catch::Matchers::ContainsSubstring("1 weight"));
    CHECK(model.instances.size() == 2);
}

TEST_CASE("A damaged Blitz3D file is refused in one line", "[import]") {
    const std::string whole = b3d::file(b3d::triangle("a", 0, 5));
    for (size_t length = 4; length < whole.size(); ++length) {
        INFO(length);
        CHECK_THROWS_AS(import_files::importText("model.b3d", whole.substr(0, length)), sinew::Error);
    }
    for (const char* tag : {"BB3D", "NODE", "MESH", "VRTS", "TRIS", "BONE", "KEYS"})
        for (const uint32_t size : {0u, 1u, 0x7FFFFFFFu, ~0u}) {
            std::string lying = whole;
            lying.replace(lying.find(tag) + 4, 4, b3d::number(size));
            INFO(tag << ' ' << size);
            CHECK_THROWS_AS(import_files::importText("model.b3d", lying), sinew::Error);
        }
    std::string deep;
    for (int i = 0; i < 5000; ++i)
        deep = b3d::node("n", 0, deep);
    CHECK_THROWS_WITH(import_files::importText("model.b3d", b3d::file(deep)),
                      Catch::Matchers::ContainsSubstring("nested"));
}
