#include "app/bake.h"

#include <string>

#include "error.h"
#include "media/atomic_file.h"
#include "model/serialize.h"
#include "model/soundness.h"

namespace sinew {

void bake(ImportedModel imported, const std::filesystem::path& path) {
    try {
        requireSound(imported);
    } catch (const Error& error) {
        throw Error(error.exit(), imported.report.file + ": " + error.what());
    }
    imported.report.file.clear();
    for (Texture& texture : imported.model.textures)
        if (texture.found()) texture.source = "embedded";
    writeFileAtomically(path, serialize(imported));
}

}  // namespace sinew
