#include "import/gltf_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include <glm/ext/vector_double4.hpp>
#include <glm/gtc/quaternion.hpp>

#include "import/convert.h"

namespace sinew {
namespace {

using Json = nlohmann::json;

/// The keys of a sampler, their times ascending. For CUBICSPLINE three values to a key: in-tangent, value, out-tangent.
template <typename Value>
struct Keys {
    std::vector<double> times;
    std::vector<Value> values;
};

double numberOf(const std::vector<float>& numbers, size_t index) {
    return static_cast<double>(numbers[index]);
}
void read(const std::vector<float>& numbers, size_t at, glm::dvec3& out) {
    out = {numberOf(numbers, at), numberOf(numbers, at + 1), numberOf(numbers, at + 2)};
}
void read(const std::vector<float>& numbers, size_t at, double& out) {
    out = numberOf(numbers, at);
}
/// A quaternion's four numbers; its tangents are none.
void read(const std::vector<float>& numbers, size_t at, glm::dvec4& out) {
    out = {numberOf(numbers, at), numberOf(numbers, at + 1), numberOf(numbers, at + 2), numberOf(numbers, at + 3)};
}
bool isFiniteValue(double v) {
    return std::isfinite(v);
}
bool isFiniteValue(const glm::dvec3& v) {
    return std::isfinite(v.x + v.y + v.z);
}
bool isFiniteValue(const glm::dvec4& v) {
    return std::isfinite(v.x + v.y + v.z + v.w);
}
double finished(double v) {
    return v;
}
glm::dvec3 finished(const glm::dvec3& v) {
    return v;
}
glm::dquat finished(const glm::dvec4& v) {
    return glm::normalize(glm::dquat(v.w, v.x, v.y, v.z));
}
double onLine(double a, double b, double ratio) {
    return a + (b - a) * ratio;
}
glm::dvec3 onLine(const glm::dvec3& a, const glm::dvec3& b, double ratio) {
    return glm::mix(a, b, ratio);
}
glm::dquat onLine(const glm::dvec4& a, const glm::dvec4& b, double ratio) {
    return glm::slerp(finished(a), finished(b), ratio);
}

/// Brings the keys into order; of equal times the last counts, and what is not finite is left out.
template <typename Value>
Keys<Value> readKeys(const std::vector<float>& times, const std::vector<float>& numbers, size_t componentCount,
                     size_t valuesPerKey) {
    std::vector<size_t> order;
    for (size_t i = 0; i < times.size(); ++i)
        if (std::isfinite(times[i])) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return times[a] < times[b]; });
    Keys<Value> keys;
    for (const size_t i : order) {
        std::array<Value, 3> values{};
        bool finite = true;
        for (size_t v = 0; v < valuesPerKey; ++v) {
            read(numbers, (i * valuesPerKey + v) * componentCount, values[v]);
            finite = finite && isFiniteValue(values[v]);
        }
        if (!finite) continue;
        if (!keys.times.empty() && keys.times.back() == static_cast<double>(times[i])) {
            keys.times.pop_back();
            keys.values.resize(keys.values.size() - valuesPerKey);
        }
        keys.times.push_back(static_cast<double>(times[i]));
        keys.values.insert(keys.values.end(), values.begin(),
                           values.begin() + static_cast<std::ptrdiff_t>(valuesPerKey));
    }
    return keys;
}

/// glTF 2.0, appendix C.5: a Hermite spline whose tangents are per second.
template <typename Value>
Value onSpline(const Keys<Value>& keys, size_t stretch, double time) {
    const double length = keys.times[stretch + 1] - keys.times[stretch];
    const double s = (time - keys.times[stretch]) / length, s2 = s * s, s3 = s2 * s;
    const Value *from = &keys.values[3 * stretch], *to = from + 3;
    return (2 * s3 - 3 * s2 + 1) * from[1] + length * (s3 - 2 * s2 + s) * from[2] + (3 * s2 - 2 * s3) * to[1] +
           length * (s3 - s2) * to[0];
}

template <typename Value, typename Played>
Curve<Played> curveOf(Keys<Value> keys, Interpolation interpolation) {
    Curve<Played> curve{.times = keys.times, .at = {}};
    curve.at = [keys = std::move(keys), interpolation](size_t stretch, double time) -> Played {
        const bool last = stretch + 1 == keys.times.size();
        switch (interpolation) {
            case Interpolation::cubic:
                return finished(last ? keys.values[3 * stretch + 1] : onSpline(keys, stretch, time));
            case Interpolation::step:
                return finished(keys.values[stretch]);
            default:
                if (last) return finished(keys.values[stretch]);
                return onLine(keys.values[stretch], keys.values[stretch + 1],
                              (time - keys.times[stretch]) / (keys.times[stretch + 1] - keys.times[stretch]));
        }
    };
    return curve;
}

Interpolation interpolationOf(const Json& sampler) {
    const Json& mode = GltfFile::at(sampler, "interpolation");
    if (mode == "STEP") return Interpolation::step;
    if (mode == "CUBICSPLINE") return Interpolation::cubic;
    return Interpolation::linear;
}

/// The numbers of one of `count` targets among those of all. A key has the weights of all, or for CUBICSPLINE the
/// arriving tangents of all, the weights of all, the leaving tangents of all.
std::vector<float> numbersOfTarget(const std::vector<float>& numbers, size_t target, size_t count) {
    std::vector<float> own;
    own.reserve(numbers.size() / count);
    for (size_t i = target; i < numbers.size(); i += count)
        own.push_back(numbers[i]);
    return own;
}

class GltfMotion {
  public:
    GltfMotion(std::shared_ptr<GltfReading> reading, const SceneMorphWeights& weights)
        : reading_(std::move(reading)), file_(reading_->file), nodeOf_(reading_->nodeOf), weights_(weights) {}

    void refine(const ClipSource& source, AnimationClip& clip, std::set<Interpolation>& interpolations) {
        clip.morphs.clear();  // assimp's are of nodes that bear the name
        const Json& animation = GltfFile::at(GltfFile::at(file_.json(), "animations"), source.index);
        for (const Json& channel : GltfFile::at(animation, "channels")) {
            const Json& target = GltfFile::at(channel, "target");
            const auto samplerIndex = GltfFile::index(channel, "sampler"), node = GltfFile::index(target, "node");
            if (!samplerIndex) continue;
            const Json& sampler = GltfFile::at(GltfFile::at(animation, "samplers"), *samplerIndex);
            const Interpolation interpolation = interpolationOf(sampler);
            interpolations.insert(interpolation);
            if (!node || *node >= nodeOf_.size() || nodeOf_[*node] == GltfReading::kNoNode) continue;
            replace(sampler, interpolation, GltfFile::at(target, "path"), nodeOf_[*node], clip);
        }
    }

  private:
    void replace(const Json& sampler, Interpolation interpolation, const Json& path, uint32_t node,
                 AnimationClip& clip) {
        const auto input = GltfFile::index(sampler, "input"), output = GltfFile::index(sampler, "output");
        if (!input || !output) return;
        if (path == "weights") setMorphs(*input, *output, interpolation, node, clip);
        if (interpolation == Interpolation::linear && file_.isPlainFloats(*input) && file_.isPlainFloats(*output))
            return;  // assimp reads these right
        if (path == "translation")
            setTrack<glm::dvec3, glm::dvec3>(*input, *output, 3, interpolation, node, clip, &Channel::translation);
        if (path == "rotation")
            setTrack<glm::dvec4, glm::dquat>(*input, *output, 4, interpolation, node, clip, &Channel::rotation);
        if (path == "scale")
            setTrack<glm::dvec3, glm::dvec3>(*input, *output, 3, interpolation, node, clip, &Channel::scale);
    }

    template <typename Value, typename Played, typename Track>
    void setTrack(size_t input, size_t output, size_t componentCount, Interpolation interpolation, uint32_t node,
                  AnimationClip& clip, Track Channel::*track) {
        const auto times = file_.numbers(input, 1);
        const auto numbers = file_.numbers(output, componentCount);
        const size_t valuesPerKey = interpolation == Interpolation::cubic ? 3 : 1;
        if (!times || !numbers || numbers->size() / componentCount / valuesPerKey < times->size()) return;
        auto keys = readKeys<Value>(*times, *numbers, componentCount, valuesPerKey);
        clip.authoredFrameSeconds = shorter(clip.authoredFrameSeconds, keys.times);
        Track baked = bake(curveOf<Value, Played>(std::move(keys), interpolation), budget_);
        if (!baked.empty()) channelOf(clip, node).*track = std::move(baked);
    }

    void setMorphs(size_t input, size_t output, Interpolation interpolation, uint32_t node, AnimationClip& clip) {
        const auto times = file_.numbers(input, 1), numbers = file_.numbers(output, 1);
        const size_t valuesPerKey = interpolation == Interpolation::cubic ? 3 : 1;
        if (!times || !numbers) return;
        for (const SceneMorphWeights::Group& group : weights_.groups) {
            if (group.node != node || numbers->size() / group.count / valuesPerKey < times->size()) continue;
            for (uint32_t t = 0; t < group.count; ++t) {
                const auto isMoved = [&](const MorphChannel& morph) { return morph.weight == group.first + t; };
                if (std::any_of(clip.morphs.begin(), clip.morphs.end(), isMoved)) continue;
                auto keys = readKeys<double>(*times, numbersOfTarget(*numbers, t, group.count), 1, valuesPerKey);
                if (interpolation != Interpolation::linear)
                    clip.authoredFrameSeconds = shorter(clip.authoredFrameSeconds, keys.times);
                Track<float> track = bake(curveOf<double, double>(std::move(keys), interpolation), budget_);
                if (!track.empty()) clip.morphs.push_back({group.first + t, std::move(track)});
            }
        }
    }

    std::shared_ptr<GltfReading> reading_;
    GltfFile& file_;
    const std::vector<uint32_t>& nodeOf_;
    const SceneMorphWeights& weights_;
    KeyBudget budget_;
};

}  // namespace

AuthoredMotion gltfMotion(std::shared_ptr<GltfReading> reading, const aiScene& scene,
                          const SceneMorphWeights& weights) {
    if (reading && reading->isReadRight())
        return [](const ClipSource&, AnimationClip&, std::set<Interpolation>& interpolations) {
            interpolations.insert(Interpolation::linear);
        };
    if (!reading || GltfFile::at(reading->file.json(), "animations").size() != scene.mNumAnimations) {
        return [](const ClipSource&, AnimationClip&, std::set<Interpolation>& interpolations) {
            interpolations.insert(Interpolation::unknown);
        };
    }
    const auto motion = std::make_shared<GltfMotion>(std::move(reading), weights);
    return [motion](const ClipSource& source, AnimationClip& clip, std::set<Interpolation>& interpolations) {
        motion->refine(source, clip, interpolations);
    };
}

}  // namespace sinew
