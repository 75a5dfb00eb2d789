#include "viewer/lost_display.h"

#include <cstdio>
#include <cstdlib>

#ifdef __linux__
#include <dlfcn.h>
#endif

#include "error.h"

namespace sinew {
namespace {

bool displayInUse = false;

/// Nothing can be tidied up: the other threads still run, and so does the driver.
void leave() {
    if (!displayInUse) return;
    std::fputs("sinew: the display is gone\n", stderr);
    std::_Exit(static_cast<int>(Exit::environment));
}

/// Where Xlib can be told, it does not add a line of its own. It is the window library's, which may load it late.
void tellXlib() {
#ifdef __linux__
    using Handler = int (*)(void* display);
    using SetHandler = Handler (*)(Handler);
    void* xlib = std::getenv("DISPLAY") ? dlopen("libX11.so.6", RTLD_LAZY) : nullptr;
    if (!xlib) return;
    if (const auto set = reinterpret_cast<SetHandler>(dlsym(xlib, "XSetIOErrorHandler")))
        set([](void*) {
            leave();
            return 0;
        });
#endif
}

}  // namespace

void setDisplayInUse(bool inUse) {
    [[maybe_unused]] static const bool once = (tellXlib(), std::atexit(leave) == 0);
    displayInUse = inUse;
}

}  // namespace sinew
