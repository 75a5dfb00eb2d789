#pragma once

#include <memory>

#include "import/files/model_folder.h"
#include "import/scene/dialect.h"

namespace sinew::gltf {

/// glTF 2.0. The folder must outlive the result.
std::unique_ptr<Dialect> makeDialect(const ModelFolder& folder);

}  // namespace sinew::gltf
