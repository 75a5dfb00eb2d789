#include "import/sandbox/broker.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <fmt/format.h>

#include "bake/header.h"
#include "bake/stream.h"
#include "base/error.h"
#include "base/file_descriptor.h"
#include "import/sandbox/clear_heap.h"
#include "import/sandbox/confine.h"

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;

struct Request {
    ImportRequest what;
    std::filesystem::path path;
    std::string variant;
    std::vector<std::filesystem::path> textureFolders;
    int answer = -1;  ///< writing end of a pipe
};

[[noreturn]] void fail(const char* call) {
    throw std::runtime_error(fmt::format("{}: {}", call, std::strerror(errno)));
}

/// For results that are negative after an error.
int checked(int result, const char* call) {
    if (result < 0) fail(call);
    return result;
}

/// Closes the descriptors from 3 on that /proc lists, but one.
void closeListedBut(int kept) {
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::opendir("/proc/self/fd"), &::closedir);
    if (!list) fail("close_range and /proc/self/fd");
    std::vector<int> open;
    for (errno = 0; const dirent* entry = ::readdir(list.get()); errno = 0)
        if (entry->d_name[0] != '.') open.push_back(std::atoi(entry->d_name));
    if (errno != 0) fail("/proc/self/fd");
    for (const int descriptor : open)
        if (descriptor > 2 && descriptor != kept && descriptor != ::dirfd(list.get()))
            checked(::close(descriptor), "close");
}

/// Closes all descriptors but one and replaces the standard three: reading from them ends at once, writing fails.
/// Sanitizers keep stderr. @throws std::runtime_error with the call that failed.
void closeAllBut(int kept) {
    std::array<int, 2> ends{};
    checked(::pipe2(ends.data(), O_CLOEXEC), "pipe2");
    checked(::close(ends[1]), "close");
    for (int standard = 0; standard < (kSanitized ? 2 : 3); ++standard)
        checked(::dup2(ends[0], standard), "dup2");
    // Not available before Linux 5.9, and denied in some containers.
    const auto closeFrom = [](unsigned first, unsigned last) {
        return first > last || ::syscall(SYS_close_range, first, last, 0) == 0;
    };
    if (!closeFrom(3, static_cast<unsigned>(kept) - 1) || !closeFrom(static_cast<unsigned>(kept) + 1, ~0u))
        closeListedBut(kept);
}

void writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) ::_exit(EXIT_FAILURE);  // the reader is gone
        bytes = bytes.subspan(static_cast<size_t>(count));
    }
}

void announce(int pipe, AnswerKind kind, uint64_t byteCount) {
    const AnswerHeader header{.kind = kind, .byteCount = byteCount};
    writeAll(pipe, std::as_bytes(std::span(&header, 1)));
}

void answer(int pipe, AnswerKind kind, std::string_view cause) {
    cause = cause.substr(0, kMaxCauseBytes);
    announce(pipe, kind, cause.size());
    writeAll(pipe, std::as_bytes(std::span(cause)));
}

/// Page faults are a large part of reading a large file, so its heap uses large pages where the system has them.
void prepareHeap(size_t fileBytes, size_t memoryBytes) {
    constexpr size_t kLargePage = size_t{2} << 20;
    if (fileBytes < kLargePage / 2) return;
    ::mallopt(M_MMAP_MAX, 0);
    ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    constexpr size_t kHeapPerFileByte = 16;
    const size_t wanted = std::min(kHeapPerFileByte * fileBytes, memoryBytes / 4);
    void* const heap = std::malloc(wanted);
    if (!heap) return;
    const uintptr_t begin = (reinterpret_cast<uintptr_t>(heap) + kLargePage - 1) & ~(kLargePage - 1);
    const uintptr_t end = (reinterpret_cast<uintptr_t>(heap) + wanted) & ~(kLargePage - 1);
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
    std::free(heap);
}

struct Work {
    const Request& request;
    const ModelFolder& folder;
    const IsolatedReaders& readers;
    const ImportLimits& limits;
    size_t systemBytes = systemMemoryBytes();  ///< asked before it is denied
};

void answerModel(const Work& work) {
    const int pipe = work.request.answer;
    const ImportRequest& what = work.request.what;
    const ImportedModel imported = work.readers.model(work.folder, {.influences = what.influences,
                                                                    .keepCut = what.keepCut != 0,
                                                                    .forExport = what.forExport != 0,
                                                                    .variant = work.request.variant});
    std::vector<OpenedFile> files;
    for (const auto& [device, inode] : work.folder.opened())
        if (files.size() < kMaxOpenedFiles) files.push_back({device, inode});
    bool begun = false;
    serialize(imported, [&](std::span<const std::byte> bytes) {
        if (!begun) {
            const AnswerHeader header{AnswerKind::model, static_cast<uint32_t>(files.size()),
                                      readStreamHeader(bytes).byteCount};
            writeAll(pipe, std::as_bytes(std::span(&header, 1)));
            writeAll(pipe, std::as_bytes(std::span(files)));
        }
        begun = true;
        writeAll(pipe, bytes);
    });
}

void answerLight(const Work& work) {
    const int pipe = work.request.answer;
    const RadiancePicture picture = work.readers.light(work.folder.model());
    const auto values = std::as_bytes(std::span(picture.rgb));
    const LightHeader header{picture.width, picture.height, picture.flaws};
    announce(pipe, AnswerKind::light, sizeof header + values.size());
    writeAll(pipe, std::as_bytes(std::span(&header, 1)));
    writeAll(pipe, values);
}

void answerError(int pipe, const Error& error) {
    answer(pipe, error.exit() == Exit::environment ? AnswerKind::exhausted : AnswerKind::refusal, error.what());
}

void answerNoMemory(const Work& work) {
    const size_t bytes = std::min(work.limits.memoryBytes, work.systemBytes);
    const bool isOurs = bytes == work.limits.memoryBytes;
    answer(work.request.answer, isOurs ? AnswerKind::refusal : AnswerKind::exhausted,
           fmt::format("needs more than {} MiB of memory{}", bytes >> 20, isOurs ? "" : ", the limit of this system"));
}

/// True if address space is not why a thread cannot be created.
bool hasRoomForStack() {
    constexpr size_t kStack = size_t{16} << 20;
    void* const room = ::mmap(nullptr, kStack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return false;
    ::munmap(room, kStack);
    return true;
}

void answerNoThread(const Work& work, const std::system_error& error) {
    if (hasRoomForStack())
        answer(work.request.answer, AnswerKind::exhausted,
               fmt::format("the system allows no more threads ({})", error.code().message()));
    else
        answerNoMemory(work);
}

/// Answers and exits, without freeing memory, which the system does faster.
void* importAndAnswer(void* argument) {
    const Work& work = *static_cast<const Work*>(argument);
    const int pipe = work.request.answer;
    try {
        work.request.what.kind == RequestKind::light ? answerLight(work) : answerModel(work);
    } catch (const Error& error) {
        answerError(pipe, error);
    } catch (const std::bad_alloc&) {
        answerNoMemory(work);
    } catch (const std::system_error& error) {
        answerNoThread(work, error);
    }
    ::_exit(EXIT_SUCCESS);
}

/// Runs on a thread, whose stack size can be chosen; that of a process was fixed when it started.
/// @throws std::system_error where the system creates none.
void runOnLargeStack(Work work) {
    constexpr size_t kLeast = size_t{1} << 20;
    pthread_attr_t attributes;
    pthread_t thread;
    int error = pthread_attr_init(&attributes);
    if (error == 0) error = EAGAIN;
    // The address space may be limited already.
    for (size_t stackBytes = work.limits.stackBytes; error == EAGAIN && stackBytes >= kLeast; stackBytes /= 2) {
        if (const int fault = pthread_attr_setstacksize(&attributes, stackBytes)) {
            error = fault;
            break;
        }
        error = pthread_create(&thread, &attributes, importAndAnswer, &work);
    }
    if (error != 0) throw std::system_error(error, std::generic_category());
    pthread_join(thread, nullptr);
}

void dieWith(pid_t parent) {
    checked(::prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl");
    if (::getppid() != parent) ::_exit(EXIT_FAILURE);
}

struct BrokerSide {
    pid_t process;
    int socket;
};

[[noreturn]] void importAndExit(const Request& request, const Confinement& confinement, const BrokerSide& broker,
                                const ImportLimits& limits, const IsolatedReaders& readers) {
    std::optional<ModelFolder> folder;
    try {
        folder.emplace(request.path, request.textureFolders);
    } catch (const Error& error) {
        answerError(request.answer, error);
        ::_exit(EXIT_SUCCESS);
    }
    try {
        dieWith(broker.process);
        checked(::close(broker.socket), "close");
        // One heap for all threads: one for each would take 128 MiB of address space.
        ::mallopt(M_ARENA_MAX, 1);
        prepareHeap(folder->model().size(), limits.memoryBytes);
        clearNewMemory();
        const Work work{request, *folder, readers, limits};
        confinement.apply(*folder, request.answer, limits);
        try {
            runOnLargeStack(work);
        } catch (const std::system_error& error) {
            answerNoThread(work, error);
        }
    } catch (const std::exception& error) {
        answer(request.answer, AnswerKind::unconfined, error.what());
    }
    ::_exit(EXIT_SUCCESS);
}

/// Nothing when the other end is closed.
std::optional<Request> receive(int socket) {
    std::array<char, kMaxRequestBytes> bytes;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    iovec part{bytes.data(), bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t count = 0;
    do
        count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    const cmsghdr* passed = CMSG_FIRSTHDR(&message);
    if (count < static_cast<ssize_t>(sizeof(ImportRequest)) || !passed || passed->cmsg_type != SCM_RIGHTS)
        return std::nullopt;
    Request request;
    std::memcpy(&request.what, bytes.data(), sizeof request.what);
    std::memcpy(&request.answer, CMSG_DATA(passed), sizeof request.answer);
    std::string_view paths(bytes.data() + sizeof request.what, static_cast<size_t>(count) - sizeof request.what);
    const auto next = [&paths] {
        const std::string_view first = paths.substr(0, paths.find('\0'));
        paths.remove_prefix(std::min(first.size() + 1, paths.size()));
        return first;
    };
    request.path = next();
    request.variant = next();
    while (!paths.empty())
        request.textureFolders.emplace_back(next());
    return request;
}

/// The process dies with the broker, if it cannot be killed.
void kill(pid_t process) {
    if (::kill(process, SIGKILL) != 0 && errno != ESRCH) ::_exit(EXIT_FAILURE);
}

/// Why this process could not wait for another one; 0 where it can. Asked before there is one, which might answer
/// first.
int waitFault() {
    return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno != ECHILD ? errno : 0;
}

/// Waits until the process ends; kills it at the deadline, when its reader is gone, or when it cannot be watched.
ImportEnding awaitEnd(pid_t process, int socket, int pipe, double seconds) {
    const auto deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));  // negative before Linux 5.3
    constexpr int kStepMs = 5, kLongestMs = 60'000;
    ImportEnding ending;
    bool isAwaited = true;  ///< by the reader of its answer
    for (;;) {
        const pid_t ended = ::waitpid(process, &ending.status, WNOHANG);
        if (ended < 0) ending.fault = errno;
        if (ended != 0) break;
        std::array<pollfd, 3> watched{
            {{handle.get(), POLLIN, 0}, {isAwaited ? socket : -1, 0, 0}, {isAwaited ? pipe : -1, 0, 0}}};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        ending.isLate = left <= 0;
        if (ending.isLate) kill(process);
        const int wait = handle.get() < 0 ? kStepMs : kLongestMs;
        if (::poll(watched.data(), watched.size(), static_cast<int>(std::clamp<int64_t>(left, 1, wait))) < 0 &&
            errno != EINTR) {
            ending.fault = errno;
            break;
        }
        if ((watched[1].revents | watched[2].revents) & (POLLHUP | POLLERR)) {
            kill(process);
            isAwaited = false;
        }
    }
    if (ending.fault != 0) kill(process);
    return ending;
}

/// Restores signals that the parent may ignore or block, and on which the broker depends.
void resetSignals() {
    const auto reset = [](int signal) {
        if (std::signal(signal, SIG_DFL) == SIG_ERR) fail("sigaction");
    };
    reset(SIGCHLD);
    reset(SIGXCPU);
#ifndef __SANITIZE_ADDRESS__  // installs its own handlers
    // The program's own handlers might wait forever in a fork.
    for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        reset(fault);
#endif
    sigset_t none;
    sigemptyset(&none);
    checked(::sigprocmask(SIG_SETMASK, &none, nullptr), "sigprocmask");
}

}  // namespace

void runImportBroker(int socket, int parent, const ImportLimits& limits, const IsolatedReaders& readers) {
    std::optional<Confinement> confinement;
    std::string cause;
    try {
        if (parent != 0) dieWith(parent);
        resetSignals();
        closeAllBut(socket);
        confinement.emplace();
    } catch (const std::exception& error) {
        cause = error.what();
    }
    const pid_t self = ::getpid();
    while (const std::optional<Request> request = receive(socket)) {
        ImportEnding ending{.fault = waitFault()};
        const pid_t process = confinement && ending.fault == 0 ? ::fork() : -1;
        if (process == 0) importAndExit(*request, *confinement, {self, socket}, limits, readers);
        if (process < 0 && ending.fault == 0) {
            if (confinement)
                answer(request->answer, AnswerKind::exhausted,
                       fmt::format("the system allows no more processes ({})", std::strerror(errno)));
            else
                answer(request->answer, AnswerKind::unconfined, cause);
        }
        if (process > 0) ending = awaitEnd(process, socket, request->answer, limits.waitSeconds());
        ::close(request->answer);
        ending.number = request->what.number;
        if (::send(socket, &ending, sizeof ending, MSG_NOSIGNAL) != sizeof ending) break;
    }
    ::_exit(EXIT_SUCCESS);
}

}  // namespace sinew
