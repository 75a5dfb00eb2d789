#include "app/graph_file.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/graph_goals.h"
#include "app/graph_parts.h"
#include "app/option_values.h"

namespace sinew {
namespace {

constexpr int kSchema = 1;
constexpr double kLeastRate = 1e-3, kMostRate = 1e3;
constexpr double kLeastTurn = 1.0;  // degrees a second
constexpr const char* kAny = "any";

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

/// The name of the next of `others`, which none of them may have.
template <typename Things>
std::string newName(const LinedJson& owner, const Things& others) {
    const LinedJson name = owner.at("name");
    std::string text = name.text();
    for (const auto& other : others)
        if (other.name == text) name.refuse(fmt::format("the name {} is there twice", inQuotes(text)));
    return text;
}

GraphParameter readParameter(const LinedJson& item, const Graph& graph) {
    item.checkFields({"name", "type", "initial", "smooth_s", "wait_s"});
    GraphParameter parameter{.name = newName(item, graph.parameters)};
    constexpr ParameterKind kKinds[] = {ParameterKind::number, ParameterKind::flag, ParameterKind::trigger};
    parameter.kind = kKinds[item.at("type").choice({"number", "flag", "trigger"})];
    if (const auto initial = item.find("initial")) {
        if (parameter.kind == ParameterKind::trigger) initial->refuse("a trigger has no \"initial\" value");
        parameter.initial = parameter.kind == ParameterKind::flag ? static_cast<double>(initial->flag())
                                                                  : initial->number(-kMostNumber, kMostNumber);
    }
    if (const auto smooth = item.find("smooth_s")) {
        if (parameter.kind != ParameterKind::number) smooth->refuse("\"smooth_s\" is for a number");
        parameter.smoothSeconds = smooth->number(0.0, kMostSeconds);
    }
    if (const auto wait = item.find("wait_s")) {
        if (parameter.kind != ParameterKind::trigger) wait->refuse("\"wait_s\" is for a trigger");
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
        if (state.repeat == Repeat::once) contact->refuse("\"contact_s\" is for a state that loops");
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
    if (const auto kind = item.find("kind"))
        transition.kind = kind->choice({"fade", "inertial"}) == 0 ? TransitionKind::fade : TransitionKind::inertial;
    if (const auto exit = item.find("exit_time")) transition.exitTime = exit->number(0.0, kMostNumber);
    transition.interruptible = flagOr(item, "interruptible", true);
    transition.keepsStep = flagOr(item, "sync", false);
    if (!transition.keepsStep) return transition;
    const std::vector<GraphState>& states = names.graph.states;
    for (const size_t state : {transition.from.value_or(transition.to), transition.to})
        if (states[state].repeat == Repeat::once)
            item.at("sync").refuse(
                fmt::format("the state {} does not loop, so it has no step to keep", inQuotes(states[state].name)));
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

GraphRoot readRoot(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"node", "up"});
    GraphRoot root{.node = names.node(item.at("node"))};
    if (const auto up = readDirection(item, "up")) root.up = *up;
    return root;
}

GraphHeading readHeading(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"parameter", "turn_degrees_s"});
    GraphHeading heading{.parameter = names.number(item.at("parameter"))};
    if (names.graph.parameters[heading.parameter].smoothSeconds > 0.0)  // from 170 to -170 degrees it would go by 0
        item.at("parameter").refuse("a heading's parameter cannot have \"smooth_s\"; \"turn_degrees_s\" is for that");
    heading.degreesPerSecond = numberOr(item, "turn_degrees_s", heading.degreesPerSecond, kLeastTurn, kMostNumber);
    return heading;
}

KeyBinding readKey(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"key", "parameter", "value", "keep"});
    KeyBinding binding{.parameter = names.parameter(item.at("parameter"))};
    const LinedJson key = item.at("key");
    const std::string text = key.text();
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find('+', begin), text.size());
        binding.keys.push_back(text.substr(begin, end - begin));
        if (!isKeyName(binding.keys.back()))
            key.refuse(fmt::format(
                "there is no key {}; there are A to Z, 0 to 9, Space, Shift, Ctrl, Alt, Tab, Enter, "
                "Up, Down, Left, Right, a gamepad's PadA, PadB, PadX, PadY, PadUp, PadDown, PadLeft, PadRight, and "
                "several with + between them",
                inQuotes(binding.keys.back())));
        begin = end + 1;
    }
    const ParameterKind kind = names.graph.parameters[binding.parameter].kind;
    const auto value = item.find("value");
    if (kind == ParameterKind::trigger && value) value->refuse("a trigger has no \"value\"");
    if (kind == ParameterKind::flag && value) binding.value = value->flag() ? 1.0 : 0.0;
    if (kind == ParameterKind::number) binding.value = item.at("value").number(-kMostNumber, kMostNumber);
    if (const auto keep = item.find("keep")) {
        if (kind == ParameterKind::trigger) keep->refuse("a trigger has nothing to \"keep\"");
        binding.keep = keep->flag();
    }
    return binding;
}

StickBinding readStick(const LinedJson& item, const GraphNames& names) {
    item.checkFields({"of", "parameter", "scale"});
    return {.value = static_cast<StickValue>(item.at("of").choice({"push", "angle", "x", "y"})),
            .parameter = names.number(item.at("parameter")),
            .scale = numberOr(item, "scale", 1.0, -kMostNumber, kMostNumber)};
}

/// The states by their names alone, which transitions refer to.
void readStateNames(const std::vector<LinedJson>& items, Graph& graph) {
    for (const LinedJson& item : items) {
        std::string name = newName(item, graph.states);
        if (name == kAny) item.at("name").refuse("\"any\" stands for all states; name this one otherwise");
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
    const GraphNames names{hierarchy, clips, graph};
    for (const LinedJson& item : itemsOf(file, "parameters"))
        graph.parameters.push_back(readParameter(item, graph));

    const std::vector<LinedJson> states = file.at("states").items();
    if (states.empty()) file.at("states").refuse("\"states\" is empty");
    readStateNames(states, graph);
    for (size_t i = 0; i < states.size(); ++i)
        readState(states[i], names, graph.states[i]);
    if (const auto initial = file.find("initial")) graph.initialState = names.state(*initial);

    const std::vector<LinedJson> transitions = itemsOf(file, "transitions");
    for (const LinedJson& item : transitions)
        graph.transitions.push_back(readTransition(item, names));
    for (const LinedJson& item : itemsOf(file, "overlays"))
        graph.overlays.push_back(readOverlay(item, names));
    for (const LinedJson& item : itemsOf(file, "events"))
        graph.events.push_back(readEvent(item, names));
    if (const auto root = file.find("root")) graph.root = readRoot(*root, names);
    if (const auto heading = file.find("heading")) graph.heading = readHeading(*heading, names);
    for (const LinedJson& item : itemsOf(file, "look_at"))
        graph.looks.push_back(readLook(item, names));
    for (const LinedJson& item : itemsOf(file, "feet"))
        graph.feet.push_back(readFoot(item, names));
    for (const LinedJson& item : itemsOf(file, "keys"))
        read.keys.push_back(readKey(item, names));
    for (const LinedJson& item : itemsOf(file, "stick"))
        read.stick.push_back(readStick(item, names));

    if (const auto state = unreachableState(graph))
        states[*state].refuse(fmt::format("no transition leads to the state {}", inQuotes(graph.states[*state].name)));
    if (const auto transition = instantCycle(graph))
        transitions[*transition].refuse(
            "transitions of no duration lead from here in a circle; give one a duration, an "
            "exit time or a trigger");
    return read;
}

}  // namespace sinew
