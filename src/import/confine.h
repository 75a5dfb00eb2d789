#pragma once

#include <memory>
#include <string>

#include "import/import_limits.h"
#include "import/model_folder.h"

namespace sinew {

/// Takes from a process, for good, what reading a model does not need: files but those beneath the model's folder and
/// all writing (Landlock, where the kernel has it), every system call that is not on a list (seccomp: no network, no
/// other programs or processes, no new code), and memory, time and descriptors beyond limits.
/// https://docs.kernel.org/userspace-api/landlock.html, seccomp(2), setrlimit(2).
class Confinement {
  public:
    /// @throws std::runtime_error with the cause when the list of system calls cannot be made.
    Confinement();
    ~Confinement();

    /// Of the calling process, which must have one thread and be there for this alone. Sanitizers need more than this
    /// leaves: in their builds only time and descriptors are limited.
    /// @throws std::runtime_error with the means that failed.
    void apply(const ModelFolder& folder, const ImportLimits& limits) const;

    /// What of it this kernel lacks, for people: "Landlock"; empty when nothing.
    static std::string missing();

  private:
    struct Filter;
    std::unique_ptr<Filter> filter_;
};

}  // namespace sinew
