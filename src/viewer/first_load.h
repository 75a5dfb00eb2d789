#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/loads.h"
#include "viewer/window.h"

namespace sinew {

/// The first model, and the window if it was opened while loading.
struct FirstLoad {
    std::optional<LoadedModel> loaded;  ///< none if the user closed the window
    size_t index = 0;                   ///< of the model
    std::unique_ptr<Window> window;
    std::vector<std::string> dropped;  ///< files that were dropped on the window while loading
    std::string error;                 ///< why no model can be read, and the bundled character stands in; empty: it can
};

/// Loads the first of the models that can be read, and reports the unreadable ones before it on stderr. A load that
/// takes longer opens the window, and Esc cancels it. If no file can be read, the bundled character is loaded, and a
/// reload reads the file again.
/// @throws Error if a file is missing or an option does not fit the model, and as Window does.
FirstLoad loadFirst(const ViewSettings& view, const std::vector<std::string>& models, const Importer& importer);

}  // namespace sinew
