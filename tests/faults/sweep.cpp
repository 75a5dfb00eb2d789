#include "faults/sweep.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "support/temporary_folder.h"

Command faultyCommand(const std::filesystem::path& folder, Arguments arguments,
                      const std::map<std::string, std::string>& environment) {
    Command command = sinewCommand(std::move(arguments));
    command.arguments.front() = SINEW_FAULTY;
    command.folder = folder;
    command.timeoutSeconds = 20.0;
    for (const auto& [name, value] : environment)
        command.environment[name] = value;
    return command;
}

std::pair<Finished, CallList> runListed(Command command) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "calls";
    command.environment["SINEW_FAULT_LIST"] = path.string();
    const Finished finished = run(command);
    CallList list;
    if (!std::filesystem::exists(path)) return {finished, list};
    std::istringstream lines(readFile(path));
    std::map<std::pair<std::string, std::string>, size_t> known;
    size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, caller, result;
        words >> name;
        if (name == "struck") {
            words >> list.struck;
        } else if (name == "left") {
            words >> list.left;
        } else {
            words >> caller;
            const auto [site, isNew] = known.emplace(std::pair(name, caller), list.sites.size());
            if (isNew) {
                list.sites.push_back({name, {}, {}});
                while (words >> result)
                    list.sites.back().results.push_back(result);
            }
            list.sites[site->second].calls.push_back(number++);
        }
    }
    return {finished, list};
}

size_t sweep(const Command& command, const std::vector<CallSite>& sites,
             const std::function<bool(const CallSite& site, const std::string& result)>& wanted,
             const std::function<void(const Struck&)>& look) {
    const size_t stride = scaledSeconds(1.0) > 1.0 && !allFaults() ? 3 : 1;
    std::set<std::string> struck;
    size_t count = 0, again = 0;
    const auto strike = [&](const std::string& function, size_t number, const std::string& result) {
        if (!struck.insert(function).second && again++ % stride != 0) return;
        Command failing = command;
        failing.environment["SINEW_FAULT"] = "*:" + std::to_string(number) + ":" + result;
        auto [finished, list] = runListed(failing);
        look({function, result, std::move(finished), std::move(list)});
        ++count;
    };
    for (const CallSite& site : sites) {
        Arguments results;
        std::ranges::copy_if(site.results, std::back_inserter(results),
                             [&](const std::string& result) { return wanted(site, result); });
        for (size_t i = 0; i < results.size(); ++i)
            if (allFaults())
                for (const size_t number : site.calls)
                    strike(site.function, number, results[i]);
            else
                strike(site.function, site.calls[((i + 1) * site.calls.size() - 1) / results.size()], results[i]);
    }
    return count;
}

bool isMemory(const CallSite& site, const std::string& result) {
    if (!kMemory.contains(result)) return false;
    return allFaults() || site.results.size() == 1 ||
           (result == "VK_ERROR_OUT_OF_HOST_MEMORY") == (site.calls.front() % 2 == 0);
}

int exitOf(const std::string& result) {
    return result == "VK_ERROR_DEVICE_LOST" ? 6 : 4;
}

bool allFaults() {
    const char* value = std::getenv("SINEW_FAULTS");
    return value && std::string(value) == "all";
}
