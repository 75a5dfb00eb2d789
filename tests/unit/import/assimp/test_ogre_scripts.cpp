#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/ogre.h"
#include "support/temporary_folder.h"

TEST_CASE("Materials of an Ogre mesh are found in scripts of any name, also below --textures") {
    const TemporaryFolder folder;
    const std::string unit = "{\n technique\n {\n pass\n {\n texture_unit\n {\n texture ";
    const auto material = [&](const std::string& name, const std::string& texture) {
        return "material " + name + "\n" + unit + texture + "\n}\n}\n}\n}\n";
    };
    import_files::write(folder / "meshes/model.mesh", ogre::mesh());
    import_files::write(folder / "meshes/some/all.MATERIAL",
                        "// no material skin\n" + material("skin2", "b.png") + material("skin", "a.png"));
    import_files::write(folder / "scripts/other.material", material("\"coat\"", "c.png"));
    const auto texturesOf = [](const sinew::ImportedModel& imported) {
        std::vector<std::string> names;
        for (const sinew::Texture& texture : imported.model.textures)
            names.push_back(texture.name);
        return names;
    };
    const std::filesystem::path path = folder / "meshes/model.mesh";
    const auto alone = sinew::importModel(path);
    CHECK(texturesOf(alone) == std::vector<std::string>{"a.png"});
    size_t missing = 0;
    for (const sinew::Finding& finding : alone.report.findings)
        missing += finding.object == "coat" && finding.message.starts_with("no .material file");
    CHECK(missing == 1);
    CHECK(texturesOf(sinew::importModel(path, {.textureFolders = {folder / "scripts"}})) ==
          std::vector<std::string>{"a.png", "c.png"});
}
