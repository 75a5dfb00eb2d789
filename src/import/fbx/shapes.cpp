#include "import/fbx/shapes.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sinew::fbx {
namespace {

std::vector<double> fullWeightsOf(const Record& channel) {
    const Record* const weights = channel.child("FullWeights");
    return weights ? weights->numbers() : std::vector<double>();
}

bool isFromBlender(const Document& document) {
    const auto isBlender = [](const Record* record) {
        return record && record->child("Creator") && record->child("Creator")->text().starts_with("Blender");
    };
    return isBlender(&document.root) || isBlender(document.root.child("FBXHeaderExtension"));
}

/// Multiplies the offsets of the shapes by the weights of their vertices.
bool applyVertexWeights(Document& document, Record& objects) {
    if (!isFromBlender(document)) return false;
    std::unordered_map<int64_t, std::vector<double>> weights;  // by shape
    {
        const Objects lookup(document);
        for (const int64_t channel : lookup.all("Deformer")) {
            const std::vector<int64_t> shapes = lookup.sources(channel, "Geometry");
            if (lookup.find(channel)->text(2) != "BlendShapeChannel" || shapes.size() != 1) continue;
            std::vector<double> own = fullWeightsOf(*lookup.find(channel));
            const auto isReduced = [](double percent) { return percent != 100.0; };
            if (std::ranges::any_of(own, isReduced)) weights.emplace(shapes.front(), std::move(own));
        }
    }
    bool changed = false;
    for (Record& object : objects.children) {
        const auto found = weights.find(object.integer(0));
        const auto offsets = std::ranges::find(object.children, "Vertices", &Record::name);
        if (object.name != "Geometry" || found == weights.end() || offsets == object.children.end()) continue;
        std::vector<double> numbers = offsets->numbers();
        if (numbers.size() != 3 * found->second.size()) continue;
        for (size_t i = 0; i < numbers.size(); ++i)
            numbers[i] *= found->second[i / 3] / 100.0;
        offsets->children.clear();
        offsets->values = {Numbers{'d', std::move(numbers)}};
        changed = true;
    }
    return changed;
}

}  // namespace

double ChannelShape::weightAt(double percent) const {
    if (percents.size() == 1) return percents[0] != 0.0 ? percent / percents[0] : 0.0;
    // The shapes on this side of 0, from there. The last segment goes on beyond its shape.
    const bool positive = percent >= 0.0;
    std::vector<size_t> order;
    for (size_t i = 0; i < percents.size(); ++i)
        if (percents[i] != 0.0 && (percents[i] > 0.0) == positive) order.push_back(i);
    if (order.empty()) {  // the first shape on the other side, backward
        const auto nearest = std::ranges::min_element(percents, {}, [](double at) { return std::abs(at); });
        const bool own = nearest != percents.end() && nearest == percents.begin() + static_cast<ptrdiff_t>(index);
        return own && *nearest != 0.0 ? percent / *nearest : 0.0;
    }
    const auto reached = [&](size_t place) { return std::abs(percents[order[place]]); };
    std::ranges::stable_sort(order, {}, [&](size_t i) { return std::abs(percents[i]); });
    const double at = std::abs(percent);
    size_t next = 0;
    while (next + 1 < order.size() && reached(next) <= at)
        ++next;
    const double before = next > 0 ? reached(next - 1) : 0.0;
    if (!(reached(next) > before)) return 0.0;
    const double share = (at - before) / (reached(next) - before);
    return order[next] == index ? share : next > 0 && order[next - 1] == index ? 1.0 - share : 0.0;
}

std::vector<ChannelShape> shapesOf(const Objects& objects, int64_t channel) {
    const size_t count = objects.sources(channel, "Geometry").size();
    std::vector<double> percents = fullWeightsOf(*objects.find(channel));
    const bool usable =
        percents.size() == count && std::ranges::all_of(percents, [](double percent) { return percent != 0.0; });
    if (!usable) percents.assign(count, 100.0);
    std::vector<ChannelShape> result;
    for (size_t i = 0; i < count; ++i)
        result.push_back({channel, percents, i});
    return result;
}

double restPercentOf(const Objects& objects, int64_t channel) {
    if (const auto property = objects.number(channel, "DeformPercent")) return *property;
    const Record* const record = objects.find(channel)->child("DeformPercent");
    return record && std::isfinite(record->number()) ? record->number() : 0.0;
}

bool completeShapes(Document& document) {
    const auto objects = std::ranges::find(document.root.children, "Objects", &Record::name);
    if (objects == document.root.children.end()) return false;
    bool changed = applyVertexWeights(document, *objects);
    for (Record& object : objects->children) {
        const Record* const offsets = object.child("Vertices");
        if (object.name != "Geometry" || object.text(2) != "Shape" || !offsets || object.child("Normals")) continue;
        object.add("Normals", {Numbers{'d', std::vector<double>(offsets->numbers().size(), 0.0)}});
        changed = true;
    }
    return changed;
}

}  // namespace sinew::fbx
