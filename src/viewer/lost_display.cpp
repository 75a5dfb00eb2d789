#include "viewer/lost_display.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>

#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

#include "base/error.h"

// glfw declares this only together with the headers of X, and has it only if it was built for X.
extern "C" [[gnu::weak]] void* glfwGetX11Display();

namespace sinew {
namespace {

constexpr std::chrono::seconds kPatience{3};  // with a driver that does not notice

std::atomic<bool> displayInUse = false;
int connection = -1;  ///< to the X server
struct sigaction faultsBefore {};

/// Exits without cleanup, by async-signal-safe calls only: other threads and the driver are still running.
void leave() {
    constexpr std::string_view kMessage = "sinew: lost the connection to the display\n";
    if (!displayInUse) return;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    ::_exit(static_cast<int>(Exit::environment));
}

/// Null if the function does not exist: the window library may not use Xlib.
template <typename Function>
Function findInXlib(const char* name) {
    void* const library = std::getenv("DISPLAY") ? ::dlopen("libX11.so.6", RTLD_LAZY) : nullptr;
    return library ? reinterpret_cast<Function>(::dlsym(library, name)) : nullptr;
}

/// Keeps Xlib from printing its own message.
bool setXlibHandler() {
    using Handler = int (*)(void* display);
    if (const auto set = findInXlib<Handler (*)(Handler)>("XSetIOErrorHandler"))
        set([](void*) {
            leave();
            return 0;
        });
    return std::atexit(leave) == 0;
}

/// Mesa (22.3, wsi_x11_connection_create) dereferences replies of the X server without a check for null.
void leaveOnFault(int signal) {
    pollfd answer{.fd = connection, .events = POLLIN, .revents = 0};
    if (::poll(&answer, 1, 0) == 1 && (answer.revents & (POLLHUP | POLLERR))) leave();
    ::sigaction(signal, &faultsBefore, nullptr);  // a real fault; it repeats with the handler before
}

}  // namespace

void setDisplayInUse(bool inUse) {
    [[maybe_unused]] static const bool once = setXlibHandler();
    displayInUse = inUse;
}

void displayOpened() try {
    const auto number = findInXlib<int (*)(void*)>("XConnectionNumber");
    void* const display = number && glfwGetX11Display ? glfwGetX11Display() : nullptr;
    if (!display) return;
    connection = number(display);
    struct sigaction action {};
    action.sa_handler = leaveOnFault;
    ::sigaction(SIGSEGV, &action, &faultsBefore);
    // Whatever waits for an answer that does not come any more ends soon after the connection.
    std::thread([] {
        pollfd end{.fd = connection, .events = 0, .revents = 0};
        while (::poll(&end, 1, -1) != 1) {
        }
        std::this_thread::sleep_for(kPatience);
        leave();
    }).detach();
} catch (const std::system_error&) {  // no more threads: as before
}

}  // namespace sinew
