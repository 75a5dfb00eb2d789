#include "import/sandbox/confine.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <fmt/format.h>

#include "import/files/open_beneath.h"

namespace sinew {
namespace {

[[noreturn]] void fail(const char* mechanism, int number) {
    throw std::runtime_error(fmt::format("{}: {}", mechanism, std::strerror(number)));
}

/// `reserve`: the hard limit is that much higher, so that the signal of the soft limit comes first.
void limit(__rlimit_resource resource, rlim_t value, rlim_t reserve = 0) {
    rlimit limits{};
    if (::getrlimit(resource, &limits) != 0) fail("getrlimit", errno);
    const rlim_t hard = std::min(value + reserve, limits.rlim_max);
    limits = {std::min(value, std::max<rlim_t>(hard - std::min(hard, reserve), 1)), hard};
    if (::setrlimit(resource, &limits) != 0) fail("setrlimit", errno);
}

std::optional<rlim_t> systemLimit(__rlimit_resource resource) {
    rlimit limits{};
    if (::getrlimit(resource, &limits) != 0 || limits.rlim_max == RLIM_INFINITY) return std::nullopt;
    return limits.rlim_max;
}

/// `folders`: how many are open.
void setLimits(const ImportLimits& limits, unsigned folders) {
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(limits.seconds)), 1);
    limit(RLIMIT_NOFILE, limits.descriptors + folders);
    limit(RLIMIT_CORE, 0);
    if (kSanitized) return;
    limit(RLIMIT_AS, limits.memoryBytes);
    limit(RLIMIT_FSIZE, 0);  // does not apply to pipes
}

/// 0 where it is not supported.
int landlockVersion() {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : static_cast<int>(version);
}

void allow(scmp_filter_ctx filter, int call, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    const int error = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, static_cast<unsigned>(conditions.size()),
                                             conditions.size() ? conditions.begin() : nullptr);
    if (error != 0) fail("seccomp", -error);
}

constexpr int kCalls[] = {SCMP_SYS(read),
                          SCMP_SYS(pread64),
                          SCMP_SYS(lseek),
                          SCMP_SYS(close),
                          SCMP_SYS(fstat),
                          SCMP_SYS(getdents64),
                          SCMP_SYS(brk),
                          SCMP_SYS(futex),
                          SCMP_SYS(set_robust_list),
                          SCMP_SYS(rseq),
                          SCMP_SYS(sched_yield),
                          SCMP_SYS(sched_getaffinity),
                          SCMP_SYS(gettid),
                          SCMP_SYS(getpid),
                          SCMP_SYS(rt_sigaction),
                          SCMP_SYS(rt_sigprocmask),
                          SCMP_SYS(rt_sigreturn),
                          SCMP_SYS(restart_syscall),
                          SCMP_SYS(clock_gettime),
                          SCMP_SYS(clock_nanosleep),
                          SCMP_SYS(nanosleep),
                          SCMP_SYS(getrandom),
                          SCMP_SYS(sysinfo),
                          SCMP_SYS(exit),
                          SCMP_SYS(exit_group)};

void allowCalls(scmp_filter_ctx filter) {
    for (const int call : kCalls)
        allow(filter, call);
    for (const int command : {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC})
        allow(filter, SCMP_SYS(fcntl), {SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(command))});
    // Threads, but no processes. clone3 has its flags in memory, which a filter cannot read; libraries fall back to
    // clone.
    allow(filter, SCMP_SYS(clone), {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)});
    if (const int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0))
        fail("seccomp", -error);
    // fstat in newer libraries.
    allow(filter, SCMP_SYS(newfstatat), {SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH)});
}

/// No executable memory, and no changes below `lowest`.
void allowMemory(scmp_filter_ctx filter, uintptr_t lowest) {
    const auto isAbove = SCMP_A0(SCMP_CMP_GE, lowest);
    const auto isNoCode = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    allow(filter, SCMP_SYS(mmap), {isAbove, isNoCode});
    allow(filter, SCMP_SYS(mmap),
          {SCMP_A0(SCMP_CMP_EQ, 0), isNoCode, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_FIXED | MAP_FIXED_NOREPLACE, 0)});
    allow(filter, SCMP_SYS(mprotect), {isAbove, isNoCode});
    allow(filter, SCMP_SYS(munmap), {isAbove});
    allow(filter, SCMP_SYS(madvise), {isAbove});
    allow(filter, SCMP_SYS(mremap), {isAbove, SCMP_A3(SCMP_CMP_MASKED_EQ, ~scmp_datum_t{MREMAP_MAYMOVE}, 0)});
}

/// Opening files for reading, below the folders only.
void allowOpening(scmp_filter_ctx filter, std::span<const int> folders) {
    if (kernelKeepsBeneath()) {
        const OpenArguments known = openArguments();
        for (const void* argument : {known.file, known.folder})
            for (const int folder : folders)
                allow(filter, SCMP_SYS(openat2),
                      {SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(folder)),
                       SCMP_A2(SCMP_CMP_EQ, reinterpret_cast<uintptr_t>(argument)), SCMP_A3(SCMP_CMP_EQ, known.bytes)});
        return allowMemory(filter, known.end);
    }
    allow(filter, SCMP_SYS(openat), {SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)});
    allow(filter, SCMP_SYS(newfstatat));
    allow(filter, SCMP_SYS(readlink));
    allowMemory(filter, 0);
}

/// The rules of one process: the pipe it may write to, the files it may open, and that it may signal itself.
void allowOwn(scmp_filter_ctx filter, int answer, std::span<const int> folders) {
    allow(filter, SCMP_SYS(write), {SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(answer))});
    allow(filter, SCMP_SYS(tgkill), {SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()))});
    allowOpening(filter, folders);
}

}  // namespace

size_t systemMemoryBytes() {
    return systemLimit(RLIMIT_AS).value_or(std::numeric_limits<size_t>::max());
}

double systemSeconds() {
    const auto seconds = systemLimit(RLIMIT_CPU);
    return seconds ? static_cast<double>(*seconds) : std::numeric_limits<double>::infinity();
}

bool keepBeneath(std::span<const int> folders) {
    const int version = landlockVersion();
    if (version == 0) return false;
    const int rights = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
    landlock_ruleset_attr rules{};
    rules.handled_access_fs = (uint64_t{1} << rights) - 1;
    const int ruleset =
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0));
    if (ruleset < 0) fail("Landlock", errno);
    landlock_path_beneath_attr beneath{};
    beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    for (const int folder : folders) {
        beneath.parent_fd = folder;
        if (::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0)
            fail("Landlock", errno);
    }
    if (::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) fail("Landlock", errno);
    if (::close(ruleset) != 0) fail("close", errno);
    return true;
}

Confinement::Confinement() : filter_(seccomp_init(SCMP_ACT_ERRNO(EPERM)), &seccomp_release) {
    if (!filter_) fail("seccomp", ENOMEM);
    allowCalls(filter_.get());
}

void Confinement::apply(const ModelFolder& folder, int answer, const ImportLimits& limits) const {
    std::vector<int> folders;
    for (const AllowedFolder* allowed : folder.allFolders())
        if (allowed->descriptor() >= 0) folders.push_back(allowed->descriptor());
    setLimits(limits, static_cast<unsigned>(folders.size()));
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs", errno);
    if (kSanitized) return;
    allowOwn(filter_.get(), answer, folders);
    keepBeneath(folders);
    if (const int error = seccomp_load(filter_.get())) fail("seccomp", -error);
}

std::string Confinement::missing() {
    const bool hasLandlock = landlockVersion() != 0;
    if (kernelKeepsBeneath()) return hasLandlock ? "" : "Landlock";
    return hasLandlock ? "openat2" : "Landlock and openat2";
}

}  // namespace sinew
