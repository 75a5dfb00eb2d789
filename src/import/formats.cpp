#include "import/formats.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <assimp/BaseImporter.h>
#include <assimp/importerdesc.h>

namespace sinew {

void keepPromisedFormats(Assimp::Importer& importer) {
    // Endings that the importers in question have, each of them, and no other importer.
    constexpr std::array<std::string_view, 5> kOthers{"hmp", "ter", "pk3", "ifc", "assbin"};
    for (size_t i = importer.GetImporterCount(); i-- > 0;) {
        const aiImporterDesc* description = importer.GetImporterInfo(i);
        const std::string_view endings =
            description && description->mFileExtensions ? description->mFileExtensions : "";
        const bool isOther = std::ranges::any_of(
            kOthers, [&](std::string_view ending) { return endings.find(ending) != std::string_view::npos; });
        if (!isOther) continue;
        const std::unique_ptr<Assimp::BaseImporter> removed(importer.GetImporter(i));
        importer.UnregisterLoader(removed.get());
    }
}

}  // namespace sinew
