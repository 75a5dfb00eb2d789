#include "faults/sweep.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "support/temporary_folder.h"

Command faultyCommand(const std::filesystem::path& folder, std::vector<std::string> arguments,
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
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, result;
        words >> name;
        if (name == "struck") {
            words >> list.struck;
        } else if (name == "left") {
            words >> list.left;
        } else {
            list.calls.push_back({name, {}});
            while (words >> result)
                list.calls.back().results.push_back(result);
        }
    }
    return {finished, list};
}

size_t sweep(const Command& command, const std::vector<CallList::Call>& calls,
             const std::function<bool(size_t call, const std::string& function, const std::string& result)>& wanted,
             const std::function<void(const Struck&)>& look) {
    const size_t stride = scaledSeconds(1.0) > 1.0 && !allFaults() ? 3 : 1;
    std::set<std::string> struck;
    size_t count = 0, again = 0;
    for (size_t number = 0; number < calls.size(); ++number)
        for (const std::string& result : calls[number].results) {
            if (!wanted(number, calls[number].function, result)) continue;
            if (!struck.insert(calls[number].function).second && again++ % stride != 0) continue;
            Command failing = command;
            failing.environment["SINEW_FAULT"] = "*:" + std::to_string(number) + ":" + result;
            auto [finished, list] = runListed(failing);
            look({calls[number].function, result, std::move(finished), std::move(list)});
            ++count;
        }
    return count;
}

int exitOf(const std::string& result) {
    return result == "VK_ERROR_DEVICE_LOST" ? 6 : 4;
}

bool allFaults() {
    const char* value = std::getenv("SINEW_FAULTS");
    return value && std::string(value) == "all";
}
