#include "import/build/read_whole.h"

#include "base/shown_text.h"
#include "import/build/build.h"
#include "import/build/normals.h"

namespace sinew {

ImportedModel readWhole(const ModelFolder& folder, const ImportOptions& options, const char* format,
                        const FillSource& fill) {
    ImportedModel result;
    ImportReport& report = result.report;
    report.file = shownPath(folder.modelPath().string());
    report.importer = "Sinew";
    report.format = format;
    TextureLoader textures(folder, report.findings, options.forExport);
    Source source;
    fill(source, textures, report);
    textures.begin();
    options.ended("clips");
    makeNormals(source.meshes, MissingNormals::creased, report.findings);
    build(std::move(source), textures, options, result);
    return result;
}

}  // namespace sinew
