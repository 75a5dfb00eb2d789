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

TEST_CASE("Numbers with decimal commas are read as such, with a warning at their mesh") {
    const ImportedModel imported = withPositions("0 0 0 2,5 0 0 2,5 1,25e0 0 0 1 0");
    const Finding finding = onlyOne(imported.report.findings, "number-comma");
    CHECK(finding.object == "quad");
    CHECK(finding.message == "3 numbers with a decimal comma, read as a point");
    CHECK(imported.model.meshes[0].positions[2] == glm::vec3(2.5f, 1.25f, 0.0f));
}

TEST_CASE("Words that are no numbers leave the numbers after them in their places") {
    const ImportedModel imported = withPositions("0 0 0 1 0 0 1 1 0 -1.#IND 1 0");
    const Finding finding = onlyOne(imported.report.findings, "number-invalid");
    CHECK(finding.object == "quad");
    CHECK(finding.message == "1 value not a number: '-1.#IND'");
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

TEST_CASE("A bind shape matrix that is not finite is replaced, and its skin named") {
    const ImportedModel imported = skinnedWith("<bind_shape_matrix>1 0", "<bind_shape_matrix>nan 0");
    CHECK(onlyOne(imported.report.findings, "bind-singular").object == "skin");
}
