#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"

// DirectX files in text, as assimp reads them.

namespace {

using import_files::importText;

const std::string kHead = "xof 0303txt 0032\n";

/// A triangle, `rest` within its mesh.
std::string mesh(const std::string& rest) {
    return "Mesh m { 3; 0.0;0.0;0.0;,1.0;0.0;0.0;,0.0;1.0;0.0;; 1; 3;0,1,2;; " + rest + " }\n";
}

std::string material(const std::string& name, const std::string& color) {
    return "Material " + name + " { " + color + ";1.0;; 1.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; }\n";
}

std::string clip(const std::string& keys) {
    return kHead + "Frame b { " + mesh("") + " }\nAnimationSet w { Animation { {b} AnimationKey { " + keys + " } } }\n";
}

}  // namespace

TEST_CASE("A mesh of an X file has the material that it names in braces", "[import]") {
    const std::string both = "# two\n" + material("Red#1", "1.0;0.0;0.0") + material("Green", "0.0;1.0;0.0 // green\n");
    for (const std::string name : {"Red#1", "Green"}) {
        const auto imported =
            importText("model.x", kHead + both + mesh("MeshMaterialList { 1; 1; 0;; { " + name + " } }"));
        CHECK(imported.model.materials.size() == 2);
        CHECK(imported.model.materials.at(imported.model.meshes.at(0).material).name == name);
    }
    // Where it stands after the mesh, and within the list of another one.
    const auto after =
        importText("model.x", kHead + mesh("MeshMaterialList { 1; 1; 0;; {Blue} }") +
                                  mesh("MeshMaterialList { 1; 1; 0;; " + material("Blue", "0.0;0.0;1.0") + " }"));
    for (const sinew::SkinnedMesh& part : after.model.meshes)
        CHECK(after.model.materials.at(part.material).name == "Blue");
}

TEST_CASE("Integers without a point and long separators of an X file are read", "[import]") {
    CHECK(importText("model.x", kHead + "Frame r { FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1;; }\n" +
                                    mesh("") + " }\n")
              .model.meshes.size() == 1);
    for (
        const char* text :
        {"Mesh m { 3; 0.0;0.0;0.0;;,1.0;0.0;0.0;;,0.0;1.0;0.0;;; 1; 3;0,1,2;; }\n",
         "Mesh m { 3; 0;0;0;,1;0;0;,0;1;0;; 1; 3;0,1,2;;,; MeshTextureCoords { 3; 0.0;0.0;;,1.0;0.0;;,0.0;1.0;;; } }\n"}) {
        const auto imported = importText("model.x", kHead + text);
        CHECK(imported.model.meshes.at(0).triangleCount() == 1);
        CHECK(imported.model.meshes.at(0).positions.size() == 3);
    }
    const auto moved = importText("model.x", clip("2; 2; 0;3;0,0,0;;;, 10;3;1,2,0;;;;")).model.clips.at(0);
    CHECK(moved.channels.at(0).translation.values.back() == glm::vec3(1, 2, 0));
}

TEST_CASE("Keys of an X file without a rate are frames, or ticks where they are far apart", "[import]") {
    const auto seconds = [](const std::string& keys) {
        return importText("model.x", clip(keys)).model.clips.at(0).durationSeconds;
    };
    CHECK(seconds("2; 3; 0;3;0.0,0.0,0.0;;, 2400;3;1.0,0.0,0.0;;, 4800;3;2.0,0.0,0.0;;;") == Approx(1.0));
    CHECK(seconds("2; 3; 0;3;0.0,0.0,0.0;;, 160;3;1.0,0.0,0.0;;, 9600;3;2.0,0.0,0.0;;;") == Approx(2.0));
    CHECK(seconds("2; 2; 0;3;0.0,0.0,0.0;;, 100;3;1.0,0.0,0.0;;;") == Approx(4.0));
    CHECK(seconds("2; 3; 0;3;0.0,0.0,0.0;;, 1;3;1.0,0.0,0.0;;, 1000;3;2.0,0.0,0.0;;;") == Approx(40.0));
}

TEST_CASE("Faces of an X file below a frame that mirrors are drawn as they run", "[import]") {
    // As Blender's exporter writes: a frame that exchanges Y and Z, and faces that run clockwise seen along the normal.
    const std::string normals = "MeshNormals { 1; 0.0;0.0;1.0;; 1; 3;0,0,0;; }";
    const auto face = [&](const std::string& matrix, const std::string& corners) {
        std::string part = mesh(normals);
        part.replace(part.find("3;0,1,2"), 7, "3;" + corners);
        const auto imported =
            importText("model.x", kHead + "Frame r { FrameTransformMatrix { " + matrix + ";; }\n" + part + " }\n");
        const sinew::SkinnedMesh& first = imported.model.meshes.at(0);
        const glm::vec3 a = first.positions[first.indices[0]];
        return glm::dot(glm::cross(first.positions[first.indices[1]] - a, first.positions[first.indices[2]] - a),
                        first.normals[first.indices[0]]) > 0.0f;
    };
    const std::string plain = "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0";
    const std::string mirror = "1.0,0.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,0.0,1.0";
    CHECK(face(plain, "0,1,2") != face(plain, "2,1,0"));
    CHECK(face(mirror, "0,1,2"));
    CHECK(face(mirror, "2,1,0"));
}

TEST_CASE("Light that a material of an X file emits is multiplied by its texture", "[import]") {
    const auto imported = importText(
        "model.x", kHead + mesh("MeshMaterialList { 1; 1; 0;; Material a { 1.0;1.0;1.0;1.0;; 1.0; 0.0;0.0;0.0;; "
                                "1.0;1.0;1.0;; TextureFilename { \"a.png\"; } } }"));
    const sinew::Material& material = imported.model.materials.at(imported.model.meshes.at(0).material);
    CHECK(material.emissive == glm::vec3(1.0f));
    REQUIRE(material.texture(sinew::TextureSlot::emissive));
    CHECK(material.texture(sinew::TextureSlot::emissive) == material.texture(sinew::TextureSlot::baseColor));
}
