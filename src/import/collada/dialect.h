#pragma once

#include <memory>

#include "import/files/model_folder.h"
#include "import/scene/dialect.h"

namespace sinew::collada {

/// Collada. The folder must outlive the result.
std::unique_ptr<Dialect> makeDialect(const ModelFolder& folder);

}  // namespace sinew::collada
