#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace sinew {

/// Exit codes of the process. Stable: scripts rely on the numbers.
enum class Exit : int {
    done = 0,
    differs = 1,      ///< a requested check or comparison failed
    usage = 2,        ///< invalid command line
    input = 3,        ///< unusable input
    environment = 4,  ///< no display, no Vulkan driver, a missing feature
    output = 5,       ///< the output cannot be written
    device = 6,       ///< the device was lost, or a validation message under --validate
};

/// The exception for everything that the user can fix: a bad file, a wrong option, a missing driver. Caught once, in
/// main, which prints `sinew: ` and what() on one line and returns exit().
class Error : public std::runtime_error {
  public:
    Error(Exit exit, const std::string& cause) : std::runtime_error(cause), exit_(exit) {}
    Exit exit() const { return exit_; }

  private:
    Exit exit_;
};

/// Why a file cannot be opened or read, by errno.
inline std::string causeOf(int number) {
    return number == ENOENT || number == ENOTDIR ? "no such file" : std::strerror(number);
}

}  // namespace sinew
