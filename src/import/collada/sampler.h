#pragma once

#include "import/build/curves.h"
#include "import/collada/document.h"

namespace sinew::collada {

/// The <source>s of times and interpolations, which samplers share.
struct KeySources {
    PerElement<std::vector<double>> times;
    PerElement<std::vector<Interpolation>> modes;
};

/// A <sampler> (Collada 1.4.1, chapter 4, curve interpolation): keys of one or more numbers, and how each is
/// interpolated to the next. Segment i goes from key i to key i + 1.
class Sampler {
  public:
    /// Reads the times only: values are most of a file.
    Sampler(const Document& document, Node sampler, KeySources& sources);

    /// Reads the values and drops incomplete keys. Call before the members below.
    void load();

    /// Seconds; strictly ascending once loaded. Empty when the sampler is unusable.
    const std::vector<double>& times() const { return times_; }
    size_t width() const { return width_; }  ///< numbers per key

    /// Once loaded: how many times and values the file has, where that is not the same; keys without both are dropped.
    const std::optional<std::pair<size_t, size_t>>& mismatch() const { return mismatch_; }
    const Interpolations& interpolations() const { return used_; }

    /// The numbers of one key, width() of them.
    std::span<const double> valuesAt(size_t key) const { return std::span(values_).subspan(key * width_, width_); }

    /// Index of the segment that contains `time`: -1 before the first key, the last key's index after it.
    int32_t segmentAt(double time) const;

    /// The number at `time` on that segment, both ends included.
    double at(int32_t segment, size_t component, double time) const;

  private:
    struct Control {
        double time, value;
    };

    double valueAt(size_t key, size_t component) const { return values_[key * width_ + component]; }
    std::optional<Control> control(const Numbers& tangents, size_t key, size_t component, bool leaving,
                                   double length) const;
    double onCubic(size_t key, size_t component, double time) const;
    void sortKeys();

    const Document& document_;
    Node sampler_;
    bool loaded_ = false;
    std::vector<double> times_, values_;
    std::vector<Interpolation> modes_;  ///< one per key
    Numbers in_, out_;                  ///< tangents
    size_t width_ = 0;
    Interpolations used_;
    std::optional<std::pair<size_t, size_t>> mismatch_;
};

/// The <sampler> that a <channel> of that <animation> refers to. Looks in the animation itself first, as some exporters
/// reuse ids. Empty when there is none.
Node samplerOf(const Document& document, Node animation, Node channel);

}  // namespace sinew::collada
