#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What to run, and around it what.
struct Command {
    std::vector<std::string> arguments;  ///< the program first; without a slash it is looked up in PATH
    std::map<std::string, std::optional<std::string>> environment = {};  ///< changes to ours; none: not set
    std::filesystem::path folder = {};                                   ///< empty: ours
    double timeoutSeconds = 60.0;                                        ///< before scaling, see scaledSeconds()
    unsigned short terminalColumns = 0;                                  ///< stderr is a terminal; 0: a pipe
};

/// How it ended.
struct Finished {
    int exit = -1;  ///< -1 when a signal ended it
    int signal = 0;
    bool timedOut = false;  ///< it and all of its group were killed
    std::string out, err;

    /// All of it as text, for a failure's message.
    std::string describe() const;
};

/// Programs built with sanitizers are slower: SINEW_TIMEOUT_SCALE multiplies every time limit.
double scaledSeconds(double seconds);

/// A running program in a process group of its own. Its end is ours at the latest.
class Process {
  public:
    /// @throws std::runtime_error when it cannot be started at all; an unknown program ends with 127.
    explicit Process(const Command& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }
    bool running();
    const Finished& soFar() const { return finished_; }
    /// Waits for the end, at most that long (scaled), then kills the group.
    const Finished& wait(double seconds);
    void send(int signal) const;

  private:
    void drain(double seconds);
    void killGroup();

    pid_t pid_ = -1;
    int pidDescriptor_ = -1, out_ = -1, err_ = -1;
    bool ended_ = false;
    Finished finished_;
};

Finished run(const Command& command);

/// Looks at `holds` again and again until it is true (then true) or that time (scaled) is over.
template <typename Condition>
bool waitFor(double seconds, Condition holds);

/// What is in a folder, sorted.
std::vector<std::string> namesIn(const std::filesystem::path& folder);

std::string readFile(const std::filesystem::path& path);

/// The files of a folder by their names.
std::map<std::string, std::string> filesIn(const std::filesystem::path& folder);
void writeFile(const std::filesystem::path& path, std::string_view bytes);

/// The tested executable with these arguments; no display, unless `environment` names one.
Command sinewCommand(std::vector<std::string> arguments);
Finished runSinew(std::vector<std::string> arguments);
Finished runSinewIn(const std::filesystem::path& folder, std::vector<std::string> arguments);

/// A file of the assets folder.
std::string asset(const std::string& name);

/// Environment in which no Vulkan driver is found.
std::map<std::string, std::optional<std::string>> withoutDriver();

void sleepSeconds(double seconds);
double nowSeconds();

template <typename Condition>
bool waitFor(double seconds, Condition holds) {
    const double deadline = nowSeconds() + scaledSeconds(seconds);
    while (!holds()) {
        if (nowSeconds() > deadline) return false;
        sleepSeconds(0.02);
    }
    return true;
}
