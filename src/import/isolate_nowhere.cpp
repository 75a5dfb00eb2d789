#include "import/isolate.h"

namespace sinew {

// Where the system has none of what isolate.cpp asks of it.

struct IsolatedImporter::Broker {};

IsolatedImporter::IsolatedImporter(const ImportLimits&, const FolderImporter&) {}

FolderImporter IsolatedImporter::readsFolder() {
    return {};
}

IsolatedImporter::~IsolatedImporter() = default;

ImportedModel IsolatedImporter::importModel(const std::filesystem::path& path, const ImportOptions& options) {
    return sinew::importModel(path, options);
}

std::string IsolatedImporter::missing() {
    return "processes of their own for importers";
}

}  // namespace sinew
