#include <cmath>
#include <filesystem>
#include <sstream>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "cli/expect.h"
#include "cli/ply.h"
#include "media/png.h"
#include "support/picture.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

// The libraries as a project of somebody else finds them: tests/install/project, built against an installed prefix.

namespace {

namespace fs = std::filesystem;

const std::string kVersion = SINEW_VERSION;
const fs::path kProject = fs::path(SINEW_SOURCE_DIR) / "tests/install";

/// Installs the libraries to a folder, moves them to another place, and returns that.
std::string installed(const TemporaryFolder& folder) {
    const std::string prefix = folder / "some where", moved = folder / "moved";
    requireExit(
        run({.arguments = {"cmake", "--install", SINEW_BINARY_DIR, "--prefix", prefix, "--component", "development"}}),
        0);
    fs::rename(prefix, moved);
    return moved;
}

/// `text` with each run of white space, where CMake breaks lines, as one space.
std::string joined(const std::string& text) {
    std::istringstream words(text);
    std::string all;
    for (std::string word; words >> word;)
        all += (all.empty() ? "" : " ") + word;
    return all;
}

Finished configure(const fs::path& source, const fs::path& build, const std::string& prefix,
                   const Arguments& more = {}) {
    return run({.arguments = Arguments{"cmake", "-G", "Ninja", "-S", source, "-B", build,
                                       "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_BUILD_TYPE="} +
                             more,
                .timeoutSeconds = 120.0});
}

/// Vertices of an OBJ file, `keyword` "v" or "vn", and the vertices of its triangles, counted from 0.
std::vector<float> numbersOf(const std::string& obj, const std::string& keyword) {
    std::istringstream lines(obj);
    std::vector<float> numbers;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word != keyword) continue;
        for (float number = 0.0f; words >> number;)
            numbers.push_back(number);
    }
    return numbers;
}

/// The written OBJ file has the positions and normals of --export-pose.
void checkSkinned(const fs::path& obj, const Ply& expected) {
    const std::string text = readFile(obj);
    const std::vector<float> positions = numbersOf(text, "v"), normals = numbersOf(text, "vn");
    REQUIRE(positions.size() == 3 * expected.vertices);
    REQUIRE(normals.size() == 3 * expected.vertices);
    float farthest = 0.0f;
    for (size_t i = 0; i < positions.size(); ++i) {
        farthest = std::max(farthest, std::abs(positions[i] - expected.value(i / 3, i % 3)));
        farthest = std::max(farthest, std::abs(normals[i] - expected.value(i / 3, 3 + i % 3)));
    }
    CHECK(farthest < 2e-5f);
    std::istringstream lines(text);
    size_t faces = 0;
    for (std::string line; std::getline(lines, line);)
        faces += line.starts_with("f ");
    CHECK(faces == expected.faces);
}

/// The hips are half way between both clips, the neck leans by the mean of 0 and 60 degrees before it turns, and the
/// head looks at the target.
void checkBlended(const std::string& out, const glm::vec3& target) {
    std::istringstream words(out);
    glm::vec3 hips{}, head{}, forward{};
    for (glm::vec3* v : {&hips, &head, &forward})
        words >> v->x >> v->y >> v->z;
    REQUIRE(words);
    CHECK(glm::distance(hips, glm::vec3(2.0f, 1.0f, 0.0f)) < 1e-4f);
    CHECK(std::abs(glm::distance(head, glm::vec3(2.0f, 1.5f, 0.0f)) - 0.2f) < 1e-4f);
    CHECK(glm::dot(forward, glm::normalize(target - head)) > 0.99999f);
}

/// A binary PPM file as a PNG file.
void writeAsPng(const fs::path& ppm, const fs::path& png) {
    const std::string bytes = readFile(ppm);
    std::istringstream words(bytes);
    std::string kind;
    sinew::Pixels pixels;
    uint32_t most = 0;
    words >> kind >> pixels.width >> pixels.height >> most;
    REQUIRE((kind == "P6" && most == 255));
    const size_t count = size_t{pixels.width} * pixels.height, start = static_cast<size_t>(words.tellg()) + 1;
    REQUIRE(bytes.size() == start + 3 * count);
    for (size_t i = 0; i < count; ++i) {
        for (size_t channel = 0; channel < 3; ++channel)
            pixels.rgba.push_back(static_cast<uint8_t>(bytes[start + 3 * i + channel]));
        pixels.rgba.push_back(255);
    }
    sinew::writePng(png, pixels);
}

void checkPrograms(const TemporaryFolder& folder, const fs::path& build) {
    const std::string model = asset("character.dae");
    requireExit(run({.arguments = {build / "skin", model, "Walk", "0.4", folder / "skin.obj"}}), 0);
    checkSkinned(folder / "skin.obj", pose(folder, {model, "-a", "Walk", "--time", "0.4"}));

    const Finished page = run({.arguments = {build / "page", model}});
    requireExit(page, 0);
    CHECK(contains(page.out, "body-mesh: 9333 vertices, first at y = "));

    const Finished blended = run({.arguments = {build / "blend", "4", "2.5", "3"}});
    requireExit(blended, 0);
    checkBlended(blended.out, {4.0f, 2.5f, 3.0f});

    const Finished drawn = run({.arguments = {build / "draw", model, "Walk", "0.4", folder / "draw.ppm"},
                                .environment = {{"VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation"}}});
    requireExit(drawn, 0);
    CHECK(isOneLine(drawn.out));  // the layer's messages go to stdout
    const std::string eye = drawn.out.substr(0, drawn.out.find(' ')), target = drawn.out.substr(eye.size() + 1);
    requireExit(runSinew({model, "-a", "Walk", "--time", "0.4", "--look", "fidelity", "--size", "320x240", "--camera",
                          eye + ":" + target.substr(0, target.find('\n')), "-o", folder / "expected.png"}),
                0);
    writeAsPng(folder / "draw.ppm", folder / "draw.png");
    const Verdict verdict =
        comparePictures(folder / "draw.png", folder / "expected.png", "installed-draw", {0.1, 1e-4});
    INFO(verdict.message);
    CHECK(verdict.holds);

    const Finished missing = run({.arguments = {build / "skin", "missing.dae", "Walk", "0.4", folder / "skin.obj"}});
    CHECK(missing.exit == 3);
    CHECK(missing.err == "skin: missing.dae: no such file\n");
}

}  // namespace

TEST_CASE("a project outside of the tree builds against the installed libraries", "[install]") {
    const TemporaryFolder folder;
    const std::string prefix = installed(folder);
    fs::copy(kProject / "project", folder / "project", fs::copy_options::recursive);
    requireExit(configure(folder / "project", folder / "build", prefix, {"-DSINEW_HEADERS=" + prefix + "/include"}), 0);
    const Finished built =
        run({.arguments = {"cmake", "--build", folder / "build", "--parallel", "2"}, .timeoutSeconds = 600.0});
    requireExit(built, 0);
    CHECK_FALSE(contains(built.out, "warning:"));
    checkPrograms(folder, folder / "build");
}

TEST_CASE("installed headers include each other by their installed names, and no library but glm and volk",
          "[install]") {
    const TemporaryFolder folder;
    const fs::path include = fs::path(installed(folder)) / "include";
    size_t headers = 0;
    for (const auto& entry : fs::recursive_directory_iterator(include)) {
        if (!entry.is_regular_file()) continue;
        ++headers;
        std::istringstream lines(readFile(entry.path()));
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("#include")) continue;
            INFO(fs::relative(entry.path(), include).string() << ": " << line);
            const std::string name = line.substr(std::min(line.size(), size_t{10}), line.find_last_of(">\"") - 10);
            CHECK(line[9] == '<');
            if (name.starts_with("sinew/"))
                CHECK(fs::is_regular_file(include / name));
            else
                CHECK((name.find_first_of("./") == std::string::npos || name.starts_with("glm/") || name == "volk.h"));
        }
    }
    CHECK(headers > 60);
}

TEST_CASE("find_package finds the components that it is asked for, or says in words why not", "[install]") {
    const TemporaryFolder folder;
    const std::string prefix = installed(folder);
    int number = 0;
    const auto finding = [&](const std::string& wanted, const Arguments& more = {}) {
        return configure(kProject / "finding", folder / ("build" + std::to_string(++number)), prefix,
                         Arguments{"-DWANTED=" + wanted} + more);
    };
    const Arguments glmAlone{"-DCMAKE_DISABLE_FIND_PACKAGE_assimp=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON",
                             "-DCMAKE_DISABLE_FIND_PACKAGE_Vulkan=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_pugixml=ON"};
    const Finished animation = finding("COMPONENTS;animation", glmAlone);
    requireExit(animation, 0);
    CHECK(contains(animation.err, "found sinew::animation\n"));
    CHECK_FALSE(contains(animation.err, "sinew::model"));
    const Finished lacking = finding("", glmAlone);
    CHECK(lacking.exit == 1);
    CHECK(contains(joined(lacking.err),
                   "sinew::import needs these packages of Debian: libfmt-dev libpugixml-dev libassimp-dev"));
    const Finished all = finding(kVersion.substr(0, kVersion.rfind('.')));
    requireExit(all, 0);
    for (const char* component : {"animation", "model", "check", "import", "render"})
        CHECK(contains(all.err, std::string("found sinew::") + component + "\n"));
    CHECK(finding("0.99").exit == 1);
    const Finished unknown = finding("COMPONENTS;viewer");
    CHECK(unknown.exit == 1);
    CHECK(contains(joined(unknown.err), "sinew has no component viewer"));
}

TEST_CASE("pkg-config knows the installed libraries", "[install]") {
    const TemporaryFolder folder;
    const std::string prefix = installed(folder);
    const auto build = [&](const std::string& program, const std::string& package) {
        const std::string importer = package.find("import") == package.npos
                                         ? ""
                                         : " -DIMPORTER=\"\\\"$(pkg-config --variable=importer sinew-import)\\\"\"";
        const std::string command = "c++ -std=c++20 -o '" + (folder / program).string() + "' '" +
                                    (kProject / "project" / (program + ".cpp")).string() + "'" + importer +
                                    " $(pkg-config --cflags --libs " + package + ")";
        requireExit(run({.arguments = {"sh", "-ec", command},
                         .environment = {{"PKG_CONFIG_PATH", prefix + "/lib/pkgconfig"}},
                         .timeoutSeconds = 120.0}),
                    0);
    };
    build("blend", "sinew-animation");
    build("draw", "sinew-import sinew-check sinew-render");
    const Finished blended = run({.arguments = {folder / "blend", "4", "2.5", "3"}});
    requireExit(blended, 0);
    checkBlended(blended.out, {4.0f, 2.5f, 3.0f});
    requireExit(run({.arguments = {folder / "draw", asset("tube.dae"), "", "0", folder / "draw.ppm"}}), 0);
}
