#include "import/collada/morph_controllers.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace sinew::collada {
namespace {

std::string_view idOf(Node node) {
    return node.attribute("id").value();
}

std::string referenceTo(Node node) {
    return fmt::format("#{}", idOf(node));
}

/// A morph controller, its base geometry, and the skin between the two, if any.
struct MorphController {
    Node controller, base, skin;
};

/// The address of a morph weight: "source(3)", "controller/source(3)" and the like.
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
        last = text.substr(text.rfind('/') + 1);  // the whole text without a slash
    }
    std::string_view first, last;
    std::optional<size_t> member;
};

class Hiding {
  public:
    Hiding(const Document& document, Findings& findings) : document_(document), findings_(findings) {}

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
            if (name == "channel") noteTarget(node);
            return name != "mesh";
        });
        for (MorphController& morph : found_)  // assimp rejects unknown controllers
            morph.controller.set_name("spent");
        return true;
    }

  private:
    /// Follows morphs of morphs to their geometry.
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
                             "the morph has no base mesh and is not shown"});
        return found;
    }

    const MorphController* named(const char* reference) const {
        const Node controller = document_.byId(reference);
        const auto known =
            std::ranges::find_if(found_, [&](const MorphController& morph) { return morph.controller == controller; });
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
        const Node source = inputSource(document_, morph.controller.child("morph").child("targets"), "MORPH_WEIGHT");
        const Node array = source.child("float_array");
        const auto names = [&](std::string_view word) {
            return !word.empty() && (word == idOf(source) || word == idOf(array));
        };
        return source && (names(address.last) || names(address.first) || address.first == idOf(morph.controller));
    }

    void noteTarget(Node channel) const {
        const Address address(channel.attribute("target").value());
        const auto moved =
            std::ranges::find_if(found_, [&](const MorphController& morph) { return hasWeights(morph, address); });
        if (moved == found_.end()) return;
        channel.append_attribute("morph") = moved->controller.attribute("id").value();
        if (address.member) channel.append_attribute("member") = fmt::format("{}", *address.member).c_str();
    }

    const Document& document_;
    Findings& findings_;
    std::vector<MorphController> found_;
};

Node morphNamed(const Document& document, pugi::xml_attribute reference) {
    return reference ? document.byId(reference.value()).child("morph") : Node();
}

}  // namespace

bool hideMorphs(const Document& document, Findings& findings) {
    return Hiding(document, findings).run();
}

Node morphOf(const Document& document, Node instance) {
    if (const Node morph = morphNamed(document, instance.attribute("morph"))) return morph;
    if (std::string_view(instance.name()) != "instance_controller") return {};
    const Node skin = document.byId(instance.attribute("url").value()).child("skin");
    return morphNamed(document, skin.attribute("morph"));
}

std::optional<WeightTarget> weightTarget(const Document& document, Node channel) {
    const Node morph = morphNamed(document, channel.attribute("morph"));
    if (!morph) return std::nullopt;
    WeightTarget target{.morph = morph, .member = {}};
    if (const pugi::xml_attribute member = channel.attribute("member")) target.member = member.as_ullong();
    return target;
}

}  // namespace sinew::collada
