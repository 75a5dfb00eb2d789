// The compute pass that poses characters (render/pose_pass.h), on real models: it matches the kernels of the CPU.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/pose_probe.h"
#include "gpu/with_device.h"
#include "import/sandbox/isolate.h"
#include "model/bounds.h"
#include "model/split_by_palette.h"
#include "support/random.h"
#include "support/shared_folder.h"
#include "support/wait.h"

using namespace sinew;

namespace {

namespace fs = std::filesystem;

/// The draws' palettes as GpuModel makes them, without its textures, and the box of the vertices that each matrix
/// moves.
struct Parts {
    explicit Parts(const Model& model) {
        for (const SkinnedMesh& mesh : model.meshes)
            split.push_back(splitByPalette(mesh, 64));
        for (const MeshInstance& instance : model.instances)
            for (const MeshPart& part : split[instance.mesh]) {
                parts.push_back({instance.bones, part.bones, static_cast<uint32_t>(boxes.size())});
                addBoxes(model.meshes[instance.mesh], part);
            }
    }

    void addBoxes(const SkinnedMesh& mesh, const MeshPart& part) {
        const size_t first = boxes.size();
        boxes.resize(first + part.bones.size());
        for (size_t vertex = 0; vertex < part.vertices.size(); ++vertex)
            for (size_t i = 0; i < kInfluencesPerVertex; ++i)
                if (mesh.influences[part.vertices[vertex]].weights[i] > 0)
                    boxes[first + part.paletteIndices[vertex][i]].add(mesh.positions[part.vertices[vertex]]);
    }

    std::vector<std::vector<MeshPart>> split;  ///< per mesh
    std::vector<PalettePart> parts;
    std::vector<Box> boxes;  ///< per matrix
};

/// How far the corners of its box are apart under both matrices.
double distanceOf(const Box& box, const glm::mat4& a, const glm::mat4& b) {
    double largest = 0.0;
    const glm::dmat4 difference = glm::dmat4(a) - glm::dmat4(b);
    for (int corner = 0; corner < 8 && !box.empty(); ++corner) {
        const glm::dvec4 point(corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                               corner & 4 ? box.max.z : box.min.z, 1.0);
        const double distance = glm::length(difference * point);
        largest = distance >= largest ? distance : distance < largest ? largest : HUGE_VAL;  // NaN is far
    }
    return largest;
}

/// Each clip alone before, at and after its ends and in between, each blended with another one, and the rest pose. Two
/// clips are enough with sanitizers: the others run the same code.
std::vector<CharacterPose> charactersOf(const Model& model) {
    Random random(21);
    const auto clipCount = static_cast<uint32_t>(model.clips.size());
    std::vector<CharacterPose> characters{{.from = clipCount, .to = clipCount}};
    const uint32_t judged = scaledSeconds(1.0) > 1.0 ? std::min(clipCount, 2u) : clipCount;
    for (uint32_t clip = 0; clip < judged; ++clip) {
        const double duration = model.clips[clip].durationSeconds;
        const auto within = [&](uint32_t of) { return model.clips[of].durationSeconds * random.uniform(); };
        for (const double seconds : {-0.1, 0.0, duration, duration + 0.1, within(clip), within(clip)})
            characters.push_back({.from = clip, .to = clip, .fromSeconds = seconds});
        for (const float weight : {0.1f, 0.5f, 0.9f, 1.0f}) {
            const uint32_t to = random.below(clipCount);
            characters.push_back(
                {.from = clip, .to = to, .fromSeconds = within(clip), .toSeconds = within(to), .weight = weight});
        }
    }
    return characters;
}

struct WorstPose {
    double error = 0.0;  ///< of the size of the pose
    std::string where;
};

/// Returns why not, or nothing.
std::string compare(const Device& device, const std::string& name, const Model& model, WorstPose& worst) {
    const Parts parts(model);
    const PosedRig rig{model.hierarchy, model.clips, parts.parts};
    const PoseProbe probe(device, rig);
    if (!probe.whyNot().empty()) return probe.whyNot();
    const std::vector<CharacterPose> characters = charactersOf(model);
    const std::vector<glm::mat4> palettes = probe.run(characters);
    PoseReference reference(rig);
    for (size_t i = 0; i < characters.size(); ++i) {
        const std::vector<glm::mat4> expected = reference.run(characters[i]);
        const auto found = std::span(palettes).subspan(i * expected.size(), expected.size());
        double error = 0.0;
        for (size_t matrix = 0; matrix < expected.size(); ++matrix)
            error = std::max(error, distanceOf(parts.boxes[matrix], expected[matrix], found[matrix]));
        const double size = posedBounds(model, reference.worldFromNode()).diagonal();
        if (size > 0.0) error /= size;
        INFO(name << ", clip " << characters[i].from << " at " << characters[i].fromSeconds << " s, clip "
                  << characters[i].to << " at " << characters[i].toSeconds << " s, weight " << characters[i].weight);
        CHECK(error < 1e-5);
        if (error > worst.error) worst = {error, name};
    }
    return {};
}

}  // namespace

TEST_CASE_METHOD(OnDevice, "the compute pass poses real models as the kernels do", "[conformance]") {
    const fs::path folder = sharedFolder("models");
    if (!fs::exists(folder)) SKIP("there is no " << folder.string());
    IsolatedImporter importer;
    WorstPose worst;
    size_t posed = 0;
    for (const fs::path& path : modelFilesIn(folder)) {
        const std::string name = fs::relative(path, folder).string();
        try {
            const Model model = importer.importModel(path).model;
            const std::string why = compare(device, name, model, worst);
            if (why.empty())
                ++posed;
            else
                WARN(name << " is posed by the CPU: " << why);
        } catch (const Error& error) {
            WARN("not compared: " << error.what());
        }
    }
    CHECK(posed > 60);
    WARN(posed << " models; the worst of all: " << worst.error << " of the pose's size (" << worst.where << ")");
}
