#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/replaced.h"

using import_files::Collada;
using import_files::importDae;
using import_files::joint;
using sinew::Finding;
using sinew::ImportedModel;

namespace {

Collada skinned(const std::string& nodes = joint("hip", joint("knee"))) {
    return {.joints = {"hip", "knee"}, .weights = {{{0, 1}}, {{0, 1}}, {{1, 1}}, {{1, 1}}}, .nodes = nodes};
}

/// A joint whose sid is not its id.
std::string jointWithId(const std::string& id, const std::string& sid, const std::string& inside = "") {
    return "<node id=\"" + id + "\" sid=\"" + sid + "\" type=\"JOINT\"><translate>0 0 0</translate>" + inside +
           "</node>";
}

std::string nodeName(const ImportedModel& imported, size_t instance, size_t bone) {
    return imported.model.hierarchy.names[imported.model.instances.at(instance).bones.at(bone).node];
}

}  // namespace

TEST_CASE("A skin without a bind shape matrix uses the identity") {
    const std::string element = "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
    const auto imported = importDae(replaced(skinned().text(), element, ""));
    CHECK(imported.model.instances[0].bones[0].inverseBindMatrix == glm::mat4(1.0f));
    CHECK(countOf(imported.report.findings, "bind-shape-missing") == 1);
}

TEST_CASE("Blanks before the first number of a list are ignored") {
    std::string text = replaced(replaced(skinned().text(), "<vcount>", "<vcount>\n  "), "<v>", "<v>\n\t");
    text = replaced(text, "<color>", "<color> ");
    const auto imported = importDae(text);
    CHECK(imported.report.influences[0].unweightedVertices == 0);
    CHECK(imported.report.influences[0].largest == 1);
    CHECK(countOf(imported.report.findings, "leading-blanks") == 1);
}

TEST_CASE("UTF-16 and byte order marks are read") {
    const std::string text = skinned().text();
    std::string wide = "\xFF\xFE";
    for (const char c : replaced(text, "utf-8", "utf-16"))
        wide += c, wide += '\0';
    for (const std::string& encoded : {wide, "\xEF\xBB\xBF" + text}) {
        const auto imported = importDae(encoded);
        CHECK(imported.model.instances[0].bones.size() == 2);
    }
}

TEST_CASE("What a Collada file says beside its elements does not reach the rewritten file") {
    const std::string text = skinned().text(), mark = "\xEF\xBB\xBF";  // with a mark, the whole file is rewritten
    const std::string quoted = R"(version="1.4.1&quot;&gt;&lt;library_geometries&gt;&lt;x a=&quot;")";
    CHECK(importDae(mark + replaced(text, R"(version="1.4.1")", quoted)).model.meshes.size() == 1);
    const std::string animated = replaced(text, "</COLLADA>", "<library_animations/></COLLADA><!-- </x> -->");
    CHECK(importDae(animated).model.meshes.size() == 1);
}

TEST_CASE("An '&' that begins no entity is a warning with its line") {
    const std::string sound = replaced(
        skinned().text(), "<library_geometries>",
        "<!-- a & b --><?tool a & b?>\n<extra><![CDATA[a & b]]>&amp;&#38;&#x26;</extra>\n<library_geometries>");
    CHECK(countOf(importDae(sound).report.findings, "xml-ampersand") == 0);
    const auto line = 1 + std::count(sound.begin(), sound.begin() + static_cast<long>(sound.find("<extra>")), '\n');
    for (const char* const bare : {"&", "& ", "&;", "&amp", "&#;"}) {
        const auto imported = importDae(replaced(sound, "&#38;", bare));
        checkOnly(imported.report.findings, "xml-ampersand", "", "in line " + std::to_string(line) + " ",
                  sinew::Severity::warning);
    }
}

TEST_CASE("Joints are found by sid below the instance's skeleton") {
    // Another node has the joint's id, and another skeleton has its sid.
    const std::string nodes = "<node id=\"hip\"/>" + jointWithId("other", "hip", jointWithId("otherKnee", "knee")) +
                              jointWithId("mine", "hip", jointWithId("myKnee", "knee"));
    const auto imported = importDae(replaced(skinned(nodes).text(), "<instance_controller url=\"#skin\">",
                                             "<instance_controller url=\"#skin\"><skeleton>#mine</skeleton>"));
    CHECK(nodeName(imported, 0, 0) == "mine");
    CHECK(nodeName(imported, 0, 1) == "myKnee");
}

TEST_CASE("A skin that is instanced twice uses two skeletons") {
    const std::string nodes = jointWithId("left", "hip", jointWithId("leftKnee", "knee")) +
                              jointWithId("right", "hip", jointWithId("rightKnee", "knee")) +
                              "<node id=\"first\"><instance_controller url=\"#skin\"><skeleton>#right</skeleton>"
                              "</instance_controller></node>";
    const auto imported =
        importDae(replaced(skinned(nodes).text(), "<node id=\"quadNode\"><instance_controller url=\"#skin\">",
                           "<node id=\"quadNode\"><instance_controller url=\"#skin\"><skeleton>#left</skeleton>"));
    REQUIRE(imported.model.instances.size() == 2);
    CHECK(nodeName(imported, 0, 1) == "rightKnee");
    CHECK(nodeName(imported, 1, 1) == "leftKnee");
}

TEST_CASE("A skew is converted to a matrix") {
    Collada file;
    file.meshNodeTransform = "<skew>45 1 0 0 0 1 0</skew>";
    const auto imported = importDae(file.text());
    CHECK(countOf(imported.report.findings, "skew-replaced") == 1);
}

TEST_CASE("Files that assimp crashes on are refused with the cause") {
    CHECK_THROWS_WITH(importDae(skinned(joint("hip", "<instance_node url=\"#hip\"/>")).text()),
                      Catch::Matchers::ContainsSubstring("deep"));
    CHECK_THROWS_WITH(importDae(replaced(skinned().text(), "<skin source=\"#quad\">", "<skin source=\"#skin\">")),
                      Catch::Matchers::ContainsSubstring("its own mesh"));
}

TEST_CASE("A skin without a finite weight is refused; otherwise weights that are not finite are ignored") {
    const std::string text = skinned().text();
    const size_t at = text.find("1.000000");
    REQUIRE(at != std::string::npos);
    const size_t end = text.find('<', at);
    const auto with = [&](const std::string& weights) { return text.substr(0, at) + weights + text.substr(end); };
    for (const char* weights : {"nan NaN -nan nan", "1e39 inf -1e39 nan"})
        CHECK_THROWS_WITH(importDae(with(weights)), Catch::Matchers::ContainsSubstring("has no finite weight"));
    const auto imported = importDae(with("nan 1 inf 1"));
    CHECK(imported.report.influences[0].unweightedVertices == 2);
    CHECK(countOf(imported.report.findings, "weight-ignored") == 1);
    CHECK_NOTHROW(importDae(with("0 0 0 0")));
    CHECK_NOTHROW(importDae(with("-1 -1 -1 -1")));
}

TEST_CASE("A missing mesh is a finding, and the file is refused when there is no other") {
    const std::string text = skinned().text();
    CHECK_THROWS_WITH(
        importDae(replaced(text, "<skin source=\"#quad\">", "<skin source=\"#none\">")),
        Catch::Matchers::ContainsSubstring("#none: node 'quadNode' shows this mesh, but the file does not contain it"));
    const std::string other = "<node><instance_geometry url=\"#gone\"/></node><node id=\"quadNode\">";
    const auto imported = importDae(replaced(text, "<node id=\"quadNode\">", other));
    CHECK(countOf(imported.report.findings, "mesh-unusable") == 1);
    CHECK(countOf(importDae(text).report.findings, "mesh-unusable") == 0);
}

TEST_CASE("An image without a file is a missing texture") {
    for (const char* image : {"<init_from></init_from>", "<init_from/>", "<init_from> \n</init_from>", ""}) {
        INFO(image);
        Collada file = skinned();
        file.effects = "<diffuse><texture texture=\"samp\" texcoord=\"UV\"/></diffuse>";
        file.images = "<image id=\"skinImage\">" + std::string(image) + "</image>";
        const std::string params =
            "<newparam sid=\"surf\"><surface type=\"2D\"><init_from>skinImage</init_from></surface></newparam>"
            "<newparam sid=\"samp\"><sampler2D><source>surf</source></sampler2D></newparam><technique";
        const auto imported = importDae(replaced(file.text(), "<technique", params));
        CHECK(countOf(imported.report.findings, "image-without-file") == 1);
        REQUIRE(imported.model.textures.size() == 1);
        CHECK(imported.model.textures[0].name == "skinImage");
        CHECK_FALSE(imported.model.textures[0].found());
    }
}

TEST_CASE("A Collada transform with too few numbers is named and ignored") {
    const auto read = [](const std::string& transform) {
        return importDae(Collada{.nodes = R"(<node id="tip">)" + transform + "</node>"}.text());
    };
    for (const char* whole : {"<matrix>1 0 0 1 0 1 0 2 0 0 1 3 0 0 0 1</matrix>", "<translate>1 2 3</translate>",
                              "<rotate>0 0 1 90</rotate>", "<scale> 1 1 2 </scale>"})
        CHECK(countOf(read(whole).report.findings, "transform-invalid") == 0);
    for (const auto& [transform, says] : {std::pair{"<matrix>1 0 0 1 0 1 0 2 0 0 1 3 0 0 0</matrix>",
                                                    "has a matrix of 15 instead of 16 numbers; it is ignored"},
                                          {"<translate>1 2</translate>", "has a translate of 2 instead of 3"},
                                          {"<rotate>0 0 1 x</rotate>", "has a rotate of 3 instead of 4"},
                                          {"<scale/>", "has a scale of 0 instead of 3"}})
        checkOnly(read(transform).report.findings, "transform-invalid", "tip", says, sinew::Severity::error);
    const std::string skin = skinned(R"(<node id="hip" name="hip" sid="hip" type="JOINT"/>)").text();
    const std::string shaped = replaced(skin, R"(<skin source="#quad">)",
                                        R"(<skin source="#quad"><bind_shape_matrix>1 0</bind_shape_matrix>)");
    checkOnly(importDae(shaped).report.findings, "transform-invalid", "skin",
              "has a bind_shape_matrix of 2 instead of 16 numbers; it is ignored");
}

namespace {

const std::string kPositions = "0 0 0 1 0 0 1 1 0 0 1 0</float_array>";

ImportedModel withPositions(const std::string& positions) {
    return importDae(replaced(Collada{}.text(), kPositions, positions + "</float_array>"));
}

ImportedModel skinnedWith(const std::string& from, const std::string& to) {
    const Collada file{.joints = {"hip"},
                       .weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}},
                       .nodes = R"(<node id="hip" name="hip" sid="hip" type="JOINT"/>)"};
    return importDae(replaced(file.text(), from, to));
}

}  // namespace

TEST_CASE("Numbers with decimal commas are read as such, with one warning") {
    const ImportedModel imported = withPositions("0 0 0 2,5 0 0 2,5 1,25e0 0 0 1 0");
    checkOnly(imported.report.findings, "number-comma", "file", "3 numbers with a decimal comma, read as a point");
    CHECK(imported.model.meshes[0].positions[2] == glm::vec3(2.5f, 1.25f, 0.0f));
}

TEST_CASE("Transforms with decimal commas are read as such") {
    const ImportedModel imported = skinnedWith(R"(sid="hip" type="JOINT"/>)",
                                               R"(sid="hip" type="JOINT"><translate>1,5 0 -2,25</translate></node>)");
    checkOnly(imported.report.findings, "number-comma", "file", "2 numbers with a decimal comma, read as a point");
    CHECK(countOf(imported.report.findings, "transform-invalid") == 0);
    const auto hip = std::ranges::find(imported.model.hierarchy.names, "hip") - imported.model.hierarchy.names.begin();
    CHECK(imported.model.hierarchy.rest.at(static_cast<size_t>(hip)).translation == glm::vec3(1.5f, 0.0f, -2.25f));
}

TEST_CASE("Words that are no numbers leave the numbers after them in their places") {
    const ImportedModel imported = withPositions("0 0 0 1 0 0 1 1 0 -1.#IND 1 0");
    checkOnly(imported.report.findings, "number-invalid", "quad", "1 value not a number: '-1.#IND'");
    CHECK(countOf(imported.report.findings, "position-not-finite") == 1);
}

TEST_CASE("Numbers of every usual spelling have no finding") {
    const ImportedModel imported = withPositions("0 0 0 +1 0.0e-3 0 1. 1E0 0 -0 .1e1 0");
    CHECK(countOf(imported.report.findings, "number-comma") == 0);
    CHECK(countOf(imported.report.findings, "number-invalid") == 0);
}

TEST_CASE("A material or skeleton that the file does not have is named") {
    const ImportedModel material = importDae(replaced(Collada{}.text(), R"(target="#m")", R"(target="#nowhere")"));
    CHECK(onlyOne(material.report.findings, "reference-missing").message ==
          "refers to material 'nowhere', which the file does not have");
    const ImportedModel skeleton = skinnedWith(R"(<instance_controller url="#skin">)",
                                               R"(<instance_controller url="#skin"><skeleton>#nowhere</skeleton>)");
    CHECK(onlyOne(skeleton.report.findings, "reference-missing").object == "quadNode");
    CHECK(countOf(skinnedWith(R"(<instance_controller url="#skin">)",
                              R"(<instance_controller url="#skin"><skeleton>#hip</skeleton>)")
                      .report.findings,
                  "reference-missing") == 0);
}

TEST_CASE("An effect, node, image, surface, sampler or morph target that the file does not have is named") {
    const auto names = [](const std::string& text, const char* object, const char* says) {
        checkOnly(importDae(text).report.findings, "reference-missing", object, says, sinew::Severity::warning);
    };
    const std::string plain = Collada{}.text(), lost = R"(<instance_effect url="#nowhere"/>)";
    names(replaced(plain, R"(<instance_effect url="#fx"/>)", lost), "m",
          "refers to effect 'nowhere', which the file does not have");
    names(replaced(plain, R"(name="m"><instance_effect url="#fx"/>)", R"(name="silk">)" + lost), "m", "(named 'silk')");
    names(replaced(plain, R"(<node id="quadNode">)", R"(<node id="quadNode"><instance_node url="#gone"/>)"), "",
          "refers to node 'gone'");
    const auto withTexture = [](const std::string& image, const std::string& surface, const std::string& sampler) {
        Collada file{.effects = R"(<diffuse><texture texture=")" + sampler + R"(" texcoord="UV"/></diffuse>)",
                     .images = R"(<image id="print"><init_from>print.png</init_from></image>)"};
        return replaced(file.text(), "<profile_COMMON>",
                        R"(<profile_COMMON><newparam sid="s"><surface type="2D"><init_from>)" + image +
                            R"(</init_from></surface></newparam><newparam sid="p"><sampler2D><source>)" + surface +
                            "</source></sampler2D></newparam>");
    };
    for (const char* sampler : {"p", "print"})  // an image, which is common
        CHECK(countOf(importDae(withTexture("print", "s", sampler)).report.findings, "reference-missing") == 0);
    names(withTexture("lost", "s", "p"), "fx", "refers to image 'lost'");
    names(withTexture("print", "lost", "p"), "fx", "refers to surface 'lost'");
    names(withTexture("print", "s", "lost"), "fx", "refers to sampler 'lost'");
}

TEST_CASE("A bind shape matrix that is not finite is replaced, and its skin named") {
    const ImportedModel imported = skinnedWith("<bind_shape_matrix>1 0", "<bind_shape_matrix>nan 0");
    CHECK(onlyOne(imported.report.findings, "bind-singular").object == "skin");
}
