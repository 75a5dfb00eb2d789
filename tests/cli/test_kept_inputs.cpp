#include <array>
#include <filesystem>
#include <memory>

#include "cli/expect.h"
#include "support/models/bmp.h"
#include "support/models/gltf.h"
#include "support/temporary_folder.h"

// No output destroys a file that the run reads: exit code 2 where the command line tells, else 5.

namespace {

namespace fs = std::filesystem;

/// A textured triangle of an OBJ, and files that commands read.
class Inputs {
  public:
    Inputs() {
        writeFile(folder_ / "model.mtl", "newmtl m\nmap_Kd skin.bmp\n");
        writeFile(folder_ / "skin.bmp", import_files::bmp(2, 2, 200, 40, 20));
        writeFile(folder_ / "model.obj",
                  "mtllib model.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
        import_files::Gltf gltf;
        const int positions = gltf.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
        const std::array<float, 9> corners{0, 0, 0, 1, 0, 0, 0, 1, 0};
        writeFile(folder_ / "data.bin", {reinterpret_cast<const char*>(corners.data()), sizeof corners});
        std::string text =
            gltf.text(R"("meshes":[{"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) +
                      R"(}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)");
        const size_t begin = text.find("data:"), end = text.find('"', begin);
        writeFile(folder_ / "model.gltf", text.replace(begin, end - begin, "data.bin"));
    }
    fs::path path() const { return folder_.path(); }

    /// Runs the program, with the small size of tests where pictures are drawn. No file changes, none is added, and it
    /// says why in one line.
    void checkKept(Arguments arguments, int exit) const {
        const auto before = filesIn(path());
        const Finished finished = runSinewIn(path(), arguments);
        INFO(finished.describe());
        CHECK(finished.exit == exit);
        CHECK(isOneLine(finished.err));
        CHECK((filesIn(path()) == before));
    }
    void link(const std::string& target, const std::string& name) const {
        fs::create_hard_link(path() / target, path() / name);
    }

  private:
    TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a reference is not overwritten and then compared with itself", "[cli]") {
    const Inputs inputs;
    requireExit(runSinewIn(inputs.path(), kSmall + Arguments{kTube, "-o", "good.png"}), 0);
    inputs.link("good.png", "hard.png");
    fs::create_symlink("good.png", inputs.path() / "link.png");
    for (const char* name : {"good.png", "./good.png", "hard.png", "link.png"}) {
        INFO(name);
        inputs.checkKept(kSmall + Arguments{kTube, "--time", "1", "--reference", "good.png", "-o", name}, 2);
        inputs.checkKept(kSmall + Arguments{kTube, "--reference", "good.png", "--diff", name}, 2);
    }
}

TEST_CASE("textures and buffers are not overwritten by pictures, poses and baked files", "[cli]") {
    const Inputs inputs;
    for (const char* name : {"pose.ply", "a.png", "b.sinew", "frame_0001.png", "film.webp", "film.gif"})
        inputs.link("skin.bmp", name);
    inputs.checkKept({"model.obj", "--export-pose", "pose.ply"}, 5);
    inputs.checkKept(kSmall + Arguments{"model.obj", "-o", "a.png"}, 5);
    inputs.checkKept({"model.obj", "--bake", "b.sinew"}, 5);
    inputs.checkKept({"model.obj", "--bake", "b.sinew", "--no-sandbox"}, 5);
    for (const char* film : {"film.webp", "film.gif"})
        inputs.checkKept(kSmall + Arguments{"model.obj", "-o", film, "--frames", "2"}, 5);
    const auto frame = filesIn(inputs.path()).at("frame_0001.png");
    const Finished sequence =
        runSinewIn(inputs.path(), kSmall + Arguments{"model.obj", "-o", "frame_%04d.png", "--frames", "3"});
    requireExit(sequence, 5);
    CHECK((filesIn(inputs.path()).at("skin.bmp") == frame));

    const Inputs others;
    others.link("data.bin", "data.ply");
    others.link("model.mtl", "material.ply");
    others.checkKept({"model.gltf", "--export-pose", "data.ply"}, 5);
    others.checkKept({"model.obj", "--export-pose", "material.ply"}, 5);
    others.link("model.gltf", "model.ply");
    others.checkKept({"model.gltf", "--export-pose", "model.ply"}, 2);
    requireExit(runSinewIn(others.path(), {"model.gltf", "--export-pose", "new.ply"}), 0);
}

TEST_CASE("a batch does not overwrite the list, a model, a texture or its own pictures, and goes on", "[cli]") {
    const Inputs inputs;
    writeFile(inputs.path() / "list",
              "\xEF\xBB\xBFmodel.obj\nmodel.gltf\n" + kTube + "\n..\n-.obj\n" + std::string("zero\0byte", 9) + "\n");
    fs::copy_file(inputs.path() / "model.obj", inputs.path() / "-.obj");
    fs::create_directory(inputs.path() / "out");
    fs::create_hard_link(inputs.path() / "skin.bmp", inputs.path() / "out/model.png");
    fs::create_symlink("tube.png", inputs.path() / "out/-.png");
    const Finished finished =
        runSinewIn(inputs.path(), kSmall + Arguments{"--batch", "list", "-o", "out/{name}.png", "--json"});
    requireExit(finished, 3);
    INFO(finished.describe());
    CHECK(contains(finished.err, "model.obj: out/model.png: would replace a file of model.obj"));
    CHECK(contains(finished.err, "model.gltf: out/model.png is already the picture of model.obj"));
    CHECK(contains(finished.err, "-.obj: out/-.png is already the picture of " + kTube));
    CHECK(contains(finished.err, "..: {name} would be '"));
    CHECK(contains(finished.err, "zero\\x00byte: a name in the list contains a zero byte"));
    CHECK(contains(finished.err, "5 of 6 models failed"));
    CHECK(fs::exists(inputs.path() / "out/tube.png"));
    CHECK((readFile(inputs.path() / "skin.bmp") == readFile(inputs.path() / "out/model.png")));

    writeFile(inputs.path() / "dash", "-.obj\n");
    requireExit(runSinewIn(inputs.path(), kSmall + Arguments{"--batch", "dash", "-o", "{name}", "--format", "png"}), 0);
    CHECK(isPng(readFile(inputs.path() / "-")));
}

TEST_CASE("two processes that write one picture at the same time leave one of them, whole", "[cli]") {
    const TemporaryFolder folder;
    const Arguments common = kSmall + Arguments{"-o", "one.png"};
    Arguments pictures;
    for (const std::string& model : {kTube, kSnake}) {
        requireExit(runSinewIn(folder.path(), kSmall + Arguments{model, "-o", "alone.png"}), 0);
        pictures.push_back(readFile(folder / "alone.png"));
    }
    std::filesystem::remove(folder / "alone.png");
    for (int round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<Process>> running;
        for (const std::string& model : {kTube, kSnake}) {
            Command command = sinewCommand(Arguments{model} + common);
            command.folder = folder.path();
            running.push_back(std::make_unique<Process>(command));
        }
        for (const auto& process : running)
            requireExit(process->wait(60.0), 0);
        CHECK(namesIn(folder.path()) == Arguments{"one.png"});
        const std::string picture = readFile(folder / "one.png");
        CHECK((picture == pictures[0] || picture == pictures[1]));
    }
}
