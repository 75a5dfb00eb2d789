#include "export/gltf/motion.h"

#include "export/build/clip_keys.h"

namespace sinew::exporting {
namespace {

constexpr const char* kKindNames[] = {"LINEAR", "STEP", "CUBICSPLINE"};
constexpr const char* kPaths[] = {"translation", "rotation", "scale", "weights"};  // by MovedPart::Part

Json animationOf(const std::vector<MovedPart>& parts, const NodeIndices& nodes, Document& document) {
    Json channels = Json::array(), samplers = Json::array();
    for (const auto& [part, index, keys] : parts) {
        const bool isWeights = part == MovedPart::Part::weights;
        const uint32_t node = isWeights ? nodes.ofPlace[index] : nodes.ofNode[index];
        const size_t width = isWeights ? 1 : keys.width;
        channels.push_back(
            {{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", kPaths[static_cast<size_t>(part)]}}}});
        samplers.push_back({{"input", document.addPooled(keys.times, 1, true)},
                            {"interpolation", kKindNames[static_cast<size_t>(keys.kind)]},
                            {"output", document.addPooled(keys.values, width, false)}});
    }
    return {{"channels", std::move(channels)}, {"samplers", std::move(samplers)}};
}

}  // namespace

void writeClips(const Model& model, const Layout& layout, const NodeIndices& nodes, const ExportOptions& options,
                Document& document) {
    if (model.clips.empty()) return;
    ClipKeys keys(model, layout, options, true);
    for (const AnimationClip& clip : model.clips) {
        Json animation{{"name", clip.name}};
        animation.update(animationOf(keys.of(clip), nodes, document));
        addExtras(clip.extras, animation);
        document.add("animations", std::move(animation));
    }
}

}  // namespace sinew::exporting
