#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <limits>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "import/files/model_folder.h"
#include "import/import_model.h"
#include "import/sandbox/confine.h"
#include "import/sandbox/isolate.h"
#include "support/catch.h"
#include "support/models/bmp.h"
#include "support/temporary_folder.h"
#include "support/thrown.h"

// The processes in which models are read: what they answer, how they end, and what they are denied. Most of these tests
// replace the importer.

namespace {

namespace fs = std::filesystem;
using namespace sinew;

std::string environment(const Error& error) {
    return (error.exit() == Exit::environment ? "environment: " : "another exit: ") + std::string(error.what());
}

/// A folder with a model, and an importer that runs `body` in its process. The result of `body` becomes the error's
/// text.
class Isolated {
  public:
    explicit Isolated(std::function<std::string()> body, const ImportLimits& limits = {})
        : importer_(limits, [body = std::move(body)](const ModelFolder&, const ImportOptions&) -> ImportedModel {
              throw Error(Exit::input, body());
          }) {
        std::ofstream(model()) << "not looked at";
    }

    fs::path model() const { return folder_ / "model.dae"; }
    const TemporaryFolder& folder() const { return folder_; }

    /// The error's text without the file's path; environment() of it if the system is to blame.
    std::string answer() {
        try {
            importer_.importModel(model());
        } catch (const Error& error) {
            if (error.exit() == Exit::environment) return environment(error);
            CHECK(error.exit() == Exit::input);
            const std::string text = error.what(), prefix = model().string() + ": ";
            CHECK(text.starts_with(prefix));
            return text.substr(std::min(text.size(), prefix.size()));
        }
        return "a model";
    }

  private:
    TemporaryFolder folder_;
    IsolatedImporter importer_;
};

std::string answerTo(std::function<std::string()> body, const ImportLimits& limits = {}) {
    return Isolated(std::move(body), limits).answer();
}

/// "done", or the name of the errno.
std::string outcome(long result) {
    return result >= 0 ? "done" : strerrorname_np(errno);
}

long mapped(void* memory) {
    return memory == MAP_FAILED ? -1 : 0;
}

/// The system calls are not permitted in an importer.
void checkDenied(const std::vector<std::function<long()>>& calls) {
    for (const auto& call : calls) {
        INFO("call " << &call - calls.data());
        CHECK(answerTo([&] { return outcome(call()); }) == "EPERM");
    }
}

/// Seconds of processor time of this process and its ended children.
double childSeconds() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs `body` in a process where these system calls fail with `number`, as in a container's filter or on an older
/// kernel. Its result; or how it ended, if it did not return within 20 seconds.
std::string whereDenied(std::initializer_list<const char*> calls, int number,
                        const std::function<std::string()>& body) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
        ::setpgid(0, 0);
        ::close(ends[0]);
        ::signal(SIGALRM, SIG_DFL);
        ::alarm(20);
        scmp_filter_ctx const filter = seccomp_init(SCMP_ACT_ALLOW);
        bool isDenied = filter != nullptr;
        for (const char* call : calls)
            if (const int known = seccomp_syscall_resolve_name(call); known != __NR_SCMP_ERROR)
                isDenied =
                    isDenied && seccomp_rule_add(filter, SCMP_ACT_ERRNO(static_cast<unsigned>(number)), known, 0) == 0;
        isDenied = isDenied && seccomp_load(filter) == 0;
        const std::string result = isDenied ? body() : "cannot be denied";
        const ssize_t written = ::write(ends[1], result.data(), result.size());
        ::_exit(written == static_cast<ssize_t>(result.size()) ? 0 : 1);
    }
    ::close(ends[1]);
    std::string result;
    std::array<char, 4096> some{};
    int status = 0;
    ::waitpid(process, &status, 0);
    ::kill(-process, SIGKILL);  // what it left holds the pipe
    for (ssize_t count = 0; (count = ::read(ends[0], some.data(), some.size())) > 0;)
        result.append(some.data(), static_cast<size_t>(count));
    ::close(ends[0]);
    return WIFEXITED(status) ? result : std::string("ended by ") + ::strsignal(WTERMSIG(status));
}

[[gnu::noinline]] size_t recurse(size_t depth) {
    volatile char room[1024];
    room[depth % sizeof room] = 1;
    return depth == 0 ? 0 : recurse(depth - 1) + static_cast<size_t>(room[depth % sizeof room]);
}

std::string taking(size_t bytes) {
    return std::vector<char>(bytes, 'x').empty() ? "" : "fits";
}

std::string forever() {
    for (volatile bool on = true; on;) {
    }
    return "";
}

std::string crashed(const std::string& how) {
    return "the importer crashed (" + how + "); try another exporter or format, or report the file";
}

}  // namespace

TEST_CASE("A model read in a separate process equals the one read in this process") {
    IsolatedImporter isolated;
    for (const char* name : {"tube.dae", "snake.dae", "character.dae"}) {
        const fs::path path = fs::path(SINEW_SOURCE_DIR "/assets") / name;
        for (const ImportOptions& options : {ImportOptions{}, ImportOptions{.influences = 8, .keepCut = true}})
            CHECK(isolated.importModel(path, options) == sinew::importModel(path, options));
    }
}

TEST_CASE("An importer that was started as a program reads the same, also when the thread that started it is gone") {
    std::unique_ptr<IsolatedImporter> isolated;
    std::thread([&] { isolated = std::make_unique<IsolatedImporter>(fs::path(SINEW_IMPORTER)); }).join();
    const fs::path path = SINEW_SOURCE_DIR "/assets/snake.dae";
    for (int time = 0; time < 2; ++time)
        CHECK(isolated->importModel(path) == sinew::importModel(path));
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(isolated->importModel(folder / "none.dae"), (folder / "none.dae").string() + ": no such file");
    isolated.reset();
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
}

TEST_CASE("An importer that was started as a program keeps its limits") {
    IsolatedImporter isolated(fs::path(SINEW_IMPORTER), {.memoryBytes = size_t{kSanitized ? 2048 : 40} << 20});
    const fs::path path = SINEW_SOURCE_DIR "/assets/character.dae";
    if (!kSanitized)
        CHECK_THROWS_WITH(isolated.importModel(path), path.string() + ": needs more than 40 MiB of memory");
    CHECK_THROWS_WITH(IsolatedImporter(fs::path("/none/importer")),
                      "cannot start the importer /none/importer (No such file or directory)");
}

TEST_CASE("A program that imports finds files where this process is now") {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    IsolatedImporter isolated{fs::path(SINEW_IMPORTER)};
    std::ofstream(folder / "model.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::current_path(fs::path(folder / ""));
    const ImportedModel imported = isolated.importModel("model.obj");
    fs::current_path(before);
    CHECK(imported.report.file == "model.obj");
}

TEST_CASE("A model with 40 texture files is read whole in a separate process") {
    const TemporaryFolder folder;
    std::string materials, names;
    for (int i = 0; i < 40; ++i) {
        const std::string name = "t" + std::to_string(i) + ".bmp";
        std::ofstream(folder / name, std::ios::binary) << import_files::bmp(1, 1, static_cast<uint8_t>(i), 0, 0);
        materials += "newmtl m" + std::to_string(i) + "\nmap_Kd " + name + "\n";
        names += "usemtl m" + std::to_string(i) + "\nf 1 2 3\n";
    }
    std::ofstream(folder / "model.mtl") << materials;
    std::ofstream(folder / "model.obj") << "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n" << names;
    IsolatedImporter isolated;
    const ImportedModel imported = isolated.importModel(folder / "model.obj");
    REQUIRE(imported.model.textures.size() == 40);
    for (const Texture& texture : imported.model.textures)
        CHECK(texture.found());
    CHECK(imported == sinew::importModel(folder / "model.obj"));
}

TEST_CASE("An unusable file is refused with the same message as in this process") {
    const TemporaryFolder folder;
    std::ofstream(folder / "empty.dae");
    std::ofstream(folder / "words.dae") << "no model";
    std::ofstream(folder / "words.sinew") << "no model";
    fs::create_directory(folder / "folder.dae");
    IsolatedImporter isolated;
    for (const char* name :
         {"empty.dae", "words.dae", "words.sinew", "folder.dae", "missing.dae", "words.dae/deeper"}) {
        const std::string here = thrownBy([&] { sinew::importModel(folder / name); });
        CHECK(here != "");
        CHECK(thrownBy([&] { isolated.importModel(folder / name); }) == here);
    }
}

TEST_CASE("An environment map read in a separate process equals the one read in this process") {
    const TemporaryFolder folder;
    std::string pixels;
    for (int i = 0; i < 300 * 200 * 4; ++i)
        pixels += static_cast<char>(i * 7 % 251);
    std::ofstream(folder / "sky.hdr", std::ios::binary) << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 200 +X 300\n"
                                                        << pixels;
    IsolatedImporter isolated;
    const RadiancePicture picture = isolated.readRadiancePicture(folder / "sky.hdr");
    CHECK(picture.width == 300);
    CHECK(picture == sinew::readRadiancePicture(folder / "sky.hdr"));

    std::ofstream(folder / "words.hdr") << "no picture";
    std::ofstream(folder / "empty.hdr");
    for (const fs::path& path : {folder / "words.hdr", folder / "empty.hdr", folder / "missing.hdr", folder.path()}) {
        const std::string here = refusalOf(path, [&] { sinew::readRadiancePicture(path); });
        CHECK(here != "");
        CHECK(refusalOf(path, [&] { isolated.readRadiancePicture(path); }) == here);
    }
}

TEST_CASE("A reader of light that crashes, never ends, takes memory or returns nonsense is reported") {
    const TemporaryFolder folder;
    const fs::path sky = folder / "sky.hdr";
    std::ofstream(sky) << "not looked at";
    const auto answer = [&](LightDecoder decode) {
        IsolatedImporter isolated(
            {.seconds = 1.0}, [](const ModelFolder&, const ImportOptions&) { return ImportedModel(); },
            std::move(decode));
        const std::string cause = refusalOf(sky, [&] { isolated.readRadiancePicture(sky); });
        return cause.empty() ? "a picture" : cause;
    };
    using Picture = RadiancePicture;
    const auto returns = [](uint32_t width, uint32_t height, std::vector<float> rgb) {
        return [picture = Picture{.width = width, .height = height, .rgb = std::move(rgb)}](const auto&) {
            return picture;
        };
    };
    CHECK(answer(returns(1, 1, {0.0f, 1.0f, 65504.0f})) == "a picture");
    CHECK(answer([](const auto&) -> Picture { throw Error(Exit::input, "two\nlines"); }) == "two lines");
    CHECK(answer([](const auto&) -> Picture { return std::raise(SIGKILL), Picture(); }) == crashed("killed"));
    CHECK(answer([](const auto&) -> Picture { return forever(), Picture(); }) == "the importer ran out of time (1 s)");
    if (!kSanitized)
        CHECK(answer([](const auto&) -> Picture { return {.rgb = std::vector<float>(size_t{1} << 30)}; }) ==
              "needs more than 2048 MiB of memory");
    CHECK(answer(returns(2, 1, {0.0f, 1.0f, 2.0f})) == "the importer's result is damaged: another size than it says");
    CHECK(answer(returns(0, 7, {})) == "the importer's result has no pixels");
    CHECK(answer(returns(40000, 0, {})) == "the importer's result has no pixels");
    CHECK(answer(returns(40000, 1, std::vector<float>(120000))) ==
          "the importer's result 40000 x 1 pixels are too many: at most 16384 a side and 67108864 in all");
    for (const float value : {-1.0f, 70000.0f, std::nanf(""), std::numeric_limits<float>::infinity()})
        CHECK(answer(returns(1, 1, {0.0f, 0.0f, value})) == "the importer's result is damaged: a value is no radiance");
}

TEST_CASE("A crash of the importer is reported with its signal, and the next file is read") {
    const bool sanitized = kSanitized;
    const auto ends = [&](int signal) {
        // The program's handlers might wait forever in a fork.
        const auto before = std::signal(
            signal, sanitized ? SIG_DFL : [](int) { ::pause(); });
        const std::string answer = answerTo([signal]() -> std::string {
            std::raise(signal);
            return "alive";
        });
        if (before != SIG_ERR) std::signal(signal, before);
        return answer;
    };
    CHECK(ends(SIGSEGV) == crashed("segmentation fault"));
    CHECK(ends(SIGABRT) == crashed("aborted"));
    CHECK(ends(SIGBUS) == crashed("bus error"));
    CHECK(ends(SIGKILL) == crashed("killed"));
    CHECK(answerTo([]() -> std::string { ::_exit(7); }) == "the importer exited without a result (exit code 7)");
    if (!sanitized) {
        CHECK(answerTo([]() -> std::string { std::terminate(); }) == crashed("aborted"));
        CHECK(answerTo([] { return std::to_string(recurse(size_t{1} << 20)); }) == crashed("segmentation fault"));
    }

    const TemporaryFolder folder;
    std::ofstream(folder / "bad.dae") << "bad";
    IsolatedImporter importer({}, [](const ModelFolder& model, const ImportOptions& options) {
        if (model.modelPath().filename() == "bad.dae") std::raise(SIGKILL);
        return sinew::importModel(model, options);
    });
    const fs::path good = SINEW_SOURCE_DIR "/assets/tube.dae";
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_AS(importer.importModel(folder / "bad.dae"), Error);
        CHECK(importer.importModel(good) == sinew::importModel(good));
    }
}

TEST_CASE("A thousand files are read one after the other") {
    Isolated isolated([] { return std::string("read"); });
    for (int file = 0; file < (kSanitized ? 400 : 1000); ++file)
        REQUIRE(isolated.answer() == "read");
}

TEST_CASE("An importer that computes or waits forever is stopped") {
    const double before = childSeconds();
    CHECK(answerTo(forever, {.seconds = 1.0}) == "the importer ran out of time (1 s)");
    CHECK(childSeconds() - before < 2.5);

    const auto begin = std::chrono::steady_clock::now();
    CHECK(answerTo(
              []() -> std::string {
                  while (true)
                      std::this_thread::sleep_for(std::chrono::seconds(1));
              },
              {.seconds = 1.0}) == "the importer ran out of time (1 s)");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("Canceling returns at once, ends the process, and leaves the next file readable") {
    const TemporaryFolder folder;
    std::ofstream(folder / "slow.dae") << "slow";
    IsolatedImporter importer({}, [](const ModelFolder& model, const ImportOptions& options) {
        if (model.modelPath().filename() == "slow.dae")
            while (true)
                std::this_thread::sleep_for(std::chrono::seconds(1));
        return sinew::importModel(model, options);
    });
    const fs::path good = SINEW_SOURCE_DIR "/assets/tube.dae";
    const auto begin = std::chrono::steady_clock::now();
    for (int time = 0; time < 3; ++time) {
        std::stop_source stop;
        std::jthread user([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        const ImportOptions options{.stop = stop.get_token()};
        CHECK_THROWS_WITH(importer.importModel(folder / "slow.dae", options),
                          (folder / "slow.dae").string() + ": loading canceled");
        CHECK_THROWS_AS(importer.importModel(good, options), Error);
        CHECK(importer.importModel(good) == sinew::importModel(good));
    }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
}

TEST_CASE("An importer has 512 MiB of stack and no more memory than its limit") {
    if (kSanitized) SKIP("sanitizers reserve more address space than there is memory");
    CHECK(answerTo([] { return std::to_string(recurse(size_t{400} << 10)); }) == std::to_string(size_t{400} << 10));
    CHECK(answerTo([] { return taking(size_t{1} << 30); }) == "fits");
    CHECK(answerTo([] { return taking(size_t{2} << 30); }) == "needs more than 2048 MiB of memory");
}

TEST_CASE("An importer may read below the model's folder only") {
    const TemporaryFolder outside;
    std::ofstream(outside / "secret.png") << "secret";
    const fs::path secret = outside / "secret.png";
    IsolatedImporter importer({}, [&](const ModelFolder& folder, const ImportOptions&) -> ImportedModel {
        const auto opens = [&](const fs::path& name) {
            const auto file = folder.open(name);
            return file ? file->content() + ";" : std::string("-;");
        };
        throw Error(Exit::input, opens("side.png") + opens("sub/deep.png") + opens("link_inside.png") +
                                     opens("sub/../side.png") + opens("link_outside.png") + opens("linked/secret.png") +
                                     opens("../side.png") + opens(secret) + opens("/etc/passwd") + opens("sub") +
                                     opens("pipe") + opens("missing.png") + opens(folder.path() / "side.png"));
    });
    const TemporaryFolder folder;
    std::ofstream(folder / "model.dae") << "model";
    std::ofstream(folder / "side.png") << "side";
    fs::create_directory(folder / "sub");
    std::ofstream(folder / "sub" / "deep.png") << "deep";
    fs::create_symlink("sub/deep.png", folder / "link_inside.png");
    fs::create_symlink(secret, folder / "link_outside.png");
    fs::create_directory_symlink(outside.path(), folder / "linked");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    const std::string answer = refusalOf(folder / "model.dae", [&] { importer.importModel(folder / "model.dae"); });
    CHECK(answer == "side;deep;deep;side;-;-;-;-;-;-;-;-;side;");
}

TEST_CASE("An importer may read below the folders of textures, too, and nowhere else") {
    const TemporaryFolder folder;
    for (const char* name : {"model", "maps", "maps/sub", "other", "more"})
        fs::create_directory(folder / name);
    std::ofstream(folder / "model" / "model.dae") << "model";
    for (const char* name : {"secret", "maps/x", "maps/sub/y", "other/secret", "more/z"})
        std::ofstream(folder / name) << "content of " << name;
    fs::create_symlink("../secret", folder / "maps" / "link");
    fs::create_directory_symlink(folder / "other", folder / "maps" / "linked");
    IsolatedImporter importer({}, [&](const ModelFolder& model, const ImportOptions&) -> ImportedModel {
        std::string answer;
        const std::vector<const AllowedFolder*> allowed = model.folders();
        for (size_t i = 1; i < allowed.size(); ++i)
            for (const char* name : {"x", "sub/y", "z", "link", "linked/secret", "../secret", "../other/secret"})
                answer += allowed[i]->open(name) ? "o" : "-";
        // As a process that is taken over would: by system calls. Sanitizers deny them nothing.
        for (const char* name : {"secret", "other/secret"}) {
            const int file = kSanitized ? -1 : ::open((folder / name).c_str(), O_RDONLY | O_CLOEXEC);
            answer += file < 0 ? "-" : "o";
        }
        throw Error(Exit::input, answer);
    });
    const std::vector<fs::path> textures{folder / "maps", folder / "missing", folder / "more"};
    const auto answer = [&](const std::vector<fs::path>& folders) -> std::string {
        const fs::path model = folder / "model" / "model.dae";
        return refusalOf(model, [&] { importer.importModel(model, {.textureFolders = folders}); });
    };
    CHECK(answer({}) == "--");
    CHECK(answer(textures) ==
          "oo-----"
          "-------"
          "--o----"
          "--");
    CHECK(answer({}) == "--");  // not those of the request before
}

TEST_CASE("An importer is denied everything that reading a model does not need") {
    if (kSanitized) SKIP("sanitizers need calls that are not on the list");
    const TemporaryFolder folder;
    const std::string made = folder / "made";
    std::ofstream(folder / "own") << "own";
    const std::string own = folder / "own";

    checkDenied({
        // Opening by path, for reading or writing; denied by Landlock and by seccomp.
        [] { return ::open("/etc/passwd", O_RDONLY); },
        [] { return ::open("/dev/null", O_RDONLY); },
        [&] { return ::open(made.c_str(), O_WRONLY | O_CREAT, 0600); },
        [&] { return ::unlink(own.c_str()); },
        [&] { return ::rename(own.c_str(), made.c_str()); },
        [&] { return ::chmod(own.c_str(), 0777); },
        // The network, other programs and processes, signals to others, new code.
        [] { return ::socket(AF_INET, SOCK_STREAM, 0); },
        [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); },
        [] { return ::execl("/bin/true", "true", nullptr); },
        [] { return ::fork(); },
        [] { return ::kill(::getppid(), SIGTERM); },
        [] {
            const int rights = PROT_READ | PROT_WRITE | PROT_EXEC;
            return mapped(::mmap(nullptr, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        },
    });
    CHECK(fs::exists(own));
    CHECK_FALSE(fs::exists(made));
    CHECK(answerTo([] { return std::to_string(std::async(std::launch::async, [] { return 42; }).get()); }) == "42");
}

TEST_CASE("A compromised importer cannot open files for writing, or outside the folder") {
    if (kSanitized) SKIP("sanitizers need calls that are not on the list");
    if (!kernelKeepsBeneath()) SKIP("the kernel has no openat2");
    const TemporaryFolder folder;
    const std::string own = folder / "own";
    std::ofstream(own) << "own";
    const auto ask = [](int from, const char* path, uint64_t flags) {
        const open_how how{.flags = flags, .mode = 0, .resolve = 0};
        return ::syscall(SYS_openat2, from, path, &how, sizeof how);
    };
    const OpenArguments arguments = openArguments();
    void* const page = const_cast<void*>(arguments.file);
    constexpr int kHow = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, kRights = PROT_READ | PROT_WRITE;
    const pid_t parent = ::getpid();
    checkDenied({
        [&] { return ask(AT_FDCWD, own.c_str(), O_WRONLY | O_TRUNC); },
        [&] { return ask(AT_FDCWD, "/etc/passwd", O_RDONLY); },
        // Allowed arguments with another folder, and arguments that were changed.
        [&] { return ::syscall(SYS_openat2, AT_FDCWD, "own", arguments.file, arguments.bytes); },
        [&] { return ::mprotect(page, 4096, kRights); },
        [&] { return ::munmap(page, 4096); },
        [&] { return ::madvise(page, 4096, MADV_DONTNEED); },
        [&] { return mapped(::mremap(page, 4096, 8192, MREMAP_MAYMOVE)); },
        [&] { return mapped(::mmap(page, 1 << 20, kRights, kHow, -1, 0)); },
        [&] { return mapped(::mmap(nullptr, 1 << 20, kRights, kHow, -1, 0)); },
        // Signals to other processes; other uses of a descriptor than reading; other descriptors.
        [&] { return ::syscall(SYS_tgkill, parent, parent, 0); },
        [] { return ::fcntl(0, F_SETOWN, 1); },
        [] { return ::write(1, "x", 1); },
    });
    CHECK(fs::file_size(own) == 3);
    CHECK(answerTo([&] { return outcome(::syscall(SYS_getrandom, page, 16, 0)); }) == "EFAULT");
}

TEST_CASE("With Landlock alone, an importer may read below the folder only") {
    if (!IsolatedImporter::missing().empty()) SKIP("the kernel has no Landlock");
    const TemporaryFolder folder;
    const std::string own = folder / "own";
    std::ofstream(own) << "own";
    const std::array beneath{::open(folder.path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    std::array<std::string, 4> outcomes;
    std::thread([&] {  // Landlock applies to a thread
        ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        keepBeneath(beneath);
        const auto open = [](const std::string& path, int flags) {
            const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
            const std::string said = outcome(descriptor);
            if (descriptor >= 0) ::close(descriptor);
            return said;
        };
        outcomes = {open(own, O_RDONLY), open(own, O_WRONLY), open(folder / "made", O_WRONLY | O_CREAT),
                    open("/etc/passwd", O_RDONLY)};
    })
        .join();
    ::close(beneath[0]);
    CHECK(outcomes == std::array<std::string, 4>{"done", "EACCES", "EACCES", "EACCES"});
}

TEST_CASE("An importer inherits no open files, also where a system call that closes them fails, or it does not run") {
    if (kSanitized) SKIP("sanitizers keep stderr");
    const TemporaryFolder folder;
    std::ofstream(folder / "secret") << "secret";
    const int secret = ::open((folder / "secret").c_str(), O_RDWR);
    REQUIRE(secret >= 0);
    const auto inherited = [&] {
        for (const int standard : {0, 1, 2})
            ::dup2(secret, standard);
        const int high = ::fcntl(secret, F_DUPFD, 900);
        if (high != 900) return std::string("no high descriptor");
        Isolated isolated([] {
            int count = 0;
            for (int descriptor = 3; descriptor < 1024; ++descriptor)
                count += ::fcntl(descriptor, F_GETFD) >= 0;
            std::string said = std::to_string(count);
            for (const int standard : {0, 1, 2}) {
                char byte = 0;
                if (::pread(standard, &byte, 1, 0) > 0) said += " reads";
                if (::read(standard, &byte, 1) > 0) said += " reads";
            }
            return said;
        });
        return isolated.answer();
    };
    CHECK(whereDenied({}, 0, inherited) == "3");
    for (const int number : {ENOSYS, EPERM})
        CHECK(whereDenied({"close_range"}, number, inherited) == "3");  // the answer's pipe, the model and its folder
    CHECK(whereDenied({"pidfd_open"}, ENOSYS, inherited) == "3");
    const std::string refused = "environment: cannot confine the importer (";
    CHECK(whereDenied({"close_range", "getdents64"}, EPERM, inherited).starts_with(refused));
    CHECK(whereDenied({"dup2", "dup3"}, EPERM, inherited).starts_with(refused + "dup2: "));
    CHECK(whereDenied({"rt_sigprocmask"}, EPERM, inherited).starts_with(refused));
    CHECK(whereDenied({"rt_sigaction"}, EPERM, inherited).starts_with(refused));
    CHECK(whereDenied({"prctl"}, EPERM, inherited).starts_with(refused + "prctl: "));
    CHECK(whereDenied({"close"}, EPERM, inherited).starts_with(refused + "close: "));
    for (const char* call : {"pipe2", "socketpair", "clone", "wait4", "poll", "recvmsg", "sendmsg"}) {
        INFO(call);
        const std::string answer = whereDenied({call}, EPERM, [&] {
            try {
                return inherited();
            } catch (const Error& error) {  // of the constructor
                return environment(error);
            }
        });
        INFO(answer);
        CHECK(answer.starts_with("environment: cannot create a process for the importer ("));
    }
    ::close(secret);
}

TEST_CASE("A limit of the system is no fault of the file") {
    if (kSanitized) SKIP("sanitizers reserve more address space than there is memory");
    const auto limited = [](__rlimit_resource resource, rlim_t value, const std::function<std::string()>& work) {
        return whereDenied({}, 0, [&] {
            const rlimit limits{value, value};
            ::setrlimit(resource, &limits);
            Isolated isolated(work);
            return isolated.answer();
        });
    };
    const auto ends = [](const std::string& text, const std::string& end) {
        INFO(text);
        CHECK(text.starts_with("environment: "));
        CHECK(text.ends_with(end));
    };
    ends(limited(RLIMIT_AS, rlim_t{1} << 30, [] { return taking(size_t{1} << 30); }),
         "/model.dae: needs more than 1024 MiB of memory, the limit of this system");
    const auto noThread = []() -> std::string {
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    };
    ends(answerTo(noThread), "the system allows no more threads (Resource temporarily unavailable)");
    ends(limited(RLIMIT_AS, rlim_t{1} << 30,
                 [&]() -> std::string {
                     for (size_t bytes = size_t{1} << 30; bytes >= size_t{1} << 20;)
                         if (::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
                             bytes /= 2;
                     return noThread();
                 }),
         "/model.dae: needs more than 1024 MiB of memory, the limit of this system");
    ends(limited(RLIMIT_CPU, 2, forever), "the importer ran out of time (2 s, the limit of this system)");
    ends(whereDenied({}, 0,
                     [] {
                         const TemporaryFolder folder;
                         std::ofstream(folder / "model.dae") << "not looked at";
                         IsolatedImporter importer({.descriptors = 10},
                                                   [](const ModelFolder& model, const ImportOptions&) -> ImportedModel {
                                                       std::vector<InputFile> files;
                                                       for (;;)
                                                           files.push_back(model.model().again());
                                                   });
                         try {
                             importer.importModel(folder / "model.dae");
                         } catch (const Error& error) {
                             return environment(error);
                         }
                         return std::string("a model");
                     }),
         "/model.dae: Too many open files");
}

TEST_CASE("An importer's answer is text on one line") {
    CHECK(answerTo([] { return std::string("a\nb\x1B[31mc\x7F") + '\xFF'; }) == "a b [31mc \xEF\xBF\xBD");
    CHECK(answerTo([] { return std::string(100'000, 'x'); }) == std::string(4096, 'x'));
}

TEST_CASE("The processes end with the object that created them") {
    {
        Isolated isolated([] { return std::string("nothing"); });
        CHECK(::waitpid(-1, nullptr, WNOHANG) == 0);
        CHECK(isolated.answer() == "nothing");
    }
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
}

TEST_CASE("new memory of the importer's process is zeros, whatever was there before", "[isolation]") {
    if (kSanitized) SKIP("sanitizers keep their allocator");
    const std::string answer = answerTo([] {
        for (const size_t bytes : {size_t{24}, size_t{1000}, size_t{100'000}, size_t{8} << 20}) {
            for (int round = 0; round < 4; ++round) {
                auto* const memory = static_cast<unsigned char*>(::operator new(bytes));
                const auto used = std::count_if(memory, memory + bytes, [](unsigned char c) { return c != 0; });
                std::fill_n(memory, bytes, static_cast<unsigned char>(0xA5));
                ::operator delete(memory);
                if (used > 0) return std::to_string(used) + " of " + std::to_string(bytes) + " bytes";
            }
        }
        return std::string("all zeros");
    });
    CHECK(answer == "all zeros");
}
