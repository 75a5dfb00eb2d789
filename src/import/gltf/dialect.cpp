#include <algorithm>

#include <fmt/format.h>

#include "import/gltf/container.h"
#include "import/gltf/extras.h"
#include "import/gltf/match.h"
#include "import/gltf/materials.h"
#include "import/gltf/motion.h"
#include "import/gltf/references.h"
#include "import/gltf/repair.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// For each node of the file, ours. assimp keeps the order of children and adds a root above several roots.
std::vector<uint32_t> matchNodes(const File& file, const aiScene& scene, const SceneNodes& nodes) {
    const Json& fileNodes = file.member("nodes");
    std::vector<uint32_t> result(fileNodes.size(), Dialect::kNowhere);
    const auto indexOf = nodes.bySource();

    const size_t shown = File::index(file.member("scene")).value_or(0);
    const Json& roots = File::at(File::at(file.member("scenes"), shown), "nodes");
    std::vector<std::pair<size_t, const aiNode*>> open;
    const auto pair = [&](const Json& children, const aiNode* const* sources, size_t count) {
        if (children.size() > count) return;
        for (size_t i = 0; i < children.size(); ++i)
            if (children[i].is_number_unsigned()) open.emplace_back(children[i].get<size_t>(), sources[i]);
    };
    if (roots.size() == 1)
        pair(roots, &scene.mRootNode, 1);
    else
        pair(roots, scene.mRootNode->mChildren, scene.mRootNode->mNumChildren);
    while (!open.empty()) {
        const auto [index, source] = open.back();
        open.pop_back();
        const auto found = indexOf.find(source);
        if (index >= result.size() || found == indexOf.end() || result[index] != Dialect::kNowhere) continue;
        result[index] = found->second;
        pair(File::at(fileNodes[index], "children"), source->mChildren, source->mNumChildren);
    }
    return result;
}

bool hasMorphs(const aiScene& scene) {
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        if (scene.mMeshes[m]->mNumAnimMeshes > 0) return true;
    return false;
}

/// Those of our nodes whose name another node of the file has.
std::set<uint32_t> findNamesakes(const File& file, std::span<const uint32_t> nodeOf) {
    std::unordered_map<std::string_view, uint32_t> first;
    std::set<uint32_t> namesakes;
    const Json& nodes = File::list(file.member("nodes"));
    for (size_t n = 0; n < nodes.size(); ++n) {
        const Json& name = File::at(nodes[n], "name");
        if (!name.is_string()) continue;
        const auto [other, isNew] = first.try_emplace(name.get_ref<const std::string&>(), nodeOf[n]);
        if (!isNew) namesakes.insert({nodeOf[n], other->second});
    }
    return namesakes;
}

class GltfDialect : public Dialect {
  public:
    explicit GltfDialect(const ModelFolder& folder) : folder_(folder) {}

    std::optional<PatchedFile> repair(Findings& findings, bool) override {
        file_.emplace(folder_);
        reportContainer(*file_, findings);
        gltf::repair(*file_, findings);
        const Json& nodes = file_->member("nodes");  // an object in glTF 1.0
        const bool hasNone = nodes.is_null() || (nodes.is_array() && nodes.empty());
        if (!file_->json().empty() && hasNone && faultOf(*file_).empty())
            throw std::runtime_error("has no nodes, so that nothing in it is shown");
        return file_->patched();
    }

    std::string fault() override { return faultOf(file()); }

    std::string emptiness() const override { return file_ ? outsideScene(*file_) : std::string(); }

    /// With only the names of materials.
    std::optional<PatchedFile> simplified() override {
        const Json& materials = file().member("materials");
        if (!materials.is_array() || materials.empty()) return std::nullopt;
        Json names = Json::array();
        for (const Json& material : materials) {
            names.push_back(Json::object());
            if (const Json& name = File::at(material, "name"); name.is_string()) names.back()["name"] = name;
        }
        file().writeInstead("materials", std::move(names));
        for (const char* key : {"textures", "images", "samplers"})
            if (!file().text(key).empty()) file().writeInstead(key, Json::array());
        return file().patched();
    }

    const char* addedName() const override { return kAddedName; }
    std::string_view addedBytes() const override { return file_ ? file_->added() : std::string_view(); }

    Conventions conventions() const override { return {.format = "glTF 2.0", .materials = {.gltf = true}}; }

    std::optional<std::vector<Material>> materials(const aiScene& scene, TextureLoader& textures,
                                                   Findings& findings) override {
        const auto matched = matchScene(file(), scene);
        return matched ? std::optional(readMaterials(file(), *matched, textures, findings)) : std::nullopt;
    }


    void match(const aiScene& scene, SceneNodes& nodes, Findings&) override {
        scene_ = &scene;
        nodeOf_ = matchNodes(file(), scene, nodes);
        fileNodes_.assign(nodes.hierarchy.size(), kNowhere);
        for (uint32_t n = 0; n < nodeOf_.size(); ++n)
            if (nodeOf_[n] != kNowhere) fileNodes_[nodeOf_[n]] = n;
    }

    /// assimp makes a bone of each joint, and keeps its name only.
    std::optional<std::vector<uint32_t>> joints(uint32_t node, unsigned) const override {
        if (node >= fileNodes_.size() || fileNodes_[node] == kNowhere) return std::nullopt;
        const auto skin = File::index(File::at(file_->member("nodes"), fileNodes_[node]), "skin");
        if (!skin) return std::nullopt;
        std::vector<uint32_t> joints;
        for (const Json& joint : File::list(File::at(File::at(file_->member("skins"), *skin), "joints"))) {
            const auto index = File::index(joint);
            joints.push_back(index && *index < nodeOf_.size() ? nodeOf_[*index] : kNowhere);
        }
        return joints;
    }

    std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> instances) override {
        read();
        return reading_ && !allLinear_ ? nodeWeights(instances) : std::vector<std::vector<float>>();
    }

    void placeWeights(std::span<const MeshInstance>, const SceneMorphWeights& weights) override { weights_ = &weights; }

    void motion(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) override {
        if (allLinear_) interpolations.insert(Interpolation::linear);
        if (reading_ && File::list(reading_->file.member("animations")).size() == scene_->mNumAnimations)
            replaceMotion(*reading_, source.index, *weights_, budget_, clip, interpolations);
        else if (!allLinear_)
            interpolations.insert(Interpolation::unknown);
    }

    void readSpace(const aiScene& scene, Model& model) const override {
        model.metersPerUnit = 1.0;
        Dialect::readSpace(scene, model);
        if (!file_) return;
        readAsset(*file_, model);
        if (file_->mentions("\"extras\"")) readExtras(*file_, nodeOf_, matchScene(*file_, scene), model);
    }

  private:
    File& file() {
        if (!file_) file_.emplace(folder_);
        return *file_;
    }

    /// Leaves reading_ empty when the file has neither clips nor morph targets.
    void read() {
        // Without any of these words all keys are linear. assimp finds the nodes of channels and of morph weights by
        // name only.
        constexpr std::array<std::string_view, 3> kWords{"STEP", "CUBICSPLINE", "\"weights\""};
        const bool morphs = hasMorphs(*scene_);
        if (scene_->mNumAnimations == 0 && !morphs) return;
        std::set<uint32_t> namesakes = findNamesakes(file(), nodeOf_);
        allLinear_ =
            namesakes.empty() && std::ranges::none_of(std::span(kWords).first(morphs ? 3 : 2),
                                                      [&](std::string_view word) { return file().mentions(word); });
        if (allLinear_ && scene_->mNumAnimations == 0) return;
        reading_.emplace(Reading{.file = file(), .nodeOf = nodeOf_, .namesakes = std::move(namesakes)});
    }

    /// The weights of each instance's node (glTF 2.0, node.weights), which override those of its mesh.
    std::vector<std::vector<float>> nodeWeights(std::span<const MeshInstance> instances) const {
        std::unordered_map<uint32_t, const Json*> weightsOf;
        const Json& fileNodes = reading_->file.member("nodes");
        for (size_t n = 0; n < reading_->nodeOf.size(); ++n)
            if (const Json& weights = File::at(File::at(fileNodes, n), "weights"); weights.is_array())
                weightsOf.emplace(reading_->nodeOf[n], &weights);
        std::vector<std::vector<float>> result(instances.size());
        for (size_t i = 0; i < instances.size(); ++i) {
            const auto found = weightsOf.find(instances[i].node);
            if (found == weightsOf.end()) continue;
            for (const Json& weight : *found->second) {
                const float number = weight.is_number() ? weight.get<float>() : 0.0f;
                result[i].push_back(std::isfinite(number) ? number : 0.0f);
            }
        }
        return result;
    }

    const ModelFolder& folder_;
    const aiScene* scene_ = nullptr;
    std::vector<uint32_t> nodeOf_;     ///< for each node of the file: ours
    std::vector<uint32_t> fileNodes_;  ///< for each of ours: the file's
    const SceneMorphWeights* weights_ = nullptr;
    bool allLinear_ = false;  ///< whether all keys are LINEAR and no weights are given
    std::optional<File> file_;
    std::optional<Reading> reading_;
    KeyBudget budget_;
};

}  // namespace

}  // namespace sinew::gltf

std::unique_ptr<sinew::Dialect> sinew::makeGltfDialect(const ModelFolder& folder) {
    return std::make_unique<gltf::GltfDialect>(folder);
}
