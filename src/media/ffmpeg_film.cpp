#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/file_descriptor.h"
#include "media/film.h"
#include "media/yuv.h"

namespace sinew {
namespace {

constexpr const char* kProgram = "ffmpeg";
constexpr int kInput = 0, kOutput = 1, kErrors = 2;  // its standard descriptors

/// Searches PATH.
std::optional<std::string> findProgram() {
    const char* path = std::getenv("PATH");
    std::error_code ignored;
    std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string program = (folder.empty() ? "." : folder) + "/" + kProgram;
        if (::access(program.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(program, ignored)) return program;
    }
    return std::nullopt;
}

std::vector<std::string> codecArguments(const Film& film, bool seekable) {
    if (film.format == FilmFormat::webm)
        return {"-c:v",      "libvpx-vp9", "-crf",    "24", "-b:v",          "0",
                "-cpu-used", "4",          "-row-mt", "0",  "-auto-alt-ref", film.transparent ? "0" : "1",
                "-f",        "webm"};
    const bool mkv = film.format == FilmFormat::mkv;
    std::vector<std::string> arguments{"-c:v",    "libx264",  "-crf", "18",
                                       "-preset", "veryfast", "-f",   mkv ? "matroska" : "mp4"};
    if (!mkv) arguments.insert(arguments.end(), {"-movflags", seekable ? "+faststart" : "+frag_keyframe+empty_moov"});
    return arguments;
}

/// Equal frames give equal bytes with one version of ffmpeg: nothing depends on time, host or core count.
std::vector<std::string> programArguments(const Film& film, const std::string& output, bool seekable) {
    const FrameRate rate = frameRateFrom(film.framesPerSecond);
    const std::string pixels = film.transparent ? "yuva420p" : "yuv420p";
    std::vector<std::string> arguments{kProgram, "-nostdin", "-loglevel", "error", "-xerror", "-y", "-f", "rawvideo"};
    const auto add = [&](const std::vector<std::string>& more) {
        arguments.insert(arguments.end(), more.begin(), more.end());
    };
    add({"-pixel_format", pixels, "-video_size", fmt::format("{}x{}", evenSide(film.width), evenSide(film.height))});
    add({"-framerate", fmt::format("{}/{}", rate.frames, rate.seconds), "-i", "pipe:0", "-map_metadata", "-1"});
    add({"-fflags", "+bitexact", "-flags:v", "+bitexact", "-threads", "4", "-pix_fmt", pixels});
    add({"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
    add(codecArguments(film, seekable));
    arguments.push_back(output);
    return arguments;
}

/// MP4, WebM and Matroska through the ffmpeg program, which receives raw YUV frames.
class FfmpegFilm : public FilmWriter {
  public:
    explicit FfmpegFilm(const Film& film) : film_(film) {
        const std::optional<std::string> program = findProgram();
        if (!program)
            throw Error(
                Exit::environment,
                fmt::format("{}: .{} needs the program ffmpeg, which is not installed; install it or use .webp, .gif, "
                            ".y4m or _%04d.png",
                            film.output, traitsOf(film.format).name));
        file_.emplace(film.output);
        start(*program);
    }

    ~FfmpegFilm() override {
        if (process_ <= 0) return;
        ::kill(process_, SIGKILL);
        wait();
    }

    EncodedFrame encode(const FilmFrame& frame) const override {
        return {yuv420From(frame.pixels, film_.transparent), {}};
    }

    void append(uint32_t, EncodedFrame frame) override {
        for (std::span<const uint8_t> rest = frame.bytes; !rest.empty();) {
            // A socket, because unlike a pipe it raises no SIGPIPE when ffmpeg has exited.
            const ssize_t sent = ::send(frames_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent < 0) {
                end();
                failToWrite("exited early");
            }
            rest = rest.subspan(static_cast<size_t>(sent));
        }
    }

    void finish() override {
        end();
        file_->commit();
    }

  private:
    void start(const std::string& program) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) failToStart(errno);
        frames_ = Descriptor(ends[0]);
        const Descriptor input(ends[1]);
        errors_ = Descriptor(::memfd_create("ffmpeg", MFD_CLOEXEC));
        if (errors_.get() < 0) failToStart(errno);

        const std::string temporary = file_->temporaryPath();
        // Without the prefix, a path could look like an option or a protocol.
        const std::string output = temporary.empty() ? "pipe:1" : "file:" + temporary;
        std::vector<std::string> arguments = programArguments(film_, output, !temporary.empty());
        std::vector<char*> pointers;
        for (std::string& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);

        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input.get(), kInput);
        posix_spawn_file_actions_adddup2(&actions, file_->descriptor(), kOutput);
        posix_spawn_file_actions_adddup2(&actions, errors_.get(), kErrors);
        const int fault = ::posix_spawn(&process_, program.c_str(), &actions, nullptr, pointers.data(), ::environ);
        posix_spawn_file_actions_destroy(&actions);
        if (fault != 0) {
            process_ = 0;
            failToStart(fault);
        }
        killed_.emplace(process_);
    }

    /// Waits for ffmpeg to exit. @throws Error if it failed.
    void end() {
        frames_.close();
        const int status = wait();
        const std::string cause = firstLine();  // ffmpeg reports a full disk at the end only here
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && cause.empty()) return;
        const bool lacksEncoder =
            cause.find("Unknown encoder") != std::string::npos || cause.find("not found") != std::string::npos;
        failToWrite(cause.empty() ? "exited early" : cause, lacksEncoder ? Exit::environment : Exit::output);
    }

    [[noreturn]] void failToWrite(const std::string& cause, Exit exit = Exit::output) const {
        throw Error(exit, fmt::format("{}: ffmpeg: {}", film_.output, cause));
    }

    int wait() {
        int status = 0;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = 0;
        killed_.reset();
        return status;
    }

    /// First line of ffmpeg's error output; the following ones are consequences.
    std::string firstLine() const {
        std::string text(4096, '\0');
        const ssize_t length = ::pread(errors_.get(), text.data(), text.size(), 0);
        text.resize(length > 0 ? static_cast<size_t>(length) : 0);
        std::istringstream lines(text);
        std::string first;
        for (std::string line; first.empty() && std::getline(lines, line);)
            first = line;
        return first;
    }

    [[noreturn]] void failToStart(int cause) const {
        throw Error(Exit::environment,
                    fmt::format("{}: ffmpeg cannot be started: {}", film_.output, std::strerror(cause)));
    }

    Film film_;
    std::optional<AtomicFile> file_;
    Descriptor frames_, errors_;
    pid_t process_ = 0;
    std::optional<KilledOnSignal> killed_;
};

}  // namespace

std::unique_ptr<FilmWriter> makeFfmpegFilm(const Film& film) {
    return std::make_unique<FfmpegFilm>(film);
}

}  // namespace sinew
