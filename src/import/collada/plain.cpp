#include "import/collada/plain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "import/assimp/convert.h"
#include "import/assimp/dialect.h"
#include "import/collada/primitives.h"
#include "import/collada/sampler.h"

namespace sinew::collada {
namespace {

/// Not read by assimp.
constexpr const char* kSpent = "spent";

Node rootChildOf(const Document& document, Node node) {
    while (node.parent() && node.parent() != document.root())
        node = node.parent();
    return node;
}

/// The number of the first member of a transform that assimp moves by that target.
uint64_t firstMember(std::string_view target) {
    if (const size_t open = target.find('('); open != std::string_view::npos) {
        const std::string_view member = target.substr(open);  // "(3)(1)"
        const auto digit = [](char c) { return c >= '0' && c <= '3'; };
        const bool isPair = member.size() == 6 && digit(member[1]) && digit(member[4]);
        return isPair ? static_cast<uint64_t>(member[1] - '0') + 4 * static_cast<uint64_t>(member[4] - '0') : 0;
    }
    const std::string_view name = target.substr(target.rfind('.') + 1);
    return name == "ANGLE" ? 3 : name == "Z" ? 2 : name == "Y" ? 1 : 0;
}

class Plain {
  public:
    Plain(const Document& document, bool thorough, Findings& findings)
        : document_(document), thorough_(thorough), findings_(findings) {}

    std::vector<Node> run() {
        for (const Node library : document_.root().children()) {
            const std::string_view name = library.name();
            if (name == "library_geometries")
                readGeometries(library);
            else if (name == "library_controllers" || name == "library_animations")
                addSources(library);
        }
        forEachOf("library_controllers", "controller", [this](Node controller) {
            if (const Node skin = controller.child("skin")) readSkin(controller, skin);
        });
        forEachOf("library_animations", "animation", [this](Node animation) { readAnimation(animation); });
        reportCounts();
        return std::move(changed_);
    }

  private:
    void noteChanged(Node node) {
        const Node child = rootChildOf(document_, node);
        if (std::ranges::find(changed_, child) == changed_.end()) changed_.push_back(child);
    }

    template <typename Read>
    void forEachOf(const char* library, std::string_view element, const Read& read) {
        for (const Node parent : document_.root().children(library))
            forEachElement(parent, [&](Node node) {
                if (node.name() == element) read(node);
                return node == parent || node.name() == element;
            });
    }

    void addSources(Node library) {
        forEachElement(library, [this](Node node) {
            if (std::string_view(node.name()) != "source") return true;
            sources_.add(node);
            return false;
        });
    }

    void refuse(Node node, const char* what, std::string_view cause) {
        if (!thorough_) throw ShortcutFailed{};
        findings_.push_back(
            {"mesh-unusable", Severity::error, labelOf(node), fmt::format("{}{}{}", what, cause, meshBeside(node))});
        noteChanged(node);
    }

    /// Names a geometry, or that of a skin.
    std::string meshBeside(Node element) const {
        const Node geometry = document_.byId(element.child("skin").attribute("source").value());
        return nameBeside(std::string_view(geometry.name()) == "geometry" ? geometry : element);
    }

    /// assimp skips a geometry whose id is taken.
    void readGeometries(Node library) {
        for (const Node geometry : library.children("geometry")) {
            if (!geometryIds_.insert(geometry.attribute("id").value()).second) continue;
            bool isFirst = true;
            for (Node mesh : geometry.children("mesh")) {
                try {
                    if (!std::exchange(isFirst, false)) throw Unusable("the geometry has more than one mesh");
                    const CheckedMesh checked = checkMesh(mesh, thorough_, sources_);
                    lastVertex_[geometry.attribute("id").value()] = checked.lastVertex;
                    for (const std::string& cause : checked.ignored)
                        findings_.push_back(
                            {"attribute-ignored", Severity::warning, labelOf(geometry), cause + "; it is ignored"});
                    if (!checked.missingVertices.empty())
                        findings_.push_back(
                            {"reference-missing", Severity::warning, labelOf(geometry),
                             fmt::format("its faces refer to vertices '{}', which it does not have; its "
                                         "own are used",
                                         checked.missingVertices)});
                    if (checked.filledHoles > 0)
                        findings_.push_back(countFinding("holes-filled", Severity::warning, labelOf(geometry),
                                                         checked.filledHoles, "polygon", "polygons",
                                                         "with holes; drawn without the holes"));
                    if (checked.changed) noteChanged(geometry);
                } catch (const Unusable& fault) {
                    refuse(geometry, "", fault.what());
                    mesh.set_name(kSpent);
                }
            }
        }
    }

    void readSkin(Node controller, Node skin) {
        try {
            const Node joints = skin.child("joints"), weights = skin.child("vertex_weights");
            const uint64_t jointCount = checkJoints(joints);
            checkWeights(skin, weights, jointCount);
        } catch (const Unusable& fault) {
            refuse(controller, "the skin ", fault.what());
            controller.set_name(kSpent);
        }
    }

    const Sources::Accessor* accessorOf(Node parent, std::string_view semantic) const {
        const Sources::Accessor* last = nullptr;
        for (const Node input : parent.children("input"))
            if (input.attribute("semantic").value() == semantic)
                last = sources_.find(input.attribute("source").value());
        return last;
    }

    /// Returns the number of joints.
    uint64_t checkJoints(Node joints) const {
        const Sources::Accessor* names = accessorOf(joints, "JOINT");
        if (!names) throw Unusable("does not list its joints");
        const uint64_t count = sources_.valueCount(*names, true).value_or(0);
        if (count > 0 && (names->offset != 0 || (names->stride != 1 && count > 1)))
            throw Unusable("has joints with an offset or a stride");
        const Sources::Accessor* matrices = accessorOf(joints, "INV_BIND_MATRIX");
        if (!matrices) throw Unusable("has no inverse bind matrices");
        if (const uint64_t held = sources_.held(*matrices, 16); held < count)
            throw Unusable(fmt::format("has inverse bind matrices for {} of {} joints", held, count));
        return count;
    }

    /// @throws Unusable where assimp would read or write out of bounds, or refuse the file.
    void checkWeights(Node skin, Node weights, uint64_t joints) {
        const Node v = weights.child("v"), vcount = weights.child("vcount");
        if (v.next_sibling("vcount") || vcount.next_sibling("vcount") || v.next_sibling("v"))
            throw Unusable("has its weights in another order than the format demands");
        for (const Node input : weights.children("input"))
            if (input.attribute("offset").as_int() !=
                (std::string_view(input.attribute("semantic").value()) == "WEIGHT"))
                throw Unusable("does not list pairs of a joint and a weight");
        const std::vector<int64_t> counts = integersIn(vcount.text().get());
        const std::vector<int64_t> pairs = integersIn(v.text().get());  // joint, weight
        const uint64_t listed = weights.attribute("count").as_uint();
        if (counts.size() < listed)
            throw Unusable(fmt::format("has weight counts for {} of {} vertices", counts.size(), listed));
        const std::string_view mesh = skin.attribute("source").value();
        const auto last = lastVertex_.find(mesh.substr(std::min<size_t>(1, mesh.size())));
        if (last != lastVertex_.end() && last->second && *last->second >= listed)
            throw Unusable(fmt::format("has weights for {} of {} vertices", listed, *last->second + 1));
        uint64_t needed = 0;
        for (const int64_t count : std::span(counts).first(listed)) {
            if (count < 0 || count > 1'000'000'000) throw Unusable("has an invalid weight count");
            needed += static_cast<uint64_t>(count);
        }
        if (needed > pairs.size() / 2) throw Unusable("has fewer weights than its counts need");
        const Sources::Accessor* values = accessorOf(weights, "WEIGHT");
        const uint64_t held = values ? sources_.held(*values, 1) : 0;
        bool hasUnbound = false;
        for (size_t i = 0; i < needed; ++i) {
            if (pairs[2 * i] >= static_cast<int64_t>(joints))
                throw Unusable("has weights for joints that it does not list");
            if (pairs[2 * i + 1] < 0 || static_cast<uint64_t>(pairs[2 * i + 1]) >= held)
                throw Unusable(fmt::format("has {} weights, but refers to weight {}", held, pairs[2 * i + 1]));
            hasUnbound = hasUnbound || pairs[2 * i] < 0;
        }
        if (hasUnbound) dropUnbound(weights, std::span(counts).first(listed), pairs);
    }

    /// Joint -1 is the bind shape itself; assimp cannot read the sign. Its weights are dropped.
    void dropUnbound(Node weights, std::span<const int64_t> counts, const std::vector<int64_t>& pairs) {
        std::string kept, keptCounts;
        size_t at = 0;
        for (const int64_t count : counts) {
            size_t left = 0;
            for (int64_t i = 0; i < count; ++i, ++at) {
                if (pairs[2 * at] < 0) continue;
                kept += fmt::format("{} {} ", pairs[2 * at], pairs[2 * at + 1]);
                ++left;
            }
            keptCounts += fmt::format("{} ", left);
        }
        weights.child("v").text().set(kept.c_str());
        weights.child("vcount").text().set(keptCounts.c_str());
        findings_.push_back({"weight-of-no-joint", Severity::info, labelOf(weights),
                             "weights for joint -1 (the bind shape) are ignored"});
        noteChanged(weights);
    }

    /// A sampler without a target, as of a channel before it, moves what assimp finds by an empty name.
    void readAnimation(Node animation) {
        std::map<std::string_view, Node> samplers;
        std::set<std::string_view> moving;
        for (const Node node : animation.children()) {
            const std::string_view name = node.name();
            if (name == "sampler") samplers[node.attribute("id").value()] = node;
            if (name != "channel") continue;
            std::string_view source = node.attribute("source").value();
            if (source.starts_with('#')) source.remove_prefix(1);
            if (const auto sampler = samplers.find(source); sampler != samplers.end()) {
                moving.insert(source);
                if (!node.attribute("morph")) readChannel(node, sampler->second);
            }
        }
        for (auto& [id, sampler] : samplers)
            if (!moving.contains(id)) {
                sampler.set_name(kSpent);
                noteChanged(animation);
            }
    }

    /// assimp takes targets without a slash, and of morphs that it does not know, for transforms.
    void readChannel(Node channel, Node sampler) {
        const std::string_view target = channel.attribute("target").value();
        const auto slashes = std::ranges::count(target, '/');
        if (slashes == 0 || target.find("morph-weights") != std::string_view::npos) return detach(channel);
        if (slashes > 1) return;  // not read
        try {
            checkChannel(sampler, firstMember(target));
        } catch (const Unusable& fault) {
            findings_.push_back({"channel-unusable", Severity::error, labelOf(channel),
                                 fmt::format("{} is ignored: {}", inQuotes(utf8From(target)), fault.what())});
            detach(channel);
        }
    }

    void checkChannel(Node sampler, uint64_t first) const {
        const Sources::Accessor *times = accessorOf(sampler, "INPUT"), *values = accessorOf(sampler, "OUTPUT");
        if (!times || !values) throw Unusable(times ? "it has no values" : "it has no times");
        constexpr uint64_t kMembers = 16;  // of a matrix
        if (first + values->size > kMembers) throw Unusable(fmt::format("it has {} values a key", values->size));
        if (times->count != values->count)
            throw Unusable(fmt::format("{} keys have {} values", times->count, values->count));
        const auto count = static_cast<uint64_t>(std::max<int64_t>(times->count, 0));
        const auto held = [&](const Sources::Accessor& accessor, uint64_t width) {
            const uint64_t all = sources_.valueCount(accessor).value_or(0);
            return std::min(all, sources_.held(accessor, width));
        };
        const uint64_t keys = std::min(held(*times, 1), held(*values, values->size));
        if (times->count < 0 || keys < count)
            throw Unusable(fmt::format("{} of {} keys are in the file", keys, times->count));
    }

    /// Gives it a target that names no node.
    void detach(Node channel) {
        pugi::xml_attribute target = channel.attribute("target");
        if (!target) target = channel.append_attribute("target");
        target.set_value(fmt::format("-/unread{}", detached_++).c_str());
        noteChanged(channel);
    }

    void reportCounts() {
        for (const Node array : sources_.corrected())
            noteChanged(array);
        if (!sources_.corrected().empty())
            findings_.push_back(
                countFinding("source-short", Severity::warning,
                             sources_.corrected().size() == 1 ? labelOf(sources_.corrected().front().parent()) : "file",
                             sources_.corrected().size(), "list", "lists", "of values shorter than their count says"));
    }

    const Document& document_;
    bool thorough_;
    Findings& findings_;
    Sources sources_;
    std::set<std::string_view> geometryIds_;
    std::map<std::string_view, std::optional<uint64_t>> lastVertex_;  ///< by the geometry's id
    std::vector<Node> changed_;
    size_t detached_ = 0;
};

}  // namespace

std::vector<Node> makePlain(const Document& document, bool thorough, Findings& findings) {
    return Plain(document, thorough, findings).run();
}

}  // namespace sinew::collada
