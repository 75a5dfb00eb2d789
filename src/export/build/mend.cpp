#include "export/build/mend.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/vec2.hpp>

#include "base/numbered_names.h"
#include "base/text.h"
#include "model/poses.h"
#include "model/triangles.h"

namespace sinew::exporting {
namespace {

using Lines = std::vector<std::string>;

/// Counts of what was mended, by the meshes' names in their order: a file's mesh is several here, one a material.
struct PerName {
    std::vector<std::pair<std::string, size_t>> counts;
    std::unordered_map<std::string, size_t> places;

    void add(const std::string& name, size_t count) {
        if (count == 0) return;
        const auto [place, isNew] = places.try_emplace(name, counts.size());
        if (isNew) counts.emplace_back(name, 0);
        counts[place->second].second += count;
    }
};

void tellWeights(const ImportedModel& imported, Lines& lines) {
    PerName renormalized, unweighted;
    for (size_t m = 0; m < imported.report.influences.size(); ++m) {
        const InfluenceReport& influences = imported.report.influences[m];
        renormalized.add(imported.model.meshes[m].name, influences.renormalizedVertices);
        unweighted.add(imported.model.meshes[m].name, influences.unweightedVertices);
    }
    for (const auto& [name, count] : renormalized.counts)
        lines.push_back(fmt::format("mesh {}: the weights of {} now sum to 1", inQuotes(name),
                                    counted(count, "vertex", "vertices")));
    for (const auto& [name, count] : unweighted.counts)
        lines.push_back(fmt::format("mesh {}: {} without weights now {} the mesh's node", inQuotes(name),
                                    counted(count, "vertex", "vertices"), count == 1 ? "follows" : "follow"));
}

/// The import leaves them out.
void tellIdleJoints(const ImportedModel& imported, Lines& lines) {
    const auto tell = [&](const std::string& name) {
        lines.push_back(fmt::format("joint {}: left out of its skin, as it moves no vertex", inQuotes(name)));
    };
    for (const Finding& finding : imported.report.findings) {
        if (finding.id != "bone-unused") continue;
        tell(finding.object);
        for (const Finding::Other& other : finding.others)
            tell(other.object);
    }
}

/// The bones that move a vertex of the mesh get new numbers; the others are dropped.
void dropIdleBones(Model& model, Lines& lines) {
    for (size_t m = 0; m < model.meshes.size(); ++m) {
        SkinnedMesh& mesh = model.meshes[m];
        std::vector<bool> moves(mesh.boneCount);
        for (size_t v = 0; v < mesh.vertexCount(); ++v)
            forEachInfluence(mesh, v, [&](uint32_t bone, uint16_t) { moves[bone] = true; });
        const auto idle = static_cast<size_t>(std::ranges::count(moves, false));
        if (idle == 0 || idle == moves.size()) continue;
        std::vector<uint16_t> numbers(moves.size());
        uint16_t next = 0;
        for (size_t b = 0; b < moves.size(); ++b)
            if (moves[b]) numbers[b] = next++;
        for (std::vector<Influences>* set : {&mesh.influences, &mesh.moreInfluences})
            for (Influences& influences : *set)
                for (size_t i = 0; i < kInfluencesPerVertex; ++i)
                    influences.bones[i] = influences.weights[i] > 0 ? numbers[influences.bones[i]] : uint16_t{0};
        for (MeshInstance& instance : model.instances) {
            if (instance.mesh != m) continue;
            size_t bone = 0;
            std::erase_if(instance.bones, [&](const Bone&) { return !moves[bone++]; });
        }
        mesh.boneCount = next;
        lines.push_back(fmt::format("mesh {}: {} without weights left out of its skin", inQuotes(mesh.name),
                                    counted(idle, "joint", "joints")));
    }
}

void shortenRotations(Model& model, Lines& lines) {
    for (AnimationClip& clip : model.clips) {
        size_t turned = 0;
        for (Channel& channel : clip.channels) {
            std::vector<glm::quat>& values = channel.rotation.values;
            for (size_t i = 1; i < values.size(); ++i) {
                if (glm::dot(values[i - 1], values[i]) >= 0.0f) continue;
                values[i] = -values[i];
                ++turned;
            }
        }
        if (turned > 0)
            lines.push_back(fmt::format("clip {}: {} now {} the short way", inQuotes(clip.name),
                                        counted(turned, "quaternion", "quaternions"), turned == 1 ? "takes" : "take"));
    }
}

/// Numbers the names that come again.
template <typename Item, typename Name>
void makeUnique(const char* kind, std::vector<Item>& items, const Name& nameOf, Lines& lines) {
    NumberedNames taken;
    for (Item& item : items)
        taken.take(std::invoke(nameOf, item));
    std::set<std::string> seen;
    for (Item& item : items) {
        std::string& name = std::invoke(nameOf, item);
        if (name.empty() || seen.insert(name).second) continue;
        const std::string before = std::exchange(name, taken.takeNumbered(name + " "));
        seen.insert(name);
        lines.push_back(
            fmt::format("{} {} is now {}: the name was there before", kind, inQuotes(before), inQuotes(name)));
    }
}

// How a track ends.

constexpr float kSame = 1e-6f;

float differenceOf(const glm::vec3& a, const glm::vec3& b) {
    return glm::length(a - b);
}
float differenceOf(const glm::quat& a, const glm::quat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}
float differenceOf(float a, float b) {
    return std::abs(a - b);
}

template <typename Value>
Value added(const Value& value, const Value& first, const Value& last, float share) {
    return value + (first - last) * share;
}
glm::quat added(const glm::quat& value, const glm::quat& first, const glm::quat& last, float share) {
    const glm::quat difference = glm::slerp(glm::quat(1, 0, 0, 0), first * glm::conjugate(last), share);
    return glm::normalize(difference * value);
}

/// Whether the track comes to `goal` with one step more.
template <typename Value>
bool lacksFrame(const Track<Value>& track, const Value& goal) {
    float largest = 0.0f;
    for (size_t i = 1; i < track.size(); ++i)
        largest = std::max(largest, differenceOf(track.values[i - 1], track.values[i]));
    return differenceOf(goal, track.values.back()) <= 1.5f * largest;
}

/// Adds a key with the value `goal` after the clip.
template <typename Value>
void addFrame(Track<Value>& track, const Value& goal, double duration, double frame) {
    track.authored = {};
    if (track.times.back() < duration) track.times.push_back(duration), track.values.push_back(track.values.back());
    track.times.push_back(duration + frame);
    track.values.push_back(goal);
}

/// Spreads the difference of the last value and `goal`.
template <typename Value>
void spread(Track<Value>& track, const Value& goal) {
    track.authored = {};
    const Value last = track.values.back();
    const double start = track.times.front(), length = track.times.back() - start;
    for (size_t i = 0; i < track.size(); ++i)
        track.values[i] = added(track.values[i], goal, last, static_cast<float>((track.times[i] - start) / length));
    track.values.back() = goal;
}

/// The topmost node that a clip translates: not by keys that are all equal.
uint32_t travelingNode(const AnimationClip& clip) {
    uint32_t first = ~0u;
    for (const Channel& channel : clip.channels)
        if (std::ranges::any_of(channel.translation.values, [&](const glm::vec3& value) {
                return differenceOf(value, channel.translation.values.front()) > kSame;
            }))
            first = std::min(first, channel.node);
    return first;
}

/// What a clip moves its root by, in the root's space.
struct Way {
    glm::vec3 along, rise;  ///< over the ground, and up
};

/// Nothing if the root stays where it is.
std::optional<Way> wayOf(const Model& model, const AnimationClip& clip, uint32_t root) {
    constexpr float kTravels = 0.05f, kRises = 1e-5f;  // of the model's size
    const auto channel = std::ranges::find_if(
        clip.channels, [&](const Channel& own) { return own.node == root && own.translation.size() > 1; });
    if (channel == clip.channels.end()) return std::nullopt;
    const RestPose rest = restPoseOf(model);
    const int32_t parent = model.hierarchy.parents[root];
    glm::mat3 upright(yUpFrom(model.up));
    if (parent != kNoParent) upright = upright * glm::mat3(rest.worldFromNode[static_cast<size_t>(parent)]);
    const std::vector<glm::vec3>& places = channel->translation.values;
    const glm::vec3 all = places.back() - places.front(), way = upright * all;
    const bool isSingular = !(std::abs(glm::determinant(upright)) > 0.0f);
    if (isSingular || !(glm::length(glm::vec2(way.x, way.z)) > kTravels * rest.size)) return std::nullopt;
    if (std::abs(way.y) <= kRises * rest.size) return Way{all, glm::vec3(0.0f)};
    const glm::vec3 rise = glm::inverse(upright) * glm::vec3(0.0f, way.y, 0.0f);
    return Way{all - rise, rise};
}

}  // namespace

std::string mendLoop(const Model& model, AnimationClip& clip) {
    const uint32_t root = travelingNode(clip);
    const std::optional<Way> way = wayOf(model, clip, root);
    size_t open = 0, lacking = 0;
    // With where each track is to end; `more`: of the root's way, what a frame more adds.
    const auto forEachEnd = [&](float more, const auto& visit) {
        for (Channel& channel : clip.channels) {
            if (Track<glm::vec3>& track = channel.translation; track.size() > 1)
                visit(track, way && channel.node == root ? track.values.back() - way->rise + more * way->along
                                                         : track.values.front());
            if (channel.rotation.size() > 1) visit(channel.rotation, glm::quat(channel.rotation.values.front()));
            if (channel.scale.size() > 1) visit(channel.scale, glm::vec3(channel.scale.values.front()));
        }
        for (MorphChannel& morph : clip.morphs)
            if (morph.track.size() > 1) visit(morph.track, float{morph.track.values.front()});
    };
    const auto isOpen = [](const auto& track, const auto& goal) {
        return differenceOf(track.values.back(), goal) > kSame;
    };
    forEachEnd(0.0f, [&](auto& track, const auto& goal) {
        if (!isOpen(track, goal)) return;
        ++open;
        lacking += lacksFrame(track, goal);
    });
    if (open == 0) return {};
    if (lacking < open) {
        forEachEnd(0.0f, [&](auto& track, const auto& goal) {
            if (isOpen(track, goal)) spread(track, goal);
        });
        return fmt::format("clip {}: {} now {}", inQuotes(clip.name), counted(open, "track", "tracks"),
                           open == 1 ? "ends at its first value" : "end at their first value");
    }
    const double frame = frameSeconds(clip);
    forEachEnd(static_cast<float>(frame / std::max(clip.durationSeconds, frame)),
               [&](auto& track, const auto& goal) { addFrame(track, goal, clip.durationSeconds, frame); });
    clip.durationSeconds += frame;
    return fmt::format("clip {}: ends with its first pose, {:.3g} s later", inQuotes(clip.name), frame);
}

std::vector<std::string> spaceMends(const Model& model) {
    Lines lines;
    const double unit = model.metersPerUnit.value_or(1.0) * model.rootScale;
    if (unit != 1.0) lines.push_back(fmt::format("unit: was {:.6g} m, is 1 m", unit));
    const UpAxis up = model.rootUp == UpAxis::y ? model.up : model.rootUp;
    if (up != UpAxis::y) lines.push_back(fmt::format("up axis: was {}, is Y", up == UpAxis::z ? "Z" : "X"));
    return lines;
}

std::vector<bool> flatTriangles(const SkinnedMesh& mesh) {
    std::vector<bool> isMorphed(mesh.vertexCount());
    for (const MorphTarget& target : mesh.morphTargets)
        for (const MorphDelta& delta : target.deltas)
            isMorphed[delta.vertex] = true;
    std::vector<bool> isFlat;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const uint32_t* corners = &mesh.indices[i];
        const bool mayOpen = isMorphed[corners[0]] || isMorphed[corners[1]] || isMorphed[corners[2]];
        isFlat.push_back(!mayOpen && isDegenerate(mesh, corners));
    }
    return isFlat;
}

size_t dropTriangles(SkinnedMesh& mesh, const std::vector<bool>& isDropped) {
    const auto dropped = static_cast<size_t>(std::ranges::count(isDropped, true));
    if (dropped == isDropped.size()) return 0;
    size_t corner = 0;
    std::erase_if(mesh.indices, [&](uint32_t) { return isDropped[corner++ / 3]; });
    return dropped;
}

std::vector<std::string> mendTriangles(Model& model) {
    PerName dropped;
    for (SkinnedMesh& mesh : model.meshes)
        dropped.add(mesh.name, dropTriangles(mesh, flatTriangles(mesh)));
    Lines lines;
    for (const auto& [name, count] : dropped.counts)
        lines.push_back(
            fmt::format("mesh {}: {} without area left out", inQuotes(name), counted(count, "triangle", "triangles")));
    return lines;
}

std::vector<std::string> mend(ImportedModel& imported) {
    Lines lines;
    tellWeights(imported, lines);
    tellIdleJoints(imported, lines);
    dropIdleBones(imported.model, lines);
    shortenRotations(imported.model, lines);
    makeUnique("node", imported.model.hierarchy.names, std::identity(), lines);
    makeUnique("clip", imported.model.clips, &AnimationClip::name, lines);
    makeUnique("material", imported.model.materials, &Material::name, lines);
    return lines;
}

}  // namespace sinew::exporting
