#include "import/sandbox/isolate.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <fmt/format.h>

#include "bake/stream.h"
#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/large_pages.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/files/sinew_file.h"
#include "import/sandbox/broker.h"
#include "import/sandbox/confine.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

Error noProcess(int number) {
    return Error(Exit::environment,
                 fmt::format("cannot create a process for the importer ({}); --no-sandbox imports without one",
                             std::strerror(number)));
}

Error noStart(const fs::path& program, int number) {
    return Error(Exit::environment,
                 fmt::format("cannot start the importer {} ({})", shownPath(program.string()), std::strerror(number)));
}

/// False at the deadline or on a request to stop.
bool awaitBytes(int descriptor, Clock::time_point deadline, const std::stop_token& stop = {}) {
    const int64_t longestMs = stop.stop_possible() ? 20 : 60'000;
    while (!stop.stop_requested()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd watched{descriptor, POLLIN, 0};
        const int ready = ::poll(&watched, 1, static_cast<int>(std::clamp<int64_t>(left, 0, longestMs)));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) throw noProcess(errno);
        if (left <= 0) return false;
    }
    return false;
}

/// Reads `bytes`; returns fewer at the end of the stream, the deadline, or the request to stop.
size_t readFrom(int pipe, std::span<std::byte> bytes, Clock::time_point deadline, const std::stop_token& stop) {
    size_t done = 0;
    while (done < bytes.size() && awaitBytes(pipe, deadline, stop)) {
        const ssize_t count = ::read(pipe, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw noProcess(errno);
        if (count == 0) break;
        done += static_cast<size_t>(count);
    }
    return done;
}

/// Any bytes as one line of text.
std::string lineOf(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return utf8From(text);
}

std::string signalName(int signal) {
    const char* known = ::strsignal(signal);
    std::string name = known ? known : fmt::format("signal {}", signal);
    if (name.size() > 1 && name[0] >= 'A' && name[0] <= 'Z' && name[1] >= 'a')
        name[0] = static_cast<char>(name[0] + 32);
    return name;
}

/// Why a process did not answer completely.
Error errorOf(const ImportEnding& ending, const ImportLimits& limits) {
    if (ending.fault != 0) return noProcess(ending.fault);
    const bool ranOut = WIFSIGNALED(ending.status) && WTERMSIG(ending.status) == SIGXCPU;
    if (const double seconds = systemSeconds(); ranOut && seconds < limits.seconds)
        return Error(Exit::environment,
                     fmt::format("the importer ran out of time ({:g} s, the limit of this system)", seconds));
    std::string cause;
    if (ending.isLate || ranOut)
        cause = fmt::format("the importer ran out of time ({:g} s)", limits.seconds);
    else if (WIFSIGNALED(ending.status))
        cause = fmt::format("the importer crashed ({}); try another exporter or format, or report the file",
                            signalName(WTERMSIG(ending.status)));
    else
        cause = fmt::format("the importer exited without a result (exit code {})", WEXITSTATUS(ending.status));
    return Error(Exit::input, cause);
}

/// Reads the next bytes of an answer, fewer only at its end.
using Read = std::function<size_t(std::span<std::byte>)>;

RadiancePicture readLight(const AnswerHeader& answer, const Read& read) {
    LightHeader header;
    if (answer.byteCount < sizeof header || read(std::as_writable_bytes(std::span(&header, 1))) != sizeof header)
        throw Error(Exit::input, "is damaged: truncated");
    if ((answer.byteCount - sizeof header) / (3 * sizeof(float)) != uint64_t{header.width} * header.height)
        throw Error(Exit::input, "is damaged: another size than it says");
    RadiancePicture picture = emptyRadiancePicture(header.width, header.height);
    picture.flaws = header.flaws;
    const auto bytes = std::as_writable_bytes(std::span(picture.rgb));
    if (read(bytes) != bytes.size()) throw Error(Exit::input, "is damaged: truncated");
    const auto isRadiance = [](float value) { return value >= 0.0f && value <= kMostRadiance; };
    if (!std::ranges::all_of(picture.rgb, isRadiance)) throw Error(Exit::input, "is damaged: a value is no radiance");
    return picture;
}

/// Passes on which files were read.
void readFiles(const AnswerHeader& answer, const Read& read, const ImportOptions& options) {
    if (answer.fileCount > kMaxOpenedFiles) throw Error(Exit::input, "is damaged: too many files");
    std::vector<OpenedFile> files(answer.fileCount);
    const auto bytes = std::as_writable_bytes(std::span(files));
    if (read(bytes) != bytes.size()) throw Error(Exit::input, "is damaged: truncated");
    for (const OpenedFile& file : files)
        if (options.fileRead) options.fileRead(file.device, file.inode);
}

/// Runs `read`, and begins its errors about the file with the path. Lack of memory is the file's fault if the system
/// allows `memoryBytes`.
template <typename Reading>
auto naming(const fs::path& path, size_t memoryBytes, const Reading& read) {
    try {
        return read();
    } catch (const Error& error) {
        if (error.exit() != Exit::input) throw;
        throw Error(Exit::input, fmt::format("{}: {}", shownPath(path.string()), error.what()));
    } catch (const std::bad_alloc&) {
        const bool isOurs = systemMemoryBytes() >= memoryBytes;
        throw Error(isOurs ? Exit::input : Exit::environment,
                    fmt::format("{}: not enough memory", shownPath(path.string())));
    }
}

}  // namespace

struct IsolatedImporter::Broker {
    Broker(const ImportLimits& wanted, const IsolatedReaders& readers) : limits(wanted) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) throw noProcess(errno);
        socket = Descriptor(ends[0]);
        Descriptor other(ends[1]);
        const pid_t parent = ::getpid();
        process = ::fork();
        if (process < 0) throw noProcess(errno);
        if (process > 0) return;
        socket.close();  // or this process would never see its other end close
        runImportBroker(other.get(), parent, limits, readers);
    }

    Broker(const fs::path& program, const ImportLimits& wanted) : limits(wanted), isProgram(true) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) throw noProcess(errno);
        socket = Descriptor(ends[0]);
        const Descriptor other(ends[1]);
        if (::send(socket.get(), &limits, sizeof limits, MSG_NOSIGNAL) != sizeof limits) throw noProcess(errno);
        if (const int error = start(program, other.get())) throw noStart(program, error);
    }

    /// Starts the program with `end` as kBrokerSocket, in a process group of its own, so that Ctrl+C does not end it.
    /// Returns why it cannot be started; 0 where it was.
    int start(const fs::path& program, int end) {
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        if (const int error = ::posix_spawn_file_actions_init(&actions)) return error;
        if (const int error = ::posix_spawnattr_init(&attributes)) return error;
        int error = ::posix_spawn_file_actions_adddup2(&actions, end, kBrokerSocket);
        if (error == 0) error = ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        std::string name = program.string();
        const std::array<char*, 2> arguments{name.data(), nullptr};
        if (error == 0) error = ::posix_spawn(&process, name.c_str(), &actions, &attributes, arguments.data(), environ);
        ::posix_spawnattr_destroy(&attributes);
        ::posix_spawn_file_actions_destroy(&actions);
        return error;
    }

    ~Broker() {
        ::shutdown(socket.get(), SHUT_RDWR);  // ends the broker even if another process holds this end
        while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    /// Sends a request, with a new number and with paths separated by zeros, and returns the reading end of the pipe
    /// for its answer.
    Descriptor request(const std::string& paths, ImportRequest what) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw noProcess(errno);
        Descriptor reading(ends[0]), writing(ends[1]);
        constexpr int kPipeBytes = 1 << 20;
        ::fcntl(reading.get(), F_SETPIPE_SZ, kPipeBytes);  // optional: only speed depends on it

        ImportEnding earlier;  // of canceled requests; discarded before the socket is full
        while (::recv(socket.get(), &earlier, sizeof earlier, MSG_DONTWAIT) > 0) {
        }
        what.number = ++number;
        if (sizeof what + paths.size() > kMaxRequestBytes) throw Error(Exit::input, std::strerror(ENAMETOOLONG));
        std::array<iovec, 2> parts{{{&what, sizeof what}, {const_cast<char*>(paths.data()), paths.size()}}};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = parts.size();
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* passed = CMSG_FIRSTHDR(&message);
        passed->cmsg_level = SOL_SOCKET;
        passed->cmsg_type = SCM_RIGHTS;
        passed->cmsg_len = CMSG_LEN(sizeof(int));
        const int descriptor = writing.get();
        std::memcpy(CMSG_DATA(passed), &descriptor, sizeof descriptor);
        if (::sendmsg(socket.get(), &message, MSG_NOSIGNAL) < 0) throw noProcess(errno);
        return reading;
    }

    /// Returns how the current request's process ended, and skips those of earlier requests.
    ImportEnding ending() const {
        constexpr auto kMargin = std::chrono::seconds(5);
        const auto until = deadline + kMargin;
        ImportEnding ended;
        while (ended.number != number) {
            if (!awaitBytes(socket.get(), until)) return {.number = number, .isLate = true};
            if (::recv(socket.get(), &ended, sizeof ended, 0) != sizeof ended) throw noProcess(ESRCH);
        }
        return ended;
    }

    /// Returns what `take(header, read)` makes of an answer of that kind. It reads the rest with `read`, and throws
    /// Error(Exit::input) "is damaged ..." if that is not sound.
    template <typename Take>
    auto answerOf(const fs::path& path, const ImportOptions& options, const ImportRequest& what, AnswerKind kind,
                  const std::stop_token& stop, const Take& take) {
        constexpr double kMargin = 1.0;
        deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(limits.waitSeconds() + kMargin));
        std::string paths = seen(path) + '\0' + options.variant;
        for (const fs::path& folder : options.textureFolders)
            paths += '\0' + seen(folder);
        if (std::ranges::count(paths, '\0') != std::ssize(options.textureFolders) + 1)
            throw Error(Exit::input, std::strerror(ENOENT));  // a name goes on after a zero
        const Descriptor pipe = request(paths, what);
        const Read read = [&](std::span<std::byte> bytes) { return readFrom(pipe.get(), bytes, deadline, stop); };
        // Throwing closes the pipe, which ends the other process.
        const auto throwIfStopped = [&] {
            if (stop.stop_requested()) throw Error(Exit::input, "loading canceled");
        };
        AnswerHeader header;
        if (read(std::as_writable_bytes(std::span(&header, 1))) != sizeof header) {
            throwIfStopped();
            throw errorOf(ending(), limits);
        }
        if (header.kind == kind && header.byteCount <= limits.answerBytes) {
            try {
                return take(header, read);
            } catch (const Error& error) {
                if (error.exit() != Exit::input) throw;
                throwIfStopped();
                const ImportEnding ended = ending();
                if (ended.status != 0 || ended.isLate || ended.fault != 0) throw errorOf(ended, limits);
                throw Error(Exit::input, fmt::format("the importer's result {}", error.what()));
            }
        }
        std::string cause(std::min<uint64_t>(header.byteCount, kMaxCauseBytes), '\0');
        cause.resize(read(std::as_writable_bytes(std::span(cause))));
        if (header.kind == AnswerKind::unconfined)
            throw Error(Exit::environment,
                        fmt::format("cannot confine the importer ({}); --no-sandbox imports without confinement",
                                    lineOf(cause)));
        if (header.kind == AnswerKind::exhausted)
            throw Error(Exit::environment, fmt::format("{}: {}", shownPath(path.string()), lineOf(cause)));
        if (header.kind == AnswerKind::refusal) throw Error(Exit::input, lineOf(cause));
        throw Error(Exit::input,
                    header.kind == kind ? "exceeds the size limit of a model" : "the importer's result is invalid");
    }

    /// The path as the broker finds it: a program keeps the working directory that it was started in.
    std::string seen(const fs::path& path) const {
        std::error_code gone;
        const fs::path absolute = isProgram ? fs::absolute(path, gone) : path;
        return (gone ? path : absolute).string();
    }

    ImportedModel model(const fs::path& path, const ImportOptions& options) {
        const ImportRequest what{.kind = RequestKind::model,
                                 .influences = options.influences,
                                 .keepCut = options.keepCut,
                                 .forExport = options.forExport};
        return answerOf(
            path, options, what, AnswerKind::model, options.stop,
            [&options](const AnswerHeader& header, const Read& read) {
                readFiles(header, read, options);
                return deserialize({.byteCount = header.byteCount, .read = read, .willFill = useLargePages});
            });
    }

    RadiancePicture light(const fs::path& path, const std::stop_token& stop) {
        return answerOf(path, ImportOptions(), {.kind = RequestKind::light}, AnswerKind::light, stop, readLight);
    }

    ImportLimits limits;
    bool isProgram = false;
    Descriptor socket;
    pid_t process = -1;
    uint64_t number = 0;  ///< of the current request
    Clock::time_point deadline;
};

IsolatedImporter::IsolatedImporter(const ImportLimits& limits, const FolderImporter& import, const LightDecoder& light)
    : broker_(std::make_unique<Broker>(limits, IsolatedReaders{import, light})) {}

IsolatedImporter::IsolatedImporter(const fs::path& program, const ImportLimits& limits)
    : broker_(std::make_unique<Broker>(program, limits)) {}

IsolatedImporter::~IsolatedImporter() = default;

ImportedModel IsolatedImporter::importModel(const fs::path& path, const ImportOptions& options) {
    return naming(path, broker_->limits.memoryBytes, [&]() -> ImportedModel {
        if (auto baked = readSinewFile(ModelFolder(path), options.leavePixels)) return std::move(*baked);
        ImportedModel imported = broker_->model(path, options);
        imported.report.file = shownPath(path.string());
        noteUnreadTextures(path, imported.report.findings);
        return imported;
    });
}

RadiancePicture IsolatedImporter::readRadiancePicture(const fs::path& path, const std::stop_token& stop) {
    return naming(path, broker_->limits.memoryBytes, [&] { return broker_->light(path, stop); });
}

std::string IsolatedImporter::missing() {
    return Confinement::missing();
}

}  // namespace sinew
