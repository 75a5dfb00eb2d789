#include <filesystem>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// An installed program works without the source tree.

TEST_CASE("an installed sinew finds its shaders and its character", "[cli][slow]") {
    const TemporaryFolder folder;
    const std::string prefix = folder / "some where", moved = folder / "moved";
    requireExit(run({.arguments = {"cmake", "--install", SINEW_BINARY_DIR, "--prefix", prefix}}), 0);
    std::filesystem::rename(prefix, moved);
    Command command = sinewCommand({});
    command.arguments[0] = moved + "/bin/sinew";
    command.folder = folder.path();
    const Finished finished = run(command);
    requireExit(finished, 0);
    CHECK(isPng(readFile(folder / "sinew.png")));
    INFO(finished.err);
    CHECK_FALSE(contains(finished.err, "warning"));
    requireExit(runSinewIn(folder.path(), {"-o", "built.png"}), 0);
    CHECK((readFile(folder / "sinew.png") == readFile(folder / "built.png")));
    for (const char* file :
         {"man/man1/sinew.1.gz", "applications/sinew.desktop", "icons/hicolor/scalable/apps/sinew.svg",
          "mime/packages/sinew.xml", "metainfo/io.github.sinew.sinew.metainfo.xml", "thumbnailers/sinew.thumbnailer",
          "bash-completion/completions/sinew", "zsh/site-functions/_sinew", "fish/vendor_completions.d/sinew.fish"})
        CHECK(std::filesystem::is_regular_file(moved + "/share/" + file));
}
