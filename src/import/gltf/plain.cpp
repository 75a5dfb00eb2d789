#include "import/gltf/plain.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "error.h"
#include "import/gltf/container.h"
#include "model/limits.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// "TEXCOORD_12" of "TEXCOORD_" is 12.
std::optional<size_t> setOf(std::string_view attribute, std::string_view prefix) {
    constexpr size_t kMostDigits = 2;
    if (!attribute.starts_with(prefix)) return std::nullopt;
    const std::string_view digits = attribute.substr(prefix.size());
    if (digits.empty() || digits.size() > kMostDigits || digits.find_first_not_of("0123456789") != digits.npos ||
        (digits.size() > 1 && digits[0] == '0'))
        return std::nullopt;
    return digits.size() == 1 ? static_cast<size_t>(digits[0] - '0')
                              : static_cast<size_t>((digits[0] - '0') * 10 + digits[1] - '0');
}

size_t accessorOf(const Json& number, const std::string& use) {
    const auto accessor = File::index(number);
    if (!accessor) throw InvalidAccessor(fmt::format("{} is not the number of an accessor", use));
    return *accessor;
}

/// One primitive of a mesh, changed until assimp can read it.
class Primitive {
  public:
    Primitive(const File& file, Accessors& accessors, const Json& json)
        : file_(file), accessors_(accessors), json_(json) {}

    /// @throws InvalidAccessor with the attribute.
    void makePlain() {
        const auto use = [&](const std::string& name, Json& number, const auto& convert) {
            try {
                number = convert(accessorOf(number, name));
            } catch (const InvalidAccessor& fault) {
                throw InvalidAccessor(fmt::format("{}: {}", name, fault.what()));
            }
        };
        if (const auto attributes = json_.find("attributes"); attributes != json_.end() && attributes->is_object()) {
            dropUnknown(*attributes);
            hasMixedJoints_ = hasMixedJoints(*attributes);
            if (!attributes->contains("POSITION")) throw InvalidAccessor("POSITION is missing");
            for (auto& [name, number] : attributes->items())
                use(name, number, [&, &name = name](size_t accessor) { return converted(name, accessor); });
            dropMismatched(*attributes);
            dropLoneSets(*attributes);
        }
        if (const auto indices = json_.find("indices"); indices != json_.end())
            use("indices", *indices, [&](size_t accessor) { return accessors_.integers(accessor, 1, kUnsignedInt); });
        if (const auto targets = json_.find("targets"); targets != json_.end() && targets->is_array())
            for (size_t t = 0; t < targets->size(); ++t) {
                if (!(*targets)[t].is_object()) continue;
                dropUnknown((*targets)[t]);
                for (auto& [name, number] : (*targets)[t].items())
                    use(fmt::format("{} of morph target {}", name, t), number, [&, &name = name](size_t accessor) {
                        return name == "TANGENT" ? accessors_.floats(accessor, 3) : converted(name, accessor);
                    });
            }
    }

    /// Of all its targets, once they are plain.
    uint64_t morphVertices() const {
        const auto positions = File::index(File::at(json_, "attributes"), "POSITION");
        return positions ? uint64_t{File::list(File::at(json_, "targets")).size()} * accessors_.count(*positions) : 0;
    }

    const Json& json() const { return json_; }
    const std::vector<std::string>& dropped() const { return dropped_; }  ///< attributes, with the reason

  private:
    /// assimp takes "POSITION_LOW" for a second set of positions, and makes room for all sets before "TEXCOORD_999".
    void dropUnknown(Json& attributes) {
        constexpr std::array kPlain{"POSITION", "NORMAL", "TANGENT"};
        std::vector<std::string> unknown;
        for (const auto& [name, number] : attributes.items()) {
            const bool isKnown = std::ranges::find(kPlain, name) != kPlain.end() || setOf(name, "TEXCOORD_") ||
                                 setOf(name, "COLOR_") || setOf(name, "JOINTS_") || setOf(name, "WEIGHTS_");
            if (!isKnown) unknown.push_back(name);
        }
        for (const std::string& name : unknown)
            attributes.erase(name);
    }

    /// True if the sets of joints are of several types: assimp reads all as the first.
    bool hasMixedJoints(const Json& attributes) const {
        std::set<size_t> types;
        for (const auto& [name, number] : attributes.items())
            if (const auto accessor = File::index(number); accessor && name.starts_with("JOINTS_"))
                types.insert(file_.accessor(*accessor).componentType);
        return types.size() > 1;
    }

    size_t converted(const std::string& name, size_t accessor) {
        if (name.starts_with("TEXCOORD_")) return accessors_.floats(accessor, 2);
        if (name.starts_with("JOINTS_")) return accessors_.integers(accessor, 4, kUnsignedShort, hasMixedJoints_);
        if (name.starts_with("WEIGHTS_") || name == "TANGENT") return accessors_.floats(accessor, 4);
        if (!name.starts_with("COLOR_")) return accessors_.floats(accessor, 3);
        const AccessorRow& row = file_.accessor(accessor);
        const bool isByte = row.componentType == kUnsignedByte, isShort = row.componentType == kUnsignedShort;
        if (row.componentCount != 4 || !row.isNormalized || !(isByte || isShort)) return accessors_.colors(accessor);
        accessors_.check(accessor, 4);
        return accessors_.isPlain(accessor) ? accessor : accessors_.colors(accessor);
    }

    void dropMismatched(Json& attributes) {
        const auto positions = File::index(attributes, "POSITION");
        if (!positions) return;
        const size_t count = accessors_.count(*positions);
        std::vector<std::string> others;
        for (const auto& [name, number] : attributes.items())
            if (const auto accessor = File::index(number); accessor && accessors_.count(*accessor) != count) {
                others.push_back(name);
                dropped_.push_back(
                    fmt::format("{} has {} elements for {} vertices", name, accessors_.count(*accessor), count));
            }
        for (const std::string& name : others)
            attributes.erase(name);
    }

    /// assimp needs the joints of each set of weights, and no gaps between sets.
    void dropLoneSets(Json& attributes) {
        size_t sets = 0;
        while (attributes.contains(fmt::format("JOINTS_{}", sets)) &&
               attributes.contains(fmt::format("WEIGHTS_{}", sets)))
            ++sets;
        std::vector<std::string> lone;
        for (const auto& [name, number] : attributes.items())
            for (const char* prefix : {"JOINTS_", "WEIGHTS_"})
                if (setOf(name, prefix).value_or(0) >= sets && name.starts_with(prefix)) lone.push_back(name);
        for (const std::string& name : lone) {
            attributes.erase(name);
            dropped_.push_back(fmt::format("{} has no joints and weights to go with", name));
        }
    }

    const File& file_;
    Accessors& accessors_;
    Json json_;
    std::vector<std::string> dropped_;
    bool hasMixedJoints_ = false;
};

/// Number of weights above 0 of joints that a skin with `jointCount` does not have.
size_t countOfNoJoint(File& file, const Json& primitive, size_t jointCount) {
    size_t count = 0;
    const Json& attributes = File::at(primitive, "attributes");
    for (size_t set = 0;; ++set) {
        const auto joints = File::index(attributes, fmt::format("JOINTS_{}", set).c_str()),
                   weights = File::index(attributes, fmt::format("WEIGHTS_{}", set).c_str());
        if (!joints || !weights) return count;
        const auto jointNumbers = file.integers(*joints, 4);
        if (!jointNumbers || std::ranges::none_of(*jointNumbers, [&](uint32_t joint) { return joint >= jointCount; }))
            continue;
        const auto weightNumbers = file.numbers(*weights, 4);
        for (size_t i = 0; weightNumbers && i < std::min(weightNumbers->size(), jointNumbers->size()); ++i)
            count += (*jointNumbers)[i] >= jointCount && (*weightNumbers)[i] > 0.0f;
    }
}

struct MotionSampler {
    size_t input = 0, output = 0;
};

/// Checks a channel's sampler and converts its accessors. @throws InvalidAccessor.
MotionSampler plainSampler(Accessors& accessors, const Json& sampler, const Json& path) {
    if (!sampler.is_object()) throw InvalidAccessor("its sampler is missing");
    const size_t components = path == "rotation" ? 4 : path == "weights" ? 1 : 3;
    return {.input = accessors.floats(accessorOf(File::at(sampler, "input"), "input"), 1),
            .output = accessors.floats(accessorOf(File::at(sampler, "output"), "output"), components)};
}

/// The morph targets that a channel of weights applies; 0 where that is unknown.
size_t morphTargetsOf(const File& file, std::optional<size_t> node) {
    const auto mesh = node ? File::index(File::at(file.member("nodes"), *node), "mesh") : std::nullopt;
    if (!mesh) return 0;
    const Json& primitives = File::list(File::at(File::at(file.member("meshes"), *mesh), "primitives"));
    return primitives.empty() ? 0 : File::list(File::at(primitives.front(), "targets")).size();
}

/// True when every sampler is used, and all are as assimp reads them.
bool isMotionPlain(const File& file, Accessors& accessors) {
    if (file.text("animations").empty()) return true;
    const auto animations = scanAnimations(file.text("animations"));
    if (!animations) return false;
    const auto isFitting = [&](const AnimationRow::Sampler& sampler, size_t components, size_t node) {
        accessors.check(sampler.input, 1);
        accessors.check(sampler.output, components);
        const size_t values = accessors.count(sampler.output),
                     keys = accessors.count(sampler.input) * (sampler.isCubic ? 3 : 1);
        for (const size_t accessor : {sampler.input, sampler.output})
            if (!accessors.isPlain(accessor) || file.accessor(accessor).componentType != kFloat) return false;
        const size_t targets = components == 1 ? morphTargetsOf(file, node) : 1;
        return targets == 0 ? values % keys == 0 : values == keys * targets;
    };
    std::vector<bool> isUsed;
    for (const AnimationRow& animation : *animations) {
        isUsed.assign(animation.samplers.size(), false);
        for (const AnimationRow::Channel& channel : animation.channels) {
            const size_t components = channel.path == "rotation"                                 ? 4
                                      : channel.path == "translation" || channel.path == "scale" ? 3
                                      : channel.path == "weights"                                ? 1
                                                                                                 : 0;
            if (components == 0 || channel.sampler >= animation.samplers.size()) return false;
            isUsed[channel.sampler] = true;
            try {
                if (!isFitting(animation.samplers[channel.sampler], components, channel.node)) return false;
            } catch (const InvalidAccessor&) {
                return false;
            }
        }
        if (!std::ranges::all_of(isUsed, std::identity())) return false;
    }
    return true;
}

class Motion {
  public:
    Motion(File& file, Accessors& accessors, Findings& findings)
        : file_(file), accessors_(accessors), findings_(findings) {}

    void makePlain(size_t animation) {
        const Json& channels = File::at(File::at(file_.member("animations"), animation), "channels");
        std::vector<size_t> dropped;
        for (size_t c = 0; c < File::list(channels).size(); ++c)
            if (!isUsable(animation, c)) dropped.push_back(c);
        if (!dropped.empty()) {
            Json& changed = file_.change("animations")[animation]["channels"];
            std::for_each(dropped.rbegin(), dropped.rend(), [&](size_t c) { changed.erase(c); });
        }
        emptyOthers(animation);
    }

  private:
    /// assimp reads the accessors of all samplers, also of those that no channel uses.
    void emptyOthers(size_t animation) {
        const Json& samplers = File::at(file_.member("animations")[animation], "samplers");
        for (size_t s = 0; s < File::list(samplers).size(); ++s) {
            if (used_.contains({animation, s}) || !samplers[s].is_object()) continue;
            if (!nothing_) nothing_ = file_.add(std::array{0.0f}, "SCALAR", 1);
            file_.change("animations")[animation]["samplers"][s] = {{"input", *nothing_}, {"output", *nothing_}};
        }
    }

    bool isUsable(size_t a, size_t c) {
        const Json& animation = file_.member("animations")[a];
        const Json& channel = animation["channels"][c];
        const Json& path = File::at(File::at(channel, "target"), "path");
        if (path != "translation" && path != "rotation" && path != "scale" && path != "weights") return true;
        const auto index = File::index(channel, "sampler");
        const Json& sampler = index ? File::at(File::at(animation, "samplers"), *index) : Json();
        try {
            const MotionSampler plain = plainSampler(accessors_, sampler, path);
            const bool isFitting = checkCounts(plain, sampler, a, channel);
            if (isFitting) used_.emplace(a, *index);
            if (isFitting && (plain.input != sampler["input"] || plain.output != sampler["output"])) {
                Json& changed = file_.change("animations")[a]["samplers"][*index];
                changed["input"] = plain.input;
                changed["output"] = plain.output;
            }
            return isFitting;
        } catch (const InvalidAccessor& fault) {
            note("channel-unusable", Severity::error, a, channel, fault.what());
            return false;
        }
    }

    bool checkCounts(const MotionSampler& sampler, const Json& json, size_t animation, const Json& channel) {
        const bool isOfWeights = File::at(File::at(channel, "target"), "path") == "weights";
        const size_t perKey = File::at(json, "interpolation") == "CUBICSPLINE" ? 3 : 1,
                     keys = accessors_.count(sampler.input), values = accessors_.count(sampler.output),
                     targets =
                         isOfWeights ? morphTargetsOf(file_, File::index(File::at(channel, "target"), "node")) : 0,
                     needed = keys * perKey * std::max<size_t>(targets, 1);
        const bool isFitting = values >= needed;
        const bool isWhole = isOfWeights && targets == 0 ? isFitting && values % needed == 0 : values == needed;
        if (!isWhole)
            note("keys-mismatched", isFitting ? Severity::warning : Severity::error, animation, channel,
                 fmt::format("{} keys have {} values{}{}", keys, values,
                             targets > 1 ? fmt::format(" for {} morph targets", targets) : "",
                             isFitting ? "; those beyond the last key are ignored" : ""));
        return isFitting;
    }

    void note(const char* id, Severity severity, size_t animation, const Json& channel, std::string_view cause) {
        const Json& target = File::at(channel, "target");
        const auto node = File::index(target, "node");
        findings_.push_back(
            {id, severity, nameOf(file_.member("animations")[animation], "Animation", animation),
             fmt::format("{} of {}{}: {}", File::at(target, "path").get_ref<const std::string&>(),
                         node ? inQuotes(nameOf(File::at(file_.member("nodes"), *node), "node", *node)) : "no node",
                         severity != Severity::error             ? ""
                         : File::at(target, "path") == "weights" ? " are ignored"
                                                                 : " is ignored",
                         cause)});
    }

    File& file_;
    Accessors& accessors_;
    Findings& findings_;
    std::set<std::pair<size_t, size_t>> used_;  ///< samplers of channels, by animation
    std::optional<size_t> nothing_;             ///< an accessor
};

}  // namespace

std::string nameOf(const Json& element, const char* kind, size_t index) {
    const Json& name = File::at(element, "name");
    return name.is_string() && !name.get_ref<const std::string&>().empty()
               ? utf8From(name.get_ref<const std::string&>())
               : fmt::format("{} {}", kind, index);
}

void makeMeshesPlain(File& file, Accessors& accessors, Findings& findings) {
    uint64_t morphVertices = 0;
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        const std::string name = nameOf(mesh, "mesh", m);
        const size_t count = File::list(File::at(mesh, "primitives")).size();
        if (!File::at(mesh, "primitives").is_array())
            findings.push_back({"mesh-empty", Severity::warning, name, "has no list of primitives and is not drawn"});
        std::vector<size_t> refused;
        for (size_t p = 0; p < count; ++p) {
            const Json& json = File::at(File::at(file.member("meshes")[m], "primitives"), p);
            if (!json.is_object()) continue;
            Primitive primitive(file, accessors, json);
            try {
                primitive.makePlain();
            } catch (const InvalidAccessor& fault) {
                findings.push_back({"mesh-unusable", Severity::error, name, fault.what()});
                refused.push_back(p);
                continue;
            }
            for (const std::string& reason : primitive.dropped())
                findings.push_back({"attribute-ignored", Severity::warning, name, reason + "; it is ignored"});
            morphVertices += primitive.morphVertices();
            if (morphVertices > kMaxMorphVertices)
                throw Error(Exit::input, fmt::format("has morph targets of more than {} vertices", kMaxMorphVertices));
            if (primitive.json() != json) file.change("meshes")[m]["primitives"][p] = primitive.json();
        }
        if (refused.empty()) continue;
        Json& primitives = file.change("meshes")[m]["primitives"];
        std::for_each(refused.rbegin(), refused.rend(), [&](size_t p) { primitives.erase(p); });
    }
}

void makeSkinsPlain(File& file, Accessors& accessors, Findings& findings) {
    const size_t skinCount = File::list(file.member("skins")).size();
    std::vector<std::string> faults(skinCount);
    for (size_t s = 0; s < skinCount; ++s) {
        const Json& skin = file.member("skins")[s];
        const size_t joints = File::list(File::at(skin, "joints")).size();
        const Json& matrices = File::at(skin, "inverseBindMatrices");
        if (matrices.is_null()) continue;
        try {
            const size_t plain = accessors.floats(accessorOf(matrices, "inverseBindMatrices"), 16);
            if (accessors.count(plain) < joints)
                throw InvalidAccessor(
                    fmt::format("{} of {} joints have an inverse bind matrix", accessors.count(plain), joints));
            if (plain != matrices) file.change("skins")[s]["inverseBindMatrices"] = plain;
        } catch (const InvalidAccessor& fault) {
            faults[s] = fmt::format("{}: {}", inQuotes(nameOf(skin, "skin", s)), fault.what());
            Json& dropped = file.change("skins")[s];  // assimp reads those that nothing shows, too
            dropped.erase("inverseBindMatrices");
            dropped["joints"] = Json::array();
        }
    }
    std::map<std::pair<size_t, size_t>, bool> seen;  // meshes and their skins
    for (size_t n = 0; n < File::list(file.member("nodes")).size(); ++n) {
        const Json& node = file.member("nodes")[n];
        const auto mesh = File::index(node, "mesh"), skin = File::index(node, "skin");
        if (!mesh || !skin || *skin >= skinCount) continue;
        const Json& shown = File::at(file.member("meshes"), *mesh);
        if (!faults[*skin].empty()) {
            findings.push_back(
                {"mesh-unusable", Severity::error, nameOf(shown, "mesh", *mesh), "skin " + faults[*skin]});
            for (const char* key : {"mesh", "skin"})
                file.change("nodes")[n].erase(key);
            continue;
        }
        if (!seen.try_emplace({*mesh, *skin}).second) continue;
        const size_t jointCount = File::list(File::at(file.member("skins")[*skin], "joints")).size();
        size_t count = 0;
        for (const Json& primitive : File::list(File::at(shown, "primitives")))
            count += countOfNoJoint(file, primitive, jointCount);
        if (count > 0)
            findings.push_back(
                {"weight-of-no-joint", Severity::error, nameOf(shown, "mesh", *mesh),
                 fmt::format("{} ignored: skin {} has only {} joints", measuredCount(count, "weight", "weights").text,
                             inQuotes(nameOf(file.member("skins")[*skin], "skin", *skin)), jointCount)});
    }
}

void makeMotionPlain(File& file, Accessors& accessors, Findings& findings) {
    if (isMotionPlain(file, accessors)) return;
    requireJson(file, "animations");
    if (file.repeatsMembers("animations")) file.change("animations");
    Motion motion(file, accessors, findings);
    for (size_t a = 0; a < File::list(file.member("animations")).size(); ++a)
        motion.makePlain(a);
}

}  // namespace sinew::gltf
