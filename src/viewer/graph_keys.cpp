#include "viewer/graph_keys.h"

#include "app/key_list.h"

namespace sinew {

bool GraphKeys::isForWindow(const KeyStroke& stroke, const GraphRun* graph) {
    if (!graph) return false;
    return modifierOfWindow(graph->file().keys) == "Ctrl" ? stroke.withCtrl : stroke.withAlt;
}

bool GraphKeys::take(const KeyStroke& stroke, GraphRun* graph) {
    const std::string name = keyName(stroke.key);
    if (!graph || !isBound(graph->file().keys, name)) return false;
    if (stroke.kind == KeyStroke::Kind::release) {
        held_.erase(name);
        graph->release(name);
    } else {
        if (isForWindow(stroke, graph)) return false;
        held_.insert(name);
        graph->press(name);
    }
    return true;
}

void GraphKeys::pressHeld(GraphRun& graph) const {
    for (const std::string& key : held_)
        graph.press(key);
}

}  // namespace sinew
