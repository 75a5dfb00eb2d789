#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"

// Checks every #include below src/ against the rooms: which libraries a room may use, and which rooms.

namespace {

namespace fs = std::filesystem;
const fs::path kSource = fs::path(SINEW_SOURCE_DIR) / "src";

struct Room {
    std::string folder;               ///< below src/; "" is src/ itself: main.cpp
    std::set<std::string> libraries;  ///< besides the standard library
    std::set<std::string> knows;      ///< top-level folders that it may include
};

// From top to bottom: a room may include the rooms below it whose top-level folder is in its list. Those of import/ may
// include source.h and import_options.h; base/file_descriptor.h and base/large_pages.h are for rooms with "system";
// "shaders" stands for shared.h, pose_shared.h and the compiled shaders.
const std::set<std::string> kAnimation{"animation", "base"}, kModel{"model", "animation", "base"},
    kImport{"import", "bake", "model", "animation", "base"},
    kRender{"render", "gpu", "model", "animation", "base", "shaders"},
    kExport{"export", "media", "match", "figure", "model", "animation", "base"},
    kApp{"app",   "render",   "import", "export", "media", "gpu",       "bake",
         "check", "retarget", "match",  "figure", "model", "animation", "base"};

const std::set<std::string>& everything() {
    static const std::set<std::string> all = [] {
        std::set<std::string> rooms = kApp;
        rooms.insert("viewer");
        return rooms;
    }();
    return all;
}

const std::vector<Room> kFloors{
    {"", {"fmt", "system"}, everything()},
    {"viewer", {"glm", "volk", "glfw", "imgui", "gio", "json", "fmt", "system"}, everything()},
    {"viewer/panel", {"glm", "volk", "imgui", "fmt", "system"}, everything()},
    {"python", {"glm", "pybind11", "fmt"}, kApp},
    {"app", {"glm", "volk", "json", "fmt", "system"}, kApp},
    {"app/page", {"glm", "fmt", "system"}, kApp},
    {"app/load", {"glm", "json", "fmt", "system"}, kApp},
    {"app/picture", {"glm", "volk", "fonts", "stb", "json", "fmt", "system"}, kApp},
    {"app/policy", {"glm", "json", "toml", "fmt", "system"}, kApp},
    {"app/report", {"glm", "json", "fmt", "system"}, kApp},
    {"app/graph", {"glm", "json", "fmt"}, kApp},
    {"app/options", {"glm", "cli11", "json", "fmt", "system"}, kApp},
    {"app/stage", {"glm", "fmt"}, kApp},
    {"app/crowd", {"glm", "fmt"}, kApp},
    {"app/machine", {"glm", "fmt"}, kApp},
    {"import/sandbox", {"seccomp", "fmt", "system"}, kImport},
    {"import", {"glm", "fmt"}, kImport},
    {"import/collada", {"glm", "assimp", "pugixml", "fmt"}, kImport},
    {"import/gltf", {"glm", "json", "meshoptimizer", "draco", "fmt"}, kImport},
    {"import/gltf/conformance", {"glm", "json", "fmt"}, kImport},
    {"import/gltf/document", {"json", "fmt", "system"}, kImport},
    {"import/fbx", {"glm", "deflate", "fmt"}, kImport},
    {"import/b3d", {"glm", "fmt"}, kImport},
    {"import/bvh", {"glm", "fmt"}, kImport},
    {"import/iqm", {"glm", "fmt"}, kImport},
    {"import/assimp", {"glm", "assimp", "fmt"}, kImport},
    {"import/build", {"glm", "fmt"}, kImport},
    {"import/files", {"glm", "assimp", "stb", "png", "deflate", "openexr", "webp", "fmt", "system"}, kImport},
    {"render", {"glm", "volk", "imgui", "fmt"}, kRender},
    {"render/texture", {"volk"}, kRender},
    {"gpu", {"volk", "shaderc", "fmt", "system"}, {"gpu", "base", "shaders"}},
    {"export", {"glm", "json", "fmt"}, kExport},
    {"export/clips", {"glm", "json", "fmt"}, kExport},
    {"export/collada", {"glm", "fmt"}, kExport},
    {"export/fbx", {"glm", "deflate", "fmt"}, kExport},
    {"export/gltf", {"glm", "json", "meshoptimizer", "fmt"}, kExport},
    {"export/build", {"glm", "fmt"}, kExport},
    {"media", {"png", "deflate", "webp", "gif", "fmt", "system"}, {"media", "base"}},
    {"bake", {"glm"}, {"bake", "model", "animation", "base"}},
    {"check/clips", {"glm"}, {"check", "figure", "model", "animation", "base"}},
    {"check/skin", {"glm"}, {"check", "figure", "model", "animation", "base"}},
    {"check/surfaces", {"glm"}, {"check", "figure", "model", "animation", "base"}},
    {"check", {"glm"}, {"check", "figure", "model", "animation", "base"}},
    {"retarget", {"glm"}, {"retarget", "match", "figure", "model", "animation", "base"}},
    {"match", {"glm"}, {"match", "figure", "model", "animation", "base"}},
    {"figure", {}, {"figure", "model", "animation", "base"}},
    {"model", {"glm"}, kModel},
    {"animation/playback", {"glm"}, kAnimation},
    {"animation/ik", {"glm"}, kAnimation},
    {"animation/ground", {"glm"}, kAnimation},
    {"animation/pose", {"glm"}, kAnimation},
    {"animation/packed", {"glm", "processor"}, kAnimation},
    {"animation/clip", {"glm"}, kAnimation},
    {"base", {"system"}, {"base"}},
};

/// The library that an include in angle brackets belongs to; "" for the standard library.
std::string libraryOf(const std::string& header) {
    static const std::vector<std::pair<std::regex, std::string>> known{
        {std::regex("[a-z_]+|engine_policies\\.inc"), ""},
        {std::regex("std(int|def|io|lib)\\.h|math\\.h|string\\.h"), ""},
        {std::regex("immintrin\\.h"), "processor"},
        {std::regex("glm/.*"), "glm"},
        {std::regex("assimp/.*"), "assimp"},
        {std::regex("stb_.*\\.h|stb/.*"), "stb"},
        {std::regex("pugi.*\\.hpp"), "pugixml"},
        {std::regex("toml\\+\\+/.*"), "toml"},
        {std::regex("nlohmann/.*"), "json"},
        {std::regex("meshoptimizer\\.h"), "meshoptimizer"},
        {std::regex("draco/.*"), "draco"},
        {std::regex("seccomp\\.h"), "seccomp"},
        {std::regex("fmt/.*"), "fmt"},
        {std::regex("volk\\.h|vulkan/.*"), "volk"},
        {std::regex("shaderc/.*"), "shaderc"},
        {std::regex("png\\.h"), "png"},
        {std::regex("libdeflate\\.h"), "deflate"},
        {std::regex("webp/.*"), "webp"},
        {std::regex("gif_lib\\.h"), "gif"},
        {std::regex("OpenEXR/.*"), "openexr"},
        {std::regex("CLI/.*"), "cli11"},
        {std::regex("pybind11/.*"), "pybind11"},
        {std::regex("GLFW/.*"), "glfw"},
        {std::regex("gio/gio\\.h"), "gio"},
        {std::regex("imgui.*\\.h"), "imgui"},
        {std::regex("fontconfig/.*|fribidi\\.h|built_in_font\\.inc"), "fonts"},
        {std::regex("sys/.*|linux/"
                    ".*|dirent\\.h|malloc\\.h|pthread\\.h|sched\\.h|unistd\\.h|fcntl\\.h|signal\\.h|poll\\.h|spawn\\.h|"
                    "dlfcn\\.h"),
         "system"},
    };
    for (const auto& [pattern, library] : known)
        if (std::regex_match(header, pattern)) return library;
    return header;
}

/// The room that an include in quotes belongs to.
std::string roomOf(const std::string& header) {
    if (header == "shared.h" || header == "pose_shared.h" || fs::path(header).extension() == ".inc") return "shaders";
    const auto slash = header.rfind('/');
    return slash == std::string::npos ? "(none)" : header.substr(0, slash);
}

bool mayInclude(const std::string& folder, bool quoted, const std::string& header) {
    const auto room = std::ranges::find(kFloors, folder, &Room::folder);
    if (room == kFloors.end()) return false;
    if (!quoted) {
        const std::string library = libraryOf(header);
        return library.empty() || room->libraries.contains(library);
    }
    const bool isOfReaders = header == "import/source.h" || header == "import/import_options.h";
    if (isOfReaders && folder.starts_with("import/")) return true;
    if (header == "export/export_model.h" && folder.starts_with("export/")) return true;
    if (header == "base/large_pages.h" || header == "base/file_descriptor.h") return room->libraries.contains("system");
    const std::string other = roomOf(header);
    if (other == folder) return true;
    if (!room->knows.contains(other.substr(0, other.find('/')))) return false;
    return other == "shaders" || std::ranges::find(kFloors, other, &Room::folder) > room;
}

struct Include {
    fs::path file;  ///< below src/
    bool quoted;
    std::string header;
};

std::vector<Include> includesBelow(const fs::path& source) {
    static const std::regex line(R"re(\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::vector<Include> includes;
    for (const auto& entry : fs::recursive_directory_iterator(source)) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp" && extension != ".hpp" && extension != ".c") continue;
        std::ifstream file(entry.path());
        std::smatch match;
        for (std::string text; std::getline(file, text);)
            if (std::regex_match(text, match, line))
                includes.push_back({fs::relative(entry.path(), source), match[1] == "\"", match[2]});
    }
    return includes;
}

}  // namespace

TEST_CASE("every include leads to a room below") {
    const auto includes = includesBelow(kSource);
    REQUIRE(includes.size() > 50);
    for (const auto& [file, quoted, header] : includes) {
        INFO("src/" << file.string() << " includes " << header);
        CHECK(mayInclude(file.parent_path().generic_string(), quoted, header));
    }
}

TEST_CASE("our headers are included with quotes") {
    for (const auto& [file, quoted, header] : includesBelow(kSource)) {
        INFO("src/" << file.string() << " includes " << header);
        if (!quoted) CHECK_FALSE(fs::exists(kSource / header));
    }
}

TEST_CASE("a source file includes its own header first") {
    std::map<fs::path, std::string> first;
    for (const auto& [file, quoted, header] : includesBelow(kSource))
        first.try_emplace(file, header);
    for (const auto& [file, header] : first) {
        const fs::path own = fs::path(file).replace_extension(".h");
        if (file.extension() != ".cpp" || !fs::exists(kSource / own)) continue;
        INFO("src/" << file.string());
        CHECK(header == own.generic_string());
    }
}

TEST_CASE("every room has a row, and every row a room") {
    std::set<std::string> rooms, rows;
    for (const auto& [file, quoted, header] : includesBelow(kSource))
        rooms.insert(file.parent_path().generic_string());
    for (const Room& room : kFloors)
        rows.insert(room.folder);
    CHECK(rooms == rows);
}

TEST_CASE("includes that run up are refused") {
    CHECK(mayInclude("animation/pose", false, "vector"));
    CHECK(mayInclude("animation/pose", false, "glm/vec3.hpp"));
    CHECK(mayInclude("animation/pose", true, "animation/clip/clip.h"));
    CHECK(mayInclude("animation/pose", true, "base/error.h"));
    CHECK(mayInclude("gpu", true, "base/large_pages.h"));
    CHECK_FALSE(mayInclude("animation/pose", true, "animation/playback/graph.h"));
    CHECK_FALSE(mayInclude("animation/pose", true, "base/large_pages.h"));
    CHECK_FALSE(mayInclude("animation/pose", true, "model/model.h"));
    CHECK_FALSE(mayInclude("animation/pose", false, "chrono.h"));
    CHECK_FALSE(mayInclude("model", true, "import/import_model.h"));
    CHECK_FALSE(mayInclude("model", true, "check/check.h"));
    CHECK_FALSE(mayInclude("model", true, "shared.h"));
    CHECK_FALSE(mayInclude("model", false, "assimp/scene.h"));
    CHECK_FALSE(mayInclude("check", true, "match/bind_clips.h"));
    CHECK_FALSE(mayInclude("import", true, "check/check.h"));
    CHECK_FALSE(mayInclude("import/build", true, "import/collada/motion.h"));
    CHECK_FALSE(mayInclude("import/gltf", true, "import/collada/motion.h"));
    CHECK_FALSE(mayInclude("render", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("render", true, "viewer/window.h"));
    CHECK_FALSE(mayInclude("gpu", false, "glm/mat4x4.hpp"));
    CHECK_FALSE(mayInclude("gpu", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("gpu", true, "render/target.h"));
    CHECK_FALSE(mayInclude("app", true, "viewer/window.h"));
    CHECK_FALSE(mayInclude("app/stage", true, "app/options/task.h"));
    CHECK_FALSE(mayInclude("app", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("app", false, "imgui.h"));
    CHECK_FALSE(mayInclude("media", false, "glm/vec3.hpp"));
    CHECK(mayInclude("viewer", false, "GLFW/glfw3.h"));
    CHECK(mayInclude("viewer", true, "render/scene.h"));
    CHECK_FALSE(mayInclude("newfolder", false, "vector"));
}
