#include "import/collada/sampler.h"

namespace sinew::collada {
namespace {

std::vector<Interpolation> modesOf(Node source) {
    std::vector<Interpolation> modes;
    for (const std::string_view word : namesIn(source))
        modes.push_back(word == "LINEAR"    ? Interpolation::linear
                        : word == "STEP"    ? Interpolation::step
                        : word == "BEZIER"  ? Interpolation::bezier
                        : word == "HERMITE" ? Interpolation::hermite
                                            : Interpolation::unknown);
    return modes;
}

}  // namespace

Sampler::Sampler(const Document& document, Node sampler, KeySources& sources) : document_(document), sampler_(sampler) {
    const Node times = inputSource(document, sampler, "INPUT"), modes = inputSource(document, sampler, "INTERPOLATION");
    const Node output = inputSource(document, sampler, "OUTPUT");
    times_ = sources.times.of(times, [&] { return readNumbers(document, times).values; });
    modes_ = sources.modes.of(modes, [&] { return modesOf(modes); });
    width_ = output.child("technique_common").child("accessor").attribute("stride").as_uint(output ? 1 : 0);
    if (width_ == 0) times_.clear();
    modes_.resize(times_.size(), modes_.empty() ? Interpolation::linear : modes_.back());
    // The last key starts no segment.
    used_.insert(modes_.begin(), modes_.size() > 1 ? modes_.end() - 1 : modes_.end());
}

void Sampler::load() {
    if (loaded_) return;
    loaded_ = true;
    const auto numbersOf = [&](const char* semantic) {
        return readNumbers(document_, inputSource(document_, sampler_, semantic));
    };
    Numbers output = numbersOf("OUTPUT");
    values_ = std::move(output.values), width_ = output.width;
    in_ = numbersOf("IN_TANGENT"), out_ = numbersOf("OUT_TANGENT");
    const size_t given = width_ == 0 ? 0 : values_.size() / width_, count = std::min(times_.size(), given);
    if (given != times_.size()) mismatch_.emplace(times_.size(), given);
    times_.resize(count);
    modes_.resize(count);
    values_.resize(count * width_);
    const auto fits = [&](const Numbers& tangents) {
        const bool known = tangents.width == width_ || tangents.width == 2 * width_ || tangents.width == width_ + 1;
        return known && tangents.count() >= count;
    };
    if (in_.width != 0 && !fits(in_)) in_ = {};
    if (out_.width != 0 && !fits(out_)) out_ = {};
    sortKeys();
}

/// Drops keys that are not finite; of keys at equal times the last one wins. Most files need neither.
void Sampler::sortKeys() {
    const std::vector<size_t> kept = keyOrder(times_, [this](size_t key) {
        return std::ranges::all_of(valuesAt(key), [](double value) { return std::isfinite(value); });
    });
    if (kept.size() == times_.size() && std::ranges::is_sorted(kept)) return;
    const auto gather = [&kept](auto& numbers, size_t width) {
        auto sorted = numbers;
        sorted.clear();
        for (const size_t i : kept)
            sorted.insert(sorted.end(), numbers.begin() + static_cast<std::ptrdiff_t>(i * width),
                          numbers.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
        numbers = std::move(sorted);
    };
    gather(times_, 1), gather(values_, width_), gather(modes_, 1);
    gather(in_.values, in_.width), gather(out_.values, out_.width);
}

int32_t Sampler::segmentAt(double time) const {
    return static_cast<int32_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin()) - 1;
}

/// The control point next to a key. Tangents are (time, value) for each number, one time and all values, or values
/// only, with the times at thirds of the segment.
std::optional<Sampler::Control> Sampler::control(const Numbers& tangents, size_t key, size_t component, bool leaving,
                                                 double length) const {
    if (tangents.width == 0) return std::nullopt;
    const double* numbers = &tangents.values[key * tangents.width];
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
    if (hermite) {  // a derivative: C = P + T / 3 on leaving, P - T / 3 on arriving
        if (timed) given.time = times_[key] + third * given.time;
        given.value = valueAt(key, component) + third * given.value;
    }
    return std::isfinite(given.time) && std::isfinite(given.value) ? std::optional(given) : std::nullopt;
}

double Sampler::onCubic(size_t key, size_t component, double time) const {
    const double start = times_[key], end = times_[key + 1];
    const double from = valueAt(key, component), to = valueAt(key + 1, component);
    const auto leave = control(out_, key, component, true, end - start);
    const auto arrive = control(in_, key + 1, component, false, end - start);
    if (!leave || !arrive) return from + (to - from) * (time - start) / (end - start);
    return cubicBezier(from, leave->value, arrive->value, to, parameterAt(start, leave->time, arrive->time, end, time));
}

double Sampler::at(int32_t segment, size_t component, double time) const {
    if (segment < 0) return valueAt(0, component);
    const auto key = static_cast<size_t>(segment);
    if (key + 1 >= times_.size() || modes_[key] == Interpolation::step) return valueAt(key, component);
    if (time <= times_[key]) return valueAt(key, component);
    if (time >= times_[key + 1]) return valueAt(key + 1, component);
    if (modes_[key] == Interpolation::bezier || modes_[key] == Interpolation::hermite)
        return onCubic(key, component, time);
    const double ratio = (time - times_[key]) / (times_[key + 1] - times_[key]);
    return valueAt(key, component) + (valueAt(key + 1, component) - valueAt(key, component)) * ratio;
}

Node samplerOf(const Document& document, Node animation, Node channel) {
    std::string_view source = channel.attribute("source").value();
    if (source.starts_with('#')) source.remove_prefix(1);
    if (Node own = animation.find_child_by_attribute("sampler", "id", std::string(source).c_str())) return own;
    const Node any = document.byId(source);
    return std::string_view(any.name()) == "sampler" ? any : Node();
}

}  // namespace sinew::collada
