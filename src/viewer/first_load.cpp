#include "viewer/first_load.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "app/load/read_model.h"
#include "app/report/messages.h"
#include "base/error.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

constexpr double kPollSeconds = 0.02;

bool closesWindow(const Window& window, const std::vector<KeyStroke>& keys) {
    return window.closeRequested() || std::ranges::any_of(keys, [](const KeyStroke& stroke) {
               const bool quits = stroke.withCtrl && (stroke.key == 'Q' || stroke.key == 'W');
               return (quits || stroke.key == keyEscape) && stroke.kind == KeyStroke::Kind::press;
           });
}

/// False if the user closes the window.
bool await(BackgroundTask<LoadedModel>& load, const std::string& model, const Size& size, FirstLoad& first) {
    if (load.waitFor(Loads::kPatienceSeconds)) return true;
    const std::string name = std::filesystem::path(model).filename().string();
    if (!first.window) first.window = std::make_unique<Window>("Sinew", size.width, size.height);
    while (!load.waitFor(kPollSeconds)) {
        first.window->setTitle(fmt::format("loading {}, {:.0f} s - Sinew", name, load.seconds()));
        const Input input = first.window->poll();
        first.dropped.insert(first.dropped.end(), input.dropped.begin(), input.dropped.end());
        if (closesWindow(*first.window, input.keys)) return false;
    }
    return true;
}

/// Whether the file exists and is at fault.
bool isBroken(const std::string& path, const Error& error) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) &&
           std::string_view(error.what()).starts_with(shownPath(path));
}

}  // namespace

FirstLoad loadFirst(const ViewSettings& view, const std::vector<std::string>& models, const Importer& importer) {
    FirstLoad first;
    for (;; ++first.index) {
        LoadRequest present = view.load;
        present.model.path = models[first.index];
        BackgroundTask<LoadedModel> load(
            [&](const std::stop_token& stop) {
                return LoadedModel{.request = present, .stage = makeStage(present, stoppable(importer, stop))};
            },
            present.model.sandbox);
        if (!await(load, present.model.path, view.size, first)) return first;
        try {
            first.loaded = load.take();
            return first;
        } catch (const Error& error) {
            const bool isLast = first.index + 1 == models.size();
            if (error.exit() != Exit::input || (isLast && !isBroken(present.model.path, error))) throw;
            say(error.what());
            if (!isLast) continue;
            first.error = fmt::format("{}\n{} opens another file, {} reads this one again", error.what(),
                                      key::open.names, key::reload.names);
            const LoadRequest character{
                .model = {.influences = view.load.model.influences, .sandbox = view.load.model.sandbox}};
            first.loaded = {.request = present, .stage = makeStage(character, importer)};
            return first;
        }
    }
}

}  // namespace sinew
