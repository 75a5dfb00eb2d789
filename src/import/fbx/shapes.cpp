#include "import/fbx/shapes.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace sinew::fbx {
namespace {

/// The value of a channel at rest, in percent. Blender gives it as a record, not as a property.
double restPercentOf(const Objects& objects, int64_t channel) {
    if (const auto property = objects.number(channel, "DeformPercent")) return *property;
    const Record* const record = objects.find(channel)->child("DeformPercent");
    return record && std::isfinite(record->number()) ? record->number() : 0.0;
}

void addChannel(const Objects& objects, int64_t channel, std::vector<Shape>& result) {
    const std::vector<int64_t> shapes = objects.sources(channel, "Geometry");
    std::vector<double> percents = objects.find(channel)->numbersOf("FullWeights"), ofVertices;
    if (objects.fromBlender && shapes.size() == 1) ofVertices = percents;
    const auto isZero = [](double percent) { return percent == 0.0; };
    if (percents.size() != shapes.size() || std::ranges::any_of(percents, isZero) || !ofVertices.empty())
        percents.assign(shapes.size(), 100.0);
    const std::string name = objects.nameOf(channel);
    for (size_t i = 0; i < shapes.size(); ++i)
        result.push_back({.channel = {channel, percents, i},
                          .name = shapes.size() == 1 ? name : name + "." + objects.nameOf(shapes[i]),
                          .record = objects.find(shapes[i]),
                          .vertexPercents = ofVertices,
                          .restPercent = restPercentOf(objects, channel)});
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

std::vector<int64_t> deformersOf(const Objects& objects, int64_t id, std::string_view kind) {
    std::vector<int64_t> result = objects.sources(id, "Deformer");
    std::erase_if(result, [&](int64_t deformer) { return objects.find(deformer)->text(2) != kind; });
    return result;
}

std::vector<Shape> shapesOf(const Objects& objects, int64_t geometry) {
    std::vector<Shape> result;
    for (const int64_t deformer : deformersOf(objects, geometry, "BlendShape"))
        for (const int64_t channel : deformersOf(objects, deformer, "BlendShapeChannel"))
            addChannel(objects, channel, result);
    for (const Record& shape : objects.find(geometry)->children)
        if (shape.name == "Shape" && !shape.text().empty())
            result.push_back({.channel = {geometry, {100.0}, 0, shape.text()},
                              .name = utf8From(shape.text()),
                              .record = &shape,
                              .restPercent = objects.number(geometry, shape.text()).value_or(0.0)});
    return result;
}

}  // namespace sinew::fbx
