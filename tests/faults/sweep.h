#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/process.h"

// Runs of sinew_faulty, the program with the hook of faults/hook/.

/// Results of a call that runs out of memory.
inline const std::set<std::string> kMemory{"VK_ERROR_OUT_OF_HOST_MEMORY", "VK_ERROR_OUT_OF_DEVICE_MEMORY"};

/// The Vulkan calls that a run recorded.
struct CallList {
    struct Call {
        std::string function;
        std::vector<std::string> results;  ///< all results that the specification allows, except VK_SUCCESS
    };
    std::vector<Call> calls;  ///< in order
    size_t struck = 0;        ///< calls that were made to fail
    size_t left = 0;          ///< leaked objects
};

/// The outcome of one failed call.
struct Struck {
    std::string function, result;
    Finished finished;
    CallList list;  ///< empty if the program did not finish
};

/// The program with the hook, in that folder, with these additions to its environment.
Command faultyCommand(const std::filesystem::path& folder, std::vector<std::string> arguments,
                      const std::map<std::string, std::string>& environment = {});

/// Runs `command` to its end and reads its list of calls.
std::pair<Finished, CallList> runListed(Command command);

/// Runs `command` once for each of `calls` (of a run without failures) and each of its results that `wanted`
/// accepts, with that call failing with that result; by default, builds with sanitizers run the first of
/// each function and every third of the others. `look` receives each outcome. Returns their number.
size_t sweep(const Command& command, const std::vector<CallList::Call>& calls,
             const std::function<bool(size_t call, const std::string& function, const std::string& result)>& wanted,
             const std::function<void(const Struck&)>& look);

/// The exit code of a failure without recovery.
int exitOf(const std::string& result);

/// Whether to run all combinations (SINEW_FAULTS=all), or a selection that takes about a minute.
bool allFaults();
