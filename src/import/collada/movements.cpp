#include "import/collada/movements.h"

#include <algorithm>
#include <map>
#include <span>

namespace sinew::collada {
namespace {

constexpr double kAlmost = 0.9;  // as long as another animation: of its length

/// Whether no two of these parts move one node.
bool moveOwnNodes(const std::vector<Movement>& parts, std::span<const size_t> indices) {
    std::set<size_t> nodes;
    return std::ranges::all_of(indices, [&](size_t i) {
        return std::ranges::all_of(parts[i].nodes, [&](size_t node) { return nodes.insert(node).second; });
    });
}

/// The first of these parts takes the others, if no two move one node.
void joinApart(std::vector<Movement>& parts, std::span<const size_t> indices) {
    if (indices.size() < 2 || !moveOwnNodes(parts, indices)) return;
    for (const size_t other : indices.subspan(1))
        parts[indices.front()].take(parts[other]);
}

/// What has nothing left.
void dropTaken(std::vector<Movement>& parts) {
    std::erase_if(parts, [](const Movement& part) { return part.nodes.empty() && part.weights.empty(); });
}

void joinNodes(std::vector<Movement>& parts) {
    std::map<double, std::vector<size_t>> byLength;
    for (size_t i = 0; i < parts.size(); ++i)
        if (parts[i].isOfOneNode()) byLength[parts[i].lastSeconds].push_back(i);
    for (const auto& [length, alike] : byLength)
        joinApart(parts, alike);
    dropTaken(parts);
    std::vector<size_t> moving;
    double longest = 0.0;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].nodes.empty()) continue;
        moving.push_back(i);
        longest = std::max(longest, parts[i].lastSeconds);
    }
    const bool areParts = std::ranges::all_of(moving, [&](size_t i) {
        const double last = parts[i].lastSeconds;  // one key at 0 is a constant
        return (parts[i].isJoined || parts[i].isOfOneNode()) && (last >= kAlmost * longest || last == 0.0);
    });
    if (areParts) joinApart(parts, moving);
    dropTaken(parts);
}

/// Each weight's animations go to different clips.
void joinWeights(std::vector<Movement>& parts) {
    std::map<std::pair<size_t, size_t>, size_t> uses;
    std::vector<size_t> clips;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].nodes.empty()) continue;
        size_t clip = 0;
        for (const auto& weight : parts[i].weights)
            clip = std::max(clip, uses[weight]);
        for (const auto& weight : parts[i].weights)
            uses[weight] = clip + 1;
        if (clip == clips.size())
            clips.push_back(i);
        else
            parts[clips[clip]].take(parts[i]);
    }
    dropTaken(parts);
}

/// A clip of nodes takes the only other one, of weights: these have keys only where they change.
void joinBoth(std::vector<Movement>& parts) {
    if (parts.size() != 2) return;
    const bool isFirst = parts[0].nodes.empty();
    Movement &clip = parts[isFirst ? 1 : 0], &added = parts[isFirst ? 0 : 1];
    const bool areApart =
        std::ranges::none_of(added.weights, [&](const auto& weight) { return clip.weights.contains(weight); });
    if (clip.nodes.empty() || !added.nodes.empty() || !areApart || clip.lastSeconds < kAlmost * added.lastSeconds)
        return;
    const bool wasJoined = clip.isJoined;
    clip.take(added);
    clip.isJoined = wasJoined;
    dropTaken(parts);
}

}  // namespace

void joinMovements(std::vector<Movement>& movements) {
    joinNodes(movements);
    joinWeights(movements);
    joinBoth(movements);
}

}  // namespace sinew::collada
