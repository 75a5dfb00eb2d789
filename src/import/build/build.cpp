#include "import/build/build.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/build/instances.h"
#include "import/build/meshes.h"

namespace sinew {
namespace {

void reportMissingUvs(const SourceMesh& mesh, const Material& material, Findings& findings) {
    const auto usesSet = [&](uint32_t set) {
        return std::ranges::any_of(material.textures,
                                   [&](const std::optional<TextureUse>& use) { return use && use->uvSet == set; });
    };
    if (mesh.uvs[0].empty() && !mesh.indices.empty() && usesSet(0))
        findings.push_back({"uv-set-missing", Severity::info, mesh.name,
                            fmt::format("material {} has a texture, but the mesh has no UV coordinates; one texel "
                                        "colors it",
                                        inQuotes(material.name))});
    if (mesh.uvs[1].empty() && usesSet(1))
        findings.push_back({"uv-set-missing", Severity::info, mesh.name,
                            fmt::format("material {} has a texture on UV set 1, which the mesh does not have; it is "
                                        "drawn with UV set 0",
                                        inQuotes(material.name))});
}

MeshOptions optionsFor(const Material& material, const ImportOptions& wanted) {
    const bool usesMoreUvs = std::ranges::any_of(
        material.textures, [](const std::optional<TextureUse>& use) { return use && use->uvSet == 1; });
    const auto& normals = material.texture(TextureSlot::normal);
    const TextureUse bumps = normals ? *normals : material.texture(TextureSlot::clearcoatNormal).value_or(TextureUse());
    return {.needsTangents = needsTangents(material),
            .wantsMoreUvs = usesMoreUvs || wanted.forExport,
            .tangentSet = bumps.uvSet,
            .tangentTransform = linearPart(bumps),
            .influences = wanted.influences,
            .keepCut = wanted.keepCut};
}

std::vector<ImportedMesh> convertMeshes(std::vector<SourceMesh> sources, const std::vector<Material>& materials,
                                        const ImportOptions& wanted, Findings& findings) {
    std::vector<ImportedMesh> meshes;
    for (SourceMesh& source : sources) {
        const Material material = source.material < materials.size() ? materials[source.material] : Material();
        reportMissingUvs(source, material, findings);
        meshes.push_back(convertMesh(std::move(source), optionsFor(material, wanted), findings));
        constexpr size_t kMostAtOnce = 4;
        if (meshes.size() > kMostAtOnce) finishMesh(meshes[meshes.size() - 1 - kMostAtOnce]);
    }
    return meshes;
}

/// True for a file without meshes whose nodes are a skeleton, not a few places: a node below a node below the root.
bool hasSkeleton(const Model& model) {
    const std::vector<int32_t>& parents = model.hierarchy.parents;
    return model.meshes.empty() && std::ranges::any_of(parents, [&](int32_t parent) {
               return parent != kNoParent && parents[static_cast<size_t>(parent)] != kNoParent;
           });
}

/// @throws Error(Exit::input) when there is nothing to show: no mesh can be drawn and there is no skeleton, or every
/// mesh is unusable. `linesOnly`: the name of the first of the meshes, all of which have only points and lines.
void checkContent(const Model& model, const std::optional<std::string>& linesOnly, const std::string& whyEmpty,
                  const Findings& findings) {
    const auto fail = [](const std::string& cause) { throw Error(Exit::input, cause); };
    const bool drawn = std::ranges::any_of(
        model.instances, [&](const MeshInstance& instance) { return model.meshes[instance.mesh].triangleCount() > 0; });
    if (drawn) return;
    const auto cause = std::ranges::find(findings, "mesh-unusable", &Finding::id);
    if (cause != findings.end())
        fail(fmt::format("has no mesh that can be drawn: {}: {}", cause->object, cause->message));
    const bool moved =
        std::ranges::any_of(model.clips, [](const AnimationClip& clip) { return !clip.channels.empty(); });
    if (moved || hasSkeleton(model)) return;
    if (linesOnly)
        fail("has only points and lines, which Sinew does not draw" +
             (linesOnly->empty() ? "" : ", in mesh " + inQuotes(*linesOnly)));
    const auto lost = std::ranges::find(findings, "reference-missing", &Finding::id);
    const std::string why = lost == findings.end() ? whyEmpty : fmt::format("{}: {}", lost->object, lost->message);
    fail("has neither a mesh nor a skeleton" + (why.empty() ? "" : ": " + why));
}

}  // namespace

void build(Source source, TextureLoader& textures, const ImportOptions& options, ImportedModel& result) {
    auto& [model, report] = result;
    model = std::move(source.model);
    checkVertexCount(source.meshes);
    const auto isOfLines = [](const SourceMesh& mesh) { return mesh.hasPointsOrLines && mesh.indices.empty(); };
    std::optional<std::string> linesOnly;
    if (!source.meshes.empty() && std::ranges::all_of(source.meshes, isOfLines)) linesOnly = source.meshes.front().name;
    if (model.materials.empty() && !source.meshes.empty()) model.materials.emplace_back();
    std::vector<ImportedMesh> meshes =
        convertMeshes(std::move(source.meshes), model.materials, options, report.findings);
    options.ended("meshes");
    bindInstances(model, meshes, report);
    options.ended("bones");
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
    checkContent(model, linesOnly, source.whyEmpty, report.findings);
}

}  // namespace sinew
