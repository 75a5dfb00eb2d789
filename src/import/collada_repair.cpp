#include "import/collada_repair.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "import/collada_numbers.h"
#include "import/collada_transform.h"
#include "import/convert.h"
#include "model/check_text.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

class Repairs {
  public:
    Repairs(const ColladaDocument& document, std::vector<Finding>& findings)
        : document_(document), findings_(findings) {}

    ColladaRepairs run() {
        forEachElement(document_.root(), [this](Node node) {
            const std::string_view name = node.name();
            if (name == "skin") mendSkin(node);
            if (name == "image") nameImage(node);
            if (name == "instance_controller" || name == "instance_geometry") findMesh(node);
            noteBlanks(node);
            if (name == "skew") skews_.push_back(node);
            if (name == "animation_clip") clips_.push_back(node);
            return name != "mesh";  // the bulk of a file, and nothing in it to mend
        });
        for (const Node skew : skews_)
            replaceSkew(skew);
        unfoldClips();
        if (!leadingBlanks_.empty())
            addCount("leading-blanks", statedCount(leadingBlanks_.size(), "list", "lists"),
                     "of numbers with blanks before the first");
        return {std::move(rewritten_), std::move(leadingBlanks_)};
    }

  private:
    /// Of the whole file.
    void addCount(const char* id, const Stated& count, const std::string& rest) {
        findings_.push_back({id, Severity::info, "file", count.text + " " + rest, count.figure});
    }

    void noteRewritten(Node node) {
        while (node.parent() && node.parent() != document_.root())
            node = node.parent();
        if (std::find(rewritten_.begin(), rewritten_.end(), node) == rewritten_.end()) rewritten_.push_back(node);
    }

    void note(const char* id, Node node, const std::string& message) {
        noteRewritten(node);
        for (Node named = node; named; named = named.parent())
            if (named.attribute("id")) {
                findings_.push_back({id, Severity::info, utf8From(named.attribute("id").value()), message});
                return;
            }
        findings_.push_back({id, Severity::info, utf8From(node.name()), message});
    }

    /// The specification's default is the identity; assimp takes zeros.
    void addBindShape(Node skin) {
        if (skin.child("bind_shape_matrix")) return;
        skin.prepend_child("bind_shape_matrix").text().set("1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
        note("bind-shape-missing", skin, "the skin has no bind_shape_matrix: the identity");
    }

    /// assimp takes a blank before the first number of a <vcount> or <v> for a 0, and then writes past its arrays; in
    /// colours and the like it is an error. Arrays and transforms it reads right.
    void noteBlanks(Node list) {
        const std::string_view name = list.name();
        const char* const text = list.text().get();  // megabytes, of which the length is not asked for
        const size_t first = std::strspn(text, " \t\r\n");
        if (name.empty() || first == 0 || text[first] == '\0') return;
        if (name.ends_with("_array") || transformKind(name)) return;
        if (std::strchr("0123456789+-.", text[first])) leadingBlanks_.push_back(list);
    }

    /// assimp stops at an image that names no file.
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

    /// A mesh that the scene shows may stand under controllers: a skin's of a morph's.
    void findMesh(Node instance) {
        constexpr int kMostControllers = 8;
        std::string_view reference = instance.attribute("url").value();
        for (int i = 0; i < kMostControllers; ++i) {
            const Node found = document_.byId(reference);
            if (!found) {
                findings_.push_back({"mesh-unusable", Severity::error, utf8From(reference),
                                     "is shown as a mesh and is not in the file"});
                return;
            }
            const Node skin = found.child("skin"), controller = skin ? skin : found.child("morph");
            if (!controller) return;
            reference = controller.attribute("source").value();
        }
    }

    void mendSkin(Node skin) {
        addBindShape(skin);
        const Node weights = skin.child("vertex_weights");
        checkWeights(skin, weights);
        keepNan(weights);
    }

    /// assimp takes a weight that is no number for a 0, and nobody would know; an infinite one it hands on.
    void keepNan(Node weights) {
        const Node array = colladaInput(document_, weights, "WEIGHT").child("float_array");
        const std::string_view read = array.text().get();
        if (read.find('n') == std::string_view::npos && read.find('N') == std::string_view::npos) return;
        std::string text(read);
        bool found = false;
        for (size_t at = 0; (at = text.find_first_of("nN", at)) != std::string::npos; ++at) {
            std::string word = text.substr(at, 3);
            for (char& c : word)
                c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            if (word != "nan") continue;
            text.replace(at, 3, "inf");
            found = true;
        }
        if (!found) return;
        array.text().set(text.c_str());
        noteRewritten(array);
    }

    /// How many values a source's array has; its accessor may claim otherwise.
    static size_t arrayCount(Node source) {
        for (const char* array : {"Name_array", "IDREF_array", "float_array"})
            if (const Node found = source.child(array)) return found.attribute("count").as_ullong();
        return 0;
    }

    void checkWeights(Node skin, Node weights) {
        const size_t joints = arrayCount(colladaInput(document_, skin.child("joints"), "JOINT"));
        const std::string owner = utf8From(skin.parent().attribute("id").value());
        const auto fail = [&](std::string_view what) {
            throw std::runtime_error(fmt::format("the skin '{}' {}", owner, what));
        };
        size_t offsets = 0;
        for (Node input = weights.child("input"); input; input = input.next_sibling("input"))
            offsets = std::max(offsets, size_t{input.attribute("offset").as_uint()} + 1);
        if (offsets != 2) return;  // assimp refuses it with a cause of its own
        size_t needed = 0;
        forEachInteger(weights.child("vcount").text().get(), [&](int64_t count) {
            if (count < 0 || count > 1'000'000'000) fail("counts its weights wrongly");
            needed += static_cast<size_t>(count);
        });
        size_t place = 0;  // of a joint where it is even, else of a weight
        bool negative = false, beyond = false;
        forEachInteger(weights.child("v").text().get(), [&](int64_t number) {
            const bool isJoint = place % 2 == 0 && place / 2 < needed;
            negative = negative || (isJoint && number < 0);
            beyond = beyond || (isJoint && number >= static_cast<int64_t>(joints));
            ++place;
        });
        if (needed > place / 2) fail("has fewer weights than it counts");
        if (beyond) fail("has weights of joints that it does not list");
        if (negative) dropUnbound(weights);
    }

    /// Joint -1 is the bind shape itself; assimp cannot read the sign. The share is left out.
    void dropUnbound(Node weights) {
        std::vector<int64_t> counts, pairs;
        forEachInteger(weights.child("vcount").text().get(), [&](int64_t count) { counts.push_back(count); });
        forEachInteger(weights.child("v").text().get(), [&](int64_t number) { pairs.push_back(number); });
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
        note("weight-of-no-joint", weights, "weights of joint -1 (the bind shape) were left out");
    }

    /// assimp stops at a <skew>.
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
        note("skew-replaced", skew, "a <skew> was read as the matrix that it stands for");
        skew.set_name("spent");
    }

    /// The animations of a clip that have channels, however deep.
    std::vector<Node> partsOf(Node clip) const {
        std::vector<Node> parts;
        for (const Node part : clip.children("instance_animation"))
            forEachElement(document_.byId(part.attribute("url").value()), [&](Node node) {
                const bool animation = std::string_view(node.name()) == "animation";
                if (animation && node.child("channel")) parts.push_back(node);
                return animation;
            });
        return parts;
    }

    /// assimp 5.2 does not see clips. An animation with the channels of all that the clip is made of, is what it makes
    /// one of; what it came from keeps its sources only.
    void unfoldClips() {
        std::vector<Node> spent;
        Node library = document_.root().child("library_animations");
        const Node firstOwn = library.first_child();
        size_t unfolded = 0, partCount = 0;
        for (const Node clip : clips_) {
            const std::vector<Node> parts = partsOf(clip);
            if (parts.empty() || !library) continue;
            // Before the file's own: assimp names the root of all animations after the first, and a clip's name it
            // shows.
            Node whole = library.insert_child_before("animation", firstOwn);
            whole.append_attribute("name") = clip.attribute("name").as_string(clip.attribute("id").value());
            for (const char* bound : {"start", "end"})
                if (clip.attribute(bound)) whole.append_attribute(bound) = clip.attribute(bound).value();
            for (const Node part : parts)
                for (const Node child : part.children())
                    if (std::string_view(child.name()) == "sampler" || std::string_view(child.name()) == "channel") {
                        whole.append_copy(child);
                        spent.push_back(child);
                    }
            ++unfolded;
            partCount += parts.size();
        }
        for (Node node : spent) {  // renamed, not removed: others may know them
            noteRewritten(node);
            node.set_name("spent");
        }
        if (!spent.empty()) noteRewritten(library);
        for (Node clip : clips_)
            clip.set_name("spent");
        if (unfolded > 0)
            addCount("clip-unfolded", statedCount(unfolded, "clip", "clips"),
                     fmt::format("made of {} animation{}", partCount, partCount == 1 ? "" : "s"));
    }

    const ColladaDocument& document_;
    std::vector<Finding>& findings_;
    std::vector<Node> skews_, clips_, leadingBlanks_, rewritten_;
};

}  // namespace

ColladaRepairs repairCollada(const ColladaDocument& document, std::vector<Finding>& findings) {
    return Repairs(document, findings).run();
}

}  // namespace sinew
