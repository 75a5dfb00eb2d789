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

/// A place in the program that calls a Vulkan function.
struct CallSite {
    std::string function;
    Arguments results;          ///< all results that the specification allows, except VK_SUCCESS
    std::vector<size_t> calls;  ///< from there, as numbers of all calls of the run
};

/// The Vulkan calls that a run recorded.
struct CallList {
    std::vector<CallSite> sites;
    size_t struck = 0;  ///< calls that were made to fail
    size_t left = 0;    ///< leaked objects
};

/// The outcome of one failed call.
struct Struck {
    std::string function, result;
    Finished finished;
    CallList list;  ///< empty if the program did not finish
};

/// The program with the hook, in that folder, with these additions to its environment.
Command faultyCommand(const std::filesystem::path& folder, Arguments arguments,
                      const std::map<std::string, std::string>& environment = {});

/// Runs `command` to its end and reads its list of calls.
std::pair<Finished, CallList> runListed(Command command);

/// Runs `command` once for each of `sites` (of a run without failures) and each of its results that `wanted` accepts,
/// with one of its calls failing with that result: the last one, or, for several results, calls from all parts of the
/// run. With allFaults(), each of its calls fails. By default, builds with sanitizers run the first of each function
/// and every third of the others. `look` receives each outcome. Returns their number.
size_t sweep(const Command& command, const std::vector<CallSite>& sites,
             const std::function<bool(const CallSite& site, const std::string& result)>& wanted,
             const std::function<void(const Struck&)>& look);

/// Whether `result` means no memory and is, by default, this site's one of both, which the program treats alike.
bool isMemory(const CallSite& site, const std::string& result);

/// The exit code of a failure without recovery.
int exitOf(const std::string& result);

/// Whether to run all combinations (SINEW_FAULTS=all), or a selection that takes about a minute.
bool allFaults();
