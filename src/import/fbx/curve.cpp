#include "import/fbx/curve.h"

#include <array>
#include <span>

#include "import/fbx/key_flags.h"

namespace sinew::fbx {
namespace {

constexpr double kThird = 1.0 / 3.0, kMostFlags = 4294967296.0;

/// What a key says of the segment that it starts: flags and four numbers, which several keys may share.
struct Attribute {
    uint32_t flags = kLinearKey;
    std::array<double, 4> numbers{};
};

std::vector<Attribute> attributesOf(const Record& record, size_t keyCount) {
    const std::vector<double> flags = record.numbersOf("KeyAttrFlags"), numbers = record.numbersOf("KeyAttrDataFloat");
    const std::vector<double> counts = record.numbersOf("KeyAttrRefCount");
    std::vector<Attribute> result;
    for (size_t i = 0; i < flags.size() && i < counts.size() && result.size() < keyCount; ++i) {
        const bool usable = std::abs(flags[i]) < kMostFlags && counts[i] > 0.0;
        if (!usable) continue;
        Attribute one{static_cast<uint32_t>(static_cast<int64_t>(flags[i])), {}};
        for (size_t n = 0; n < one.numbers.size() && 4 * i + n < numbers.size(); ++n)
            one.numbers[n] = numbers[4 * i + n];
        const double shared = std::min(counts[i], static_cast<double>(keyCount - result.size()));
        result.insert(result.end(), static_cast<size_t>(shared), one);
    }
    result.resize(keyCount);
    return result;
}

struct Slopes {
    double left = 0.0, right = 0.0;
};

/// The slope of an automatic tangent at `at` between its neighbors. The signs of FBX: `bias` in percent.
double automaticSlope(const std::array<double, 3>& times, const std::array<double, 3>& values, double leftWeight,
                      double rightWeight, double bias, uint32_t flags) {
    const double before = times[1] - times[0], after = times[2] - times[1];
    double slope = (values[2] - values[0]) / (times[2] - times[0]);
    if (!(flags & kTimeIndependent)) {
        const double left = (values[1] - values[0]) / before, right = (values[2] - values[1]) / after;
        const double share = before / (before + after);
        slope = 0.5 * slope + 0.5 * (left * (1.0 - share) + right * share);
        const double amount = std::abs(bias) / 100.0;
        if (amount > 1e-4) slope = slope * (1.0 - amount) + (bias > 0.0 ? right : left) * amount;
    }
    if (flags & kClampProgressive) {
        const double sign = slope >= 0.0 ? 1.0 : -1.0;
        const auto limit = [&](double rise, double run) { return run > 0.0 ? std::max(sign * rise / run, 0.0) : 0.0; };
        slope = sign * std::min({sign * slope, limit(values[1] - values[0], leftWeight * before),
                                 limit(values[2] - values[1], rightWeight * after)});
    }
    return slope;
}

/// Kochanek and Bartels, "Interpolating splines with local tension, continuity, and bias control", 1984.
Slopes tcbSlopes(const std::array<double, 4>& tcb, double left, double right, bool edge) {
    const double tension = tcb[0], continuity = tcb[1], bias = tcb[2], factor = (edge ? 1.0 : 0.5) * (1.0 - tension);
    return {factor * ((1.0 + bias) * (1.0 - continuity) * left + (1.0 - bias) * (1.0 + continuity) * right),
            factor * ((1.0 + bias) * (1.0 + continuity) * left + (1.0 - bias) * (1.0 - continuity) * right)};
}

/// The slopes on both sides of a key, from what it and the key before say.
Slopes slopesAt(size_t key, std::span<const double> times, std::span<const double> values,
                std::span<const Attribute> attributes, double leftWeight, double rightWeight) {
    const Attribute& own = attributes[key];
    const bool first = key == 0, last = key + 1 == times.size();
    const bool given = !first && !(attributes[key - 1].flags & kTcbTangent);
    Slopes slopes{given ? attributes[key - 1].numbers[1] : 0.0, own.numbers[0]};
    if (!(own.flags & kCubicKey) || (own.flags & kConstantKey)) return slopes;
    const auto between = [&](size_t a) { return (values[a + 1] - values[a]) / (times[a + 1] - times[a]); };
    if (own.flags & kTcbTangent)
        return tcbSlopes(own.numbers, first ? 0.0 : between(key - 1), last ? 0.0 : between(key), first || last);
    if (own.flags & kUserTangent) return slopes;
    if (first && last) return {};
    if (first || last) {
        const double slope = own.flags & kClampProgressive ? 0.0 : between(first ? key : key - 1);
        return {slope, slope};
    }
    const std::array<double, 3> t{times[key - 1], times[key], times[key + 1]},
        v{values[key - 1], values[key], values[key + 1]};
    if ((own.flags & kClamp) && std::min(std::abs(v[0] - v[1]), std::abs(v[2] - v[1])) <= 1e-5) return {};
    return {automaticSlope(t, v, leftWeight, rightWeight, -slopes.left, own.flags),
            automaticSlope(t, v, leftWeight, rightWeight, slopes.right, own.flags)};
}

}  // namespace

AnimationCurve::AnimationCurve(const Record& record) {
    const std::vector<double> ticks = record.numbersOf("KeyTime"), values = record.numbersOf("KeyValueFloat");
    const size_t count = std::min(ticks.size(), values.size());
    const std::vector<Attribute> all = attributesOf(record, count);
    std::vector<Attribute> attributes;
    for (size_t i = 0; i < count; ++i) {
        const double time = ticks[i] / kTicksPerSecond;
        if (!std::isfinite(time) || !std::isfinite(values[i]) || (!times_.empty() && time <= times_.back())) continue;
        times_.push_back(time), values_.push_back(values[i]), attributes.push_back(all[i]);
    }
    std::vector<Weights> weights(times_.size(), {kThird, kThird});
    for (size_t i = 0; i < times_.size(); ++i) {
        const Weights given = unpackedWeights(attributes[i].numbers[2]);
        const bool isCubic = (attributes[i].flags & kCubicKey) && !(attributes[i].flags & kTcbTangent);
        if (isCubic && (attributes[i].flags & kWeightedRight)) weights[i].right = std::min(given.right, 1.0);
        if (isCubic && (attributes[i].flags & kWeightedNextLeft)) weights[i].nextLeft = std::min(given.nextLeft, 1.0);
    }
    std::vector<Slopes> slopes;
    for (size_t i = 0; i < times_.size(); ++i)
        slopes.push_back(
            slopesAt(i, times_, values_, attributes, i > 0 ? weights[i - 1].nextLeft : kThird, weights[i].right));
    for (size_t i = 0; i + 1 < times_.size(); ++i) {
        const double length = times_[i + 1] - times_[i];
        const double leave = weights[i].right * length, arrive = weights[i].nextLeft * length;
        Segment segment{.shape = Shape::linear,
                        .leaveTime = times_[i] + leave,
                        .leaveValue = values_[i] + leave * slopes[i].right,
                        .arriveTime = times_[i + 1] - arrive,
                        .arriveValue = values_[i + 1] - arrive * slopes[i + 1].left};
        const uint32_t flags = attributes[i].flags;
        const bool finite = std::isfinite(segment.leaveValue) && std::isfinite(segment.arriveValue);
        if (flags & kConstantKey)
            segment.shape = flags & kConstantNext ? Shape::next : Shape::constant;
        else if ((flags & kCubicKey) && finite)
            segment.shape = Shape::cubic;
        interpolations_.insert(segment.shape == Shape::linear  ? Interpolation::linear
                               : segment.shape == Shape::cubic ? Interpolation::cubic
                                                               : Interpolation::step);
        segments_.push_back(segment);
    }
}

double AnimationCurve::at(double time, double within) const {
    const auto after = std::ranges::upper_bound(times_, within);
    if (after == times_.begin()) return values_.front();
    if (after == times_.end()) return values_.back();
    const auto key = static_cast<size_t>(after - times_.begin()) - 1;
    const Segment& segment = segments_[key];
    const double start = times_[key], end = times_[key + 1], from = values_[key], to = values_[key + 1];
    if (segment.shape == Shape::constant) return from;
    if (segment.shape == Shape::next) return to;
    if (time <= start) return from;
    if (time >= end) return to;
    if (segment.shape == Shape::linear) return from + (to - from) * (time - start) / (end - start);
    const double s = parameterAt(start, segment.leaveTime, segment.arriveTime, end, time);
    return cubicBezier(from, segment.leaveValue, segment.arriveValue, to, s);
}

}  // namespace sinew::fbx
