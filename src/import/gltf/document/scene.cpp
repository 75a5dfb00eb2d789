#include "import/gltf/document/scene.h"

#include <fmt/format.h>

#include "base/text.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {

using Json = nlohmann::json;

Scene chooseScene(const File& file, Findings& findings) {
    const Json &scenes = File::list(file.member("scenes")), &nodes = File::list(file.member("nodes"));
    const auto rootsOf = [](const Json& scene) {
        Scene chosen{.element = &scene};
        for (const Json& root : File::list(File::at(scene, "nodes")))
            if (const auto index = File::index(root)) chosen.roots.push_back(*index);
        return chosen;
    };
    const auto note = [&](const char* id, Severity severity, std::string message) {
        findings.push_back({id, severity, "file", std::move(message)});
    };
    if (scenes.empty()) {
        Scene all;
        std::vector<bool> isChild(nodes.size(), false);
        for (const Json& node : nodes)
            for (const Json& child : File::list(File::at(node, "children")))
                if (const auto index = File::index(child); index && *index < nodes.size()) isChild[*index] = true;
        for (size_t n = 0; n < nodes.size(); ++n)
            if (!isChild[n]) all.roots.push_back(n);
        if (!nodes.empty()) note("scene-missing", Severity::info, "has no scene; all its nodes are shown");
        return all;
    }
    const auto isEmpty = [&](size_t scene) { return rootsOf(scenes[scene]).roots.empty(); };
    const auto name = [&](size_t scene) { return inQuotes(nameOf(scenes[scene], "scene", scene)); };
    const Json& named = file.member("scene");
    const size_t count = scenes.size(), shown = named.is_null() ? 0 : File::index(named).value_or(count);
    if (shown < count && !isEmpty(shown)) return rootsOf(scenes[shown]);
    size_t other = 0;
    while (other < count && isEmpty(other))
        ++other;
    if (other == count) return rootsOf(scenes[0]);  // "has neither a mesh nor a skeleton"
    if (shown >= count)
        note("scene-missing", Severity::info,
             fmt::format("names scene {}, which the file does not have; {} is shown",
                         utf8From(named.dump(-1, ' ', false, Json::error_handler_t::replace)), name(other)));
    else
        note("scene-empty", Severity::warning,
             fmt::format("shows {}, which has no nodes; {} is shown instead", name(shown), name(other)));
    return rootsOf(scenes[other]);
}

std::vector<bool> nodesOf(const File& file, const Scene& scene) {
    const Json& nodes = File::list(file.member("nodes"));
    std::vector<bool> isShown(nodes.size());
    std::vector<size_t> open = scene.roots;
    while (!open.empty()) {
        const size_t node = open.back();
        open.pop_back();
        if (node >= nodes.size() || isShown[node]) continue;
        isShown[node] = true;
        for (const Json& child : File::list(File::at(nodes[node], "children")))
            open.push_back(File::index(child).value_or(nodes.size()));
    }
    return isShown;
}

std::string outsideScene(const File& file, const Scene& scene) {
    const Json& nodes = File::list(file.member("nodes"));
    std::vector<bool> isHeld = nodesOf(file, scene);
    for (const Json& node : nodes)
        for (const Json& child : File::list(File::at(node, "children")))
            if (const auto index = File::index(child); index && *index < nodes.size()) isHeld[*index] = true;
    std::vector<std::string> roots;
    for (size_t n = 0; n < nodes.size(); ++n)
        if (!isHeld[n]) roots.push_back(nameOf(nodes[n], "node", n));
    return roots.empty() ? std::string() : "its scene does not hold " + listed(roots);
}

}  // namespace sinew::gltf
