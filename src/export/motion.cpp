#include "export/motion.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "export/keys.h"
#include "export/meshes.h"
#include "export/precision.h"

namespace sinew::exporting {
namespace {

/// What of a tolerance keys that are left out may take. The rest is for the import, which samples curves within 1e-6 in
/// each track (import/build/curves.h), and for floats; half of 1e-6 of it, so that the import reads the file alike.
double shareOfKeys(double tolerance) {
    constexpr double kReserve = 9.5e-6;
    return std::max(tolerance / 20.0, tolerance - kReserve);
}

constexpr const char* kKindNames[] = {"LINEAR", "STEP", "CUBICSPLINE"};

struct Written {
    uint32_t node;
    const char* path;
    Keys keys;
};

class ClipWriter {
  public:
    ClipWriter(const Model& model, const Layout& layout, const NodeIndices& nodes, const ExportOptions& options,
               Document& document)
        : model_(model),
          layout_(layout),
          nodes_(nodes),
          options_(options),
          document_(document),
          precision_(model, shareOfKeys(options.tolerance)) {
        for (const AnimationClip& clip : model.clips)
            for (const Channel& channel : clip.channels)
                noteMoves(channel);
    }

    void write(const AnimationClip& clip) {
        clip_ = &clip;
        checkLength(clip);
        written_.clear();
        precision_.begin(clip);
        for (const Channel& channel : clip.channels) {
            const uint32_t node = nodes_.ofNode[channel.node];
            if (node == kNowhere || layout_.isFree[channel.node]) continue;
            const uint32_t moves = moves_[channel.node];
            if (moves & kTranslates)
                add(node, "translation", channel.translation, precision_.ofTranslation(channel.node));
            if (moves & kRotates) add(node, "rotation", channel.rotation, precision_.ofRotation(channel.node));
            if (moves & kScales) add(node, "scale", channel.scale, precision_.ofScale(channel.node));
        }
        addWeights();
        if (written_.empty()) hold();
        fill();
        Json animation{{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
        for (const Written& written : written_)
            add(written, animation);
        if (Json extras = extrasFrom(clip.extras); !extras.is_null() && !extras.is_discarded())
            animation["extras"] = std::move(extras);
        document_.add("animations", std::move(animation));
    }

  private:
    static constexpr uint32_t kTranslates = 1, kRotates = 2, kScales = 4;

    /// What rests in every clip needs no tracks; importers make such.
    void noteMoves(const Channel& channel) {
        const Transform& rest = model_.hierarchy.rest[channel.node];
        const auto moves = [&](const auto& track, const auto& still) {
            return !track.empty() && (options_.keepsKeys || std::ranges::any_of(track.values, [&](const auto& value) {
                                          return value != still;
                                      }));
        };
        uint32_t& bits = moves_[channel.node];
        if (moves(channel.translation, rest.translation)) bits |= kTranslates;
        if (moves(channel.rotation, rest.rotation)) bits |= kRotates;
        if (moves(channel.scale, rest.scale)) bits |= kScales;
    }

    void checkLength(const AnimationClip& clip) const {
        constexpr double kMostKeys = 1 << 26;
        if (!options_.framesPerSecond) return;
        const double tracks = static_cast<double>(3 * clip.channels.size() + clip.morphs.size() + 1);
        if (tracks * clip.durationSeconds * *options_.framesPerSecond > kMostKeys)
            throw Error(Exit::input,
                        fmt::format("the clip {} lasts {:.4g} s: too long to be resampled at {:g} keys per second",
                                    inQuotes(clip.name), clip.durationSeconds, *options_.framesPerSecond));
    }

    KeyOptions keyOptions(double tolerance) const {
        return {.durationSeconds = clip_->durationSeconds,
                .tolerance = tolerance,
                .keepsAll = options_.keepsKeys,
                .framesPerSecond = options_.framesPerSecond};
    }

    template <typename Value>
    void add(uint32_t node, const char* path, const Track<Value>& track, double tolerance) {
        if (!track.empty()) written_.push_back({node, path, keysOf(track, keyOptions(tolerance))});
    }

    void addWeights() {
        std::map<uint32_t, const Track<float>*> trackOf;
        for (const MorphChannel& morph : clip_->morphs)
            if (!morph.track.empty()) trackOf.emplace(morph.weight, &morph.track);
        if (trackOf.empty()) return;
        for (size_t p = 0; p < layout_.places.size(); ++p) {
            const MeshInstance& instance = model_.instances[layout_.places[p].instances[0]];
            const size_t count = model_.meshes[instance.mesh].morphTargets.size();
            std::vector<const Track<float>*> tracks(count);
            for (size_t t = 0; t < count; ++t)
                if (const auto found = trackOf.find(instance.firstMorphWeight + static_cast<uint32_t>(t));
                    found != trackOf.end())
                    tracks[t] = found->second;
            if (std::ranges::all_of(tracks, [](const auto* track) { return !track; })) continue;
            const auto first = model_.restMorphWeights.begin() + instance.firstMorphWeight;
            const std::vector<float> rest(first, first + static_cast<std::ptrdiff_t>(count));
            written_.push_back(
                {nodes_.ofPlace[p], "weights", joinedKeys(tracks, rest, keyOptions(precision_.ofWeights(instance)))});
        }
    }

    /// An animation has channels: of a clip without any, the first node keeps still.
    void hold() {
        for (uint32_t n = 0; n < model_.hierarchy.size(); ++n) {
            if (nodes_.ofNode[n] == kNowhere || layout_.isFree[n]) continue;
            const Track<glm::vec3> still{{0.0}, {model_.hierarchy.rest[n].translation}};
            return add(nodes_.ofNode[n], "translation", still, 0.0);
        }
    }

    /// Readers take the last key of all for the clip's end. All tracks that move get one there, so that they end
    /// together.
    void fill() {
        const auto end = static_cast<float>(clip_->durationSeconds);
        for (const Written& written : written_)
            if (written.keys.times.back() >= end) return;
        size_t most = 0;
        for (const Written& written : written_)
            most = std::max(most, written.keys.times.size());
        for (Written& written : written_)
            if (written.keys.times.size() > 1 || most == 1) extendTo(clip_->durationSeconds, written.keys);
    }

    void add(const Written& written, Json& animation) {
        const Keys& keys = written.keys;
        const std::string_view path = written.path;
        const char* type = path == "rotation" ? "VEC4" : path == "weights" ? "SCALAR" : "VEC3";
        Json sampler{{"input", document_.addPooled(keys.times, "SCALAR", true)},
                     {"interpolation", kKindNames[static_cast<size_t>(keys.kind)]},
                     {"output", document_.addPooled(keys.values, type, false)}};
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()}, {"target", {{"node", written.node}, {"path", written.path}}}});
        animation["samplers"].push_back(std::move(sampler));
    }

    const Model& model_;
    const Layout& layout_;
    const NodeIndices& nodes_;
    const ExportOptions& options_;
    Document& document_;
    Precision precision_;
    const AnimationClip* clip_ = nullptr;
    std::vector<Written> written_;
    std::map<uint32_t, uint32_t> moves_;  ///< by node of the model: what any clip moves
};

}  // namespace

void writeClips(const Model& model, const Layout& layout, const NodeIndices& nodes, const ExportOptions& options,
                Document& document) {
    if (model.clips.empty()) return;
    ClipWriter writer(model, layout, nodes, options, document);
    for (const AnimationClip& clip : model.clips)
        writer.write(clip);
}

}  // namespace sinew::exporting
