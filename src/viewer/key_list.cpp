#include "viewer/key_list.h"

#include <fmt/format.h>

#include "app/options/keys.h"

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

/// The window's own keys, each that the graph has with the modifier.
std::string withModifier(std::string_view keys, std::span<const KeyBinding> bindings) {
    const std::string modifier = fmt::format("{}+", modifierOfWindow(bindings));
    std::string text;
    while (!keys.empty()) {
        const size_t end = std::min(keys.find_first_of(" ,", 1), keys.size());
        const std::string_view word = keys.substr(0, end);
        text += isBound(bindings, word) ? modifier + std::string(word) : std::string(word);
        const size_t next = std::min(keys.find_first_not_of(" ,", end), keys.size());
        text += keys.substr(end, next - end);
        keys.remove_prefix(next);
    }
    return text;
}

}  // namespace

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
        const bool shared = graph && key.use != KeyUse::mouse;
        lines.push_back({shared ? withModifier(key.keys, graph->keys) : key.keys, key.effect});
    }
    return lines;
}

}  // namespace sinew
