#include "import/collada/groups.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/error.h"

namespace sinew::collada {

void ChannelGroup::take(ChannelGroup& other) {
    std::ranges::move(other.channels, std::back_inserter(channels));
    std::ranges::move(other.weights, std::back_inserter(weights));
}

ChannelGroups::ChannelGroups(const Document& document) : document_(document) {
    readClips();
    readTrees();
}

void ChannelGroups::addChannels(Node animation, ChannelGroup& group) {
    for (const Node channel : animation.children("channel")) {
        const auto weights = weightTarget(document_, channel);
        const auto target = targetOf(document_, channel.attribute("target").value());
        const Node sampler = samplerOf(document_, animation, channel);
        if ((!target && !weights) || !sampler) continue;
        auto& known = samplers_[sampler.hash_value()];
        if (!known) known = std::make_unique<Sampler>(document_, sampler, sources_);
        if (known->times().empty()) continue;
        if (weights)
            group.weights.push_back({*weights, known.get()});
        else
            group.channels.push_back({*target, known.get()});
    }
}

void ChannelGroups::readClips() {
    constexpr size_t kMostChannels = 1'000'000;  // several clips may have those of one animation
    size_t channels = 0;
    for (const Node library : document_.root().children("library_animation_clips"))
        for (const Node clip : library.children("animation_clip")) {
            ChannelGroup group{.name = clip.attribute("name").as_string(clip.attribute("id").value()),
                               .channels = {},
                               .weights = {},
                               .isClip = true,
                               .startSeconds = clip.attribute("start").as_double(0.0),
                               .endSeconds = clip.attribute("end").as_double(0.0)};
            std::unordered_set<size_t> own;  // a clip may name an animation and the one around it
            for (const Node part : clip.children("instance_animation"))
                forEachElement(document_.byId(part.attribute("url").value()), [&](Node at) {
                    if (std::string_view(at.name()) != "animation") return false;
                    if (own.insert(at.hash_value()).second) addChannels(at, group);
                    inClips_.insert(at.hash_value());
                    return true;
                });
            channels += group.channels.size() + group.weights.size();
            if (channels > kMostChannels)
                throw Error(Exit::input, fmt::format("has clips of more than {} channels", kMostChannels));
            if (!group.channels.empty() || !group.weights.empty()) groups_.push_back(std::move(group));
        }
}

ChannelGroups::Tree ChannelGroups::treeOf(Node animation) {
    Tree tree;
    tree.group.name = animation.attribute("name").as_string("animation");
    if (const Node around = animation.parent(); std::string_view(around.name()) == "animation")
        tree.group.name.insert(0, std::string(around.attribute("name").as_string("animation")) + "_");
    if (inClips_.contains(animation.hash_value())) return tree;
    addChannels(animation, tree.group);
    const auto samplers = animation.children("sampler");
    tree.samplerCount = static_cast<size_t>(std::distance(samplers.begin(), samplers.end()));
    return tree;
}

void ChannelGroups::joinSingles(std::vector<Tree>& trees, Tree& tree) {
    std::set<std::pair<size_t, size_t>> targets;
    bool single = true;
    std::erase_if(tree.children, [&](size_t child) {
        const Tree& one = trees[child];
        return one.samplerCount == 0 && one.children.empty() && one.group.channels.empty() && one.group.weights.empty();
    });
    for (const size_t child : tree.children) {
        single = single && trees[child].samplerCount == 1;
        for (const NodeChannel& channel : trees[child].group.channels)
            single =
                single &&
                targets.emplace(channel.target.element.hash_value(), channel.target.member.value_or(~size_t{0})).second;
    }
    if (!single) return;
    for (const size_t child : tree.children) {
        if (tree.group.name.empty()) tree.group.name = trees[child].group.name;  // of all animations
        tree.group.take(trees[child].group);
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
