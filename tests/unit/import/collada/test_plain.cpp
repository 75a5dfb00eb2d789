#include <malloc.h>

#include "bake/stream.h"
#include "base/error.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/replaced.h"

// What assimp reads beyond the sources of a file is taken out of it, by name.

namespace {

using import_files::Collada;

sinew::ImportedModel importedApart(const std::string& text) {
    return import_files::importTextApart("model.dae", text);
}

Collada walking() {
    Collada file;
    file.joints = {"hip", "knee"};
    file.weights = {{{0, 1.0f}}, {{0, 0.5f}, {1, 0.5f}}, {{1, 1.0f}}, {{1, 1.0f}}};
    file.nodes =
        "<node id=\"hip\" sid=\"hip\" type=\"JOINT\"><translate sid=\"t\">0 0 0</translate>"
        "<node id=\"knee\" sid=\"knee\" type=\"JOINT\"/></node>";
    file.animations = Collada::animation("walk", "hip/t", {0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}, 3);
    return file;
}

struct Fault {
    const char *from, *to;  ///< text of the file
    const char* cause;
};

/// Each fault makes the mesh of that name unusable, and leaves the other one.
void refuses(const std::string& text, const char* object, const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) {
        INFO(fault.to);
        const auto imported = importedApart(replaced(text, fault.from, fault.to));
        checkOnly(imported.report.findings, "mesh-unusable", object, fault.cause);
        CHECK(imported.model.instances.size() == 1);
    }
}

/// The file with a second, whole mesh beside the first.
std::string withOther(std::string text) {
    text = replaced(text, "<library_geometries>",
                    "<library_geometries><geometry id=\"other\"><mesh>" +
                        Collada::source("op", 9, "0 0 0 1 0 0 0 1 0", 3) +
                        "<vertices id=\"ov\">"
                        "<input semantic=\"POSITION\" source=\"#op\"/></vertices><triangles count=\"1\"><input "
                        "semantic=\"VERTEX\" source=\"#ov\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry>");
    return replaced(text, "<node id=\"quadNode\">",
                    "<node><instance_geometry url=\"#other\"/></node><node id=\"quadNode\">");
}

}  // namespace

TEST_CASE("A Collada mesh that reads beyond its sources is refused by name, and the others are shown") {
    const std::string text = withOther(walking().text());
    const std::string position = "<input semantic=\"POSITION\" source=\"#p\"/>";
    const auto colored =
        importedApart(replaced(text, position, position + "<input semantic=\"COLOR\" source=\"#p\"/>"));
    CHECK(countOf(colored.report.findings, "mesh-unusable") == 0);
    const std::vector<Fault> faults{
        {"count=\"4\" stride=\"3\">", "count=\"4\" stride=\"2\">", "beyond its stride of 2"},
        {"count=\"4\" stride=\"3\">", "count=\"4\" stride=\"3\"><param/><param/><param/>", "beyond its stride of 3"},
        {"count=\"4\" stride=\"3\">", "count=\"4\" offset=\"4\" stride=\"3\">", "has 2 elements, but an index is 3"},
        {"count=\"4\" stride=\"3\">", "count=\"-4\" stride=\"3\">", "has a negative count"},
        {"count=\"4\" stride=\"3\">", "count=\"4000\" stride=\"3\">", "has a count beyond its data"},
        {"count=\"12\">", "count=\"9\">", "has 3 elements, but an index is 3"},
        {"count=\"12\">", ">", "has a count beyond its data"},
        {"<float_array id=\"pA\"", "<float_array id=\"none\"", "has no numbers"},
        {"<input semantic=\"POSITION\" source=\"#p\"/>", "", "its vertices have 0 positions"},
        {"<input semantic=\"POSITION\" source=\"#p\"/>", "<input semantic=\"POSITION\" source=\"#q\"/>",
         "not in the file"},
        {"<p>0 1 2 0 2 3</p>", "<p>0 1 2 0 2 4</p>", "has 4 elements, but an index is 4"},
        {"<p>0 1 2 0 2 3</p>", "<p>0 1 2 0 2</p>", "list 5 indices instead of 1 for each of 6 corners"},
        {"<p>0 1 2 0 2 3</p>", "<p>0 1 2 0 2 x</p>", "are not all numbers"},
        {"<triangles count=\"2\"", "<triangles count=\"4000000000\"", "list 6 indices instead of"},
        {"<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>", "", "its faces have no vertices"},
        {"source=\"#v\" offset=\"0\"", "source=\"#v\" offset=\"4000000000\"", "at most 255 are read"},
    };
    refuses(text, "quad", faults);
}

TEST_CASE("A Collada skin that reads beyond its sources is refused by name") {
    const std::string text = withOther(walking().text());
    const std::vector<Fault> faults{
        {"<accessor source=\"#smA\"", "<accessor offset=\"9\" source=\"#smA\"", "for 1 of 2 joints"},
        {"<float_array id=\"smA\" count=\"32\"", "<float_array id=\"smA\" count=\"16\"", "for 1 of 2 joints"},
        {"<accessor source=\"#sjA\"", "<accessor offset=\"1\" source=\"#sjA\"", "an offset or a stride"},
        {"<vertex_weights count=\"4\"", "<vertex_weights count=\"3\"", "has weights for 3 of 4 vertices"},
        {"<vertex_weights count=\"4\"", "<vertex_weights count=\"5\"", "has weight counts for 4 of 5 vertices"},
        {"<vertex_weights count=\"4\"", "<vertex_weights count=\"-1\"", "has weights for 0 of 4 vertices"},
        {"<v>0 0", "<v>0 99", "refers to weight 99"},
        {"<v>0 0", "<v>9 0", "joints that it does not list"},
        {"<vcount>1", "<vcount>7", "fewer weights"},
    };
    refuses(text, "skin", faults);
}

TEST_CASE("A Collada channel without as many values as times is named, and plays the keys that it has") {
    Collada file = walking();
    file.animations += Collada::animation("turn", "knee/r.ANGLE", {0.0f, 1.0f}, {0.0f, 90.0f}, 1);
    const std::string text =
        replaced(file.text(), "type=\"JOINT\"/>", "type=\"JOINT\"><rotate sid=\"r\">0 0 1 0</rotate></node>");
    CHECK(countOf(importedApart(text).report.findings, "keys-mismatched") == 0);
    const std::vector<Fault> faults{
        {"<accessor source=\"#walkOA\" count=\"2\"", "<accessor source=\"#walkOA\" count=\"2\" offset=\"1\"",
         "has 2 times of keys and 1 values"},
        {"<accessor source=\"#walkIA\" count=\"2\"", "<accessor source=\"#walkIA\" count=\"1\"",
         "has 1 times of keys and 2 values"},
        {"<accessor source=\"#walkOA\" count=\"2\" stride=\"3\">",
         "<accessor source=\"#walkOA\" count=\"2\" stride=\"4\">", "has 2 times of keys and 1 values"},
    };
    for (const Fault& fault : faults) {
        INFO(fault.to);
        const auto imported = importedApart(replaced(text, fault.from, fault.to));
        checkOnly(imported.report.findings, "keys-mismatched", "hip", fault.cause);
        REQUIRE(imported.model.clips.size() == 1);
        CHECK(imported.model.clips[0].channels.size() == 2);
    }
    const auto imported = importedApart(replaced(text, "<input semantic=\"OUTPUT\" source=\"#walkO\"/>", ""));
    CHECK_THAT(onlyOne(imported.report.findings, "channel-unusable").message,
               Catch::Matchers::EndsWith("'hip/t' is ignored: it has no values"));
    CHECK(imported.model.clips.at(0).channels.size() == 1);
}

TEST_CASE("Targets that are no transform move nothing") {
    for (const char* target : {"hip", "", "hip/morph-weights(0)"}) {
        INFO(target);
        Collada file = walking();
        file.nodes += "<node/>";
        file.animations += Collada::animation("odd", target, {0.0f, 1.0f}, {0.0f, 1.0f}, 1);
        const auto imported = importedApart(file.text());
        REQUIRE(imported.model.clips.size() == 1);
        CHECK(imported.model.clips[0].channels.size() == 1);
    }
}

TEST_CASE("Lists of a Collada file that are shorter than they say are read as they are") {
    const auto imported = importedApart(replaced(walking().text(), "count=\"12\">", "count=\"4000000000\">"));
    CHECK(countOf(imported.report.findings, "source-short") == 1);
    CHECK(imported.model.meshes[0].positions.size() == 4);
}

TEST_CASE("An accessor may count more elements than are read, and normals may stand before positions") {
    const std::string text = walking().text();
    const auto five =
        importedApart(replaced(text, "<accessor source=\"#pA\" count=\"4\"", "<accessor source=\"#pA\" count=\"5\""));
    CHECK(five.model.meshes[0].positions.size() == 4);
    const auto before = importedApart(replaced(text, "<input semantic=\"POSITION\" source=\"#p\"/>",
                                               "<input semantic=\"NORMAL\" source=\"#p\"/>"
                                               "<input semantic=\"POSITION\" source=\"#p\"/>"));
    CHECK(before.model.meshes[0].positions.size() == 4);
}

#ifdef __GLIBC__
TEST_CASE("A Collada file is read the same whatever was in memory before") {
    const std::string text = replaced(withOther(walking().text()), "count=\"4\" stride=\"3\">",
                                      "count=\"4\" stride=\"3\"><param/><param/><param/><param/>");
    const TemporaryFolder folder;
    import_files::write(folder / "model.dae", text);
    std::vector<std::vector<std::byte>> streams;
    for (const int filler : {0x11, 0x7f}) {
        mallopt(M_PERTURB, filler);
        streams.push_back(sinew::serialize(sinew::importModel(folder / "model.dae")));
    }
    mallopt(M_PERTURB, 0);
    const bool isSame = streams[0] == streams[1];
    CHECK(isSame);
}
#endif

TEST_CASE("Texture coordinates and normals of a Collada mesh that cannot be read are ignored, and the mesh is drawn") {
    const auto reached = [](const std::string& inputs, const std::string& indices) {
        return "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#ov\" offset=\"0\"/>" + inputs + "<p>" +
               indices + "</p></triangles>";
    };
    const std::string plain = withOther(Collada{}.text());
    const std::string faces =
        "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#ov\" offset=\"0\"/><p>0 1 2</p></triangles>";
    const std::string uvs = "<input semantic=\"TEXCOORD\" source=\"#uv\" offset=\"1\" set=\"0\"/>";
    const std::string text = replaced(plain, "<vertices id=\"ov\">",
                                      Collada::source("uv", 6, "0 0 1 0 1 1", 2, "A") + "<vertices id=\"ov\">");

    const auto whole = importedApart(replaced(text, faces, reached(uvs, "0 0 1 1 2 2")));
    CHECK(countOf(whole.report.findings, "attribute-ignored") == 0);
    for (const std::string& broken :
         {reached(uvs, "0 0 1 1 2 9"), reached(replaced(uvs, "#uv", "#none"), "0 0 1 1 2 2"),
          reached(uvs, "0 0 1 9 2 9") + reached(uvs, "0 0 1 1 2 2")}) {
        INFO(broken);
        const auto imported = importedApart(replaced(text, faces, broken));
        CHECK(imported.model.instances.size() >= 2);
        CHECK(countOf(imported.report.findings, "attribute-ignored") == 1);
        CHECK(countOf(imported.report.findings, "mesh-unusable") == 0);
    }
    // Among the vertices, where it has no indices of its own.
    const auto perVertex = importedApart(
        replaced(plain, "source=\"#op\"/>", "source=\"#op\"/><input semantic=\"NORMAL\" source=\"#none\"/>"));
    CHECK(perVertex.model.instances.size() == 2);
    CHECK(countOf(perVertex.report.findings, "attribute-ignored") == 1);
}

TEST_CASE("Faces of a Collada mesh that name vertices which it does not have use its own") {
    const std::string text = walking().text();
    const auto expected = importedApart(text),
               imported = importedApart(
                   replaced(text, "semantic=\"VERTEX\" source=\"#v\"", "semantic=\"VERTEX\" source=\"#other-v\""));
    REQUIRE(imported.model.meshes.size() == 1);
    CHECK(imported.model.meshes[0].positions == expected.model.meshes[0].positions);
    CHECK(onlyOne(imported.report.findings, "reference-missing").message.find("'other-v'") != std::string::npos);
}

TEST_CASE("A polygon with a hole is drawn without it, with a finding") {
    const std::string whole = Collada{}.text();
    const size_t from = whole.find("<triangles"), end = whole.find("</triangles>");
    REQUIRE(end != std::string::npos);
    const std::string holed =
        "<polygons count=\"1\" material=\"m\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
        "<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>";
    const sinew::ImportedModel imported =
        importedApart(whole.substr(0, from) + holed + whole.substr(end + std::string("</triangles>").size()));
    CHECK(imported.model.meshes.at(0).indices.size() == 6);
    CHECK(onlyOne(imported.report.findings, "holes-filled").object == "quad");
}
