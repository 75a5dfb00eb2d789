#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/thrown.h"

// Inter-Quake Models.

namespace {

using Catch::Matchers::ContainsSubstring;
using import_files::importText;

std::string wordOf(uint32_t value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}
std::string reals(std::initializer_list<float> values) {
    std::string bytes;
    for (const float value : values)
        bytes += wordOf(std::bit_cast<uint32_t>(value));
    return bytes;
}

/// A triangle with a root and a tip at z = 1, which moves it: `joint` is that of its last vertex. One clip of three
/// frames at 10 a second moves the tip along x from 0 to 2.
std::string iqm(uint8_t joint = 1, const std::string& poseMask = wordOf(1)) {
    std::string body;
    const auto add = [&](const std::string& bytes) {
        const auto at = static_cast<uint32_t>(124 + body.size());
        body += bytes;
        return at;
    };
    const std::string names("\0mesh\0mat\0root\0tip\0bend\0", 25);
    const uint32_t text = add(names);
    const uint32_t positions = add(reals({0, 0, 0, 1, 0, 0, 0, 0, 1}));
    const uint32_t bones = add({'\0', '\0', static_cast<char>(joint)}), weights = add("\xff\xff\xff");
    const uint32_t arrays = add(wordOf(0) + wordOf(0) + wordOf(7) + wordOf(3) + wordOf(positions) +  //
                                wordOf(4) + wordOf(0) + wordOf(1) + wordOf(1) + wordOf(bones) +      //
                                wordOf(5) + wordOf(0) + wordOf(1) + wordOf(1) + wordOf(weights));
    const uint32_t triangles = add(wordOf(0) + wordOf(1) + wordOf(2));
    const uint32_t meshes = add(wordOf(1) + wordOf(6) + wordOf(0) + wordOf(3) + wordOf(0) + wordOf(1));
    const std::string still = reals({0, 0, 0, 1, 1, 1, 1});
    const uint32_t joints = add(wordOf(10) + wordOf(~0u) + reals({0, 0, 0}) + still +  //
                                wordOf(15) + wordOf(0) + reals({0, 0, 1}) + still);
    const std::string none = reals({0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    const uint32_t poses =
        add(wordOf(~0u) + wordOf(0) + reals({0, 0, 0}) + still + none +  //
            wordOf(0) + poseMask + reals({0, 0, 1}) + still + reals({0.5f, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    const uint32_t clips = add(wordOf(19) + wordOf(0) + wordOf(3) + reals({10}) + wordOf(0));
    const uint32_t frames = add(std::string("\0\0\2\0\4\0", 6));
    std::string header("INTERQUAKEMODEL\0", 16);
    for (const uint32_t value : {2u,     static_cast<uint32_t>(124 + body.size()),
                                 0u,     static_cast<uint32_t>(names.size()),
                                 text,   1u,
                                 meshes, 3u,
                                 3u,     arrays,
                                 1u,     triangles,
                                 0u,     2u,
                                 joints, 2u,
                                 poses,  1u,
                                 clips,  3u,
                                 1u,     frames,
                                 0u,     0u,
                                 0u,     0u,
                                 0u})
        header += wordOf(value);
    return header + body;
}

}  // namespace

TEST_CASE("An Inter-Quake Model is read with its skeleton and clips", "[import]") {
    const auto [model, report] = importText("model.iqm", iqm());
    CHECK(model.hierarchy.names == std::vector<std::string>{"<IQMRoot>", "root", "tip"});
    CHECK(model.hierarchy.parents == std::vector<int32_t>{-1, 0, 1});
    REQUIRE(model.instances.size() == 1);
    REQUIRE(model.instances[0].bones.size() == 2);
    CHECK(model.instances[0].bones[1].node == 2);
    CHECK(model.instances[0].bones[1].inverseBindMatrix[3] == glm::vec4(0, 0, -1, 1));
    const sinew::SkinnedMesh& mesh = model.meshes.at(0);
    CHECK(mesh.name == "mesh");
    CHECK(model.materials.at(mesh.material).name == "mat");
    const glm::vec3 a = mesh.positions[mesh.indices[0]], b = mesh.positions[mesh.indices[1]],
                    c = mesh.positions[mesh.indices[2]];
    CHECK(glm::cross(b - a, c - a).y > 0.0f);  // clockwise in the file
    REQUIRE(model.clips.size() == 1);
    CHECK(model.clips[0].name == "bend");
    CHECK(model.clips[0].durationSeconds == Approx(0.2));
    CHECK(model.clips[0].channels.at(1).node == 2);
    CHECK(model.clips[0].channels.at(1).translation.values == std::vector<glm::vec3>{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}});
    CHECK(model.clips[0].channels.at(1).rotation.size() == 1);
}

TEST_CASE("A weight of a joint that an Inter-Quake Model does not have is ignored, with a finding", "[import]") {
    const auto imported = importText("model.iqm", iqm(9));
    CHECK_THAT(onlyOne(imported.report.findings, "weight-ignored").message, ContainsSubstring("1 weight"));
}

TEST_CASE("A damaged Inter-Quake Model is refused in one line", "[import]") {
    const std::string whole = iqm();
    for (size_t length = 0; length < whole.size(); ++length) {
        INFO(length);
        CHECK_THROWS_AS(importText("model.iqm", whole.substr(0, length)), sinew::Error);
    }
    for (size_t at = 16; at + 4 <= whole.size(); at += 4)
        for (const uint32_t value : {~0u, 0x7FFFFFFFu, 0x10000u}) {
            std::string lying = whole;
            lying.replace(at, 4, wordOf(value));
            thrownBy([&] { importText("model.iqm", lying); });
        }
    CHECK_THROWS_WITH(importText("model.iqm", iqm(1, wordOf(3))), ContainsSubstring("is cut short"));
}
