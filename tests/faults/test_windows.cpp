#include <algorithm>
#include <set>

#include "cli/expect.h"
#include "faults/scripted_window.h"

// A window opens, is resized, reloads its model, takes a screenshot and closes, while one Vulkan call fails.

namespace {

/// Errors from which a window recovers.
const std::set<std::string> kPassing{"VK_INCOMPLETE",
                                     "VK_TIMEOUT",
                                     "VK_NOT_READY",
                                     "VK_SUBOPTIMAL_KHR",
                                     "VK_ERROR_OUT_OF_DATE_KHR",
                                     "VK_ERROR_SURFACE_LOST_KHR",
                                     "VK_ERROR_NATIVE_WINDOW_IN_USE_KHR"};
/// Called before the window has its first image.
const std::set<std::string> kOfStartUp{"glfwCreateWindowSurface", "vkGetPhysicalDeviceSurfaceSupportKHR",
                                       "vkGetPhysicalDeviceSurfaceFormatsKHR"};
/// Functions that only a window calls.
const std::set<std::string> kOfWindows{"glfwCreateWindowSurface",
                                       "vkGetPhysicalDeviceSurfaceSupportKHR",
                                       "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
                                       "vkGetPhysicalDeviceSurfaceFormatsKHR",
                                       "vkEnumerateDeviceExtensionProperties",
                                       "vkCreateSwapchainKHR",
                                       "vkGetSwapchainImagesKHR",
                                       "vkAcquireNextImageKHR",
                                       "vkQueuePresentKHR"};

std::string lastLine(const std::string& text) {
    const size_t end = text.find_last_not_of('\n');
    return end == text.npos ? "" : text.substr(text.rfind('\n', end) + 1);
}

/// Requires that there was no crash, hang, leak or validation message.
void checkSound(const Struck& struck) {
    CHECK_FALSE(struck.finished.timedOut);
    CHECK(struck.finished.signal == 0);
    CHECK(struck.list.left == 0);
    CHECK_FALSE(contains(struck.finished.err, "validation"));
}

void checkOutcome(const Struck& struck, ScriptedWindow::Picture picture) {
    INFO(struck.function << " gave " << struck.result);
    INFO(struck.finished.describe());
    checkSound(struck);
    if (struck.list.struck == 0) return;  // this run had fewer calls
    const bool mustGoOn =
        kPassing.contains(struck.result) && !(kOfStartUp.contains(struck.function) && struck.result != "VK_INCOMPLETE");
    if (mustGoOn) {
        CHECK(struck.finished.exit == 0);
        CHECK(struck.finished.err == "sinew: wrote sinew_001.png\n");
        CHECK(picture == ScriptedWindow::Picture::same);
        return;
    }
    // A reload that runs out of memory keeps the old model, and the window shows the error. Errors after the
    // last frame have no effect.
    const std::string last = lastLine(struck.finished.err);
    const bool complained = contains(last, struck.function) || contains(last, "which the device cannot allocate");
    if (struck.finished.exit == 0 && exitOf(struck.result) == 4 && complained) {
        CHECK(picture == ScriptedWindow::Picture::same);
        return;
    }
    if (struck.finished.exit == 0 && contains(struck.function, "Wait")) return;
    CHECK(struck.finished.exit == exitOf(struck.result));
    CHECK(lastLine(struck.finished.err).starts_with("sinew: "));
    CHECK(std::ranges::count(struck.finished.err, '\n') == (picture == ScriptedWindow::Picture::none ? 1 : 2));
}

void sweepWindow(const std::function<bool(const CallSite&, const std::string&)>& wanted) {
    const ScriptedWindow window;
    const CallList list = window.undisturbed();
    const size_t count = sweep(window.command(), list.sites, wanted,
                               [&](const Struck& struck) { checkOutcome(struck, window.takePicture()); });
    CHECK(count > 0);
    if (allFaults()) WARN(count << " failures");
}

}  // namespace

TEST_CASE("a window exits with 4 or keeps the old model if a call runs out of memory", "[faults]") {
    // What is called only once in a run is tested with headless runs.
    sweepWindow([](const CallSite& site, const std::string& result) {
        return isMemory(site, result) && (allFaults() || kOfWindows.contains(site.function) || site.calls.size() > 1);
    });
}

TEST_CASE("a window exits with 6 if a call finds the device lost", "[faults]") {
    sweepWindow([](const CallSite&, const std::string& result) { return result == "VK_ERROR_DEVICE_LOST"; });
}

TEST_CASE("a window recovers from temporary errors", "[faults]") {
    sweepWindow([](const CallSite& site, const std::string& result) {
        return kPassing.contains(result) && (allFaults() || kOfWindows.contains(site.function));
    });
}

TEST_CASE("a window exits with 4 if a call returns any other error", "[faults]") {
    sweepWindow([](const CallSite& site, const std::string& result) {
        return !kMemory.contains(result) && !kPassing.contains(result) && result != "VK_ERROR_DEVICE_LOST" &&
               (allFaults() || kOfWindows.contains(site.function));
    });
}
