#include "import/fbx/read.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "import/build/build.h"
#include "import/build/clip_names.h"
#include "import/build/convert.h"
#include "import/build/morphs.h"
#include "import/build/nodes.h"
#include "import/build/normals.h"
#include "import/fbx/equal_names.h"
#include "import/fbx/materials.h"
#include "import/fbx/meshes.h"
#include "import/fbx/motion.h"
#include "import/fbx/upgrade.h"
#include "import/files/model_folder.h"
#include "model/limits.h"

namespace sinew {
namespace fbx {
namespace {

constexpr uint32_t kOldestVersion = 3000, kIdVersion = 7000;

/// "6.1"
std::string nameOf(uint32_t version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 100);
}

/// True where objects have no ids.
bool isOld(const Document& document) {
    if (document.version != 0) return document.version < kIdVersion;
    const Record* const connections = document.root.child("Connections");
    return document.root.child("Model") || (connections && connections->child("Connect"));
}

class Reader {
  public:
    Reader(const Document& document, Findings& findings)
        : document_(document), objects_(document), transforms_(objects_), findings_(findings) {
        for (const int64_t id : objects_.all("AnimationCurveNode"))
            for (const Objects::Link& target : objects_.destinations(id))
                if (target.property == "Visibility") flickering_.insert(target.id);
    }

    const Objects& objects() const { return objects_; }

    Source read(TextureLoader& textures, const ImportOptions& options, ImportReport& report) {
        nodes_ = readNodes(objects_, transforms_);
        if (nodes_.devices > 0)
            findings_.push_back(countFinding("devices-left-out", Severity::info, "file", nodes_.devices, "node",
                                             "nodes", "of cameras and lights, which are no bones, left out"));
        MeshReader meshes(objects_, nodes_, source_.meshes, findings_,
                          [this](int64_t id, int64_t geometry) { return materialIndex(id, geometry); });
        readInstances(meshes, true);
        if (source_.model.instances.empty()) readInstances(meshes, false);
        source_.model.dualQuaternions = std::ranges::any_of(objects_.all("Deformer"), [&](int64_t id) {
            const Record* const type = objects_.find(id)->child("SkinningType");
            return type && type->text() == "DualQuaternion";
        });
        for (const auto& [id, geometry] : materials_)
            source_.model.materials.push_back(readMaterial(objects_, id, geometry, textures, findings_));
        textures.begin();
        options.ended("materials");
        makeNormals(source_.meshes, MissingNormals::creased, findings_);
        readClips(weightsOf(meshes), report);
        options.ended("clips");
        readSpace();
        source_.model.hierarchy = std::move(nodes_.hierarchy);
        return std::move(source_);
    }

  private:
    uint32_t materialIndex(int64_t id, int64_t geometry) {
        const auto known = std::ranges::find(materials_, id, &std::pair<int64_t, int64_t>::first);
        if (known == materials_.end()) materials_.emplace_back(id, geometry);
        return static_cast<uint32_t>(known - materials_.begin());
    }

    /// `onlyVisible`: without the meshes of models that are hidden, and of those below them, unless a clip shows them.
    void readInstances(MeshReader& meshes, bool onlyVisible) {
        std::vector<bool> hidden(nodes_.origins.size());
        const auto count = static_cast<uint32_t>(nodes_.origins.size());
        for (uint32_t node = 1; node < count; ++node) {
            const auto [model, kind] = nodes_.origins[node];
            const bool inherits = objects_.integer(model, "Visibility Inheritance").value_or(1) != 0;
            hidden[node] = (inherits && hidden[static_cast<size_t>(nodes_.hierarchy.parents[node])]) ||
                           (objects_.number(model, "Visibility").value_or(1.0) == 0.0 && !flickering_.contains(model));
            if (kind == Nodes::Kind::unscaled || (onlyVisible && hidden[node])) continue;
            for (const int64_t geometry : objects_.sources(model, "Geometry"))
                if (isMesh(objects_, geometry)) show(meshes.read(geometry, model), node, isShared(geometry));
        }
    }

    bool isShared(int64_t geometry) const {
        return std::ranges::count_if(objects_.destinations(geometry), [&](const Objects::Link& link) {
                   const Record* const model = objects_.find(link.id);
                   return model && model->name == "Model";
               }) > 1;
    }

    void show(const MeshReader::Shown& shown, uint32_t node, bool isShared) {
        std::vector<Bone> bones = shown.bones;
        if (isShared && !bones.empty()) {
            // The skin deforms the mesh where it was bound, and each node then places it.
            const uint32_t origin = appendCopy(nodes_.hierarchy.names[node] + "$skin", static_cast<int32_t>(node),
                                               transformFrom(glm::inverse(shown.worldFromModel)), {});
            std::unordered_map<uint32_t, uint32_t> copies{{0, origin}};
            for (Bone& bone : bones)
                bone.node = copyOf(bone.node, copies);
        }
        // Moves what the node shows, and not its children.
        const glm::mat4 geometric(transforms_.geometric(nodes_.origins[node].model));
        if (geometric != glm::mat4(1.0f) && !shown.meshes.empty()) {
            for (Bone& bone : bones)
                bone.inverseBindMatrix *= geometric;
            node = appendNode(nodes_.hierarchy, nodes_.hierarchy.names[node] + "$geometry", static_cast<int32_t>(node),
                              geometric);
            nodes_.origins.resize(nodes_.hierarchy.size());
        }
        for (const uint32_t mesh : shown.meshes) {
            if (source_.model.instances.size() >= kMaxInstances)
                throw Error(Exit::input, fmt::format("has more than {} mesh instances", kMaxInstances));
            source_.model.instances.push_back({.mesh = mesh, .node = node, .bones = bones});
        }
    }

    /// A node that moves as that one, below copies of those above it.
    uint32_t copyOf(uint32_t node, std::unordered_map<uint32_t, uint32_t>& copies) {
        std::vector<uint32_t> missing;
        for (uint32_t at = node; !copies.contains(at); at = static_cast<uint32_t>(nodes_.hierarchy.parents[at]))
            missing.push_back(at);
        for (; !missing.empty(); missing.pop_back()) {
            const uint32_t own = missing.back();
            const uint32_t parent = copies.at(static_cast<uint32_t>(nodes_.hierarchy.parents[own]));
            copies[own] = appendCopy(nodes_.hierarchy.names[own], static_cast<int32_t>(parent),
                                     nodes_.hierarchy.rest[own], nodes_.origins[own]);
        }
        return copies.at(node);
    }

    uint32_t appendCopy(std::string name, int32_t parent, const Transform& rest, Nodes::Origin origin) {
        nodes_.origins.push_back(origin);
        return appendNode(nodes_.hierarchy, std::move(name), parent, rest);
    }

    /// What moves each morph weight.
    std::vector<ChannelShape> weightsOf(const MeshReader& meshes) {
        std::vector<MeshInstance>& instances = source_.model.instances;
        SceneMorphWeights placed = placeMorphWeights(instances, source_.meshes, {});
        std::vector<ChannelShape> result(placed.rest.size());
        for (const MeshInstance& instance : instances)
            std::ranges::copy(meshes.channels[instance.mesh], result.begin() + instance.firstMorphWeight);
        source_.model.restMorphWeights = std::move(placed.rest);
        return result;
    }

    void readClips(const std::vector<ChannelShape>& weights, ImportReport& report) {
        std::vector<bool> isBone(nodes_.hierarchy.size()), moved(nodes_.hierarchy.size());
        for (const MeshInstance& instance : source_.model.instances)
            for (const Bone& bone : instance.bones)
                isBone[bone.node] = moved[bone.node] = true;
        for (const int64_t id : objects_.all("AnimationCurveNode"))
            for (const Objects::Link& target : objects_.destinations(id))
                if (const auto node = nodes_.nodeOf.find(target.id); node != nodes_.nodeOf.end())
                    moved[node->second] = true;
        std::vector<int64_t> stacks = objects_.all("AnimationStack");
        std::erase_if(stacks, [&](int64_t stack) { return !moves(stack); });
        std::vector<std::string> names;
        for (const int64_t stack : stacks)
            names.push_back(objects_.nameOf(stack));
        reportDuplicateNames(names, findings_);
        names = readableClipNames(names, ownersOf(nodes_.hierarchy, moved, isBone));
        MotionReader motion(objects_, transforms_, nodes_, weights, findings_);
        for (size_t i = 0; i < stacks.size(); ++i)
            source_.model.clips.push_back(motion.read(stacks[i], names[i], report.clips.emplace_back()));
    }

    /// Whether the curves of a model's visibility hide a mesh.
    bool hidesMesh(int64_t curves, int64_t model) const {
        const auto hides = [&](const Objects::Link& curve) {
            return std::ranges::count(objects_.find(curve.id)->numbersOf("KeyValueFloat"), 0.0) > 0;
        };
        return !objects_.sources(model, "Geometry").empty() && std::ranges::any_of(objects_.sources(curves), hides);
    }

    /// Whether a stack has a curve that moves something.
    bool moves(int64_t stack) const {
        for (const int64_t layer : objects_.sources(stack, "AnimationLayer"))
            for (const int64_t node : objects_.sources(layer, "AnimationCurveNode")) {
                const auto isCurve = [&](const Objects::Link& link) {
                    return objects_.find(link.id)->name == "AnimationCurve";
                };
                const auto isMoved = [&](const Objects::Link& link) {
                    return nodes_.nodeOf.contains(link.id)
                               ? link.property.starts_with("Lcl ") ||
                                     (link.property == "Visibility" && hidesMesh(node, link.id))
                               : !link.property.empty() && link.id != layer;
                };
                if (std::ranges::any_of(objects_.sources(node), isCurve) &&
                    std::ranges::any_of(objects_.destinations(node), isMoved))
                    return true;
            }
        return false;
    }

    void readSpace() {
        constexpr size_t kValue = 4;  // of a property, after name, type, label and flags
        const Record* const settings = document_.root.child("GlobalSettings");
        const Record* const axis = Objects::propertyIn(settings, "UpAxis");
        const Record* const unit = Objects::propertyIn(settings, "UnitScaleFactor");
        const int64_t up = axis ? axis->integer(kValue, 1) : 1;
        source_.model.up = up == 0 ? UpAxis::x : up == 2 ? UpAxis::z : UpAxis::y;
        const double centimeters = unit ? static_cast<float>(unit->number(kValue, 1.0)) : 1.0;
        if (centimeters > 0.0 && std::isfinite(centimeters)) source_.model.metersPerUnit = centimeters / 100.0;
    }

    const Document& document_;
    Objects objects_;
    Transforms transforms_;
    Findings& findings_;
    std::unordered_set<int64_t> flickering_;  ///< models whose visibility a clip moves
    Nodes nodes_;
    Source source_;
    std::vector<std::pair<int64_t, int64_t>> materials_;  ///< in the order of their first use, with a geometry
};

/// @throws Error(Exit::input) with the cause.
Document readDocument(std::string_view content, ImportReport& report) {
    uint32_t version = versionOf(content);
    try {
        Document document = parse(content);
        version = document.version;
        const bool isOldFile = isOld(document);
        report.format = isOldFile && version != 0 ? "FBX " + nameOf(version) : "FBX";
        if (version != 0 && version < kOldestVersion)
            throw Error(Exit::input, fmt::format("is FBX {}; Sinew reads {}", nameOf(version), kVersionsRead));
        if (!isOldFile) return document;
        separateEqualNames(document.root);
        return upgrade(document, report.findings);
    } catch (const Error&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw Error(Exit::input, fmt::format("FBX{}: {}", version == 0 ? "" : " " + nameOf(version), error.what()));
    }
}

}  // namespace
}  // namespace fbx

ImportedModel readFbx(const ModelFolder& folder, const ImportOptions& options) {
    const std::string content = folder.model().content();
    constexpr size_t kHead = 4096;
    if (!fbx::isBinary(content) && content.substr(0, kHead).find("FBX") == content.npos)
        throw Error(Exit::input, "is no FBX file");
    ImportedModel result;
    ImportReport& report = result.report;
    report.file = shownPath(folder.modelPath().string());
    report.importer = "Sinew";
    const fbx::Document document = fbx::readDocument(content, report);
    fbx::Reader reader(document, report.findings);
    options.ended("document");
    TextureLoader textures(folder, report.findings, options.forExport,
                           fbx::embeddedIn(reader.objects(), !document.binary));
    Source source = reader.read(textures, options, report);
    build(std::move(source), textures, options, result);
    return result;
}

}  // namespace sinew
