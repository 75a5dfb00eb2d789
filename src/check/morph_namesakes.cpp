#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

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
        {"morph-against", Severity::info, one.group->name,
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

/// The tracks of a clip, by weight.
using Tracks = std::unordered_map<uint32_t, const Track<float>*>;

Tracks tracksOf(const AnimationClip& clip) {
    Tracks tracks;
    for (const MorphChannel& morph : clip.morphs)
        if (!morph.track.empty()) tracks.try_emplace(morph.weight, &morph.track);
    return tracks;
}

/// The name of a target, and the weights of two meshes that a clip applies differently.
void checkClipWeights(const AnimationClip& clip, const Tracks& tracks, const std::string& name, const Namesake& one,
                      const Namesake& other, std::vector<Finding>& findings) {
    const auto own = tracks.find(one.weight), twin = tracks.find(other.weight);
    if (own == tracks.end() || twin == tracks.end() || own == twin) return;
    const float apart = farthestApart(*own->second, *twin->second);
    if (apart < kApart) return;
    const Measured weight = measured(static_cast<double>(apart), "of the weight");
    findings.push_back({"morph-weights-apart", Severity::info, clip.name,
                        "applies morph target '" + name + "' of '" + one.group->name + "' and of '" +
                            other.group->name + "' differently: by up to " + weight.text,
                        weight.figure});
}

}  // namespace

void checkMorphNamesakes(const CheckedModel& checked, std::vector<Finding>& findings) {
    const auto all = namesakesOf(checked);
    const auto forEachPair = [&](const auto& visit) {
        for (const auto& [name, namesakes] : all)
            for (size_t other = 1; other < namesakes.size(); ++other)
                if (overlap(namesakes.front(), namesakes[other])) visit(name, namesakes.front(), namesakes[other]);
    };
    forEachPair([&](const std::string& name, const Namesake& one, const Namesake& other) {
        checkWays(name, one, other, findings);
    });
    for (const AnimationClip& clip : checked.model.clips)
        if (const Tracks tracks = tracksOf(clip); !tracks.empty())
            forEachPair([&](const std::string& name, const Namesake& one, const Namesake& other) {
                checkClipWeights(clip, tracks, name, one, other, findings);
            });
}

}  // namespace sinew
