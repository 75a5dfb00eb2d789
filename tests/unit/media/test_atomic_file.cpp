#include "media/atomic_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "error.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeText(const fs::path& path, const std::string& text) {
    writeFileAtomically(path, std::as_bytes(std::span(text)));
}

std::string causeOfWriting(const fs::path& path, const std::string& text = "new") {
    try {
        writeText(path, text);
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::output);
        return error.what();
    }
    return "none";
}

ptrdiff_t fileCount(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), {});
}

/// No file of this process may grow past `bytes`, as on a full disk.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        before_ = signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit small{bytes, limit_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &limit_);
        signal(SIGXFSZ, before_);
    }

  private:
    rlimit limit_{};
    void (*before_)(int);
};

}  // namespace

TEST_CASE("A file is written whole, over an older one too, with nothing left beside it") {
    const TemporaryFolder folder;
    writeText(folder / "a.txt", "a longer first text");
    fs::permissions(folder / "a.txt", fs::perms::owner_read | fs::perms::owner_write);
    writeText(folder / "a.txt", "second");
    CHECK(contents(folder / "a.txt") == "second");
    CHECK(fs::status(folder / "a.txt").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("When the disk is full the old file stays and no other is left") {
    const TemporaryFolder folder;
    writeText(folder / "a.txt", "old");
    {
        const FileSizeLimit limit(100);
        CHECK(causeOfWriting(folder / "a.txt", std::string(1000, 'x')) ==
              (folder / "a.txt").string() + ": File too large");
    }
    CHECK(contents(folder / "a.txt") == "old");
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("A folder that is missing, or a folder in the file's place, is an output error with its name") {
    const TemporaryFolder folder;
    CHECK(causeOfWriting(folder / "no/a.txt") == (folder / "no/a.txt").string() + ": No such file or directory");
    CHECK(causeOfWriting(folder.path()) == folder.path().string() + ": Is a directory");
    CHECK(fileCount(folder.path()) == 0);
}

TEST_CASE("Devices are written directly") {
    CHECK(causeOfWriting("/dev/null") == "none");
    CHECK(causeOfWriting("/dev/full") == "/dev/full: No space left on device");
    CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("A link stays a link, and what it points to is written") {
    const TemporaryFolder folder;
    writeText(folder / "real.txt", "old");
    fs::create_symlink("real.txt", folder / "link.txt");
    writeText(folder / "link.txt", "new");
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(contents(folder / "real.txt") == "new");
}

TEST_CASE("A name as long as names can be is written") {
    const TemporaryFolder folder;
    const std::string name(255, 'n');
    writeText(folder / name, "new");
    CHECK(contents(folder / name) == "new");
}
