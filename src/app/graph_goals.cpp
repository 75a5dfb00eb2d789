#include "app/graph_goals.h"

#include <fmt/format.h>

#include "app/option_values.h"

namespace sinew {
namespace {

constexpr double kHalfTurn = 180.0, kQuarterTurn = 90.0;
constexpr double kMostHeight = 1e6;

/// A field that is a number, in that range, or the name of a parameter that is one.
GraphAmount readAmount(const LinedJson& owner, std::string_view field, const GraphNames& names, double otherwise,
                       double least, double most) {
    const auto given = owner.find(field);
    if (!given) return {.parameter = {}, .value = otherwise};
    if (given->isText()) return {.parameter = names.number(*given)};
    return {.parameter = {}, .value = given->number(least, most)};
}

bool isBelow(const NodeHierarchy& hierarchy, uint32_t node, uint32_t above) {
    int32_t at = hierarchy.parents[node];
    while (at != kNoParent && static_cast<uint32_t>(at) != above)
        at = hierarchy.parents[static_cast<uint32_t>(at)];
    return at != kNoParent;
}

/// The node that `field` names, which has to be above `below`; without it the one next above.
uint32_t readAbove(const LinedJson& owner, std::string_view field, const GraphNames& names, uint32_t below) {
    const NodeHierarchy& hierarchy = names.hierarchy;
    if (const auto given = owner.find(field)) {
        const uint32_t node = names.node(*given);
        if (!isBelow(hierarchy, below, node))
            given->refuse(fmt::format("the node {} is not below {}", inQuotes(hierarchy.names[below]),
                                      inQuotes(hierarchy.names[node])));
        return node;
    }
    const int32_t parent = hierarchy.parents[below];
    if (parent == kNoParent)
        owner.at("foot").refuse(
            fmt::format("the node {} has nothing above it to be the \"{}\"", inQuotes(hierarchy.names[below]), field));
    return static_cast<uint32_t>(parent);
}

}  // namespace

GraphLook readLook(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"chain", "forward", "turn", "lift", "limit_degrees", "weight"});
    GraphLook look;
    const LinedJson list = item.at("chain");
    const std::vector<LinedJson> chain = list.items();
    if (chain.empty()) list.refuse("\"chain\" is empty");
    for (size_t i = 0; i < chain.size(); ++i) {
        const uint32_t node = names.node(chain[i]);
        if (i > 0 && !isBelow(names.hierarchy, node, look.joints.back().node))
            chain[i].refuse(fmt::format("the node {} is not below {}", inQuotes(names.hierarchy.names[node]),
                                        inQuotes(names.hierarchy.names[look.joints.back().node])));
        // Of what is still missing, so that all make equal parts of the whole.
        look.joints.push_back({node, 1.0f / static_cast<float>(chain.size() - i)});
    }
    look.forward = readDirection(item, "forward");
    look.turnDegrees = readAmount(item, "turn", names, 0.0, -kHalfTurn, kHalfTurn);
    look.liftDegrees = readAmount(item, "lift", names, 0.0, -kQuarterTurn, kQuarterTurn);
    if (const auto limit = item.find("limit_degrees")) look.limitDegrees = limit->number(0.0, kHalfTurn);
    look.weight = readAmount(item, "weight", names, 1.0, 0.0, 1.0);
    return look;
}

GraphFoot readFoot(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"foot", "shin", "thigh", "height", "weight"});
    GraphFoot foot;
    foot.leg.end = names.node(item.at("foot"));
    foot.leg.lower = readAbove(item, "shin", names, foot.leg.end);
    foot.leg.upper = readAbove(item, "thigh", names, foot.leg.lower);
    item.at("height");
    foot.height = readAmount(item, "height", names, 0.0, -kMostHeight, kMostHeight);
    foot.weight = readAmount(item, "weight", names, 1.0, 0.0, 1.0);
    return foot;
}

}  // namespace sinew
