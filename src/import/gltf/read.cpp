#include "import/gltf/read.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/build/build.h"
#include "import/build/clip_names.h"
#include "import/build/convert.h"
#include "import/build/morphs.h"
#include "import/build/normals.h"
#include "import/gltf/conformance/document.h"
#include "import/gltf/conformance/meshes.h"
#include "import/gltf/conformance/motion.h"
#include "import/gltf/conformance/references.h"
#include "import/gltf/document/container.h"
#include "import/gltf/document/names.h"
#include "import/gltf/extensions.h"
#include "import/gltf/materials.h"
#include "import/gltf/meshes.h"
#include "import/gltf/meshopt.h"
#include "import/gltf/motion.h"
#include "import/gltf/skins.h"
#include "model/limits.h"

namespace sinew {
namespace gltf {
namespace {

using Json = nlohmann::json;

class Reader {
  public:
    Reader(File& file, Findings& findings) : file_(file), findings_(findings) {}

    Source read(TextureLoader& textures, const ImportOptions& options, ImportReport& report) {
        scene_ = chooseScene(file_, findings_);
        judgeReferences(file_, scene_, findings_);
        nodes_ = readNodes(file_, scene_, findings_);
        animations_ = file_.animations();
        reportPointers(animations_, findings_);
        visibility_ = readVisibility(file_, animations_, nodes_, findings_);
        readInstances(findVariant(options.variant, report.variants));
        source_.model.materials = readMaterials(file_, orderMaterials(), textures, findings_);
        textures.begin();
        options.ended("materials");
        makeNormals(source_.meshes, MissingNormals::flat, findings_);
        readClips(report);
        options.ended("clips");
        source_.model.metersPerUnit = 1.0;
        source_.model.hierarchy = nodes_.hierarchy;
        source_.whyEmpty = outsideScene(file_, scene_);
        if (std::ranges::count(visibility_.isHidden, true) > 0)
            source_.whyEmpty = "KHR_node_visibility hides what its nodes show";
        readExtras();
        readHumanoid();
        return std::move(source_);
    }

  private:
    /// KHR_materials_variants; fills and notes their names. @throws Error for an unknown name.
    std::optional<size_t> findVariant(const std::string& wanted, std::vector<std::string>& names) {
        const Json& extension = File::at(file_.member("extensions"), "KHR_materials_variants");
        for (const Json& variant : File::list(File::at(extension, "variants")))
            names.push_back(nameOf(variant, "variant", names.size()));
        const std::string all = fmt::format("{}", fmt::join(names, ", "));
        const auto found = std::ranges::find(names, wanted);
        if (!wanted.empty() && found == names.end())
            throw Error(Exit::input, fmt::format("has no variant {}; available variants: {}", inQuotes(wanted),
                                                 names.empty() ? "none" : all));
        if (names.empty()) return std::nullopt;
        findings_.push_back(
            {"material-variants", Severity::info, "file",
             fmt::format("has the variants {}; shown: {}", all, wanted.empty() ? "the default" : wanted)});
        if (wanted.empty()) return std::nullopt;
        return static_cast<size_t>(found - names.begin());
    }

    void readInstances(std::optional<size_t> variant) {
        MeshReader meshes(file_, variant, source_.meshes, findings_);
        SkinReader skins(file_, nodes_, findings_);
        const Json& all = file_.member("nodes");
        for (uint32_t n = 0; n < nodes_.shown.size(); ++n) {
            const Json& node = File::at(all, nodes_.shown[n]);
            const auto shown = File::index(node, "mesh"), skinned = File::index(node, "skin");
            if (!shown || *shown >= File::list(file_.member("meshes")).size() || visibility_.isHidden[n]) continue;
            const std::string name = nameOf(File::at(file_.member("meshes"), *shown), "mesh", *shown);
            const Skin skin = skinned ? skins.read(*skinned, name) : Skin();
            if (skin.isBroken) continue;
            if (!skin.fault.empty()) {
                findings_.push_back({"mesh-unusable", Severity::error, name,
                                     fmt::format("skin {}: {}", inQuotes(skin.name), skin.fault)});
                continue;
            }
            for (const uint32_t mesh : meshes.read(*shown, skin.bones.size(), skin.name)) {
                if (source_.model.instances.size() >= kMaxInstances)
                    throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
                source_.model.instances.push_back({.mesh = mesh, .node = n, .bones = skin.bones});
                weights_.push_back(weightsOf(node));
            }
        }
        SceneMorphWeights placed = placeMorphWeights(source_.model.instances, source_.meshes, weights_);
        source_.model.restMorphWeights = std::move(placed.rest);
        morphGroups_ = std::move(placed.groups);
    }

    /// The morph weights that a node gives its meshes; empty: those of the mesh.
    static std::vector<float> weightsOf(const Json& node) {
        std::vector<float> weights;
        for (const Json& weight : File::list(File::at(node, "weights"))) {
            const float number = weight.is_number() ? weight.get<float>() : 0.0f;
            weights.push_back(std::isfinite(number) ? number : 0.0f);
        }
        return weights;
    }

    /// The file's materials in the order of their first use; the meshes then refer to that. The default one, if any
    /// mesh has it, is the last.
    MaterialOrder orderMaterials() {
        MaterialOrder order;
        std::map<uint32_t, uint32_t> places;
        for (const SourceMesh& mesh : source_.meshes)
            if (mesh.material == MeshReader::kNoMaterial)
                order.usesDefault = true;
            else if (places.emplace(mesh.material, order.materials.size()).second)
                order.materials.push_back(mesh.material);
        places.emplace(MeshReader::kNoMaterial, order.materials.size());
        for (SourceMesh& mesh : source_.meshes)
            mesh.material = places.at(mesh.material);
        return order;
    }

    void readClips(ImportReport& report) {
        const std::vector<AnimationRow>& rows = animations_;
        std::vector<bool> isBone(nodes_.hierarchy.size()), moved(nodes_.hierarchy.size());
        for (const MeshInstance& instance : source_.model.instances)
            for (const Bone& bone : instance.bones)
                if (bone.node != Source::kNowhere) isBone[bone.node] = moved[bone.node] = true;
        std::vector<std::string> names;
        for (const AnimationRow& row : rows) {
            names.push_back(utf8From(row.name));
            for (const AnimationRow::Channel& channel : row.channels)
                if (channel.node < nodes_.nodeOf.size() && nodes_.nodeOf[channel.node] != Nodes::kNowhere)
                    moved[nodes_.nodeOf[channel.node]] = true;
        }
        reportDuplicateNames(names, findings_);
        std::vector<std::string> owners = ownersOf(nodes_.hierarchy, moved, isBone);
        if (scene_.element && File::at(*scene_.element, "name").is_string())
            owners.push_back(nameOf(*scene_.element, "scene", 0));
        names = readableClipNames(names, owners);
        MotionReader motion(file_, nodes_, morphGroups_, visibility_, findings_);
        for (size_t a = 0; a < rows.size(); ++a)
            source_.model.clips.push_back(motion.read(rows[a], a, names[a], report.clips.emplace_back()));
    }

    void readExtras() {
        Json added;
        const Json& asset = file_.member("asset");
        if (const Json& copyright = File::at(asset, "copyright"); copyright.is_string() && copyright != "")
            added["asset"]["copyright"] = copyright;
        if (const Json& extras = File::at(asset, "extras"); !extras.is_null()) added["asset"]["extras"] = extras;
        if (const Json& extras = file_.member("extras"); !extras.is_null()) added["extras"] = extras;
        Model& model = source_.model;
        if (!added.is_null()) model.fileExtras = added.dump(-1, ' ', true, Json::error_handler_t::replace);
        if (!file_.mentions("\"extras\"")) return;
        if (scene_.element) model.sceneExtras = extrasOf(*scene_.element);
        const Json& nodes = file_.member("nodes");
        for (uint32_t n = 0; n < nodes_.hierarchy.size(); ++n)
            if (std::string extras = extrasOf(File::at(nodes, nodes_.fileNodes[n])); !extras.empty())
                model.nodeExtras.push_back({n, std::move(extras)});
        for (size_t a = 0; a < model.clips.size(); ++a)
            model.clips[a].extras = extrasOf(File::at(file_.member("animations"), a));
    }

    /// VRM 0.x has a list of bones, VRM 1.0 and VRM animations an object.
    void readHumanoid() {
        const auto add = [&](const std::string& name, const Json& bone) {
            const auto node = File::index(bone, "node");
            if (node && *node < nodes_.nodeOf.size() && nodes_.nodeOf[*node] != Nodes::kNowhere)
                source_.model.humanoid.push_back({utf8From(name), nodes_.nodeOf[*node]});
        };
        for (const char* extension : {"VRM", "VRMC_vrm", "VRMC_vrm_animation"}) {
            const Json& humanoid = File::at(File::at(file_.member("extensions"), extension), "humanoid");
            const Json& bones = File::at(humanoid, "humanBones");
            for (const Json& bone : File::list(bones))
                if (const Json& name = File::at(bone, "bone"); name.is_string()) add(name.get<std::string>(), bone);
            if (bones.is_object())
                for (const auto& [name, bone] : bones.items())
                    add(name, bone);
        }
    }

    File& file_;
    Findings& findings_;
    Scene scene_;
    Nodes nodes_;
    std::vector<AnimationRow> animations_;
    Visibility visibility_;
    Source source_;
    std::vector<std::vector<float>> weights_;  ///< that nodes give their meshes, by instance
    std::vector<SceneMorphWeights::Group> morphGroups_;
};

/// Or of what says to be one.
bool isVersion1(const File& file) {
    if (file.json().empty()) return true;  // in a .glb
    if (file.isBinary() || file.member("nodes").is_array() || file.member("meshes").is_array()) return false;
    const Json& version = File::at(file.member("asset"), "version");
    return file.member("nodes").is_object() || file.member("meshes").is_object() ||
           (version.is_string() && version.get_ref<const std::string&>().starts_with("1"));
}

}  // namespace
}  // namespace gltf

std::optional<ImportedModel> readGltf(const ModelFolder& folder, const ImportOptions& options) {
    gltf::File file(folder);
    if (gltf::isVersion1(file)) return std::nullopt;
    ImportedModel result;
    ImportReport& report = result.report;
    report.file = shownPath(folder.modelPath().string());
    report.importer = "Sinew";
    report.format = "glTF 2.0";
    gltf::requireShallow(file.json());
    if (const std::string fault = gltf::faultOf(file); !fault.empty()) throw Error(Exit::input, fault);
    reportContainer(file, report.findings);
    judgeBuffers(file, report.findings);
    checkExtensions(file, report.findings);
    judgeDocument(file, report.findings);
    judgeMotion(file, report.findings);
    judgeMaterialUse(file, report.findings);
    judgeNodeWeights(file, report.findings);
    decodeViews(file, report.findings);
    if (gltf::File::list(file.member("nodes")).empty())
        throw Error(Exit::input, "has no nodes, so that nothing in it is shown");
    options.ended("repair");
    TextureLoader textures(folder, report.findings, options.forExport);
    Source source = gltf::Reader(file, report.findings).read(textures, options, report);
    build(std::move(source), textures, options, result);
    return result;
}

}  // namespace sinew
