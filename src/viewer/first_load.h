#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/load_model.h"
#include "viewer/window.h"

namespace sinew {

/// The model with which the window begins, and the window, if it had to be opened for the wait.
struct FirstLoad {
    std::optional<LoadedModel> loaded;  ///< none: the user did not want to wait
    size_t index = 0;                   ///< of the model
    std::unique_ptr<Window> window;
    std::vector<std::string> dropped;  ///< files, on that window meanwhile
};

/// Reads the first of the models that can be read; of those before it a line on stderr says why they cannot. What takes
/// longer than a moment is waited for in a window, which Esc closes.
/// @throws Error of the last model when none can be read, and as Window does.
FirstLoad loadFirst(const Options& options, const std::vector<std::string>& models, const Importer& importer);

}  // namespace sinew
