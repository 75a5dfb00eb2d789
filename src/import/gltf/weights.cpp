#include "import/gltf/weights.h"

#include <cmath>

#include "import/gltf/plain.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr int kWeightSets = 2;

/// Weights of a primitive that are negative or not finite; assimp leaves them out without a word.
size_t countUnusable(File& file, const Json& primitive) {
    size_t count = 0;
    for (int set = 0; set < kWeightSets; ++set) {
        const auto accessor =
            File::index(File::at(primitive, "attributes"), ("WEIGHTS_" + std::to_string(set)).c_str());
        const auto weights = accessor ? file.numbers(*accessor, 4) : std::nullopt;
        if (!weights) continue;
        for (const float weight : *weights)
            count += !std::isfinite(weight) || weight < 0.0f;
    }
    return count;
}

}  // namespace

void reportWeights(File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));  // reading accessors does not change it
    for (size_t m = 0; m < meshes.size(); ++m) {
        size_t count = 0;
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives")))
            count += countUnusable(file, primitive);
        if (count == 0) continue;
        const Measured weights = measuredCount(count, "weight", "weights");
        findings.push_back({"weight-ignored", Severity::warning, nameOf(meshes[m], "mesh", m),
                            weights.text + " ignored: negative or not finite", weights.figure});
    }
}

}  // namespace sinew::gltf
