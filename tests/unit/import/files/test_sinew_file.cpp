#include "import/files/sinew_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bake/stream.h"
#include "import/import_model.h"
#include "support/catch.h"
#include "support/temporary_folder.h"
#include "support/thrown.h"

// Baked files whose pixels are read later.

using namespace sinew;
namespace fs = std::filesystem;

namespace {

const fs::path kCharacter = SINEW_SOURCE_DIR "/assets/character.dae";

void bake(const fs::path& model, const fs::path& path) {
    const std::vector<std::byte> stream = serialize(importModel(model));
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(stream.data()), static_cast<std::streamsize>(stream.size()));
}

std::string refusal(const ImageData& image) {
    return thrownBy([&] {
        PixelBytes room;
        bytesOf(image, room);
    });
}

}  // namespace

TEST_CASE("pixels that are left in a baked file equal those that are loaded with it") {
    const TemporaryFolder folder;
    const fs::path path = folder / "own.sinew";
    bake(kCharacter, path);
    const Model read = importModel(path).model, left = importModel(path, {.leavePixels = true}).model;
    fs::remove(path);  // open descriptors stay valid
    REQUIRE(left.textures.size() == read.textures.size());
    size_t stored = 0;
    for (size_t i = 0; i < read.textures.size(); ++i) {
        const ImageData& image = left.textures[i].image;
        CHECK(image.bytes.empty());
        CHECK(left.textures[i].found() == read.textures[i].found());
        PixelBytes room;
        CHECK(std::ranges::equal(bytesOf(image, room), read.textures[i].image.bytes));
        stored += image.stored != nullptr;
    }
    CHECK(stored > 0);
}

TEST_CASE("a baked file that is truncated or changed before its pixels are read is refused by name") {
    const TemporaryFolder folder;
    const fs::path path = folder / "own.sinew";
    bake(kCharacter, path);
    const auto size = fs::file_size(path);
    const ImportedModel left = importModel(path, {.leavePixels = true});
    const ImageData& last = left.model.textures.back().image;
    REQUIRE(last.stored);
    CHECK(refusal(last) == "");
    fs::resize_file(path, size - 1);
    CHECK(refusal(last) == path.string() + ": is damaged: truncated while it was read");
    fs::resize_file(path, size);  // the last byte is now 0
    CHECK(refusal(last) == path.string() + ": is damaged: wrong checksum");
}
