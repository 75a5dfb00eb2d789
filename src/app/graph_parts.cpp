#include "app/graph_parts.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "app/option_values.h"

namespace sinew {
namespace {

constexpr double kMostFeather = 1000.0;
constexpr size_t kListed = 12;  // more names than that do not help

template <typename Things, typename NameOf>
size_t indexOf(const LinedJson& name, std::string_view kind, const Things& things, const NameOf& nameOf) {
    const std::string wanted = name.text();
    std::string list;
    for (size_t i = 0; i < things.size(); ++i) {
        const std::string& own = nameOf(things[i]);
        if (own == wanted) return i;
        if (i < kListed) list += fmt::format("{}{}", i == 0 ? "" : ", ", own);
        if (i == kListed) list += " ...";
    }
    name.refuse(fmt::format("there is no {} {}; {}", kind, inQuotes(wanted),
                            list.empty() ? "there is none" : "there are " + inQuotes(list)));
}

glm::vec2 readPosition(const LinedJson& place, bool isPlane) {
    if (!isPlane) return {static_cast<float>(place.number(-kMostNumber, kMostNumber)), 0.0f};
    const std::vector<LinedJson> values = place.items();
    if (values.size() != 2) place.refuse("\"at\" has to be two numbers, [x, y]");
    return {static_cast<float>(values[0].number(-kMostNumber, kMostNumber)),
            static_cast<float>(values[1].number(-kMostNumber, kMostNumber))};
}

GraphMotion readBlend(const LinedJson& blend, const GraphNames& names) {
    blend.checkFields({"x", "y", "clips"});
    GraphMotion motion{.x = names.number(blend.at("x"))};
    if (const auto y = blend.find("y")) motion.y = names.number(*y);
    const LinedJson list = blend.at("clips");
    for (const LinedJson& item : list.items()) {
        item.checkFields({"clip", "at", "contact_s"});
        GraphClip clip{.clip = names.clip(item.at("clip")),
                       .position = readPosition(item.at("at"), motion.y.has_value())};
        if (!motion.y && !motion.clips.empty() && !(clip.position.x > motion.clips.back().position.x))
            item.at("at").refuse("\"at\" has to be more than that of the clip before");
        if (const auto contact = item.find("contact_s"))
            clip.contactSeconds = contact->number(0.0, names.clips[clip.clip].durationSeconds);
        motion.clips.push_back(clip);
    }
    if (motion.clips.empty()) list.refuse("\"clips\" is empty");
    return motion;
}

NodeMask readMask(const LinedJson& list, const GraphNames& names) {
    NodeMask mask;
    for (const LinedJson& item : list.items()) {
        item.checkFields({"node", "feather"});
        const uint32_t node = names.node(item.at("node"));
        const auto feather = item.find("feather");
        const double levels = feather ? feather->number(0.0, kMostFeather) : 0.0;
        const NodeMask branch = branchMask(names.hierarchy, node, static_cast<uint32_t>(levels));
        if (mask.weights.empty())
            mask = branch;
        else
            unite(mask, branch);
    }
    if (mask.weights.empty()) list.refuse("\"mask\" is empty; leave it out for all nodes");
    return mask;
}

}  // namespace

size_t GraphNames::clip(const LinedJson& name) const {
    return indexOf(name, "clip", clips, [](const AnimationClip& clip) -> const std::string& { return clip.name; });
}

uint32_t GraphNames::node(const LinedJson& name) const {
    const auto own = [](const std::string& node) -> const std::string& { return node; };
    return static_cast<uint32_t>(indexOf(name, "node", hierarchy.names, own));
}

size_t GraphNames::parameter(const LinedJson& name) const {
    const auto own = [](const GraphParameter& parameter) -> const std::string& { return parameter.name; };
    return indexOf(name, "parameter", graph.parameters, own);
}

size_t GraphNames::number(const LinedJson& name) const {
    const size_t found = parameter(name);
    if (graph.parameters[found].kind != ParameterKind::number)
        name.refuse(fmt::format("the parameter {} is no number", inQuotes(graph.parameters[found].name)));
    return found;
}

size_t GraphNames::state(const LinedJson& name) const {
    return indexOf(name, "state", graph.states,
                   [](const GraphState& state) -> const std::string& { return state.name; });
}

GraphMotion readMotion(const LinedJson& owner, const GraphNames& names) {
    const auto clip = owner.find("clip"), blend = owner.find("blend");
    if (clip.has_value() == blend.has_value()) owner.refuse("either \"clip\" or \"blend\" has to be there");
    if (blend) return readBlend(*blend, names);
    GraphMotion motion;
    motion.clips.push_back({.clip = names.clip(*clip)});
    return motion;
}

GraphLayer readLayer(const LinedJson& owner, const GraphNames& names) {
    GraphLayer layer;
    layer.motion = readMotion(owner, names);
    if (const auto mode = owner.find("mode"))
        layer.mode = mode->choice({"override", "additive"}) == 0 ? LayerMode::override : LayerMode::additive;
    if (const auto reference = owner.find("reference")) {
        if (layer.mode != LayerMode::additive) reference->refuse("\"reference\" is for an additive layer");
        layer.reference = reference->choice({"first_frame", "rest_pose"}) == 0 ? AdditiveReference::firstFrame
                                                                               : AdditiveReference::restPose;
    }
    if (const auto mask = owner.find("mask")) layer.mask = readMask(*mask, names);
    if (const auto weight = owner.find("weight")) layer.weight = names.number(*weight);
    return layer;
}

std::optional<glm::vec3> readDirection(const LinedJson& owner, std::string_view field) {
    const auto given = owner.find(field);
    if (!given) return std::nullopt;
    const std::vector<LinedJson> axes = given->items();
    if (axes.size() != 3) given->refuse(fmt::format("\"{}\" has to be three numbers, [x, y, z]", field));
    glm::vec3 direction(0.0f);
    for (int axis = 0; axis < 3; ++axis)
        direction[axis] = static_cast<float>(axes[static_cast<size_t>(axis)].number(-1.0, 1.0));
    if (!(glm::length(direction) > 1e-3f)) given->refuse(fmt::format("\"{}\" has no length", field));
    return direction;
}

std::vector<GraphCondition> readConditions(const LinedJson& list, const GraphNames& names) {
    constexpr Comparison kComparisons[] = {Comparison::less,     Comparison::lessOrEqual,    Comparison::equal,
                                           Comparison::notEqual, Comparison::greaterOrEqual, Comparison::greater};
    std::vector<GraphCondition> conditions;
    for (const LinedJson& item : list.items()) {
        item.checkFields({"parameter", "is", "value"});
        GraphCondition condition{.parameter = names.parameter(item.at("parameter"))};
        const ParameterKind kind = names.graph.parameters[condition.parameter].kind;
        const auto is = item.find("is"), value = item.find("value");
        if (kind == ParameterKind::trigger) {
            if (is || value) (is ? *is : *value).refuse("a trigger is not compared; leave out \"is\" and \"value\"");
        } else if (kind == ParameterKind::flag) {
            if (is) is->refuse("a flag is not compared; leave out \"is\"");
            condition.value = !value || value->flag() ? 1.0 : 0.0;
        } else {
            condition.comparison = kComparisons[item.at("is").choice({"<", "<=", "==", "!=", ">=", ">"})];
            condition.value = item.at("value").number(-kMostNumber, kMostNumber);
        }
        conditions.push_back(condition);
    }
    return conditions;
}

}  // namespace sinew
