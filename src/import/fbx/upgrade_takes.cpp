#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "import/fbx/builder.h"
#include "import/fbx/key_flags.h"

namespace sinew::fbx {
namespace {

/// Reads `Key`: for each key its time, its value, a letter for the interpolation and what that needs. Letters are
/// numbers here.
class KeyReader {
  public:
    KeyReader(std::vector<double> data, int64_t version) : data_(std::move(data)), version_(version) {}

    /// Adds the curve; stops at what it does not know. False, and nothing added, where there is no key that it knows.
    bool read(double ticks, Record& curve) {
        Numbers times{'l', {}}, values{'d', {}}, flags{'i', {}}, attributes{'f', {}}, counts{'i', {}};
        while (place_ + 2 < data_.size()) {
            const double time = std::round(next() * ticks), value = next();
            Attributes own;
            if (!attributesOf(own)) break;
            const bool usable = std::isfinite(time) && std::isfinite(value) && std::abs(time) < 9e18;
            if (!usable) continue;
            times.values.push_back(time), values.values.push_back(value);
            flags.values.push_back(own.flags), counts.values.push_back(1.0);
            attributes.values.insert(attributes.values.end(), own.data.begin(), own.data.end());
        }
        if (times.values.empty()) return false;
        curve.add("KeyVer", {int32_t{4008}});
        curve.add("KeyTime", {std::move(times)});
        curve.add("KeyValueFloat", {std::move(values)});
        curve.add("KeyAttrFlags", {std::move(flags)});
        curve.add("KeyAttrDataFloat", {std::move(attributes)});
        curve.add("KeyAttrRefCount", {std::move(counts)});
        return true;
    }

  private:
    struct Attributes {
        uint32_t flags = kLinearKey;
        std::array<double, 4> data{};
    };

    double next() { return place_ < data_.size() ? data_[place_++] : 0.0; }
    char letter() {
        const double one = next();
        return one > 0.0 && one < 128.0 ? static_cast<char>(one) : '\0';
    }

    bool attributesOf(Attributes& own) {
        switch (letter()) {
            case 'L':
                return true;
            case 'C':
                own.flags = kConstantKey;
                if (version_ >= 4004 && letter() == 'n') own.flags |= kConstantNext;
                return true;
            case 'U':
                return cubic(own);
            default:
                return false;
        }
    }

    bool cubic(Attributes& own) {
        own.flags = kCubicKey | kUserTangent | kBrokenTangent;
        size_t weightCount = 1;
        const char kind = letter();
        if (kind == 's' || kind == 'b') {
            own.data[0] = next(), own.data[1] = next();
            if (version_ == 4003) weightCount = 0;
        } else {
            // Their slopes are not known well; automatic ones look best.
            own.flags = kCubicKey | kAutoTangent | kTimeIndependent | kClampProgressive;
            const size_t parameters = kind == 'p' || kind == 'q' ? 2 : kind == 't' ? 3 : kind == 'd' ? 1 : 0;
            if (parameters == 0 && kind != 'a') return false;
            place_ += parameters;
            if (kind == 't' || (kind == 'a' && version_ <= 4004)) weightCount = 0;
            if ((kind == 'p' || kind == 'q') && version_ > 4004) weightCount = 2;
        }
        for (; weightCount > 0; --weightCount)
            if (!weights(own)) return false;
        return true;
    }

    bool weights(Attributes& own) {
        double right = 0.0, nextLeft = 0.0;
        switch (letter()) {
            case 'n':
            case 'c':
                return true;
            case 'a':
                own.flags |= kWeightedRight | kWeightedNextLeft;
                right = next(), nextLeft = next();
                break;
            case 'l':
                own.flags |= kWeightedNextLeft;
                nextLeft = next();
                break;
            case 'r':
                own.flags |= kWeightedRight;
                right = next();
                break;
            default:
                return false;
        }
        own.data[2] = packedWeights(right, nextLeft);
        return true;
    }

    std::vector<double> data_;
    int64_t version_;
    size_t place_ = 0;
};

struct TakeBuilder {
    Builder& builder;
    const OldModels& models;
    double ticks;
    int64_t layer = 0;
    double start = 0.0;

    /// @return whether the channel has a curve with keys, which is added. `model`: for the finding about others.
    bool curve(const Record& channel, int64_t node, std::string_view property, const OldModel& model) const {
        const Record* const keys = channel.child("Key");
        if (!keys) return false;
        const Record* const version = channel.child("KeyVer");
        KeyReader reader(keys->numbers(), version ? version->integer() : 4005);
        Record read;
        if (!reader.read(ticks, read)) {
            if (!keys->values.empty())
                builder.findings.push_back(
                    {"channel-unusable", Severity::error, utf8From(model.name),
                     fmt::format("the keys of its channel {} cannot be read", utf8From(channel.text()))});
            return false;
        }
        for (const std::string_view beyond : {"Pre-Extrapolation", "Post-Extrapolation"})
            if (const Record* const own = channel.child(beyond)) read.children.push_back(*own);
        const int64_t id = builder.newId();
        builder.object("AnimationCurve", id, "", "AnimCurve", "").children = std::move(read.children);
        builder.connect(id, node, property);
        return true;
    }

    void constant(double value, int64_t node, std::string_view property) const {
        const int64_t id = builder.newId();
        KeyReader({start, value, 'L'}, 4005).read(1.0, builder.object("AnimationCurve", id, "", "AnimCurve", ""));
        builder.connect(id, node, property);
    }

    void transform(const OldModel& model, const Record& channels, size_t part) const {
        constexpr std::array<std::string_view, 3> kParts{"T", "R", "S"}, kAxes{"X", "Y", "Z"};
        constexpr std::array<std::string_view, 3> kValues{"d|X", "d|Y", "d|Z"};
        constexpr std::array<std::string_view, 3> kProperties{"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
        const Record* const channel = channelOf(channels, {"Transform", kParts[part]});
        if (!channel) return;
        std::array<const Record*, 3> axes{};
        std::array<double, 3> values{};
        bool moves = false;
        for (size_t axis = 0; axis < 3; ++axis) {
            values[axis] = model.rest[part][axis];
            axes[axis] = channelOf(*channel, {kAxes[axis]});
            if (!axes[axis]) continue;
            if (const Record* value = axes[axis]->child("Default"); value && std::isfinite(value->number()))
                values[axis] = value->number();
            moves = moves || axes[axis]->child("Key") || std::abs(values[axis] - model.rest[part][axis]) > 1e-6;
        }
        if (!moves) return;
        const int64_t node = builder.newId();
        addProperties(builder.object("AnimationCurveNode", node, kParts[part], "AnimCurveNode", ""),
                      {{"d|X", "Number", {values[0]}}, {"d|Y", "Number", {values[1]}}, {"d|Z", "Number", {values[2]}}});
        for (size_t axis = 0; axis < 3; ++axis)
            if (!axes[axis] || !curve(*axes[axis], node, kValues[axis], model))
                constant(values[axis], node, kValues[axis]);
        builder.connect(node, model.id, kProperties[part]);
        builder.connect(node, layer);
    }

    /// A property of one number.
    void number(const Record& channel, int64_t object, std::string_view property, const OldModel& model) const {
        const int64_t node = builder.newId();
        const Record* const value = channel.child("Default");
        addProperties(builder.object("AnimationCurveNode", node, property, "AnimCurveNode", ""),
                      {{"d|X", "Number", {value ? value->number() : 0.0}}});
        curve(channel, node, "d|X", model);
        builder.connect(node, object, property);
        builder.connect(node, layer);
    }

    /// Curves move properties of the geometry, which are named as its shapes.
    void shapes(const OldModel& model, const Record& channels) const {
        constexpr std::string_view kSuffix = " (Shape)";
        std::set<std::string_view> names;
        for (const Record& child : model.record->children)
            if (child.name == "Shape") names.insert(child.text());
        for (const Record& channel : channels.children) {
            if (channel.name != "Channel" || !channel.child("Key")) continue;
            std::string_view name = channel.text();
            if (!names.contains(name) && name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
            if (model.geometry == 0 || !names.contains(name)) continue;
            number(channel, model.geometry, name, model);
        }
    }

    void add(const Record& take) {
        const int64_t stack = builder.newId();
        layer = builder.newId();
        Record& added = builder.object("AnimationStack", stack, take.text(), "AnimStack", "");
        const Record* const range = take.child("LocalTime");
        const auto tick = [&](size_t index) {
            return static_cast<int64_t>(std::clamp(std::round(range->number(index) * ticks), -9e18, 9e18));
        };
        if (range && range->values.size() == 2) {
            start = static_cast<double>(tick(0));
            addProperties(added, {{"LocalStart", "KTime", {tick(0)}}, {"LocalStop", "KTime", {tick(1)}}});
        } else {
            addProperties(added, {});
        }
        addProperties(builder.object("AnimationLayer", layer, "BaseLayer", "AnimLayer", ""), {});
        builder.connect(layer, stack);
        for (const Record& child : take.children) {
            const auto model = models.find(splitName(child.text()).name);
            if (child.name != "Model" || model == models.end()) continue;
            for (size_t part = 0; part < 3; ++part)
                transform(model->second, child, part);
            shapes(model->second, child);
            const Record* const shown = channelOf(child, {"Visibility"});
            if (shown && shown->child("Key")) number(*shown, model->second.id, "Visibility", model->second);
        }
    }
};

}  // namespace

void addTakes(const Record& root, const OldModels& models, double ticks, Builder& builder) {
    const Record* const takes = root.child("Takes");
    if (!takes) return;
    for (const Record& take : takes->children)
        if (take.name == "Take") TakeBuilder{builder, models, ticks}.add(take);
}

}  // namespace sinew::fbx
