#include "import/assimp/dialect.h"

#include "import/files/model_folder.h"
#include "import/files/utf16.h"

namespace sinew {
namespace {

class PlainDialect : public Dialect {
  public:
    PlainDialect(std::string_view importerName, const ModelFolder* folder)
        : importerName_(importerName), folder_(folder) {}

    /// Most of assimp's readers of texts know one encoding.
    std::optional<PatchedFile> repair(Findings&, bool) override {
        if (!folder_ || !utf8FromUtf16(folder_->model().content(0, 2))) return {};
        return PatchedFile(folder_->model(), *utf8FromUtf16(folder_->model().content()));
    }

    Conventions conventions() const override {
        const bool gltf = importerName_.starts_with("glTF");
        return {.format = gltf ? "glTF 1.0" : importerName_.substr(0, importerName_.find(" Importer")),
                .materials = {.gltf = gltf},
                .clips = {.storesQuaternions = !importerName_.starts_with("Direct3D XFile")}};  // or matrices
    }

    void motion(const ClipSource&, AnimationClip&, Interpolations& interpolations) override {
        // These formats store sampled poses, or linear keys only.
        constexpr std::array kLinear{"Direct3D XFile", "Inter-Quake", "Quake", "Half-Life", "Doom 3"};
        const bool isLinear =
            std::ranges::any_of(kLinear, [&](const char* format) { return importerName_.starts_with(format); });
        interpolations.insert(isLinear ? Interpolation::linear : Interpolation::unknown);
    }

    /// assimp turns the Z-up models of games to Y, except for Valve's SMD, which every GoldSrc and Source tool writes.
    void readSpace(const aiScene& scene, Model& model) const override {
        if (importerName_.starts_with("Valve SMD"))
            model.up = UpAxis::z;
        else
            Dialect::readSpace(scene, model);
    }

  private:
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
