#include "base/atomic_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "support/catch.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

using namespace sinew;
namespace fs = std::filesystem;

namespace {

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

TEST_CASE("A file is written completely, also over an existing one, and leaves no other file") {
    const TemporaryFolder folder;
    writeText(folder / "a.txt", "a longer first text");
    fs::permissions(folder / "a.txt", fs::perms::owner_read | fs::perms::owner_write);
    writeText(folder / "a.txt", "second");
    CHECK(readFile(folder / "a.txt") == "second");
    CHECK(fs::status(folder / "a.txt").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("On a full disk the old file stays and no other file is left") {
    const TemporaryFolder folder;
    writeText(folder / "a.txt", "old");
    {
        const FileSizeLimit limit(100);
        CHECK(causeOfWriting(folder / "a.txt", std::string(1000, 'x')) ==
              (folder / "a.txt").string() + ": File too large");
    }
    CHECK(readFile(folder / "a.txt") == "old");
    CHECK(fileCount(folder.path()) == 1);
}

TEST_CASE("A missing directory, or a directory as the path, is an output error with the path") {
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

TEST_CASE("A link stays a link, and its target is written") {
    const TemporaryFolder folder;
    writeText(folder / "real.txt", "old");
    fs::create_symlink("real.txt", folder / "link.txt");
    writeText(folder / "link.txt", "new");
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(readFile(folder / "real.txt") == "new");
}

TEST_CASE("A dangling link creates its target, and a loop of links is rejected") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "inner");
    fs::create_symlink("inner/new.txt", folder / "link.txt");
    writeText(folder / "link.txt", "new");
    CHECK(fs::is_symlink(folder / "link.txt"));
    CHECK(readFile(folder / "inner/new.txt") == "new");
    fs::create_symlink("b.txt", folder / "a.txt");
    fs::create_symlink("a.txt", folder / "b.txt");
    CHECK(causeOfWriting(folder / "a.txt") == (folder / "a.txt").string() + ": Too many levels of symbolic links");
    CHECK(fs::is_symlink(folder / "a.txt"));
    CHECK(fs::is_symlink(folder / "b.txt"));
}

namespace {

/// A process that is writing a file into the folder. The destructor kills it.
class Writing {
  public:
    explicit Writing(const fs::path& folder) {
        int names[2];
        REQUIRE(pipe(names) == 0);
        child_ = fork();
        if (child_ == 0) {
            const AtomicFile file(folder / "a.txt");
            const std::string name = file.temporaryPath().string();
            [[maybe_unused]] const ssize_t written = write(names[1], name.data(), name.size());
            for (;;)
                pause();
        }
        std::string name(4096, ' ');
        name.resize(static_cast<size_t>(std::max<ssize_t>(read(names[0], name.data(), name.size()), 0)));
        close(names[0]);
        close(names[1]);
        temporary_ = name;
        REQUIRE(fs::exists(temporary_));
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;
    ~Writing() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
    }
    const fs::path& temporary() const { return temporary_; }

  private:
    pid_t child_ = -1;
    fs::path temporary_;
};

/// The files left after it was killed.
fs::path leftIn(const fs::path& folder) {
    return Writing(folder).temporary();
}

/// Writes a file into the folder, in a new process.
void writeInto(const fs::path& folder) {
    const pid_t child = fork();
    if (child == 0) {
        writeText(folder / "b.txt", "new");
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    REQUIRE(status == 0);
}

}  // namespace

TEST_CASE("Temporary files of killed processes are removed by the next writer") {
    const TemporaryFolder folder;
    const fs::path left = leftIn(folder.path());
    writeInto(folder.path());
    CHECK_FALSE(fs::exists(left));
    CHECK(readFile(folder / "b.txt") == "new");
}

TEST_CASE("Temporary files in use, and files of unknown origin, are kept") {
    const TemporaryFolder folder;
    const Writing living(folder.path());
    const fs::path left = leftIn(folder.path());
    const std::string name = left.filename().string();
    const fs::path fromElsewhere = folder / (name.substr(0, name.find('@')) + "@elsewhere.tmp");
    fs::rename(left, fromElsewhere);
    std::ofstream(folder / ".sinew-notes") << "the user's own";
    fs::create_directory(folder / ".sinew-folder.tmp");
    writeInto(folder.path());
    CHECK(fs::exists(living.temporary()));
    CHECK(fs::exists(fromElsewhere));
    CHECK(fileCount(folder.path()) == 5);
    fs::last_write_time(fromElsewhere, fs::file_time_type::clock::now() - std::chrono::hours(25));
    fs::last_write_time(living.temporary(), fs::file_time_type::clock::now() - std::chrono::hours(25));
    writeInto(folder.path());
    CHECK_FALSE(fs::exists(fromElsewhere));
    CHECK(fs::exists(living.temporary()));
}

TEST_CASE("A file name of maximum length can be written") {
    const TemporaryFolder folder;
    const std::string name(255, 'n');
    writeText(folder / name, "new");
    CHECK(readFile(folder / name) == "new");
}
