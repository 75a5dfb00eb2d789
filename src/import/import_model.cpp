#include "import/import_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <future>
#include <memory>
#include <new>

#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include "error.h"
#include "import/clips.h"
#include "import/collada_morphs.h"
#include "import/collada_motion.h"
#include "import/collada_skins.h"
#include "import/convert.h"
#include "import/formats.h"
#include "import/gltf_motion.h"
#include "import/gltf_repair.h"
#include "import/instances.h"
#include "import/limits.h"
#include "import/materials.h"
#include "import/meshes.h"
#include "import/model_folder.h"
#include "import/model_io.h"
#include "import/nodes.h"
#include "import/scene_space.h"
#include "import/sinew_file.h"
#include "import/textures.h"
#include "model/limits.h"

// Distributions build assimp with its asserts on, and those abort. The symbol is exported, so the library calls this
// one instead, and what it found wrong with a file becomes an exception like any other.
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

/// A cause that assimp gives, on one line and without the path that the line begins with anyway.
std::string cleaned(std::string cause, const fs::path& path) {
    for (const std::string& name : {fmt::format("\"{}\"", path.string()), path.string()})
        for (size_t at; !name.empty() && (at = cause.find(name)) != std::string::npos;)
            cause.replace(at, name.size(), "it");
    std::string line = utf8From(cause);
    line.erase(std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }), line.end());
    while (!line.empty() && (line.back() == ' ' || line.back() == '.'))
        line.pop_back();
    constexpr size_t kLongest = 300;
    if (line.size() > kLongest) line = utf8From(std::string_view(line).substr(0, kLongest)) + "...";
    return line.empty() ? "no cause given" : line;
}

/// How a person calls the format that an importer of assimp reads.
std::string formatName(std::string_view importerName) {
    if (importerName.starts_with("glTF2")) return "glTF 2.0";
    if (importerName.starts_with("glTF")) return "glTF 1.0";
    if (importerName.starts_with("Autodesk FBX")) return "FBX";
    const size_t end = importerName.find(" Importer");
    return std::string(importerName.substr(0, end));
}

std::vector<ImportedMesh> convertMeshes(aiScene& scene, const MaterialConventions& conventions,
                                        const MorphConventions& morphs, const ColladaMorphs* shapes,
                                        const std::vector<Material>& materials, const ImportOptions& wanted,
                                        std::vector<Finding>& findings) {
    std::vector<ImportedMesh> meshes;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        aiMesh& source = *scene.mMeshes[m];
        const bool hasMaterial = source.mMaterialIndex < materials.size();
        const MeshOptions options{
            .needsTangents = hasMaterial && materials[source.mMaterialIndex].normalTexture.has_value(),
            .linearColors = conventions.gltf,
            .morphs = morphs,
            .shapes = shapes ? shapes->of(m) : std::span<const MorphSource>(),
            .influences = wanted.influences,
            .keepCut = wanted.keepCut};
        meshes.push_back(convertMesh(source, options, findings));
        constexpr size_t kMostAtOnce = 4;
        if (meshes.size() > kMostAtOnce) finishMesh(meshes[meshes.size() - 1 - kMostAtOnce]);
    }
    return meshes;
}

/// What these formats store is sampled, or the format knows straight lines only.
bool isAlwaysLinear(std::string_view importerName) {
    constexpr std::array kFormats{"Direct3D XFile", "BlitzBasic 3D", "Inter-Quake", "Quake", "Half-Life", "Doom 3"};
    return std::any_of(kFormats.begin(), kFormats.end(),
                       [&](std::string_view format) { return importerName.starts_with(format); });
}

/// What is read from a file beside what assimp makes of it.
struct OwnReading {
    std::shared_ptr<ColladaDocument> collada;  ///< null for other formats
    /// Its animations, read beside what assimp reads
    std::shared_future<std::shared_ptr<const ColladaGroups>> colladaGroups;
    std::shared_ptr<ColladaMorphs> morphs;  ///< null where there are none
    std::shared_ptr<GltfReading> gltf;      ///< null for other formats
    std::vector<Finding> findings;          ///< what had to be repaired first
};

AuthoredMotion authoredMotion(const aiScene& scene, std::string_view importerName, const OwnReading& own,
                              const std::shared_ptr<const ColladaNodes>& colladaNodes, const SceneMorphWeights& morphs,
                              std::vector<Finding>& findings) {
    if (importerName.starts_with("glTF2")) return gltfMotion(own.gltf, scene, morphs);
    if (colladaNodes && (scene.mNumAnimations > 0 || own.morphs))
        return colladaMotion(own.colladaGroups.get(), colladaNodes, own.morphs.get(), findings);
    const Interpolation all = isAlwaysLinear(importerName) ? Interpolation::linear : Interpolation::unknown;
    return [all](const ClipSource&, AnimationClip&, std::set<Interpolation>& interpolations) {
        interpolations.insert(all);
    };
}

/// Collada's joints; for other formats none, and names decide.
JointFinder jointFinder(const aiScene& scene, const SceneNodes& nodes, const OwnReading& own,
                        const std::shared_ptr<const ColladaNodes>& colladaNodes) {
    if (!colladaNodes) return {};
    return [&scene, &nodes, skins = ColladaSkins(own.collada, colladaNodes)](uint32_t node, unsigned slot) {
        return skins.jointsOf(node, *nodes.sources[node], scene, slot);
    };
}

/// @throws std::runtime_error when there is nothing to show: meshes of which none can be drawn, or no mesh and no
/// motion either.
void checkContent(const Model& model, const std::vector<Finding>& findings) {
    const bool drawn = std::any_of(model.instances.begin(), model.instances.end(), [&](const MeshInstance& instance) {
        return model.meshes[instance.mesh].triangleCount() > 0;
    });
    if (drawn) return;
    const auto cause = std::ranges::find(findings, "mesh-unusable", &Finding::id);
    if (cause != findings.end())
        throw std::runtime_error(fmt::format("holds no mesh that can be drawn: {} {}", cause->object, cause->message));
    const bool moved = std::any_of(model.clips.begin(), model.clips.end(),
                                   [](const AnimationClip& clip) { return !clip.channels.empty(); });
    if (!moved) throw std::runtime_error("holds neither a mesh nor an animated skeleton");
}

ImportedModel convertScene(aiScene& scene, const ModelFolder& folder, std::string_view importerName, OwnReading& own,
                           const ImportOptions& wanted) {
    const auto ended = [&](std::string_view stage) { wanted.ended(stage); };
    ImportedModel result;
    ImportReport& report = result.report;
    Model& model = result.model;
    report = {.file = utf8From(folder.modelPath().string()),
              .format = formatName(importerName),
              .importer = libraryVersion()};
    report.findings = std::move(own.findings);
    checkVertexCount(scene);
    SceneNodes nodes = flattenNodes(*scene.mRootNode, report.findings);
    const bool isFbx = importerName.starts_with("Autodesk FBX"), isCollada = importerName.starts_with("Collada");
    // FBX has no root of its own. assimp's stands for it, with the file's axes and unit in it from 5.4 on: they stay in
    // the metadata alone, as readSpace has them.
    if (isFbx) nodes.hierarchy.rest[0] = Transform{};

    const MaterialConventions conventions = conventionsOf(importerName, scene);
    TextureLoader textures(scene, folder, report.findings);
    model.materials = convertMaterials(scene, conventions, textures, report.findings);
    textures.begin();
    if (model.materials.empty() && scene.mNumMeshes > 0) model.materials.emplace_back();
    ended("materials");

    std::shared_ptr<const ColladaNodes> colladaNodes;
    if (own.collada) colladaNodes = std::make_shared<ColladaNodes>(matchColladaNodes(*own.collada, scene, nodes));
    if (own.collada && own.collada->hasMorphs())
        own.morphs = std::make_shared<ColladaMorphs>(own.collada, colladaNodes, scene, nodes, report.findings);
    std::vector<ImportedMesh> meshes = convertMeshes(scene, conventions, {.relative = isCollada, .weightsLost = isFbx},
                                                     own.morphs.get(), model.materials, wanted, report.findings);
    ended("meshes");
    SceneInstances placed = findInstances(scene, meshes, nodes, jointFinder(scene, nodes, own, colladaNodes),
                                          isFbx ? fbxBindCorrection(scene) : BindCorrection{}, report.findings);
    ended("bones");
    if (importerName.starts_with("glTF2")) own.gltf = readGltf(folder, scene, nodes);
    std::vector<std::vector<float>> stated;
    if (own.gltf) stated = gltfNodeWeights(*own.gltf, placed.instances);
    if (own.morphs) stated = own.morphs->restWeights(placed.instances);
    SceneMorphWeights morphs = placeMorphWeights(placed.instances, meshes, stated);
    if (own.morphs) own.morphs->place(placed.instances, morphs);
    model.clips = convertClips(
        scene, nodes, placed.isBone, utf8From(folder.modelPath().stem().string()),
        ClipConventions{.rootNamed = isCollada, .mayJoin = isCollada && !(own.collada && own.collada->hasClips())},
        authoredMotion(scene, importerName, own, colladaNodes, morphs, report.findings), morphs, report);
    model.restMorphWeights = std::move(morphs.rest);
    ended("clips");
    for (ImportedMesh& mesh : meshes) {
        finishMesh(mesh);
        if (mesh.mesh.material >= model.materials.size()) mesh.mesh.material = 0;
        report.influences.push_back(mesh.influences);
        model.meshes.push_back(std::move(mesh.mesh));
    }
    ended("rest of the meshes");
    model.textures = textures.take();
    ended("rest of the textures");
    report.keptInfluences = wanted.influences;
    report.cutMeshes = std::move(placed.cutMeshes);
    model.instances = std::move(placed.instances);
    model.hierarchy = std::move(nodes.hierarchy);
    readSpace(scene, importerName, model);

    checkContent(model, report.findings);
    return result;
}

std::shared_ptr<ColladaDocument> readCollada(const ModelFolder& folder) {
    std::string ending = folder.modelPath().extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending != ".dae" && ending != ".xml") return nullptr;
    return ColladaDocument::read(folder.model());
}

/// @throws Error(Exit::input) with a cause of ours; other exceptions are assimp's, or about what it made.
ImportedModel readForeign(const ModelFolder& folder, const ImportOptions& options, bool showAll) {
    Assimp::Importer importer;
    keepPromisedFormats(importer);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
    auto* io = new ModelIo(folder);
    importer.SetIOHandler(io);  // the importer's from here on
    OwnReading own;
    if (auto content = repairedGltf(folder, own.findings))
        io->setModel(PatchedFile(folder.model(), std::move(*content)));
    if (own.collada = readCollada(folder); own.collada) {
        own.collada->repair(own.findings, showAll);
        if (auto file = own.collada->repairedFile()) io->setModel(std::move(*file));
        own.colladaGroups = std::async(std::launch::async, [document = own.collada] {
                                return std::shared_ptr<const ColladaGroups>(std::make_shared<ColladaGroups>(*document));
                            }).share();
        // So that a mesh's bones are the skin's joints, one for one.
        importer.SetPropertyBool(AI_CONFIG_IMPORT_REMOVE_EMPTY_BONES, false);
    }
    options.ended("repair");
    const aiScene* read = importer.ReadFile(folder.modelPath().string(), aiProcess_Triangulate);
    if (!read || !read->mRootNode) throw std::runtime_error(importer.GetErrorString());
    std::unique_ptr<aiScene> scene(importer.GetOrphanedScene());  // which forgets the cause of an error
    options.ended("assimp");
    const aiImporterDesc* description =
        importer.GetImporterInfo(static_cast<size_t>(importer.GetPropertyInteger("importerIndex", -1)));
    ImportedModel result =
        convertScene(*scene, folder, description && description->mName ? description->mName : "", own, options);
    // Both take long for large files, and neither needs the other.
    {
        const auto freed = std::async(own.collada ? std::launch::async : std::launch::deferred, [&] { scene.reset(); });
        own = {};
    }
    options.ended("release");
    return result;
}

ImportedModel readFolder(const ModelFolder& folder, const ImportOptions& options) {
    if (auto baked = readSinewFile(folder, options.leavePixels)) return std::move(*baked);
    try {
        return readForeign(folder, options, false);
    } catch (const LostKeys&) {
        return readForeign(folder, options, true);
    }
}

}  // namespace

ImportedModel importModel(const ModelFolder& folder, const ImportOptions& options) {
    try {
        return readFolder(folder, options);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(Exit::input, fmt::format("{} ({})", cleaned(error.what(), folder.modelPath()), libraryVersion()));
    }
}

ImportedModel importModel(const fs::path& path, const ImportOptions& options) {
    const auto refusal = [&](std::string_view cause) {
        return Error(Exit::input, fmt::format("{}: {}", utf8From(path.string()), utf8From(cause)));
    };
    try {
        return importModel(ModelFolder(path), options);
    } catch (const Error& error) {
        throw refusal(error.what());
    } catch (const std::bad_alloc&) {
        throw refusal("needs more memory than there is");
    }
}

}  // namespace sinew
