#include "support/catch.h"
#include "support/import_files.h"

using namespace sinew;

namespace {

/// A Collada file without meshes: nodes only.
std::string nodes(const std::string& text, const std::string& libraries = "") {
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>)" +
           libraries + R"(<library_visual_scenes><visual_scene id="s">)" + text +
           R"(</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

const std::string kCameras =
    R"(<library_cameras><camera id="c"><optics><technique_common><perspective><xfov>50</xfov><znear>1</znear><zfar>9</zfar>
</perspective></technique_common></optics></camera></library_cameras>)";
const std::string kBones = R"(<node id="hip"><node id="spine"><translate>0 1 0</translate><node id="head">
<translate>0 1 0</translate></node></node></node>)";
const std::string kRig =
    R"(<node id="Rig"><node id="Eye"><translate>0 0 99</translate><instance_camera url="#c"/></node></node>)";

}  // namespace

TEST_CASE("A static skeleton without clips is a model") {
    const ImportedModel imported = import_files::importText("bones.dae", nodes(kBones));
    CHECK(imported.model.clips.empty());
    CHECK(findNode(imported.model.hierarchy, "head"));
}

TEST_CASE("Cameras, and what holds nothing else, are not part of a skeleton without meshes") {
    const ImportedModel imported = import_files::importText("bones.dae", nodes(kBones + kRig, kCameras));
    CHECK(findNode(imported.model.hierarchy, "head"));
    CHECK_FALSE(findNode(imported.model.hierarchy, "Eye"));
    CHECK_FALSE(findNode(imported.model.hierarchy, "Rig"));
    CHECK_THROWS_WITH(import_files::importText("camera.dae", nodes(kRig, kCameras)),
                      Catch::Matchers::ContainsSubstring("has neither a mesh nor a skeleton"));
    CHECK_THROWS_WITH(import_files::importText("place.dae", nodes("<node id=\"one\"/>")),
                      Catch::Matchers::ContainsSubstring("has neither a mesh nor a skeleton"));
}

TEST_CASE("An SMD file is Z up") {
    const std::string text =
        "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\ntriangles\nskin.bmp\n"
        "0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 0 1 0 0 1 0 1\nend\n";
    CHECK(import_files::importText("model.smd", text).model.up == UpAxis::z);
}
