#include "import/collada/references.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

constexpr std::string_view kFollowed[] = {"instance_camera",   "instance_controller",  "instance_effect",
                                          "instance_geometry", "instance_image",       "instance_light",
                                          "instance_node",     "instance_visual_scene"};

/// Sinew shows neither.
bool isUnseen(std::string_view kind) {
    return kind == "instance_camera" || kind == "instance_light";
}

class Linker {
  public:
    Linker(const Document& document, std::string_view fileName, Findings& findings)
        : document_(document), fileName_(fileName), findings_(findings) {}

    References run() {
        std::vector<Node> samplers;
        forEachElement(document_.root(), [&](Node at) {
            const std::string_view name = at.name();
            if (std::ranges::find(kFollowed, name) != std::end(kFollowed)) instances_.push_back(at);
            if (name == "sampler2D") samplers.push_back(at);
            return name != "mesh" && name != "library_animations";
        });
        for (const Node instance : instances_)
            resolveFile(instance);
        for (const Node instance : instances_)
            if (std::string_view(instance.name()) == "instance_node") moveTarget(instance);
        for (const Node sampler : samplers)
            nameImage(sampler);
        becomeVersion14();
        addScene();
        if (document_.root().child("library_animations")) placeSkeletons();
        return std::move(result_);
    }

  private:
    void noteChanged(Node node) {
        while (node.parent() && node.parent() != document_.root())
            node = node.parent();
        if (std::ranges::find(result_.changed, node) == result_.changed.end()) result_.changed.push_back(node);
    }

    /// A reference into another file is not followed.
    void resolveFile(Node instance) {
        pugi::xml_attribute url = instance.attribute("url");
        const std::string reference = url.value();
        const size_t hash = reference.find('#');
        if (hash == 0 || reference.empty()) return;
        noteChanged(instance);
        const std::string file = reference.substr(0, hash);
        const bool isOwn = hash != std::string::npos && file.substr(file.find_last_of("/\\") + 1) == fileName_;
        if (isOwn || (hash == std::string::npos && document_.byId(reference))) {  // an id without its '#' is common
            url.set_value(isOwn ? reference.substr(hash).c_str() : ("#" + reference).c_str());
            return;
        }
        const std::string_view kind = instance.name();
        if (kind == "instance_visual_scene")
            throw std::runtime_error(
                fmt::format("has its scene in another file, {}; open that one", inQuotes(utf8From(file))));
        findings_.push_back(
            {"reference-outside", isUnseen(kind) ? Severity::info : Severity::warning, labelOf(instance),
             fmt::format("refers to {} in another file, which is not read", inQuotes(utf8From(reference)))});
        instance.set_name("spent");
    }

    /// assimp finds instanced nodes among the children of <library_nodes>, not below them.
    void moveTarget(Node instance) {
        Node target = document_.byId(instance.attribute("url").value());
        const Node above = target.parent();
        if (std::string_view(target.name()) != "node" || std::string_view(above.name()) != "node") return;
        Node library = above;
        while (library && std::string_view(library.name()) == "node")
            library = library.parent();
        if (std::string_view(library.name()) != "library_nodes") return;
        Node(above).append_child("instance_node").append_attribute("url") = instance.attribute("url").value();
        library.append_move(target);
        noteChanged(library);
    }

    /// assimp shows no skeleton that only a <skeleton> names: such nodes of a library move into the scene.
    void placeSkeletons() {
        std::unordered_set<size_t> shown;  // hash_value() of what an <instance_node> shows
        for (const Node instance : instances_)
            if (std::string_view(instance.name()) == "instance_node")
                shown.insert(document_.byId(instance.attribute("url").value()).hash_value());
        for (const Node instance : instances_)
            for (const Node skeleton : instance.children("skeleton")) {
                Node top = document_.byId(skeleton.text().get());
                while (std::string_view(top.parent().name()) == "node")
                    top = top.parent();
                if (!shown.contains(top.hash_value())) moveIntoScene(top);
            }
    }

    void moveIntoScene(Node node) {
        Node scene = document_.scene();
        if (std::string_view(node.name()) != "node" || std::string_view(node.parent().name()) != "library_nodes")
            return;
        noteChanged(node), noteChanged(scene);
        scene.append_move(node);
    }

    /// assimp reads version 1.5 like 1.4, except for its images, which it loses.
    void becomeVersion14() {
        pugi::xml_attribute version = document_.root().attribute("version");
        const std::string stated = version.value();
        if (stated.starts_with("1.3") || stated.starts_with("1.4")) return;
        if (!version) version = document_.root().append_attribute("version");
        if (!stated.starts_with("1.5"))
            findings_.push_back({"version-wrong", Severity::warning, "file",
                                 stated.empty()
                                     ? std::string("does not state its version of Collada; it is read as 1.4.1")
                                     : fmt::format("states version {} of Collada, which does not exist; it is "
                                                   "read as 1.4.1",
                                                   inQuotes(utf8From(stated)))});
        version.set_value("1.4.1");
        result_.changesRoot = true;
        for (const Node library : document_.root().children("library_images"))
            for (const Node image : library.children("image")) {
                Node from = image.child("init_from");
                if (const Node file = from.child("ref")) from.text().set(std::string(file.text().get()).c_str());
            }
    }

    /// Names the image where 1.4 names a surface, whose image assimp would look up next.
    void nameImage(Node sampler) {
        if (sampler.child("source")) return;
        Node effect = sampler;
        while (effect && std::string_view(effect.name()) != "effect")
            effect = effect.parent();
        const Node image = imageOfSampler(document_, effect, sampler);
        if (!image) return;
        noteChanged(sampler);
        sampler.append_child("source").text().set(image.attribute("id").value());
    }

    void addScene() {
        if (document_.scene()) return;
        const Node shown = document_.root().child("library_visual_scenes").child("visual_scene");
        if (!shown.attribute("id")) throw std::runtime_error("has no visual scene, so that nothing in it is shown");
        Node scene = document_.root().child("scene");
        const std::string_view named = scene.child("instance_visual_scene").attribute("url").value();
        const std::string wanted = named.empty() ? "no scene to show"
                                                 : "the scene " + inQuotes(utf8From(named.substr(named[0] == '#'))) +
                                                       ", which the file does not have";
        if (!scene) scene = document_.root().append_child("scene");
        scene.remove_child("instance_visual_scene");
        scene.append_child("instance_visual_scene").append_attribute("url") =
            (std::string("#") + shown.attribute("id").value()).c_str();
        noteChanged(scene);
        findings_.push_back({"scene-missing", Severity::info, "file",
                             fmt::format("names {}; the first, {}, is shown", wanted, inQuotes(labelOf(shown)))});
    }

    const Document& document_;
    std::string_view fileName_;
    Findings& findings_;
    std::vector<Node> instances_;
    References result_;
};

}  // namespace

Node imageOfSampler(const Document& document, Node effect, Node sampler) {
    const Node surface = findSid(effect, sampler.child("source").text().get()).child("surface");
    const Node instance = sampler.child("instance_image");  // 1.5
    const Node image = instance ? document.byId(instance.attribute("url").value())
                                : document.byId(surface.child("init_from").text().get());
    return std::string_view(image.name()) == "image" ? image : Node();
}

References repairReferences(const Document& document, std::string_view fileName, Findings& findings) {
    return Linker(document, fileName, findings).run();
}

}  // namespace sinew::collada
