#pragma once

#include <string>

#include "app/report/json.h"
#include "model/model.h"

namespace sinew {

// The materials as --info shows them: each with what differs from the default.

/// An array with an object for each material: its name, factors and textures.
Json surfacesJson(const Model& model);

/// "  skin                     roughness 0.5; base color 'skin.png', normal 'bumps.png' (UV set 1)", with a line break.
std::string materialLine(const Material& material, const Model& model);

}  // namespace sinew
