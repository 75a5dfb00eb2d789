#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "import/collada_document.h"
#include "import/curves.h"

namespace sinew {

/// The <source>s of times and of interpolations that samplers share, each read once.
class KeySources {
  public:
    explicit KeySources(const ColladaDocument& document) : document_(document) {}

    const std::vector<double>& times(pugi::xml_node source);
    const std::vector<Interpolation>& modes(pugi::xml_node source);

  private:
    const ColladaDocument& document_;
    std::unordered_map<size_t, std::vector<double>> times_;  ///< keys are hash_value() of the source
    std::unordered_map<size_t, std::vector<Interpolation>> modes_;
};

/// A <sampler> of a Collada file (1.4.1, chapter 4, curve interpolation): keys of one or more numbers, each with the
/// way to the next one.
class ColladaSampler {
  public:
    /// Reads the times alone. Values are the bulk of a file, and mostly assimp has read them right.
    ColladaSampler(const ColladaDocument& document, pugi::xml_node sampler, KeySources& sources);

    /// Reads the rest, and leaves out keys that are not complete. To be called before the members below.
    void load();

    const std::vector<double>& times() const {
        return times_;
    }                                        ///< once loaded strictly ascending; empty when unusable
    size_t width() const { return width_; }  ///< numbers of one key
    const std::set<Interpolation>& interpolations() const { return used_; }

    /// The numbers of one key, width() of them.
    std::span<const double> valuesAt(size_t key) const { return std::span(values_).subspan(key * width_, width_); }

    /// The stretch that begins at `time` or holds it: -1 before the first key, the last key's index after it.
    int32_t stretchAt(double time) const;

    /// The number on that stretch, both ends included.
    double at(int32_t stretch, size_t component, double time) const;

  private:
    struct Tangents {
        std::vector<double> numbers;
        size_t width = 0;  ///< of one key; 0: none
    };
    struct Control {
        double time, value;
    };

    double valueAt(size_t key, size_t component) const { return values_[key * width_ + component]; }
    bool control(const Tangents& tangents, size_t key, size_t component, bool leaving, double length,
                 Control& out) const;
    double onCubic(size_t key, size_t component, double time) const;
    void sortKeys();

    const ColladaDocument& document_;
    pugi::xml_node sampler_;
    bool loaded_ = false;
    std::vector<double> times_, values_;
    std::vector<Interpolation> modes_;  ///< of each key
    Tangents in_, out_;
    size_t width_ = 0;
    std::set<Interpolation> used_;
};

}  // namespace sinew
