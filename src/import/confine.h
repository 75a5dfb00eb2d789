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

    /// Of the calling process, which must have one thread and be there for this alone; it may still write to `answer`.
    /// Sanitizers need more than this
    /// leaves: in their builds only time and descriptors are limited.
    /// @throws std::runtime_error with the means that failed.
    void apply(const ModelFolder& folder, int answer, const ImportLimits& limits) const;

    /// What of it this kernel lacks, for people: "Landlock"; empty when nothing.
    static std::string missing();

  private:
    struct Filter;
    std::unique_ptr<Filter> filter_;
};

/// Landlock alone, for good: denies the calling thread all that its version knows of files, but to read beneath the
/// folder (a descriptor; negative: nowhere). False where the kernel has none.
/// @throws std::runtime_error when it refuses.
bool keepBeneath(int folder);

}  // namespace sinew
