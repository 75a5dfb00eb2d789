#pragma once

#include <stop_token>
#include <string>
#include <vector>

namespace sinew {

/// What a file dialog shows.
struct FileQuestion {
    std::string parent;                ///< the window that it belongs to (Window::portalHandle)
    std::string folder;                ///< to start in, absolute; empty: wherever the desktop wants
    std::vector<std::string> endings;  ///< of the files to list: ".fbx". The user can list all files instead
};

/// Asks for files in the desktop's own dialog (org.freedesktop.portal.FileChooser) and waits for the answer. Returns
/// the paths; none if the user cancels, or once `stop` is requested, which closes the dialog.
/// @throws Error(Exit::environment) if there is no portal, if it fails, or if a chosen file is not a local one.
std::vector<std::string> askForFiles(const FileQuestion& question, const std::stop_token& stop);

/// The user's folder of pictures; empty: unknown.
std::string picturesFolder();

/// The pattern that matches an ending in any case: "*.[fF][bB][xX]". Portals distinguish upper and lower case.
std::string patternOf(std::string_view ending);

}  // namespace sinew
