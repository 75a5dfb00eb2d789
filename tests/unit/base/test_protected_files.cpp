#include "base/protected_files.h"

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/atomic_file.h"
#include "media/film.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace sinew;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
}

std::string contentOf(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// What writing the file throws; "written" if it does not.
std::string writing(const fs::path& path) {
    const std::string text = "new";
    try {
        writeFileAtomically(path, std::as_bytes(std::span(text)));
    } catch (const WouldReplaceInput& error) {
        CHECK(error.exit() == Exit::output);
        return error.what();
    }
    return "written";
}

}  // namespace

TEST_CASE("A file that is read is not replaced under any of its names") {
    static const TemporaryFolder folder;  // its inodes stay in use
    const fs::path input = folder / "input.png";
    put(input, "old");
    fs::create_directory(folder / "sub");
    fs::create_symlink("../input.png", folder / "sub/link.png");
    fs::create_hard_link(input, folder / "hard.png");
    fs::create_symlink("hard.png", folder / "linked.png");
    CHECK(writing(folder / "hard.png") == "written");  // not protected: another file has the name now
    fs::remove(folder / "hard.png");
    fs::create_hard_link(input, folder / "hard.png");
    protectFile(input);
    for (const fs::path& name :
         {input, folder / "sub/link.png", folder / "sub/../input.png", folder / "hard.png", folder / "linked.png"}) {
        INFO(name);
        CHECK(writing(name).starts_with(name.string() + ": would replace "));
        CHECK(contentOf(input) == "old");
    }
    CHECK(writing(folder / "other.png") == "written");
    CHECK(contentOf(folder / "other.png") == "new");
}

TEST_CASE("A file that is read only after the output was begun is not replaced, either") {
    static const TemporaryFolder folder;
    put(folder / "a.png", "old");
    AtomicFile file(folder / "a.png");
    protectFile(folder / "a.png");
    CHECK_THROWS_AS(file.commit(), WouldReplaceInput);
    CHECK(contentOf(folder / "a.png") == "old");
}

TEST_CASE("A new file with the inode of one that was read and removed is replaced") {
    const TemporaryFolder folder;
    const fs::path first = folder / "first.png";
    put(first, "old");
    protectFile(first);
    const auto id = fileIdOf(first);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the clock of file systems is coarse
    fs::remove(first);
    for (int i = 0; i < 100; ++i) {
        const fs::path next = folder / (std::to_string(i) + ".png");
        put(next, "another");
        if (fileIdOf(next) != id) continue;
        CHECK(writing(next) == "written");
        return;
    }
    SKIP("the file system does not reuse inodes at once");
}

TEST_CASE("Two names are the same file by identity, or by directory and name while it is missing") {
    const TemporaryFolder folder;
    put(folder / "a", "a");
    put(folder / "b", "a");
    fs::create_hard_link(folder / "a", folder / "hard");
    fs::create_directory(folder / "sub");
    fs::create_directory_symlink("sub", folder / "same");
    fs::create_symlink("sub/new", folder / "dangling");
    const auto same = [&](const char* left, const char* right) { return isSameFile(folder / left, folder / right); };
    CHECK(same("a", "./sub/../a"));
    CHECK(same("a", "hard"));
    CHECK(same("sub/new", "same/new"));
    CHECK(same("dangling", "same/new"));
    CHECK(same("no/such", "no/./such"));
    CHECK_FALSE(same("a", "b"));
    CHECK_FALSE(same("sub/new", "new"));
    CHECK_FALSE(same("sub", "sub"));
    CHECK_FALSE(isSameFile("/dev/null", "/dev/null"));
    CHECK_FALSE(isSameFile("", ""));
}
