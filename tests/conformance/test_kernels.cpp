#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include "animation/packed/packed_clip.h"
#include "animation/packed/pose_kernels.h"
#include "base/error.h"
#include "import/sandbox/isolate.h"
#include "support/catch.h"
#include "support/exact_pose.h"
#include "support/process.h"
#include "support/shared_folder.h"

// The kernels, for this processor and portable ones, on real models: they match double precision on the file's own
// keys.

using namespace sinew;

namespace {

struct Worst {
    double error = 0.0;  ///< of the size of the pose
    std::string where;
};

/// Times at, before and after the ends, and between keys.
std::vector<double> timesIn(const AnimationClip& clip) {
    std::vector<double> times{-0.1, 0.0, clip.durationSeconds, clip.durationSeconds + 0.1};
    for (int i = 0; i < 12; ++i)
        times.push_back(clip.durationSeconds * (i + 0.37) / 12.0);
    return times;
}

double errorOf(const std::vector<glm::dmat4>& exact, const std::vector<glm::mat4>& found) {
    double error = 0.0, size = 0.0;
    for (size_t node = 0; node < exact.size(); ++node)
        for (int column = 0; column < 4; ++column) {
            error = std::max(error, glm::length(exact[node][column] - glm::dvec4(found[node][column])));
            size = std::max(size, glm::length(glm::dvec3(exact[node][column])));
        }
    return size > 0.0 ? error / size : error;
}

void pose(const std::string& name, const Model& model, Worst& worst) {
    std::vector<glm::mat4> found(model.hierarchy.size());
    for (const AnimationClip& clip : model.clips) {
        const PackedClip packed(clip, model.hierarchy);
        for (const double time : timesIn(clip)) {
            const std::vector<glm::dmat4> exact = exactWalk(clip, model.hierarchy, time);
            for (const PoseKernels* kernels : runnableKernels()) {
                packed.walk(time, glm::mat4(1.0f), found, *kernels);
                const double error = errorOf(exact, found);
                INFO(name << ", clip '" << clip.name << "', " << time << " s, " << kernels->name);
                CHECK(error < 1e-5);
                if (error > worst.error) worst = {error, name + ", " + clip.name + ", " + kernels->name};
            }
        }
    }
}

}  // namespace

TEST_CASE("every kind of kernel matches double precision on real models", "[conformance]") {
    const std::filesystem::path oracle = sharedFolder("oracle"), models = sharedFolder("models");
    if (!std::filesystem::exists(oracle)) SKIP("there is no " << oracle.string());
    IsolatedImporter importer;
    Worst worst;
    size_t posed = 0, refused = 0;
    for (const auto& entry : std::filesystem::directory_iterator(oracle)) {
        if (entry.path().extension() != ".json") continue;
        const auto json = nlohmann::json::parse(readFile(entry.path().string()));
        const std::filesystem::path file = models / json.at("file").get<std::string>();
        if (json.contains("animation_file")) continue;  // the model is listed without it, too
        try {
            pose(entry.path().stem().string(), importer.importModel(file).model, worst);
            ++posed;
        } catch (const Error&) {
            ++refused;  // a version that this assimp does not read
        }
    }
    CHECK(posed > 50);
    CHECK(refused < 5);
    WARN(posed << " models; the worst of all: " << worst.error << " of the pose's size (" << worst.where << ")");
}
