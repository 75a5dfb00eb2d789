#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// A model with a hostile image is drawn without it, quickly, and with a finding.

namespace {

namespace fs = std::filesystem;

std::string bigEndian(uint32_t value) {
    std::string bytes(4, '\0');
    for (int i = 0; i < 4; ++i)
        bytes[static_cast<size_t>(i)] = static_cast<char>(value >> (24 - 8 * i));
    return bytes;
}

/// A PNG that claims that size and has a few bytes of data.
std::string pngOf(uint32_t width, uint32_t height) {
    return std::string("\x89PNG\r\n\x1A\n") + bigEndian(13) + "IHDR" + bigEndian(width) + bigEndian(height) +
           std::string("\x08\x06\0\0\0", 5) + bigEndian(0) + bigEndian(8) + "IDAT" +
           std::string("\x78\x9C\x03\0\0\0\0\x01", 8) + bigEndian(0) + bigEndian(0) + "IEND" + bigEndian(0);
}

std::string tga(uint16_t width, uint16_t height) {
    std::string bytes(18, '\0');
    bytes[2] = 10;  // run lengths
    bytes[12] = static_cast<char>(width), bytes[13] = static_cast<char>(width >> 8);
    bytes[14] = static_cast<char>(height), bytes[15] = static_cast<char>(height >> 8);
    bytes[16] = 32;
    return bytes;
}

struct Hostile {
    const char* what;
    std::function<void(const fs::path&)> make;
};

const std::vector<Hostile>& hostilePictures() {
    static const std::vector<Hostile> all{
        {"is not there", [](const fs::path&) {}},
        {"is empty", [](const fs::path& path) { writeFile(path, ""); }},
        {"is a folder", [](const fs::path& path) { fs::create_directory(path); }},
        {"is a pipe that nobody writes to", [](const fs::path& path) { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }},
        {"is a link to a device without end", [](const fs::path& path) { fs::create_symlink("/dev/zero", path); }},
        {"is a link to a file elsewhere",
         [](const fs::path& path) { fs::create_symlink(asset("character_base.png"), path); }},
        {"is a link to itself", [](const fs::path& path) { fs::create_symlink(path.filename(), path); }},
        {"is text", [](const fs::path& path) { writeFile(path, "no picture"); }},
        {"ends in its middle",
         [](const fs::path& path) { writeFile(path, readFile(asset("character_base.png")).substr(0, 20'000)); }},
        {"claims 60,000 by 60,000 pixels", [](const fs::path& path) { writeFile(path, pngOf(60'000, 60'000)); }},
        {"claims 16,384 by 16,384 pixels", [](const fs::path& path) { writeFile(path, pngOf(16'384, 16'384)); }},
        {"claims no pixels", [](const fs::path& path) { writeFile(path, pngOf(0, 0)); }},
        {"claims 8,000 by 8,000 pixels and holds none",
         [](const fs::path& path) { writeFile(path, pngOf(8'000, 8'000)); }},
        {"is a TGA of 65,535 by 65,535 pixels", [](const fs::path& path) { writeFile(path, tga(65'535, 65'535)); }},
        {"is 600 MiB of nothing",
         [](const fs::path& path) {
             writeFile(path, "");
             fs::resize_file(path, uintmax_t{600} << 20);
         }},
    };
    return all;
}

}  // namespace

TEST_CASE("a model with a hostile image is drawn without it", "[hostile]") {
    import_files::Collada model;
    model.images = "<image id=\"i\"><init_from>skin.png</init_from></image>";
    model.effects = "<diffuse><texture texture=\"i\" texcoord=\"uv\"/></diffuse>";
    for (const Hostile& hostile : hostilePictures()) {
        INFO("the picture " << hostile.what);
        const TemporaryFolder folder;
        import_files::write(folder / "model.dae", model.text());
        hostile.make(folder / "skin.png");
        const double begin = nowSeconds();
        const Finished info = runSinew({folder / "model.dae", "--info", "--json"});
        CHECK(nowSeconds() - begin < scaledSeconds(5.0));
        INFO(info.describe());
        REQUIRE(info.exit == 0);
        const auto json = nlohmann::json::parse(info.out);
        CHECK(json.at("textures").at(0).at("found") == false);
        bool said = false;
        for (const auto& finding : json.at("findings"))
            said = said || finding.at("id") == "texture-missing" || finding.at("id") == "texture-unreadable";
        CHECK(said);
        const Finished drawn =
            runSinew({folder / "model.dae", "--size", "64x64", "--samples", "1", "-o", folder / "picture.png"});
        INFO(drawn.describe());
        CHECK(drawn.exit == 0);
        CHECK(fs::exists(folder / "picture.png"));
    }
}
