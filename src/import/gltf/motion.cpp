#include "import/gltf/motion.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec4.hpp>

#include "base/text.h"
#include "import/build/convert.h"
#include "import/gltf/document/accessors.h"
#include "import/gltf/document/names.h"
#include "model/outer_nodes.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kWeight = "weights/";  ///< begins the path of a single one

/// The keys of a sampler, by ascending time; unused components are 0. CUBICSPLINE has three values per key: in-tangent,
/// value, out-tangent.
struct Keys {
    std::vector<double> times;
    std::vector<glm::dvec4> values;
};

/// What a track plays of a value.
template <typename Played>
Played playedFrom(const glm::dvec4& v) {
    if constexpr (std::is_same_v<Played, double>)
        return v.x;
    else if constexpr (std::is_same_v<Played, glm::dvec3>)
        return glm::dvec3(v);
    else
        return glm::normalize(glm::dquat(v.w, v.x, v.y, v.z));
}

template <typename Played>
Played onLine(const glm::dvec4& a, const glm::dvec4& b, double ratio) {
    if constexpr (std::is_same_v<Played, glm::dquat>)
        return glm::slerp(playedFrom<Played>(a), playedFrom<Played>(b), ratio);
    else
        return playedFrom<Played>(glm::mix(a, b, ratio));
}

/// Sorts the keys by time and drops those that are not finite; of keys at equal times the last one wins.
Keys readKeys(const std::vector<float>& times, const std::vector<float>& numbers, size_t componentCount,
              size_t valuesPerKey, KeyRepairs& repairs) {
    const size_t width = valuesPerKey * componentCount;
    const auto areFinite = [&](size_t from, size_t count) {
        return std::ranges::all_of(std::span(numbers).subspan(from, count),
                                   [](float number) { return std::isfinite(number); });
    };
    for (size_t key = 0; key < times.size(); ++key)  // see judgeMotion() about tangents
        if (!std::isfinite(times[key]) || !areFinite(key * width + valuesPerKey / 2 * componentCount, componentCount))
            repairs.add(repairs.dropped);
    if (std::ranges::adjacent_find(times, std::greater_equal<>()) != times.end()) repairs.add(repairs.reordered);
    Keys keys;
    for (const size_t key : keyOrder(times, [&](size_t at) { return areFinite(at * width, width); })) {
        keys.times.push_back(static_cast<double>(times[key]));
        for (size_t v = 0; v < valuesPerKey; ++v) {
            glm::dvec4& value = keys.values.emplace_back(0.0);
            for (size_t c = 0; c < componentCount; ++c)
                value[static_cast<int>(c)] = static_cast<double>(numbers[key * width + v * componentCount + c]);
        }
    }
    return keys;
}

/// glTF 2.0, appendix C.5: a Hermite spline with tangents per second.
glm::dvec4 onSpline(const Keys& keys, size_t segment, double time) {
    const double length = keys.times[segment + 1] - keys.times[segment];
    const double s = (time - keys.times[segment]) / length, s2 = s * s, s3 = s2 * s;
    const glm::dvec4 *from = &keys.values[3 * segment], *to = from + 3;
    return (2 * s3 - 3 * s2 + 1) * from[1] + length * (s3 - 2 * s2 + s) * from[2] + (3 * s2 - 2 * s3) * to[1] +
           length * (s3 - s2) * to[0];
}

template <typename Played>
Curve<Played> curveOf(Keys keys, Interpolation interpolation) {
    Curve<Played> curve{.times = keys.times, .at = {}};
    curve.at = [keys = std::move(keys), interpolation](size_t segment, double time) -> Played {
        const bool last = segment + 1 == keys.times.size();
        if (interpolation == Interpolation::cubic)
            return playedFrom<Played>(last ? keys.values[3 * segment + 1] : onSpline(keys, segment, time));
        if (interpolation == Interpolation::step || last) return playedFrom<Played>(keys.values[segment]);
        const double ratio = (time - keys.times[segment]) / (keys.times[segment + 1] - keys.times[segment]);
        return onLine<Played>(keys.values[segment], keys.values[segment + 1], ratio);
    };
    return curve;
}

float narrow(const glm::dvec4& v, float) {
    return static_cast<float>(v.x);
}
glm::vec3 narrow(const glm::dvec4& v, const glm::vec3&) {
    return glm::vec3(v);
}
glm::quat narrow(const glm::dvec4& v, const glm::quat&) {
    return glm::quat(glm::dquat(v.w, v.x, v.y, v.z));
}

/// What a track stores of what it plays.
template <typename Played>
using Stored = std::conditional_t<std::is_same_v<Played, double>, float,
                                  std::conditional_t<std::is_same_v<Played, glm::dvec3>, glm::vec3, glm::quat>>;

/// The keys as they are, if they are cubic.
template <typename Played, typename Float = Stored<Played>>
Spline<Float> splineFrom(const Keys& keys, Interpolation interpolation) {
    if (interpolation != Interpolation::cubic) return {};
    Spline<Float> spline{.times = keys.times, .values = {}};
    for (const glm::dvec4& value : keys.values)
        spline.values.push_back(narrow(value, Float{}));
    return spline;
}

/// LINEAR keys as they are.
template <typename Float>
Track<Float> linesFrom(const std::vector<float>& times, const std::vector<float>& numbers, KeyRepairs& repairs) {
    const auto keyAt = [&](size_t key) {
        const auto seconds = static_cast<double>(times[key]);
        if constexpr (std::is_same_v<Float, float>)
            return std::pair(seconds, numbers[key]);
        else if constexpr (std::is_same_v<Float, glm::vec3>)
            return std::pair(seconds, glm::vec3(numbers[3 * key], numbers[3 * key + 1], numbers[3 * key + 2]));
        else
            return std::pair(
                seconds, glm::quat(numbers[4 * key + 3], numbers[4 * key], numbers[4 * key + 1], numbers[4 * key + 2]));
    };
    return soundTrack<Float>(times.size(), keyAt, repairs);
}

/// The numbers of one of `count` morph targets. A key has the weights of all targets; for CUBICSPLINE, the in-tangents
/// of all, the weights of all, and the out-tangents of all.
std::vector<float> numbersOfTarget(const std::vector<float>& numbers, size_t target, size_t count) {
    std::vector<float> own;
    own.reserve(numbers.size() / count);
    for (size_t i = target; i < numbers.size(); i += count)
        own.push_back(numbers[i]);
    return own;
}

size_t componentsOf(std::string_view path) {
    if (path == "translation" || path == "scale") return 3;
    return path == "rotation" ? 4 : path == "weights" || path.starts_with(kWeight) || path == kVisibility ? 1 : 0;
}

/// Reads one clip.
struct ClipReader {
    File& file;
    const Nodes& nodes;
    std::span<const SceneMorphWeights::Group> weights;
    const Visibility& visibility;
    KeyBudget& budget;
    Findings& findings;
    size_t index = 0;  ///< of the animation
    AnimationClip clip = {};
    KeyRepairs repairs = {};
    Interpolations interpolations = {};
    std::set<size_t> linearInputs = {};                        ///< accessors of times
    std::vector<std::vector<double>> sampled = {}, ends = {};  ///< times of more than two keys, and of fewer
    bool isResampled = false;                                  ///< a track has keys that the file has not
    std::unordered_map<uint32_t, size_t> channels = {};        ///< by node: the place in the clip
    std::unordered_set<uint32_t> moved = {};                   ///< morph weights with a track
    std::set<std::pair<size_t, bool>> unmatched = {};          ///< nodes of the file, and whether their weights

    /// Exporters write what is constant as STEP with two keys: these say nothing about the frames of the others, and
    /// are not resampled.
    void noteFrames() {
        if (!isResampled) return;
        for (const size_t input : linearInputs)
            if (auto times = file.numbers(input, 1); times && times->size() > 2) {
                std::erase_if(*times, [](float time) { return !std::isfinite(time); });
                std::ranges::sort(*times);
                sampled.emplace_back(times->begin(), times->end());
            }
        for (const std::vector<double>& times : sampled.empty() ? ends : sampled)
            noteFrame(clip, times);
    }

    void read(const AnimationRow& animation) {
        for (const AnimationRow::Channel& channel : animation.channels) {
            const size_t components = componentsOf(channel.path);
            if (components == 0) continue;
            try {
                if (channel.sampler >= animation.samplers.size()) throw InvalidAccessor("its sampler is missing");
                read(channel, animation.samplers[channel.sampler], components);
            } catch (const InvalidAccessor& fault) {
                note("channel-unusable", Severity::error, channel, fault.what());
            }
        }
        noteFrames();
    }

    void read(const AnimationRow::Channel& channel, const AnimationRow::Sampler& sampler, size_t components) {
        if (sampler.input == kNone) throw InvalidAccessor("input is not the number of an accessor");
        if (sampler.output == kNone) throw InvalidAccessor("output is not the number of an accessor");
        const Interpolation interpolation = sampler.isCubic                   ? Interpolation::cubic
                                            : sampler.interpolation == "STEP" ? Interpolation::step
                                                                              : Interpolation::linear;
        checkAccessor(file, sampler.input, 1);
        checkAccessor(file, sampler.output, components);
        if (!haveValues(channel, sampler)) return;
        interpolations.insert(interpolation);
        const std::vector<float> times = floatsOf(file, sampler.input, 1);
        for (const float time : times)
            if (std::isfinite(time)) clip.durationSeconds = std::max(clip.durationSeconds, static_cast<double>(time));
        if (channel.node >= nodes.nodeOf.size()) return;  // judgeMotion() and judgeReferences() have noted it
        const uint32_t node = nodes.nodeOf[channel.node];
        if (node == Nodes::kNowhere) {
            unmatched.emplace(channel.node, components == 1);
            return;
        }
        repairs.node = node;
        const std::vector<float> numbers = floatsOf(file, sampler.output, components);
        const auto into = [&]<typename Played>(auto Channel::*track) {
            auto own = trackOf<Played>(times, numbers, components, interpolation, sampler.input);
            if (!own.empty()) channelFor(node).*track = std::move(own);
        };
        if (channel.path == "translation") into.template operator()<glm::dvec3>(&Channel::translation);
        if (channel.path == "rotation") into.template operator()<glm::dquat>(&Channel::rotation);
        if (channel.path == "scale") into.template operator()<glm::dvec3>(&Channel::scale);
        if (channel.path == kVisibility) readVisibility(times, numbers, sampler.input, node);
        if (channel.path.starts_with("weights") &&
            !readMorphs(times, numbers, interpolation, sampler.input, node, weightOf(channel.path)))
            unmatched.emplace(channel.node, true);
    }

    template <typename Played>
    Track<Stored<Played>> trackOf(const std::vector<float>& times, const std::vector<float>& numbers, size_t components,
                                  Interpolation interpolation, size_t input) {
        if (interpolation == Interpolation::linear) {
            linearInputs.insert(input);
            return linesFrom<Stored<Played>>(times, numbers, repairs);
        }
        Keys keys = readKeys(times, numbers, components, interpolation == Interpolation::cubic ? 3 : 1, repairs);
        (keys.times.size() > 2 ? sampled : ends).push_back(keys.times);
        auto authored = splineFrom<Played>(keys, interpolation);
        const size_t count = keys.times.size();
        Track<Stored<Played>> own = bake(curveOf<Played>(std::move(keys), interpolation), budget);
        own.authored = std::move(authored);
        isResampled |= own.size() > count;
        return own;
    }

    /// The channel of a node, made where it is missing. A clip may have many: looking through all takes long.
    Channel& channelFor(uint32_t node) {
        const auto [found, isNew] = channels.try_emplace(node, clip.channels.size());
        return isNew ? clip.channels.emplace_back(Channel{.node = node}) : clip.channels[found->second];
    }

    /// KHR_node_visibility: the scale is 0 while the node is hidden.
    void readVisibility(const std::vector<float>& times, const std::vector<float>& numbers, size_t input,
                        uint32_t node) {
        const auto found = visibility.scales.find(node);
        if (found == visibility.scales.end()) return;
        std::vector<float> scales;
        for (const float isVisible : numbers)
            for (int axis = 0; axis < 3; ++axis)
                scales.push_back(isVisible != 0.0f ? found->second[axis] : 0.0f);
        channelFor(node).scale = trackOf<glm::dvec3>(times, scales, 3, Interpolation::step, input);
    }

    /// The number in "weights/3"; kNone for "weights".
    static size_t weightOf(std::string_view path) {
        size_t weight = kNone;
        if (path.starts_with(kWeight)) std::from_chars(path.data() + kWeight.size(), path.data() + path.size(), weight);
        return weight;
    }

    /// `only`: the target that the keys are of, kNone: of all. False when the node shows nothing with morph targets.
    bool readMorphs(const std::vector<float>& times, const std::vector<float>& numbers, Interpolation interpolation,
                    size_t input, uint32_t node, size_t only) {
        bool hasTargets = false;
        const size_t valuesPerKey = interpolation == Interpolation::cubic ? 3 : 1;
        auto group = std::ranges::lower_bound(weights, node, {}, &SceneMorphWeights::Group::node);
        for (; group != weights.end() && group->node == node; ++group) {
            const size_t ofAll = only == kNone ? group->count : 1;
            if (numbers.size() / ofAll / valuesPerKey < times.size()) continue;
            hasTargets = only == kNone || only < group->count;
            for (uint32_t t = 0; t < group->count; ++t) {
                if (moved.contains(group->first + t) || (only != kNone && only != t)) continue;
                Track<float> track =
                    trackOf<double>(times, only == kNone ? numbersOfTarget(numbers, t, group->count) : numbers, 1,
                                    interpolation, input);
                if (track.empty()) continue;
                moved.insert(group->first + t);
                clip.morphs.push_back({group->first + t, std::move(track)});
            }
        }
        return hasTargets;
    }

    /// The morph targets of what a node shows; 0 where that is unknown.
    size_t targetsOf(size_t node) const {
        const auto mesh = File::index(File::at(file.member("nodes"), node), "mesh");
        if (!mesh) return 0;
        const Json& primitives = File::list(File::at(File::at(file.member("meshes"), *mesh), "primitives"));
        return primitives.empty() ? 0 : File::list(File::at(primitives.front(), "targets")).size();
    }

    /// Whether a sampler has values for all its keys.
    bool haveValues(const AnimationRow::Channel& channel, const AnimationRow::Sampler& sampler) {
        const bool isOfWeights = channel.path == "weights";
        const size_t perKey = sampler.isCubic ? 3 : 1, keys = file.accessor(sampler.input).count,
                     values = file.accessor(sampler.output).count, targets = isOfWeights ? targetsOf(channel.node) : 0,
                     needed = keys * perKey * std::max<size_t>(targets, 1);
        const bool areEnough = values >= needed;
        const bool isWhole = isOfWeights && targets == 0 ? areEnough && values % needed == 0 : values == needed;
        if (!isWhole)
            note("keys-mismatched", areEnough ? Severity::warning : Severity::error, channel,
                 fmt::format("{} keys have {} values{}{}", keys, values,
                             targets > 1 ? fmt::format(" for {} morph targets", targets) : "",
                             areEnough ? "; those beyond the last key are ignored" : ""));
        return areEnough;
    }

    void note(const char* id, Severity severity, const AnimationRow::Channel& channel, std::string_view cause) {
        const Json& all = file.member("nodes");
        const char* const ignored = severity != Severity::error ? ""
                                    : channel.path == "weights" ? " are ignored"
                                                                : " is ignored";
        const std::string node =
            channel.node == kNone ? "no node" : inQuotes(nameOf(File::at(all, channel.node), "node", channel.node));
        findings.push_back({id, severity, nameOf(File::at(file.member("animations"), index), "Animation", index),
                            fmt::format("{} of {}{}: {}", channel.path, node, ignored, cause)});
    }
};

}  // namespace

AnimationClip MotionReader::read(const AnimationRow& animation, size_t index, const std::string& name,
                                 ClipReport& report) {
    ClipReader reader{.file = file_,
                      .nodes = nodes_,
                      .weights = weights_,
                      .visibility = visibility_,
                      .budget = budget_,
                      .findings = findings_,
                      .index = index};
    reader.clip.name = name;
    reader.read(animation);
    report.unmatchedChannels = reader.unmatched.size();
    report.interpolations = namesOf(reader.interpolations);
    if (report.unmatchedChannels > 0)
        findings_.push_back(countFinding("channel-unmatched", Severity::warning, name, report.unmatchedChannels,
                                         "channel", "channels", "ignored: the target does not exist or cannot move"));
    if (reader.interpolations.contains(Interpolation::cubic)) reader.repairs.scaled = {};
    reader.repairs.report(name, nodes_.hierarchy, findings_);
    freeOuterNodes(nodes_.hierarchy, reader.clip);
    std::ranges::sort(reader.clip.channels, {}, &Channel::node);
    return std::move(reader.clip);
}

}  // namespace sinew::gltf
