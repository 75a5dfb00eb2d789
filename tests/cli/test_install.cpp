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
          "mime/packages/sinew.xml", "metainfo/sinew.metainfo.xml", "thumbnailers/sinew.thumbnailer",
          "bash-completion/completions/sinew", "zsh/site-functions/_sinew", "fish/vendor_completions.d/sinew.fish"})
        CHECK(std::filesystem::is_regular_file(moved + "/share/" + file));
}

TEST_CASE("bash completes options, words, files and the clips of the model", "[cli]") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "a folder");
    std::filesystem::copy_file(asset("tube.dae"), folder / "a tube.dae");
    const std::string script = "source '" SINEW_PACKAGING
                               "/completions/sinew.bash'; compopt() { :; }\n"
                               "COMP_WORDS=('" SINEW_EXECUTABLE
                               "' \"$@\"); COMP_CWORD=$#; _sinew\n"
                               "printf '%s\\n' \"${COMPREPLY[@]}\"";
    const auto completed = [&](std::vector<std::string> words) {
        Command command{.arguments = std::vector<std::string>{"bash", "-c", script, "bash"} + words,
                        .folder = folder.path()};
        const Finished finished = run(command);
        requireExit(finished, 0);
        CHECK(finished.err.empty());
        return finished.out;
    };
    CHECK(completed({"--vie"}) == "--view\n");
    CHECK(completed({"--fit", "=", "p"}) == "pose\n");
    CHECK(completed({"a"}) == "a folder\na tube.dae\n");
    CHECK(completed({"--textures", "a"}) == "a folder\n");
    CHECK(completed({asset("character.dae"), "-a", "W"}) == "Walk\nWave\n");
    CHECK(completed({asset("character.dae"), "--bone", "upperarm_"}) == "upperarm_L\nupperarm_R\n");
    CHECK(completed({"missing.dae", "-a", "W"}) == "\n");
}
