#include "import/collada/repair.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "import/assimp/convert.h"
#include "import/collada/transform.h"
#include "model/limits.h"

namespace sinew::collada {
namespace {

/// Walks the nodes as assimp would instantiate them: a few lines of XML can expand to any number, or forever.
void checkNodes(const Document& document, Node root, bool instances) {
    std::vector<std::pair<Node, uint32_t>> open{{root, 0}};
    for (size_t seen = 0; !open.empty(); ++seen) {
        const auto [node, depth] = open.back();
        open.pop_back();
        if (depth > kMaxDepth) throw Error(Exit::input, fmt::format("has nodes nested more than {} deep", kMaxDepth));
        if (seen > kMaxNodes || open.size() > kMaxNodes)
            throw Error(Exit::input, fmt::format("has more than {} nodes", kMaxNodes));
        for (const Node child : node.children("node"))
            open.emplace_back(child, depth + 1);
        if (!instances) continue;
        for (const Node child : node.children("instance_node"))
            if (const Node target = document.byId(child.attribute("url").value())) open.emplace_back(target, depth + 1);
    }
}

[[noreturn]] void reject(std::string_view kind, Node node, std::string_view what) {
    throw std::runtime_error(fmt::format("the {} '{}' {}", kind, utf8From(node.attribute("id").value()), what));
}

constexpr const char* kIdentity = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

class Repairer {
  public:
    Repairer(const Document& document, Findings& findings) : document_(document), findings_(findings) {}

    Repairs run() {
        forEachElement(document_.root(), [this](Node node) {
            const std::string_view name = node.name();
            if (name == "skin") repairSkin(node);
            if (std::string_view(node.parent().name()) == "node") replaceShortTransform(node);
            if (name == "image") nameImage(node);
            if (name == "instance_controller" || name == "instance_geometry") findMesh(node);
            if (name == "instance_material") findTarget(node, "target", node.attribute("target").value());
            if (name == "skeleton") findTarget(node, "skeleton", node.text().get());
            if (name == "instance_effect") findTarget(node, "effect", node.attribute("url").value());
            if (name == "instance_node") findTarget(node, "node", node.attribute("url").value());
            if (name == "instance_image") findTarget(node, "image", node.attribute("url").value());
            if (name == "effect") findImages(node);
            if (name == "morph") findShapes(node);
            if (name == "instance_animation") findTarget(node, "animation", node.attribute("url").value());
            findLeadingBlanks(node);
            if (name == "skew") skews_.push_back(node);
            return name != "mesh";  // most of the file, and nothing in it needs repair
        });
        for (const Node skew : skews_)
            replaceSkew(skew);
        if (!untrimmedLists_.empty())
            findings_.push_back(countFinding("leading-blanks", Severity::info, "file", untrimmedLists_.size(), "list",
                                             "lists", "of numbers begin with blanks"));
        return {std::move(rewritten_), std::move(untrimmedLists_)};
    }

  private:
    void noteRewritten(Node node) {
        while (node.parent() && node.parent() != document_.root())
            node = node.parent();
        if (std::find(rewritten_.begin(), rewritten_.end(), node) == rewritten_.end()) rewritten_.push_back(node);
    }

    void note(const char* id, Node node, const std::string& message) {
        noteRewritten(node);
        findings_.push_back({id, Severity::info, labelOf(node), message});
    }

    /// The specification's default is the identity; assimp reads zeros.
    void addBindShape(Node skin) {
        if (skin.child("bind_shape_matrix")) return;
        skin.prepend_child("bind_shape_matrix").text().set(kIdentity);
        note("bind-shape-missing", skin, "the skin has no bind_shape_matrix; the identity is used");
    }

    /// assimp reads on beyond the end of a list, and fails.
    void replaceShortTransform(Node element) {
        const std::string_view name = element.name();
        const char* const neutral = name == "matrix"      ? kIdentity
                                    : name == "rotate"    ? "0 0 1 0"
                                    : name == "scale"     ? "1 1 1"
                                    : name == "translate" ? "0 0 0"
                                                          : nullptr;
        if (!neutral) return;
        const size_t count = numbersIn(element.text().get()).size(), wanted = numberCount(*transformKind(name));
        if (count >= wanted) return;
        findings_.push_back({"transform-invalid", Severity::error, labelOf(element),
                             fmt::format("has a {} of {} instead of {} numbers; it is ignored", name, count, wanted)});
        element.text().set(neutral);
        noteRewritten(element);
    }

    /// A matrix that is not finite leaves no vertex anywhere.
    void replaceBindShape(Node skin) {
        const std::vector<double> numbers = numbersIn(skin.child("bind_shape_matrix").text().get());
        if (const size_t wanted = numberCount(TransformKind::matrix); numbers.size() < wanted) {
            skin.child("bind_shape_matrix").text().set(kIdentity);
            noteRewritten(skin);
            findings_.push_back({"transform-invalid", Severity::error, labelOf(skin),
                                 fmt::format("has a bind_shape_matrix of {} instead of {} numbers; it is ignored",
                                             numbers.size(), wanted)});
            return;
        }
        if (std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) return;
        skin.child("bind_shape_matrix").text().set(kIdentity);
        noteRewritten(skin);
        findings_.push_back({"bind-singular", Severity::error, labelOf(skin),
                             "the skin's bind_shape_matrix is not finite; the identity is used"});
    }

    /// assimp reads a blank before the first number of a <vcount> or <v> as a 0 and then writes out of bounds; in
    /// colors and the like it fails. Arrays and transforms are read correctly.
    void findLeadingBlanks(Node list) {
        const std::string_view name = list.name();
        const char* const text = list.text().get();  // may be megabytes: avoid strlen
        const size_t first = std::strspn(text, " \t\r\n");
        if (name.empty() || first == 0 || text[first] == '\0') return;
        if (name.ends_with("_array") || transformKind(name)) return;
        if (std::strchr("0123456789+-.", text[first])) untrimmedLists_.push_back(list);
    }

    /// assimp rejects an image that names no file.
    void nameImage(Node image) {
        Node from = image.child("init_from");
        const bool isBlank = from && !from.first_element_by_path("*") && wordsIn(from.text().get()).empty();
        const bool isEmpty = !image.find_child([](Node child) {
            const std::string_view name = child.name();
            return name != "asset" && name != "extra";
        });
        if (!isBlank && !isEmpty) return;
        if (!from) from = image.append_child("init_from");
        const std::string_view id = image.attribute("id").value();
        from.text().set(id.empty() ? "unnamed" : image.attribute("id").value());
        note("image-without-file", image, "the image names no file");
    }

    /// Reports an instance whose mesh, possibly below a chain of controllers, does not exist.
    void findMesh(Node instance) {
        constexpr int kMostControllers = 8;
        std::string_view reference = instance.attribute("url").value();
        for (int i = 0; i < kMostControllers; ++i) {
            const Node found = document_.byId(reference);
            if (!found) {
                const Node node = instance.parent();
                const std::string_view name = node.attribute("name").value();
                findings_.push_back({"mesh-unusable", Severity::error, utf8From(reference),
                                     fmt::format("node {} shows this mesh, but the file does not contain it",
                                                 inQuotes(name.empty() ? labelOf(node) : utf8From(name)))});
                return;
            }
            const Node skin = found.child("skin"), controller = skin ? skin : found.child("morph");
            if (!controller) return;
            reference = controller.attribute("source").value();
        }
    }

    static std::string nameOrLabelOf(Node node) {
        const std::string_view name = node.attribute("name").value();
        return node.attribute("id") || name.empty() ? labelOf(node) : utf8From(name);
    }

    void addMissing(Node owner, std::string_view kind, std::string_view id) {
        findings_.push_back({"reference-missing", Severity::warning, nameOrLabelOf(owner),
                             fmt::format("refers to {} {}, which the file does not have{}", kind,
                                         inQuotes(utf8From(id)), nameBeside(owner))});
    }

    /// The textures of an effect name samplers, these name surfaces, and these name images.
    void findImages(Node effect) {
        std::set<std::string_view> reported;
        const auto find = [&](std::string_view kind, std::string_view name, bool isThere) {
            if (!name.empty() && !isThere && reported.insert(name).second) addMissing(effect, kind, name);
        };
        forEachElement(effect, [&](Node at) {
            const std::string_view element = at.name(), parent = at.parent().name();
            const std::string_view word = at.text().get();
            if (element == "texture") {
                const std::string_view name = at.attribute("texture").value();
                find("sampler", name, findSid(effect, name) || document_.byId(name));
            } else if (element == "source" && parent.starts_with("sampler")) {
                find("surface", word, findSid(effect, word) || document_.byId(word));
            } else if (element == "init_from" && parent == "surface") {
                find("image", word, static_cast<bool>(document_.byId(word)));
            }
            return true;
        });
    }

    void findShapes(Node morph) {
        const Node targets = inputSource(document_, morph.child("targets"), "MORPH_TARGET");
        for (const std::string_view id : namesIn(targets))
            if (!document_.byId(id)) addMissing(morph.parent(), "morph target", id);
    }

    /// Reports an element that has a missing reference; what depends on it has its default.
    void findTarget(Node node, std::string_view kind, std::string_view reference) {
        const std::vector<std::string_view> words = wordsIn(reference);
        if (words.empty() || !words.front().starts_with('#') || document_.byId(words.front())) return;
        if (kind == "target") kind = "material";
        addMissing(node.parent(), kind, words.front().substr(1));
    }

    void repairSkin(Node skin) {
        addBindShape(skin);
        replaceBindShape(skin);
        keepNan(skin.child("vertex_weights"));
    }

    /// assimp silently reads a NaN weight as 0 but keeps an infinite one, so NaN becomes infinite to be reported later.
    void keepNan(Node weights) {
        const Node array = inputSource(document_, weights, "WEIGHT").child("float_array");
        const std::string_view read = array.text().get();
        if (read.find('n') == std::string_view::npos && read.find('N') == std::string_view::npos) return;
        std::string text(read);
        bool found = false;
        for (size_t at = 0; (at = text.find_first_of("nN", at)) != std::string::npos; ++at) {
            if (::strncasecmp(&text[at], "nan", 3) != 0) continue;
            text.replace(at, 3, "inf");
            found = true;
        }
        if (!found) return;
        array.text().set(text.c_str());
        noteRewritten(array);
    }

    /// assimp rejects a <skew>.
    void replaceSkew(Node skew) {
        const std::vector<double> numbers = numbersIn(skew.text().get());
        const glm::dmat4 matrix = matrixOf(TransformKind::skew, numbers);
        std::string text;
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column)
                text += fmt::format("{} ", matrix[column][row]);
        Node replacement = skew.parent().insert_child_before("matrix", skew);
        if (skew.attribute("sid")) replacement.append_attribute("sid") = skew.attribute("sid").value();
        replacement.text().set(text.c_str());
        note("skew-replaced", skew, "a <skew> was converted to a matrix");
        skew.set_name("spent");
    }

    const Document& document_;
    Findings& findings_;
    std::vector<Node> skews_, untrimmedLists_, rewritten_;
};

}  // namespace

void checkLimits(const Document& document) {
    if (const Node scene = document.scene()) checkNodes(document, scene, true);
    for (const Node library : document.root().children()) {
        const std::string_view name = library.name();
        if (name == "library_nodes" || name == "library_visual_scenes")
            for (const Node root : library.children())
                checkNodes(document, root, false);
        if (name == "library_controllers")
            for (const Node controller : library.children("controller"))
                if (document.byId(controller.child("skin").attribute("source").value()) == controller)
                    reject("skin", controller, "is its own mesh");
    }
}

Repairs repairElements(const Document& document, Findings& findings) {
    return Repairer(document, findings).run();
}

}  // namespace sinew::collada
