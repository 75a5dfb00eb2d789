#include "import/sandbox/isolate.h"

namespace sinew {

// For systems without the means that isolate.cpp needs.

struct IsolatedImporter::Broker {};

IsolatedImporter::IsolatedImporter(const ImportLimits&, const FolderImporter&, const LightDecoder&) {}

IsolatedImporter::IsolatedImporter(const std::filesystem::path&, const ImportLimits&) {}

IsolatedImporter::~IsolatedImporter() = default;

ImportedModel IsolatedImporter::importModel(const std::filesystem::path& path, const ImportOptions& options) {
    return sinew::importModel(path, options);
}

RadiancePicture IsolatedImporter::readRadiancePicture(const std::filesystem::path& path, const std::stop_token&) {
    return sinew::readRadiancePicture(path);
}

std::string IsolatedImporter::missing() {
    return "importers in separate processes";
}

}  // namespace sinew
