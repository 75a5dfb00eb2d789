#include "import/assimp/dialect.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "import/assimp/clips.h"
#include "import/assimp/utf16.h"
#include "import/files/model_folder.h"

namespace sinew {
namespace {

/// True for models of Quake with more than the frame that is read.
bool hasMoreFrames(const InputFile& file) {
    constexpr std::array<std::pair<std::string_view, size_t>, 3> kFrameCounts{
        {{"IDP2", 40}, {"IDP3", 76}, {"IDPO", 68}}};
    const std::string head = file.content(0, 80);
    for (const auto& [magic, at] : kFrameCounts) {
        uint32_t count = 0;
        if (!head.starts_with(magic) || head.size() < at + sizeof count) continue;
        std::memcpy(&count, &head[at], sizeof count);
        return count > 1;
    }
    return false;
}

class PlainDialect : public Dialect {
  public:
    PlainDialect(std::string_view importerName, const ModelFolder* folder)
        : importerName_(importerName), folder_(folder) {}

    /// Most of assimp's readers of texts know one encoding.
    std::optional<PatchedFile> repair(Findings&) override {
        if (!folder_ || !utf8FromUtf16(folder_->model().content(0, 2))) return {};
        return PatchedFile(folder_->model(), *utf8FromUtf16(folder_->model().content()));
    }

    Conventions conventions() const override {
        const bool gltf = importerName_.starts_with("glTF");
        const bool isX = isFormat("Direct3D XFile");
        return {.format = gltf ? "glTF 1.0" : importerName_.substr(0, importerName_.find(" Importer")),
                .materials = {.gltf = gltf, .texturesEmission = isX || isFormat("Milkshape")},
                .keepsMirroredFaces = isX};
    }

    /// In X files, materials that meshes refer to are copied (x_text.h): equal ones become one again.
    std::optional<std::vector<Material>> materials(const aiScene& scene, TextureLoader& textures,
                                                   Findings& findings) override {
        if (!isFormat("Direct3D XFile")) return std::nullopt;
        std::vector<Material> kept;
        std::vector<unsigned> places;
        for (Material& material : convertMaterials(scene, conventions().materials, textures, findings)) {
            const auto found = std::ranges::find(kept, material);
            places.push_back(static_cast<unsigned>(found - kept.begin()));
            if (found == kept.end()) kept.push_back(std::move(material));
        }
        for (aiMesh* mesh : std::span(scene.mMeshes, scene.mNumMeshes))
            if (mesh->mMaterialIndex < places.size()) mesh->mMaterialIndex = places[mesh->mMaterialIndex];
        return kept;
    }

    void match(const aiScene&, SceneNodes&, Findings& findings) override {
        if (!folder_) return;
        const std::string text = isFormat("Open Game Engine") ? folder_->model().content() : std::string();
        const bool isAnimated = text.find("Animation") != std::string::npos || text.find("Skin") != std::string::npos;
        if (isAnimated || hasMoreFrames(folder_->model()))
            findings.push_back({"motion-unread", Severity::warning, "file",
                                "Sinew does not read the skeleton and the animations of this format; glTF (.glb) keeps "
                                "them"});
    }

    std::vector<AnimationClip> clips(const aiScene& scene, const SceneNodes& nodes, const std::vector<bool>& isBone,
                                     ImportReport& report) override {
        // These formats store sampled poses, or linear keys only.
        constexpr std::array kLinear{"Direct3D XFile", "Quake", "Valve SMD", "Doom 3"};
        const bool isX = isFormat("Direct3D XFile"), isSmd = isFormat("Valve SMD");
        return convertClips(scene, nodes, isBone,
                            {.storesQuaternions = !isX,  // or matrices
                             .isLinear = std::ranges::any_of(kLinear, [&](auto format) { return isFormat(format); }),
                             .lastsAsKeys = isX || isSmd || isFormat("Quake Mesh"),
                             .mayCountTicks = isX,
                             .framesPerSecond = isSmd ? 30.0 : 0.0},
                            report);
    }

    /// assimp turns the Z-up models of games to Y, except for Valve's SMD, which every GoldSrc and Source tool writes.
    void readSpace(const aiScene& scene, Model& model) const override {
        if (isFormat("Valve SMD"))
            model.up = UpAxis::z;
        else
            Dialect::readSpace(scene, model);
        if (!folder_ || !isFormat("Open Game Engine")) return;
        const std::string text = folder_->model().content();
        const size_t key = text.find("\"up\""), axis = text.find('"', key == std::string::npos ? key : key + 4);
        if (axis != std::string::npos && text.substr(axis).starts_with("\"z\"")) model.up = UpAxis::z;
    }

  private:
    bool isFormat(std::string_view name) const { return importerName_.starts_with(name); }

    std::string importerName_;
    const ModelFolder* folder_;
};

}  // namespace

void Dialect::readSpace(const aiScene& scene, Model& model) const {
    if (!scene.mMetaData) return;
    int32_t axis = 1;
    scene.mMetaData->Get("UpAxis", axis);
    model.up = axis == 0 ? UpAxis::x : axis == 2 ? UpAxis::z : UpAxis::y;
    float centimeters = 0.0f;
    if (scene.mMetaData->Get("UnitScaleFactor", centimeters) && centimeters > 0.0f && std::isfinite(centimeters))
        model.metersPerUnit = static_cast<double>(centimeters) / 100.0;
}

std::unique_ptr<Dialect> makePlainDialect(std::string_view importerName, const ModelFolder* folder) {
    return std::make_unique<PlainDialect>(importerName, folder);
}

}  // namespace sinew
