#include "import/collada/plain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "import/assimp/convert.h"
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

class Plain {
  public:
    Plain(const Document& document, Findings& findings) : document_(document), findings_(findings) {}

    std::vector<Node> run() {
        for (const Node library : document_.root().children()) {
            const std::string_view name = library.name();
            if (name == "library_geometries")
                readGeometries(library);
            else if (name == "library_controllers")
                addSources(library);
        }
        for (const Node library : document_.root().children("library_controllers"))
            for (const Node controller : library.children("controller"))
                if (const Node skin = controller.child("skin")) readSkin(controller, skin);
        reportCounts();
        return std::move(changed_);
    }

  private:
    void noteChanged(Node node) {
        const Node child = rootChildOf(document_, node);
        if (std::ranges::find(changed_, child) == changed_.end()) changed_.push_back(child);
    }

    void addSources(Node library) {
        forEachElement(library, [this](Node node) {
            if (std::string_view(node.name()) != "source") return true;
            sources_.add(node);
            return false;
        });
    }

    void refuse(Node node, const char* what, std::string_view cause) {
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
                    const CheckedMesh checked = checkMesh(mesh, sources_);
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
    Findings& findings_;
    Sources sources_;
    std::set<std::string_view> geometryIds_;
    std::map<std::string_view, std::optional<uint64_t>> lastVertex_;  ///< by the geometry's id
    std::vector<Node> changed_;
};

}  // namespace

std::vector<Node> makePlain(const Document& document, Findings& findings) {
    return Plain(document, findings).run();
}

}  // namespace sinew::collada
