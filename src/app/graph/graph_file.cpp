#include "app/graph/graph_file.h"

#include <functional>
#include <utility>

#include <glm/geometric.hpp>

#include "app/graph/lined_json.h"
#include "app/options/values.h"
#include "base/text.h"

namespace sinew {
namespace {

constexpr int kSchema = 1;
constexpr double kLeastRate = 1e-3, kMostRate = 1e3;
constexpr double kLeastTurn = 1.0;  // degrees per second
constexpr double kHalfTurn = 180.0, kQuarterTurn = 90.0;
constexpr double kMostHeight = 1e6;
constexpr double kMostFeather = 1000.0;
constexpr size_t kMostListedNames = 12;  // names in an error message
constexpr size_t kMostLayeredNodes = 4'000'000;
constexpr const char* kAny = "any";

template <typename Things, typename NameOf>
size_t indexOf(const LinedJson& name, std::string_view kind, const Things& things, const NameOf& nameOf) {
    const std::string wanted = name.text();
    std::string list;
    for (size_t i = 0; i < things.size(); ++i) {
        const std::string& own = std::invoke(nameOf, things[i]);
        if (own == wanted) return i;
        if (i < kMostListedNames) list += fmt::format("{}{}", i == 0 ? "" : ", ", inQuotes(own));
        if (i == kMostListedNames) list += " ...";
    }
    name.refuse("no {} {}; {}", kind, inQuotes(wanted),
                list.empty() ? "there is none" : fmt::format("available {}s: {}", kind, list));
}

/// Finds what a file refers to by name. Each function returns an index and refuses unknown names.
struct GraphNames {
    const NodeHierarchy& hierarchy;
    std::span<const AnimationClip> clips;
    const Graph& graph;  ///< with its parameters, and with the names of its states
    size_t& layeredNodes;

    /// Counts a mask or a layer that keeps something for each node.
    void countNodes(const LinedJson& owner) const {
        if ((layeredNodes += hierarchy.size()) > kMostLayeredNodes)
            owner.refuse("masks and additive layers have more than {} nodes in sum", kMostLayeredNodes);
    }

    size_t clip(const LinedJson& name) const { return indexOf(name, "clip", clips, &AnimationClip::name); }

    uint32_t node(const LinedJson& name) const {
        return static_cast<uint32_t>(indexOf(name, "node", hierarchy.names, std::identity()));
    }

    size_t state(const LinedJson& name) const { return indexOf(name, "state", graph.states, &GraphState::name); }

    size_t parameter(const LinedJson& name) const {
        return indexOf(name, "parameter", graph.parameters, &GraphParameter::name);
    }

    /// A parameter that is a number.
    size_t number(const LinedJson& name) const {
        const size_t found = parameter(name);
        if (graph.parameters[found].kind != ParameterKind::number)
            name.refuse("the parameter {} is not a number", inQuotes(graph.parameters[found].name));
        return found;
    }
};

double numberOr(const LinedJson& owner, std::string_view field, double otherwise, double least, double most) {
    const auto value = owner.find(field);
    return value ? value->number(least, most) : otherwise;
}

bool flagOr(const LinedJson& owner, std::string_view field, bool otherwise) {
    const auto value = owner.find(field);
    return value ? value->flag() : otherwise;
}

std::vector<LinedJson> itemsOf(const LinedJson& owner, std::string_view field) {
    const auto list = owner.find(field);
    return list ? list->items() : std::vector<LinedJson>();
}

/// Appends read(item, names) for each item of a list.
template <typename Thing, typename Names>
void readItems(const LinedJson& owner, std::string_view field, const Names& names,
               Thing (*read)(const LinedJson&, const Names&), std::vector<Thing>& things) {
    for (const LinedJson& item : itemsOf(owner, field))
        things.push_back(read(item, names));
}

/// Refuses a name that one of `others` has.
template <typename Things>
std::string newName(const LinedJson& owner, const Things& others) {
    const LinedJson name = owner.at("name");
    std::string text = name.text();
    for (const auto& other : others)
        if (other.name == text) name.refuse("duplicate name {}", inQuotes(text));
    return text;
}

/// Reads a field of three numbers from -1 to 1 that are not all 0, if present.
std::optional<glm::vec3> readDirection(const LinedJson& owner, std::string_view field) {
    const auto given = owner.find(field);
    if (!given) return std::nullopt;
    const std::vector<LinedJson> axes = given->items();
    if (axes.size() != 3) given->refuse("\"{}\" must be three numbers, [x, y, z]", field);
    glm::vec3 direction(0.0f);
    for (int axis = 0; axis < 3; ++axis)
        direction[axis] = static_cast<float>(axes[static_cast<size_t>(axis)].number(-1.0, 1.0));
    if (!(glm::length(direction) > 1e-3f)) given->refuse("\"{}\" has no length", field);
    return direction;
}

/// Reads "when" of a transition or an overlay, or "until" of an overlay.
std::vector<GraphCondition> readConditions(const LinedJson& list, const GraphNames& names) {
    std::vector<GraphCondition> conditions;
    for (const LinedJson& item : list.items()) {
        item.checkFields({"parameter", "is", "value"});
        GraphCondition condition{.parameter = names.parameter(item.at("parameter"))};
        const ParameterKind kind = names.graph.parameters[condition.parameter].kind;
        const auto is = item.find("is"), value = item.find("value");
        if (kind == ParameterKind::trigger) {
            if (is || value) (is ? *is : *value).refuse("a trigger cannot be compared; omit \"is\" and \"value\"");
        } else if (kind == ParameterKind::flag) {
            if (is) is->refuse("a flag cannot be compared; omit \"is\"");
            condition.value = !value || value->flag() ? 1.0 : 0.0;
        } else {
            condition.comparison = item.at("is").choice<Comparison>({"<", "<=", "==", "!=", ">=", ">"});
            condition.value = item.at("value").number(-kMostNumber, kMostNumber);
        }
        conditions.push_back(condition);
    }
    return conditions;
}

glm::vec2 readPosition(const LinedJson& place, bool isPlane) {
    if (!isPlane) return {static_cast<float>(place.number(-kMostNumber, kMostNumber)), 0.0f};
    const std::vector<LinedJson> values = place.items();
    if (values.size() != 2) place.refuse("\"at\" must be two numbers, [x, y]");
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
            item.at("at").refuse("\"at\" must be greater than that of the previous clip");
        if (const auto contact = item.find("contact_s"))
            clip.contactSeconds = contact->number(0.0, names.clips[clip.clip].durationSeconds);
        motion.clips.push_back(clip);
    }
    if (motion.clips.empty()) list.refuse("\"clips\" is empty");
    return motion;
}

/// Reads the motion of a state, a layer or an overlay: its field "clip" or "blend".
GraphMotion readMotion(const LinedJson& owner, const GraphNames& names) {
    const auto clip = owner.find("clip"), blend = owner.find("blend");
    if (clip.has_value() == blend.has_value()) owner.refuse("either \"clip\" or \"blend\" is required");
    if (blend) return readBlend(*blend, names);
    GraphMotion motion;
    motion.clips.push_back({.clip = names.clip(*clip)});
    return motion;
}

NodeMask readMask(const LinedJson& list, const GraphNames& names) {
    NodeMask mask;
    for (const LinedJson& item : list.items()) {
        item.checkFields({"node", "feather"});
        const uint32_t node = names.node(item.at("node"));
        const auto feather = item.find("feather");
        const double levels = feather ? feather->number(0.0, kMostFeather) : 0.0;
        names.countNodes(item);
        const NodeMask branch = branchMask(names.hierarchy, node, static_cast<uint32_t>(levels));
        if (mask.weights.empty())
            mask = branch;
        else
            unite(mask, branch);
    }
    if (mask.weights.empty()) list.refuse("\"mask\" is empty; omit it for all nodes");
    return mask;
}

/// Reads the fields of a layer, which an overlay has, too: "clip" or "blend", "mode", "reference", "mask", "weight".
GraphLayer readLayer(const LinedJson& owner, const GraphNames& names) {
    GraphLayer layer;
    layer.motion = readMotion(owner, names);
    if (const auto mode = owner.find("mode")) layer.mode = mode->choice<LayerMode>({"override", "additive"});
    if (const auto reference = owner.find("reference")) {
        if (layer.mode != LayerMode::additive) reference->refuse("\"reference\" requires an additive layer");
        layer.reference = reference->choice({"first_frame", "rest_pose"}) == 0 ? AdditiveReference::firstFrame
                                                                               : AdditiveReference::restPose;
    }
    if (layer.mode == LayerMode::additive) names.countNodes(owner);
    if (const auto mask = owner.find("mask")) layer.mask = readMask(*mask, names);
    if (const auto weight = owner.find("weight")) layer.weight = names.number(*weight);
    return layer;
}

/// Reads a number in the given range, or the name of a parameter that is a number.
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

/// Returns the ancestor of `below` that `field` names; by default its parent.
uint32_t readAbove(const LinedJson& owner, std::string_view field, const GraphNames& names, uint32_t below) {
    const NodeHierarchy& hierarchy = names.hierarchy;
    if (const auto given = owner.find(field)) {
        const uint32_t node = names.node(*given);
        if (!isBelow(hierarchy, below, node))
            given->refuse("the node {} is not below {}", inQuotes(hierarchy.names[below]),
                          inQuotes(hierarchy.names[node]));
        return node;
    }
    const int32_t parent = hierarchy.parents[below];
    if (parent == kNoParent)
        owner.at("foot").refuse("the node {} has no parent to be the \"{}\"", inQuotes(hierarchy.names[below]), field);
    return static_cast<uint32_t>(parent);
}

GraphLook readLook(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"chain", "forward", "turn", "lift", "limit_degrees", "weight"});
    GraphLook look;
    const LinedJson list = item.at("chain");
    const std::vector<LinedJson> chain = list.items();
    if (chain.empty()) list.refuse("\"chain\" is empty");
    for (size_t i = 0; i < chain.size(); ++i) {
        const uint32_t node = names.node(chain[i]);
        if (i > 0 && !isBelow(names.hierarchy, node, look.joints.back().node))
            chain[i].refuse("the node {} is not below {}", inQuotes(names.hierarchy.names[node]),
                            inQuotes(names.hierarchy.names[look.joints.back().node]));
        // A share of the remaining rotation, so that all joints rotate by the same amount.
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

GraphParameter readParameter(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"name", "type", "initial", "smooth_s", "wait_s"});
    GraphParameter parameter{.name = newName(item, names.graph.parameters)};
    parameter.kind = item.at("type").choice<ParameterKind>({"number", "flag", "trigger"});
    if (const auto initial = item.find("initial")) {
        if (parameter.kind == ParameterKind::trigger) initial->refuse("a trigger has no \"initial\" value");
        parameter.initial = parameter.kind == ParameterKind::flag ? static_cast<double>(initial->flag())
                                                                  : initial->number(-kMostNumber, kMostNumber);
    }
    if (const auto smooth = item.find("smooth_s")) {
        if (parameter.kind != ParameterKind::number) smooth->refuse("\"smooth_s\" requires a number");
        parameter.smoothSeconds = smooth->number(0.0, kMostSeconds);
    }
    if (const auto wait = item.find("wait_s")) {
        if (parameter.kind != ParameterKind::trigger) wait->refuse("\"wait_s\" requires a trigger");
        parameter.waitSeconds = wait->number(0.0, kMostSeconds);
    }
    return parameter;
}

void readState(const LinedJson& item, const GraphNames& names, GraphState& state) {
    item.checkFields({"name", "clip", "contact_s", "blend", "speed", "once", "layers"});
    state.motion = readMotion(item, names);
    state.speed = numberOr(item, "speed", 1.0, kLeastRate, kMostRate);
    state.repeat = flagOr(item, "once", false) ? Repeat::once : Repeat::loop;
    if (const auto contact = item.find("contact_s")) {
        if (item.find("blend")) contact->refuse("\"contact_s\" belongs to the clips of the blend");
        if (state.repeat == Repeat::once) contact->refuse("\"contact_s\" requires a state that loops");
        GraphClip& clip = state.motion.clips.front();
        clip.contactSeconds = contact->number(0.0, names.clips[clip.clip].durationSeconds);
    }
    for (const LinedJson& layer : itemsOf(item, "layers")) {
        layer.checkFields({"clip", "blend", "mode", "reference", "mask", "weight"});
        state.layers.push_back(readLayer(layer, names));
    }
}

GraphTransition readTransition(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"from", "to", "when", "duration_s", "kind", "exit_time", "interruptible", "sync"});
    GraphTransition transition;
    const LinedJson from = item.at("from");
    if (from.text() != kAny) transition.from = names.state(from);
    transition.to = names.state(item.at("to"));
    if (const auto when = item.find("when")) transition.conditions = readConditions(*when, names);
    transition.durationSeconds = numberOr(item, "duration_s", transition.durationSeconds, 0.0, kMostSeconds);
    if (const auto kind = item.find("kind")) transition.kind = kind->choice<TransitionKind>({"fade", "inertial"});
    if (const auto exit = item.find("exit_time")) transition.exitTime = exit->number(0.0, kMostNumber);
    transition.interruptible = flagOr(item, "interruptible", true);
    transition.sync = flagOr(item, "sync", false);
    if (!transition.sync) return transition;
    const std::vector<GraphState>& states = names.graph.states;
    for (const size_t state : {transition.from.value_or(transition.to), transition.to})
        if (states[state].repeat == Repeat::once)
            item.at("sync").refuse("the state {} does not loop and cannot be synced", inQuotes(states[state].name));
    return transition;
}

GraphOverlay readOverlay(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"name", "clip", "blend", "mode", "reference", "mask", "weight", "speed", "once", "when", "until",
                      "fade_in_s", "fade_out_s"});
    GraphOverlay overlay;
    overlay.name = newName(item, names.graph.overlays);
    overlay.layer = readLayer(item, names);
    overlay.speed = numberOr(item, "speed", 1.0, kLeastRate, kMostRate);
    overlay.repeat = flagOr(item, "once", true) ? Repeat::once : Repeat::loop;
    overlay.start = readConditions(item.at("when"), names);
    if (const auto until = item.find("until")) overlay.stop = readConditions(*until, names);
    overlay.fadeInSeconds = numberOr(item, "fade_in_s", overlay.fadeInSeconds, 0.0, kMostSeconds);
    overlay.fadeOutSeconds = numberOr(item, "fade_out_s", overlay.fadeOutSeconds, 0.0, kMostSeconds);
    return overlay;
}

GraphEvent readEvent(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"name", "clip", "time_s"});
    GraphEvent event{.name = item.at("name").text(), .clip = names.clip(item.at("clip"))};
    event.timeSeconds = item.at("time_s").number(0.0, names.clips[event.clip].durationSeconds);
    return event;
}

RootNode readRoot(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"node", "up"});
    RootNode root{.node = names.node(item.at("node"))};
    if (const auto up = readDirection(item, "up")) root.up = *up;
    return root;
}

GraphHeading readHeading(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"parameter", "turn_degrees_s"});
    GraphHeading heading{.parameter = names.number(item.at("parameter"))};
    // Smoothing from 170 to -170 degrees would pass through 0.
    if (names.graph.parameters[heading.parameter].smoothSeconds > 0.0)
        item.at("parameter").refuse("a heading's parameter cannot have \"smooth_s\"; use \"turn_degrees_s\"");
    heading.degreesPerSecond = numberOr(item, "turn_degrees_s", heading.degreesPerSecond, kLeastTurn, kMostNumber);
    return heading;
}

KeyBinding readKey(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"key", "parameter", "value", "keep"});
    KeyBinding binding{.parameter = names.parameter(item.at("parameter"))};
    const LinedJson key = item.at("key");
    const std::string text = key.text();
    for (const std::string_view name : split(text, "+")) {
        binding.keys.emplace_back(name);
        if (!isKeyName(name))
            key.refuse(
                "unknown key {}; available: A to Z, 0 to 9, Space, Shift, Ctrl, Alt, Tab, Enter, Up, Down, Left, "
                "Right, the gamepad's PadA, PadB, PadX, PadY, PadUp, PadDown, PadLeft, PadRight, and combinations "
                "with +",
                inQuotes(name));
    }
    const ParameterKind kind = names.graph.parameters[binding.parameter].kind;
    const auto value = item.find("value");
    if (kind == ParameterKind::trigger && value) value->refuse("a trigger has no \"value\"");
    if (kind == ParameterKind::flag && value) binding.value = value->flag() ? 1.0 : 0.0;
    if (kind == ParameterKind::number) binding.value = item.at("value").number(-kMostNumber, kMostNumber);
    if (const auto keep = item.find("keep")) {
        if (kind == ParameterKind::trigger) keep->refuse("a trigger has no value to \"keep\"");
        binding.keep = keep->flag();
    }
    return binding;
}

StickBinding readStick(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"of", "parameter", "scale"});
    return {.value = item.at("of").choice<StickValue>({"push", "angle", "x", "y"}),
            .parameter = names.number(item.at("parameter")),
            .scale = numberOr(item, "scale", 1.0, -kMostNumber, kMostNumber)};
}

/// Adds the states with only their names, so that transitions can refer to them.
void readStateNames(const std::vector<LinedJson>& items, Graph& graph) {
    for (const LinedJson& item : items) {
        std::string name = newName(item, graph.states);
        if (name == kAny) item.at("name").refuse("\"any\" is reserved for transitions; choose another name");
        graph.states.push_back({.name = std::move(name)});
    }
}

}  // namespace

GraphFile readGraph(const std::filesystem::path& path, const NodeHierarchy& hierarchy,
                    std::span<const AnimationClip> clips) {
    const LinedJson file = LinedJson::read(path);
    file.checkFields({"$schema", "schema", "parameters", "initial", "states", "transitions", "overlays", "events",
                      "root", "heading", "look_at", "feet", "keys", "stick"});
    file.at("schema").number(kSchema, kSchema);
    GraphFile read;
    Graph& graph = read.graph;
    size_t layeredNodes = 0;
    const GraphNames names{hierarchy, clips, graph, layeredNodes};
    readItems(file, "parameters", names, readParameter, graph.parameters);

    const std::vector<LinedJson> states = file.at("states").items();
    if (states.empty()) file.at("states").refuse("\"states\" is empty");
    readStateNames(states, graph);
    for (size_t i = 0; i < states.size(); ++i)
        readState(states[i], names, graph.states[i]);
    if (const auto initial = file.find("initial")) graph.initialState = names.state(*initial);

    readItems(file, "transitions", names, readTransition, graph.transitions);
    readItems(file, "overlays", names, readOverlay, graph.overlays);
    readItems(file, "events", names, readEvent, graph.events);
    if (const auto root = file.find("root")) graph.root = readRoot(*root, names);
    if (const auto heading = file.find("heading")) graph.heading = readHeading(*heading, names);
    readItems(file, "look_at", names, readLook, graph.looks);
    readItems(file, "feet", names, readFoot, graph.feet);
    readItems(file, "keys", names, readKey, read.keys);
    readItems(file, "stick", names, readStick, read.stick);

    const std::vector<size_t> depths = depthsOf(graph);
    for (size_t i = 0; i < depths.size(); ++i)
        if (depths[i] == kUnreachable)
            states[i].refuse("no transition leads to the state {}", inQuotes(graph.states[i].name));
    if (const auto transition = instantCycle(graph))
        itemsOf(file, "transitions")[*transition].refuse(
            "this transition starts a cycle of transitions without duration; give one of them a duration, an exit time "
            "or a trigger");
    return read;
}

}  // namespace sinew
