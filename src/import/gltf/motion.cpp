#include "import/gltf/motion.h"

#include <type_traits>
#include <unordered_map>
#include <unordered_set>

#include <glm/ext/vector_double4.hpp>

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

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
              size_t valuesPerKey) {
    const size_t width = valuesPerKey * componentCount;
    const auto isFinite = [&](size_t key) {
        return std::ranges::all_of(std::span(numbers).subspan(key * width, width),
                                   [](float number) { return std::isfinite(number); });
    };
    Keys keys;
    for (const size_t key : keyOrder(times, isFinite)) {
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

/// LINEAR keys as they are; rotations of no length are dropped.
template <typename Played>
Track<Stored<Played>> linesFrom(const Keys& keys) {
    constexpr double kLeastLength = 1e-12;
    Track<Stored<Played>> track;
    for (size_t key = 0; key < keys.times.size(); ++key) {
        glm::dvec4 value = keys.values[key];
        if constexpr (std::is_same_v<Played, glm::dquat>) {
            const double length = glm::length(value);
            if (length < kLeastLength) continue;
            value /= length;
        }
        track.times.push_back(keys.times[key]);
        track.values.push_back(narrow(value, Stored<Played>{}));
    }
    return track;
}

Interpolation interpolationOf(const Json& sampler) {
    const Json& mode = File::at(sampler, "interpolation");
    if (mode == "STEP") return Interpolation::step;
    if (mode == "CUBICSPLINE") return Interpolation::cubic;
    return Interpolation::linear;
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

struct ClipMotion {
    Reading& reading;
    const SceneMorphWeights& weights;
    KeyBudget& budget;
    AnimationClip& clip;
    std::set<size_t> linearInputs = {};                        ///< accessors of times
    double end = 0.0;                                          ///< the last key of all
    std::vector<std::vector<double>> sampled = {}, ends = {};  ///< times of more than two keys, and of fewer
    bool isResampled = false;                                  ///< a track has keys that the file has not
    std::unordered_map<uint32_t, size_t> channels = {};        ///< by node: the place in the clip
    std::unordered_set<uint32_t> moved = {};                   ///< morph weights with a track

    /// Exporters write what is constant as STEP with two keys: these say nothing about the frames of the others, and
    /// are not resampled.
    void noteFrames() {
        if (!isResampled) return;
        for (const size_t input : linearInputs)
            if (auto times = reading.file.numbers(input, 1); times && times->size() > 2) {
                std::erase_if(*times, [](float time) { return !std::isfinite(time); });
                std::ranges::sort(*times);
                sampled.emplace_back(times->begin(), times->end());
            }
        for (const std::vector<double>& times : sampled.empty() ? ends : sampled)
            noteFrame(clip, times);
    }

    void replace(size_t index, Interpolations& interpolations) {
        clip.morphs.clear();  // assimp matches them by node name
        std::erase_if(clip.channels, [&](const Channel& channel) { return reading.namesakes.contains(channel.node); });
        for (size_t place = 0; place < clip.channels.size(); ++place)
            channels.try_emplace(clip.channels[place].node, place);
        const Json& animation = File::at(reading.file.member("animations"), index);
        for (const Json& channel : File::at(animation, "channels")) {
            const Json& target = File::at(channel, "target");
            const auto samplerIndex = File::index(channel, "sampler"), node = File::index(target, "node");
            if (!samplerIndex) continue;
            const Json& sampler = File::at(File::at(animation, "samplers"), *samplerIndex);
            const Interpolation interpolation = interpolationOf(sampler);
            interpolations.insert(interpolation);
            if (!node || *node >= reading.nodeOf.size() || reading.nodeOf[*node] == Dialect::kNowhere) continue;
            replaceChannel(sampler, interpolation, File::at(target, "path"), reading.nodeOf[*node]);
        }
        noteFrames();
        // assimp's times are milliseconds in floats.
        constexpr double kTimeRounding = 1e-6;
        if (std::abs(end - clip.durationSeconds) <= kTimeRounding * end) clip.durationSeconds = end;
    }

    void replaceChannel(const Json& sampler, Interpolation interpolation, const Json& path, uint32_t node) {
        const auto input = File::index(sampler, "input"), output = File::index(sampler, "output");
        if (!input || !output) return;
        if (path == "weights") setMorphs(*input, *output, interpolation, node);
        if (path == "translation") setTrack<glm::dvec3>(*input, *output, 3, interpolation, node, &Channel::translation);
        if (path == "rotation") setTrack<glm::dquat>(*input, *output, 4, interpolation, node, &Channel::rotation);
        if (path == "scale") setTrack<glm::dvec3>(*input, *output, 3, interpolation, node, &Channel::scale);
    }

    template <typename Played, typename Track>
    void setTrack(size_t input, size_t output, size_t componentCount, Interpolation interpolation, uint32_t node,
                  Track Channel::*track) {
        const auto times = reading.file.numbers(input, 1);
        const auto numbers = reading.file.numbers(output, componentCount);
        const size_t valuesPerKey = interpolation == Interpolation::cubic ? 3 : 1;
        if (!times || !numbers || numbers->size() / componentCount / valuesPerKey < times->size()) return;
        Keys keys = readKeys(*times, *numbers, componentCount, valuesPerKey);
        if (!keys.times.empty()) end = std::max(end, keys.times.back());
        if (interpolation == Interpolation::linear && !reading.namesakes.contains(node))
            linearInputs.insert(input);
        else
            (keys.times.size() > 2 ? sampled : ends).push_back(keys.times);
        Track own;
        if (interpolation == Interpolation::linear) {
            own = linesFrom<Played>(keys);
        } else {
            auto authored = splineFrom<Played>(keys, interpolation);
            const size_t count = keys.times.size();
            own = bake(curveOf<Played>(std::move(keys), interpolation), budget);
            own.authored = std::move(authored);
            isResampled |= own.size() > count;
        }
        if (!own.empty()) channelFor(node).*track = std::move(own);
    }

    /// The channel of a node, made where it is missing. A clip may have many: looking through all takes long.
    Channel& channelFor(uint32_t node) {
        const auto [found, isNew] = channels.try_emplace(node, clip.channels.size());
        return isNew ? clip.channels.emplace_back(Channel{.node = node}) : clip.channels[found->second];
    }

    void setMorphs(size_t input, size_t output, Interpolation interpolation, uint32_t node) {
        const auto times = reading.file.numbers(input, 1), numbers = reading.file.numbers(output, 1);
        const size_t valuesPerKey = interpolation == Interpolation::cubic ? 3 : 1;
        if (!times || !numbers) return;
        for (const SceneMorphWeights::Group& group : weights.groups) {
            if (group.node != node || numbers->size() / group.count / valuesPerKey < times->size()) continue;
            for (uint32_t t = 0; t < group.count; ++t) {
                if (moved.contains(group.first + t)) continue;
                Keys keys = readKeys(*times, numbersOfTarget(*numbers, t, group.count), 1, valuesPerKey);
                if (!keys.times.empty()) end = std::max(end, keys.times.back());
                if (interpolation != Interpolation::linear)
                    (keys.times.size() > 2 ? sampled : ends).push_back(keys.times);
                auto authored = splineFrom<double>(keys, interpolation);
                const size_t count = keys.times.size();
                Track<float> track = bake(curveOf<double>(std::move(keys), interpolation), budget);
                track.authored = std::move(authored);
                isResampled |= track.size() > count;
                if (track.empty()) continue;
                moved.insert(group.first + t);
                clip.morphs.push_back({group.first + t, std::move(track)});
            }
        }
    }
};

}  // namespace

void replaceMotion(Reading& reading, size_t animation, const SceneMorphWeights& weights, KeyBudget& budget,
                   AnimationClip& clip, Interpolations& interpolations) {
    ClipMotion{reading, weights, budget, clip}.replace(animation, interpolations);
}

}  // namespace sinew::gltf
