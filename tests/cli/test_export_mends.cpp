#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "cli/expect.h"
#include "support/models/gltf.h"
#include "support/replaced.h"
#include "support/temporary_folder.h"

// Each fault that --export --fix mends: --check names it in the file, and no more in the exported one.

namespace {

using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : ",") + part;
    return text;
}

/// A strip on two bones that swing for a second, as glTF. A test puts one thing wrong.
struct Strip {
    std::vector<float> kneeWeights{0.0f, 0.0f, 0.5f, 0.5f, 1.0f, 1.0f};  ///< of six vertices; the hip has the rest
    float weightSum = 1.0f;
    std::vector<uint16_t> triangles{0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    std::vector<float> angles{0.0f, 0.2f, 0.4f, 0.2f, 0.0f};  ///< of both bones, a quarter of a second apart
    bool isLongWay = false;                                   ///< every other quaternion has the other sign
    std::string secondName = "knee";
    size_t clips = 1;
    std::string materials = R"({"name":"skin"})";

    std::string text() const {
        import_files::Gltf file;
        std::vector<float> positions, normals, weights, turns;
        std::vector<uint16_t> joints;
        for (size_t v = 0; v < 6; ++v) {
            for (const float part : {v % 2 == 0 ? 0.0f : 0.4f, 0.5f * static_cast<float>(v / 2), 0.0f})
                positions.push_back(part);
            normals.insert(normals.end(), {0.0f, 0.0f, 1.0f});
            for (const float weight : {weightSum - kneeWeights[v] * weightSum, kneeWeights[v] * weightSum, 0.0f, 0.0f})
                weights.push_back(weight);
            for (const uint16_t joint : {0, 1, 0, 0})
                joints.push_back(joint);
        }
        for (size_t key = 0; key < angles.size(); ++key) {
            const float sign = isLongWay && key % 2 == 1 ? -1.0f : 1.0f;
            for (const float part : {0.0f, 0.0f, std::sin(angles[key] / 2), std::cos(angles[key] / 2)})
                turns.push_back(sign * part);
        }
        const std::vector<float> binds{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,     0, 1,  //
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.5f, 0, 1};
        file.floats(positions, "VEC3", 3);
        file.ushorts(joints, "VEC4", 4);
        file.floats(weights, "VEC4", 4);
        file.ushorts(triangles, "SCALAR", 1);
        file.floats(binds, "MAT4", 16);
        file.floats({0.0f, 0.25f, 0.5f, 0.75f, 1.0f}, "SCALAR", 1);
        file.floats(turns, "VEC4", 4);
        file.floats(normals, "VEC3", 3);
        const std::string channels =
            R"({"sampler":0,"target":{"node":0,"path":"rotation"}},{"sampler":0,"target":{"node":1,"path":"rotation"}})";
        return file.text(
            R"("scene":0,"scenes":[{"nodes":[0,2]}],"nodes":[{"name":"hip","children":[1]},{"name":")" + secondName +
            R"(","translation":[0,0.5,0]},{"name":"strip","mesh":0,"skin":0}],)" +
            R"("skins":[{"joints":[0,1],"inverseBindMatrices":4}],"materials":[)" + materials +
            R"(],"meshes":[{"name":"strip","primitives":[{"attributes":{"POSITION":0,"NORMAL":7,"JOINTS_0":1,"WEIGHTS_0":2},"indices":3,"material":0}]}],"animations":[)" +
            joined(std::vector<std::string>(
                clips, R"({"name":"swing","channels":[)" + channels + R"(],"samplers":[{"input":5,"output":6}]})")) +
            "]");
    }
};

std::vector<std::string> findingsOf(const std::string& file) {
    const Finished finished = runSinew({file, "--check", "--json"});
    INFO(finished.describe());
    REQUIRE(finished.exit <= 1);
    const Json verdict = Json::parse(finished.out);
    std::vector<std::string> ids;
    for (const Json& finding : verdict["findings"])
        ids.push_back(finding["id"]);
    return ids;
}

bool has(const std::vector<std::string>& ids, const std::string& id) {
    return std::ranges::find(ids, id) != ids.end();
}

struct Fault {
    Strip strip;
    std::string option, finding, line;  ///< `finding`: nothing where only the file's numbers are wrong
};

void requireMended(const Fault& fault) {
    const TemporaryFolder folder;
    const std::string file = folder / "strip.gltf", plain = folder / "plain.glb", fixed = folder / "fixed.glb";
    writeFile(file, fault.strip.text());
    INFO(fault.finding << " " << fault.line);
    const Finished untouched = runSinew({file, "--export", plain});
    requireExit(untouched, 0);
    CHECK_FALSE(contains(untouched.err, "fixed: "));
    const Finished finished = runSinew({file, "--export", fixed, fault.option});
    requireExit(finished, 0);
    CHECK(contains(finished.err, "sinew: fixed: " + fault.line));
    if (fault.finding.empty()) return;
    CHECK(has(findingsOf(file), fault.finding));
    CHECK_FALSE(has(findingsOf(fixed), fault.finding));
}

}  // namespace

TEST_CASE("the strip has nothing to mend", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "strip.gltf", Strip{}.text());
    const Finished finished = runSinew({folder / "strip.gltf", "--export", folder / "a.glb", "--fix=loop"});
    requireExit(finished, 0);
    CHECK_FALSE(contains(finished.err, "fixed: "));
}

TEST_CASE("each fault is mended by --fix on its own", "[cli]") {
    requireMended(GENERATE(values<Fault>({
        {{.weightSum = 0.7f},
         "--fix",
         "weights-not-normalised",
         "mesh 'strip': the weights of 6 vertices now sum to 1"},
        {{.kneeWeights = std::vector<float>(6, 0.0f)},
         "--fix",
         "",
         "joint 'knee': left out of its skin, as it moves no vertex"},
        {{.triangles = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 1, 1, 3}},
         "--fix",
         "triangles-degenerate",
         "mesh 'strip': 1 triangle without area left out"},
        {{.isLongWay = true}, "--fix", "", "clip 'swing': 4 quaternions now take the short way"},
        {{.secondName = "hip"}, "--fix", "bone-name-duplicate", "node 'hip' is now 'hip 2': the name was there before"},
        {{.clips = 2}, "--fix", "clip-name-duplicate", "clip 'swing' is now 'swing 2': the name was there before"},
        {{.angles = {0.0f, 0.4f, 0.8f, 0.5f, 0.3f}},
         "--fix=loop",
         "",
         "clip 'swing': ends with its first pose, 0.25 s later"},
    })));
}

TEST_CASE("the unit and the up axis, which every export brings to those of glTF, are told by --fix", "[cli]") {
    const TemporaryFolder folder;
    writeFile(folder / "tube.dae",
              replaced(readFile(kTube), "meter=\"1\"/><up_axis>Y_UP", "meter=\"0.01\"/><up_axis>Z_UP"));
    const Finished finished = runSinew({folder / "tube.dae", "--export", folder / "a.glb", "--fix"});
    requireExit(finished, 0);
    CHECK(contains(finished.err, "sinew: fixed: unit: was 0.01 m, is 1 m\n"));
    CHECK(contains(finished.err, "sinew: fixed: up axis: was Z, is Y\n"));
}
