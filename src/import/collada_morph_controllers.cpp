#include "import/collada_morph_controllers.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "import/collada_numbers.h"
#include "import/convert.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

std::string_view idOf(Node node) {
    return node.attribute("id").value();
}

std::string referenceTo(Node node) {
    return fmt::format("#{}", idOf(node));
}

/// A controller of the file that is a morph, the geometry that it starts from, and where it stands on a skin, that.
struct MorphController {
    Node controller, base, skin;
};

/// "source(3)" or "controller/source(3)" and the like: where it leads, and which number of that.
struct Address {
    explicit Address(std::string_view text) {
        const size_t open = text.find('(');
        if (open != std::string_view::npos) {
            size_t number = 0;
            const auto [end, error] = std::from_chars(text.data() + open + 1, text.data() + text.size(), number);
            if (error == std::errc()) member = number;
            text = text.substr(0, open);
        }
        first = text.substr(0, text.find('/'));
        last = text.substr(text.rfind('/') + 1);  // all, where there is no slash
    }
    std::string_view first, last;
    std::optional<size_t> member;
};

class Hiding {
  public:
    Hiding(const ColladaDocument& document, std::vector<Finding>& findings)
        : document_(document), findings_(findings) {}

    bool run() {
        for (const Node library : document_.root().children("library_controllers"))
            for (const Node controller : library.children("controller"))
                if (controller.child("morph")) found_.push_back(read(controller));
        if (found_.empty()) return false;
        for (const MorphController& morph : found_)
            if (morph.base) morph.controller.child("morph").attribute("source") = referenceTo(morph.base).c_str();
        forEachElement(document_.root(), [this](Node node) {
            const std::string_view name = node.name();
            if (name == "skin") replaceSource(node);
            if (name == "instance_controller") replaceInstance(node);
            if (name == "channel") replaceTarget(node);
            return name != "mesh";
        });
        for (MorphController& morph : found_)  // assimp stops at what is neither a skin nor a morph that it knows
            morph.controller.set_name("spent");
        return true;
    }

  private:
    /// Morphs of morphs lead to a geometry, too.
    MorphController read(Node controller) {
        constexpr int kMostControllers = 16;
        MorphController found{.controller = controller, .base = {}, .skin = {}};
        Node at = controller.child("morph");
        for (int depth = 0; at && depth < kMostControllers; ++depth) {
            const Node source = document_.byId(at.attribute("source").value());
            if (std::string_view(source.name()) == "geometry") {
                found.base = source;
                return found;
            }
            if (source.child("skin") && !found.skin) found.skin = source;
            at = source.child("morph") ? source.child("morph") : source.child("skin");
        }
        findings_.push_back({"morph-misfit", Severity::warning, utf8From(idOf(controller)),
                             "the morph starts from no mesh, and is not shown"});
        return found;
    }

    const MorphController* named(const char* reference) const {
        const Node controller = document_.byId(reference);
        const auto known = std::find_if(found_.begin(), found_.end(),
                                        [&](const MorphController& morph) { return morph.controller == controller; });
        return controller && known != found_.end() && known->base ? &*known : nullptr;
    }

    void replaceSource(Node skin) const {
        const MorphController* morph = named(skin.attribute("source").value());
        if (!morph) return;
        skin.append_attribute("morph") = morph->controller.attribute("id").value();
        skin.attribute("source") = referenceTo(morph->base).c_str();
    }

    void replaceInstance(Node instance) const {
        const MorphController* morph = named(instance.attribute("url").value());
        if (!morph) return;
        instance.append_attribute("morph") = morph->controller.attribute("id").value();
        instance.attribute("url") = referenceTo(morph->skin ? morph->skin : morph->base).c_str();
        if (!morph->skin) instance.set_name("instance_geometry");
    }

    bool hasWeights(const MorphController& morph, const Address& address) const {
        const Node source = colladaInput(document_, morph.controller.child("morph").child("targets"), "MORPH_WEIGHT");
        const Node array = source.child("float_array");
        const auto names = [&](std::string_view word) {
            return !word.empty() && (word == idOf(source) || word == idOf(array));
        };
        return source && (names(address.last) || names(address.first) || address.first == idOf(morph.controller));
    }

    /// assimp looks for the names of nodes in the target. Each channel of its own target, for what moves several times
    /// is several animations.
    void replaceTarget(Node channel) {
        const Address address(channel.attribute("target").value());
        const auto moved = std::find_if(found_.begin(), found_.end(),
                                        [&](const MorphController& morph) { return hasWeights(morph, address); });
        if (moved == found_.end()) return;
        channel.append_attribute("morph") = moved->controller.attribute("id").value();
        if (address.member) channel.append_attribute("member") = fmt::format("{}", *address.member).c_str();
        channel.attribute("target") = fmt::format("-/{}", targetCount_++).c_str();
    }

    const ColladaDocument& document_;
    std::vector<Finding>& findings_;
    std::vector<MorphController> found_;
    size_t targetCount_ = 0;
};

Node morphNamed(const ColladaDocument& document, pugi::xml_attribute reference) {
    return reference ? document.byId(reference.value()).child("morph") : Node();
}

}  // namespace

bool hideColladaMorphs(const ColladaDocument& document, std::vector<Finding>& findings) {
    return Hiding(document, findings).run();
}

Node colladaMorphOf(const ColladaDocument& document, Node instance) {
    if (const Node morph = morphNamed(document, instance.attribute("morph"))) return morph;
    if (std::string_view(instance.name()) != "instance_controller") return {};
    const Node skin = document.byId(instance.attribute("url").value()).child("skin");
    return morphNamed(document, skin.attribute("morph"));
}

std::optional<ColladaWeightTarget> colladaWeightTarget(const ColladaDocument& document, Node channel) {
    const Node morph = morphNamed(document, channel.attribute("morph"));
    if (!morph) return std::nullopt;
    ColladaWeightTarget target{.morph = morph, .member = {}};
    if (const pugi::xml_attribute member = channel.attribute("member")) target.member = member.as_ullong();
    return target;
}

}  // namespace sinew
