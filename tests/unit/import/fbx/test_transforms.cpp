// Transforms of FBX models, their clips, meshes and shapes.

#include <algorithm>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "import/fbx/shapes.h"
#include "import/fbx/stack.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/fbx_scene.h"
#include "support/models/old_fbx.h"
#include "support/models/posed.h"
#include "support/replaced.h"

using namespace sinew;
using import_files::FbxScene;
using import_files::hasPoint;
using import_files::posed;

namespace {

std::string vector(const char* property, const char* numbers) {
    const bool animatable = std::string_view(property).starts_with("Lcl");
    return fmt::format("P: \"{}\", \"{}\", \"\", \"A\",{}\n", property, animatable ? property : "Vector3D", numbers);
}

Model read(const FbxScene& scene) {
    return import_files::importTextApart("scene.fbx", scene.text()).model;
}

/// A node of scale (2, 1, 1), and below it one of scale (1, 3, 1), moved by 1 along x and turned by 90 degrees about z,
/// with a square.
FbxScene scaledBelowScaled(int inheritType) {
    FbxScene scene;
    scene.model(10, "parent", "LimbNode", 0, vector("Lcl Scaling", "2,1,1"));
    scene.model(11, "child", "Mesh", 10,
                vector("Lcl Translation", "1,0,0") + vector("Lcl Rotation", "0,0,90") + vector("Lcl Scaling", "1,3,1") +
                    fmt::format("P: \"InheritType\", \"enum\", \"\", \"\",{}\n", inheritType));
    scene.square(20, 11);
    return scene;
}

}  // namespace

TEST_CASE("fbx: a child inherits, leaves out or multiplies its parent's scale, as its inherit type says") {
    // The corner (1, 1), which the child's scale takes to (1, 3), and its turn to (-3, 1).
    CHECK(hasPoint(posed(read(scaledBelowScaled(1)), 0.0), {2.0f * (1.0f - 3.0f), 1.0f, 0.0f}));
    CHECK(hasPoint(posed(read(scaledBelowScaled(2)), 0.0), {2.0f - 3.0f, 1.0f, 0.0f}));
    // The parent's scale along the child's own x.
    CHECK(hasPoint(posed(read(scaledBelowScaled(0)), 0.0), {2.0f - 3.0f, 2.0f, 0.0f}));
}

TEST_CASE("fbx: a scale that is left out may be animated") {
    FbxScene scene;
    scene.model(10, "parent", "LimbNode", 0, vector("Lcl Translation", "0,5,0"));
    scene.model(11, "child", "Mesh", 10,
                vector("Lcl Translation", "1,0,0") + "P: \"InheritType\", \"enum\", \"\", \"\",2\n");
    scene.model(12, "usual", "Mesh", 10, vector("Lcl Translation", "0,0,1"));
    scene.square(20, 11);
    scene.square(21, 12);
    scene.clip();
    scene.curve(40, 31, 10, "Lcl Scaling", "d|X", {{0.0, 1.0}, {1.0, 3.0}}, 4, "0,0,0,0",
                "P: \"d|Y\", \"Number\", \"\", \"A\",1\nP: \"d|Z\", \"Number\", \"\", \"A\",1\n");
    const Model model = read(scene);
    REQUIRE(model.clips.size() == 1);
    const auto of = [&](const char* name) {
        for (size_t i = 0; i < model.instances.size(); ++i)
            if (model.hierarchy.names[model.instances[i].node] == name) return posed(model, 0.5, i);
        return std::vector<glm::vec3>();
    };
    CHECK(hasPoint(of("child"), {2.0f * 1.0f + 1.0f, 6.0f, 0.0f}));
    CHECK(hasPoint(of("usual"), {2.0f, 6.0f, 1.0f}));
}

TEST_CASE("fbx: a scale of 1 with noise, at rest or in keys, is none") {
    const auto nodesOf = [](const char* scale, double key) {
        FbxScene scene;
        scene.model(10, "parent", "LimbNode", 0, vector("Lcl Scaling", scale));
        scene.model(11, "child", "Mesh", 10, "P: \"InheritType\", \"enum\", \"\", \"\",2\n");
        scene.square(20, 11);
        scene.clip();
        scene.curve(40, 31, 10, "Lcl Scaling", "d|X", {{0.0, 1.0}, {1.0, key}}, 4, "0,0,0,0",
                    "P: \"d|Y\", \"Number\", \"\", \"A\",1\nP: \"d|Z\", \"Number\", \"\", \"A\",1\n");
        return read(scene).hierarchy.names;
    };
    const auto hasTwin = [](const std::vector<std::string>& names) {
        return std::ranges::count(names, "parent$unscaled") > 0;
    };
    CHECK_FALSE(hasTwin(nodesOf("1,0.9999999999999996,1.0000000000000004", 1.00000001)));
    CHECK(hasTwin(nodesOf("1,1,1", 1.001)));
    CHECK(hasTwin(nodesOf("1,1.001,1", 1.0)));
}

TEST_CASE("fbx: post-rotations are inverted, and rotations that are switched off do nothing") {
    const auto cornerOf = [](const std::string& properties) {
        FbxScene scene = FbxScene::ofSquare(properties);
        return posed(read(scene), 0.0);
    };
    const std::string on = "P: \"RotationActive\", \"bool\", \"\", \"\",1\n",
                      off = "P: \"RotationActive\", \"bool\", \"\", \"\",0\n";
    CHECK(hasPoint(cornerOf(on + vector("PreRotation", "0,0,90")), {-1.0f, 1.0f, 0.0f}));
    CHECK(hasPoint(cornerOf(on + vector("PostRotation", "0,0,90")), {1.0f, -1.0f, 0.0f}));
    CHECK(hasPoint(cornerOf(off + vector("PreRotation", "0,0,90")), {1.0f, 1.0f, 0.0f}));
}

TEST_CASE("fbx: a curve without a key is none") {
    FbxScene scene = FbxScene::ofSquare();
    scene.clip();
    scene.curve(40, 31, 10, "Lcl Translation", "d|X", {});
    scene.curve(42, 31, 10, "Lcl Rotation", "d|Z", {{0.0, 0.0}, {1.0, 90.0}});
    CHECK(hasPoint(posed(read(scene), 1.0), {-1.0f, 1.0f, 0.0f}));
}

TEST_CASE("fbx: of two nodes that share a name, the one moves that the file says") {
    for (const int moved : {10, 11}) {
        FbxScene scene;
        scene.model(10, "node", "Mesh", 0);
        scene.model(11, "node", "Mesh", 0, vector("Lcl Translation", "0,5,0"));
        scene.square(20, 10);
        scene.square(21, 11);
        scene.clip();
        scene.curve(40, 31, moved, "Lcl Translation", "d|X", {{0.0, 0.0}, {1.0, 3.0}}, 4, "0,0,0,0",
                    moved == 11 ? "P: \"d|Y\", \"Number\", \"\", \"A\",5\n" : "");
        const Model model = read(scene);
        REQUIRE(model.instances.size() == 2);
        CHECK(hasPoint(posed(model, 1.0, 0), {moved == 10 ? 4.0f : 1.0f, 1.0f, 0.0f}));
        CHECK(hasPoint(posed(model, 1.0, 1), {moved == 11 ? 4.0f : 1.0f, 6.0f, 0.0f}));
    }
}

TEST_CASE("fbx: layers are added, replace those below, or are blended in by their weight") {
    const auto at = [](const std::string& properties, bool animated, double seconds) {
        FbxScene scene = FbxScene::ofSquare();
        scene.clip();
        scene.layer(32, 30, properties);
        scene.curve(40, 31, 10, "Lcl Translation", "d|X", {{0.0, 10.0}, {1.0, 20.0}});
        scene.curve(42, 32, 10, "Lcl Translation", "d|X", {{0.0, 4.0}, {1.0, 8.0}});
        if (animated) scene.curve(44, 32, 32, "Weight", "d|Weight", {{0.0, 0.0}, {1.0, 100.0}});
        const std::vector<glm::vec3> points = posed(read(scene), seconds);
        return std::min_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.x < b.x; })->x;
    };
    const auto mode = [](int n) { return fmt::format("P: \"BlendMode\", \"enum\", \"\", \"\",{}\n", n); };
    const std::string half = "P: \"Weight\", \"Number\", \"\", \"A\",50\n";
    CHECK(at(mode(0), false, 0.5) == Approx(15.0 + 6.0));
    CHECK(at(mode(0) + half, false, 0.5) == Approx(15.0 + 3.0));
    CHECK(at(mode(1), false, 0.5) == Approx(6.0));
    CHECK(at(mode(2) + half, false, 0.5) == Approx(0.5 * 15.0 + 0.5 * 6.0));
    CHECK(at(mode(2), true, 0.25) == Approx(0.75 * 12.5 + 0.25 * 5.0));
}

TEST_CASE("fbx: rotations and scales of layers are composed unless the layer says otherwise") {
    fbx::Layer layer;
    const auto combined = [&](fbx::AnimatedProperty::Kind kind, const glm::dvec3& rest, const glm::dvec3& own) {
        fbx::AnimatedProperty property(kind, rest);
        fbx::CurveNode node;
        node.defaults = own;
        property.add(layer, false, node);
        return property.at(0.0, 0.0);
    };
    using Kind = fbx::AnimatedProperty::Kind;
    const glm::dvec3 below(40.0, 60.0, 0.0), own(0.0, 0.0, 90.0);
    const glm::dquat both = fbx::rotationFrom(below, 0) * fbx::rotationFrom(own, 0);
    const glm::dquat composed = fbx::rotationFrom(combined(Kind::rotation, below, own), 0);
    CHECK(std::abs(glm::dot(composed, both)) == Approx(1.0).margin(1e-12));
    CHECK(combined(Kind::scale, glm::dvec3(2.0), glm::dvec3(3.0)).x == Approx(6.0));
    layer.composesRotations = layer.multipliesScales = false;
    CHECK(combined(Kind::rotation, below, own) == below + own);
    CHECK(combined(Kind::scale, glm::dvec3(2.0), glm::dvec3(3.0)).x == Approx(5.0));
}

TEST_CASE("fbx: clips of one name are each read from their own curves") {
    FbxScene scene = FbxScene::ofSquare();
    for (int i = 0; i < 2; ++i) {
        scene.stack(30 + i, "take", 1.0);
        scene.layer(40 + i, 30 + i);
        // Steps, which assimp reads as lines.
        scene.curve(50 + 2 * i, 40 + i, 10, "Lcl Translation", "d|X", {{0.0, 1.0 + i}, {1.0, 10.0}}, 2);
    }
    const Model model = read(scene);
    REQUIRE(model.clips.size() == 2);
    for (size_t i = 0; i < 2; ++i) {
        const Track<glm::vec3>& track = model.clips[i].channels.at(0).translation;
        REQUIRE(track.times.size() == 3);
        CHECK(track.values[1].x == Approx(1.0 + static_cast<double>(i)));
    }
}

TEST_CASE("fbx: tangents of text files are the bits of floats") {
    FbxScene scene = FbxScene::ofSquare();
    scene.clip();
    // Slopes of 6 and 0: 0x40c00000 and 0. The middle of the curve is at 0.5 * 1 + 6 / 8.
    scene.curve(40, 31, 10, "Lcl Translation", "d|X", {{0.0, 0.0}, {1.0, 1.0}}, 0x408, "1086324736,0,0,0");
    CHECK(hasPoint(posed(read(scene), 0.5), {0.5f + 0.75f, 0.0f, 0.0f}));
}

TEST_CASE("fbx: a channel goes from shape to shape, as far as their percents") {
    FbxScene scene = FbxScene::ofSquare();
    scene.shapes(21, 20, 22, "Lift", 25.0, {50.0, 100.0}, {4.0, 1.0});
    scene.clip();
    scene.curve(40, 31, 22, "DeformPercent", "d|DeformPercent", {{0.0, 0.0}, {1.0, 200.0}});
    const Model model = read(scene);
    const auto lift = [&](double seconds) {
        float highest = -100.0f, lowest = 100.0f;
        for (const glm::vec3& point : posed(model, seconds))
            highest = std::max(highest, point.z), lowest = std::min(lowest, point.z);
        return highest > 0.0f ? highest : lowest;
    };
    CHECK(lift(0.125) == Approx(2.0).margin(1e-4));  // 25 %, half of the first shape
    CHECK(lift(0.25) == Approx(4.0).margin(1e-4));
    CHECK(lift(0.375) == Approx(2.5).margin(1e-4));  // 75 %, between them
    CHECK(lift(0.5) == Approx(1.0).margin(1e-4));
    CHECK(lift(0.75) == Approx(-2.0).margin(1e-4));  // beyond
    CHECK(model.restMorphWeights == std::vector{0.5f, 0.0f});
}

TEST_CASE("fbx: shapes in between lie on both sides of 0, and those of one side go on to the other") {
    const auto weights = [](std::vector<double> percents, double percent) {
        std::vector<double> result;
        for (size_t i = 0; i < percents.size(); ++i)
            result.push_back(fbx::ChannelShape{1, percents, i}.weightAt(percent));
        return result;
    };
    CHECK(weights({-50.0, 100.0}, 25.0) == std::vector{0.0, 0.25});
    CHECK(weights({-50.0, 100.0}, -25.0) == std::vector{0.5, 0.0});
    CHECK(weights({50.0, 100.0}, -25.0) == std::vector{-0.5, 0.0});
    CHECK(weights({100.0}, -20.0) == std::vector{-0.2});
}

TEST_CASE("fbx: shapes may have no normals, ids be negative, and ticks of another length") {
    FbxScene scene;
    scene.model(-10, "node", "Mesh", 0);
    scene.square(20, -10);
    scene.shapes(21, 20, 22, "Lift", 100.0, {100.0}, {5.0});
    scene.clip();
    scene.curve(40, 31, -10, "Lcl Translation", "d|X", {{0.0, 0.0}, {1.0, 4.0}});
    std::string text = scene.text();
    const std::string normals = "Normals: *3 { a: 0,0,0 }\n";
    text.erase(text.find(normals), normals.size());
    Model model = import_files::importText("scene.fbx", text).model;
    REQUIRE(model.clips.size() == 1);
    CHECK(model.clips[0].durationSeconds == Approx(1.0));
    CHECK(hasPoint(posed(model, 0.5), {2.0f, 0.0f, 5.0f}));

    const std::string header = "FBXHeaderVersion: 1003\n";
    text.replace(text.find(header), header.size(), "FBXHeaderVersion: 1004\nOtherFlags: {\nTCDefinition: 0\n}\n");
    model = import_files::importText("scene.fbx", text).model;
    CHECK(model.clips.at(0).durationSeconds == Approx(46186158000.0 / 141120000.0));
}

TEST_CASE("fbx: the last of several values of a property counts, and what is no number is found") {
    FbxScene scene = FbxScene::ofSquare(vector("Lcl Translation", "1,0,0") + vector("Lcl Translation", "-1,0,0"));
    CHECK(hasPoint(posed(read(scene), 0.0), {-1.0f, 0.0f, 0.0f}));
    const ImportedModel broken =
        import_files::importText("scene.fbx", replaced(scene.text(), "a: 0,0,0,1,", "a: 1.#QNAN,0,0,1,"));
    CHECK(countOf(broken.report.findings, "position-not-finite") == 1);
}

TEST_CASE("fbx: a node may have properties of any kind") {
    FbxScene scene =
        FbxScene::ofSquare(vector("Lcl Translation", "2,0,0") +
                           "P: \"when\", \"KTime\", \"Time\", \"AU\",46186158000\n"
                           "P: \"tint\", \"ColorAndAlpha\", \"\", \"AU\",1,0.5,0.25,1\n"
                           "P: \"way\", \"Url\", \"\", \"AU\", \"file\"\nP: \"many\", \"Compound\", \"\", \"\"\n");
    CHECK(hasPoint(posed(read(scene), 0.0), {2.0f, 0.0f, 0.0f}));
}

TEST_CASE("fbx: Blender's weights of vertices in a shape are applied to the shape, and its percent is a record") {
    FbxScene scene = FbxScene::ofSquare();
    scene.shapes(21, 20, 22, "Lift", 100.0, {40.0}, {5.0});
    CHECK(hasPoint(posed(read(scene), 0.0), {0.0f, 0.0f, 12.5f}));  // a shape that is reached at 40 %
    std::string text = replaced(scene.text(), "FBXVersion: 7400", "FBXVersion: 7400\nCreator: \"Blender 4.2\"");
    text =
        replaced(text, "Properties70: {\nP: \"DeformPercent\", \"Number\", \"\", \"A\",100\n}", "DeformPercent: 100");
    CHECK(hasPoint(posed(import_files::importText("scene.fbx", text).model, 0.0), {0.0f, 0.0f, 2.0f}));
}

namespace {

/// The square at that time, its node turned or moved by linear keys.
std::vector<glm::vec3> movedSquare(const std::string& properties, const char* property, const char* component,
                                   std::initializer_list<FbxScene::Key> keys, double seconds, int flags = 4,
                                   const std::string& curve = {}, const std::string& data = "0,0,0,0") {
    FbxScene scene = FbxScene::ofSquare(properties);
    scene.clip(2.0);
    scene.curve(40, 31, 10, property, component, keys, flags, data);
    const std::string text =
        curve.empty() ? scene.text() : replaced(scene.text(), "KeyVer: 4008\n", "KeyVer: 4008\n" + curve);
    return posed(import_files::importText("scene.fbx", text).model, seconds);
}

}  // namespace

TEST_CASE("fbx: axes without a curve keep the value of the property, also beside a pivot") {
    const std::string place = vector("Lcl Translation", "1,2,3");
    CHECK(hasPoint(movedSquare(place, "Lcl Translation", "d|Y", {{0.0, 0.0}, {2.0, 4.0}}, 1.0), {1, 2, 3}));
    // Turned by 90 degrees about z around the pivot (1, 0, 0), moved by half of 4 along x.
    const std::string turned = place + vector("Lcl Rotation", "0,0,90") + vector("RotationPivot", "1,0,0");
    CHECK(hasPoint(movedSquare(turned, "Lcl Translation", "d|X", {{0.0, 0.0}, {2.0, 4.0}}, 1.0), {2 + 1, 2 - 1, 3}));
}

TEST_CASE("fbx: linear keys of angles are angles, more than a turn apart too, and steps are steps") {
    // A quarter of 360 degrees: (1, 0) is at (0, 1).
    CHECK(hasPoint(movedSquare("", "Lcl Rotation", "d|Z", {{0.0, 0.0}, {2.0, 360.0}}, 0.5), {-1, 1, 0}));
    CHECK(hasPoint(movedSquare("", "Lcl Rotation", "d|Z", {{0.0, 90.0}, {2.0, 0.0}}, 1.9, 2), {-1, 1, 0}));
}

TEST_CASE("fbx: a take that cuts a segment shows the cut segment, and keys outside of it count") {
    CHECK(hasPoint(movedSquare("", "Lcl Translation", "d|X", {{-1.0, 0.0}, {3.0, 8.0}}, 0.0), {2, 0, 0}));
    CHECK(hasPoint(movedSquare("", "Lcl Translation", "d|X", {{-1.0, 0.0}, {3.0, 8.0}}, 2.0), {6, 0, 0}));
    CHECK(hasPoint(movedSquare("", "Lcl Translation", "d|X", {{5.0, 4.0}, {6.0, 8.0}}, 1.0), {4, 0, 0}));
}

TEST_CASE("fbx: a key that is earlier than those before it, or at their time, cuts the curve") {
    const auto at = [](double seconds) {
        return movedSquare("", "Lcl Translation", "d|X", {{0.0, 0.0}, {2.0, 4.0}, {1.0, 8.0}}, seconds);
    };
    CHECK(hasPoint(at(0.5), {1, 0, 0}));
    CHECK(hasPoint(at(1.5), {8, 0, 0}));
    const auto jump = [](double seconds) {
        return movedSquare("", "Lcl Translation", "d|X", {{0.0, 0.0}, {1.0, 2.0}, {1.0, 5.0}, {2.0, 6.0}}, seconds);
    };
    CHECK(hasPoint(jump(0.5), {1, 0, 0}));
    CHECK(hasPoint(jump(1.5), {5.5f, 0, 0}));
}

TEST_CASE("fbx: curves go on beyond their keys as they say") {
    const auto at = [](const char* how, double seconds) {
        const auto points = movedSquare("", "Lcl Translation", "d|X", {{0.0, 1.0}, {0.5, 3.0}}, seconds, 4,
                                        fmt::format("Post-Extrapolation: {{\nType: {}\nRepetition: -1\n}}\n", how));
        return std::ranges::min(points, {}, &glm::vec3::x).x;
    };
    CHECK(at("C", 1.625) == Approx(3.0));
    CHECK(at("R", 1.625) == Approx(1.5));
    CHECK(at("M", 1.625) == Approx(2.5));
    CHECK(at("A", 1.625) == Approx(1.5 + 6.0));
    CHECK(at("K", 1.625) == Approx(3.0 + 4.5));
}

TEST_CASE("fbx: a bias of automatic tangents beyond 500 percent adds to their slope") {
    constexpr int kAutomatic = 0x108;
    // 600 percent on the right of each key: 0x44160000. A slope of 1 + 40 * (6 - 5)^2 leaves the second, one of 1
    // arrives.
    const auto points = movedSquare("", "Lcl Translation", "d|X", {{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}}, 1.5, kAutomatic,
                                    "", "1142292480,0,0,0");
    CHECK(hasPoint(points, {1.5f + (41.0f - 1.0f) / 8.0f, 0.0f, 0.0f}));
}

TEST_CASE("fbx: meshes of hidden nodes, and of those below them, are not shown") {
    FbxScene scene;
    scene.model(10, "hidden", "Mesh", 0, "P: \"Visibility\", \"Visibility\", \"\", \"A\",0\n");
    scene.model(11, "below", "Mesh", 10);
    scene.model(12, "shown", "Mesh", 0);
    for (int i = 0; i < 3; ++i)
        scene.square(20 + i, 10 + i);
    const Model model = read(scene);
    REQUIRE(model.instances.size() == 1);
    CHECK(model.hierarchy.names[model.instances[0].node] == "shown");
}

TEST_CASE("fbx: a clip shows and hides a node without children") {
    constexpr int kSteps = 2;
    const auto at = [](double seconds) {
        return movedSquare("", "Visibility", "d|Visibility", {{0.0, 1.0}, {1.0, 0.0}}, seconds, kSteps);
    };
    CHECK(hasPoint(at(0.5), {1, 1, 0}));
    CHECK_FALSE(hasPoint(at(1.5), {1, 1, 0}));

    FbxScene shown = FbxScene::ofSquare();
    shown.clip(2.0);
    shown.curve(40, 31, 10, "Visibility", "d|Visibility", {{0.0, 1.0}, {1.0, 1.0}}, kSteps);
    CHECK(read(shown).clips.empty());
}

TEST_CASE("fbx: a geometric transform moves a node's mesh, and not its children") {
    FbxScene scene;
    scene.model(10, "node", "Mesh", 0, vector("GeometricTranslation", "0,0,5") + vector("GeometricScaling", "-2,1,1"));
    scene.model(11, "child", "Mesh", 10);
    scene.square(20, 10), scene.square(21, 11);
    const Model model = read(scene);
    REQUIRE(model.instances.size() == 2);
    CHECK(hasPoint(posed(model, 0.0, 0), {-2, 1, 5}));
    CHECK(hasPoint(posed(model, 0.0, 1), {1, 1, 0}));
}

TEST_CASE("fbx: a bone that is twice in a skin moves with both weights") {
    FbxScene scene;
    scene.model(10, "node", "Mesh", 0);
    scene.model(11, "bone", "LimbNode", 0, vector("Lcl Translation", "0,0,7"));
    scene.square(20, 10);
    scene.cluster(50, 20, 51, 11, "0,1", "1,1");
    scene.cluster(50, 20, 52, 11, "2,3", "1,1");
    const Model model = read(scene);
    REQUIRE(model.instances.size() == 1);
    CHECK_FALSE(model.dualQuaternions);
    CHECK(model.instances[0].bones.size() == 1);
    CHECK(hasPoint(posed(model, 0.0), {0, 0, 7}));
    CHECK(hasPoint(posed(model, 0.0), {1, 1, 7}));
}

TEST_CASE("fbx: a skin may ask for dual quaternions") {
    FbxScene scene;
    scene.model(10, "node", "Mesh", 0);
    scene.model(11, "bone", "LimbNode", 0);
    scene.square(20, 10);
    scene.cluster(50, 20, 51, 11, "0,1", "1,1");
    const std::string text = replaced(scene.text(), "\"Skin\" {\n", "\"Skin\" {\nSkinningType: \"DualQuaternion\"\n");
    CHECK(import_files::importText("scene.fbx", text).model.dualQuaternions);
}

TEST_CASE("fbx: a concave polygon is cut within itself, and a mesh without a layer of materials has the first") {
    FbxScene scene = FbxScene::ofSquare();
    scene.material(60, 10, "Mat");
    // An arrow of five corners, concave at the second.
    const std::string text = replaced(
        replaced(scene.text(), "*12 { a: 0,0,0,1,0,0,1,1,0,0,1,0 }", "*15 { a: 0,0,0,2,1,0,4,0,0,4,4,0,0,4,0 }"),
        "*4 { a: 0,1,2,-4 }", "*5 { a: 0,1,2,3,-5 }");
    const Model model = import_files::importText("scene.fbx", text).model;
    REQUIRE(model.meshes.size() == 1);
    CHECK(model.materials.at(model.meshes[0].material).name == "Mat");
    REQUIRE(model.meshes[0].triangleCount() == 3);
    float area = 0.0f;
    for (size_t i = 0; i < 9; i += 3) {
        const auto corner = [&](size_t k) { return model.meshes[0].positions[model.meshes[0].indices[i + k]]; };
        const float own = 0.5f * glm::cross(corner(1) - corner(0), corner(2) - corner(0)).z;
        CHECK(own > 0.0f);
        area += own;
    }
    CHECK(area == Approx(14.0));
}

namespace {

/// A square whose corner (0, 0) `Lift` moves by 4 along z: by half at rest, from 0 to all in a clip of 1 s. `Wide`
/// moves (1, 0) by 2 along x, and rests.
FbxScene shapedSquare() {
    FbxScene scene;
    scene.model(10, "node", "Mesh", 0);
    scene.square(
        20, 10,
        "Properties70: {\nP: \"Lift\", \"Number\", \"\", \"A+\",50\nP: \"Wide\", \"Number\", \"\", \"A+\",0\n}\n"
        "Shape: \"Lift\" {\nIndexes: *1 { a: 0 }\nVertices: *3 { a: 0,0,4 }\n}\n"
        "Shape: \"Wide\" {\nIndexes: *1 { a: 1 }\nVertices: *3 { a: 2,0,0 }\nNormals: *3 { a: 0,0,0 }\n}\n");
    scene.clip();
    scene.curve(40, 31, 20, "Lift", "d|Lift", {{0.0, 0.0}, {1.0, 100.0}});
    return scene;
}

std::string text71(const FbxScene& scene) {
    return replaced(scene.text(), "FBXVersion: 7400", "FBXVersion: 7100");
}

}  // namespace

TEST_CASE("fbx: the blend shapes within a mesh of version 7.1 are read, with their weights and curves") {
    const auto [model, report] = import_files::importTextApart("scene.fbx", text71(shapedSquare()));
    CHECK(report.findings.empty());
    REQUIRE(model.meshes.size() == 1);
    const std::vector<MorphTarget>& targets = model.meshes[0].morphTargets;
    REQUIRE(targets.size() == 2);
    CHECK(targets[0].name == "Lift");
    CHECK(targets[1].name == "Wide");
    CHECK(model.restMorphWeights == std::vector{0.5f, 0.0f});
    REQUIRE(model.clips.size() == 1);
    CHECK(hasPoint(posed(model, 0.25), {0.0f, 0.0f, 1.0f}));
    CHECK(hasPoint(posed(model, 1.0), {0.0f, 0.0f, 4.0f}));
    CHECK(hasPoint(posed(model, 1.0), {1.0f, 0.0f, 0.0f}));
}

TEST_CASE("fbx: a blend shape of version 7.1 that does not fit its mesh is left out and named") {
    const std::string text = text71(shapedSquare());
    for (const char* wrong : {"Indexes: *1 { a: 4 }", "Indexes: *2 { a: 0,1 }"}) {
        const auto [model, report] =
            import_files::importTextApart("scene.fbx", replaced(text, "Indexes: *1 { a: 0 }", wrong));
        CHECK(onlyOne(report.findings, "morph-misfit").message == "the blend shape 'Lift' does not fit its mesh");
        CHECK(onlyOne(report.findings, "morph-misfit").object == "square");
        REQUIRE(model.meshes.size() == 1);
        CHECK(model.meshes[0].morphTargets.size() == 1);
    }
}
