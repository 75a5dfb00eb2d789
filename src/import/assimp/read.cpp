#include "import/assimp/read.h"

#include <array>
#include <stdexcept>
#include <unordered_set>

#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/assimp/bones.h"
#include "import/assimp/convert.h"
#include "import/assimp/md5_mesh.h"
#include "import/assimp/meshes.h"
#include "import/assimp/model_io.h"
#include "import/assimp/smd_nodes.h"
#include "import/assimp/sound_arrays.h"
#include "import/assimp/x_text.h"
#include "import/build/build.h"
#include "import/build/normals.h"
#include "import/files/formats.h"
#include "import/files/model_folder.h"
#include "model/limits.h"

// Distributions build assimp with asserts, which abort. The symbol is exported, so that the library calls this function
// instead, and a failed assert becomes an exception.
namespace Assimp {
__attribute__((visibility("default"))) void aiAssertViolation(const char*, const char*, int) {
    throw std::runtime_error("the library assimp stopped at a check of its own");
}
}  // namespace Assimp

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// A format with its own dialect.
struct Format {
    std::string_view importer;  ///< prefix of the name of assimp's importer
    std::array<std::string_view, 2> endings;
    std::unique_ptr<Dialect> (*makeDialect)(const ModelFolder& folder);
};

constexpr std::array kFormats{Format{"Collada", {".dae", ".xml"}, makeColladaDialect}};

/// By the name of assimp's importer or, before it is known, by the file's ending; null for a format without a dialect.
const Format* formatOf(std::string_view ending, std::string_view importerName) {
    const auto found = std::ranges::find_if(kFormats, [&](const Format& format) {
        return importerName.empty()
                   ? !ending.empty() && std::ranges::find(format.endings, ending) != format.endings.end()
                   : importerName.starts_with(format.importer);
    });
    return found == kFormats.end() ? nullptr : &*found;
}

/// @throws std::runtime_error for a .zae that is damaged.
bool isZippedCollada(const ModelFolder& folder) {
    try {
        return isColladaArchive(folder.model());
    } catch (const std::runtime_error&) {
        if (endingOf(folder.modelPath()) == ".zae") throw;
        return false;  // another format may be in archives that are larger or of another kind
    }
}

std::unique_ptr<Dialect> makeDialect(const Format* format, const ModelFolder& folder, std::string_view importerName) {
    return format ? format->makeDialect(folder) : makePlainDialect(importerName, &folder);
}

/// Without meshes, the nodes are drawn as a skeleton, to which cameras and lights do not belong.
SceneNodes flattenScene(const aiScene& scene, Findings& findings) {
    if (scene.mNumMeshes > 0) return flattenNodes(*scene.mRootNode, findings);
    const std::unordered_set<const aiNode*> devices = devicesOf(scene);
    if (!devices.empty())
        findings.push_back(countFinding("devices-left-out", Severity::info, "file", devices.size(), "node", "nodes",
                                        "of cameras and lights, which are no bones, left out"));
    return flattenNodes(*scene.mRootNode, findings, devices);
}

/// @throws as decodeImage().
ImageData imageFromTexels(const aiTexture& texture) {
    const uint64_t pixels = texture.pcData ? uint64_t{texture.mWidth} * texture.mHeight : 0;
    if (pixels == 0 || texture.mWidth > kMaxImageSide || texture.mHeight > kMaxImageSide || pixels > kMaxImagePixels)
        throw std::runtime_error("is empty or too large");
    ImageData image{.width = texture.mWidth, .height = texture.mHeight};
    image.bytes.reserve(pixels * 4);
    for (const aiTexel& texel : std::span(texture.pcData, pixels))
        image.bytes.insert(image.bytes.end(), {texel.r, texel.g, texel.b, texel.a});
    return image;
}

/// A texture of assimp's is a file of mWidth bytes when mHeight is 0, otherwise raw texels.
std::optional<EmbeddedTexture> embeddedIn(const aiScene& scene, std::string_view name) {
    const aiTexture* const found = scene.GetEmbeddedTexture(std::string(name).c_str());
    if (!found) return std::nullopt;
    const std::span textures(scene.mTextures, scene.mNumTextures);
    EmbeddedTexture texture{.index = static_cast<size_t>(std::ranges::find(textures, found) - textures.begin()),
                            .name = utf8From(found->mFilename)};
    if (found->mHeight == 0 && found->pcData)
        texture.file = {reinterpret_cast<const uint8_t*>(found->pcData), found->mWidth};
    else
        texture.texels = [found] { return imageFromTexels(*found); };
    return texture;
}

/// `result.report` already has the file and the findings of the repair.
void convertScene(aiScene& scene, const ModelFolder& folder, Dialect& dialect, const ImportOptions& options,
                  ImportedModel& result) {
    Findings& findings = result.report.findings;
    const Conventions conventions = dialect.conventions();
    result.report.format = conventions.format;
    SceneNodes nodes = flattenScene(scene, findings);

    TextureLoader textures(folder, findings, options.forExport,
                           [&](std::string_view name) { return embeddedIn(scene, name); });
    Source source;
    if (auto own = dialect.materials(scene, textures, findings))
        source.model.materials = std::move(*own);
    else
        source.model.materials = convertMaterials(scene, conventions.materials, textures, findings);
    textures.begin();
    options.ended("materials");

    dialect.match(scene, nodes, findings);
    source.meshes = takeMeshes(scene, dialect, findings);
    makeNormals(source.meshes, MissingNormals::creased, findings);
    source.model.instances = findInstances(scene, source.meshes, nodes, dialect, findings);
    std::vector<MeshInstance>& instances = source.model.instances;
    if (conventions.keepsMirroredFaces) turnMirroredFaces(source.meshes, instances, nodes.hierarchy);
    SceneMorphWeights morphs = placeMorphWeights(instances, source.meshes, dialect.restWeights(instances));
    dialect.placeWeights(instances, morphs);
    std::vector<bool> isBone(nodes.hierarchy.size());
    for (const MeshInstance& instance : instances)
        for (const Bone& bone : instance.bones)
            if (bone.node != Source::kNowhere) isBone[bone.node] = true;
    source.model.clips = dialect.clips(scene, nodes, isBone, result.report);
    source.model.restMorphWeights = std::move(morphs.rest);
    source.model.hierarchy = std::move(nodes.hierarchy);
    options.ended("clips");
    build(std::move(source), textures, options, result);
    dialect.readSpace(scene, result.model);
}

}  // namespace

std::string assimpVersion() {
    return fmt::format("assimp {}.{}.{}", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
}

std::string pathForImporter(const ModelFolder& folder) {
    const std::string ending = isZippedCollada(folder) ? ".dae" : endingByContent(folder.model());
    return folder.modelPath().string() + (ending == endingOf(folder.modelPath()) ? "" : ending);
}

ImportedModel readByAssimp(const ModelFolder& folder, const ImportOptions& options) {
    ImportedModel result;
    result.report.file = shownPath(folder.modelPath().string());
    result.report.importer = assimpVersion();
    Assimp::Importer importer;
    keepModelFormats(importer);
    guardAgainstText(importer, folder);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);

    const std::string path = pathForImporter(folder);
    const Format* const expected = formatOf(endingOf(path), "");
    std::unique_ptr<Dialect> dialect = makeDialect(expected, folder, "");
    std::optional<PatchedFile> repaired = dialect->repair(result.report.findings);
    if (!expected) {
        requireSoundMd5Mesh(folder.model());
        requireEndOfSmdNodes(folder);
        if (!repaired) repaired = withPlainXText(folder.model());
    }
    OgreScripts scripts(folder);
    const auto readAs = [&](std::optional<PatchedFile> model) -> const aiScene* {
        // takes ownership
        importer.SetIOHandler(new ModelIo(folder, {.path = path, .model = std::move(model), .scripts = &scripts}));
        const aiScene* scene = importer.ReadFile(path, 0);
        if (!scene || !scene->mRootNode) return scene;
        makeArraysSound(const_cast<aiScene&>(*scene), result.report.findings);
        // GenUVCoords: formats such as LWO place a texture by a sphere, a cylinder or a plane.
        return importer.ApplyPostProcessing(aiProcess_Triangulate | aiProcess_GenUVCoords);
    };
    if (dialect->conventions().keepsEmptyBones) importer.SetPropertyBool(AI_CONFIG_IMPORT_REMOVE_EMPTY_BONES, false);
    options.ended("repair");

    const aiScene* read = readAs(std::move(repaired));
    const int index = importer.GetPropertyInteger("importerIndex", -1);
    if (!read && index < 0) {
        const std::string fault = dialect->fault();
        throw Error(Exit::input, fault.empty() ? "unknown format; supported: " + supportedEndings() : fault);
    }
    const aiImporterDesc* description = importer.GetImporterInfo(static_cast<size_t>(index));
    const std::string importerName = description && description->mName ? description->mName : "?";
    if (!read || !read->mRootNode) {
        if (const std::string fault = dialect->fault(); !fault.empty()) throw Error(Exit::input, fault);
        const std::string cause = importer.GetErrorString();
        throw std::runtime_error(
            cause.empty() ? fmt::format("cannot be read as {}; the library does not say why", importerName) : cause);
    }
    std::unique_ptr<aiScene> scene(importer.GetOrphanedScene());  // clears the error string
    scripts.report(result.report.findings);
    options.ended("assimp");

    if (const Format* format = formatOf("", importerName); !format || format != expected)
        dialect = makeDialect(format, folder, importerName);
    convertScene(*scene, folder, *dialect, options, result);
    {
        // Both take long for large files.
        constexpr size_t kWorthAThread = size_t{1} << 18;
        const auto policy = folder.model().size() < kWorthAThread ? std::launch::deferred : std::launch::async;
        const auto freed = std::async(policy, [&] { scene.reset(); });
        dialect.reset();
    }
    options.ended("release");
    return result;
}

}  // namespace sinew
