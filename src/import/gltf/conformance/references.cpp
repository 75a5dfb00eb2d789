#include "import/gltf/conformance/references.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

/// The textures that a material, or an extension of it, reads: numbers "index" of objects within it.
void collectTextures(const Json& json, std::set<size_t>& textures) {
    if (!json.is_structured()) return;
    for (const auto& [key, value] : json.items()) {
        if (value.is_object())
            if (const auto number = File::index(value, "index")) textures.insert(*number);
        collectTextures(value, textures);
    }
}

/// The name or the file of the image of a texture; empty where it has neither.
std::string imageOf(const Json& texture, const Json& images) {
    const auto source = File::index(texture, "source");
    if (!source || *source >= images.size()) return {};
    for (const char* member : {"name", "uri"})
        if (const Json& value = File::at(images[*source], member); value.is_string())
            if (const auto text = value.get<std::string>(); !text.empty() && !text.starts_with("data:"))
                return inQuotes(utf8From(text));
    return {};
}

/// Judges what a file refers to without having it.
class References {
  public:
    References(const File& file, Findings& findings) : file_(file), findings_(findings) {}

    void judge() {
        judgeNodes();
        judgeSkins();
        judgeMeshes();
        judgeTextures();
        judgeChannels();
        const Json& scenes = File::list(file_.member("scenes"));
        for (size_t s = 0; s < scenes.size(); ++s)
            judgeList(File::at(scenes[s], "nodes"), "nodes", nameOf(scenes[s], "scene", s));
    }

  private:
    const Json& listOf(const char* key) const { return File::list(file_.member(key)); }

    /// True for a number of an element that the file does not have.
    bool isBroken(const Json& number, const char* key) const {
        if (number.is_null()) return false;
        const auto index = File::index(number);
        return !index || *index >= listOf(key).size();
    }

    void add(const std::string& object, const std::string& what) {
        findings_.push_back({"reference-missing", Severity::error, object, what + ", which the file does not have"});
    }

    /// "mesh 12" of the key "meshes".
    static std::string called(const Json& number, const char* key) {
        std::string kind = key;
        kind = kind == "meshes" ? "mesh" : kind.substr(0, kind.size() - 1);
        return fmt::format("{} {}", kind, number.dump());
    }

    /// The first broken number of a list; files may have a thousand of them.
    void judgeList(const Json& list, const char* key, const std::string& name) {
        for (const Json& number : File::list(list))
            if (isBroken(number, key)) return add(name, "refers to " + called(number, key));
    }

    void judgeNodes() {
        const Json &nodes = listOf("nodes"), &meshes = listOf("meshes");
        for (size_t n = 0; n < nodes.size(); ++n) {
            const std::string name = nameOf(nodes[n], "node", n);
            const auto mesh = File::index(nodes[n], "mesh");
            for (const auto& [member, key] : {std::pair{"mesh", "meshes"}, {"skin", "skins"}, {"camera", "cameras"}})
                if (const Json& number = File::at(nodes[n], member); isBroken(number, key))
                    // A mesh is what is seen of its node.
                    add(mesh && *mesh < meshes.size() ? nameOf(meshes[*mesh], "mesh", *mesh) : name,
                        fmt::format("node {} refers to {}", inQuotes(name), called(number, key)));
            judgeList(File::at(nodes[n], "children"), "nodes", name);
        }
    }

    void judgeSkins() {
        const Json &nodes = listOf("nodes"), &skins = listOf("skins");
        std::map<size_t, std::string> broken;
        for (size_t s = 0; s < skins.size(); ++s) {
            const Json &joints = File::list(File::at(skins[s], "joints")), &root = File::at(skins[s], "skeleton");
            const auto lost = std::ranges::find_if(joints, [&](const Json& joint) { return isBroken(joint, "nodes"); });
            if (lost != joints.end()) broken.emplace(s, called(*lost, "nodes"));
            if (!isBroken(root, "nodes")) continue;
            add(nameOf(skins[s], "skin", s), "has " + called(root, "nodes") + " as its skeleton");
            findings_.back().severity = Severity::info;  // a hint
        }
        for (size_t n = 0; n < nodes.size() && !broken.empty(); ++n) {
            const auto skin = File::index(nodes[n], "skin"), mesh = File::index(nodes[n], "mesh");
            if (!skin || !broken.contains(*skin)) continue;
            add(mesh ? nameOf(File::at(listOf("meshes"), *mesh), "mesh", *mesh) : "node",
                fmt::format("is not drawn: its skin {} has the joint {}", inQuotes(nameOf(skins[*skin], "skin", *skin)),
                            broken[*skin]));
        }
    }

    void judgeMeshes() {
        const Json& meshes = listOf("meshes");
        for (size_t m = 0; m < meshes.size(); ++m)
            for (const Json& primitive : File::list(File::at(meshes[m], "primitives")))
                if (const Json& material = File::at(primitive, "material"); isBroken(material, "materials"))
                    add(nameOf(meshes[m], "mesh", m), "refers to " + called(material, "materials"));
    }

    /// "has texture 9 as its normalTexture", for what a material, or an object in it, says of a texture that does not
    /// exist; empty where all exist.
    std::string lostTexture(const Json& json) const {
        for (const auto& [key, value] : json.items()) {
            if (!value.is_object()) continue;
            const Json& number = File::at(value, "index");
            if (key.ends_with("Texture") && isBroken(number, "textures"))
                return fmt::format("has {} as its {}", called(number, "textures"), utf8From(key));
            if (const std::string inner = lostTexture(value); !inner.empty()) return inner;
        }
        return {};
    }

    /// The first material that reads each texture.
    std::map<size_t, size_t> materialsByTexture() const {
        std::map<size_t, size_t> materials;
        for (size_t m = 0; m < listOf("materials").size(); ++m) {
            std::set<size_t> textures;
            collectTextures(listOf("materials")[m], textures);
            for (const size_t texture : textures)
                materials.try_emplace(texture, m);
        }
        return materials;
    }

    void judgeTextures() {
        const Json &textures = listOf("textures"), &materials = listOf("materials");
        const std::map<size_t, size_t> users = materialsByTexture();
        for (size_t t = 0; t < textures.size(); ++t)
            for (const auto& [member, key] : {std::pair{"source", "images"}, {"sampler", "samplers"}}) {
                const Json& number = File::at(textures[t], member);
                if (!isBroken(number, key)) continue;
                const std::string image = imageOf(textures[t], listOf("images"));
                add(nameOf(textures[t], "texture", t),
                    (image.empty() ? "refers to " : "shows image " + image + " with ") + called(number, key));
                if (const auto user = users.find(t); user != users.end())
                    findings_.back().message += fmt::format(
                        "; material {} uses it", inQuotes(nameOf(materials[user->second], "material", user->second)));
            }
        for (size_t m = 0; m < materials.size(); ++m)
            if (materials[m].is_object())
                if (const std::string lost = lostTexture(materials[m]); !lost.empty())
                    add(nameOf(materials[m], "material", m), lost);
    }

    void judgeChannels() {
        const size_t nodes = listOf("nodes").size();
        const std::vector<AnimationRow>& rows = file_.animations();
        for (size_t a = 0; a < rows.size(); ++a)
            for (const AnimationRow::Channel& channel : rows[a].channels)
                if (channel.node != kNone && channel.node >= nodes) {
                    add(nameOf(File::at(listOf("animations"), a), "Animation", a),
                        fmt::format("moves node {}", channel.node));
                    break;
                }
    }

    const File& file_;
    Findings& findings_;
};

/// Nodes below several nodes, or below one and at the root of a scene.
void judgeParents(const File& file, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    constexpr size_t kScene = ~size_t{0} - 1, kNobody = ~size_t{0};
    std::vector<size_t> parents(nodes.size(), kNobody);
    std::vector<bool> isReported(nodes.size());
    const auto parentName = [&](size_t parent) {
        return parent == kScene ? "the scene" : inQuotes(nameOf(nodes[parent], "node", parent));
    };
    const auto add = [&](const Json& children, size_t parent) {
        for (const Json& child : File::list(children)) {
            const auto node = File::index(child);
            if (!node || *node >= nodes.size()) continue;
            if (parents[*node] == kNobody) {
                parents[*node] = parent;
            } else if ((parents[*node] != parent || parent != kScene) && !isReported[*node]) {
                isReported[*node] = true;
                findings.push_back({"node-parents", Severity::info, nameOf(nodes[*node], "node", *node),
                                    fmt::format("is below {} and {}; each gets a copy", parentName(parents[*node]),
                                                parentName(parent))});
            }
        }
    };
    for (size_t n = 0; n < nodes.size(); ++n)
        add(File::at(nodes[n], "children"), n);
    for (const Json& scene : File::list(file.member("scenes")))
        add(File::at(scene, "nodes"), kScene);
}

/// The numbers `key` of an object and of its extensions.
void collectIndices(const Json& object, const char* key, std::set<size_t>& indices) {
    if (!object.is_object()) return;
    if (const auto number = File::index(object, key)) indices.insert(*number);
    const auto extensions = object.find("extensions");
    if (extensions == object.end() || !extensions->is_object()) return;
    for (const auto& [name, extension] : extensions->items())
        collectIndices(extension, key, indices);
}

/// Textures that no material reads, and images that no texture shows.
void judgeUnusedSurfaces(const File& file, Findings& findings) {
    // Extensions of the file and of meshes may have textures of their own, as those of VRM and of mesh features do.
    for (const char* member : {"extensions", "meshes"})
        for (const char* word : {"exture", "mage"})
            if (file.text(member).find(word) != std::string_view::npos) return;
    std::set<size_t> textures, images;
    const Json& allMaterials = File::list(file.member("materials"));
    const Json& allTextures = File::list(file.member("textures"));
    const Json& allImages = File::list(file.member("images"));
    collectTextures(allMaterials, textures);
    for (const Json& texture : allTextures)
        collectIndices(texture, "source", images);
    for (size_t i = 0; i < allTextures.size(); ++i)
        if (!textures.contains(i)) {
            const std::string image = imageOf(allTextures[i], allImages);
            findings.push_back({"element-unused", Severity::info, nameOf(allTextures[i], "texture", i),
                                "is a texture that no material uses" + (image.empty() ? "" : ": image " + image)});
        }
    for (size_t i = 0; i < allImages.size(); ++i)
        if (!images.contains(i))
            findings.push_back({"element-unused", Severity::info, nameOf(allImages[i], "image", i),
                                "is an image that no texture uses"});
}

/// By node; their number where there is none.
std::vector<size_t> parentsOf(const Json& nodes) {
    std::vector<size_t> parents(nodes.size(), nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n)
        for (const Json& child : File::list(File::at(nodes[n], "children")))
            if (const auto index = File::index(child); index && *index < nodes.size()) parents[*index] = n;
    return parents;
}

/// Tells in constant time whether a node is at or below another one.
class Branches {
  public:
    /// `parents`: by node, without cycles; their number where there is none.
    explicit Branches(const std::vector<size_t>& parents) : first_(parents.size()), last_(parents.size()) {
        std::vector<std::vector<size_t>> children(parents.size() + 1);
        for (size_t node = 0; node < parents.size(); ++node)
            children[parents[node]].push_back(node);
        size_t visited = 0;
        std::vector<std::pair<size_t, size_t>> open;  // nodes, and how many of their children were visited
        const auto enter = [&](size_t node) {
            first_[node] = ++visited;
            open.emplace_back(node, 0);
        };
        for (const size_t root : children.back()) {
            enter(root);
            while (!open.empty()) {
                auto& [node, done] = open.back();
                if (done < children[node].size()) {
                    enter(children[node][done++]);
                    continue;
                }
                last_[node] = visited;
                open.pop_back();
            }
        }
    }

    bool isBelow(size_t node, size_t top) const {
        return node < first_.size() && first_[top] <= first_[node] && first_[node] <= last_[top];
    }

  private:
    std::vector<size_t> first_, last_;  ///< in the order of visits, of what is at and below a node
};

/// True if all parts of a mesh have joints and weights.
bool isWeighted(const Json& mesh) {
    const Json& parts = File::list(File::at(mesh, "primitives"));
    return !parts.empty() && std::ranges::all_of(parts, [](const Json& part) {
        const Json& attributes = File::at(part, "attributes");
        return File::index(attributes, "JOINTS_0") && File::index(attributes, "WEIGHTS_0");
    });
}

void judgeSkinRoots(const File& file, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const Json& skins = File::list(file.member("skins"));
    const Branches branches(parentsOf(nodes));
    for (size_t s = 0; s < skins.size(); ++s) {
        const auto root = File::index(skins[s], "skeleton");
        const Json& joints = File::list(File::at(skins[s], "joints"));
        if (!root || *root >= nodes.size()) continue;
        const auto outside = static_cast<size_t>(std::ranges::count_if(joints, [&](const Json& joint) {
            const auto index = File::index(joint);
            return index && !branches.isBelow(*index, *root);
        }));
        if (2 * outside <= joints.size()) continue;  // a hint for tools, right about most
        const Measured count = measuredPart(outside, joints.size(), "joint", "joints");
        findings.push_back(
            {"skin-root", Severity::info, nameOf(skins[s], "skin", s),
             fmt::format("names {} as the root of its skeleton, but {} {} not below it",
                         inQuotes(nameOf(nodes[*root], "node", *root)), count.text, outside == 1 ? "is" : "are"),
             count.figure});
    }
}

void judgeOutside(const File& file, const std::vector<bool>& isShown, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const Json& skins = File::list(file.member("skins"));
    const Json& scenes = File::list(file.member("scenes"));
    if (skins.empty() || scenes.empty()) return;
    const std::vector<size_t> parents = parentsOf(nodes);
    const auto topOf = [&](size_t node) {
        for (size_t steps = 0; parents[node] < nodes.size() && steps < nodes.size(); ++steps)
            node = parents[node];
        return node;
    };
    std::map<size_t, std::set<size_t>> lost;  // joints, by the topmost node above them
    std::map<size_t, std::string> meshes;     // by the same: the first
    for (size_t n = 0; n < nodes.size(); ++n) {
        const auto skin = File::index(nodes[n], "skin"), mesh = File::index(nodes[n], "mesh");
        if (!isShown[n] || !skin || !mesh || *skin >= skins.size()) continue;
        for (const Json& joint : File::list(File::at(skins[*skin], "joints"))) {
            const auto index = File::index(joint);
            if (!index || *index >= nodes.size() || isShown[*index]) continue;
            const size_t top = topOf(*index);
            lost[top].insert(*index);
            meshes.try_emplace(top, nameOf(File::at(file.member("meshes"), *mesh), "mesh", *mesh));
        }
    }
    for (const auto& [top, joints] : lost) {
        const auto holds = [&, root = top](const Json& scene) {
            const Json& roots = File::list(File::at(scene, "nodes"));
            return std::ranges::find(roots, Json(root)) != roots.end();
        };
        const Measured count = measuredCount(joints.size(), "joint", "joints");
        findings.push_back(
            {"joints-outside-scene", Severity::warning, nameOf(nodes[top], "node", top),
             fmt::format("is part of {} scene; {} of {} at or below it {} where its own nodes place {}",
                         std::ranges::any_of(scenes, holds) ? "another" : "no", count.text, inQuotes(meshes.at(top)),
                         joints.size() == 1 ? "stands" : "stand", joints.size() == 1 ? "it" : "them"),
             count.figure});
    }
}

void judgeSkinless(const File& file, const std::vector<bool>& isShown, Findings& findings) {
    if (File::list(file.member("skins")).empty()) return;  // weights may be left over in a model without a skeleton
    const Json& nodes = File::list(file.member("nodes"));
    const Json& meshes = File::list(file.member("meshes"));
    std::set<size_t> skinned;
    for (const Json& node : nodes)
        if (const auto mesh = File::index(node, "mesh"); mesh && File::index(node, "skin")) skinned.insert(*mesh);
    for (size_t n = 0; n < nodes.size(); ++n) {
        const auto mesh = File::index(nodes[n], "mesh");
        if (!isShown[n] || !mesh || *mesh >= meshes.size() || skinned.contains(*mesh) || !isWeighted(meshes[*mesh]))
            continue;
        findings.push_back({"skin-missing", Severity::warning, nameOf(meshes[*mesh], "mesh", *mesh),
                            fmt::format("has weights of bones, but its node {} has no skin: it does not follow them",
                                        inQuotes(nameOf(nodes[n], "node", n)))});
    }
}

void judgeUnused(const File& file, const std::vector<bool>& isShown, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const auto showsMesh = [](const Json& node) { return File::index(node, "mesh").has_value(); };
    if (std::ranges::none_of(nodes, showsMesh)) return;  // a skeleton with clips for another file
    const auto report = [&](const char* list, const char* one) {
        std::set<size_t> used, shown;
        for (size_t n = 0; n < nodes.size(); ++n)
            if (const auto number = File::index(nodes[n], one)) {
                used.insert(*number);
                if (isShown[n]) shown.insert(*number);
            }
        const Json& all = File::list(file.member(list));
        for (size_t i = 0; i < all.size(); ++i)
            if (!shown.contains(i))
                findings.push_back(
                    {"element-unused", Severity::info, nameOf(all[i], one, i),
                     fmt::format("is a {} that no node {}shows", one, used.contains(i) ? "of the scene " : "")});
    };
    report("meshes", "mesh");
    report("skins", "skin");
    judgeUnusedSurfaces(file, findings);
}

}  // namespace

void judgeReferences(const File& file, const Scene& scene, Findings& findings) {
    References(file, findings).judge();
    judgeParents(file, findings);
    const std::vector<bool> isShown = nodesOf(file, scene);
    judgeOutside(file, isShown, findings);
    judgeSkinRoots(file, findings);
    judgeUnused(file, isShown, findings);
    judgeSkinless(file, isShown, findings);
}

}  // namespace sinew::gltf
