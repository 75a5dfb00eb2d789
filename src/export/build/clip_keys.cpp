#include "export/build/clip_keys.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace sinew::exporting {
namespace {

/// What of a tolerance keys that are left out may take. The rest is for the import, which samples curves within 1e-6 in
/// each track (import/build/curves.h), and for floats; half of 1e-6 of it, so that the import reads the file alike.
double shareOfKeys(double tolerance) {
    constexpr double kReserve = 9.5e-6;
    return std::max(tolerance / 20.0, tolerance - kReserve);
}

constexpr uint32_t kTranslates = 1, kRotates = 2, kScales = 4;

}  // namespace

ClipKeys::ClipKeys(const Model& model, const Layout& layout, const ExportOptions& options, bool takesSplines)
    : model_(model),
      layout_(layout),
      options_(options),
      takesSplines_(takesSplines),
      precision_(model, shareOfKeys(options.tolerance)) {
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            noteMoves(channel);
}

std::vector<MovedPart> ClipKeys::of(const AnimationClip& clip) {
    using Part = MovedPart::Part;
    clip_ = &clip;
    checkLength(clip);
    parts_.clear();
    precision_.begin(clip);
    for (const Channel& channel : clip.channels) {
        if (!isWritten(channel.node)) continue;
        const uint32_t moves = moves_[channel.node];
        if (moves & kTranslates)
            add(Part::translation, channel.node, channel.translation, precision_.ofTranslation(channel.node));
        if (moves & kRotates) add(Part::rotation, channel.node, channel.rotation, precision_.ofRotation(channel.node));
        if (moves & kScales) add(Part::scale, channel.node, channel.scale, precision_.ofScale(channel.node));
    }
    addWeights();
    if (parts_.empty()) hold();
    fill();
    return std::move(parts_);
}

/// What rests in every clip needs no tracks; importers make such.
void ClipKeys::noteMoves(const Channel& channel) {
    const Transform& rest = model_.hierarchy.rest[channel.node];
    const auto moves = [&](const auto& track, const auto& still) {
        return !track.empty() && (options_.keepsKeys ||
                                  std::ranges::any_of(track.values, [&](const auto& value) { return value != still; }));
    };
    uint32_t& bits = moves_[channel.node];
    if (moves(channel.translation, rest.translation)) bits |= kTranslates;
    if (moves(channel.rotation, rest.rotation)) bits |= kRotates;
    if (moves(channel.scale, rest.scale)) bits |= kScales;
}

void ClipKeys::checkLength(const AnimationClip& clip) const {
    constexpr double kMostKeys = 1 << 26;
    if (!options_.framesPerSecond) return;
    const double tracks = static_cast<double>(3 * clip.channels.size() + clip.morphs.size() + 1);
    if (tracks * clip.durationSeconds * *options_.framesPerSecond > kMostKeys)
        throw Error(Exit::input,
                    fmt::format("the clip {} lasts {:.4g} s: too long to be resampled at {:g} keys per second",
                                inQuotes(clip.name), clip.durationSeconds, *options_.framesPerSecond));
}

KeyOptions ClipKeys::keyOptions(double tolerance) const {
    return {.durationSeconds = clip_->durationSeconds,
            .tolerance = tolerance,
            .keepsAll = options_.keepsKeys,
            .framesPerSecond = options_.framesPerSecond,
            .takesSplines = takesSplines_};
}

template <typename Value>
void ClipKeys::add(MovedPart::Part part, uint32_t node, const Track<Value>& track, double tolerance) {
    if (track.empty()) return;
    KeyOptions options = keyOptions(tolerance);
    if (part == MovedPart::Part::rotation && options_.format == ExportFormat::fbx) options.takesSplines = false;
    parts_.push_back({part, node, keysOf(track, options)});
}

void ClipKeys::addWeights() {
    std::map<uint32_t, const Track<float>*> trackOf;
    for (const MorphChannel& morph : clip_->morphs)
        if (!morph.track.empty()) trackOf.emplace(morph.weight, &morph.track);
    if (trackOf.empty()) return;
    for (uint32_t p = 0; p < layout_.places.size(); ++p) {
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
        parts_.push_back(
            {MovedPart::Part::weights, p, joinedKeys(tracks, rest, keyOptions(precision_.ofWeights(instance)))});
    }
}

/// Formats have no clips that move nothing: of such a one, the first node keeps still.
void ClipKeys::hold() {
    for (uint32_t n = 0; n < model_.hierarchy.size(); ++n) {
        if (!isWritten(n)) continue;
        const Track<glm::vec3> still{{0.0}, {model_.hierarchy.rest[n].translation}};
        return add(MovedPart::Part::translation, n, still, 0.0);
    }
}

/// Readers take the last key of all for the clip's end. All tracks that move get one there, so that they end
/// together.
void ClipKeys::fill() {
    const auto end = static_cast<float>(clip_->durationSeconds);
    size_t most = 0;
    for (const MovedPart& part : parts_) {
        if (part.keys.times.back() >= end) return;
        most = std::max(most, part.keys.times.size());
    }
    for (MovedPart& part : parts_)
        if (part.keys.times.size() > 1 || most == 1) extendTo(clip_->durationSeconds, part.keys);
}

}  // namespace sinew::exporting
