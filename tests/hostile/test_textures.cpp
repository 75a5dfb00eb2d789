#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/hostile_pictures.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// A model with a hostile image is drawn without it, quickly, and with a finding.

namespace fs = std::filesystem;

TEST_CASE("a model with a hostile image is drawn without it", "[hostile]") {
    import_files::Collada model;
    model.images = "<image id=\"i\"><init_from>skin.png</init_from></image>";
    model.effects = "<diffuse><texture texture=\"i\" texcoord=\"uv\"/></diffuse>";
    for (const hostile::Hostile& picture : hostile::hostilePictures()) {
        INFO("the picture " << picture.what);
        const TemporaryFolder folder;
        import_files::write(folder / "model.dae", model.text());
        picture.make(folder / "skin.png");
        const double begin = nowSeconds();
        const Finished info = runSinew({folder / "model.dae", "--info", "--json"});
        CHECK(nowSeconds() - begin < scaledSeconds(5.0));
        INFO(info.describe());
        REQUIRE(info.exit == 0);
        const auto json = nlohmann::json::parse(info.out);
        CHECK(json.at("textures").at(0).at("found") == false);
        bool said = false;
        for (const auto& finding : json.at("findings"))
            said = said || finding.at("id") == "texture-missing" || finding.at("id") == "texture-unreadable";
        CHECK(said);
        const Finished drawn = runSinew(small({folder / "model.dae", "-o", folder / "picture.png"}));
        INFO(drawn.describe());
        CHECK(drawn.exit == 0);
        CHECK(fs::exists(folder / "picture.png"));
    }
}
