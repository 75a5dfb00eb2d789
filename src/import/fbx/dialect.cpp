#include <functional>
#include <map>
#include <optional>
#include <string>

#include <assimp/version.h>
#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "error.h"
#include "import/fbx/equal_names.h"
#include "import/fbx/inner_shapes.h"
#include "import/fbx/motion.h"
#include "import/fbx/skin_instances.h"
#include "import/fbx/skins.h"
#include "import/fbx/upgrade.h"
#include "import/fbx/values.h"
#include "import/files/model_folder.h"
#include "import/assimp/convert.h"
#include "import/assimp/dialect.h"

namespace sinew::fbx {
namespace {

/// True when assimp made `above` and `node`, the lowest in the chain, of one FBX node.
bool isInChainOf(const aiNode& node, const aiNode* above, std::string_view kind = {}) {
    return above &&
           viewOf(above->mName).starts_with(std::string(viewOf(node.mName)) + "_$AssimpFbx$_" + std::string(kind));
}

glm::mat4 geometricTransform(const aiNode& node) {
    glm::mat4 product(1.0f);
    for (const aiNode* at = node.mParent; isInChainOf(node, at, "Geometric"); at = at->mParent)
        product = mat4From(at->mTransformation) * product;
    return product;
}

/// From the node's world matrix to the local matrix of its parent in the file; the root does not count.
glm::mat4 worldFromParentsLocal(const aiNode& node) {
    const aiNode* top = &node;
    while (isInChainOf(node, top->mParent))
        top = top->mParent;
    const bool hasParent = top->mParent && top->mParent->mParent;
    const glm::mat4 parentsLocal = hasParent ? mat4From(top->mParent->mTransformation) : glm::mat4(1.0f);
    glm::mat4 world(1.0f);
    for (const aiNode* at = &node; at->mParent; at = at->mParent)
        world = mat4From(at->mTransformation) * world;
    const glm::mat4 correction = glm::inverse(parentsLocal) * world;
    return isFinite(correction) ? correction : geometricTransform(node);
}

/// The first node that shows each mesh, depth first.
std::unordered_map<unsigned, const aiNode*> firstNodes(const aiScene& scene) {
    std::unordered_map<unsigned, const aiNode*> first;
    std::vector<const aiNode*> open{scene.mRootNode};
    while (!open.empty()) {
        const aiNode* node = open.back();
        open.pop_back();
        for (unsigned i = 0; i < node->mNumMeshes; ++i)
            first.try_emplace(node->mMeshes[i], node);
        for (unsigned i = node->mNumChildren; i-- > 0;)
            if (node->mChildren[i]) open.push_back(node->mChildren[i]);
    }
    return first;
}

/// The channels of a node by their names.
class NamedChannels {
  public:
    NamedChannels(const Objects& objects, std::span<const int64_t> channels) {
        for (size_t i = 0; i < channels.size(); ++i) {
            Named& named = byName_.try_emplace(objects.nameOf(channels[i], "SubDeformer"), Named{i, 0}).first->second;
            ++named.count;
        }
    }

    /// The channel of a morph target, which assimp names after it; from 5.4 on, also after the shape. Nothing for a
    /// name that several channels have.
    std::optional<size_t> find(std::string_view target) const {
        size_t count = 0, channel = 0;
        const auto add = [&](std::string_view name) {
            const auto found = byName_.find(name);
            if (found == byName_.end()) return;
            count += found->second.count;
            channel = found->second.first;
        };
        add(target);
        for (size_t dot = target.find('.'); dot != target.npos; dot = target.find('.', dot + 1))
            add(target.substr(0, dot));
        return count == 1 ? std::optional(channel) : std::nullopt;
    }

  private:
    struct Named {
        size_t first, count;
    };
    std::map<std::string, Named, std::less<>> byName_;
};

constexpr uint32_t kOldestVersion = 3000, kIdVersion = 7000, kAssimpVersion = 7100;

/// "6.1"
std::string nameOf(uint32_t version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 100);
}

bool beginsAsFbx(std::string_view file) {
    const std::string_view head = file.substr(0, 4096);
    return isBinary(file) || head.find("FBX") != head.npos;
}

/// True where objects have no ids.
bool isOld(const Document& document) {
    if (document.version != 0) return document.version < kIdVersion;
    const Record* const connections = document.root.child("Connections");
    return document.root.child("Model") || (connections && connections->child("Connect"));
}

class FbxDialect : public Dialect {
  public:
    explicit FbxDialect(const ModelFolder& folder) : folder_(folder) {}

    /// assimp reads little-endian files from version 7.1 on. All others are converted to version 7.4.
    std::optional<PatchedFile> repair(Findings& findings, bool) override {
        content_ = folder_.model().content();
        if (!beginsAsFbx(content_) || !parse(findings)) return std::nullopt;
        bool changed = document_->bigEndian || fileVersion_ < kAssimpVersion;  // 0: the file does not say
        writable_ = document_->binary || typeValues(*document_);
        if (writable_) {
            // assimp reads 1.#QNAN as 1.
            changed = (!document_->binary && content_.find(".#") != content_.npos) || changed;
            changed = dropRepeatedProperties(*document_) || changed;
            changed = dropUnreadProperties(*document_) || changed;
            changed = dropEmptyCurves(*document_) || changed;
            changed = separateShapes(*document_, findings) || changed;
            changed = scaleToUsualTicks() || changed;
            changed = separateSkinInstances(*document_) || changed;
            changed = completeShapes(*document_) || changed;
        }
        objects_.emplace(*document_);
        if (!changed) return std::nullopt;
        if (writable_) return written();
        return asNewer();
    }

    /// assimp stumbles over rare kinds of values, negative ids, and the ends of some files.
    std::optional<PatchedFile> simplified() override {
        if (!objects_ || !writable_ || written_) return std::nullopt;
        return written();
    }

    Conventions conventions() const override {
        const bool old = fileVersion_ != 0 && fileVersion_ < kIdVersion;
        return {.format = old ? "FBX " + nameOf(fileVersion_) : "FBX",
                .materials = {.textureReplaces = true},
                .morphs = {.weightsLost = true},
                .clips = {.storesQuaternions = false}};
    }

    void correctNodes(aiScene& scene) override {
        if (!objects_) return;
        sources_ = matchNodes(*objects_, scene);
        transforms_.emplace(*objects_);
        rebuiltAway_ = rebuildNodes(scene, *transforms_, sources_);
    }

    void correctMeshes(aiScene& scene, Findings&) override {
        if (!objects_) return;
        skins_.emplace(*objects_, sources_);
        skins_->bind(scene);
        std::vector<bool> done(scene.mNumMeshes);
        orderTargets(*scene.mRootNode, scene, done);
    }

    void match(const aiScene& scene, SceneNodes& nodes, Findings&) override {
        scene_ = &scene;
        nodes_ = &nodes;
        if (objects_) {
            motion_.emplace(*objects_, *transforms_, sources_, nodes, scene);
            placeRebuilt(nodes);
        }
        // FBX has no root node. From 5.4 on assimp's has the file's axes and unit, which readSpace() has from the
        // metadata.
        nodes.hierarchy.rest[0] = Transform{};
        firstNodes_ = firstNodes(scene);
    }

    std::optional<std::vector<uint32_t>> joints(uint32_t node, unsigned slot) const override {
        return skins_ ? skins_->joints(nodes_->sources[node]->mMeshes[slot], *nodes_) : std::nullopt;
    }

    glm::mat4 bindCorrection(const aiNode& node, unsigned mesh) const override {
        if (const auto own = skins_ ? skins_->nodeFromGeometry(node, mesh) : std::nullopt) return *own;
        const unsigned version = aiGetVersionMajor() * 100 + aiGetVersionMinor();
        if (version >= 600) return glm::mat4(1.0f);
        return version < 504 ? geometricTransform(node) : worldFromParentsLocal(*firstNodes_.at(mesh));
    }

    std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> instances) override {
        std::vector<std::vector<float>> result(instances.size());
        for (size_t i = 0; skins_ && i < instances.size(); ++i) {
            const std::vector<ChannelShape> shapes = shapesShown(instances[i]);
            if (std::ranges::find(shapes, 0, &ChannelShape::channel) != shapes.end()) continue;
            for (const ChannelShape& shape : shapes)
                result[i].push_back(static_cast<float>(shape.weightAt(restPercentOf(*objects_, shape.channel))));
        }
        return result;
    }

    void placeWeights(std::span<const MeshInstance> instances, const SceneMorphWeights& weights) override {
        std::vector<ChannelShape> all(weights.rest.size());
        for (const MeshInstance& instance : instances)
            if (const std::vector<ChannelShape> shapes = shapesShown(instance);
                instance.firstMorphWeight + shapes.size() <= all.size())
                std::ranges::copy(shapes, all.begin() + instance.firstMorphWeight);
        if (motion_) motion_->setWeights(std::move(all));
    }

    void motion(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) override {
        if (motion_)
            motion_->replace(source, clip, interpolations);
        else
            interpolations.insert(Interpolation::unknown);  // assimp samples the curves
    }

  private:
    bool scaleToUsualTicks() {
        const double factor = ticksInOne(document_->root);
        if (factor != 1.0) scaleTimes(*document_, factor);
        return factor != 1.0;
    }

    PatchedFile written() {
        written_ = true;
        return {folder_.model(), write(*document_)};
    }

    /// A text file of version 7.0, which is written as the later ones are.
    std::optional<PatchedFile> asNewer() const {
        const std::string old = "FBXVersion: " + std::to_string(fileVersion_);
        const size_t at = content_.find(old);
        if (at == content_.npos) return std::nullopt;
        return PatchedFile(folder_.model(), std::string(content_).replace(at, old.size(), "FBXVersion: 7400"));
    }

    /// False where assimp is to tell what is wrong.
    bool parse(Findings& findings) {
        fileVersion_ = versionOf(content_);
        try {
            document_.emplace(fbx::parse(content_));
            fileVersion_ = document_->version;
            if (fileVersion_ != 0 && fileVersion_ < kOldestVersion)
                throw Error(Exit::input, fmt::format("is FBX {}; Sinew reads {}", nameOf(fileVersion_), kVersionsRead));
            if (isOld(*document_)) {
                separateEqualNames(document_->root);
                document_ = upgrade(*document_, findings);
            }
        } catch (const Error&) {
            throw;
        } catch (const std::runtime_error& error) {
            if (fileVersion_ == 0 || fileVersion_ >= kIdVersion) return false;
            throw Error(Exit::input, fmt::format("FBX {}: {}", nameOf(fileVersion_), error.what()));
        }
        return true;
    }

    /// The places of rebuilt nodes, which matrices only approximate.
    void placeRebuilt(SceneNodes& nodes) const {
        for (const std::string& name : rebuiltAway_)
            nodes.leftOut.insert(name);
        for (uint32_t node = 0; node < nodes.sources.size(); ++node) {
            const auto found = sources_.find(nodes.sources[node]);
            if (found == sources_.end() || !isRebuilt(found->second.part)) continue;
            const LocalTransform own = partOf(transforms_->of(found->second.model, {}), found->second.part);
            nodes.hierarchy.rest[node] = {.translation = glm::vec3(own.translation),
                                          .rotation = glm::quat(own.rotation),
                                          .scale = glm::vec3(own.scale)};
        }
    }

    /// Brings the targets of all meshes below a node into the file's order, which assimp does not keep from 5.4 on. A
    /// target of a channel with one shape is named after the channel. `done`: meshes, by index.
    void orderTargets(const aiNode& node, const aiScene& scene, std::vector<bool>& done) const {
        const std::vector<int64_t> channels = skins_->shapeChannels(node);
        const NamedChannels named(*objects_, channels);
        for (unsigned slot = 0; slot < node.mNumMeshes && !channels.empty(); ++slot) {
            const unsigned mesh = node.mMeshes[slot];
            if (!done[mesh]) orderTargets(*scene.mMeshes[mesh], channels, named);
            done[mesh] = true;
        }
        for (const aiNode* child : std::span(node.mChildren, node.mNumChildren))
            orderTargets(*child, scene, done);
    }

    void orderTargets(aiMesh& mesh, std::span<const int64_t> channels, const NamedChannels& named) const {
        struct Placed {
            size_t channel = 0, shape = 0;
            aiAnimMesh* target = nullptr;
        };
        std::vector<Placed> placed;
        for (aiAnimMesh* target : std::span(mesh.mAnimMeshes, mesh.mNumAnimMeshes)) {
            const std::optional<size_t> channel = named.find(viewOf(target->mName));
            if (!channel) return;
            const std::vector<int64_t> shapes = objects_->sources(channels[*channel], "Geometry");
            const auto isShape = [&](int64_t shape) {
                return viewOf(target->mName).ends_with('.' + objects_->nameOf(shape, "Geometry"));
            };
            const auto found = std::ranges::find_if(shapes, isShape);
            placed.push_back({*channel, static_cast<size_t>(found - shapes.begin()), target});
            if (shapes.size() == 1) target->mName = objects_->nameOf(channels[*channel], "SubDeformer");
        }
        std::ranges::stable_sort(placed, {}, [](const Placed& each) { return std::pair(each.channel, each.shape); });
        std::ranges::transform(placed, mesh.mAnimMeshes, &Placed::target);
    }

    /// The shape of each morph target of the mesh that an instance shows, with channel 0 where it is unknown.
    std::vector<ChannelShape> shapesShown(const MeshInstance& instance) const {
        const aiMesh& mesh = *scene_->mMeshes[instance.mesh];
        const aiNode* const node = nodes_->sources[instance.node];
        std::vector<ChannelShape> result(mesh.mNumAnimMeshes);
        if (!skins_ || !node) return result;
        const std::vector<int64_t> channels = skins_->shapeChannels(*node);
        const NamedChannels named(*objects_, channels);
        std::unordered_map<int64_t, std::vector<unsigned>> targets;  // of each channel
        for (unsigned target = 0; target < mesh.mNumAnimMeshes; ++target)
            if (const auto channel = named.find(viewOf(mesh.mAnimMeshes[target]->mName)))
                targets[channels[*channel]].push_back(target);
        for (const auto& [channel, own] : targets)
            if (const std::vector<ChannelShape> shapes = shapesOf(*objects_, channel); shapes.size() == own.size())
                for (size_t i = 0; i < own.size(); ++i)
                    result[own[i]] = shapes[i];
        return result;
    }

    const ModelFolder& folder_;
    std::string content_;
    std::optional<Document> document_;  ///< of version 7, or as one
    uint32_t fileVersion_ = 0;
    bool writable_ = false;  ///< write() makes a file of the document
    bool written_ = false;   ///< assimp was given a file that is not the model's
    std::optional<Objects> objects_;
    NodeSources sources_;
    std::optional<Transforms> transforms_;
    std::vector<std::string> rebuiltAway_;  ///< names of nodes that assimp's channels may mean
    std::optional<Skins> skins_;
    std::optional<Motion> motion_;
    const aiScene* scene_ = nullptr;
    const SceneNodes* nodes_ = nullptr;
    std::unordered_map<unsigned, const aiNode*> firstNodes_;
};

}  // namespace

}  // namespace sinew::fbx

std::unique_ptr<sinew::Dialect> sinew::makeFbxDialect(const ModelFolder& folder) {
    return std::make_unique<fbx::FbxDialect>(folder);
}
