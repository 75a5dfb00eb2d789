#include <algorithm>
#include <filesystem>

#include "support/assets.h"
#include "support/hostile_pictures.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// A hostile --reference is refused in one line and in little time; a good one of another size differs.

TEST_CASE("a hostile reference picture is refused in one line", "[hostile]") {
    for (const hostile::Hostile& reference : hostile::hostilePictures()) {
        INFO("the reference " << reference.what);
        if (std::string(reference.what).find("pipe") != std::string::npos) continue;  // Sinew waits for its writer
        const bool isPicture = std::string(reference.what).find("file elsewhere") != std::string::npos;
        const TemporaryFolder folder;
        reference.make(folder / "good.png");
        Command command = sinewCommand(small({kTube, "--reference", folder / "good.png"}));
        command.timeoutSeconds = 60.0;
        const Finished finished = run(command);
        INFO(finished.describe());
        REQUIRE_FALSE(finished.timedOut);
        CHECK(finished.exit == (isPicture ? 1 : 3));
        CHECK(finished.err.find("good.png: ") != std::string::npos);
        CHECK(std::ranges::count(finished.err, '\n') == 1);
    }
}
