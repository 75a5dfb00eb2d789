#include <string>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/bmp.h"
#include "support/models/collada.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

using sinew::ImportedModel;
using sinew::Material;
using sinew::TextureSlot;

namespace {

/// A Phong material with an emissive texture and, in an <extra>, a technique of that profile.
std::string model(const std::string& surface, const std::string& profile = "glTF") {
    import_files::Collada file;
    file.images = R"(<image id="lamp"><init_from>lamp.bmp</init_from></image>)"
                  R"(<image id="both"><init_from> my%20maps.bmp </init_from></image>)";
    file.effects =
        R"(<emission><texture texture="lamp" texcoord="UV"/></emission><diffuse><color>1 1 1 1</color></diffuse>)"
        R"(<specular><color>0.9 0.9 0.9 1</color></specular><shininess><float>500</float></shininess>)";
    std::string text = file.text();
    for (const char* tag : {"<lambert>", "</lambert>"})
        text = replaced(text, tag, tag[1] == '/' ? "</phong>" : "<phong>");
    text = replaced(
        text, "<profile_COMMON>",
        R"(<profile_COMMON><newparam sid="s"><surface type="2D"><init_from>both</init_from></surface></newparam>)"
        R"(<newparam sid="sampler"><sampler2D><source>s</source></sampler2D></newparam>)");
    return replaced(text, "</technique></profile_COMMON>",
                    R"(<extra><technique profile=")" + profile + "\">" + surface +
                        "</technique></extra></technique></profile_COMMON>");
}

ImportedModel imported(const std::string& text) {
    const TemporaryFolder folder;
    for (const char* name : {"lamp.bmp", "my maps.bmp"})
        import_files::write(folder / name, import_files::bmp(2, 2, 200, 100, 50));
    import_files::write(folder / "model.dae", text);
    return sinew::importModel(folder / "model.dae");
}

const Material& used(const ImportedModel& model) {
    return model.model.materials.at(model.model.meshes.at(0).material);
}

std::string number(const std::string& name, const std::string& value) {
    return "<" + name + "><float>" + value + "</float></" + name + ">";
}

std::string texture(const std::string& name, const std::string& sampler = "sampler", const std::string& set = "UV") {
    return "<" + name + "><texture texture=\"" + sampler + "\" texcoord=\"" + set + "\"/></" + name + ">";
}

}  // namespace

TEST_CASE("A Collada material with a glTF technique is metallic-roughness") {
    const auto file =
        imported(model(number("metallic", "0.5") + number("roughness", "0.7") + number("occlusionStrength", "0.25") +
                       number("emissiveStrength", "3") + texture("metallicRoughness") + texture("occlusion")));
    const Material& material = used(file);
    CHECK(material.metallic == Approx(0.5f));
    CHECK(material.roughness == Approx(0.7f));
    CHECK(material.occlusionStrength == Approx(0.25f));
    CHECK(material.emissive == glm::vec3(3.0f));
    CHECK(material.specular == 1.0f);
    REQUIRE(material.texture(TextureSlot::metallicRoughness));
    CHECK(material.texture(TextureSlot::occlusion) == material.texture(TextureSlot::metallicRoughness));
    CHECK(file.model.textures.at(material.texture(TextureSlot::occlusion)->texture).found());
    CHECK(file.model.textures.size() == 2);
    CHECK(countOf(file.report.findings, "material-invalid") == 0);
}

TEST_CASE("In a glTF technique of Collada, metallic and roughness are 1 by default") {
    const Material material = used(imported(model(texture("metallicRoughness"))));
    CHECK(material.metallic == 1.0f);
    CHECK(material.roughness == 1.0f);
    CHECK(material.emissive == glm::vec3(1.0f));
    CHECK_FALSE(material.texture(TextureSlot::occlusion));
}

TEST_CASE("Techniques of other profiles leave a Collada material as it is") {
    const Material material = used(imported(model(number("metallic", "1") + texture("occlusion"), "MAYA")));
    CHECK(material.metallic == 0.0f);
    CHECK(material.roughness < 0.3f);
    CHECK(material.specular > 1.0f);
    CHECK_FALSE(material.texture(TextureSlot::occlusion));
}

TEST_CASE("Invalid values of a glTF technique in Collada are limited or ignored, with one finding") {
    const auto file =
        imported(model(number("metallic", "7") + number("roughness", "NaN") + number("emissiveStrength", "-1") +
                       texture("metallicRoughness", "nowhere") + "<occlusion/>" + number("occlusionStrength", "soft")));
    const Material& material = used(file);
    CHECK(material.metallic == 1.0f);
    CHECK(material.roughness == 1.0f);
    CHECK(material.emissive == glm::vec3(0.0f));
    CHECK(material.occlusionStrength == 1.0f);
    CHECK_FALSE(material.texture(TextureSlot::metallicRoughness));
    CHECK_FALSE(material.texture(TextureSlot::occlusion));
    CHECK(countOf(file.report.findings, "material-invalid") == 1);
}

TEST_CASE("The maps of a glTF technique in Collada are on the UV set that the scene binds") {
    const auto bound = [](int set) {
        return imported(replaced(
            model(texture("metallicRoughness", "sampler", "second") + texture("occlusion", "sampler", "UV")),
            R"(<instance_material symbol="m" target="#m"/>)",
            R"(<instance_material symbol="m" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>)"
            R"(<bind_vertex_input semantic="second" input_semantic="TEXCOORD" input_set=")" +
                std::to_string(set) + R"("/></instance_material>)"));
    };
    const Material material = used(bound(1));
    CHECK(material.texture(TextureSlot::metallicRoughness)->uvSet == 1);
    CHECK(material.texture(TextureSlot::occlusion)->uvSet == 0);
    const auto later = bound(2);
    CHECK(used(later).texture(TextureSlot::metallicRoughness)->uvSet == 0);
    CHECK(countOf(later.report.findings, "uv-set-ignored") == 1);
}

TEST_CASE("Images of Collada 1.5 are found for a glTF technique") {
    std::string text = replaced(model(texture("occlusion")), "<source>s</source>", R"(<instance_image url="#both"/>)");
    text = replaced(text, "<init_from> my%20maps.bmp </init_from>", "<init_from><ref>my%20maps.bmp</ref></init_from>");
    const auto file = imported(text);
    REQUIRE(used(file).texture(TextureSlot::occlusion));
    CHECK(file.model.textures.at(used(file).texture(TextureSlot::occlusion)->texture).found());
}

TEST_CASE("Each Collada material has its own glTF technique") {
    // assimp sorts materials by id, and numbers those of the same name.
    const std::string other = R"(<material id="a" name="m"><instance_effect url="#plain"/></material>)"
                              R"(<material id="z" name="m"><instance_effect url="#plain"/></material>)"
                              R"(<material id="lost" name="lost"><instance_effect url="#nowhere"/></material>)";
    std::string text =
        replaced(model(number("metallic", "0.75")), "<library_materials>", "<library_materials>" + other);
    text = replaced(text, "<library_effects>",
                    R"(<library_effects><effect id="plain"><profile_COMMON><technique sid="c"><lambert><diffuse>)"
                    R"(<color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect>)");
    const auto file = imported(text);
    REQUIRE(file.model.materials.size() == 3);
    CHECK(used(file).metallic == 0.75f);
    for (const Material& material : file.model.materials)
        CHECK((material.metallic == 0.75f) == (material.baseColor == glm::vec4(1.0f)));
}

TEST_CASE("A constant surface of Collada is what it emits") {
    import_files::Collada file{.effects = "<emission><color>0 0.5 1 1</color></emission>"};
    const std::string text = replaced(replaced(file.text(), "<lambert>", "<constant>"), "</lambert>", "</constant>");
    const ImportedModel whole = imported(text);
    const Material& material = whole.model.materials.at(0);
    CHECK(glm::vec3(material.baseColor) == glm::vec3(0.0f));
    CHECK(material.specular == 0.0f);
    CHECK(material.emissive.z == 1.0f);
}
