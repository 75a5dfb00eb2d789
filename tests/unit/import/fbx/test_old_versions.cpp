// FBX before version 7.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <glm/geometric.hpp>

#include "import/fbx/document.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/old_fbx.h"
#include "support/models/png.h"
#include "support/models/posed.h"
#include "support/replaced.h"

using namespace sinew;
using Catch::Matchers::ContainsSubstring;
using import_files::olderFbx;
using import_files::oldFbx;
using import_files::posed;

namespace {

/// Writes a document as binary files before version 7 are: with single numbers instead of arrays.
class OldBinary {
  public:
    explicit OldBinary(bool bigEndian) : bigEndian_(bigEndian) {}

    std::string write(const fbx::Document& document) {
        out_.assign("Kaydara FBX Binary  \0\x1a", 22);
        out_.push_back(bigEndian_ ? '\1' : '\0');
        number(document.version);
        for (const fbx::Record& record : document.root.children)
            write(record);
        out_.append(13, '\0');
        return out_;
    }

  private:
    void write(const fbx::Record& record) {
        const size_t start = out_.size();
        out_.append(12, '\0');
        out_.push_back(static_cast<char>(record.name.size()));
        out_ += record.name;
        const size_t values = out_.size();
        uint32_t count = 0;
        for (const fbx::Value& value : record.values)
            count += std::visit([&](const auto& one) { return write(one); }, value);
        const size_t valueBytes = out_.size() - values;
        for (const fbx::Record& child : record.children)
            write(child);
        if (!record.children.empty()) out_.append(13, '\0');
        const std::string end = std::exchange(out_, out_.substr(0, start));
        number(static_cast<uint32_t>(end.size())), number(count), number(static_cast<uint32_t>(valueBytes));
        out_ += end.substr(start + 12);
    }

    uint32_t write(int32_t value) { return out_.push_back('I'), number(value), 1; }
    uint32_t write(int64_t value) { return out_.push_back('L'), number(value), 1; }
    uint32_t write(double value) { return out_.push_back('D'), number(value), 1; }
    uint32_t write(const std::string& text) {
        out_.push_back('S'), number(static_cast<uint32_t>(text.size()));
        return out_ += text, 1;
    }
    uint32_t write(const fbx::Numbers& numbers) {
        for (const double value : numbers.values)
            write(value);
        return static_cast<uint32_t>(numbers.values.size());
    }
    uint32_t write(const fbx::PackedNumbers&) { return 0; }

    template <typename Number>
    void number(Number value) {
        std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
        if (bigEndian_) std::reverse(bytes.begin(), bytes.end());
        out_ += bytes;
    }

    std::string out_;
    bool bigEndian_;
};

std::string binary(const std::string& text, bool bigEndian) {
    return OldBinary(bigEndian).write(fbx::parse(text));
}

uint32_t nodeNamed(const Model& model, std::string_view name) {
    const auto found = std::ranges::find(model.hierarchy.names, name);
    REQUIRE(found != model.hierarchy.names.end());
    return static_cast<uint32_t>(found - model.hierarchy.names.begin());
}

/// True when a vertex of any instance is at that place at that time.
bool isThere(const Model& model, double timeSeconds, const glm::vec3& place) {
    for (size_t instance = 0; instance < model.instances.size(); ++instance)
        for (const glm::vec3& vertex : posed(model, timeSeconds, instance))
            if (glm::distance(vertex, place) < 1e-4f) return true;
    return false;
}

/// What oldFbx() and olderFbx() have in common.
void checkScene(const Model& model) {
    const uint32_t hips = nodeNamed(model, "Hips"), knee = nodeNamed(model, "Knee");
    CHECK(model.hierarchy.parents[knee] == static_cast<int32_t>(hips));
    CHECK(model.hierarchy.rest[knee].translation == glm::vec3(0, 1, 0));
    REQUIRE(model.instances.size() == 1);
    CHECK(model.instances[0].skinned);
    CHECK(model.instances[0].bones.size() == 2);
    REQUIRE(model.materials.size() == 1);
    CHECK(model.materials[0].name == "skin");
    CHECK(model.meshes[0].triangleCount() == 2);
    CHECK(std::ranges::count(model.meshes[0].uvs, glm::vec2(1, 0)) == 1);

    REQUIRE(model.restMorphWeights.size() == 1);
    CHECK(model.restMorphWeights[0] == Approx(0.4));

    REQUIRE(model.clips.size() == 1);
    CHECK(model.clips[0].name == "turn");
    CHECK(model.clips[0].durationSeconds == Approx(2.0));
    // A Bezier curve with flat ends: 3 s^2 - 2 s^3 of 90 degrees, s = t / 2. Lines would be at 22.5 degrees at 0.5 s.
    CHECK(isThere(model, 0.0, {0, 2, 0}));
    const double angle = 90.0 * (3.0 * 0.0625 - 2.0 * 0.015625);
    const auto sine = static_cast<float>(std::sin(angle * 3.14159265358979 / 180.0));
    const auto cosine = static_cast<float>(std::cos(angle * 3.14159265358979 / 180.0));
    CHECK(isThere(model, 0.5, {-sine, 1 + cosine, 0}));
    CHECK(isThere(model, 0.5, {cosine - sine, 1 + sine + cosine, 1.25}));  // "Up" at 25 %
    // Hips waits until the last moment.
    CHECK(isThere(model, 1.999, {0, 0, 0}));
    CHECK(isThere(model, 2.0, {4, 0, 0}));
    CHECK(isThere(model, 2.0, {3, 1, 0}));
    CHECK(isThere(model, 2.0, {3, 2, 5}));
}

ImportedModel readFbx(const std::string& file) {
    return import_files::importTextApart("model.fbx", file);
}

/// oldFbx() with another text instead of the first `from`.
ImportedModel changed(const std::string& from, const std::string& to) {
    return readFbx(replaced(oldFbx(), from, to));
}

}  // namespace

TEST_CASE("FBX 6.1 is read with its skin, shapes, materials and curves") {
    const TemporaryFolder folder;
    import_files::write(folder / "model.fbx", oldFbx());
    import_files::write(folder / "picture.png", import_files::png({.row = "abc"}));
    const auto [model, report] = import_files::importedApart(folder / "model.fbx");
    checkScene(model);
    CHECK(report.format == "FBX 6.1");
    CHECK(model.up == UpAxis::z);
    CHECK(model.metersPerUnit == Approx(0.0254));
    CHECK(model.textures.size() == 1);
    CHECK(model.materials[0].texture(TextureSlot::baseColor));
    CHECK(report.clips.at(0).interpolations == std::vector<std::string>{"cubic", "linear", "step"});
}

TEST_CASE("FBX before version 7 means the same as text, as binary and with swapped bytes") {
    for (const auto& [text, format] : {std::pair(oldFbx(), "FBX 6.1"), std::pair(olderFbx(), "FBX 5.8")}) {
        const auto [expected, report] = readFbx(text);
        checkScene(expected);
        CHECK(report.format == format);
        for (const bool bigEndian : {false, true}) {
            const std::string file = binary(text, bigEndian);
            REQUIRE(fbx::isBinary(file));
            const Model model = readFbx(file).model;
            checkScene(model);
            CHECK(model.clips == expected.clips);
            CHECK(model.instances == expected.instances);
        }
    }
}

TEST_CASE("The header of a binary FBX 5 file says 3000, and its objects have no class") {
    std::string text = olderFbx();
    for (const std::string prefix : {"Model::", "Material::"})
        for (size_t at; (at = text.find(prefix)) != std::string::npos;)
            text.erase(at, prefix.size());
    fbx::Document document = fbx::parse(replaced(text, "FBXVersion: 5800", "FBXVersion: 5000"));
    document.version = 3000;
    const auto [model, report] = readFbx(OldBinary(false).write(document));
    checkScene(model);
    CHECK(report.format == "FBX 5.0");
}

TEST_CASE("The value that a take gives a part without keys counts") {
    CHECK(isThere(changed("Default: 0\n}\nChannel: \"Z\"", "Default: 7\n}\nChannel: \"Z\"").model, 0.0, {0, 7, 0}));
}

TEST_CASE("A curve of an old FBX file goes on beyond its keys as it says") {
    const Model model = changed("Key: 46186158000,0,C,s,138558474000,4,L",
                                "Key: 46186158000,0,L,69279237000,4,L\n"
                                "Post-Extrapolation:  {\nType: R\nRepetition: -1\n}")
                            .model;
    CHECK(isThere(model, 0.25, {2, 0, 0}));
    CHECK(isThere(model, 0.75, {2, 0, 0}));
}

TEST_CASE("A loop among the nodes of an old FBX file is cut") {
    const Model model = changed(R"("Model::Hips", "Model::Scene")", R"("Model::Hips", "Model::Knee")").model;
    CHECK(model.hierarchy.size() == 4);
    CHECK(model.instances.at(0).bones.size() == 2);
}

TEST_CASE("Polygons, weights and shapes of an old FBX file may not refer to vertices that do not exist") {
    CHECK_THROWS_WITH(changed("PolygonVertexIndex: 0,1,2,-4", "PolygonVertexIndex: 0,1,9,-4"),
                      ContainsSubstring("has polygons without vertices"));
    // Hips, Knee, and the node of the vertex without weight.
    CHECK(changed("Indexes: 2,3", "Indexes: 2,7").model.instances.at(0).bones.size() == 3);
    const auto [model, report] = changed("Indexes: 2\n", "Indexes: 40\n");
    CHECK(countOf(report.findings, "morph-misfit") == 1);
    CHECK(model.restMorphWeights.empty());
}

TEST_CASE("FBX versions that are not read are named") {
    CHECK_THROWS_WITH(readFbx(binary(replaced(olderFbx(), "FBXVersion: 5800", "FBXVersion: 2000"), false)),
                      ContainsSubstring("is FBX 2.0; Sinew reads FBX 3 and 5 to 7"));
    CHECK_THROWS_WITH(readFbx(oldFbx().substr(0, 900)), ContainsSubstring("FBX 6.1: "));
}

TEST_CASE("A channel of an old FBX file whose keys cannot be read is named, and the others play") {
    // X is no interpolation.
    const auto [model, report] = changed("Key: 46186158000,0,L", "Key: 46186158000,0,X");
    CHECK(onlyOne(report.findings, "channel-unusable").message == "the keys of its channel Up cannot be read");
    CHECK(isThere(model, 2.0, {3, 1, 0}));
}

TEST_CASE("A mesh of FBX 6 without normals and UV coordinates is read") {
    std::string text = oldFbx();
    const size_t from = text.find("LayerElementNormal"), to = text.find("Shape: \"Up\"");
    text.erase(from, to - from);
    CHECK(isThere(readFbx(text).model, 2.0, {3, 2, 5}));
}

TEST_CASE("Nodes of FBX 6 that share a name have their own places, materials and channels, in the file's order") {
    // Two more nodes "part": one below Hips that moves, one below Knee, which rests 1 above it.
    using namespace import_files::old_fbx;
    std::string text = oldFbx();
    const auto box = [](const std::string& corner) {
        return record("Model: \"Model::part\", \"Mesh\"",
                      "Version: 232\nVertices: 0,0,0,1,0,0," + corner + "\nPolygonVertexIndex: 0,1,-3");
    };
    text.insert(text.find("Model: \"Model::Hips\""), box("0,7,0") + box("0,9,0"));
    text = replaced(text, "Connections:  {",
                    "Connections:  {\nConnect: \"OO\", \"Model::part\", \"Model::Hips\"\n"
                    "Connect: \"OO\", \"Model::part\", \"Model::Knee\"");
    const std::string rising = channel("Z", 0, 4005, "46186158000,0,L,138558474000,3,L");
    const std::string hips = "Model: \"Model::Hips\" {";
    text = replaced(text, hips,
                    record("Model: \"Model::part\"", "Version: 1.1") +
                        record("Model: \"Model::part\"", channel("Transform", channel("T", rising))) + hips);
    const Model model = readFbx(text).model;
    REQUIRE(model.instances.size() == 3);
    CHECK(isThere(model, 0.0, {0, 7, 0}));
    CHECK(isThere(model, 0.0, {0, 10, 0}));
    CHECK(isThere(model, 2.0, {4, 7, 0}));      // moves with Hips alone
    CHECK(isThere(model, 2.0, {4 - 9, 1, 3}));  // turns with Knee, and rises on its own
}

TEST_CASE("A skin that two nodes show deforms in the space of each") {
    // The node "twin" has the mesh of "body", as its attribute says, 10 to the right and turned by 180 degrees about y.
    std::string text =
        replaced(oldFbx(), "GeometryVersion: 124", "NodeAttributeName: \"Geometry::square\"\nGeometryVersion: 124");
    const size_t from = text.find("Model: \"Model::body\""), to = text.find("Model: \"Model::Hips\"");
    const std::string twin = replaced(text.substr(from, to - from), "Model::body", "Model::twin");
    text.insert(to, replaced(twin, R"("Lcl Translation", "A",0,0,0)",
                             R"("Lcl Translation", "A",10,0,0
Property: "Lcl Rotation", "Lcl Rotation", "A",0,180,0)"));
    const Model model = readFbx(replaced(text, "Connections:  {",
                                         "Connections:  {\nConnect: \"OO\", \"Model::twin\", \"Model::Scene\""))
                            .model;
    REQUIRE(model.instances.size() == 2);
    CHECK(model.instances[0].skinned);
    CHECK(model.instances[1].skinned);
    for (const double time : {0.0, 1.0, 2.0}) {
        const std::vector<glm::vec3> body = posed(model, time, 0), other = posed(model, time, 1);
        REQUIRE(body.size() == other.size());
        for (size_t v = 0; v < body.size(); ++v)
            CHECK(glm::distance(other[v], glm::vec3(10 - body[v].x, body[v].y, -body[v].z)) < 1e-4f);
    }
    CHECK(isThere(model, 2.0, {3, 1, 0}));
}
