#include "export/mend.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "model/poses.h"
#include "model/text.h"

namespace sinew::exporting {
namespace {

using Lines = std::vector<std::string>;

void tellWeights(const ImportedModel& imported, Lines& lines) {
    for (size_t m = 0; m < imported.report.influences.size(); ++m) {
        const InfluenceReport& influences = imported.report.influences[m];
        const std::string name = inQuotes(imported.model.meshes[m].name);
        if (influences.renormalizedVertices > 0)
            lines.push_back(fmt::format("mesh {}: the weights of {} now sum to 1", name,
                                        counted(influences.renormalizedVertices, "vertex", "vertices")));
        if (influences.unweightedVertices > 0)
            lines.push_back(fmt::format("mesh {}: {} without weights now follow the mesh's node", name,
                                        counted(influences.unweightedVertices, "vertex", "vertices")));
    }
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

bool isDegenerate(const SkinnedMesh& mesh, const uint32_t* corners) {
    const glm::dvec3 a(mesh.positions[corners[0]]), b(mesh.positions[corners[1]]), c(mesh.positions[corners[2]]);
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) return true;
    return glm::cross(b - a, c - a) == glm::dvec3(0.0);
}

/// Triangles that only a morph target opens stay.
void dropDegenerateTriangles(Model& model, Lines& lines) {
    for (SkinnedMesh& mesh : model.meshes) {
        std::vector<bool> isMorphed(mesh.vertexCount());
        for (const MorphTarget& target : mesh.morphTargets)
            for (const MorphDelta& delta : target.deltas)
                isMorphed[delta.vertex] = true;
        std::vector<uint32_t> kept;
        kept.reserve(mesh.indices.size());
        for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const uint32_t* corners = &mesh.indices[i];
            const bool opens = isMorphed[corners[0]] || isMorphed[corners[1]] || isMorphed[corners[2]];
            if (opens || !isDegenerate(mesh, corners)) kept.insert(kept.end(), corners, corners + 3);
        }
        const size_t dropped = (mesh.indices.size() - kept.size()) / 3;
        if (dropped == 0 || kept.empty()) continue;
        mesh.indices = std::move(kept);
        lines.push_back(fmt::format("mesh {}: {} without area left out", inQuotes(mesh.name),
                                    counted(dropped, "triangle", "triangles")));
    }
}

size_t shorten(Track<glm::quat>& track) {
    size_t turned = 0;
    for (size_t i = 1; i < track.size(); ++i)
        if (glm::dot(track.values[i - 1], track.values[i]) < 0.0f) track.values[i] = -track.values[i], ++turned;
    return turned;
}

void shortenRotations(Model& model, Lines& lines) {
    for (AnimationClip& clip : model.clips) {
        size_t turned = 0;
        for (Channel& channel : clip.channels)
            turned += shorten(channel.rotation);
        if (turned > 0)
            lines.push_back(fmt::format("clip {}: {} now take the short way", inQuotes(clip.name),
                                        counted(turned, "quaternion", "quaternions")));
    }
}

/// Numbers the names that come again.
template <typename Visit>
void makeUnique(const char* kind, const Visit& visitNames, Lines& lines) {
    std::set<std::string> taken;
    visitNames([&](std::string& name) { taken.insert(name); });
    std::set<std::string> seen;
    visitNames([&](std::string& name) {
        if (name.empty() || seen.insert(name).second) return;
        const std::string before = name;
        for (int number = 2; !taken.insert(name).second; ++number)
            name = fmt::format("{} {}", before, number);
        seen.insert(name);
        lines.push_back(fmt::format("{} {} is now {}: the name was there before", kind, inQuotes(before), inQuotes(name)));
    });
}

void makeNamesUnique(Model& model, Lines& lines) {
    makeUnique(
        "node", [&](const auto& visit) { std::ranges::for_each(model.hierarchy.names, visit); }, lines);
    makeUnique(
        "clip", [&](const auto& visit) { for (AnimationClip& clip : model.clips) visit(clip.name); }, lines);
    makeUnique(
        "material", [&](const auto& visit) { for (Material& material : model.materials) visit(material.name); }, lines);
}

// How a track ends.

float distance(const glm::vec3& a, const glm::vec3& b) {
    return glm::length(a - b);
}
float distance(const glm::quat& a, const glm::quat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}
float distance(float a, float b) {
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

/// Whether the track comes back to its start with one step more.
template <typename Value>
bool lacksFrame(const Track<Value>& track) {
    float largest = 0.0f;
    for (size_t i = 1; i < track.size(); ++i)
        largest = std::max(largest, distance(track.values[i - 1], track.values[i]));
    return distance(track.values.front(), track.values.back()) <= 1.5f * largest;
}

template <typename Value>
void close(Track<Value>& track, double duration, double frame) {
    track.authored = {};
    const Value first = track.values.front(), last = track.values.back();
    if (frame > 0.0) {
        if (track.times.back() < duration) track.times.push_back(duration), track.values.push_back(last);
        track.times.push_back(duration + frame);
        track.values.push_back(first);
        return;
    }
    const double start = track.times.front(), length = track.times.back() - start;
    for (size_t i = 0; i < track.size(); ++i)
        track.values[i] = added(track.values[i], first, last, static_cast<float>((track.times[i] - start) / length));
    track.values.back() = first;
}

/// The topmost node that a clip translates.
uint32_t travelingNode(const AnimationClip& clip) {
    uint32_t first = ~0u;
    for (const Channel& channel : clip.channels)
        if (channel.translation.size() > 1) first = std::min(first, channel.node);
    return first;
}

}  // namespace

std::string mendLoop(const Model& model, AnimationClip& clip) {
    constexpr float kTravels = 0.05f;  // of the model's size
    const uint32_t root = travelingNode(clip);
    const float size = restPoseOf(model).size;
    size_t open = 0, lacking = 0;
    const auto forEachOpen = [&](const auto& visit) {
        for (Channel& channel : clip.channels) {
            const Track<glm::vec3>& way = channel.translation;
            const bool travels = channel.node == root &&
                                 distance(way.values.front(), way.values.back()) > kTravels * size;
            if (way.size() > 1 && !travels) visit(channel.translation);
            if (channel.rotation.size() > 1) visit(channel.rotation);
            if (channel.scale.size() > 1) visit(channel.scale);
        }
        for (MorphChannel& morph : clip.morphs)
            if (morph.track.size() > 1) visit(morph.track);
    };
    forEachOpen([&](auto& track) {
        if (distance(track.values.front(), track.values.back()) <= 1e-6f) return;
        ++open;
        lacking += lacksFrame(track);
    });
    if (open == 0) return {};
    const bool addsFrame = lacking == open;
    const double frame = addsFrame ? frameSeconds(clip) : 0.0;
    forEachOpen([&](auto& track) {
        if (addsFrame || distance(track.values.front(), track.values.back()) > 0.0f)
            close(track, clip.durationSeconds, frame);
    });
    clip.durationSeconds += frame;
    return fmt::format("clip {}: {}", inQuotes(clip.name),
                       addsFrame ? fmt::format("ends with its first pose, {:.3g} s later", frame)
                                 : fmt::format("the last pose of {} is now the first", counted(open, "track", "tracks")));
}

std::vector<std::string> spaceMends(const Model& model) {
    Lines lines;
    const double unit = model.metersPerUnit.value_or(1.0) * model.rootScale;
    if (unit != 1.0) lines.push_back(fmt::format("unit: was {:.6g} m, is 1 m", unit));
    const UpAxis up = model.rootUp == UpAxis::y ? model.up : model.rootUp;
    if (up != UpAxis::y) lines.push_back(fmt::format("up axis: was {}, is Y", up == UpAxis::z ? "Z" : "X"));
    return lines;
}

std::vector<std::string> mend(ImportedModel& imported) {
    Lines lines;
    tellWeights(imported, lines);
    tellIdleJoints(imported, lines);
    dropIdleBones(imported.model, lines);
    dropDegenerateTriangles(imported.model, lines);
    shortenRotations(imported.model, lines);
    makeNamesUnique(imported.model, lines);
    return lines;
}

}  // namespace sinew::exporting
