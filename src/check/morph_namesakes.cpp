#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vector_relational.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"
#include "check/words.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr double kOneWay = 0.6;       // length of the sum of all deltas, of the sum of their lengths
constexpr double kAgainst = -0.5;     // cosine
constexpr float kApart = 0.1f;        // weight
constexpr double kSameMoment = 1e-4;  // seconds

/// A target of a mesh, and where it leads in the world, at rest.
struct Namesake {
    const MeshGroup* group = nullptr;
    uint32_t weight = 0;  ///< among the model's
    glm::dvec3 sum{0.0};
    double lengths = 0.0;
    Box box;  ///< of the mesh

    bool isOneWay() const { return lengths > 0.0 && glm::length(sum) > kOneWay * lengths; }
};

std::vector<glm::mat3> turnsAtRest(const CheckedModel& checked, const MeshInstance& instance) {
    std::vector<glm::mat3> turns;
    for (const Bone& bone : instance.bones)
        turns.emplace_back(checked.rest.worldFromNode[bone.node] * bone.inverseBindMatrix);
    return turns;
}

void addDeltas(const CheckedModel& checked, const MeshInstance& instance, const MorphTarget& target,
               Namesake& namesake) {
    const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
    const std::vector<glm::mat3> turns = turnsAtRest(checked, instance);
    for (const MorphDelta& delta : target.deltas) {
        const glm::dvec3 moved(turns[mesh.influences[delta.vertex].bones[0]] * delta.position);
        namesake.sum += moved;
        namesake.lengths += glm::length(moved);
    }
}

/// Numbers, and names that programs make up, say nothing.
bool isTelling(const std::string& name) {
    constexpr std::array<std::string_view, 4> kMadeUp{"key", "target", "morph", "shape"};
    const auto words = wordsOf(name);
    return !words.empty() && std::ranges::find(kMadeUp, words.front()) == kMadeUp.end();
}

std::map<std::string, std::vector<Namesake>> namesakesOf(const CheckedModel& checked) {
    std::map<std::string, std::vector<Namesake>> byName;
    for (const MeshGroup& group : checked.groups) {
        const uint32_t first = group.instances.front();
        const MeshInstance& instance = checked.model.instances[first];
        Box box;
        for (const glm::vec3& position : checked.restPositions(first))
            box.add(position);
        const std::vector<MorphTarget>& targets = checked.model.meshes[instance.mesh].morphTargets;
        for (uint32_t target = 0; target < targets.size(); ++target) {
            if (targets[target].deltas.empty() || !isTelling(targets[target].name)) continue;
            Namesake namesake{.group = &group, .weight = instance.firstMorphWeight + target, .box = box};
            addDeltas(checked, instance, targets[target], namesake);
            byName[targets[target].name].push_back(namesake);
        }
    }
    std::erase_if(byName, [](const auto& entry) { return entry.second.size() < 2; });
    return byName;
}

/// True if the middle of either mesh is within the other one.
bool overlap(const Namesake& one, const Namesake& other) {
    const auto holds = [](const Box& box, const glm::vec3& point) {
        return glm::all(glm::greaterThanEqual(point, box.min)) && glm::all(glm::lessThanEqual(point, box.max));
    };
    return holds(one.box, 0.5f * (other.box.min + other.box.max)) ||
           holds(other.box, 0.5f * (one.box.min + one.box.max));
}

void checkWays(const std::string& name, const Namesake& one, const Namesake& other, std::vector<Finding>& findings) {
    if (!one.isOneWay() || !other.isOneWay() || glm::dot(glm::normalize(one.sum), glm::normalize(other.sum)) > kAgainst)
        return;
    findings.push_back(
        {"morph-against", Severity::warning, one.group->name,
         "morph target '" + name + "' moves the opposite way of the one of '" + other.group->name + "'"});
}

float weightAt(const Track<float>& track, double time) {
    const auto after = std::ranges::lower_bound(track.times, time - kSameMoment);
    if (after == track.times.end()) return track.values.back();
    const auto key = static_cast<size_t>(after - track.times.begin());
    if (key == 0 || *after < time + kSameMoment) return track.values[key];
    const double before = track.times[key - 1];
    return std::lerp(track.values[key - 1], track.values[key], static_cast<float>((time - before) / (*after - before)));
}

float farthestApart(const Track<float>& one, const Track<float>& other) {
    float farthest = 0.0f;
    for (const Track<float>* track : {&one, &other})
        for (const double time : track->times)
            farthest = std::max(farthest, std::abs(weightAt(one, time) - weightAt(other, time)));
    return farthest;
}

/// The name of a target, and the weights of two meshes that a clip applies differently.
void checkClipWeights(const AnimationClip& clip, const std::string& name, const Namesake& one, const Namesake& other,
                      std::vector<Finding>& findings) {
    const auto own = std::ranges::find(clip.morphs, one.weight, &MorphChannel::weight);
    const auto twin = std::ranges::find(clip.morphs, other.weight, &MorphChannel::weight);
    if (own == clip.morphs.end() || twin == clip.morphs.end() || own == twin) return;
    if (own->track.empty() || twin->track.empty()) return;
    const float apart = farthestApart(own->track, twin->track);
    if (apart < kApart) return;
    const Measured weight = measured(static_cast<double>(apart), "of the weight");
    findings.push_back({"morph-weights-apart", Severity::info, clip.name,
                        "applies morph target '" + name + "' of '" + one.group->name + "' and of '" +
                            other.group->name + "' differently: by up to " + weight.text,
                        weight.figure});
}

}  // namespace

void checkMorphNamesakes(const CheckedModel& checked, std::vector<Finding>& findings) {
    for (const auto& [name, namesakes] : namesakesOf(checked))
        for (size_t other = 1; other < namesakes.size(); ++other) {
            if (!overlap(namesakes.front(), namesakes[other])) continue;
            checkWays(name, namesakes.front(), namesakes[other], findings);
            for (const AnimationClip& clip : checked.model.clips)
                checkClipWeights(clip, name, namesakes.front(), namesakes[other], findings);
        }
}

}  // namespace sinew
