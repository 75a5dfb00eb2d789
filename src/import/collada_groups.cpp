#include "import/collada_groups.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "animation/transform.h"
#include "import/collada_cut.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;
constexpr int kMostGroups = 256;

/// assimp's meaning of matrices that move a node: between two keys their parts go straight, each for itself.
MatrixKeys matrixKeys(ColladaSampler& sampler) {
    const size_t stated = sampler.times().size();
    sampler.load();
    if (sampler.width() != 16 || sampler.times().size() != stated) throw LostKeys{};
    MatrixKeys keys;
    keys.translation.times = keys.rotation.times = keys.scale.times = sampler.times();
    for (size_t key = 0; key < stated; ++key) {
        const Transform transform = transformFrom(glm::mat4(matrixOf(TransformKind::matrix, sampler.valuesAt(key))));
        keys.translation.values.push_back(transform.translation);
        keys.rotation.values.push_back(transform.rotation);
        keys.scale.values.push_back(transform.scale);
    }
    return keys;
}

}  // namespace

ColladaGroups::ColladaGroups(const ColladaDocument& document) : document_(document), sources_(document) {
    readTree();
    if (document.hasCutKeys()) readMatrices();
    for (size_t g = 0; g < groups_.size(); ++g) {
        for (const ColladaChannel& channel : groups_[g].channels) {
            std::vector<size_t>& list = moving_[channel.target.node.hash_value()];
            if (list.empty() || list.back() != g) list.push_back(g);
        }
    }
}

std::vector<size_t> ColladaGroups::moving(Node element) const {
    const auto found = moving_.find(element.hash_value());
    return found == moving_.end() ? std::vector<size_t>{} : found->second;
}

void ColladaGroups::addChannels(Node animation, Tree& tree) {
    for (Node channel = animation.child("channel"); channel; channel = channel.next_sibling("channel")) {
        const auto weights = colladaWeightTarget(document_, channel);
        const auto target = colladaTarget(document_, channel.attribute("target").value());
        const Node sampler = samplerOf(document_, animation, channel);
        if ((!target && !weights) || !sampler) continue;
        auto& known = samplers_[sampler.hash_value()];
        if (!known) known = std::make_unique<ColladaSampler>(document_, sampler, sources_);
        if (known->times().empty()) continue;
        if (weights)
            tree.weights.push_back({*weights, known.get()});
        else
            tree.channels.push_back({*target, known.get()});
    }
}

ColladaGroups::Tree ColladaGroups::treeOf(Node animation, int depth) {
    Tree tree{
        .name = animation.attribute("name").as_string("animation"), .channels = {}, .weights = {}, .children = {}};
    tree.startSeconds = animation.attribute("start").as_double(0.0);
    tree.endSeconds = animation.attribute("end").as_double(0.0);
    addChannels(animation, tree);
    tree.samplerCount =
        static_cast<size_t>(std::distance(animation.children("sampler").begin(), animation.children("sampler").end()));
    for (Node child = animation.child("animation"); child && depth < kMostGroups;
         child = child.next_sibling("animation"))
        tree.children.push_back(treeOf(child, depth + 1));
    return tree;
}

void ColladaGroups::joinSingles(Tree& tree) {
    std::set<std::pair<size_t, size_t>> targets;
    bool single = true;
    for (Tree& child : tree.children) {
        joinSingles(child);
        single = single && child.samplerCount == 1;
        for (const ColladaChannel& channel : child.channels)
            single =
                single &&
                targets.emplace(channel.target.element.hash_value(), channel.target.member.value_or(~size_t{0})).second;
    }
    if (!single) return;
    for (Tree& child : tree.children) {
        std::move(child.channels.begin(), child.channels.end(), std::back_inserter(tree.channels));
        std::move(child.weights.begin(), child.weights.end(), std::back_inserter(tree.weights));
        tree.samplerCount += child.samplerCount;
    }
    tree.children.clear();
}

void ColladaGroups::flatten(Tree& tree) {
    for (Tree& child : tree.children)
        flatten(child);
    if (!tree.channels.empty() || !tree.weights.empty())
        groups_.push_back({std::move(tree.name), std::move(tree.channels), std::move(tree.weights), tree.startSeconds,
                           tree.endSeconds});
}

void ColladaGroups::readMatrices() {
    for (const ColladaGroup& group : groups_)
        for (const ColladaChannel& channel : group.channels)
            if (const auto [place, isNew] = matrices_.try_emplace(channel.sampler); isNew)
                place->second = matrixKeys(*channel.sampler);
}

void ColladaGroups::readTree() {
    const Node root = document_.root();
    Tree all;
    for (Node library = root.child("library_animations"); library; library = library.next_sibling("library_animations"))
        for (Node animation = library.child("animation"); animation; animation = animation.next_sibling("animation"))
            all.children.push_back(treeOf(animation, 0));
    if (all.children.empty()) return;
    all.name = all.children.front().name;
    joinSingles(all);
    flatten(all);
}

}  // namespace sinew
