
#include "import/files/zip_archive.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/collada.h"
#include "support/models/zip.h"
#include "support/thrown.h"

using namespace sinew;
using namespace zip;

namespace {

const std::string kModel = import_files::Collada{}.text();

}  // namespace

TEST_CASE("A zipped Collada file is read like the file in it") {
    const ImportedModel plain = import_files::importDae(kModel);
    const std::string manifest = "<?xml version=\"1.0\"?><dae_root>./models/second.dae</dae_root>";
    const std::vector<std::vector<Packed>> archives{
        {{"model.dae", kModel}},
        {{"doc.kml", "<kml/>"}, {"files/model.dae", kModel}},
        {{"manifest.xml", manifest}, {"first.dae", "<COLLADA/>"}, {"models/second.dae", kModel}}};
    for (const auto& files : archives) {
        const ImportedModel zipped = import_files::importText("model.zae", archiveOf(files));
        CHECK(zipped.model.meshes == plain.model.meshes);
        CHECK(zipped.model.clips == plain.model.clips);
        CHECK(zipped.model.hierarchy == plain.model.hierarchy);
    }
    CHECK(import_files::importText("model.kmz", archiveOf(archives[1])).model.meshes == plain.model.meshes);
}

TEST_CASE("A damaged or bursting archive is refused with the cause") {
    const std::string whole = archiveOf({{"model.dae", kModel}});
    std::string flipped = whole;
    flipped[whole.size() / 3] = static_cast<char>(flipped[whole.size() / 3] ^ 0x55);
    const std::string bomb = archiveOf({{"model.dae", kModel, (uint32_t{256} << 20) + 1}});
    for (const std::string& bytes : {flipped, whole.substr(0, whole.size() - 5), whole.substr(0, whole.size() / 2)})
        CHECK_THROWS_WITH(import_files::importText("model.zae", bytes),
                          Catch::Matchers::ContainsSubstring("the archive is damaged"));
    CHECK_THROWS_WITH(import_files::importText("model.zae", bomb),
                      Catch::Matchers::ContainsSubstring("unpacks to more than 256 MB"));
}

TEST_CASE("Any byte of an archive may be wrong") {
    const std::string whole = archiveOf({{"a.txt", "some text that is packed"}, {"model.dae", "<COLLADA/>"}});
    const auto readAll = [](const std::string& bytes) {
        const InputFile file(bytes);
        ZipArchive archive(file);
        for (const std::string& name : archive.names())
            (void)archive.content(name);
    };
    CHECK_NOTHROW(readAll(whole));
    for (size_t i = 0; i < whole.size(); ++i)
        for (const int value : {0, 1, 0x7f, 0xff}) {
            std::string wrong = whole;
            wrong[i] = static_cast<char>(value);
            thrownBy([&] { readAll(wrong); });  // with a cause, and within the file
        }
    for (size_t length = 0; length < whole.size(); ++length)
        CHECK_THROWS_AS(readAll(whole.substr(0, length)), std::runtime_error);
}
