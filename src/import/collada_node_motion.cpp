#include "import/collada_node_motion.h"

#include <algorithm>

#include <glm/gtc/quaternion.hpp>

#include "animation/transform.h"

namespace sinew {
namespace {

/// 0, 1, 2 for what may only stand in that order; -1 for what has no place in it.
int rankOf(TransformKind kind) {
    switch (kind) {
        case TransformKind::translate:
            return 0;
        case TransformKind::rotate:
            return 1;
        case TransformKind::scale:
            return 2;
        default:
            return -1;
    }
}

}  // namespace

ColladaNodeMotion::ColladaNodeMotion(pugi::xml_node node, std::span<const ColladaChannel> channels) {
    std::vector<pugi::xml_node> sources;
    int rank = 0;
    for (const pugi::xml_node child : node.children()) {
        const auto kind = transformKind(child.name());
        if (!kind) continue;
        Element element{.kind = *kind, .numbers = {}, .channels = {}};
        const std::vector<double> numbers = numbersIn(child.text().get());
        std::copy_n(numbers.begin(), std::min(numbers.size(), numberCount(*kind)), element.numbers.begin());
        ordered_ = ordered_ && rankOf(*kind) >= rank;
        rank = rankOf(*kind);
        sources.push_back(child);
        elements_.push_back(std::move(element));
    }
    for (const ColladaChannel& channel : channels) {
        const auto found = std::find(sources.begin(), sources.end(), channel.target.element);
        if (found == sources.end()) continue;
        channel.sampler->load();
        if (channel.sampler->times().empty()) continue;
        Element& element = elements_[static_cast<size_t>(found - sources.begin())];
        Channel added{.sampler = channel.sampler, .first = 0, .count = 1, .stretches = {}};
        if (channel.target.member)
            added.first = *channel.target.member;
        else if (element.kind == TransformKind::rotate && channel.sampler->width() == 1)
            added.first = 3;  // nothing but the angle can be meant
        else
            added.count = std::min(channel.sampler->width(), numberCount(element.kind));
        element.channels.push_back(channels_.size());
        channels_.push_back(std::move(added));
        times_.insert(times_.end(), channel.sampler->times().begin(), channel.sampler->times().end());
    }
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    for (Channel& channel : channels_)
        for (const double time : times_)
            channel.stretches.push_back(channel.sampler->stretchAt(time));
}

std::array<double, 16> ColladaNodeMotion::numbersAt(const Element& element, size_t stretch, double time) const {
    std::array<double, 16> numbers = element.numbers;
    for (const size_t index : element.channels) {
        const Channel& channel = channels_[index];
        for (size_t i = 0; i < channel.count; ++i)
            numbers[channel.first + i] = channel.sampler->at(channel.stretches[stretch], i, time);
    }
    return numbers;
}

glm::dmat4 ColladaNodeMotion::matrixAt(size_t stretch, double time) const {
    glm::dmat4 product(1.0);
    for (const Element& element : elements_)
        product = product * matrixOf(element.kind, numbersAt(element, stretch, time));
    return product;
}

glm::dvec3 ColladaNodeMotion::translationAt(size_t stretch, double time) const {
    if (!ordered_) return glm::dvec3(matrixAt(stretch, time)[3]);
    glm::dvec3 sum(0.0);
    for (const Element& element : elements_) {
        if (element.kind != TransformKind::translate) continue;
        const auto numbers = numbersAt(element, stretch, time);
        sum += glm::dvec3(numbers[0], numbers[1], numbers[2]);
    }
    return sum;
}

glm::dquat ColladaNodeMotion::rotationAt(size_t stretch, double time) const {
    if (!ordered_) return glm::dquat(transformFrom(glm::mat4(matrixAt(stretch, time))).rotation);
    glm::dquat product(1.0, 0.0, 0.0, 0.0);
    for (const Element& element : elements_)
        if (element.kind == TransformKind::rotate) product = product * rotationOf(numbersAt(element, stretch, time));
    return product;
}

glm::dvec3 ColladaNodeMotion::scaleAt(size_t stretch, double time) const {
    if (!ordered_) return glm::dvec3(transformFrom(glm::mat4(matrixAt(stretch, time))).scale);
    glm::dvec3 product(1.0);
    for (const Element& element : elements_) {
        if (element.kind != TransformKind::scale) continue;
        const auto numbers = numbersAt(element, stretch, time);
        product *= glm::dvec3(numbers[0], numbers[1], numbers[2]);
    }
    return product;
}

}  // namespace sinew
