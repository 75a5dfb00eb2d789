#include "viewer/lost_display.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <csignal>

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#endif

#include "base/error.h"

namespace sinew {
namespace {

std::atomic<bool> displayInUse = false;
std::atomic<unsigned> displaysUsed = 0;
constexpr std::string_view kMessage = "sinew: lost the connection to the display\n";

/// Exits without cleanup: other threads and the driver are still running.
void leave() {
    if (!displayInUse) return;
    std::fwrite(kMessage.data(), 1, kMessage.size(), stderr);
    std::_Exit(static_cast<int>(Exit::environment));
}

#ifdef __linux__

void* xlib() {
    static void* const library = std::getenv("DISPLAY") ? dlopen("libX11.so.6", RTLD_LAZY) : nullptr;
    return library;
}

/// Null if the function does not exist: the window library may not use Xlib, or may load it later.
template <typename Function>
Function find(void* library, const char* name) {
    return reinterpret_cast<Function>(dlsym(library, name));
}

/// Keeps Xlib from printing its own message.
void setXlibHandler() {
    using Handler = int (*)(void* display);
    if (!xlib()) return;
    if (const auto set = find<Handler (*)(Handler)>(xlib(), "XSetIOErrorHandler"))
        set([](void*) {
            leave();
            return 0;
        });
}

int connection = -1;  ///< to the X server; -1 if unknown
struct sigaction faultsBefore {};
constexpr std::chrono::seconds kPatience{3};  ///< with a driver that does not notice

/// Leaves with async-signal-safe calls only.
void leaveAtOnce() {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    ::_exit(static_cast<int>(Exit::environment));
}

void leaveOnFault(int signal) {
    pollfd answer{.fd = connection, .events = POLLIN, .revents = 0};
    if (::poll(&answer, 1, 0) == 1 && (answer.revents & (POLLHUP | POLLERR))) leaveAtOnce();
    ::sigaction(signal, &faultsBefore, nullptr);  // a real fault; it repeats with the default handler
}

/// Whatever waits for an answer that does not come any more ends soon after the connection.
void watchConnection() try {
    std::thread([ours = ::fcntl(connection, F_DUPFD_CLOEXEC, 0), number = displaysUsed.load()] {
        pollfd end{.fd = ours, .events = 0, .revents = 0};
        while (::poll(&end, 1, -1) != 1) {
        }
        ::close(ours);
        std::this_thread::sleep_for(kPatience);
        if (displayInUse && number == displaysUsed) leaveAtOnce();  // else it was we who closed it
    }).detach();
} catch (const std::system_error&) {  // no more threads: as before
}

/// Mesa (22.3, wsi_x11_connection_create) dereferences replies of the X server without a check for null.
void watchFaults(bool watch) {
    if (connection >= 0 && !watch) ::sigaction(SIGSEGV, &faultsBefore, nullptr);
    connection = -1;
    if (!watch || !xlib()) return;
    const auto display = find<void* (*)()>(RTLD_DEFAULT, "glfwGetX11Display");
    const auto number = find<int (*)(void*)>(xlib(), "XConnectionNumber");
    void* const x11 = display && number ? display() : nullptr;
    if (!x11) return;
    connection = number(x11);
    struct sigaction action {};
    action.sa_handler = leaveOnFault;
    ::sigaction(SIGSEGV, &action, &faultsBefore);
    watchConnection();
}

#else

void setXlibHandler() {}
void watchFaults(bool) {}

#endif

}  // namespace

void setDisplayInUse(bool inUse) {
    [[maybe_unused]] static const bool once = (setXlibHandler(), std::atexit(leave) == 0);
    displayInUse = inUse;
    if (inUse) ++displaysUsed;
    if (!inUse) watchFaults(false);
}

void displayOpened() {
    watchFaults(true);
}

}  // namespace sinew
