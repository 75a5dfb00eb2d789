#include "import/files/open_beneath.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#endif

namespace sinew {

int openFlags(Opened what) {
    return what == Opened::file ? O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY : O_RDONLY | O_CLOEXEC | O_DIRECTORY;
}

#ifdef SYS_openat2

namespace {

struct Arguments {
    open_how file, folder;
};

open_how argumentFor(Opened what) {
    open_how how{};
    how.flags = static_cast<uint64_t>(openFlags(what));
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    return how;
}

size_t pageBytes() {
    return static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

/// Null where no page is free at low addresses.
const Arguments* sealArguments() {
    constexpr uintptr_t kLowest = uintptr_t{1} << 16, kHighest = uintptr_t{1} << 24;
    for (uintptr_t address = kLowest; address <= kHighest; address *= 2) {
        void* const wanted = reinterpret_cast<void*>(address);
        void* const page = ::mmap(wanted, pageBytes(), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (page == MAP_FAILED) continue;
        if (page == wanted) {
            auto* const arguments = static_cast<Arguments*>(page);
            *arguments = {argumentFor(Opened::file), argumentFor(Opened::folder)};
            if (::mprotect(page, pageBytes(), PROT_READ) == 0) return arguments;
        }
        ::munmap(page, pageBytes());  // an older kernel chose another address
    }
    return nullptr;
}

const Arguments* arguments() {
    static const Arguments* const sealed = sealArguments();
    return sealed;
}

}  // namespace

bool kernelKeepsBeneath() {
    static const bool does = [] {
        const int descriptor = arguments() ? openInKernel(AT_FDCWD, ".", Opened::folder) : -1;
        if (descriptor >= 0) ::close(descriptor);
        return descriptor >= 0;
    }();
    return does;
}

int openInKernel(int folder, const char* name, Opened what) {
    const open_how* const how = what == Opened::file ? &arguments()->file : &arguments()->folder;
    return static_cast<int>(::syscall(SYS_openat2, folder, name, how, sizeof *how));
}

OpenArguments openArguments() {
    const Arguments* const all = arguments();
    return {&all->file, &all->folder, sizeof(open_how), reinterpret_cast<uintptr_t>(all) + pageBytes()};
}

#else

bool kernelKeepsBeneath() {
    return false;
}

int openInKernel(int, const char*, Opened) {
    errno = ENOSYS;
    return -1;
}

OpenArguments openArguments() {
    return {};
}

#endif

}  // namespace sinew
