#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/catch.h"

// Who may know whom: the arrows of the design, checked on the #include lines of src/.

namespace {

namespace fs = std::filesystem;
const fs::path kSource = fs::path(SINEW_SOURCE_DIR) / "src";

struct Allowed {
    std::set<std::string> folders;    ///< of src/, beside the folder itself
    std::set<std::string> libraries;  ///< beside the standard library
};

// "" is src/ itself: main.cpp. "shaders" is shared.h and the compiled shaders. error.h is everybody's, and
// large_pages.h theirs who know the system.
const std::map<std::string, Allowed> kAllowed{
    {"animation", {{}, {"glm", "processor"}}},
    {"model", {{"animation"}, {"glm"}}},
    {"import", {{"model", "animation"}, {"glm", "assimp", "stb", "pugixml", "json", "seccomp", "fmt", "system"}}},
    {"gpu", {{"shaders"}, {"volk", "shaderc", "fmt", "system"}}},
    {"render", {{"gpu", "model", "animation", "shaders"}, {"glm", "volk", "imgui", "fmt"}}},
    {"media", {{}, {"png", "deflate", "webp", "gif", "fmt", "system"}}},
    {"app",
     {{"render", "import", "media", "gpu", "model", "animation"}, {"glm", "volk", "cli11", "json", "fmt", "system"}}},
    {"viewer",
     {{"app", "render", "import", "media", "gpu", "model", "animation"},
      {"glm", "volk", "glfw", "imgui", "fmt", "system"}}},
    {"", {{"viewer", "app", "render", "import", "media", "gpu", "model", "animation"}, {"fmt", "system"}}},
};

/// The library that an include in angle brackets belongs to; "" for the standard library.
std::string libraryOf(const std::string& header) {
    static const std::vector<std::pair<std::regex, std::string>> known{
        {std::regex("[a-z_]+"), ""},
        {std::regex("std(int|def|io|lib)\\.h|math\\.h|string\\.h"), ""},
        {std::regex("immintrin\\.h"), "processor"},
        {std::regex("glm/.*"), "glm"},
        {std::regex("assimp/.*"), "assimp"},
        {std::regex("stb_.*\\.h|stb/.*"), "stb"},
        {std::regex("pugi.*\\.hpp"), "pugixml"},
        {std::regex("nlohmann/.*"), "json"},
        {std::regex("seccomp\\.h"), "seccomp"},
        {std::regex("fmt/.*"), "fmt"},
        {std::regex("volk\\.h|vulkan/.*"), "volk"},
        {std::regex("shaderc/.*"), "shaderc"},
        {std::regex("png\\.h"), "png"},
        {std::regex("libdeflate\\.h"), "deflate"},
        {std::regex("webp/.*"), "webp"},
        {std::regex("gif_lib\\.h"), "gif"},
        {std::regex("CLI/.*"), "cli11"},
        {std::regex("GLFW/.*"), "glfw"},
        {std::regex("imgui.*\\.h"), "imgui"},
        {std::regex("sys/.*|linux/"
                    ".*|dirent\\.h|malloc\\.h|pthread\\.h|sched\\.h|unistd\\.h|fcntl\\.h|signal\\.h|poll\\.h|spawn\\.h|"
                    "dlfcn\\.h"),
         "system"},
    };
    for (const auto& [pattern, library] : known)
        if (std::regex_match(header, pattern)) return library;
    return header;
}

/// The folder of src/ that an include in quotes belongs to.
std::string folderOf(const std::string& header) {
    if (header == "shared.h" || fs::path(header).extension() == ".inc") return "shaders";
    const auto slash = header.find('/');
    return slash == std::string::npos ? "(none)" : header.substr(0, slash);
}

bool mayInclude(const std::string& folder, bool quoted, const std::string& header) {
    const auto allowed = kAllowed.find(folder);
    if (allowed == kAllowed.end()) return false;
    if (!quoted) {
        const std::string library = libraryOf(header);
        return library.empty() || allowed->second.libraries.contains(library);
    }
    const bool isEverybodys =
        header == "error.h" || (header == "large_pages.h" && allowed->second.libraries.contains("system"));
    return isEverybodys || folderOf(header) == folder || allowed->second.folders.contains(folderOf(header));
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

std::string topFolder(const fs::path& file) {
    return file.has_parent_path() ? file.begin()->string() : "";
}

}  // namespace

TEST_CASE("every include follows an arrow of the design") {
    const auto includes = includesBelow(kSource);
    REQUIRE(includes.size() > 50);
    for (const auto& [file, quoted, header] : includes) {
        INFO("src/" << file.string() << " includes " << header);
        CHECK(mayInclude(topFolder(file), quoted, header));
    }
}

TEST_CASE("a header of our own is never included in angle brackets") {
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

TEST_CASE("the rule refuses what the design forbids") {
    CHECK(mayInclude("animation", false, "vector"));
    CHECK(mayInclude("animation", false, "glm/vec3.hpp"));
    CHECK(mayInclude("animation", true, "animation/pose.h"));
    CHECK(mayInclude("animation", true, "error.h"));
    CHECK(mayInclude("gpu", true, "large_pages.h"));
    CHECK_FALSE(mayInclude("animation", true, "large_pages.h"));
    CHECK_FALSE(mayInclude("animation", true, "model/model.h"));
    CHECK_FALSE(mayInclude("animation", false, "chrono.h"));
    CHECK_FALSE(mayInclude("model", true, "import/import_model.h"));
    CHECK_FALSE(mayInclude("model", true, "shared.h"));
    CHECK_FALSE(mayInclude("model", false, "assimp/scene.h"));
    CHECK_FALSE(mayInclude("render", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("render", true, "viewer/window.h"));
    CHECK_FALSE(mayInclude("gpu", false, "glm/mat4x4.hpp"));
    CHECK_FALSE(mayInclude("gpu", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("gpu", true, "render/target.h"));
    CHECK_FALSE(mayInclude("app", true, "viewer/window.h"));
    CHECK_FALSE(mayInclude("app", false, "GLFW/glfw3.h"));
    CHECK_FALSE(mayInclude("app", false, "imgui.h"));
    CHECK_FALSE(mayInclude("media", false, "glm/vec3.hpp"));
    CHECK(mayInclude("viewer", false, "GLFW/glfw3.h"));
    CHECK(mayInclude("viewer", true, "render/scene.h"));
    CHECK_FALSE(mayInclude("newfolder", false, "vector"));
}
