#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "animation/clip/sample.h"
#include "export/build/clip_keys.h"
#include "export/build/key_values.h"
#include "export/collada/file.h"

namespace sinew::exporting {
namespace {

glm::vec3 valueFrom(const float* numbers, const glm::vec3&) {
    return {numbers[0], numbers[1], numbers[2]};
}
glm::quat valueFrom(const float* numbers, const glm::quat&) {
    return {numbers[3], numbers[0], numbers[1], numbers[2]};
}

/// The value of keys, which are not cubic; `rest` of none.
template <typename Value>
Value valueAt(const Keys* keys, float time, const Value& rest) {
    if (!keys) return rest;
    const auto after = std::ranges::upper_bound(keys->times, time);
    const auto next = static_cast<size_t>(after - keys->times.begin()), key = next == 0 ? 0 : next - 1;
    const Value value = valueFrom(&keys->values[key * keys->width], rest);
    if (keys->kind == Keys::Kind::step || next == 0 || next == keys->times.size()) return value;
    const double start = widen(keys->times[key]);
    const double ratio = (widen(time) - start) / (widen(keys->times[next]) - start);
    return narrow(between(widen(value), widen(valueFrom(&keys->values[next * keys->width], rest)), ratio));
}

/// The parts of a node that move, by MovedPart::Part.
using NodeKeys = std::array<const Keys*, 3>;

/// Readers take a matrix apart at each key, and play translation, rotation and scale linearly between keys. That is
/// exact with the keys of all parts. Steps become jumps, and a scale does not pass 0 between two keys, where the
/// rotation that readers see turns over.
std::vector<float> timesOf(const NodeKeys& parts) {
    std::vector<float> times;
    for (const Keys* keys : parts) {
        if (!keys) continue;
        times.insert(times.end(), keys->times.begin(), keys->times.end());
        for (size_t i = 1; keys->kind == Keys::Kind::step && i < keys->times.size(); ++i)
            times.push_back(std::nextafter(keys->times[i], 0.0f));
    }
    if (const Keys* scales = parts[static_cast<size_t>(MovedPart::Part::scale)])
        for (size_t i = 3; scales->kind == Keys::Kind::linear && i < scales->values.size(); ++i) {
            const float before = scales->values[i - 3], after = scales->values[i];
            if (!(before < 0.0f && after > 0.0f) && !(before > 0.0f && after < 0.0f)) continue;
            const float start = scales->times[i / 3 - 1], end = scales->times[i / 3];
            const float zero = start + (end - start) * (before / (before - after));
            times.insert(times.end(), {std::nextafter(zero, start), std::nextafter(zero, end)});
        }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

class ClipsWriter {
  public:
    explicit ClipsWriter(ColladaFile& file) : file_(file), text_(file.text) {}

    void write() {
        const std::vector<AnimationClip>& clips = file_.model.clips;
        if (clips.empty()) return;
        ClipKeys keys(file_.model, file_.layout, file_.options, false);
        std::vector<std::string> ids;
        text_.open("library_animations");
        for (const AnimationClip& clip : clips) {
            ids.push_back(file_.ids.take(clip.name + "-clip"));
            write(ids.back(), clip, keys.of(clip));
        }
        text_.close();
        text_.open("library_animation_clips");
        for (size_t c = 0; c < clips.size(); ++c) {
            text_.open("animation_clip", {{"id", ids[c]},
                                          {"name", clips[c].name},
                                          {"start", "0"},
                                          {"end", fmt::format("{}", clips[c].durationSeconds)}});
            text_.leaf("instance_animation", {{"url", "#" + ids[c] + ".keys"}});
            text_.close();
        }
        text_.close();
    }

  private:
    struct Input {
        std::string id, target, times = {}, modes = {};
    };

    /// An animation in one of its own: Gazebo takes the outer ones, three.js those without others for clips.
    void write(const std::string& clip, const AnimationClip& shown, const std::vector<MovedPart>& parts) {
        id_ = clip + ".keys";
        times_.clear(), modes_.clear(), inputs_.clear();
        text_.open("animation", {{"id", clip + ".animation"}, {"name", shown.name}});
        text_.open("animation", {{"id", id_}, {"name", shown.name}});
        std::map<uint32_t, NodeKeys> nodes;
        for (const MovedPart& moved : parts)
            if (moved.part != MovedPart::Part::weights)
                nodes[moved.index][static_cast<size_t>(moved.part)] = &moved.keys;
            else
                addWeights(file_.meshes[moved.index].morph, moved.keys);
        for (const auto& [node, keys] : nodes)
            addNode(node, keys);
        for (const Input& input : inputs_) {
            text_.open("sampler", {{"id", input.id}});
            text_.input("INPUT", input.times);
            text_.input("OUTPUT", input.id + ".values");
            text_.input("INTERPOLATION", input.modes);
            text_.close();
        }
        for (const Input& input : inputs_)
            text_.leaf("channel", {{"source", "#" + input.id}, {"target", input.target}});
        text_.close(), text_.close();
    }

    void addNode(uint32_t node, const NodeKeys& parts) {
        const Transform& rest = file_.model.hierarchy.rest[node];
        const std::vector<float> times = timesOf(parts);
        std::vector<float> matrices;
        bool isStep = true;
        for (const Keys* keys : parts)
            isStep = isStep && (!keys || keys->kind == Keys::Kind::step || keys->times.size() < 2);
        for (const float time : times)
            appendMatrix(Transform{.translation = valueAt(parts[0], time, rest.translation),
                                   .rotation = valueAt(parts[1], time, rest.rotation),
                                   .scale = valueAt(parts[2], time, rest.scale)},
                         matrices);
        add(times, matrices, "TRANSFORM", file_.ids.ofNode[node] + "/transform", isStep);
    }

    void addWeights(const std::string& morph, const Keys& keys) {
        for (size_t t = 0; t < keys.width; ++t) {
            std::vector<float> times, values;
            for (size_t i = 0; i < keys.times.size(); ++i) {
                if (keys.kind == Keys::Kind::step && i > 0) {
                    times.push_back(std::nextafter(keys.times[i], 0.0f));
                    values.push_back(values.back());
                }
                times.push_back(keys.times[i]);
                values.push_back(keys.values[i * keys.width + t]);
            }
            add(times, values, "MORPH_WEIGHT", fmt::format("{}/weights({})", morph, t), keys.kind == Keys::Kind::step);
        }
    }

    /// Steps have jumps as well, for readers that know LINEAR only.
    void add(const std::vector<float>& times, const std::vector<float>& values, const char* part, std::string target,
             bool isStep) {
        Input input{.id = fmt::format("{}.{}", id_, inputs_.size()), .target = std::move(target)};
        std::string &known = times_[times], &modes = modes_[{times.size(), isStep}];
        if (known.empty()) text_.source(known = input.id + ".times", times, "TIME");
        if (modes.empty())
            text_.source(modes = input.id + ".modes",
                         std::vector<std::string>(times.size(), isStep ? "STEP" : "LINEAR"), "Name", "INTERPOLATION");
        input.times = known;
        input.modes = modes;
        text_.source(input.id + ".values", values, part);
        inputs_.push_back(std::move(input));
    }

    ColladaFile& file_;
    ColladaText& text_;
    std::string id_;
    std::vector<Input> inputs_;
    std::map<std::vector<float>, std::string> times_;       ///< ids of sources
    std::map<std::pair<size_t, bool>, std::string> modes_;  ///< by count, and whether they are steps
};

}  // namespace

void writeColladaClips(ColladaFile& file) {
    ClipsWriter(file).write();
}

}  // namespace sinew::exporting
