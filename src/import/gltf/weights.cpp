#include "import/gltf/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "import/gltf/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr size_t kWeightSets = 2, kPerSet = 4;
constexpr size_t kMostJoints = size_t{1} << 23;  // elements of all accessors that are looked at: they may share bytes

/// The accessors of the joints and weights of a primitive.
using WeightAccessors = std::array<std::pair<std::optional<size_t>, std::optional<size_t>>, kWeightSets>;

WeightAccessors weightAccessors(const Json& primitive) {
    const Json& attributes = File::at(primitive, "attributes");
    WeightAccessors sets;
    for (size_t set = 0; set < kWeightSets; ++set)
        sets[set] = {File::index(attributes, ("JOINTS_" + std::to_string(set)).c_str()),
                     File::index(attributes, ("WEIGHTS_" + std::to_string(set)).c_str())};
    return sets;
}

/// The joints of a vertex, up to all that its sets have room for.
class JointsOfVertex {
  public:
    /// False for one that was added before.
    bool add(uint32_t joint) {
        if (std::find(joints_.begin(), joints_.begin() + count_, joint) != joints_.begin() + count_) return false;
        joints_[static_cast<size_t>(count_++)] = joint;
        return true;
    }

  private:
    std::array<uint32_t, kWeightSets * kPerSet> joints_{};
    std::ptrdiff_t count_ = 0;
};

/// Vertices with two weights above 0 of one joint. `left`: the elements of joints that may yet be looked at.
size_t countTwice(File& file, const WeightAccessors& sets, size_t& left) {
    std::vector<JointsOfVertex> joints;  // by vertex
    std::vector<bool> hasTwice;
    for (const auto& [jointAccessor, weightAccessor] : sets) {
        const auto weights = weightAccessor ? file.numbers(*weightAccessor, kPerSet) : std::nullopt;
        if (!weights || !jointAccessor || file.accessor(*jointAccessor).count > left) continue;
        left -= file.accessor(*jointAccessor).count;
        const auto indices = file.integers(*jointAccessor, kPerSet);
        if (!indices) continue;
        const size_t count = std::min(indices->size(), weights->size());
        joints.resize(std::max(joints.size(), count / kPerSet)), hasTwice.resize(joints.size());
        for (size_t i = 0; i < count; ++i)
            if ((*weights)[i] > 0.0f && !joints[i / kPerSet].add((*indices)[i])) hasTwice[i / kPerSet] = true;
    }
    return static_cast<size_t>(std::ranges::count(hasTwice, true));
}

}  // namespace

void reportWeights(File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));  // reading accessors does not change it
    size_t left = kMostJoints;
    for (size_t m = 0; m < meshes.size(); ++m) {
        size_t twice = 0;
        std::set<WeightAccessors> own;  // parts may share all vertices
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives")))
            if (const WeightAccessors sets = weightAccessors(primitive); own.insert(sets).second)
                twice += countTwice(file, sets, left);
        if (twice == 0) continue;
        const Measured vertices = measuredCount(twice, "vertex", "vertices");
        findings.push_back({"weights-twice", Severity::info, nameOf(meshes[m], "mesh", m),
                            "has " + vertices.text + " with two weights of one joint, which glTF forbids",
                            vertices.figure});
    }
}

}  // namespace sinew::gltf
