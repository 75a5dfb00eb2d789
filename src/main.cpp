#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <fcntl.h>

#include <fmt/format.h>

#include "app/bake.h"
#include "app/batch.h"
#include "app/check_models.h"
#include "app/compare_models.h"
#include "app/comparison_report.h"
#include "app/export_pose.h"
#include "app/options.h"
#include "app/pick.h"
#include "app/pictures.h"
#include "app/read_model.h"
#include "app/report.h"
#include "app/say_events.h"
#include "app/setup.h"
#include "app/standard_output.h"
#include "error.h"
#include "gpu/instance.h"
#include "import/isolate.h"
#include "media/cleanup.h"
#include "viewer/viewer.h"

namespace sinew {
namespace {

/// What runs when there is no display and nothing was asked for but to see the model.
constexpr const char* kDefaultPicture = "sinew.png";

std::string versionText() {
    const std::string missing = IsolatedImporter::missing();
    return fmt::format("sinew " SINEW_VERSION "\n{}",
                       missing.empty() ? "" : fmt::format("reads models without {}: this system has none\n", missing));
}

Exit listAllDevices(const Options& options) {
    const Instance instance;
    const std::vector<DeviceInfo> devices = listDevices(instance);
    print(options.json ? deviceJson(devices) : deviceText(devices));
    return Exit::done;
}

Exit info(const Options& options, const Importer& importer) {
    const ImportedModel imported = readModel(options, importer, true);
    print(options.json ? infoJson(imported, options.maxBones) : infoText(imported, options.maxBones));
    return Exit::done;
}

/// Whether an export changed how the model moves.
Exit compareWithModel(const Options& options, const Importer& importer) {
    const ImportedModel own = readModel(options, importer);
    const ImportedModel other = importer(options.compareWith, {.influences = options.influences});
    const ModelComparison comparison = compareModels(options, own, other);
    print(options.json ? comparisonJson(comparison) : comparisonText(comparison));
    return comparison.holds() ? Exit::done : Exit::differs;
}

Exit bakeModel(const Options& options, const Importer& importer) {
    ImportedModel imported = readModel(options, importer, true);
    fmt::print(stderr, "{}", findingLines(imported.report));
    bake(std::move(imported), options.bake);
    return Exit::done;
}

/// Without a clip or a time asked for, the rest pose: the transforms that stand in the file's nodes.
Exit exportPoseOf(Options options, const Importer& importer) {
    if (options.animation.empty() && !options.timeSeconds && options.graph.empty()) options.animation = "none";
    const std::unique_ptr<Stage> stage = makeStage(options, importer);
    exportPose(stage->model(), stage->fileFromNode(), stage->morphWeights(), options.skinning, options.exportPose);
    sayEvents(*stage);
    return Exit::done;
}

/// Without a Vulkan device: the picture is not drawn.
Exit pickBone(const Options& options, const Importer& importer) {
    const std::unique_ptr<Stage> stage = makeStage(options, importer);
    stage->updatePose();
    const glm::vec2 size(options.width, options.height);
    Camera camera = makeCamera(options, *stage, size.x / size.y);
    camera.target += stage->comeSince();
    const glm::vec2 middle = glm::vec2(options.pick->x, options.pick->y) + 0.5f;
    const std::optional<Picked> picked = pick(*stage, camera, options.skinning, middle, size);
    print(options.json ? pickedJson(*stage, picked) : pickedText(*stage, picked));
    return Exit::done;
}

Exit run(Options options) {
    if (options.help) return print(helpText()), Exit::done;
    if (options.helpMarkdown) return print(readmeSection()), Exit::done;
    if (options.version) return print(versionText()), Exit::done;
    if (options.listDevices) return listAllDevices(options);
    cleanUpOnSignals();
    const Importer importer = makeImporter(options);  // before there are threads and devices
    if (options.info) return info(options, importer);
    if (options.check) return checkModels(options, importer);
    if (!options.compareWith.empty()) return compareWithModel(options, importer);
    if (!options.bake.empty()) return bakeModel(options, importer);
    if (options.pick) return pickBone(options, importer);
    if (!options.exportPose.empty()) return exportPoseOf(options, importer);
    if (!options.batch.empty()) return drawBatch(options, importer);
    if (!options.headless && viewerAvailable()) return runViewer(options, importer);
    const bool nothingAsked = !options.headless;
    if (nothingAsked) options.output = kDefaultPicture;
    const Exit exit = drawPictures(options, importer);
    if (nothingAsked) print(fmt::format("{}\n", kDefaultPicture));
    return exit;
}

/// So that nothing else that is opened takes the numbers of those that whoever started the program has closed. They
/// stay closed to writing.
void openStandardDescriptors() {
    for (int standard = 0; standard <= 2; ++standard)
        if (::fcntl(standard, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
    using namespace sinew;
    openStandardDescriptors();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is one that cannot be written
    const auto fail = [](Exit exit, const char* cause) {
        std::fprintf(stderr, "sinew: %s\n", cause);
        return static_cast<int>(exit);
    };
    try {
        return static_cast<int>(run(parseOptions(std::span<const char* const>(argv + 1, argc > 0 ? argc - 1 : 0))));
    } catch (const Error& error) {
        return fail(error.exit(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(Exit::environment, "out of memory");
    } catch (const std::exception& error) {
        return fail(Exit::environment, error.what());
    }
}
