// Ends the program when a test case takes longer than its limit, and says which one. SINEW_CASE_SECONDS in the
// environment is another limit; 0 is none, for debuggers.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#if __has_include(<catch2/reporters/catch_reporter_event_listener.hpp>)
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
using Listener = Catch::EventListenerBase;
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
using Listener = Catch::TestEventListenerBase;
#endif

extern const unsigned kCaseSeconds;  ///< CMakeLists.txt defines it for each program

namespace {

// Complete before a case starts: the handler only reads them.
std::string message, childrenFile;

void print(std::string_view text) {
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

/// Kills the process groups of all children.
void killChildren() {
    const int file = open(childrenFile.c_str(), O_RDONLY | O_CLOEXEC);
    char next = 0;
    for (pid_t child = 0; file >= 0 && read(file, &next, 1) == 1; child = next == ' ' ? 0 : 10 * child + (next - '0'))
        if (next == ' ' && child > 1) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL);
        }
}

void endProgram(int) {
    print(message);
    killChildren();
    _exit(124);
}

class TimeLimit : public Listener {
  public:
    using Listener::Listener;

    void testCaseStarting(const Catch::TestCaseInfo& test) override {
        setvbuf(stdout, nullptr, _IOLBF, 0);  // the last lines before the end are kept
        const char* own = getenv("SINEW_CASE_SECONDS");
        const unsigned seconds = own ? static_cast<unsigned>(atoi(own)) : kCaseSeconds;
        message =
            "\ntime limit: \"" + std::string(test.name) + "\" does not end within " + std::to_string(seconds) + " s\n";
        childrenFile = "/proc/self/task/" + std::to_string(getpid()) + "/children";
        signal(SIGALRM, endProgram);
        alarm(seconds);
    }
    void testCaseEnded(const Catch::TestCaseStats&) override { alarm(0); }
};

}  // namespace

CATCH_REGISTER_LISTENER(TimeLimit)
