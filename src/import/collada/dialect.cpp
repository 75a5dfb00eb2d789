
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "import/assimp/convert.h"
#include "import/assimp/dialect.h"
#include "import/collada/archive.h"
#include "import/collada/channels.h"
#include "import/collada/materials.h"
#include "import/collada/motion.h"
#include "import/collada/reports.h"

namespace sinew::collada {
namespace {

PatchedFile wholeOf(const InputFile& file) {
    PatchedFile whole(file);
    whole.keepUntil(file.size());
    return whole;
}

class ColladaDialect : public Dialect {
  public:
    explicit ColladaDialect(const ModelFolder& folder) : folder_(folder) {}

    std::optional<PatchedFile> repair(Findings& findings) override {
        archive_ = openArchive(folder_.model());
        const InputFile& text = archive_ ? archive_->document : folder_.model();
        document_ = Document::read(text);
        if (!document_) return archive_ ? std::optional(wholeOf(text)) : std::nullopt;
        reportChannels(*document_, findings);
        reportGuesses(*document_, findings);
        document_->repair(findings, folder_.modelPath().filename().string());
        std::optional<PatchedFile> file = document_->repairedFile();
        if (archive_ && !file) file = wholeOf(text);
        groups_ = std::async(std::launch::async, [this] { return std::make_unique<ChannelGroups>(*document_); });
        return file;
    }

    std::string fault() override {
        return document_ ? std::string() : xmlFaultOf(archive_ ? archive_->document : folder_.model());
    }

    Conventions conventions() const override {
        return {.format = "Collada",
                .materials = {.textureReplaces = true},
                .keepsEmptyBones = document_ != nullptr};  // a mesh's bones are then the skin's joints, one for one
    }

    std::optional<std::vector<Material>> materials(const aiScene& scene, TextureLoader& textures,
                                                   Findings& findings) override {
        if (!document_) return std::nullopt;
        if (archive_)
            for (auto& [name, bytes] : archive_->pictures)
                textures.offer(name, std::move(bytes));
        std::vector<Material> materials = convertMaterials(scene, conventions().materials, textures, findings);
        readSurfaces(*document_, scene, textures, materials, findings);
        return materials;
    }

    void match(const aiScene& scene, SceneNodes& nodes, Findings& findings) override {
        if (!document_) throw std::runtime_error("is no Collada document");
        scene_ = &scene;
        findings_ = &findings;
        sources_ = nodes.sources;
        nodes_ = matchNodes(*document_, scene, nodes);
        givenNames_ = giveNames(*document_, nodes_, nodes.hierarchy);
        if (document_->hasMorphs()) morphs_.emplace(*document_, nodes_, scene, nodes, findings);
    }

    std::optional<std::vector<uint32_t>> joints(uint32_t node, unsigned slot) const override {
        if (node >= nodes_.elements.size() || !nodes_.elements[node]) return std::nullopt;
        const Node instance = instanceAt(*document_, nodes_.elements[node], *sources_[node], *scene_, slot);
        return jointsOf(*document_, nodes_, instance);
    }

    std::span<const SourceMorph> morphTargets(uint32_t mesh) const override {
        return morphs_ ? morphs_->of(mesh) : std::span<const SourceMorph>();
    }

    std::vector<std::vector<float>> restWeights(std::span<const MeshInstance> instances) override {
        return morphs_ ? morphs_->restWeights(instances) : std::vector<std::vector<float>>();
    }

    void placeWeights(std::span<const MeshInstance> instances, const SceneMorphWeights& weights) override {
        if (morphs_) morphs_->place(instances, weights);
    }

    std::vector<AnimationClip> clips(const aiScene&, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                     ImportReport& report) override {
        const std::unique_ptr<ChannelGroups> groups = groups_.get();
        return Motion(*groups, nodes_, morphs_ ? &*morphs_ : nullptr, report.findings)
            .read(nodes.hierarchy, isBone, report);
    }

    /// assimp converts to Y up and meters in the root's transform.
    void readSpace(const aiScene& scene, Model& model) const override {
        const glm::mat3 root(mat4From(scene.mRootNode->mTransformation));
        const float scale = glm::length(root[0]);
        model.metersPerUnit = 1.0;
        for (const UpAxis up : {UpAxis::x, UpAxis::y, UpAxis::z}) {
            const glm::mat3 turn = glm::mat3(yUpFrom(up)) * scale;
            float error = 0.0f;
            for (int axis = 0; axis < 3; ++axis)
                error = std::max(error, glm::length(root[axis] - turn[axis]));
            if (!(error <= 1e-5f * scale) || !(scale > 0.0f)) continue;
            model.rootUp = up;
            model.rootScale = std::stod(fmt::format("{:.6g}", scale));  // 0.01, not the nearest float
        }
        Dialect::readSpace(scene, model);
        if (findings_) useNames(givenNames_, *findings_);
    }

  private:
    const ModelFolder& folder_;
    std::optional<Archive> archive_;
    std::unique_ptr<Document> document_;                  ///< null when the file is not Collada XML
    std::future<std::unique_ptr<ChannelGroups>> groups_;  ///< read while assimp reads the file
    const aiScene* scene_ = nullptr;
    Findings* findings_ = nullptr;
    std::vector<const aiNode*> sources_;  ///< by node
    Nodes nodes_;
    GivenNames givenNames_;
    std::optional<Morphs> morphs_;
};

}  // namespace

}  // namespace sinew::collada

std::unique_ptr<sinew::Dialect> sinew::makeColladaDialect(const ModelFolder& folder) {
    return std::make_unique<collada::ColladaDialect>(folder);
}

bool sinew::isColladaArchive(const InputFile& file) {
    return collada::isArchive(file);
}
