#include "import/build/curves.h"

#include <array>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "animation/clip/sample.h"
#include "import/build/convert.h"

namespace sinew {
namespace {

using glm::dquat;
using glm::dvec3;

constexpr double kTolerance = 1e-6;
constexpr double kFloatPrecision = 5e-7;  // of the largest number: about eight steps of a float
constexpr double kExact = 1e-7;           // of the largest number: what a float can tell
constexpr int kMostHalvings = 4;
constexpr double kMaxPieces = 64.0;  // per segment and depth

double distance(const dvec3& a, const dvec3& b) {
    return glm::length(a - b);
}
double distance(const dquat& a, const dquat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}
glm::vec3 toFloat(const dvec3& value) {
    return glm::vec3(value);
}
glm::quat toFloat(const dquat& value) {
    return glm::quat(glm::normalize(value));
}
bool usable(const dvec3& v) {
    return isFinite(glm::vec3(v));
}
bool usable(const dquat& q) {
    return std::isfinite(glm::length(q)) && glm::length(q) > 0.5;
}

/// Allowed distance between the keys and the curve.
double toleranceFor(const Curve<dvec3>& curve) {
    double largest = 0.0;
    dvec3 low(std::numeric_limits<double>::max()), high(std::numeric_limits<double>::lowest());
    const auto see = [&](const dvec3& value) {
        if (!usable(value)) return;
        low = glm::min(low, value), high = glm::max(high, value);
        largest = std::max(largest, glm::length(value));
    };
    for (size_t i = 0; i + 1 < curve.times.size(); ++i)
        for (const double ratio : {0.0, 0.5, 1.0})
            see(curve.at(i, curve.times[i] + ratio * (curve.times[i + 1] - curve.times[i])));
    const double range = low.x > high.x ? 0.0 : glm::length(high - low);
    return std::max({kTolerance * std::min(range, 1.0), kFloatPrecision * largest, 1e-12});
}

template <typename Double, typename Float>
class Baker {
  public:
    Baker(const Curve<Double>& curve, KeyBudget& budget, double tolerance, double kept)
        : curve_(curve), budget_(budget), tolerance_(tolerance), kept_(kept) {}

    Track<Float> bake() {
        const std::vector<double>& times = curve_.times;
        for (size_t i = 0; i < times.size(); ++i) {
            const Double first = curve_.at(i, times[i]);
            begin(times[i], first);
            if (i + 1 == times.size()) break;
            last_ = curve_.at(i, times[i + 1]);
            if (kept_ > 0.0 && lineError(i, times[i], first, times[i + 1], last_) <= kept_)
                add(times[i + 1], last_);
            else
                refine(i, times[i], first, times[i + 1], last_, kMostHalvings);
        }
        return std::move(track_);
    }

  private:
    /// Adds the first key of a segment. Where the previous segment ended at another value, its end moves to the instant
    /// before.
    void begin(double time, const Double& value) {
        if (!track_.empty() && track_.times.back() == time && distance(last_, value) > tolerance_) {
            track_.times.pop_back(), track_.values.pop_back();
            const double before = std::nextafter(time, std::numeric_limits<double>::lowest());
            if (track_.empty() || track_.times.back() < before) add(before, last_);
        }
        if (track_.empty() || track_.times.back() < time) add(time, value);
    }

    void add(double time, const Double& value) {
        if (!usable(value)) return;
        track_.times.push_back(time);
        track_.values.push_back(toFloat(value));
    }

    double lineError(size_t segment, double a, const Double& atA, double b, const Double& atB) const {
        double error = 0.0;
        // Unequal steps: a value that oscillates with the step would look constant.
        for (const double ratio : {0.23, 0.5, 0.71}) {
            const double deviation = distance(between(atA, atB, ratio), curve_.at(segment, a + ratio * (b - a)));
            error = std::isfinite(deviation) ? std::max(error, deviation) : error;
        }
        return error;
    }

    void refine(size_t segment, double a, const Double& atA, double b, const Double& atB, int depth) {
        const double error = lineError(segment, a, atA, b, atB);
        if (error <= tolerance_ || depth == 0 || b - a < 1e-9 || !spend()) {
            add(b, atB);
            return;
        }
        // The error is proportional to the square of the piece's length.
        const auto pieces =
            static_cast<size_t>(std::clamp(std::ceil(1.05 * std::sqrt(error / tolerance_)), 2.0, kMaxPieces));
        double from = a;
        Double atFrom = atA;
        for (size_t i = 1; i <= pieces; ++i) {
            const double to = i == pieces ? b : a + (b - a) * static_cast<double>(i) / static_cast<double>(pieces);
            const Double atTo = i == pieces ? atB : curve_.at(segment, to);
            refine(segment, from, atFrom, to, atTo, depth - 1);
            from = to, atFrom = atTo;
        }
    }

    bool spend() {
        if (budget_.left <= track_.size()) budget_.exceeded = true;
        return !budget_.exceeded;
    }

    const Curve<Double>& curve_;
    KeyBudget& budget_;
    double tolerance_, kept_;
    Double last_{};  ///< end of the previous segment
    Track<Float> track_;
};

/// The curve as cubic keys, if each of its segments is a cubic polynomial of time, none is a jump, and not all are
/// lines.
Spline<glm::vec3> splineOf(const Curve<dvec3>& curve) {
    const std::vector<double>& times = curve.times;
    constexpr double kMostSegments = 1 << 20;
    if (times.size() < 2 || static_cast<double>(times.size()) > kMostSegments) return {};
    Spline<glm::vec3> spline{.times = times, .values = std::vector<glm::vec3>(3 * times.size(), glm::vec3(0.0f))};
    bool isCurved = false;
    dvec3 end(0.0);
    for (size_t i = 0; i + 1 < times.size(); ++i) {
        const double length = times[i + 1] - times[i];
        const auto at = [&](double ratio) {
            return curve.at(i, ratio == 1.0 ? times[i + 1] : times[i] + ratio * length);
        };
        const dvec3 p0 = at(0.0), p1 = at(1.0), a = at(1.0 / 3.0), b = at(2.0 / 3.0);
        // Bezier points through the thirds of a cubic, then its slopes.
        const dvec3 c0 = (-5.0 * p0 + 18.0 * a - 9.0 * b + 2.0 * p1) / 6.0;
        const dvec3 c1 = (2.0 * p0 - 9.0 * a + 18.0 * b - 5.0 * p1) / 6.0;
        const double largest = std::max({glm::length(p0), glm::length(p1), glm::length(c0), glm::length(c1)});
        if (!usable(p0) || !usable(p1) || !usable(c0) || !usable(c1)) return {};
        const double tolerance = kExact * largest;
        if (i > 0 && distance(end, p0) > tolerance) return {};
        for (const double ratio : {0.11, 0.5, 0.83}) {
            const double rest = 1.0 - ratio;
            const dvec3 cubic = rest * rest * rest * p0 + 3.0 * rest * rest * ratio * c0 +
                                3.0 * rest * ratio * ratio * c1 + ratio * ratio * ratio * p1;
            const dvec3 value = at(ratio);
            if (!(distance(cubic, value) <= tolerance)) return {};
            isCurved = isCurved || distance(between(p0, p1, ratio), value) > 4.0 * tolerance;
        }
        spline.values[3 * i + 1] = glm::vec3(p0);
        spline.values[3 * i + 2] = glm::vec3(3.0 * (c0 - p0) / length);
        spline.values[3 * i + 3] = glm::vec3(3.0 * (p1 - c1) / length);
        spline.values[3 * i + 4] = glm::vec3(p1);
        end = p1;
    }
    const bool finite = std::ranges::all_of(spline.values, [](const glm::vec3& value) { return isFinite(value); });
    return isCurved && finite ? spline : Spline<glm::vec3>{};
}

template <typename Double, typename Float>
Track<Float> bakeAny(const Curve<Double>& curve, KeyBudget& budget, double tolerance, double kept = 0.0) {
    Track<Float> track = Baker<Double, Float>(curve, budget, tolerance, kept).bake();
    budget.left -= std::min(budget.left, track.size());
    return track;
}

}  // namespace

std::vector<std::string> namesOf(const Interpolations& interpolations) {
    constexpr std::array kNames{"linear", "step", "cubic", "bezier", "hermite", "unknown"};
    std::vector<std::string> names;
    for (const Interpolation interpolation : interpolations)
        names.emplace_back(kNames[static_cast<size_t>(interpolation)]);
    std::sort(names.begin(), names.end());
    return names;
}

double cubicBezier(double p0, double c0, double c1, double p1, double s) {
    const double r = 1.0 - s;
    return r * r * r * p0 + 3.0 * r * r * s * c0 + 3.0 * r * s * s * c1 + s * s * s * p1;
}

double parameterAt(double p0, double c0, double c1, double p1, double time) {
    // Newton's method, bracketed by bisection.
    double low = 0.0, high = 1.0, s = (time - p0) / (p1 - p0);
    for (int step = 0; step < 64 && high - low > 1e-15; ++step) {
        const double error = cubicBezier(p0, c0, c1, p1, s) - time;
        if (std::abs(error) <= 1e-15 * std::max(1.0, std::abs(time))) break;
        (error > 0.0 ? high : low) = s;
        const double r = 1.0 - s;
        const double slope = 3.0 * (r * r * (c0 - p0) + 2.0 * r * s * (c1 - c0) + s * s * (p1 - c1));
        const double next = slope > 0.0 ? s - error / slope : low;
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

Track<float> bake(const Curve<double>& curve, KeyBudget& budget) {
    const Track<glm::vec3> wide =
        bake(Curve<dvec3>{curve.times, [&](size_t i, double t) { return dvec3(curve.at(i, t), 0.0, 0.0); }}, budget);
    Track<float> track{.times = wide.times, .values = {}};
    for (const glm::vec3& value : wide.values)
        track.values.push_back(value.x);
    track.authored.times = wide.authored.times;
    for (const glm::vec3& value : wide.authored.values)
        track.authored.values.push_back(value.x);
    return track;
}
Track<glm::vec3> bake(const Curve<dvec3>& curve, KeyBudget& budget) {
    Track<glm::vec3> track = bakeAny<dvec3, glm::vec3>(curve, budget, toleranceFor(curve));
    track.authored = splineOf(curve);
    return track;
}
Track<glm::quat> bake(const Curve<dquat>& curve, KeyBudget& budget, const RotationTolerance& allowed) {
    return bakeAny<dquat, glm::quat>(curve, budget, allowed.tolerance, allowed.kept);
}

Channel& channelOf(AnimationClip& clip, uint32_t node) {
    const auto found = std::ranges::find(clip.channels, node, &Channel::node);
    if (found != clip.channels.end()) return *found;
    return clip.channels.emplace_back(Channel{.node = node});
}

bool isMoved(const AnimationClip& clip, uint32_t weight) {
    return std::ranges::find(clip.morphs, weight, &MorphChannel::weight) != clip.morphs.end();
}

void noteFrame(AnimationClip& clip, const std::vector<double>& keyTimes) {
    if (keyTimes.size() < 2) return;
    const double mean = (keyTimes.back() - keyTimes.front()) / static_cast<double>(keyTimes.size() - 1);
    if (!(mean > 0.0)) return;
    clip.authoredFrameSeconds = clip.authoredFrameSeconds > 0.0 ? std::min(clip.authoredFrameSeconds, mean) : mean;
}

}  // namespace sinew
