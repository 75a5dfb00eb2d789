#include "import/collada/groups.h"

#include "import/assimp/dialect.h"

namespace sinew::collada {
namespace {

/// Decomposes matrices as assimp does, which interpolates translation, rotation and scale separately.
Channel matrixKeys(Sampler& sampler) {
    const size_t stated = sampler.times().size();
    sampler.load();
    if (sampler.width() != 16 || sampler.times().size() != stated) throw ShortcutFailed{};
    Channel keys;
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

ChannelGroups::ChannelGroups(const Document& document) : document_(document) {
    readTrees();
    for (size_t g = 0; g < groups_.size(); ++g)
        for (const NodeChannel& channel : groups_[g].channels) {
            std::vector<size_t>& list = moving_[channel.target.node.hash_value()];
            if (list.empty() || list.back() != g) list.push_back(g);
            if (document.hasCutKeys() && !matrices_.contains(channel.sampler))
                matrices_.emplace(channel.sampler, matrixKeys(*channel.sampler));
        }
}

std::vector<size_t> ChannelGroups::moving(Node element) const {
    const auto found = moving_.find(element.hash_value());
    return found == moving_.end() ? std::vector<size_t>{} : found->second;
}

ChannelGroups::Tree ChannelGroups::treeOf(Node animation) {
    Tree tree;
    tree.group = {.name = animation.attribute("name").as_string("animation"),
                  .channels = {},
                  .weights = {},
                  .startSeconds = animation.attribute("start").as_double(0.0),
                  .endSeconds = animation.attribute("end").as_double(0.0)};
    for (const Node channel : animation.children("channel")) {
        const auto weights = weightTarget(document_, channel);
        const auto target = targetOf(document_, channel.attribute("target").value());
        const Node sampler = samplerOf(document_, animation, channel);
        if ((!target && !weights) || !sampler) continue;
        auto& known = samplers_[sampler.hash_value()];
        if (!known) known = std::make_unique<Sampler>(document_, sampler, sources_);
        if (known->times().empty()) continue;
        if (weights)
            tree.group.weights.push_back({*weights, known.get()});
        else
            tree.group.channels.push_back({*target, known.get()});
    }
    const auto samplers = animation.children("sampler");
    tree.samplerCount = static_cast<size_t>(std::distance(samplers.begin(), samplers.end()));
    return tree;
}

void ChannelGroups::joinSingles(std::vector<Tree>& trees, Tree& tree) {
    std::set<std::pair<size_t, size_t>> targets;
    bool single = true;
    for (const size_t child : tree.children) {
        single = single && trees[child].samplerCount == 1;
        for (const NodeChannel& channel : trees[child].group.channels)
            single =
                single &&
                targets.emplace(channel.target.element.hash_value(), channel.target.member.value_or(~size_t{0})).second;
    }
    if (!single) return;
    for (const size_t child : tree.children) {
        ChannelGroup& joined = trees[child].group;
        std::move(joined.channels.begin(), joined.channels.end(), std::back_inserter(tree.group.channels));
        std::move(joined.weights.begin(), joined.weights.end(), std::back_inserter(tree.group.weights));
        tree.samplerCount += trees[child].samplerCount;
    }
    tree.children.clear();
}

void ChannelGroups::readTrees() {
    std::vector<Tree> trees(1);  // one for all animations; then one for each <animation>, after the one around it
    for (const Node library : document_.root().children("library_animations"))
        for (const Node animation : library.children("animation")) {
            std::vector<std::pair<Node, size_t>> ancestors{{library, 0}};
            forEachElement(animation, [&](Node at) {
                if (std::string_view(at.name()) != "animation") return false;
                while (ancestors.back().first != at.parent())
                    ancestors.pop_back();
                trees[ancestors.back().second].children.push_back(trees.size());
                ancestors.emplace_back(at, trees.size());
                trees.push_back(treeOf(at));
                return true;
            });
        }
    if (trees.size() == 1) return;
    trees.front().group.name = trees[1].group.name;
    for (size_t i = trees.size(); i-- > 0;)
        joinSingles(trees, trees[i]);
    struct Open {
        size_t tree, next;  // `next`: the first child that was not visited
    };
    for (std::vector<Open> open{{0, 0}}; !open.empty();) {
        Tree& tree = trees[open.back().tree];
        if (open.back().next < tree.children.size()) {
            open.push_back({tree.children[open.back().next++], 0});
            continue;
        }
        if (!tree.group.channels.empty() || !tree.group.weights.empty()) groups_.push_back(std::move(tree.group));
        open.pop_back();
    }
}

}  // namespace sinew::collada
