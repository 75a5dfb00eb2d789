#include <filesystem>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// Shaders compiled from a folder instead of those built in.

namespace {

const std::string kShaders = SINEW_SHADERS;

}  // namespace

TEST_CASE("the directory of the built-in shaders gives the same bytes", "[cli]") {
    const TemporaryFolder folder;
    requireExit(runSinewIn(folder.path(), Arguments{kTube, "--skeleton", "-o", "built-in.png"} + kSmall), 0);
    requireExit(runSinewIn(folder.path(),
                           Arguments{kTube, "--skeleton", "-o", "folder.png", "--shader-dir", kShaders} + kSmall),
                0);
    CHECK((readFile(folder / "built-in.png") == readFile(folder / "folder.png")));
}

TEST_CASE("a shader that does not compile exits with 3, the file and the line of the error", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::copy(kShaders, folder / "shaders");
    writeFile(folder / "shaders/lit.frag", "#version 450\nvoid main() { nonsense(); }\n");
    const Finished finished =
        runSinewIn(folder.path(), Arguments{kTube, "-o", "out.png", "--shader-dir", "shaders"} + kSmall);
    requireExit(finished, 3);
    CHECK(finished.err.starts_with("sinew: "));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("lit.frag:2"));
    CHECK_THAT(finished.err, Catch::Matchers::ContainsSubstring("nonsense"));
    CHECK_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_CASE("a directory without shaders exits with 3", "[cli]") {
    const TemporaryFolder folder;
    const std::string shaders = GENERATE(".", "missing");
    const Finished finished =
        runSinewIn(folder.path(), Arguments{kTube, "--headless", "--shader-dir", shaders} + kSmall);
    requireExit(finished, 3);
    CHECK(isOneLine(finished.err));
}
