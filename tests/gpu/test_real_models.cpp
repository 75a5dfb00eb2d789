// The skinning function of the shaders against its reference on the CPU, for real models: those of the folder "models"
// beside the repository, or beside the oracle folder that SINEW_ORACLE names.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/probed_mesh.h"
#include "gpu/skin_probe.h"
#include "gpu/with_device.h"
#include "import/import_model.h"
#include "model/bounds.h"
#include "support/players.h"
#include "support/shared_folder.h"

using namespace sinew;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> modelsIn(const fs::path& folder) {
    static const std::set<std::string> kOthers{".bin", ".jpeg", ".jpg", ".mtl", ".png", ".tga", ".txt"};
    std::vector<fs::path> models;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !kOthers.contains(entry.path().extension().string()))
            models.push_back(entry.path());
    std::sort(models.begin(), models.end());
    return models;
}

/// The mesh with four influences: the weight of the others is added to the first.
SkinnedMesh cutToFour(const SkinnedMesh& mesh) {
    SkinnedMesh cut = mesh;
    cut.moreInfluences.clear();
    for (Influences& influences : cut.influences) {
        uint32_t sum = 0;
        for (const uint16_t weight : influences.weights)
            sum += weight;
        influences.weights[0] = static_cast<uint16_t>(influences.weights[0] + kWeightOne - sum);
    }
    return cut;
}

/// A model in both forms, and how far the shader is from the reference in each.
struct ProbedModel {
    const Model& model;
    std::vector<SkinnedMesh> cut;  ///< its meshes with four influences
    Deviation ofFour, ofEight;
};

/// The number of influences for which the shader is specialized.
struct Probes {
    SkinProbe four, eight;
};

/// All instances at that normalized time, or at rest.
void probePose(Probes& probes, ProbedModel& probed, std::optional<size_t> clip, double share) {
    const Model& model = probed.model;
    TestAnimator animator(model.hierarchy, model.clips, model.restMorphWeights);
    animator.play(clip);
    if (clip) animator.seek(share * model.clips[*clip].durationSeconds);
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), worldFromNode);
    const std::span<const float> weights = animator.morphWeights();
    const float size = posedBounds(model, worldFromNode, weights).diagonal();
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, worldFromNode, palette);
        const auto own = weights.subspan(instance.firstMorphWeight, mesh.morphTargets.size());
        probeMesh(probes.four, {probed.cut[instance.mesh], palette, own, size}, PALETTE_SIZE, probed.ofFour);
        probeMesh(probes.eight, {mesh, palette, own, size}, PALETTE_SIZE, probed.ofEight);
    }
}

void checkDeviation(const Deviation& deviation, uint32_t influences) {
    INFO(influences << " influences, " << deviation.vertices << " vertices");
    CHECK(deviation.position <= 1e-5f);
    CHECK(deviation.normal <= 1e-3f);
    CHECK(deviation.withoutNormal <= deviation.vertices / 20);
}

}  // namespace

TEST_CASE_METHOD(
    OnDevice, "the shader's skinning equals its reference for every real model, with four and with eight influences") {
    const fs::path folder = sharedFolder("models");
    if (!fs::exists(folder)) SKIP("there is no " << folder.string());
    size_t drawn = 0, withMore = 0;
    Probes probes{SkinProbe(device, 4), SkinProbe(device, 8)};
    for (const fs::path& path : modelsIn(folder)) {
        INFO(path.filename().string());
        Model model;
        try {
            model = importModel(path, {.influences = kMostInfluences}).model;
        } catch (const Error& error) {
            WARN("not compared: " << error.what());
            continue;
        }
        ProbedModel probed{.model = model, .cut = {}, .ofFour = {}, .ofEight = {}};
        bool more = false;
        for (const SkinnedMesh& mesh : model.meshes) {
            probed.cut.push_back(cutToFour(mesh));
            more = more || !mesh.moreInfluences.empty();
        }
        probePose(probes, probed, std::nullopt, 0.0);
        for (size_t clip = 0; clip < model.clips.size(); ++clip)
            for (const double share : {0.0, 0.5})
                probePose(probes, probed, clip, share);
        checkDeviation(probed.ofFour, 4);
        checkDeviation(probed.ofEight, 8);
        drawn += probed.ofFour.vertices > 0;
        withMore += more;
    }
    CHECK(drawn >= 60);
    CHECK(withMore >= 5);
}
