#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/read_file.h"
#include "support/wait.h"

using Arguments = std::vector<std::string>;

inline Arguments operator+(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// A program to run, with its environment.
struct Command {
    Arguments arguments;  ///< the program first; without a slash it is looked up in PATH
    std::map<std::string, std::optional<std::string>> environment = {};  ///< changes to ours; nullopt unsets
    std::filesystem::path folder = {};                                   ///< empty: ours
    double timeoutSeconds = 60.0;                                        ///< before scaling
    unsigned short terminalColumns = 0;  ///< of a terminal on stderr; 0: stderr is a pipe
};

/// How a program ended.
struct Finished {
    int exit = -1;  ///< -1 when a signal ended it
    int signal = 0;
    bool timedOut = false;  ///< its process group was killed
    std::string out, err;

    /// Everything as text, for messages of failed tests.
    std::string describe() const;
};

/// A running program in its own process group. It ends with this process at the latest.
class Process {
  public:
    /// @throws std::runtime_error if it cannot be started. An unknown program exits with 127.
    explicit Process(const Command& command);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }
    bool running();
    const Finished& soFar() const { return finished_; }
    /// Waits at most that long (scaled) for the end, then kills the process group.
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

/// The names in a folder, sorted.
Arguments namesIn(const std::filesystem::path& folder);

/// The contents of the files in a folder, by name.
std::map<std::string, std::string> filesIn(const std::filesystem::path& folder);
void writeFile(const std::filesystem::path& path, std::string_view bytes);

/// The tested executable with these arguments, without a display.
Command sinewCommand(Arguments arguments);
Finished runSinew(Arguments arguments);
Finished runSinewIn(const std::filesystem::path& folder, Arguments arguments);

/// `arguments` and options for a small picture whose pixels do not matter; in builds with sanitizers in the look flat.
Arguments small(Arguments arguments);

/// `arguments` and, but for builds with sanitizers, `--validate`: the layers see the same calls in a release build.
Arguments validated(Arguments arguments);

/// The path of a file in the assets folder.
std::string asset(const std::string& name);

/// Environment in which no Vulkan driver is found.
std::map<std::string, std::optional<std::string>> withoutDriver();
