#include <signal.h>

#include <filesystem>
#include <map>

#include "cli/expect.h"
#include "cli/json_lines.h"
#include "support/temporary_folder.h"

// Lists of models, drawn by one process.

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("a list of models is drawn, and unreadable models are reported and skipped") {
    const TemporaryFolder folder;
    writeFile(folder / "broken.dae", "no model");
    std::filesystem::create_directory(folder / "other");
    std::filesystem::copy_file(kTube, folder / "other/snake.dae");
    writeFile(folder / "list", kTube + "\n\nbroken.dae\r\n" + kSnake + "\nother/snake.dae\n");
    const Finished finished =
        runSinewIn(folder.path(), Arguments{"--batch", "list", "-o", "{name}.png", "--json"} + kSmall);
    requireExit(finished, 3);
    INFO(finished.describe());
    CHECK(contains(finished.err, "sinew: broken.dae: "));
    CHECK(contains(finished.err, "sinew: other/snake.dae: snake.png is already the picture of " + kSnake));
    CHECK(contains(finished.err, "2 of 4 models failed"));
    CHECK(namesIn(folder.path()) == Arguments{"broken.dae", "list", "other", "snake.png", "tube.png"});
    const std::vector<Json> lines = jsonLines(finished.out);
    REQUIRE(lines.size() == 5);
    for (size_t i = 0; i < 4; ++i)
        CHECK(lines[i]["done"] == (i % 2 == 0));
    CHECK(lines[4] == Json{{"schema", 1}, {"files", 4}, {"done", 2}, {"failed", 2}, {"frames", 2}});
    for (const auto& [name, model] : {std::pair("tube", kTube), std::pair("snake", kSnake)}) {
        requireExit(runSinewIn(folder.path(), Arguments{model, "-o", "alone.png"} + kSmall), 0);
        CHECK((readFile(folder / (std::string(name) + ".png")) == readFile(folder / "alone.png")));
    }
}

TEST_CASE("a list can come from stdin and make films, with numbered names") {
    const TemporaryFolder folder;
    Command command = sinewCommand({});
    command.folder = folder.path();
    command.arguments = {
        "sh",
        "-c",
        "printf '%s\\n' \"$1\" \"$2\" | \"$0\" --batch - -o '{number}_{name}.webp' --frames 3 --size 64x48",
        SINEW_EXECUTABLE,
        kTube,
        kSnake};
    const Finished finished = run(command);
    requireExit(finished, 0);
    CHECK(finished.out.empty());
    CHECK(finished.err == "sinew: -: 2 models drawn\n");
    CHECK(namesIn(folder.path()) == Arguments{"0001_tube.webp", "0002_snake.webp"});
}

TEST_CASE("a list without a model is refused") {
    const TemporaryFolder folder;
    writeFile(folder / "list", "\n  \n\t\r\n");
    const Finished finished = runSinewIn(folder.path(), {"--batch", "list", "-o", "{name}.png", "--json"});
    requireExit(finished, 3);
    CHECK(finished.err == "sinew: list: lists no models\n");
    CHECK(finished.out.empty());
}

TEST_CASE("a percent sign in a model's name appears once in its picture's name and in JSON") {
    const TemporaryFolder folder;
    std::filesystem::copy_file(kTube, folder / "50% off.dae");
    writeFile(folder / "list", "50% off.dae\n  \n");
    const Finished finished =
        runSinewIn(folder.path(), Arguments{"--batch", "list", "-o", "{name}.png", "--json"} + kSmall);
    requireExit(finished, 0);
    CHECK(jsonLines(finished.out).at(0)["output"] == "50% off.png");
    CHECK(namesIn(folder.path()) == Arguments{"50% off.dae", "50% off.png", "list"});
}

TEST_CASE("no picture of a list replaces a model of it") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "in");
    std::filesystem::copy_file(kTube, folder / "in/a.dae");
    std::filesystem::copy_file(kTube, folder / "a.dae");
    std::filesystem::create_hard_link(folder / "a.dae", folder / "b.dae");
    writeFile(folder / "list", "in/a.dae\nb.dae\n");
    const Finished finished =
        runSinewIn(folder.path(), Arguments{"--batch", "list", "-o", "{name}.dae", "--format", "png"} + kSmall);
    requireExit(finished, 3);
    CHECK(contains(finished.err, "sinew: in/a.dae: its picture a.dae would overwrite b.dae; "));
    CHECK(readFile(folder / "a.dae") == readFile(kTube));
}

TEST_CASE("the report of a list has its summary, even if a signal ends the run") {
    const int signal = GENERATE(SIGINT, SIGTERM);
    const TemporaryFolder folder;
    std::string list;
    for (int i = 0; i < 2000; ++i)
        list += kTube + '\n';
    writeFile(folder / "list", list);
    Command command =
        sinewCommand({"--batch", "list", "-o", "{number}_{name}.png", "--json", "--size", "32x32", "--samples", "1"});
    command.folder = folder.path();
    Process process(command);
    REQUIRE(waitFor(60.0, [&] { return namesIn(folder.path()).size() > 4; }));
    process.send(signal);
    const Finished finished = process.wait(20.0);
    INFO(finished.describe());
    CHECK(finished.signal == signal);
    std::vector<Json> lines = jsonLines(finished.out);
    const size_t done = lines.size() - 1;
    CHECK(done >= 3);
    CHECK(lines.back() == Json{{"schema", 1}, {"files", 2000}, {"done", done}, {"failed", 0}, {"frames", done}});
}

TEST_CASE("the report of a list has its summary, even if a picture cannot be written") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "tube");
    writeFile(folder / "list", kTube + '\n' + kSnake + '\n' + kTube + '\n');
    const Finished finished =
        runSinewIn(folder.path(), Arguments{"--batch", "list", "-o", "{name}/{number}.png", "--json"} + kSmall);
    requireExit(finished, 5);
    const std::vector<Json> lines = jsonLines(finished.out);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["done"] == true);
    CHECK(lines[1] == Json{{"schema", 1}, {"files", 3}, {"done", 1}, {"failed", 0}, {"frames", 1}});
}

TEST_CASE("the report of a list has its summary, even without a device") {
    const TemporaryFolder folder;
    writeFile(folder / "list", kTube + '\n');
    Command command = sinewCommand(Arguments{"--batch", "list", "-o", "{name}.png", "--json"} + kSmall);
    command.folder = folder.path();
    for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
        command.environment[variable] = folder / "none.json";
    const Finished finished = run(command);
    requireExit(finished, 4);
    CHECK(isOneLine(finished.err));
    const std::vector<Json> lines = jsonLines(finished.out);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0] == Json{{"schema", 1}, {"files", 1}, {"done", 0}, {"failed", 0}, {"frames", 0}});
}

TEST_CASE("each model of a list has the same frames as alone") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "alone");
    std::filesystem::create_directory(folder / "listed");
    // Only the character has textures and morph targets; it comes between the others, and again at the end.
    const Arguments models{kTube, kCharacter, kSnake, kCharacter};
    const Arguments frames{"--frames", "2:4", "--fps", "8", "--size", "96x64"};
    std::string list;
    for (size_t i = 0; i < models.size(); ++i) {
        const std::string name = std::to_string(i + 1) + '_' + std::filesystem::path(models[i]).stem().string();
        requireExit(runSinewIn(folder / "alone", Arguments{models[i], "-o", "000" + name + "_%04d.png"} + frames), 0);
        list += models[i] + '\n';
    }
    writeFile(folder / "list", list);
    requireExit(
        runSinewIn(folder / "listed", Arguments{"--batch", "../list", "-o", "{number}_{name}_%04d.png"} + frames), 0);
    const std::map<std::string, std::string> alone = filesIn(folder / "alone"), listed = filesIn(folder / "listed");
    REQUIRE(namesIn(folder / "alone") == namesIn(folder / "listed"));
    CHECK(alone.size() == 12);
    for (const auto& [name, bytes] : alone) {
        INFO(name);
        CHECK((listed.at(name) == bytes));
    }
    CHECK(alone.at("0001_tube_0002.png") != alone.at("0001_tube_0003.png"));
}
