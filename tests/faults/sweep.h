#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/process.h"

// Runs of sinew_faulty, the program with the hook of faults/hook/ in it.

/// What a run noted of its Vulkan calls.
struct CallList {
    struct Call {
        std::string function;
        std::vector<std::string> results;  ///< what else than VK_SUCCESS the specification lets it return
    };
    std::vector<Call> calls;  ///< in their order
    size_t struck = 0;        ///< those that were made to fail
    size_t left = 0;          ///< objects that were not destroyed
};

/// What happened when one call failed.
struct Struck {
    std::string function, result;
    Finished finished;
    CallList list;  ///< empty when the program did not come to its end
};

/// The program with the hook in it, in that folder, with these additions to its environment.
Command faultyCommand(const std::filesystem::path& folder, std::vector<std::string> arguments,
                      const std::map<std::string, std::string>& environment = {});

/// Runs `command` to its end and reads its list of calls.
std::pair<Finished, CallList> runListed(Command command);

/// Runs `command` once for each of `calls`, those of a run without failures, and each of its results that `wanted`
/// accepts, that call (by its number from 0) failing with that result. `look` sees each outcome. Returns how many there
/// were.
size_t sweep(const Command& command, const std::vector<CallList::Call>& calls,
             const std::function<bool(size_t call, const std::string& function, const std::string& result)>& wanted,
             const std::function<void(const Struck&)>& look);

/// The exit code for a failure from which there is no way back.
int exitOf(const std::string& result);

/// Whether all combinations are to be run, as SINEW_FAULTS=all asks for, or a choice that takes about a minute.
bool allFaults();
