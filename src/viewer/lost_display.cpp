#include "viewer/lost_display.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#ifdef __linux__
#include <csignal>

#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>
#endif

#include "error.h"

namespace sinew {
namespace {

bool displayInUse = false;
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

/// A signal handler: only async-signal-safe calls.
void leaveOnFault(int signal) {
    pollfd answer{.fd = connection, .events = POLLIN, .revents = 0};
    if (::poll(&answer, 1, 0) == 1 && (answer.revents & (POLLHUP | POLLERR))) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
        ::_exit(static_cast<int>(Exit::environment));
    }
    ::sigaction(signal, &faultsBefore, nullptr);  // a real fault; it repeats with the default handler
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
}

#else

void setXlibHandler() {}
void watchFaults(bool) {}

#endif

}  // namespace

void setDisplayInUse(bool inUse) {
    [[maybe_unused]] static const bool once = (setXlibHandler(), std::atexit(leave) == 0);
    displayInUse = inUse;
    if (!inUse) watchFaults(false);
}

void displayOpened() {
    watchFaults(true);
}

}  // namespace sinew
