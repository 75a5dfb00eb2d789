#include "cli/expect.h"
#include "faults/scripted_window.h"

// Windows with unusual images.

TEST_CASE("a window with unusual images, or on a device without optional features, plays", "[faults]") {
    using Picture = ScriptedWindow::Picture;
    struct Row {
        const char *variable, *value;
        std::optional<Picture> picture;  ///< of the screenshot, where it is compared
    };
    const Row row = GENERATE(
        values<Row>({{"SINEW_NO_AREA", "0:3", Picture::same},  // no area from the start, from the resize, once after it
                     {"SINEW_NO_AREA", "1:3", Picture::same},
                     {"SINEW_NO_AREA", "2:1", Picture::same},
                     {"SINEW_WITHOUT", "surfaceSize", Picture::same},
                     {"SINEW_WITHOUT", "surfaceReads", Picture::none},
                     {"SINEW_WITHOUT", "surfaceSrgb", std::nullopt},
                     {"SINEW_WITHOUT", "fillModeNonSolid samplerAnisotropy timestamps depth32", std::nullopt}}));
    INFO(row.variable << "=" << row.value);
    const ScriptedWindow window;
    if (row.picture == Picture::same) window.undisturbed();
    const Finished finished = run(window.command({{row.variable, row.value}}));
    requireExit(finished, 0);
    CHECK(finished.err == (row.picture == Picture::none ? "" : "sinew: wrote sinew_001.png\n"));
    if (row.picture) CHECK(window.takePicture() == row.picture);
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
