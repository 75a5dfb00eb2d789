#include "export/fbx/motion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

#include "export/build/key_values.h"
#include "export/fbx/euler.h"

namespace sinew::exporting {
namespace {

// KeyAttrFlags: how a curve goes on from a key. Those of tangents: set by the user, apart on both sides.
constexpr int32_t kConstantFlag = 0x2, kLinearFlag = 0x4, kCubicFlags = 0x8 | 0x400 | 0x800;

struct FbxKey {
    int64_t time = 0;
    float value = 0.0f;
    int32_t flags = kLinearFlag;
    float leave = 0.0f, arrive = 0.0f;  ///< slopes here and at the next key, per second

    bool goesAs(const FbxKey& other) const {
        return flags == other.flags && leave == other.leave && arrive == other.arrive;
    }
};

using FbxCurve = std::vector<FbxKey>;

/// One that never moves is one key.
FbxCurve withoutRest(FbxCurve curve) {
    const bool rests = std::ranges::all_of(curve, [&](const FbxKey& key) {
        return key.value == curve[0].value && (key.flags != kCubicFlags || (key.leave == 0.0f && key.arrive == 0.0f));
    });
    if (rests) curve.resize(1), curve[0] = {curve[0].time, curve[0].value};
    return curve;
}

class FbxClipWriter {
  public:
    FbxClipWriter(const Model& model, const Layout& layout, const FbxTargets& targets, const ExportOptions& options,
                  FbxDocument& document)
        : model_(model),
          targets_(targets),
          options_(options),
          document_(document),
          keys_(model, layout, options, true),
          precision_(model, 0.5 * options.tolerance) {}

    void write(const AnimationClip& clip) {
        constexpr double kLongest = 1.9e8;  // that ticks of 64 bits hold
        if (clip.durationSeconds > kLongest)
            throw Error(Exit::input, fmt::format("the clip {} lasts {:.4g} s: too long for FBX", inQuotes(clip.name),
                                                 clip.durationSeconds));
        stop_ = fbxTicks(clip.durationSeconds);
        rate_ = options_.framesPerSecond.value_or(std::round(1.0 / frameSeconds(clip)));
        precision_.begin(clip);
        const FbxDocument::Object stack = document_.add("AnimationStack", clip.name, "AnimStack", "");
        FbxRecord& properties = stack.record.add("Properties70");
        for (const char* name : {"LocalStart", "ReferenceStart"})
            properties.set(name, "KTime", "", int64_t{0});
        for (const char* name : {"LocalStop", "ReferenceStop"})
            properties.set(name, "KTime", "", stop_);
        const FbxDocument::Object layer = document_.add("AnimationLayer", clip.name, "AnimLayer", "");
        layer_ = layer.id;
        document_.connect(layer.id, stack.id);
        for (const MovedPart& part : keys_.of(clip))
            write(part);
    }

  private:
    /// Where keys stand on frames, these are exact.
    int64_t ticksOf(double seconds) const {
        const double frame = std::round(seconds * rate_) / rate_;
        const bool isFrame = static_cast<float>(frame) == static_cast<float>(seconds);  // a jump is one float long
        return std::min(fbxTicks(isFrame ? frame : seconds), stop_);
    }

    void write(const MovedPart& moved) {
        using Part = MovedPart::Part;
        if (moved.part == Part::weights) {
            const std::vector<int64_t>& channels = targets_.ofPlace[moved.index];
            for (size_t c = 0; c < channels.size(); ++c)
                add(channels[c], "DeformPercent", "DeformPercent",
                    {{"d|DeformPercent", curveOf(moved.keys, c, 100.0f)}});
            return;
        }
        std::vector<FbxCurve> curves(3);
        if (moved.part == Part::rotation) {
            curves = anglesOf(moved.keys, precision_.ofRotation(moved.index));
        } else {
            for (size_t c = 0; c < 3; ++c)
                curves[c] = curveOf(moved.keys, c, 1.0f);
        }
        constexpr const char* kNames[] = {"T", "R", "S"};
        constexpr const char* kProperties[] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
        const auto part = static_cast<size_t>(moved.part);
        add(targets_.ofNode[moved.index], kNames[part], kProperties[part],
            {{"d|X", curves[0]}, {"d|Y", curves[1]}, {"d|Z", curves[2]}});
    }

    /// The curve of one number of the keys.
    FbxCurve curveOf(const Keys& keys, size_t number, float factor) const {
        FbxCurve curve;
        const size_t parts = keys.kind == Keys::Kind::cubic ? 3 : 1;
        const auto valueOf = [&](size_t key, size_t part) {
            return factor * keys.values[(parts * key + part) * keys.width + number];
        };
        for (size_t i = 0; i < keys.times.size(); ++i) {
            FbxKey& key = curve.emplace_back(FbxKey{ticksOf(widen(keys.times[i])), valueOf(i, parts / 2)});
            if (keys.kind == Keys::Kind::step) key.flags = kConstantFlag;
            if (parts == 1 || i + 1 == keys.times.size()) continue;
            key.flags = kCubicFlags;
            key.leave = valueOf(i, 2), key.arrive = valueOf(i + 1, 0);
        }
        return withoutRest(std::move(curve));
    }

    /// The curves of a rotation's angles, which all have keys at its times.
    std::vector<FbxCurve> anglesOf(const Keys& keys, double tolerance) const {
        constexpr double kFinest = 2.5e-7;  // what floats of degrees can tell, as quaternions
        std::vector<glm::quat> rotations;
        for (size_t i = 0; i < keys.values.size(); i += 4)
            rotations.emplace_back(keys.values[i + 3], keys.values[i], keys.values[i + 1], keys.values[i + 2]);
        constexpr double kAny = 10.0, kNoKeys = std::numeric_limits<double>::infinity();
        const double allowed = keys.kind == Keys::Kind::step ? kNoKeys
                               : options_.framesPerSecond    ? kAny
                                                             : std::max(tolerance, kFinest);
        std::vector<FbxCurve> curves(3);
        for (const EulerKey& key : eulerKeys(keys.times, rotations, allowed))
            for (int c = 0; c < 3; ++c)
                curves[static_cast<size_t>(c)].push_back({ticksOf(key.time), key.degrees[c],
                                                          keys.kind == Keys::Kind::step ? kConstantFlag
                                                          : key.isCubic                 ? kCubicFlags
                                                                                        : kLinearFlag,
                                                          key.isCubic ? key.leave[c] : 0.0f,
                                                          key.isCubic ? key.arrive[c] : 0.0f});
        for (FbxCurve& curve : curves)
            curve = withoutRest(std::move(curve));
        return curves;
    }

    /// Readers want the curves of all axes.
    void add(int64_t target, const char* name, const char* property,
             const std::vector<std::pair<const char*, FbxCurve>>& curves) {
        const FbxDocument::Object node = document_.add("AnimationCurveNode", name, "AnimCurveNode", "");
        document_.connect(node.id, layer_);
        document_.connect(node.id, target, property);
        FbxRecord& properties = node.record.add("Properties70");
        for (const auto& [component, curve] : curves)
            properties.set(component, "Number", "A", widen(curve[0].value));
        for (const auto& [component, curve] : curves) {
            const FbxDocument::Object object = document_.add("AnimationCurve", "", "AnimCurve", "");
            document_.connect(object.id, node.id, component);
            write(curve, object.record);
        }
    }

    static void write(const FbxCurve& curve, FbxRecord& record) {
        const float thirds = std::bit_cast<float>(3333u | 3333u << 16);  // of a segment: how far tangents reach
        std::vector<int64_t> times;
        std::vector<float> values, slopes;
        std::vector<int32_t> flags, counts;
        const FbxKey* last = nullptr;
        for (size_t i = 0; i < curve.size(); ++i) {
            const FbxKey& key = curve[i];
            if (i + 1 < curve.size() && curve[i + 1].time <= key.time) continue;  // the later one counts
            times.push_back(key.time), values.push_back(key.value);
            if (const FbxKey* before = std::exchange(last, &key); before && key.goesAs(*before)) {
                ++counts.back();
                continue;
            }
            flags.push_back(key.flags), counts.push_back(1);
            slopes.insert(slopes.end(), {key.leave, key.arrive, thirds, 0.0f});
        }
        record.add("Default", widen(curve[0].value));
        record.add("KeyVer", int32_t{4008});
        record.add("KeyTime", times);
        record.add("KeyValueFloat", values);
        record.add("KeyAttrFlags", flags);
        record.add("KeyAttrDataFloat", slopes);
        record.add("KeyAttrRefCount", counts);
    }

    const Model& model_;
    const FbxTargets& targets_;
    const ExportOptions& options_;
    FbxDocument& document_;
    ClipKeys keys_;
    Precision precision_;
    int64_t stop_ = 0, layer_ = 0;
    double rate_ = 0.0;
};

}  // namespace

void writeFbxClips(const Model& model, const Layout& layout, const FbxTargets& targets, const ExportOptions& options,
                   FbxDocument& document) {
    if (model.clips.empty()) return;
    FbxClipWriter writer(model, layout, targets, options, document);
    for (const AnimationClip& clip : model.clips)
        writer.write(clip);
}

}  // namespace sinew::exporting
