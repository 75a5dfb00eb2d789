// FBX before version 7.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <glm/geometric.hpp>

#include "base/error.h"
#include "import/fbx/document.h"
#include "import/fbx/upgrade.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/old_fbx.h"
#include "support/models/png.h"
#include "support/models/posed.h"
#include "support/replaced.h"

using namespace sinew;
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

/// True when a vertex is at that place at that time.
bool isThere(const Model& model, double timeSeconds, const glm::vec3& place) {
    const std::vector<glm::vec3> vertices = posed(model, timeSeconds);
    return std::ranges::any_of(vertices, [&](const glm::vec3& v) { return glm::distance(v, place) < 1e-4f; });
}

/// What oldFbx() and olderFbx() have in common.
void checkScene(const ImportedModel& imported) {
    const Model& model = imported.model;
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

std::string messageOf(const std::string& file) {
    try {
        import_files::importTextApart("model.fbx", file);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::input);
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("FBX 6.1 is read with its skin, shapes, materials and curves") {
    const TemporaryFolder folder;
    import_files::write(folder / "model.fbx", import_files::oldFbx());
    import_files::write(folder / "picture.png", import_files::png({.row = "abc"}));
    const ImportedModel imported = import_files::importedApart(folder / "model.fbx");
    checkScene(imported);
    CHECK(imported.report.format == "FBX 6.1");
    CHECK(imported.model.up == UpAxis::z);
    CHECK(imported.model.metersPerUnit == Approx(0.0254));
    CHECK(imported.model.textures.size() == 1);
    CHECK(imported.model.materials[0].texture(TextureSlot::baseColor));
    CHECK(imported.report.clips.at(0).interpolations == std::vector<std::string>{"cubic", "linear", "step"});
}

TEST_CASE("FBX 5.8 is read with its skin, shapes, materials and curves") {
    const ImportedModel imported = import_files::importTextApart("model.fbx", import_files::olderFbx());
    checkScene(imported);
    CHECK(imported.report.format == "FBX 5.8");
}

TEST_CASE("Old FBX files mean the same as text, as binary and with swapped bytes") {
    for (const std::string& text : {import_files::oldFbx(), import_files::olderFbx()}) {
        const ImportedModel expected = import_files::importTextApart("model.fbx", text);
        for (const bool bigEndian : {false, true}) {
            const std::string file = binary(text, bigEndian);
            REQUIRE(fbx::isBinary(file));
            const ImportedModel imported = import_files::importTextApart("model.fbx", file);
            checkScene(imported);
            CHECK(imported.model.clips == expected.model.clips);
            CHECK(imported.model.instances == expected.model.instances);
        }
    }
}

TEST_CASE("The header of a binary FBX 5 file says 3000, and its objects have no class") {
    std::string text = import_files::olderFbx();
    for (const std::string prefix : {"Model::", "Material::"})
        for (size_t at; (at = text.find(prefix)) != std::string::npos;)
            text.erase(at, prefix.size());
    fbx::Document document = fbx::parse(replaced(text, "FBXVersion: 5800", "FBXVersion: 5000"));
    document.version = 3000;
    const ImportedModel imported = import_files::importTextApart("model.fbx", OldBinary(false).write(document));
    checkScene(imported);
    CHECK(imported.report.format == "FBX 5.0");
}

TEST_CASE("The value that a take gives a part without keys counts") {
    const std::string text =
        replaced(import_files::oldFbx(), "Default: 0\n                    }\n                    Channel: \"Z\"",
                 "Default: 7\n                    }\n                    Channel: \"Z\"");
    const ImportedModel imported = import_files::importTextApart("model.fbx", text);
    CHECK(isThere(imported.model, 0.0, {0, 7, 0}));
}

TEST_CASE("A curve of an old FBX file goes on beyond its keys as it says") {
    const std::string text = replaced(import_files::oldFbx(), "Key: 46186158000,0,C,s,138558474000,4,L",
                                      "Key: 46186158000,0,L,69279237000,4,L\n"
                                      "Post-Extrapolation:  {\nType: R\nRepetition: -1\n}");
    const ImportedModel imported = import_files::importTextApart("model.fbx", text);
    CHECK(isThere(imported.model, 0.25, {2, 0, 0}));
    CHECK(isThere(imported.model, 0.75, {2, 0, 0}));
}

TEST_CASE("A loop among the nodes of an old FBX file is cut") {
    const std::string text = replaced(import_files::oldFbx(), R"(Connect: "OO", "Model::Hips", "Model::Scene")",
                                      R"(Connect: "OO", "Model::Hips", "Model::Knee")");
    const ImportedModel imported = import_files::importTextApart("model.fbx", text);
    CHECK(imported.model.hierarchy.size() == 4);
    CHECK(imported.model.instances.at(0).bones.size() == 2);
}

TEST_CASE("Polygons, weights and shapes of an old FBX file may not refer to vertices that do not exist") {
    CHECK(messageOf(replaced(import_files::oldFbx(), "PolygonVertexIndex: 0,1,2,-4", "PolygonVertexIndex: 0,1,9,-4"))
              .find("has polygons without vertices") != std::string::npos);
    const ImportedModel weights =
        import_files::importTextApart("model.fbx", replaced(import_files::oldFbx(), "Indexes: 2,3", "Indexes: 2,7"));
    CHECK(weights.model.instances.at(0).bones.size() == 3);  // Hips, Knee, and the node of the vertex without weight
    const ImportedModel shape =
        import_files::importTextApart("model.fbx", replaced(import_files::oldFbx(), "Indexes: 2\n", "Indexes: 40\n"));
    CHECK(countOf(shape.report.findings, "morph-misfit") == 1);
    CHECK(shape.model.restMorphWeights.empty());
}

TEST_CASE("FBX versions that are not read are named") {
    const std::string file = binary(replaced(import_files::olderFbx(), "FBXVersion: 5800", "FBXVersion: 2000"), false);
    CHECK(messageOf(file).find("is FBX 2.0; Sinew reads FBX 3 and 5 to 7") != std::string::npos);
    CHECK(messageOf(import_files::oldFbx().substr(0, 900)).find("FBX 6.1: ") != std::string::npos);
}

TEST_CASE("A channel of an old FBX file whose keys cannot be read is named, and the others play") {
    // X is no interpolation.
    const ImportedModel imported = import_files::importTextApart(
        "model.fbx", replaced(import_files::oldFbx(), "Key: 46186158000,0,L", "Key: 46186158000,0,X"));
    CHECK(onlyOne(imported.report.findings, "channel-unusable").message == "the keys of its channel Up cannot be read");
    CHECK(isThere(imported.model, 2.0, {3, 1, 0}));
}

TEST_CASE("A mesh of FBX 6 without normals and UV coordinates is read") {
    std::string text = import_files::oldFbx();
    const size_t from = text.find("        LayerElementNormal"), to = text.find("        Shape: \"Up\"");
    text.erase(from, to - from);
    CHECK(isThere(import_files::importTextApart("model.fbx", text).model, 2.0, {3, 2, 5}));
}

TEST_CASE("Nodes of FBX 6 that share a name have their own places, materials and channels, in the file's order") {
    // Two more nodes "part": one below Hips that moves, one below Knee, which rests 1 above it.
    std::string text = import_files::oldFbx();
    const auto box = [](const std::string& corner) {
        return "    Model: \"Model::part\", \"Mesh\" {\n        Version: 232\n        Vertices: 0,0,0,1,0,0," + corner +
               "\n        PolygonVertexIndex: 0,1,-3\n    }\n";
    };
    text.insert(text.find("    Model: \"Model::Hips\""), box("0,7,0") + box("0,9,0"));
    text = replaced(text, "Connections:  {",
                    "Connections:  {\n    Connect: \"OO\", \"Model::part\", \"Model::Hips\"\n"
                    "    Connect: \"OO\", \"Model::part\", \"Model::Knee\"");
    text = replaced(text, "        Model: \"Model::Hips\" {", R"(        Model: "Model::part" {
            Version: 1.1
        }
        Model: "Model::part" {
            Version: 1.1
            Channel: "Transform" {
                Channel: "T" {
                    Channel: "Z" {
                        Default: 0
                        KeyVer: 4005
                        KeyCount: 2
                        Key: 46186158000,0,L,138558474000,3,L
                    }
                }
            }
        }
        Model: "Model::Hips" {)");
    const Model model = import_files::importTextApart("model.fbx", text).model;
    REQUIRE(model.instances.size() == 3);
    const auto isAt = [&](double time, const glm::vec3& place) {
        bool isThere = false;
        for (size_t instance = 0; instance < 3; ++instance)
            for (const glm::vec3& vertex : posed(model, time, instance))
                isThere = isThere || glm::distance(vertex, place) < 1e-4f;
        return isThere;
    };
    CHECK(isAt(0.0, {0, 7, 0}));
    CHECK(isAt(0.0, {0, 10, 0}));
    CHECK(isAt(2.0, {4, 7, 0}));      // moves with Hips alone
    CHECK(isAt(2.0, {4 - 9, 1, 3}));  // turns with Knee, and rises on its own
}

TEST_CASE("A skin that two nodes show deforms in the space of each") {
    // The node "twin" has the mesh of "body", as its attribute says, 10 to the right and turned by 180 degrees about y.
    std::string text = import_files::oldFbx();
    const size_t from = text.find("    Model: \"Model::body\""), to = text.find("    Model: \"Model::Hips\"");
    std::string twin = text.substr(from, to - from);
    twin = replaced(twin, "Model::body", "Model::twin");
    twin = replaced(twin, R"("Lcl Translation", "A",0,0,0)",
                    R"("Lcl Translation", "A",10,0,0
            Property: "Lcl Rotation", "Lcl Rotation", "A",0,180,0)");
    text.insert(to, twin);
    for (size_t at = 0; (at = text.find("        GeometryVersion: 124", at)) != std::string::npos; at += 80)
        text.insert(at, "        NodeAttributeName: \"Geometry::square\"\n");
    text = replaced(text, "Connections:  {", "Connections:  {\n    Connect: \"OO\", \"Model::twin\", \"Model::Scene\"");
    const ImportedModel imported = import_files::importTextApart("model.fbx", text);
    const Model& model = imported.model;
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
