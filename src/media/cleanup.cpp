#include "media/cleanup.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace sinew {
namespace {

// A signal may come at any instruction, so the handler finds everything in memory that was there from the beginning.
struct Place {
    std::atomic<bool> taken{false};
    std::atomic<bool> noted{false};
    std::array<char, PATH_MAX> path{};
};
std::array<Place, 16> places;
std::atomic<pid_t> child{0};
std::atomic<bool> erasesLine{false};

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

void onSignal(int signal) {
    if (const pid_t process = child.load(); process > 0) ::kill(process, SIGKILL);
    for (const Place& place : places)
        if (place.noted) ::unlink(place.path.data());
    if (erasesLine) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size());
    }
    ::raise(signal);  // the handler is gone, and the signal not held back
}

}  // namespace

void cleanUpOnSignals() {
    for (const int signal : kSignals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = onSignal;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
        ::sigaction(signal, &action, nullptr);
    }
}

RemovedOnSignal::RemovedOnSignal(const std::filesystem::path& path) : place_(places.size()) {
    const std::string& name = path.native();
    if (name.size() >= PATH_MAX) return;
    for (size_t i = 0; i < places.size() && place_ == places.size(); ++i)
        if (bool free = false; places[i].taken.compare_exchange_strong(free, true)) place_ = i;
    if (place_ == places.size()) return;
    std::memcpy(places[place_].path.data(), name.c_str(), name.size() + 1);
    places[place_].noted = true;
}

RemovedOnSignal::~RemovedOnSignal() {
    if (place_ == places.size()) return;
    places[place_].noted = false;
    places[place_].taken = false;
}

KilledOnSignal::KilledOnSignal(pid_t process) {
    child = process;
}

KilledOnSignal::~KilledOnSignal() {
    child = 0;
}

void eraseLineOnSignal(bool erases) {
    erasesLine = erases;
}

}  // namespace sinew
