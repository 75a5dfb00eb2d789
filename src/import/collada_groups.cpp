#include "import/collada_groups.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "animation/transform.h"
#include "import/collada_cut.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

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
    readTrees();
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

ColladaGroups::Tree ColladaGroups::treeOf(Node animation) {
    Tree tree{
        .name = animation.attribute("name").as_string("animation"), .channels = {}, .weights = {}, .children = {}};
    tree.startSeconds = animation.attribute("start").as_double(0.0);
    tree.endSeconds = animation.attribute("end").as_double(0.0);
    addChannels(animation, tree);
    tree.samplerCount =
        static_cast<size_t>(std::distance(animation.children("sampler").begin(), animation.children("sampler").end()));
    return tree;
}

std::vector<ColladaGroups::Tree> ColladaGroups::treesOf(Node root) {
    std::vector<Tree> trees(1);
    for (const Node library : root.children("library_animations"))
        for (const Node animation : library.children("animation")) {
            std::vector<std::pair<Node, size_t>> around{{library, 0}};
            forEachElement(animation, [&](Node at) {
                if (std::string_view(at.name()) != "animation") return false;
                while (around.back().first != at.parent())
                    around.pop_back();
                trees[around.back().second].children.push_back(trees.size());
                around.emplace_back(at, trees.size());
                trees.push_back(treeOf(at));
                return true;
            });
        }
    return trees;
}

void ColladaGroups::joinSingles(std::vector<Tree>& trees, Tree& tree) {
    std::set<std::pair<size_t, size_t>> targets;
    bool single = true;
    for (const size_t child : tree.children) {
        single = single && trees[child].samplerCount == 1;
        for (const ColladaChannel& channel : trees[child].channels)
            single =
                single &&
                targets.emplace(channel.target.element.hash_value(), channel.target.member.value_or(~size_t{0})).second;
    }
    if (!single) return;
    for (const size_t child : tree.children) {
        Tree& joined = trees[child];
        std::move(joined.channels.begin(), joined.channels.end(), std::back_inserter(tree.channels));
        std::move(joined.weights.begin(), joined.weights.end(), std::back_inserter(tree.weights));
        tree.samplerCount += joined.samplerCount;
    }
    tree.children.clear();
}

void ColladaGroups::addGroup(Tree& tree) {
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

void ColladaGroups::readTrees() {
    std::vector<Tree> trees = treesOf(document_.root());
    if (trees.size() == 1) return;
    trees.front().name = trees[1].name;
    for (size_t i = trees.size(); i-- > 0;)
        joinSingles(trees, trees[i]);
    struct Open {
        size_t tree, next;  // `next`: the first child whose groups are not there yet
    };
    for (std::vector<Open> open{{0, 0}}; !open.empty();) {
        Tree& tree = trees[open.back().tree];
        if (open.back().next < tree.children.size()) {
            open.push_back({tree.children[open.back().next++], 0});
            continue;
        }
        addGroup(tree);
        open.pop_back();
    }
}

}  // namespace sinew
