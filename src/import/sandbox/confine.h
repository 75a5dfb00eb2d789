#pragma once

#include <memory>
#include <span>

#include "import/files/model_folder.h"
#include "import/import_options.h"

namespace sinew {

/// Permanently denies a process what reading a model does not need: writing and all files outside its folders
/// (Landlock, where the kernel supports it), every system call that is not allowed (seccomp: no network, no other
/// programs or processes, no new code), and memory, time and descriptors beyond the limits.
/// https://docs.kernel.org/userspace-api/landlock.html, seccomp(2), setrlimit(2).
class Confinement {
  public:
    /// @throws std::runtime_error with the cause when the list of system calls cannot be created.
    Confinement();

    /// Confines the calling process, which must have one thread; it may still write to `answer`. Sanitizers need more
    /// than this allows: their builds limit only time and descriptors.
    /// @throws std::runtime_error with the mechanism that failed.
    void apply(const ModelFolder& folder, int answer, const ImportLimits& limits) const;

    /// The mechanisms that this kernel does not support, such as "Landlock"; empty when it supports all.
    static std::string missing();

  private:
    std::unique_ptr<void, void (*)(void*)> filter_;  ///< a scmp_filter_ctx
};

/// The address space that the system allows this process; the largest number if it sets no limit.
size_t systemMemoryBytes();

/// Processor time, in seconds, that the system allows this process; infinity if it sets no limit.
double systemSeconds();

/// Uses Landlock only: permanently denies the calling thread all file access but reading below the folders, which are
/// open descriptors. False where the kernel does not support it.
/// @throws std::runtime_error when it fails.
bool keepBeneath(std::span<const int> folders);

}  // namespace sinew
