#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "faults/hook/fallible.h"
#include "support/catch.h"
#include "support/process.h"

namespace {

/// The functions that the program calls, and those without a result.
const std::regex kCannotFail(
    "vk(Cmd|Destroy|Free)\\w+|vkUpdateDescriptorSets|vkGetDeviceQueue|vkGet(Buffer|Image)MemoryRequirements|"
    "vkGetPhysicalDevice(Features2?|Properties2?|QueueFamilyProperties|FormatProperties|MemoryProperties)");

std::set<std::string> functionsOfTheSource() {
    std::set<std::string> names;
    const std::regex name("\\bvk[A-Z][A-Za-z0-9]+");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SINEW_SOURCE_DIR "/src")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
        const std::string text = readFile(entry.path());
        for (auto match = std::sregex_iterator(text.begin(), text.end(), name); match != std::sregex_iterator();
             ++match)
            if (!std::regex_match(match->str(), kCannotFail)) names.insert(match->str());
    }
    return names;
}

}  // namespace

TEST_CASE("the hook covers every fallible Vulkan function that the program calls", "[faults]") {
    std::set<std::string> known;
#define NAME(FUNCTION, ...) known.insert(#FUNCTION);
    FALLIBLE_FUNCTIONS(NAME)
#undef NAME
    const std::set<std::string> called = functionsOfTheSource();
    CHECK(called.size() > 30);
    for (const std::string& function : called) {
        INFO(function);
        CHECK(known.contains(function));
    }
}
