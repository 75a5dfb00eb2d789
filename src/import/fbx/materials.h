#pragma once

#include "import/build/textures.h"
#include "import/fbx/objects.h"

namespace sinew::fbx {

/// The material of that id, 0 for that of meshes without one. `geometry`: one that shows it, by whose UV sets textures
/// name theirs.
Material readMaterial(const Objects& objects, int64_t id, int64_t geometry, TextureLoader& textures,
                      Findings& findings);

/// Finds the embedded files of a document by the names of textures. `objects` must outlive it.
FindEmbedded embeddedIn(const Objects& objects, bool isText);

}  // namespace sinew::fbx
