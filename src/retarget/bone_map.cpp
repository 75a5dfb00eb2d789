#include "retarget/bone_map.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include <glm/geometric.hpp>

#include "match/names.h"
#include "model/outer_nodes.h"
#include "retarget/figure_shape.h"

namespace sinew {
namespace {

using Part = FigurePart;
using Nodes = std::map<BoneRole, uint32_t>;

constexpr size_t kFewestPairs = 3;
constexpr float kClose = 0.5f;  // of a thigh's length

uint32_t countOf(const Nodes& nodes, FigurePart part) {
    return static_cast<uint32_t>(std::ranges::count(nodes, part, [](const auto& entry) { return entry.first.part; }));
}

/// The number of the source's bone for bone `number` of `count` ones of a spine or a neck, both from 1; 0 if it has
/// none. A single bone is a chest, or the lowest of a neck.
uint32_t inProportion(uint32_t number, uint32_t count, uint32_t sourceCount, bool isSpine) {
    const auto across = [&](uint32_t at, uint32_t of, uint32_t to) {
        if (of == 1) return isSpine ? to : 1u;
        return 1 + static_cast<uint32_t>(std::lround(double(at - 1) * double(to - 1) / double(of - 1)));
    };
    if (sourceCount >= count) return across(number, count, sourceCount);
    for (uint32_t source = 1; source <= sourceCount; ++source)
        if (across(source, sourceCount, count) == number) return source;
    return 0;
}

void pairFigures(const FigureBones& source, const FigureBones& target, BoneMap& map) {
    for (const auto& [role, node] : target.nodes) {
        BoneRole other = role;
        if (role.part == Part::spine || role.part == Part::neck) {
            const uint32_t count = countOf(source.nodes, role.part);
            if (count == 0) continue;
            other.number = inProportion(role.number, countOf(target.nodes, role.part), count, role.part == Part::spine);
        }
        const auto found = source.nodes.find(other);
        if (found != source.nodes.end()) map.pairs.push_back({role, found->second, node});
    }
}

/// The topmost bone that hangs closely above the hips: in Biped rigs, the thighs are below the spine, and pelvis and
/// hips above it have to come along.
uint32_t carrierOf(uint32_t hips, const FigureBones& figure, const Model& model,
                   const std::vector<glm::mat4>& reference) {
    std::set<uint32_t> bones;
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned) bones.insert(bone.node);
    const auto place = [&](uint32_t node) { return glm::vec3(reference[node][3]); };
    const auto thigh = figure.nodes.find({Part::thigh, FigureSide::left});
    const auto shin = figure.nodes.find({Part::shin, FigureSide::left});
    if (thigh == figure.nodes.end() || shin == figure.nodes.end()) return hips;
    const float close = kClose * glm::length(place(thigh->second) - place(shin->second));
    uint32_t carrier = hips;
    for (int32_t at = model.hierarchy.parents[hips]; at != kNoParent;
         at = model.hierarchy.parents[static_cast<size_t>(at)])
        if (const auto node = static_cast<uint32_t>(at);
            bones.contains(node) && glm::length(place(node) - place(hips)) <= close)
            carrier = node;
    return carrier;
}

void pairNames(const Model& source, const Model& model, BoneMap& map) {
    std::set<uint32_t> sources, targets, moved;
    for (const BonePair& pair : map.pairs)
        sources.insert(pair.source), targets.insert(pair.target);
    for (const AnimationClip& clip : source.clips)
        for (const Channel& channel : clip.channels)
            moved.insert(channel.node);
    const NodeMatches matches = matchNodes(source.hierarchy, model);
    for (const uint32_t node : moved) {
        const uint32_t other = matches.nodes[node];
        if (other == kNoNode || sources.contains(node) || targets.contains(other)) continue;
        if (source.hierarchy.parents[node] == kNoParent || model.hierarchy.parents[other] == kNoParent) continue;
        map.pairs.push_back({{FigurePart::other, FigureSide::middle, node}, node, other});
        targets.insert(other);
    }
}

BoneRole roleIn(const FigureBones& figure, uint32_t node) {
    for (const auto& [role, at] : figure.nodes)
        if (at == node) return role;
    return {FigurePart::other, FigureSide::middle, node};
}

std::string inQuotes(const std::string& name) {
    return "'" + name + "'";
}

uint32_t nodeNamed(const Model& model, const std::string& name, const char* whose) {
    const std::optional<uint32_t> node = findNode(model.hierarchy, name);
    if (!node) throw std::invalid_argument(inQuotes(name) + " is no bone of " + whose);
    return *node;
}

bool matters(const BoneRole& role) {
    const FigurePart part = role.part;
    return part == Part::hips || part == Part::head || part == Part::upperArm || part == Part::lowerArm ||
           part == Part::hand || part == Part::thigh || part == Part::shin || part == Part::foot ||
           (part == Part::spine && role.number == 1);
}

void addUnmapped(const Model& figure, bool isOfModel, const BoneMap& map, std::vector<UnmappedBone>& unmapped) {
    const auto pairOf = [&](uint32_t node) {
        return std::ranges::find(map.pairs, node, isOfModel ? &BonePair::target : &BonePair::source);
    };
    const bool hasSpine =
        std::ranges::any_of(map.pairs, [](const BonePair& pair) { return pair.role.part == Part::spine; });
    const std::vector<int32_t> parents = fileParents(figure.hierarchy);
    for (const auto& [role, node] : findFigure(figure, referencePose(figure)).nodes) {
        const bool isMapped = pairOf(node) != map.pairs.end() || (role.part == Part::spine && hasSpine);
        if (!matters(role) || isMapped) continue;
        UnmappedBone bone{role, node, isOfModel, {}};
        for (int32_t at = parents[node]; at != kNoParent && !bone.above; at = parents[static_cast<size_t>(at)])
            if (const auto pair = pairOf(static_cast<uint32_t>(at)); pair != map.pairs.end()) bone.above = *pair;
        unmapped.push_back(bone);
    }
}

}  // namespace

BoneMap findBoneMap(const Model& source, const Model& model) {
    const std::vector<glm::mat4> reference = referencePose(model);
    const std::vector<glm::mat4> sourceReference = referencePose(source);
    const FigureBones from = findFigure(source, sourceReference), to = findFigure(model, reference);
    // The sides that a figure seems to exchange tell nothing where it lies.
    BoneMap map{.pairs = {},
                .sourceSidesExchanged = from.sidesExchanged && !lies(from, sourceReference),
                .targetSidesExchanged = to.sidesExchanged && !lies(to, reference)};
    pairFigures(from, to, map);
    for (BonePair& pair : map.pairs)
        if (pair.role.part == Part::hips) pair.target = carrierOf(pair.target, to, model, reference);
    pairNames(source, model, map);
    if (map.pairs.size() < kFewestPairs) map.pairs.clear();
    return map;
}

BoneMap givenBoneMap(const Model& source, const Model& model,
                     const std::vector<std::pair<std::string, std::string>>& names) {
    const FigureBones from = findFigure(source, referencePose(source)), to = findFigure(model, referencePose(model));
    BoneMap map;
    std::set<uint32_t> sources, targets;
    for (const auto& [name, other] : names) {
        const uint32_t node = nodeNamed(source, name, "the clip file"), at = nodeNamed(model, other, "the model");
        if (!sources.insert(node).second) throw std::invalid_argument(inQuotes(name) + " is mapped twice");
        if (!targets.insert(at).second) throw std::invalid_argument(inQuotes(other) + " is mapped twice");
        BoneRole role = roleIn(to, at);
        if (role.part == FigurePart::other) role = roleIn(from, node);
        const bool taken = std::ranges::any_of(map.pairs, [&](const BonePair& pair) { return pair.role == role; });
        if (role.part == FigurePart::other || taken) role = {FigurePart::other, FigureSide::middle, node};
        map.pairs.push_back({role, node, at});
    }
    std::ranges::sort(map.pairs, {}, &BonePair::role);
    return map;
}

std::vector<UnmappedBone> unmappedBones(const Model& source, const Model& model, const BoneMap& map) {
    std::vector<UnmappedBone> unmapped;
    for (const bool isOfModel : {false, true})
        addUnmapped(isOfModel ? model : source, isOfModel, map, unmapped);
    return unmapped;
}

}  // namespace sinew
