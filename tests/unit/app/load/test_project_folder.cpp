#include "app/load/project_folder.h"

#include <cstdlib>
#include <fstream>

#include "support/catch.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// A home directory with a model file in a folder below it, during a test.
class Home {
  public:
    Home() {
        const char* const value = std::getenv("HOME");
        before_ = value ? value : "";
        ::setenv("HOME", folder_.path().c_str(), 1);
    }
    ~Home() { ::setenv("HOME", before_.c_str(), 1); }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;

    void put(const std::string& file) const {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file) << "x";
    }
    /// The project of a model in this folder with a missing texture, relative to the home directory; empty: none.
    std::string projectOf(const std::string& folder, const std::string& texture = "x.png") const {
        put(folder + "/model.dae");
        const sinew::Model model{.textures = {{.name = texture}}};
        const fs::path project = sinew::projectFolderOf(folder_ / folder / "model.dae", model);
        return project.empty() ? "" : project.lexically_relative(fs::canonical(folder_.path())).string();
    }

  private:
    TemporaryFolder folder_;
    std::string before_;
};

}  // namespace

TEST_CASE("The project's directory has a file that marks it, or is where the textures' paths lead") {
    const Home home;
    CHECK(home.projectOf("work/robot/meshes") == "work/robot");
    CHECK(home.projectOf("work/robot/meshes", "../../maps/x.png") == "work");
    CHECK(home.projectOf("work/robot/meshes/arm", "..\\..\\maps\\x.png") == "work/robot");
    home.put("work/model.config");
    CHECK(home.projectOf("work/robot/meshes/arm") == "work");
    home.put("work/robot/package.xml");
    CHECK(home.projectOf("work/robot/meshes/arm") == "work/robot");
    CHECK(home.projectOf("work/robot/meshes/arm", "../../../maps/x.png") == "work");
    home.put("game/Game.uproject");
    CHECK(home.projectOf("game/Content/People/Anna") == "game");
}

TEST_CASE("The home directory and what is above it is no project") {
    const Home home;
    home.put(".git");
    CHECK(home.projectOf("models") == "");
    CHECK(home.projectOf("models/anna") == "models");
    CHECK(home.projectOf("models/anna", "../../../../x.png") == "models");
    CHECK(sinew::projectFolderOf("/model.dae", {}) == "");
}
