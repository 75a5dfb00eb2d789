#include "import/collada_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "import/collada_numbers.h"

namespace sinew {
namespace {

std::vector<Interpolation> modesOf(pugi::xml_node source) {
    pugi::xml_node names = source.child("Name_array");
    if (!names) names = source.child("IDREF_array");
    std::vector<Interpolation> modes;
    for (const std::string_view word : wordsIn(names.text().get()))
        modes.push_back(word == "LINEAR"    ? Interpolation::linear
                        : word == "STEP"    ? Interpolation::step
                        : word == "BEZIER"  ? Interpolation::bezier
                        : word == "HERMITE" ? Interpolation::hermite
                                            : Interpolation::unknown);
    return modes;
}

double cubic(double p0, double c0, double c1, double p1, double s) {
    const double r = 1.0 - s;
    return r * r * r * p0 + 3.0 * r * r * s * c0 + 3.0 * r * s * s * c1 + s * s * s * p1;
}

/// Where the curve of times reaches `time`: Newton's steps, kept between bounds that close in.
double solve(double p0, double c0, double c1, double p1, double time) {
    double low = 0.0, high = 1.0, s = (time - p0) / (p1 - p0);
    for (int step = 0; step < 64 && high - low > 1e-15; ++step) {
        const double miss = cubic(p0, c0, c1, p1, s) - time;
        if (std::abs(miss) <= 1e-15 * std::max(1.0, std::abs(time))) break;
        (miss > 0.0 ? high : low) = s;
        const double r = 1.0 - s;
        const double slope = 3.0 * (r * r * (c0 - p0) + 2.0 * r * s * (c1 - c0) + s * s * (p1 - c1));
        const double next = slope > 0.0 ? s - miss / slope : low;
        s = next > low && next < high ? next : 0.5 * (low + high);
    }
    return s;
}

}  // namespace

const std::vector<double>& KeySources::times(pugi::xml_node source) {
    const auto [known, isNew] = times_.try_emplace(source.hash_value());
    if (isNew) known->second = colladaNumbers(document_, source).values;
    return known->second;
}

const std::vector<Interpolation>& KeySources::modes(pugi::xml_node source) {
    const auto [known, isNew] = modes_.try_emplace(source.hash_value());
    if (isNew) known->second = modesOf(source);
    return known->second;
}

ColladaSampler::ColladaSampler(const ColladaDocument& document, pugi::xml_node sampler, KeySources& sources)
    : document_(document), sampler_(sampler) {
    for (const pugi::xml_node input : sampler.children("input")) {
        const std::string_view semantic = input.attribute("semantic").value();
        const pugi::xml_node source = document.byId(input.attribute("source").value());
        if (semantic == "INPUT") times_ = sources.times(source);
        if (semantic == "INTERPOLATION") modes_ = sources.modes(source);
        if (semantic == "OUTPUT")
            width_ = source.child("technique_common").child("accessor").attribute("stride").as_uint(1);
    }
    if (width_ == 0) times_.clear();
    modes_.resize(times_.size(), modes_.empty() ? Interpolation::linear : modes_.back());
    // The last key leads nowhere.
    used_.insert(modes_.begin(), modes_.size() > 1 ? modes_.end() - 1 : modes_.end());
}

void ColladaSampler::load() {
    if (loaded_) return;
    loaded_ = true;
    for (const pugi::xml_node input : sampler_.children("input")) {
        const std::string_view semantic = input.attribute("semantic").value();
        if (semantic != "OUTPUT" && semantic != "IN_TANGENT" && semantic != "OUT_TANGENT") continue;
        ColladaNumbers numbers = colladaNumbers(document_, document_.byId(input.attribute("source").value()));
        if (semantic == "OUTPUT")
            values_ = std::move(numbers.values), width_ = numbers.width;
        else
            (semantic == "IN_TANGENT" ? in_ : out_) = Tangents{std::move(numbers.values), numbers.width};
    }
    const size_t count = width_ == 0 ? 0 : std::min(times_.size(), values_.size() / width_);
    times_.resize(count);
    modes_.resize(count);
    values_.resize(count * width_);
    const auto fits = [&](const Tangents& tangents) {
        const bool known = tangents.width == width_ || tangents.width == 2 * width_ || tangents.width == width_ + 1;
        return known && tangents.numbers.size() / tangents.width >= count;
    };
    if (in_.width != 0 && !fits(in_)) in_ = {};
    if (out_.width != 0 && !fits(out_)) out_ = {};
    sortKeys();
}

/// Most files need nothing here. Of equal times the last counts; keys that are not finite are left out.
void ColladaSampler::sortKeys() {
    std::vector<size_t> order;
    for (size_t i = 0; i < times_.size(); ++i) {
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(i * width_);
        if (std::isfinite(times_[i]) && std::all_of(first, first + static_cast<std::ptrdiff_t>(width_),
                                                    [](double value) { return std::isfinite(value); }))
            order.push_back(i);
    }
    const auto before = [this](size_t a, size_t b) { return times_[a] < times_[b]; };
    if (order.size() == times_.size() &&
        std::adjacent_find(times_.begin(), times_.end(), std::greater_equal<>()) == times_.end())
        return;
    std::stable_sort(order.begin(), order.end(), before);
    std::vector<size_t> kept;
    for (const size_t i : order) {
        if (!kept.empty() && times_[kept.back()] == times_[i]) kept.pop_back();
        kept.push_back(i);
    }
    const auto gather = [&kept](auto& numbers, size_t width) {
        auto sorted = numbers;
        sorted.clear();
        for (const size_t i : kept)
            sorted.insert(sorted.end(), numbers.begin() + static_cast<std::ptrdiff_t>(i * width),
                          numbers.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
        numbers = std::move(sorted);
    };
    gather(times_, 1), gather(values_, width_), gather(modes_, 1);
    gather(in_.numbers, in_.width), gather(out_.numbers, out_.width);
}

int32_t ColladaSampler::stretchAt(double time) const {
    return static_cast<int32_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin()) - 1;
}

/// The control point beside a key. Tangents are (time, value) for each number, or one time and all values, or values
/// alone: then the times stand at thirds.
bool ColladaSampler::control(const Tangents& tangents, size_t key, size_t component, bool leaving, double length,
                             Control& out) const {
    if (tangents.width == 0) return false;
    const double* numbers = &tangents.numbers[key * tangents.width];
    const bool hermite = modes_[leaving ? key : key - 1] == Interpolation::hermite;
    const double sign = leaving ? 1.0 : -1.0, third = sign / 3.0;
    Control given{times_[key] + third * length, 0.0};
    bool timed = true;
    if (tangents.width == 2 * width_)
        given = {numbers[2 * component], numbers[2 * component + 1]};
    else if (tangents.width == width_)
        given.value = numbers[component], timed = false;
    else
        given = {numbers[0], numbers[1 + component]};
    out = given;
    if (hermite) {  // a direction: C = P + T / 3 on leaving, P - T / 3 on arriving
        if (timed) out.time = times_[key] + third * given.time;
        out.value = valueAt(key, component) + third * given.value;
    }
    return std::isfinite(out.time) && std::isfinite(out.value);
}

double ColladaSampler::onCubic(size_t key, size_t component, double time) const {
    const double start = times_[key], end = times_[key + 1];
    const double from = valueAt(key, component), to = valueAt(key + 1, component);
    Control leave{}, arrive{};
    if (!control(out_, key, component, true, end - start, leave) ||
        !control(in_, key + 1, component, false, end - start, arrive))
        return from + (to - from) * (time - start) / (end - start);
    return cubic(from, leave.value, arrive.value, to, solve(start, leave.time, arrive.time, end, time));
}

double ColladaSampler::at(int32_t stretch, size_t component, double time) const {
    if (stretch < 0) return valueAt(0, component);
    const auto key = static_cast<size_t>(stretch);
    if (key + 1 >= times_.size() || modes_[key] == Interpolation::step) return valueAt(key, component);
    if (time <= times_[key]) return valueAt(key, component);
    if (time >= times_[key + 1]) return valueAt(key + 1, component);
    if (modes_[key] == Interpolation::bezier || modes_[key] == Interpolation::hermite)
        return onCubic(key, component, time);
    const double ratio = (time - times_[key]) / (times_[key + 1] - times_[key]);
    return valueAt(key, component) + (valueAt(key + 1, component) - valueAt(key, component)) * ratio;
}

}  // namespace sinew
