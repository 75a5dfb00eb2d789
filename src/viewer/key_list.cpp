#include "viewer/key_list.h"

#include <algorithm>

#include <fmt/format.h>

namespace sinew {
namespace {

/// "speed 0.66", "armed on", "jump"
std::string effectOf(const KeyBinding& binding, const Graph& graph) {
    const GraphParameter& parameter = graph.parameters[binding.parameter];
    if (parameter.kind == ParameterKind::trigger) return parameter.name;
    if (parameter.kind == ParameterKind::number) return fmt::format("{} {:g}", parameter.name, binding.value);
    return fmt::format("{} {}", parameter.name, binding.value != 0.0 ? "on" : "off");
}

/// The names of the window's key, with the modifier those that the graph binds, without the shortcuts that it takes.
std::string withModifier(std::string_view names, std::span<const KeyBinding> bindings) {
    const size_t comma = names.find(", ");
    const std::string_view name = names.substr(0, comma);
    const std::string rest = comma == names.npos ? "" : withModifier(names.substr(comma + 2), bindings);
    const size_t plus = name.find('+', 1);
    if (plus < name.size() && !isShortcut(name.substr(plus + 1), bindings)) return rest;
    return fmt::format("{}{}{}{}{}", isBound(bindings, name) ? modifierOfWindow(bindings) : "",
                       isBound(bindings, name) ? "+" : "", name, rest.empty() ? "" : ", ", rest);
}

}  // namespace

Key findKey(std::string_view name) {
    if (name.size() == 1 && name[0] >= '1' && name[0] <= '9') return key::clipByNumber;
    const std::string listed = fmt::format(", {}, ", name);
    const auto has = [&](const Key& key) { return fmt::format(", {}, ", key.names).find(listed) != std::string::npos; };
    const auto found = std::ranges::find_if(kKeys, has);
    return found != std::end(kKeys) ? *found : Key{};
}

bool isShortcut(std::string_view name, std::span<const KeyBinding> bindings) {
    if (!isBound(bindings, name)) return true;
    const Key plain = findKey(name);
    return !isBound(bindings, "Ctrl") && (plain == Key{} || plain.use == KeyUse::clips);
}

std::string_view modifierOfWindow(std::span<const KeyBinding> bindings) {
    return isBound(bindings, "Ctrl") ? "Alt" : "Ctrl";
}

std::vector<KeyLine> keyLines(const GraphFile* graph) {
    constexpr std::string_view kGroup = "State machine";
    const std::span<const KeyBinding> bindings = graph ? graph->keys : std::span<const KeyBinding>();
    std::vector<KeyLine> lines;
    for (const KeyBinding& binding : bindings) {
        const std::string keys = fmt::format("{}", fmt::join(binding.keys, "+"));
        const std::string effect = effectOf(binding, graph->graph);
        if (!lines.empty() && lines.back().effect == effect)
            lines.back().keys += ", " + keys;
        else
            lines.push_back({keys, effect, kGroup});
    }
    if (graph && !graph->stick.empty()) {
        std::vector<std::string> driven;
        for (const StickBinding& binding : graph->stick)
            driven.push_back(graph->graph.parameters[binding.parameter].name);
        lines.push_back({"gamepad's left stick", fmt::format("{}", fmt::join(driven, ", ")), kGroup});
    }
    std::string_view group;
    for (const Key& key : kKeys) {
        for (const auto& [title, first] : kKeyGroups)
            if (key == first) group = title;
        std::string names = withModifier(key.names, bindings);
        if (names.empty() || (graph && key.use == KeyUse::clips)) continue;
        lines.push_back({std::move(names), std::string(key.effect), group});
    }
    return lines;
}

}  // namespace sinew
