#include "viewer/first_load.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "app/loads.h"
#include "app/setup.h"
#include "error.h"

namespace sinew {
namespace {

constexpr double kLookSeconds = 0.02;

bool wantsToLeave(const Window& window, const std::vector<KeyStroke>& keys) {
    return window.closeRequested() || std::ranges::any_of(keys, [](const KeyStroke& stroke) {
               return stroke.key == keyEscape && stroke.kind == KeyStroke::Kind::press;
           });
}

/// False when the user leaves.
bool await(BackgroundLoad& load, const std::string& model, const Options& options, FirstLoad& first) {
    if (load.waitFor(Loads::kPatienceSeconds)) return true;
    const std::string name = std::filesystem::path(model).filename().string();
    if (!first.window) first.window = std::make_unique<Window>("Sinew", options.width, options.height);
    while (!load.waitFor(kLookSeconds)) {
        first.window->setTitle(fmt::format("reading {}, {:.0f} s - Sinew", name, load.seconds()));
        const Input input = first.window->poll();
        first.dropped.insert(first.dropped.end(), input.dropped.begin(), input.dropped.end());
        if (wantsToLeave(*first.window, input.keys)) return false;
    }
    return true;
}

}  // namespace

FirstLoad loadFirst(const Options& options, const std::vector<std::string>& models, const Importer& importer) {
    FirstLoad first;
    for (;; ++first.index) {
        Options present = options;
        present.model = models[first.index];
        BackgroundLoad load(
            importer,
            [&present](const Importer& stoppable) {
                return LoadedModel{.options = present, .stage = makeStage(present, stoppable)};
            },
            options.sandbox);
        if (!await(load, present.model, options, first)) return first;
        try {
            first.loaded = load.take();
            return first;
        } catch (const Error& error) {
            if (error.exit() != Exit::input || first.index + 1 == models.size()) throw;
            fmt::print(stderr, "sinew: {}\n", error.what());
        }
    }
}

}  // namespace sinew
