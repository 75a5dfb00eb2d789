#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace {

constexpr double kDeathSeconds = 30.0;  ///< in which a killed process ends, unless the system does not let it

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

Arguments changedEnvironment(const Command& command) {
    Arguments entries;
    for (char** entry = environ; *entry; ++entry) {
        const std::string text = *entry;
        if (!command.environment.contains(text.substr(0, text.find('=')))) entries.push_back(text);
    }
    for (const auto& [name, value] : command.environment)
        if (value) entries.push_back(name + "=" + *value);
    return entries;
}

std::vector<char*> pointers(Arguments& texts) {
    std::vector<char*> list;
    for (std::string& text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

/// The ends of a pipe in the order of pipe2(): read, write.
void openTerminal(unsigned short columns, int (&ends)[2]) {
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0 || grantpt(ends[0]) != 0 || unlockpt(ends[0]) != 0) fail("posix_openpt");
    char name[64];
    if (ptsname_r(ends[0], name, sizeof name) != 0) fail("ptsname_r");
    ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    const winsize window{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    if (ends[1] < 0 || ioctl(ends[1], TIOCSWINSZ, &window) != 0) fail("TIOCSWINSZ");
}

/// Reads the available bytes, but not for long from a program that never stops. False at the end of the stream.
bool readAvailable(int descriptor, std::string& text) {
    char buffer[16384];
    for (int reads = 0; reads < 100; ++reads) {  // a pipe holds less
        const ssize_t count = read(descriptor, buffer, sizeof buffer);
        if (count > 0)
            text.append(buffer, static_cast<size_t>(count));
        else if (count == 0 || errno != EINTR)
            return count < 0 && errno == EAGAIN;
    }
    return true;
}

}  // namespace

std::string Finished::describe() const {
    std::string how = timedOut ? "timed out"
                      : signal ? "signal " + std::to_string(signal)
                               : "exit " + std::to_string(exit);
    if (signal) how += std::string(" (") + strsignal(signal) + ")";
    return how + "\n--- stdout\n" + out.substr(0, 4000) + "\n--- stderr\n" + err.substr(0, 4000);
}

Process::Process(const Command& command) {
    Arguments arguments = command.arguments, environment = changedEnvironment(command);
    const std::vector<char*> argumentList = pointers(arguments), environmentList = pointers(environment);
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0) fail("pipe2");
    if (command.terminalColumns > 0)
        openTerminal(command.terminalColumns, err);
    else if (pipe2(err, O_CLOEXEC) != 0)
        fail("pipe2");
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ < 0) fail("fork");
    if (pid_ == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(127);
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        if (command.folder.empty() || chdir(command.folder.c_str()) == 0)
            execvpe(argumentList[0], argumentList.data(), environmentList.data());
        _exit(127);
    }
    setpgid(pid_, pid_);
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
    fcntl(out_, F_SETFL, O_NONBLOCK);
    fcntl(err_, F_SETFL, O_NONBLOCK);
    pidDescriptor_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    if (pidDescriptor_ < 0) fail("pidfd_open");
}

Process::~Process() {
    killGroup();
    for (const int descriptor : {pidDescriptor_, out_, err_})
        if (descriptor >= 0) close(descriptor);
}

void Process::killGroup() {
    if (ended_) return;
    kill(-pid_, SIGKILL);
    for (const double deadline = nowSeconds() + kDeathSeconds; !ended_ && nowSeconds() < deadline;)
        drain(1.0);
}

void Process::send(int signal) const {
    if (!ended_) kill(pid_, signal);
}

bool Process::running() {
    drain(0.0);
    return !ended_;
}

/// Waits once for output or the end, and reads what is available.
void Process::drain(double seconds) {
    if (ended_) return;
    pollfd watched[] = {{pidDescriptor_, POLLIN, 0}, {out_, POLLIN, 0}, {err_, POLLIN, 0}};
    poll(watched, 3, static_cast<int>(seconds * 1000.0));
    for (auto [descriptor, text] : {std::pair{&out_, &finished_.out}, std::pair{&err_, &finished_.err}}) {
        if (*descriptor < 0 || readAvailable(*descriptor, *text)) continue;
        close(*descriptor);
        *descriptor = -1;
    }
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return;
    ended_ = true;
    if (out_ >= 0) readAvailable(out_, finished_.out);
    if (err_ >= 0) readAvailable(err_, finished_.err);
    if (WIFEXITED(status)) finished_.exit = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) finished_.signal = WTERMSIG(status);
}

const Finished& Process::wait(double seconds) {
    const double deadline = nowSeconds() + scaledSeconds(seconds);
    while (!ended_ && nowSeconds() < deadline)
        drain(std::min(1.0, std::max(0.0, deadline - nowSeconds())));
    if (!ended_) {
        finished_.timedOut = true;
        killGroup();
    }
    return finished_;
}

Finished run(const Command& command) {
    return Process(command).wait(command.timeoutSeconds);
}

Arguments namesIn(const std::filesystem::path& folder) {
    Arguments names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::map<std::string, std::string> filesIn(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const std::string& name : namesIn(folder))
        files[name] = readFile(folder / name);
    return files;
}

void writeFile(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

Command sinewCommand(Arguments arguments) {
    arguments.insert(arguments.begin(), SINEW_EXECUTABLE);
    return {.arguments = std::move(arguments),
            .environment = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}}};
}

Arguments small(Arguments arguments) {
    arguments.insert(arguments.end(), {"--size", "64x64", "--samples", "1"});
    if (scaledSeconds(1.0) > 1.0) arguments.insert(arguments.end(), {"--look", "flat"});
    return arguments;
}

Arguments validated(Arguments arguments) {
    if (scaledSeconds(1.0) == 1.0) arguments.emplace_back("--validate");
    return arguments;
}

Finished runSinew(Arguments arguments) {
    return run(sinewCommand(std::move(arguments)));
}

Finished runSinewIn(const std::filesystem::path& folder, Arguments arguments) {
    Command command = sinewCommand(std::move(arguments));
    command.folder = folder;
    return run(command);
}

std::string asset(const std::string& name) {
    return (std::filesystem::path(SINEW_ASSETS) / name).string();
}

std::map<std::string, std::optional<std::string>> withoutDriver() {
    return {{"VK_ICD_FILENAMES", "/nonexistent"},
            {"VK_DRIVER_FILES", "/nonexistent"},
            {"DISPLAY", std::nullopt},
            {"WAYLAND_DISPLAY", std::nullopt}};
}
