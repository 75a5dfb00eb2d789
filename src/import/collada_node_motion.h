#pragma once

#include <array>
#include <span>
#include <vector>

#include "import/collada_sampler.h"
#include "import/collada_target.h"
#include "import/collada_transform.h"

namespace sinew {

/// A channel of a clip: a sampler, and what it moves.
struct ColladaChannel {
    ColladaTarget target;
    ColladaSampler* sampler = nullptr;
};

/// The transform elements of one node over time, as the file has them: each with its own channels, multiplied in the
/// file's order.
class ColladaNodeMotion {
  public:
    /// `channels` all move that node, and their samplers have keys.
    ColladaNodeMotion(pugi::xml_node node, std::span<const ColladaChannel> channels);

    /// The keys of all channels.
    const std::vector<double>& times() const { return times_; }

    /// True when the elements are translations, then rotations, then scales, so that each part can be told by itself;
    /// otherwise it is taken from the product, which loses shear.
    bool isOrdered() const { return ordered_; }

    glm::dvec3 translationAt(size_t stretch, double time) const;
    glm::dquat rotationAt(size_t stretch, double time) const;
    glm::dvec3 scaleAt(size_t stretch, double time) const;
    glm::dmat4 matrixAt(size_t stretch, double time) const;

  private:
    struct Element {
        TransformKind kind;
        std::array<double, 16> numbers{};
        std::vector<size_t> channels;
    };
    struct Channel {
        const ColladaSampler* sampler;
        size_t first, count;             ///< the numbers of the element that it sets
        std::vector<int32_t> stretches;  ///< the sampler's stretch on each of ours
    };
    std::array<double, 16> numbersAt(const Element& element, size_t stretch, double time) const;

    std::vector<Element> elements_;
    std::vector<Channel> channels_;
    std::vector<double> times_;
    bool ordered_ = true;
};

}  // namespace sinew
