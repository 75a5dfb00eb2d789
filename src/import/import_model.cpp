#include "import/import_model.h"

#include <system_error>

#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/version.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include "error.h"
#include "import/files/formats.h"
#include "import/files/md5_mesh.h"
#include "import/files/model_folder.h"
#include "import/files/model_io.h"
#include "import/files/ogre_mesh.h"
#include "import/files/old_lightwave.h"
#include "import/files/opengex_lists.h"
#include "import/files/sinew_file.h"
#include "import/files/smd_nodes.h"
#include "import/files/unread_formats.h"
#include "import/scene/clips.h"
#include "import/scene/convert.h"
#include "import/scene/creased_normals.h"
#include "import/scene/instances.h"
#include "import/scene/meshes.h"
#include "import/scene/sound_arrays.h"
#include "model/shown_text.h"
#include "model/text.h"

// Distributions build assimp with asserts, which abort. The symbol is exported, so that the library calls this function
// instead, and a failed assert becomes an exception.
namespace Assimp {
__attribute__((visibility("default"))) void aiAssertViolation(const char* expression, const char* file, int line) {
    const std::string_view path = file ? file : "";
    throw std::runtime_error(
        fmt::format("internal check failed: {} ({}:{})", expression, path.substr(path.rfind('/') + 1), line));
}
}  // namespace Assimp

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::string libraryVersion() {
    return fmt::format("assimp {}.{}.{}", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
}

/// assimp's error message on one line, without the path, with which the final message begins.
std::string cleaned(std::string cause, const fs::path& path, const std::string& readAs) {
    for (const std::string& name : {fmt::format("\"{}\"", readAs), readAs, path.string()})
        for (size_t at; !name.empty() && (at = cause.find(name)) != std::string::npos;)
            cause.replace(at, name.size(), "it");
    std::string line = lineFrom(cause);
    line.erase(std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }), line.end());
    while (!line.empty() && (line.back() == ' ' || line.back() == '.'))
        line.pop_back();
    constexpr size_t kLongest = 300;
    if (line.size() > kLongest) line = utf8From(std::string_view(line).substr(0, kLongest)) + "...";
    return line.empty() ? "no cause given" : line;
}

/// A format with its own dialect.
struct Format {
    std::string_view importer;  ///< prefix of the name of assimp's importer
    std::array<std::string_view, 2> endings;
    std::unique_ptr<Dialect> (*makeDialect)(const ModelFolder& folder);
};

constexpr std::array kFormats{Format{"Collada", {".dae", ".xml"}, makeColladaDialect},
                              Format{"glTF2", {".gltf", ".glb"}, makeGltfDialect},
                              Format{"Autodesk FBX", {".fbx"}, makeFbxDialect},
                              Format{"BlitzBasic 3D", {".b3d"}, makeB3dDialect}};

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

/// The path under which assimp reads the model: with the ending of what its content is.
std::string pathForImporter(const ModelFolder& folder) {
    const std::string ending = isZippedCollada(folder) ? ".dae" : endingByContent(folder.model());
    return folder.modelPath().string() + (ending == endingOf(folder.modelPath()) ? "" : ending);
}

std::unique_ptr<Dialect> makeDialect(const Format* format, const ModelFolder& folder, std::string_view importerName) {
    return format ? format->makeDialect(folder) : makePlainDialect(importerName, &folder);
}

std::vector<ImportedMesh> convertMeshes(aiScene& scene, const Conventions& conventions, const Dialect& dialect,
                                        const std::vector<Material>& materials, const ImportOptions& wanted,
                                        Findings& findings) {
    std::vector<ImportedMesh> meshes;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        aiMesh& source = *scene.mMeshes[m];
        const bool hasMaterial = source.mMaterialIndex < materials.size();
        const Material material = hasMaterial ? materials[source.mMaterialIndex] : Material();
        const auto usesSecond = [](const std::optional<TextureUse>& use) { return use && use->uvSet == 1; };
        const auto usesFirst = [](const std::optional<TextureUse>& use) { return use && use->uvSet == 0; };
        const bool usesMoreUvs = std::ranges::any_of(material.textures, usesSecond);
        const auto& normals = material.texture(TextureSlot::normal);
        const TextureUse bumps =
            normals ? *normals : material.texture(TextureSlot::clearcoatNormal).value_or(TextureUse());
        const MeshOptions options{.needsTangents = needsTangents(material),
                                  .wantsMoreUvs = usesMoreUvs || (wanted.forExport && source.HasTextureCoords(1)),
                                  .tangentSet = bumps.uvSet,
                                  .tangentTransform = linearPart(bumps),
                                  .linearColors = conventions.materials.gltf,
                                  .morphs = conventions.morphs,
                                  .shapes = dialect.morphTargets(m),
                                  .influences = wanted.influences,
                                  .keepCut = wanted.keepCut};
        if (!source.HasTextureCoords(0) && (source.mPrimitiveTypes & aiPrimitiveType_TRIANGLE) &&
            std::ranges::any_of(material.textures, usesFirst))
            findings.push_back({"uv-set-missing", Severity::info, utf8From(source.mName),
                                fmt::format("material {} has a texture, but the mesh has no UV coordinates; one texel "
                                            "colors it",
                                            inQuotes(material.name))});
        if (usesMoreUvs && !source.HasTextureCoords(1))
            findings.push_back(
                {"uv-set-missing", Severity::info, utf8From(source.mName),
                 fmt::format("material {} has a texture on UV set 1, which the mesh does not have; it is "
                             "drawn with UV set 0",
                             inQuotes(material.name))});
        meshes.push_back(convertMesh(source, options, findings));
        constexpr size_t kMostAtOnce = 4;
        if (meshes.size() > kMostAtOnce) finishMesh(meshes[meshes.size() - 1 - kMostAtOnce]);
    }
    return meshes;
}

bool hasOnlyPointsAndLines(const aiScene& scene) {
    const std::span meshes(scene.mMeshes, scene.mNumMeshes);
    return !meshes.empty() && std::ranges::all_of(meshes, [](const aiMesh* mesh) {
        return (mesh->mPrimitiveTypes & ~(aiPrimitiveType_POINT | aiPrimitiveType_LINE)) == 0;
    });
}

/// True for a file without meshes whose nodes are a skeleton, not a few places: a node below a node below the root.
bool hasSkeleton(const Model& model) {
    const std::vector<int32_t>& parents = model.hierarchy.parents;
    return model.meshes.empty() && std::ranges::any_of(parents, [&](int32_t parent) {
               return parent != kNoParent && parents[static_cast<size_t>(parent)] != kNoParent;
           });
}

/// @throws std::runtime_error when there is nothing to show: no mesh can be drawn and there is no skeleton, or every
/// mesh is unusable.
void checkContent(const aiScene& scene, const Model& model, const Dialect& dialect, const Findings& findings) {
    const bool drawn = std::ranges::any_of(
        model.instances, [&](const MeshInstance& instance) { return model.meshes[instance.mesh].triangleCount() > 0; });
    if (drawn) return;
    const auto cause = std::ranges::find(findings, "mesh-unusable", &Finding::id);
    if (cause != findings.end())
        throw std::runtime_error(fmt::format("has no mesh that can be drawn: {}: {}", cause->object, cause->message));
    const bool moved =
        std::ranges::any_of(model.clips, [](const AnimationClip& clip) { return !clip.channels.empty(); });
    if (moved || hasSkeleton(model)) return;
    if (hasOnlyPointsAndLines(scene)) {
        const std::string name = utf8From(scene.mMeshes[0]->mName);
        throw std::runtime_error("has only points and lines, which Sinew does not draw" +
                                 (name.empty() ? "" : ", in mesh " + inQuotes(name)));
    }
    const auto lost = std::ranges::find(findings, "reference-missing", &Finding::id);
    const std::string why =
        lost == findings.end() ? dialect.emptiness() : fmt::format("{}: {}", lost->object, lost->message);
    throw std::runtime_error("has neither a mesh nor a skeleton" + (why.empty() ? "" : ": " + why));
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

/// `result.report` already has the file and the findings of the repair.
void convertScene(aiScene& scene, const ModelFolder& folder, Dialect& dialect, const ImportOptions& options,
                  ImportedModel& result) {
    auto& [model, report] = result;
    const Conventions conventions = dialect.conventions();
    report.format = conventions.format;
    checkVertexCount(scene);
    dialect.correctNodes(scene);
    SceneNodes nodes = flattenScene(scene, report.findings);

    TextureLoader textures(scene, folder, report.findings, options.forExport);
    if (auto own = dialect.materials(scene, textures, report.findings))
        model.materials = std::move(*own);
    else
        model.materials = convertMaterials(scene, conventions.materials, textures, report.findings);
    textures.begin();
    if (model.materials.empty() && scene.mNumMeshes > 0) model.materials.emplace_back();
    options.ended("materials");

    dialect.correctMeshes(scene, report.findings);
    dialect.match(scene, nodes, report.findings);
    makeCreasedNormals(scene, dialect, report.findings);
    std::vector<ImportedMesh> meshes =
        convertMeshes(scene, conventions, dialect, model.materials, options, report.findings);
    options.ended("meshes");
    SceneInstances placed = findInstances(scene, meshes, nodes, dialect, report.findings);
    options.ended("bones");
    SceneMorphWeights morphs = placeMorphWeights(placed.instances, meshes, dialect.restWeights(placed.instances));
    dialect.placeWeights(placed.instances, morphs);
    model.clips = convertClips(scene, nodes, placed.isBone, conventions.clips, dialect, morphs, report);
    model.restMorphWeights = std::move(morphs.rest);
    options.ended("clips");
    for (ImportedMesh& mesh : meshes) {
        finishMesh(mesh);
        if (mesh.mesh.material >= model.materials.size()) mesh.mesh.material = 0;
        report.influences.push_back(mesh.influences);
        model.meshes.push_back(std::move(mesh.mesh));
    }
    options.ended("rest of the meshes");
    model.textures = textures.take();
    options.ended("rest of the textures");
    report.keptInfluences = options.influences;
    report.cutMeshes = std::move(placed.cutMeshes);
    model.instances = std::move(placed.instances);
    model.hierarchy = std::move(nodes.hierarchy);
    dialect.readSpace(scene, model);
    checkContent(scene, model, dialect, report.findings);
}

/// `thorough`: without shortcuts.
/// @throws ShortcutFailed if not thorough;
/// @throws Error(Exit::input) with our cause; other exceptions are assimp's, or about its result.
ImportedModel readForeign(const ModelFolder& folder, const ImportOptions& options, bool thorough) {
    ImportedModel result;
    result.report.file = shownPath(folder.modelPath().string());
    result.report.importer = libraryVersion();
    Assimp::Importer importer;
    keepModelFormats(importer);
    guardAgainstText(importer, folder);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);

    const std::string path = pathForImporter(folder);
    const Format* const expected = formatOf(endingOf(path), "");
    std::unique_ptr<Dialect> dialect = makeDialect(expected, folder, "");
    std::optional<PatchedFile> repaired = dialect->repair(result.report.findings, thorough);
    if (!expected) {
        requireSoundMd5Mesh(folder.model());
        requireEndOfSmdNodes(folder);
        if (!repaired) repaired = withSoundOpenGexLists(folder.model(), result.report.findings);
        if (!repaired) repaired = asNewerLightWave(folder.model(), result.report.findings);
        if (!repaired) repaired = asOgreMesh18(folder.model(), result.report.findings);
    }
    OgreScripts scripts(folder);
    const auto readAs = [&](std::optional<PatchedFile> model) -> const aiScene* {
        importer.SetIOHandler(new ModelIo(folder, {.path = path,
                                                   .model = std::move(model),
                                                   .addedName = dialect->addedName(),
                                                   .added = dialect->addedBytes(),
                                                   .scripts = &scripts}));  // takes ownership
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
    if (!read)
        if (auto model = dialect->simplified()) read = readAs(std::move(model));
    if ((!read || !read->mRootNode) && dialect->tookShortcut()) throw ShortcutFailed{};
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
    if (importerName.starts_with("glTF ")) reportLostOfGltf1(folder.model(), result.report.findings);
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

ImportedModel readFolder(const ModelFolder& folder, const ImportOptions& options) {
    if (auto baked = readSinewFile(folder, options.leavePixels)) return std::move(*baked);
    if (const std::string advice = adviceForUnread(folder); !advice.empty()) throw Error(Exit::input, advice);
    try {
        return readForeign(folder, options, false);
    } catch (const ShortcutFailed&) {
        return readForeign(folder, options, true);
    }
}

/// True for what std::async throws where the system creates no thread.
bool isThreadRefused(const std::exception& error) {
    const auto* const cause = dynamic_cast<const std::system_error*>(&error);
    return cause && cause->code() == std::errc::resource_unavailable_try_again;
}

}  // namespace

ImportedModel importModel(const ModelFolder& folder, const ImportOptions& options) {
    std::string readAs = folder.modelPath().string();
    try {
        readAs = pathForImporter(folder);
        return readFolder(folder, options);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (isThreadRefused(error)) throw;
        const std::string advice = adviceForFailure(folder, error.what());
        throw Error(Exit::input, fmt::format("{} ({}){}", cleaned(error.what(), folder.modelPath(), readAs),
                                             libraryVersion(), advice.empty() ? "" : "; " + advice));
    }
}

ImportedModel importModel(const fs::path& path, const ImportOptions& options) {
    const auto failure = [&](std::string_view cause) {
        return Error(Exit::input, fmt::format("{}: {}", shownPath(path.string()), lineFrom(cause)));
    };
    try {
        const ModelFolder folder(path, options.textureFolders);
        ImportedModel imported = importModel(folder, options);
        noteUnreadTextures(path, imported.report.findings);
        if (options.fileRead)
            for (const auto& [device, inode] : folder.opened())
                options.fileRead(device, inode);
        return imported;
    } catch (const Error& error) {
        throw failure(error.what());
    } catch (const std::bad_alloc&) {
        throw failure("not enough memory");
    } catch (const std::system_error& error) {
        throw Error(Exit::environment, fmt::format("{}: {}", shownPath(path.string()), error.what()));
    }
}

}  // namespace sinew
