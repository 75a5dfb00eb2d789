#include <algorithm>
#include <string>

#include "base/error.h"
#include "import/collada/nodes.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/collada.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

using import_files::Collada;
using import_files::importDae;
using sinew::ImportedModel;

namespace {

size_t instanceCount(const ImportedModel& imported) {
    return imported.model.instances.size();
}

/// A file whose visual scene instances, twice, a node that shows the square.
std::string withLibrary(const std::string& library) {
    const std::string square = R"(<instance_geometry url="#quad"/>)";
    Collada file{.nodes = R"(<node id="one"><translate>0 0 5</translate><instance_node url="#shape"/></node>)"
                          R"(<node id="two"><translate>0 0 9</translate><instance_node url="#shape"/></node>)"};
    return replaced(
        file.text(), "<library_visual_scenes>",
        "<library_nodes>" + replaced(library, "SQUARE", square) + "</library_nodes><library_visual_scenes>");
}

}  // namespace

TEST_CASE("An instanced node may be below another node of the library") {
    const std::string nested = R"(<node id="all"><node id="shape"><translate>1 0 0</translate>SQUARE</node></node>)";
    const auto imported = importDae(withLibrary(nested));
    CHECK(instanceCount(imported) == 3);
    const auto plain = importDae(withLibrary(R"(<node id="shape"><translate>1 0 0</translate>SQUARE</node>)"));
    CHECK(imported.model.hierarchy.names == plain.model.hierarchy.names);

    // The node that was above it may be instanced as well.
    const auto both = importDae(replaced(withLibrary(nested),
                                         R"(<node id="two"><translate>0 0 9</translate><instance_node url="#shape"/>)",
                                         R"(<node id="two"><translate>0 0 9</translate><instance_node url="#all"/>)"));
    CHECK(instanceCount(both) == 3);
}

TEST_CASE("Images of Collada 1.5 are read") {
    const TemporaryFolder folder;
    import_files::write(folder / "checker.bmp", import_files::bmp(2, 2, 255, 0, 0));
    const std::string sampler = R"(<instance_image url="#picture"/>)";
    const std::string surface =
        R"(<newparam sid="surface"><surface type="2D"><init_from>picture</init_from></surface></newparam>)";
    for (const std::string& inside : {sampler, std::string("<source>surface</source>")}) {
        Collada file{.effects = R"(<diffuse><texture texture="sampler" texcoord="UV"/></diffuse>)",
                     .images = R"(<image id="picture"><init_from><ref>checker.bmp</ref></init_from></image>)"};
        std::string text = replaced(file.text(), R"(<technique sid="c">)",
                                    surface + R"(<newparam sid="sampler"><sampler2D>)" + inside +
                                        "</sampler2D></newparam>" + R"(<technique sid="c">)");
        text = replaced(text, R"(version="1.4.1")", R"(version="1.5.0")");
        text = replaced(text, "2005/11/COLLADASchema", "2008/03/COLLADASchema");
        import_files::write(folder / "model.dae", text);
        const auto imported = sinew::importModel(folder / "model.dae", {});
        REQUIRE(imported.model.textures.size() == 1);
        CHECK(imported.model.textures[0].found());
    }
}

TEST_CASE("A URL with the file's own name is followed") {
    const std::string text = replaced(Collada{}.text(), R"(url="#quad")", R"(url="./model.dae#quad")");
    const auto imported = importDae(text);
    CHECK(instanceCount(imported) == 1);
    CHECK(countOf(imported.report.findings, "reference-outside") == 0);
}

TEST_CASE("A reference into another file is named, and what the file has itself is shown") {
    Collada file{
        .nodes = R"(<node id="n"><instance_geometry url="other.dae#g"/><instance_light url="other.dae#l"/></node>)"};
    const auto imported = importDae(file.text());
    CHECK(instanceCount(imported) == 1);
    CHECK(countOf(imported.report.findings, "reference-outside") == 2);

    const auto unlit = importDae(replaced(file.text(), R"(url="#fx")", R"(url="other.dae#fx")"));
    CHECK(instanceCount(unlit) == 1);
    CHECK_THROWS_AS(importDae(replaced(file.text(), R"(url="#scene")", R"(url="other.dae#scene")")), sinew::Error);
}

TEST_CASE("The first visual scene of a Collada file that names none is shown") {
    for (const char* scene : {"", R"(<scene><instance_visual_scene url="#nowhere"/></scene>)"}) {
        const auto imported =
            importDae(replaced(Collada{}.text(), R"(<scene><instance_visual_scene url="#scene"/></scene>)", scene));
        CHECK(instanceCount(imported) == 1);
        CHECK(onlyOne(imported.report.findings, "scene-missing").message ==
              (*scene == '\0'
                   ? "names no scene to show; the first, 'scene', is shown"
                   : "names the scene 'nowhere', which the file does not have; the first, 'scene', is shown"));
    }
}

TEST_CASE("Collada nodes have their names, unless another node has that as a name or an id") {
    const auto namesOf = [](const std::string& nodes) {
        return importDae(Collada{.nodes = nodes}.text()).model.hierarchy.names;
    };
    const auto has = [&](const std::string& nodes, const char* name) {
        return std::ranges::count(namesOf(nodes), name) == 1;
    };
    const std::string arm = R"(<node id="arm_L" name="arm:L"></node>)";
    CHECK(has(arm, "arm:L"));
    CHECK(!has(arm, "arm_L"));
    CHECK(has(R"(<node id="arm_L"></node>)", "arm_L"));
    const std::string namesake = R"(<node id="other" name="arm:L"></node>)", id = R"(<node id="arm:L"></node>)";
    CHECK((has(arm + namesake, "arm_L") && has(arm + namesake, "other")));
    CHECK((has(arm + id, "arm_L") && has(arm + id, "arm:L")));
    const std::string sheared =
        R"(<node id="arm_L" name="arm:L"><matrix>1 1 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix></node>)";
    CHECK((has(sheared, "arm:L$shear") && has(sheared, "arm:L")));
}

TEST_CASE("findings about Collada nodes keep an id that another thing has as a name") {
    Collada file{.nodes = R"(<node id="arm_L" name="arm:L"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0.5</matrix></node>)"};
    CHECK(onlyOne(importDae(file.text()).report.findings, "matrix-not-affine").object == "arm:L");
    file.images = R"(<image id="picture" name="arm_L"><init_from>none.png</init_from></image>)";
    const auto imported = importDae(file.text());
    CHECK(onlyOne(imported.report.findings, "matrix-not-affine").object == "arm_L");
    CHECK(std::ranges::count(imported.model.hierarchy.names, "arm:L") == 1);
}

TEST_CASE("findings about Collada nodes show their names in messages, too") {
    sinew::Findings findings = {
        {"bone-parent", sinew::Severity::warning, "arm_L", "hangs on 'arm_L', not on 'arm_L2'"}};
    sinew::collada::useNames({{"arm_L", "arm:L"}}, findings);
    CHECK(findings[0].object == "arm:L");
    CHECK(findings[0].message == "hangs on 'arm:L', not on 'arm_L2'");
}

TEST_CASE("A Collada version that does not exist is a warning") {
    const auto stating = [](const char* version) {
        return importDae(replaced(Collada{}.text(), R"(version="1.4.1")", version)).report.findings;
    };
    for (const char* version : {R"(version="1.4.0")", R"(version="1.5.0")"})
        CHECK(countOf(stating(version), "version-wrong") == 0);
    CHECK(onlyOne(stating(R"(version="9.9")"), "version-wrong").message ==
          "states version '9.9' of Collada, which does not exist; it is read as 1.4.1");
    CHECK(onlyOne(stating(""), "version-wrong").message ==
          "does not state its version of Collada; it is read as 1.4.1");
}

TEST_CASE("A skeleton of the library plays its clip, where a node instances it or only a skin names it") {
    const std::string skeleton = "<library_nodes>" + import_files::joint("hip", import_files::joint("chest")) +
                                 "</library_nodes><library_visual_scenes>";
    const std::string clip = Collada::animation("up", "chest/t", {0, 1}, {0, 0, 0, 0, 2, 0}, 3);
    const bool isInstanced = GENERATE(true, false);
    const Collada file{.joints = {"hip", "chest"},
                       .weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{1, 1.0f}}, {{1, 1.0f}}},
                       .nodes = isInstanced ? R"(<node id="top"><instance_node url="#hip"/></node>)" : "",
                       .animations = clip};
    const auto imported = importDae(replaced(replaced(file.text(), "<library_visual_scenes>", skeleton),
                                             R"(<instance_controller url="#skin">)",
                                             R"(<instance_controller url="#skin"><skeleton>#hip</skeleton>)"));
    CHECK(countOf(imported.report.findings, "bone-without-node") == 0);
    REQUIRE(imported.model.clips.size() == 1);
    REQUIRE(imported.model.clips[0].channels.size() == 1);
    const auto& [names, parents, rest] = imported.model.hierarchy;
    const uint32_t chest = imported.model.clips[0].channels[0].node;
    CHECK(names[chest] == "chest");
    CHECK(imported.model.clips[0].channels[0].translation.values.back() == glm::vec3(0, 2, 0));
    CHECK(names[static_cast<size_t>(parents[chest])] == "hip");
    REQUIRE(imported.model.instances.at(0).bones.size() == 2);
    CHECK(imported.model.instances[0].bones[1].node == chest);
}
