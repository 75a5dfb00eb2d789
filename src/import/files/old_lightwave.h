#pragma once

#include <optional>

#include "import/files/input_file.h"
#include "model/finding.h"

namespace sinew {

/// A LightWave object of before version 6 (LWOB) as one of version 6 (LWO2), with points, polygons, surfaces and image maps;
/// nothing for other files. assimp reads LWOB too, but then refuses each one: its only layer gets the number of the root.
/// Image maps from a plane become UV coordinates, as their size and center say. Procedural textures are left out, with a
/// finding, and so are polygons that cannot be drawn.
/// LightWave 3D object file formats, NewTek: LWOB (1996) and LWO2 (2001).
/// @throws Error(Exit::input) with the cause for a damaged file.
std::optional<PatchedFile> asNewerLightWave(const InputFile& file, Findings& findings);

}  // namespace sinew
