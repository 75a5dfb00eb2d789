#pragma once

#include <stdexcept>
#include <string>

namespace sinew {

/// What the process returns to its caller. Stable: scripts rely on the numbers.
enum class Exit : int {
    done = 0,
    differs = 1,      ///< a comparison or check that was asked for does not hold
    usage = 2,        ///< wrong use of the command line
    input = 3,        ///< the input cannot be used
    environment = 4,  ///< no display, no Vulkan driver, a missing feature
    output = 5,       ///< the output cannot be written
    device = 6,       ///< the device was lost, or a validation message under --validate
};

/// The one exception for everything that is the user's to mend: a bad file, a wrong option, a missing driver.
/// Caught once, in main, which prints `sinew: ` and what() on one line and returns exit().
class Error : public std::runtime_error {
  public:
    Error(Exit exit, const std::string& cause) : std::runtime_error(cause), exit_(exit) {}
    Exit exit() const { return exit_; }

  private:
    Exit exit_;
};

}  // namespace sinew
