#include "viewer/key_list.h"

#include <algorithm>

#include <fmt/format.h>

namespace sinew {
namespace {

std::string joined(const std::vector<std::string>& words, const char* joint = "+") {
    return fmt::format("{}", fmt::join(words, joint));
}

/// "speed 0.66", "armed on", "jump"
std::string effectOf(const KeyBinding& binding, const Graph& graph) {
    const GraphParameter& parameter = graph.parameters[binding.parameter];
    switch (parameter.kind) {
        case ParameterKind::number:
            return fmt::format("{} {:g}", parameter.name, binding.value);
        case ParameterKind::flag:
            return fmt::format("{} {}", parameter.name, binding.value != 0.0 ? "on" : "off");
        case ParameterKind::trigger:
            break;
    }
    return parameter.name;
}

/// The names of the window's key, with the modifier those that the graph binds.
std::string withModifier(const Key& key, std::span<const KeyBinding> bindings) {
    const auto shown = [&](std::string_view name) {
        return isBound(bindings, name) ? fmt::format("{}+{}", modifierOfWindow(bindings), name) : std::string(name);
    };
    const size_t comma = key.names.find(", ");
    if (comma == std::string_view::npos) return shown(key.names);
    return shown(key.names.substr(0, comma)) + ", " + shown(key.names.substr(comma + 2));
}

}  // namespace

Key findKey(std::string_view name) {
    if (name.size() == 1 && name[0] >= '1' && name[0] <= '9') return key::clipByNumber;
    const std::string listed = fmt::format(", {}, ", name);
    const auto has = [&](const Key& key) { return fmt::format(", {}, ", key.names).find(listed) != std::string::npos; };
    const auto found = std::ranges::find_if(kKeys, has);
    return found != std::end(kKeys) ? *found : Key{};
}

std::string_view modifierOfWindow(std::span<const KeyBinding> bindings) {
    return isBound(bindings, "Ctrl") ? "Alt" : "Ctrl";
}

std::vector<KeyLine> keyLines(const GraphFile* graph) {
    std::vector<KeyLine> lines;
    if (graph)
        for (const KeyBinding& binding : graph->keys) {
            const std::string effect = effectOf(binding, graph->graph);
            const bool goesOn = !lines.empty() && lines.back().effect == effect;
            if (goesOn)
                lines.back().keys += ", " + joined(binding.keys);
            else
                lines.push_back({joined(binding.keys), effect});
        }
    if (graph && !graph->stick.empty()) {
        std::vector<std::string> driven;
        for (const StickBinding& binding : graph->stick)
            driven.push_back(graph->graph.parameters[binding.parameter].name);
        lines.push_back({"gamepad's left stick", joined(driven, ", ")});
    }
    for (const Key& key : kKeys) {
        if (graph && key.use == KeyUse::clips) continue;
        lines.push_back({graph ? withModifier(key, graph->keys) : std::string(key.names), std::string(key.effect)});
    }
    return lines;
}

}  // namespace sinew
