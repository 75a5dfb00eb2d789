#include "import/fbx/curve.h"

#include <array>
#include <span>

#include "import/fbx/key_flags.h"

namespace sinew::fbx {

/// What a key says of the segment that it starts: flags and four numbers, which several keys may share.
struct KeyAttribute {
    uint32_t flags = kLinearKey;
    std::array<double, 4> numbers{};
};

namespace {

constexpr double kThird = 1.0 / 3.0, kMostFlags = 4294967296.0;

std::vector<KeyAttribute> attributesOf(const Record& record, size_t keyCount) {
    const std::vector<double> flags = record.numbersOf("KeyAttrFlags"), numbers = record.numbersOf("KeyAttrDataFloat");
    const std::vector<double> counts = record.numbersOf("KeyAttrRefCount");
    std::vector<KeyAttribute> result;
    for (size_t i = 0; i < flags.size() && i < counts.size() && result.size() < keyCount; ++i) {
        const bool usable = std::abs(flags[i]) < kMostFlags && counts[i] > 0.0;
        if (!usable) continue;
        KeyAttribute one{static_cast<uint32_t>(static_cast<int64_t>(flags[i])), {}};
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

/// What MotionBuilder adds to the slope of an automatic tangent for a bias beyond 500 percent.
double biasBeyond(double bias, double direction, uint32_t flags) {
    const double beyond = flags & kTimeIndependent ? 0.0 : std::max(std::abs(bias) / 100.0 - 5.0, 0.0);
    return std::copysign(40.0 * beyond * beyond, direction);
}

/// The slope of an automatic tangent at `at` between its neighbors. The signs of FBX: `bias` in percent.
double automaticSlope(const std::array<double, 3>& times, const std::array<double, 3>& values, double leftWeight,
                      double rightWeight, double bias, uint32_t flags) {
    const double before = times[1] - times[0], after = times[2] - times[1];
    double slope = (values[2] - values[0]) / (times[2] - times[0]);
    if (!(flags & kTimeIndependent)) {
        const double left = (values[1] - values[0]) / before, right = (values[2] - values[1]) / after;
        const double share = before / (before + after);
        slope = 0.5 * slope + 0.5 * (left * (1.0 - share) + right * share);
        const double rise = (bias > 0.0 ? right : left) - slope;
        slope += rise * std::abs(bias) / 100.0 + biasBeyond(bias, std::abs(rise) > 1e-5 ? rise : bias, flags);
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
                std::span<const KeyAttribute> attributes, double leftWeight, double rightWeight) {
    const KeyAttribute& own = attributes[key];
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
        if (own.flags & kClampProgressive) return {};
        const double bias = first ? slopes.right : -slopes.left;
        const double slope = between(first ? key : key - 1) + biasBeyond(bias, bias, own.flags);
        return {slope, slope};
    }
    const std::array<double, 3> t{times[key - 1], times[key], times[key + 1]},
        v{values[key - 1], values[key], values[key + 1]};
    if ((own.flags & kClamp) && std::min(std::abs(v[0] - v[1]), std::abs(v[2] - v[1])) <= 1e-5) return {};
    return {automaticSlope(t, v, leftWeight, rightWeight, -slopes.left, own.flags),
            automaticSlope(t, v, leftWeight, rightWeight, slopes.right, own.flags)};
}

}  // namespace

/// The finite keys, in the file's order.
struct AnimationCurve::Keys {
    std::vector<double> times, values;
    std::vector<KeyAttribute> attributes;
};

AnimationCurve::Extrapolation AnimationCurve::extrapolationOf(const Record& record, std::string_view name) {
    const Record* const own = record.child(name);
    const Record* const type = own ? own->child("Type") : nullptr;
    if (!type) return {};
    const Record* const most = own->child("Repetition");
    const std::string_view text = type->text();
    return {.kind = text.empty() ? static_cast<char>(type->integer() & 0x7f) : text.front(),
            .most = most ? most->number(0, -1.0) : -1.0};
}

AnimationCurve::AnimationCurve(const Record& record, double ticksPerSecond)
    : before_(extrapolationOf(record, "Pre-Extrapolation")), after_(extrapolationOf(record, "Post-Extrapolation")) {
    std::vector<double> seconds = record.numbersOf("KeyTime");
    const std::vector<double> values = record.numbersOf("KeyValueFloat");
    const size_t count = std::min(seconds.size(), values.size());
    seconds.resize(count);
    for (double& time : seconds)
        time /= ticksPerSecond;
    const std::vector<KeyAttribute> all = attributesOf(record, count);
    Keys keys;
    for (size_t i = 0; i < count; ++i) {
        if (std::isfinite(seconds[i]) && std::isfinite(values[i]))
            keys.times.push_back(seconds[i]), keys.values.push_back(values[i]), keys.attributes.push_back(all[i]);
        else
            ++dropped_;
    }
    if (!keys.times.empty()) addSegments(keys);
}

void AnimationCurve::addSegments(const Keys& keys) {
    const size_t count = keys.times.size();
    std::vector<Weights> weights(count, {kThird, kThird});
    std::vector<Slopes> slopes;
    for (size_t i = 0; i < count; ++i) {
        const KeyAttribute& own = keys.attributes[i];
        const Weights given = unpackedWeights(own.numbers[2]);
        const bool isCubic = (own.flags & kCubicKey) && !(own.flags & kTcbTangent);
        if (isCubic && (own.flags & kWeightedRight)) weights[i].right = std::min(given.right, 1.0);
        if (isCubic && (own.flags & kWeightedNextLeft)) weights[i].nextLeft = std::min(given.nextLeft, 1.0);
        const double leftWeight = i > 0 ? weights[i - 1].nextLeft : kThird;
        slopes.push_back(slopesAt(i, keys.times, keys.values, keys.attributes, leftWeight, weights[i].right));
    }
    times_ = {keys.times[0]}, values_ = {keys.values[0]};
    for (size_t i = 0; i + 1 < count; ++i) {
        const double start = keys.times[i], length = keys.times[i + 1] - start, from = keys.values[i],
                     to = keys.values[i + 1];
        if (!(length > 0.0)) {
            cutAt(keys.times[i + 1], to);
            continue;
        }
        const double leave = weights[i].right * length, arrive = weights[i].nextLeft * length;
        Segment segment{.start = start,
                        .end = keys.times[i + 1],
                        .from = from,
                        .to = to,
                        .leaveTime = start + leave,
                        .leaveValue = from + leave * slopes[i].right,
                        .arriveTime = start + length - arrive,
                        .arriveValue = to - arrive * slopes[i + 1].left};
        const uint32_t flags = keys.attributes[i].flags;
        const bool finite = std::isfinite(segment.leaveValue) && std::isfinite(segment.arriveValue);
        if (flags & kConstantKey)
            segment.shape = flags & kConstantNext ? Shape::next : Shape::constant;
        else if ((flags & kCubicKey) && finite)
            segment.shape = Shape::cubic;
        interpolations_.insert(segment.shape == Shape::linear  ? Interpolation::linear
                               : segment.shape == Shape::cubic ? Interpolation::cubic
                                                               : Interpolation::step);
        const bool isCubic = segment.shape == Shape::cubic;
        const double slope = segment.shape == Shape::linear ? (to - from) / length : 0.0;
        if (segments_.empty()) before_.slope = isCubic ? slopes[i].right : slope;
        after_.slope = isCubic ? slopes[i + 1].left : slope;
        segments_.push_back(segment);
        times_.push_back(segment.end), values_.push_back(to);
    }
}

void AnimationCurve::cutAt(double time, double value) {
    isReordered_ = true;
    while (times_.size() > 1 && times_[times_.size() - 2] >= time)
        times_.pop_back(), values_.pop_back(), segments_.pop_back();
    times_.back() = time, values_.back() = value;
}

std::vector<double> AnimationCurve::timesWithin(double first, double last) const {
    std::vector<double> result = times_;
    const double start = times_.front(), end = times_.back(), period = end - start;
    const auto goOn = [&](const Extrapolation& how, double distance, double bound, bool before) {
        if (!(distance > 0.0)) return;
        if (how.kind == 'K') result.push_back(bound);
        if (!how.repeats() || !(period > 0.0)) return;
        constexpr double kMostKeys = 1 << 16;
        double cycles = std::min(std::ceil(distance / period), kMostKeys / static_cast<double>(times_.size()));
        if (how.most >= 0.0) cycles = std::min(cycles, how.most);
        for (double cycle = 0.0; cycle < cycles; ++cycle)
            for (const double time : times_) {
                const bool turned = how.kind == 'M' && std::fmod(cycle, 2.0) == 0.0;
                const double into = turned != before ? end - time : time - start;
                result.push_back(before ? start - cycle * period - into : end + cycle * period + into);
            }
    };
    goOn(before_, start - first, first, true);
    goOn(after_, last - end, last, false);
    return result;
}

double AnimationCurve::beyond(double time, double within, bool before) const {
    const Extrapolation& how = before ? before_ : after_;
    const double start = times_.front(), end = times_.back(), period = end - start;
    const double nearest = before ? start : end, value = before ? values_.front() : values_.back();
    if (how.kind == 'K') return value + how.slope * (time - nearest);
    if (!how.repeats() || !(period > 0.0)) return value;
    const auto distance = [&](double at) { return before ? start - at : at - end; };
    double cycle = std::floor(distance(within) / period), into = distance(time) - cycle * period,
           inside = distance(within) - cycle * period;
    if (how.most >= 0.0 && cycle >= how.most) {
        if (how.most < 1.0) return value;
        cycle = std::floor(how.most) - 1.0, into = inside = period;
    }
    if (how.kind == 'M' && std::fmod(cycle, 2.0) == 0.0) into = period - into, inside = period - inside;
    if (before) into = period - into, inside = period - inside;
    const double own = at(std::clamp(start + into, start, end), std::clamp(start + inside, start, end));
    const double rise = (values_.back() - values_.front()) * (cycle + 1.0);
    return how.kind != 'A' ? own : before ? own - rise : own + rise;
}

double AnimationCurve::at(double time, double within) const {
    if (within < times_.front()) return beyond(time, within, true);
    if (within > times_.back()) return beyond(time, within, false);
    if (within == times_.back()) return values_.back();
    if (!(times_[last_] <= within && within < times_[last_ + 1]))
        last_ = static_cast<size_t>(std::ranges::upper_bound(times_, within) - times_.begin()) - 1;
    const size_t key = last_;
    const Segment& own = segments_[key];
    if (own.shape == Shape::constant) return own.from;
    if (own.shape == Shape::next) return own.to;
    if (time <= own.start) return own.from;
    if (time >= own.end) return own.to;
    if (own.shape == Shape::linear) return own.from + (own.to - own.from) * (time - own.start) / (own.end - own.start);
    const double s = parameterAt(own.start, own.leaveTime, own.arriveTime, own.end, time);
    return cubicBezier(own.from, own.leaveValue, own.arriveValue, own.to, s);
}

}  // namespace sinew::fbx
