#include <filesystem>

#include "cli/expect.h"
#include "support/read_file.h"
#include "support/temporary_folder.h"

// Debian's packages (packaging/packages.cmake), and the release script.

namespace {

namespace fs = std::filesystem;

bool hasTool(const std::string& name) {
    return run({.arguments = {"sh", "-c", "command -v " + name}}).exit == 0;
}

/// The standard output of a program that has to succeed.
std::string outputOf(const Arguments& arguments) {
    const Finished finished = run({.arguments = arguments});
    requireExit(finished, 0);
    return finished.out;
}

std::string onlyFile(const fs::path& folder, const std::string& start) {
    std::string found;
    for (const std::string& name : namesIn(folder))
        if (name.starts_with(start) && name.ends_with(".deb")) found += (folder / name).string();
    return found;
}

Finished release(const fs::path& clone, Arguments arguments, const std::string& name = "A Maintainer",
                 const std::string& address = "maintainer@sinew.dev") {
    arguments.insert(arguments.begin(), (clone / "third_party/release.sh").string());
    return run({.arguments = arguments,
                .environment = {{"DEBFULLNAME", name},
                                {"DEBEMAIL", address},
                                {"HOME", clone.string()},
                                {"XDG_CONFIG_HOME", std::nullopt}},
                .folder = clone});
}

/// A refusal in one line.
void checkRefused(const Finished& finished, int exit, const std::string& cause) {
    INFO(finished.describe());
    CHECK(finished.exit == exit);
    CHECK(finished.out.empty());
    CHECK(finished.err == "release.sh: " + cause + "\n");
}

}  // namespace

TEST_CASE("cpack makes packages with what belongs to each, and lintian finds no error", "[install]") {
    if (!hasTool("dpkg-shlibdeps")) SKIP("dpkg-dev is not installed");
    const TemporaryFolder folder;
    requireExit(run({.arguments = {"cpack", "--config", SINEW_BINARY_DIR "/CPackConfig.cmake", "-G", "DEB", "-D",
                                   "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", "-B", folder.path()},
                     .timeoutSeconds = 300.0}),
                0);
    const std::string program = onlyFile(folder.path(), "sinew_"),
                      development = onlyFile(folder.path(), "libsinew-dev_");
    REQUIRE(fs::is_regular_file(program));
    REQUIRE(fs::is_regular_file(development));

    const std::string programFiles = outputOf({"dpkg-deb", "--contents", program});
    for (const char* file :
         {"bin/sinew", "share/man/man1/sinew.1.gz", "share/applications/sinew.desktop",
          "share/icons/hicolor/scalable/apps/sinew.svg", "share/mime/packages/sinew.xml",
          "share/metainfo/io.github.sinew.sinew.metainfo.xml", "share/thumbnailers/sinew.thumbnailer",
          "share/bash-completion/completions/sinew", "share/zsh/site-functions/_sinew",
          "share/fish/vendor_completions.d/sinew.fish", "share/sinew/character.dae", "share/sinew/shaders/lit.frag",
          "share/doc/sinew/copyright", "share/doc/sinew/changelog.gz", "share/doc/sinew/changelog.Debian.gz"}) {
        INFO(file);
        CHECK(contains(programFiles, std::string(" ./usr/") + file + "\n"));
    }
    CHECK_FALSE(contains(programFiles, ".a\n"));
    CHECK_FALSE(contains(programFiles, "/include/"));
    const std::string depends = outputOf({"dpkg-deb", "--field", program, "Depends"});
    for (const char* package : {"libassimp", "libc6", "libvulkan1", "libseccomp2", "libglfw3"})
        CHECK(contains(depends, package));
    CHECK(contains(outputOf({"dpkg-deb", "--field", program, "Maintainer"}), "@"));
    CHECK(outputOf({"dpkg-deb", "--field", program, "Description"})
              .starts_with("player and checker of rigged, animated 3D models\n Sinew "));
    CHECK(contains(outputOf({"dpkg-deb", "--field", program, "Recommends"}), "mesa-vulkan-drivers | vulkan-icd"));

    const std::string developmentFiles = outputOf({"dpkg-deb", "--contents", development});
    for (const char* file :
         {"/libsinew_animation.a", "/libsinew_import.a", "/libsinew_render.a", "/cmake/sinew/sinew-config.cmake",
          "/pkgconfig/sinew-import.pc", "/include/sinew/animation/clip/clip.h", "/doc/libsinew-dev/copyright"}) {
        INFO(file);
        CHECK(contains(developmentFiles, std::string(file) + "\n"));
    }
    CHECK_FALSE(contains(developmentFiles, "/bin/"));
    CHECK_FALSE(contains(developmentFiles, "share/sinew"));
    CHECK(contains(outputOf({"dpkg-deb", "--field", development, "Depends"}), "libassimp-dev"));

    Arguments packages{program, development};
    if (contains(readFile(SINEW_BINARY_DIR "/CPackConfig.cmake"), "python3-sinew")) {
        const std::string python = onlyFile(folder.path(), "python3-sinew_");
        REQUIRE(fs::is_regular_file(python));
        packages.push_back(python);
        const std::string pythonDepends = outputOf({"dpkg-deb", "--field", python, "Depends"});
        for (const char* package : {"python3 (>= 3.", "python3 (<< 3.", "python3-numpy", "libassimp"})
            CHECK(contains(pythonDepends, package));
        outputOf({"dpkg-deb", "--extract", python, folder / "unpacked"});
        const Finished imported =
            run({.arguments = {"/usr/bin/python3", "-B", "-c",
                               "import sinew; print(*sinew.load('" + asset("tube.dae") + "').clips)"},
                 .environment = {{"PYTHONPATH", folder / "unpacked/usr/lib/python3/dist-packages"}}});
        requireExit(imported, 0);
        CHECK(imported.out == "Bend\n");
    }

    if (!hasTool("lintian")) SKIP("lintian is not installed");
    const Finished linted = run({.arguments = Arguments{"lintian", "--fail-on", "error"} + packages,
                                 .environment = {{"LC_ALL", "C.UTF-8"}},
                                 .timeoutSeconds = 300.0});
    INFO(linted.describe());
    CHECK(linted.exit == 0);
    CHECK_FALSE(contains(linted.out, "E: "));
}

TEST_CASE("the release script refuses in one line what it cannot release, and writes the version", "[install]") {
    if (!fs::exists(fs::path(SINEW_SOURCE_DIR) / ".git")) SKIP("the sources are no git repository");
    const TemporaryFolder folder;
    const fs::path clone = folder / "clone";
    requireExit(run({.arguments = {"git", "clone", "--quiet", SINEW_SOURCE_DIR, clone}}), 0);
    // The working tree has changes that the clone does not have.
    for (const char* file : {"third_party/release.sh", "CHANGELOG.md"})
        fs::copy_file(fs::path(SINEW_SOURCE_DIR) / file, clone / file, fs::copy_options::overwrite_existing);
    requireExit(
        run({.arguments = {"sh", "-c",
                           "git add --all && git -c user.name=Sinew -c user.email=sinew@localhost commit --quiet "
                           "--allow-empty --message 'The files of the working tree'"},
             .folder = clone}),
        0);
    const std::string usage = "usage: third_party/release.sh version X.Y.Z";
    checkRefused(release(clone, {}), 2, usage + " | packages [FOLDER]");
    checkRefused(release(clone, {"version"}), 2, usage);
    checkRefused(release(clone, {"version", "next"}), 2, "'next' is not a version such as 1.2.3");
    checkRefused(release(clone, {"version", "0.0.9"}), 2, "0.0.9 is before " SINEW_VERSION ", the present version");
    checkRefused(release(clone, {"version", SINEW_VERSION}), 2, "the version is " SINEW_VERSION " already");
    const std::string nobody =
        "packages need a maintainer: set DEBFULLNAME and DEBEMAIL, or git's user.name and user.email";
    checkRefused(release(clone, {"packages"}, "", "maintainer@sinew.dev"), 3, nobody);
    checkRefused(release(clone, {"packages"}, "A Maintainer", ""), 3, nobody);
    checkRefused(release(clone, {"packages"}, "A Maintainer", "maintainer@localhost"), 3, nobody);
    for (const char* address : {"unreleased@sinew.invalid", "sinew@users.noreply.github.com", "me@example.org"})
        checkRefused(release(clone, {"packages"}, "A Maintainer", address), 3,
                     "no mail reaches A Maintainer <" + std::string(address) +
                         ">: set DEBFULLNAME and DEBEMAIL to the maintainer of the packages");
    const Finished elsewhere = run(
        {.arguments = {(clone / "third_party/release.sh").string(), "packages"},
         .environment = {
             {"DEBFULLNAME", "A Maintainer"}, {"DEBEMAIL", "maintainer@sinew.dev"}, {"SINEW_HOMEPAGE", "sinew.dev"}}});
    checkRefused(elsewhere, 2, "SINEW_HOMEPAGE is 'sinew.dev', and not an https address");
    checkRefused(release(clone, {"packages", (clone / "docs").string()}), 5,
                 "the folder " + (clone / "docs").string() + " is not empty");
    checkRefused(release(clone, {"packages", (clone / "LICENSE/packages").string()}), 5,
                 "cannot make the folder " + (clone / "LICENSE/packages").string());

    requireExit(release(clone, {"version", "7.8.9"}), 0);
    CHECK(contains(readFile(clone / "CMakeLists.txt"), "\nproject(sinew VERSION 7.8.9 "));
    CHECK(contains(readFile(clone / "CHANGELOG.md"), "\n## 7.8.9 (2"));
    CHECK_FALSE(contains(readFile(clone / "CHANGELOG.md"), "\n## Unreleased"));
    CHECK(contains(readFile(clone / "packaging/desktop/sinew.metainfo.xml"), "<release version=\"7.8.9\" date=\"2"));
    for (const char* file : {"docs/library.md", "tests/install/project/CMakeLists.txt"}) {
        const std::string text = readFile(clone / file);
        CHECK(contains(text, "find_package(sinew 7.8 REQUIRED "));
        CHECK_FALSE(contains(text, "find_package(sinew 0."));
    }
    checkRefused(release(clone, {"packages"}), 3, "there are uncommitted changes: CHANGELOG.md");
}
