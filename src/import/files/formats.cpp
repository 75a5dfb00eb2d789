#include "import/files/formats.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <assimp/BaseImporter.h>
#include <assimp/importerdesc.h>
#include <assimp/Importer.hpp>

#include "base/text.h"
#include "import/files/model_folder.h"

namespace sinew {
namespace {

constexpr std::array<std::string_view, 2> kGltfEndings{".vrm", ".vrma"};  ///< of .glb files; assimp 5.2 knows neither

/// Unregisters each importer whose list of endings contains `ending`.
void removeImporters(Assimp::Importer& importer, std::string_view ending) {
    for (size_t i = importer.GetImporterCount(); i-- > 0;) {
        const aiImporterDesc* description = importer.GetImporterInfo(i);
        if (!description || !description->mFileExtensions) continue;
        if (std::string_view(description->mFileExtensions).find(ending) == std::string_view::npos) continue;
        const std::unique_ptr<Assimp::BaseImporter> removed(importer.GetImporter(i));
        importer.UnregisterLoader(removed.get());
    }
}

bool beginsAsObj(const InputFile& file) {
    constexpr std::array<std::string_view, 15> kStatements{
        "v", "vt", "vn", "vp", "f", "l", "p", "o", "g", "s", "mg", "mtllib", "usemtl", "usemap", "shadow_obj"};
    constexpr size_t kBytes = 4096, kLines = 8;
    const std::string text = file.content(0, kBytes);
    size_t statements = 0;
    for (size_t at = 0; at < text.size() && statements < kLines;) {
        const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        if (line.empty() || line.starts_with('#')) continue;
        if (std::ranges::find(kStatements, line.substr(0, line.find_first_of(" \t"))) == kStatements.end())
            return false;
        ++statements;
    }
    return statements > 0;
}

}  // namespace

void keepModelFormats(Assimp::Importer& importer) {
    // Each of these endings belongs to one importer.
    for (const std::string_view ending : {"hmp", "ter", "pk3", "ifc", "assbin", "blend"})
        removeImporters(importer, ending);
}

void guardAgainstText(Assimp::Importer& importer, const ModelFolder& folder) {
    if (endingOf(folder.modelPath()) != ".obj" && !beginsAsObj(folder.model())) removeImporters(importer, "obj");
}

std::vector<std::string> modelEndings() {
    Assimp::Importer importer;
    keepModelFormats(importer);
    aiString known;
    importer.GetExtensionList(known);  // "*.3ds;*.dae"
    std::set<std::string_view> endings{".sinew"};
    endings.insert(kGltfEndings.begin(), kGltfEndings.end());
    for (std::string_view rest(known.C_Str()); !rest.empty();) {
        const size_t end = std::min(rest.find(';'), rest.size());
        endings.insert(rest.substr(0, end).substr(rest.starts_with('*')));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {endings.begin(), endings.end()};
}

std::string supportedEndings() {
    std::string text;
    for (const std::string& ending : modelEndings())
        text.append(text.empty() ? "" : ", ").append(ending);
    return text;
}

std::vector<std::string> namesOfModels(std::vector<std::string> names) {
    Assimp::Importer importer;
    keepModelFormats(importer);
    std::erase_if(names, [&](const std::string& name) {
        const std::string ending = std::filesystem::path(name).extension().string();
        return ending != ".sinew" && std::ranges::find(kGltfEndings, lowerCase(ending)) == kGltfEndings.end() &&
               (ending.empty() || !importer.IsExtensionSupported(ending));
    });
    return names;
}

std::string endingByContent(const InputFile& file) {
    constexpr size_t kBytes = 4096;
    const std::string head = file.content(0, kBytes);
    if (head.starts_with("glTF")) return ".glb";
    if (head.starts_with("Kaydara FBX Binary") || head.find("FBXHeaderExtension:") != std::string::npos) return ".fbx";
    if (head.find("<COLLADA") != std::string::npos) return ".dae";
    const size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    // Its version may stand anywhere, but one of these members is among the first ones.
    const bool isJson = first != std::string::npos && head[first] == '{';
    constexpr std::array<std::string_view, 4> kMembers{"\"asset\"", "\"accessors\"", "\"scenes\"", "\"bufferViews\""};
    const auto isThere = [&](std::string_view member) { return head.find(member) != std::string::npos; };
    return isJson && std::ranges::any_of(kMembers, isThere) ? ".gltf" : "";
}

std::string endingOf(const std::filesystem::path& path) {
    return lowerCase(path.extension().string());
}

}  // namespace sinew
