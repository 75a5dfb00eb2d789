#include "cli/expect.h"
#include "faults/scripted_window.h"

// Windows with unusual images.

TEST_CASE("a window that has no area for a while draws nothing, and then continues", "[faults]") {
    const std::string calls = GENERATE("0:3", "1:3", "2:1");  // from the start, from the resize, once after it
    const ScriptedWindow window;
    window.undisturbed();
    const Finished finished = run(window.command({{"SINEW_NO_AREA", calls}}));
    INFO(calls);
    requireExit(finished, 0);
    CHECK(finished.err == "sinew: wrote sinew_001.png\n");
    CHECK(window.takePicture() == ScriptedWindow::Picture::same);
}

TEST_CASE("a window system that leaves the size to the program shows the same picture", "[faults]") {
    const ScriptedWindow window;
    window.undisturbed();
    const Finished finished = run(window.command({{"SINEW_WITHOUT", "surfaceSize"}}));
    requireExit(finished, 0);
    CHECK(finished.err == "sinew: wrote sinew_001.png\n");
    CHECK(window.takePicture() == ScriptedWindow::Picture::same);
}

TEST_CASE("a window whose images cannot be read back continues without a screenshot", "[faults]") {
    const ScriptedWindow window;
    const Finished finished = run(window.command({{"SINEW_WITHOUT", "surfaceReads"}}));
    requireExit(finished, 0);
    CHECK(finished.err.empty());
    CHECK(window.takePicture() == ScriptedWindow::Picture::none);
}

TEST_CASE("a window without sRGB pixels plays", "[faults]") {
    const ScriptedWindow window;
    const Finished finished = run(window.command({{"SINEW_WITHOUT", "surfaceSrgb"}}));
    requireExit(finished, 0);
    CHECK(finished.err == "sinew: wrote sinew_001.png\n");
}

TEST_CASE("a window plays on a device without any optional feature", "[faults]") {
    const ScriptedWindow window;
    const Finished finished =
        run(window.command({{"SINEW_WITHOUT", "fillModeNonSolid samplerAnisotropy timestamps depth32"}}));
    requireExit(finished, 0);
    CHECK(finished.err == "sinew: wrote sinew_001.png\n");
}

TEST_CASE("a device that cannot present to the window exits with 4 and one line that says so", "[faults]") {
    const auto [lacking, words] = GENERATE(values<std::pair<std::string, std::string>>(
        {{"swapchainExtension", "lacks swapchain support"}, {"presentation", "cannot present to this window"}}));
    const ScriptedWindow window;
    const Finished finished = run(window.command({{"SINEW_WITHOUT", lacking}}));
    requireExit(finished, 4);
    INFO(finished.err);
    CHECK(isOneLine(finished.err));
    CHECK(contains(finished.err, words));
}
