#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include <fcntl.h>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/read_model.h"
#include "app/options/files.h"
#include "app/report/messages.h"
#include "base/cleanup.h"
#include "import/sandbox/isolate.h"
#include "viewer/viewer.h"

namespace sinew {
namespace {

/// Written where there is no display for the window.
constexpr const char* kDefaultPicture = "sinew.png";

Exit printHelp(const task::Help& task) {
    print(helpText(task.page));
    return Exit::done;
}

Exit printVersion() {
    const std::string missing = IsolatedImporter::missing();
    print("sinew " SINEW_VERSION "\n");
    if (!missing.empty()) print(fmt::format("reads models without {}: not available on this system\n", missing));
    return Exit::done;
}

/// What of the task a picture cannot show, with its verb; null if it can stand in for the window.
const char* needsWindow(const task::View& task) {
    if (!task.stateJson.empty()) return "--state-json needs";
    if (task.watch) return "--watch needs";
    std::error_code ignored;
    const bool several = !task.otherModels.empty() || std::filesystem::is_directory(task.view.load.model.path, ignored);
    return several ? "several models need" : nullptr;
}

Exit showWindow(const task::View& task) {
    if (viewerAvailable()) return runViewer(task);
    if (const char* cause = needsWindow(task))
        throw Error(Exit::environment, fmt::format("{} a window, and there is no display", cause));
    const Exit exit = drawPictures(task::Draw{{.view = task.view, .output = kDefaultPicture}});
    print(fmt::format("{}\n", kDefaultPicture));
    return exit;
}

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

Exit runTask(const Task& task) {
    return std::visit(Overloaded{
                          [](const task::Help& asked) { return printHelp(asked); },
                          [](const task::Version&) { return printVersion(); },
                          [](const task::View& asked) { return showWindow(asked); },
                          [](const task::Draw& asked) { return drawPictures(asked); },
                          [](const task::Batch& asked) { return drawBatch(asked); },
                          [](const task::Check& asked) { return checkModels(asked); },
                          [](const task::Compare& asked) { return compareFiles(asked); },
                          [](const task::Info& asked) { return printInfo(asked); },
                          [](const task::PrintBoneMap& asked) { return printBoneMap(asked); },
                          [](const task::ListDevices& asked) { return printDevices(asked); },
                          [](const task::Complete& asked) { return completeCommandLine(asked); },
                          [](const task::Bake& asked) { return bakeModel(asked); },
                          [](const task::Pick& asked) { return pickBone(asked); },
                          [](const task::Export& asked) { return exportFile(asked, makeImporter(asked.model)); },
                          [](const task::ExportPose& asked) { return exportPosedMesh(asked); },
                      },
                      task);
}

/// Reserves the descriptors 0 to 2 if the caller has closed them, so that no file that is opened later becomes stdout
/// by accident. They stay closed to writing. False if that fails.
bool openStandardDescriptors() {
    for (int standard = 0; standard <= 2; ++standard)
        if (::fcntl(standard, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0 && ::open("/", O_RDONLY) < 0)
            return false;
    return true;
}

int fail(Exit exit, const char* cause) {
    say(cause);
    return static_cast<int>(exit);
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
    using namespace sinew;
    if (!openStandardDescriptors()) return static_cast<int>(Exit::environment);
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the file size limit fails with an error instead
    try {
        const Task task = parseTask(std::span<const char* const>(argv + 1, argc > 0 ? argc - 1 : 0));
        protectInputs(task);
        requireFolders(task);
        cleanUpOnSignals();
        return static_cast<int>(runTask(task));
    } catch (const Error& error) {
        return fail(error.exit(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(Exit::environment, "out of memory");
    } catch (const std::system_error& error) {
        const bool noThread = error.code() == std::errc::resource_unavailable_try_again;
        return fail(
            Exit::environment,
            (noThread ? "the system allows no more threads (" + error.code().message() + ")" : error.what()).c_str());
    } catch (const std::exception& error) {
        return fail(Exit::environment, error.what());
    }
}
