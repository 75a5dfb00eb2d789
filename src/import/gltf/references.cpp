#include "import/gltf/references.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "import/gltf/names.h"
#include "model/text.h"

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

class References {
  public:
    References(File& file, Findings& findings) : file_(file), findings_(findings) {}

    void run() {
        checkNodes();
        checkParents();
        checkSkins();
        checkMeshes();
        checkTextures();
        checkChannels();
        const Json& scenes = file_.member("scenes");
        for (size_t s = 0; s < File::list(scenes).size(); ++s)
            dropFromList("scenes", s, "nodes", "nodes", nameOf(scenes[s], "scene", s));
    }

  private:
    size_t count(const char* key) const { return File::list(file_.member(key)).size(); }

    /// True for a number of an element that the file does not have.
    bool isBroken(const Json& number, const char* key) const {
        if (number.is_null()) return false;
        const auto index = File::index(number);
        return !index || *index >= count(key);
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

    /// Removes the broken numbers of a list; files may have a thousand of them.
    void dropFromList(const char* owner, size_t index, const char* member, const char* key, const std::string& name) {
        std::vector<size_t> broken;
        const Json& list = File::list(File::at(file_.member(owner)[index], member));
        for (size_t i = 0; i < list.size(); ++i)
            if (isBroken(list[i], key)) broken.push_back(i);
        if (broken.empty()) return;
        add(name, "refers to " + called(list[broken.front()], key));
        Json& changed = file_.change(owner)[index][member];
        std::for_each(broken.rbegin(), broken.rend(), [&](size_t i) { changed.erase(i); });
    }

    void checkNodes() {
        for (size_t n = 0; n < count("nodes"); ++n) {
            const Json& node = file_.member("nodes")[n];
            if (!node.is_object()) continue;
            const std::string name = nameOf(node, "node", n);
            for (const auto& [member, key] : {std::pair{"mesh", "meshes"}, {"skin", "skins"}, {"camera", "cameras"}}) {
                const Json& number = File::at(file_.member("nodes")[n], member);
                if (!isBroken(number, key)) continue;
                const auto mesh = File::index(node, "mesh");
                // A mesh is what is seen of its node.
                add(mesh && *mesh < count("meshes") ? nameOf(file_.member("meshes")[*mesh], "mesh", *mesh) : name,
                    fmt::format("node {} refers to {}", inQuotes(name), called(number, key)));
                file_.change("nodes")[n].erase(member);
            }
            dropFromList("nodes", n, "children", "nodes", name);
        }
    }

    /// Nodes below several nodes, or below one and at the root of a scene.
    void checkParents() {
        const size_t nodes = count("nodes");
        constexpr size_t kScene = ~size_t{0} - 1, kNobody = ~size_t{0};
        std::vector<size_t> parents(nodes, kNobody);
        std::vector<bool> isReported(nodes);
        const auto parentName = [&](size_t parent) {
            return parent == kScene ? "the scene" : inQuotes(nameOf(file_.member("nodes")[parent], "node", parent));
        };
        const auto add = [&](const Json& children, size_t parent) {
            for (const Json& child : children) {
                const auto node = File::index(child);
                if (!node || *node >= nodes) continue;
                if (parents[*node] == kNobody) {
                    parents[*node] = parent;
                } else if ((parents[*node] != parent || parent != kScene) && !isReported[*node]) {
                    isReported[*node] = true;
                    findings_.push_back({"node-parents", Severity::info,
                                         nameOf(file_.member("nodes")[*node], "node", *node),
                                         fmt::format("is below {} and {}; each gets a copy", parentName(parents[*node]),
                                                     parentName(parent))});
                }
            }
        };
        for (size_t n = 0; n < nodes; ++n)
            add(File::list(File::at(file_.member("nodes")[n], "children")), n);
        const Json& scenes = File::list(file_.member("scenes"));
        for (const Json& scene : scenes)
            add(File::list(File::at(scene, "nodes")), kScene);
    }

    /// The only node between two joints of a skin that is none itself: "; is 'Spine' meant?".
    std::string meantJoint(size_t skin) const {
        std::set<size_t> joints;
        for (const Json& joint : File::list(File::at(file_.member("skins")[skin], "joints")))
            if (const auto node = File::index(joint)) joints.insert(*node);
        std::set<size_t> between;
        for (const size_t joint : joints)
            for (const Json& child : File::list(File::at(File::at(file_.member("nodes"), joint), "children"))) {
                const auto node = File::index(child);
                if (!node || joints.contains(*node)) continue;
                const Json& below = File::list(File::at(File::at(file_.member("nodes"), *node), "children"));
                const auto isJoint = [&](const Json& other) {
                    const auto number = File::index(other);
                    return number && joints.contains(*number);
                };
                if (std::ranges::any_of(below, isJoint)) between.insert(*node);
            }
        if (between.size() != 1) return {};
        const size_t node = *between.begin();
        return "; is " + inQuotes(nameOf(file_.member("nodes")[node], "node", node)) + " meant?";
    }

    void checkSkins() {
        std::map<size_t, std::string> broken, meant;
        for (size_t s = 0; s < count("skins"); ++s) {
            const Json& joints = File::list(File::at(file_.member("skins")[s], "joints"));
            const auto lost = std::ranges::find_if(joints, [&](const Json& joint) { return isBroken(joint, "nodes"); });
            if (lost != joints.end()) broken.emplace(s, called(*lost, "nodes")), meant.emplace(s, meantJoint(s));
            const Json& root = File::at(file_.member("skins")[s], "skeleton");
            if (!isBroken(root, "nodes")) continue;
            add(nameOf(file_.member("skins")[s], "skin", s), "has " + called(root, "nodes") + " as its skeleton");
            findings_.back().severity = Severity::info;  // a hint
            file_.change("skins")[s].erase("skeleton");
        }
        if (broken.empty()) return;
        for (size_t n = 0; n < count("nodes"); ++n) {
            const auto skin = File::index(file_.member("nodes")[n], "skin"),
                       mesh = File::index(file_.member("nodes")[n], "mesh");
            if (!skin || !broken.contains(*skin)) continue;
            add(mesh ? nameOf(File::at(file_.member("meshes"), *mesh), "mesh", *mesh) : "node",
                fmt::format("is not drawn: its skin {} has the joint {}",
                            inQuotes(nameOf(file_.member("skins")[*skin], "skin", *skin)), broken[*skin]));
            findings_.back().message += meant[*skin];
            for (const char* key : {"mesh", "skin"})
                file_.change("nodes")[n].erase(key);
        }
        for (const auto& [skin, joint] : broken)
            file_.change("skins")[skin]["joints"] = Json::array();
    }

    void checkMeshes() {
        for (size_t m = 0; m < count("meshes"); ++m) {
            const size_t primitives = File::list(File::at(file_.member("meshes")[m], "primitives")).size();
            for (size_t p = 0; p < primitives; ++p) {
                const Json& mesh = file_.member("meshes")[m];
                const Json& material = File::at(mesh["primitives"][p], "material");
                if (!isBroken(material, "materials")) continue;
                add(nameOf(mesh, "mesh", m), "refers to " + called(material, "materials"));
                file_.change("meshes")[m]["primitives"][p].erase("material");
            }
        }
    }

    /// What a material says of a texture that does not exist is taken out of it. Says which one: "has
    /// texture 9 as its normalTexture"; empty where all exist.
    std::string dropTextures(Json& json) const {
        std::string first;
        std::vector<std::string> lost;
        for (auto& [key, value] : json.items()) {
            if (!value.is_object()) continue;
            const Json& number = File::at(value, "index");
            const bool isLost = key.ends_with("Texture") && isBroken(number, "textures");
            if (isLost) lost.push_back(key);
            const std::string what = isLost ? fmt::format("has {} as its {}", called(number, "textures"), utf8From(key))
                                            : dropTextures(value);
            if (first.empty()) first = what;
        }
        for (const std::string& key : lost)
            json.erase(key);
        return first;
    }

    /// The first material that reads each texture.
    std::map<size_t, size_t> materialsByTexture() const {
        std::map<size_t, size_t> materials;
        for (size_t m = 0; m < count("materials"); ++m) {
            std::set<size_t> textures;
            collectTextures(file_.member("materials")[m], textures);
            for (const size_t texture : textures)
                materials.try_emplace(texture, m);
        }
        return materials;
    }

    void checkTextures() {
        const std::map<size_t, size_t> materials = materialsByTexture();
        for (size_t t = 0; t < count("textures"); ++t)
            for (const auto& [member, key] : {std::pair{"source", "images"}, {"sampler", "samplers"}}) {
                const Json& texture = file_.member("textures")[t];
                const Json& number = File::at(texture, member);
                if (!isBroken(number, key)) continue;
                const std::string image = imageOf(texture, File::list(file_.member("images")));
                add(nameOf(texture, "texture", t),
                    (image.empty() ? "refers to " : "shows image " + image + " with ") + called(number, key));
                if (const auto user = materials.find(t); user != materials.end()) {
                    const Json& material = file_.member("materials")[user->second];
                    findings_.back().message +=
                        fmt::format("; material {} uses it", inQuotes(nameOf(material, "material", user->second)));
                }
                file_.change("textures")[t].erase(member);
            }
        for (size_t m = 0; m < count("materials"); ++m) {
            if (!file_.member("materials")[m].is_object()) continue;
            Json material = file_.member("materials")[m];
            const std::string lost = dropTextures(material);
            if (lost.empty()) continue;
            add(nameOf(material, "material", m), lost);
            file_.change("materials")[m] = std::move(material);
        }
    }

    void checkChannels() {
        const auto rows = scanAnimations(file_.text("animations"));
        const size_t nodes = count("nodes");
        const auto isLost = [&](const AnimationRow::Channel& channel) {
            return channel.node != kNone && channel.node >= nodes;
        };
        if (rows && std::ranges::none_of(
                        *rows, [&](const AnimationRow& row) { return std::ranges::any_of(row.channels, isLost); }))
            return;
        for (size_t a = 0; a < count("animations"); ++a) {
            const Json& animation = file_.member("animations")[a];
            std::vector<size_t> lost;
            for (size_t c = 0; c < File::list(File::at(animation, "channels")).size(); ++c)
                if (isBroken(File::at(File::at(animation["channels"][c], "target"), "node"), "nodes"))
                    lost.push_back(c);
            if (lost.empty()) continue;
            add(nameOf(animation, "Animation", a),
                "moves " + called(animation["channels"][lost.front()]["target"]["node"], "nodes"));
            Json& changed = file_.change("animations")[a]["channels"];
            std::for_each(lost.rbegin(), lost.rend(), [&](size_t c) { changed.erase(c); });
        }
    }

    File& file_;
    Findings& findings_;
};

/// Marks the nodes of the scene that is shown; all nodes of a file without scenes.
std::vector<bool> nodesOfScene(const File& file) {
    const Json& nodes = File::list(file.member("nodes"));
    const Json& scenes = File::list(file.member("scenes"));
    if (scenes.empty()) return std::vector<bool>(nodes.size(), true);
    std::vector<bool> isShown(nodes.size());
    std::vector<size_t> open;
    const auto add = [&](const Json& numbers) {
        for (const Json& number : File::list(numbers))
            if (const auto node = File::index(number); node && *node < nodes.size() && !isShown[*node]) {
                isShown[*node] = true;
                open.push_back(*node);
            }
    };
    const size_t scene = File::index(file.member("scene")).value_or(0);
    add(File::at(File::at(scenes, std::min(scene, scenes.size() - 1)), "nodes"));
    while (!open.empty()) {
        const size_t node = open.back();
        open.pop_back();
        add(File::at(nodes[node], "children"));
    }
    return isShown;
}

}  // namespace

void dropBrokenReferences(File& file, Findings& findings) {
    References(file, findings).run();
}

namespace {

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
void reportUnusedSurfaces(const File& file, Findings& findings) {
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

}  // namespace

std::string outsideScene(const File& file) {
    const Json& nodes = File::list(file.member("nodes"));
    const std::vector<bool> isShown = nodesOfScene(file);
    const std::vector<size_t> parents = parentsOf(nodes);
    std::vector<std::string> roots;
    for (size_t n = 0; n < nodes.size(); ++n)
        if (!isShown[n] && parents[n] == nodes.size()) roots.push_back(nameOf(nodes[n], "node", n));
    return roots.empty() ? std::string() : "its scene does not hold " + listed(roots);
}

void reportSkinRoots(const File& file, Findings& findings) {
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

void reportOutside(const File& file, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const Json& skins = File::list(file.member("skins"));
    const Json& scenes = File::list(file.member("scenes"));
    if (skins.empty() || scenes.empty()) return;
    const std::vector<bool> isShown = nodesOfScene(file);
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
        findings.push_back({"joints-outside-scene", Severity::warning, nameOf(nodes[top], "node", top),
                            fmt::format("is part of {} scene, so that {} of {} at or below it {} no place",
                                        std::ranges::any_of(scenes, holds) ? "another" : "no", count.text,
                                        inQuotes(meshes.at(top)), joints.size() == 1 ? "has" : "have"),
                            count.figure});
    }
}

void reportSkinless(const File& file, Findings& findings) {
    if (File::list(file.member("skins")).empty()) return;  // weights may be left over in a model without a skeleton
    const Json& nodes = File::list(file.member("nodes"));
    const Json& meshes = File::list(file.member("meshes"));
    const std::vector<bool> isShown = nodesOfScene(file);
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

namespace {

/// The materials of all meshes, in the order of their first use.
std::vector<size_t> materialsInUse(const File& file) {
    std::vector<size_t> used;
    std::set<size_t> known;
    for (const Json& mesh : File::list(file.member("meshes")))
        for (const Json& primitive : File::list(File::at(mesh, "primitives")))
            if (const auto material = File::index(primitive, "material"); material && known.insert(*material).second)
                used.push_back(*material);
    return used;
}

bool areEqualButForNames(const Json& one, const Json& other) {
    if (!one.is_object() || !other.is_object()) return one == other;
    const auto hasEqual = [&](const auto& member) {
        return member.first == "name" || (other.contains(member.first) && other[member.first] == member.second);
    };
    const auto& members = one.get_ref<const Json::object_t&>();
    return one.size() - one.contains("name") == other.size() - other.contains("name") &&
           std::ranges::all_of(members, hasEqual);
}

/// Exporters write the materials that meshes use, in the order of their first use. One among them that no mesh uses is
/// what a lost part of a mesh leaves. A spare one, at the end, or a copy of another one says nothing.
void reportSkippedMaterials(const File& file, Findings& findings) {
    if (file.text("meshes").find("KHR_materials_variants") != std::string_view::npos) return;
    const Json& materials = File::list(file.member("materials"));
    const std::vector<size_t> used = materialsInUse(file);
    if (used.size() < 2 || !std::ranges::is_sorted(used) || used.back() != used.size()) return;
    size_t skipped = 0;  // the only one: the last one used has as many before it as are used
    while (used[skipped] == skipped)
        ++skipped;
    const auto isCopy = [&](size_t other) {
        return other < materials.size() && areEqualButForNames(materials[other], materials[skipped]);
    };
    if (used.back() >= materials.size() || std::ranges::any_of(used, isCopy)) return;
    findings.push_back(
        {"element-unused", Severity::info, nameOf(materials[skipped], "material", skipped),
         "is a material that no mesh uses, although they use all others in order: a part of a mesh may be missing"});
}

}  // namespace

void reportUnused(const File& file, Findings& findings) {
    const Json& nodes = File::list(file.member("nodes"));
    const auto showsMesh = [](const Json& node) { return File::index(node, "mesh").has_value(); };
    if (std::ranges::none_of(nodes, showsMesh)) return;  // a skeleton with clips for another file
    const std::vector<bool> isShown = nodesOfScene(file);
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
    reportUnusedSurfaces(file, findings);
    reportSkippedMaterials(file, findings);
}

}  // namespace sinew::gltf
