#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/replaced.h"

using import_files::Collada;
using sinew::Finding;
using sinew::ImportedModel;

namespace {

const std::string kPositions = "0 0 0 1 0 0 1 1 0 0 1 0</float_array>";

ImportedModel withPositions(const std::string& positions) {
    return import_files::importText("model.dae", replaced(Collada{}.text(), kPositions, positions + "</float_array>"));
}

ImportedModel skinnedWith(const std::string& from, const std::string& to) {
    const Collada file{.joints = {"hip"},
                       .weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}},
                       .nodes = R"(<node id="hip" name="hip" sid="hip" type="JOINT"/>)"};
    return import_files::importText("model.dae", replaced(file.text(), from, to));
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
    const ImportedModel material =
        import_files::importText("model.dae", replaced(Collada{}.text(), R"(target="#m")", R"(target="#nowhere")"));
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
        checkOnly(import_files::importText("model.dae", text).report.findings, "reference-missing", object, says,
                  sinew::Severity::warning);
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
        CHECK(countOf(import_files::importText("model.dae", withTexture("print", "s", sampler)).report.findings,
                      "reference-missing") == 0);
    names(withTexture("lost", "s", "p"), "fx", "refers to image 'lost'");
    names(withTexture("print", "lost", "p"), "fx", "refers to surface 'lost'");
    names(withTexture("print", "s", "lost"), "fx", "refers to sampler 'lost'");
}

TEST_CASE("A bind shape matrix that is not finite is replaced, and its skin named") {
    const ImportedModel imported = skinnedWith("<bind_shape_matrix>1 0", "<bind_shape_matrix>nan 0");
    CHECK(onlyOne(imported.report.findings, "bind-singular").object == "skin");
}
