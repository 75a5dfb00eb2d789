#include "app/load/model_list.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;

TEST_CASE("A directory stands for its models, sorted by name, and a file for itself") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "deeper.dae");
    for (const char* name : {"b.FBX", "a.dae", "c.sinew", "notes.txt", "picture.png", "none"})
        std::ofstream(folder / name) << "x";
    const std::string path = folder.path().string();
    const std::vector<std::string> given{"missing.dae", path, "notes.txt", ""};
    CHECK(modelsIn(given) == std::vector<std::string>{"missing.dae", path + "/a.dae", path + "/b.FBX",
                                                      path + "/c.sinew", "notes.txt", ""});
}

TEST_CASE("A directory without models is refused") {
    const TemporaryFolder folder;
    std::ofstream(folder / "notes.txt") << "x";
    const std::vector<std::string> given{folder.path().string()};
    CHECK_THROWS_WITH(modelsIn(given), folder.path().string() + ": contains no models");
}
