#include "media/cleanup.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>

#include <poll.h>
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

std::atomic<bool> held{false}, endsNow{false};
std::array<char, 1024> lastWords{};
std::atomic<size_t> lastWordBytes{0};

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

/// Whoever writes a line comes to its end, unless nobody reads it.
bool isWhole() {
    constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 1'000'000};
    constexpr int kMostMoments = 200;
    for (int i = 0; held && i < kMostMoments; ++i)
        ::nanosleep(&kMoment, nullptr);
    return !held;
}

void sayLastWords() {
    if (!isWhole() || lastWordBytes == 0) return;
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&output, 1, 0) != 1 || output.revents != POLLOUT) return;
    [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, lastWords.data(), lastWordBytes);
}

void onSignal(int signal) {
    const bool first = !endsNow.exchange(true);
    if (const pid_t process = child.load(); process > 0) ::kill(process, SIGKILL);
    for (const Place& place : places)
        if (place.noted) ::unlink(place.path.data());
    if (erasesLine) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size());
    }
    if (first) sayLastWords();  // another signal may come while this one waits
    ::raise(signal);            // the handler is gone, and the signal not held back
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

SignalsHeld::SignalsHeld() {
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : kSignals)
        sigaddset(&all, signal);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
    held = true;
    if (!endsNow) return;
    held = false;  // another thread has the signal, which ends this one, too
    for (;;)
        ::pause();
}

SignalsHeld::~SignalsHeld() {
    held = false;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void setLastWords(const SignalsHeld&, std::string_view words) {
    if (words.size() >= lastWords.size()) words = {};
    std::copy(words.begin(), words.end(), lastWords.begin());
    lastWordBytes = words.size();
}

void eraseLineOnSignal(bool erases) {
    erasesLine = erases;
}

}  // namespace sinew
