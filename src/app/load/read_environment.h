#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>

#include "app/options/settings.h"
#include "import/files/radiance_picture.h"
#include "render/environment.h"

namespace sinew {

/// Reads an environment map. @throws Error as readRadiancePicture() and IsolatedImporter do.
using LightReader = std::function<RadiancePicture(const std::filesystem::path& path, const std::stop_token& stop)>;

/// Creates a reader for the view's environment, with the limits of its model: in a sandbox, or in this process. Empty
/// if the environment is not a file. To be called while this process has only one thread.
LightReader makeLightReader(const ViewSettings& view);

/// `name`: as ViewSettings::environment. Prints what is wrong with a file's values on stderr. `read` is for files only.
/// @throws Error as `read` does.
std::shared_ptr<const Environment> makeEnvironment(const std::string& name, const LightReader& read,
                                                   const std::stop_token& stop = {});

/// The environment that pictures of the view need, which is dark where it would not be seen: baking the studio takes
/// longer than a small picture. A file is read in any case, for its errors. @throws Error as `read` does.
std::shared_ptr<const Environment> makeNeededEnvironment(const ViewSettings& view, const LightReader& read);

}  // namespace sinew
