#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "cli/expect.h"
#include "support/temporary_folder.h"

// What shells complete, each with its file of packaging/completions.

namespace {

bool hasShell(const std::string& name) {
    return run({.arguments = {"sh", "-c", "command -v " + name}}).exit == 0;
}

/// A folder with a folder and a model, whose names have spaces.
struct NamesFolder {
    TemporaryFolder folder;

    NamesFolder() {
        std::filesystem::create_directory(folder / "a folder");
        std::filesystem::copy_file(asset("tube.dae"), folder / "a tube.dae");
        writeFile(folder / "colon.bvh",
                  "HIERARCHY\nROOT mixamorig:Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                  "JOINT mixamorig:LeftArm\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                  "End Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0 0 0 0\n");
    }

    /// What a program prints there, with sinew in its PATH and no settings of the user.
    std::string outputOf(std::vector<std::string> arguments) const {
        const std::string path = std::filesystem::path(SINEW_EXECUTABLE).parent_path().string();
        const Finished finished = run({.arguments = std::move(arguments),
                                       .environment = {{"PATH", path + ":" + std::getenv("PATH")},
                                                       {"HOME", folder.path().string()},
                                                       {"XDG_CONFIG_HOME", std::nullopt},
                                                       {"XDG_DATA_HOME", std::nullopt}},
                                       .folder = folder.path()});
        requireExit(finished, 0);
        INFO(finished.describe());
        CHECK(finished.err.empty());
        return finished.out;
    }
};

}  // namespace

TEST_CASE("bash completes options, words, files and the clips of the model", "[cli]") {
    const NamesFolder names;
    const std::string script = "source '" SINEW_PACKAGING
                               "/completions/sinew.bash'; compopt() { :; }\n"
                               "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'\n"
                               "COMP_LINE='" SINEW_EXECUTABLE
                               " '$1; COMP_POINT=${#COMP_LINE}; _sinew\n"
                               "printf '%s\\n' \"${COMPREPLY[@]}\"";
    const auto completed = [&](const std::string& line) {
        Command command{.arguments = {"bash", "-c", script, "bash", line},
                        .environment = {{"HOME", names.folder.path().string()}},
                        .folder = names.folder.path()};
        const Finished finished = run(command);
        requireExit(finished, 0);
        CHECK(finished.err.empty());
        return finished.out;
    };
    CHECK(completed("--vie") == "--view\n");
    CHECK(completed("--fit=p") == "pose\n");
    CHECK(completed("a") == "a folder\na tube.dae\n");
    CHECK(completed("--textures a") == "a folder\n");
    CHECK(completed("--textures=a") == "a folder\n");
    CHECK(completed("~/a\\ t") == "~/a tube.dae\n");
    CHECK(completed(asset("character.dae") + " -a W") == "Walk\nWave\n");
    CHECK(completed(asset("character.dae") + " --bone upperarm_") == "upperarm_L\nupperarm_R\n");
    CHECK(completed("missing.dae -a W") == "\n");
    for (const char* model : {"'a tube.dae'", "\"a tube.dae\"", "a\\ tube.dae", "~/a\\ tube.dae"})
        CHECK(completed(std::string(model) + " -a ") == "none\nBend\n");
    // Bash's words end at a colon.
    CHECK(completed("colon.bvh --bone mixamorig:Hi") == "Hips\n");
    CHECK(completed("colon.bvh --bone 'mixamorig:Le") == "mixamorig:LeftArm\n");
}

TEST_CASE("zsh completes options, words, files and the clips of the model", "[cli]") {
    if (!hasShell("zsh")) SKIP("zsh is not installed");
    const NamesFolder names;
    const std::string character = asset("character.dae");
    CHECK(names.outputOf({SINEW_SOURCE_DIR "/tests/cli/complete_in_zsh.py", SINEW_PACKAGING "/completions",
                          "sinew --vie", "sinew --fit=p", "sinew a\\ t", "sinew --textures a",
                          "sinew " + character + " -a Wal", "sinew " + character + " --bone upperarm_L",
                          "sinew missing.dae -a W", "sinew ~/a\\ tube.dae -a Be", "sinew 'a tube.dae' -a Be",
                          "sinew colon.bvh --bone mixamorig:Hi"}) ==
          fmt::format("sinew --view \nsinew --fit=pose \nsinew a\\ tube.dae \nsinew --textures a\\ folder/\n"
                      "sinew {0} -a Walk \nsinew {0} --bone upperarm_L \nsinew missing.dae -a W\n"
                      "sinew ~/a\\ tube.dae -a Bend \nsinew 'a tube.dae' -a Bend \n"
                      "sinew colon.bvh --bone mixamorig:Hips \n",
                      character));
}

TEST_CASE("fish completes options, words, files and the clips of the model", "[cli]") {
    if (!hasShell("fish")) SKIP("fish is not installed");
    const NamesFolder names;
    /// Without the descriptions.
    const auto completed = [&](const std::string& line) {
        std::string text = names.outputOf(
            {"fish", "--no-config", "--command",
             "source '" SINEW_PACKAGING "/completions/sinew.fish'; complete --do-complete $argv[1]", "--", line});
        for (size_t tab = 0; (tab = text.find('\t')) != std::string::npos;)
            text.erase(tab, text.find('\n', tab) - tab);
        return text;
    };
    CHECK(completed("sinew --vie") == "--view\n");
    CHECK(completed("sinew --fit=p") == "--fit=pose\n");
    CHECK(completed("sinew a") == "a folder/\na tube.dae\n");
    CHECK(completed("sinew --textures a") == "a folder/\n");
    CHECK(completed("sinew " + asset("character.dae") + " -a W") == "Walk\nWave\n");
    CHECK(completed("sinew missing.dae -a W").empty());
    CHECK(completed("sinew ~/a\\ tube.dae -a Be") == "Bend\n");
    CHECK(completed("sinew 'a tube.dae' -a Be") == "Bend\n");
    CHECK(completed("sinew colon.bvh --bone mixamorig:Hi") == "mixamorig:Hips\n");
}
