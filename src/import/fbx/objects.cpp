#include "import/fbx/objects.h"

#include <algorithm>

#include "base/text.h"

namespace sinew::fbx {
namespace {

constexpr size_t kFirstNumber = 4;  // of a property, after name, type, label and flags

std::span<const Objects::Link> linksOf(const std::unordered_map<int64_t, std::vector<Objects::Link>>& links,
                                       int64_t id) {
    const auto found = links.find(id);
    return found == links.end() ? std::span<const Objects::Link>() : found->second;
}

}  // namespace

Objects::Objects(const Document& document)
    : ticksPerSecond(fbx::ticksPerSecond(document.root)), fromBlender(isFromBlender(document.root)) {
    if (const Record* objects = document.root.child("Objects"))
        for (const Record& object : objects->children) {
            const int64_t id = object.integer(0);
            if (id != 0 && objects_.insert_or_assign(id, &object).second) order_.push_back(id);
        }
    if (const Record* definitions = document.root.child("Definitions"))
        for (const Record& type : definitions->children)
            if (const Record* defaults = type.child("PropertyTemplate")) addTemplate(type.text(), *defaults);
    const Record* const connections = document.root.child("Connections");
    if (!connections) return;
    for (const Record& one : connections->children) {
        const int64_t source = one.integer(1), destination = one.integer(2);
        if (one.name != "C" || one.text(0) == "PP" || !find(source)) continue;
        const std::string_view property = one.text(0) == "OP" ? one.text(3) : "";
        sources_[destination].push_back({source, property});
        destinations_[source].push_back({destination, property});
    }
}

void Objects::addTemplate(std::string_view type, const Record& defaults) {
    const auto [properties, isFirst] = templates_.try_emplace(type);
    if (const Record* table = isFirst ? defaults.child("Properties70") : nullptr)
        for (const Record& one : table->children)
            properties->second.emplace(one.text(0), &one);  // the first one counts
}

const Record* Objects::find(int64_t id) const {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second;
}

std::span<const Objects::Link> Objects::sources(int64_t id) const {
    return linksOf(sources_, id);
}

std::span<const Objects::Link> Objects::destinations(int64_t id) const {
    return linksOf(destinations_, id);
}

std::vector<int64_t> Objects::sources(int64_t id, std::string_view type) const {
    std::vector<int64_t> result;
    for (const Link& link : sources(id))
        if (link.property.empty() && find(link.id)->name == type) result.push_back(link.id);
    return result;
}

std::vector<int64_t> Objects::all(std::string_view type) const {
    std::vector<int64_t> result;
    std::ranges::copy_if(order_, std::back_inserter(result), [&](int64_t id) { return find(id)->name == type; });
    return result;
}

std::string Objects::nameOf(int64_t id) const {
    const Record* const object = find(id);
    return object ? utf8From(splitName(object->text(1)).name) : std::string();
}

const Record* Objects::propertyIn(const Record* object, std::string_view property) {
    const Record* const table = object ? object->child("Properties70") : nullptr;
    if (!table) return nullptr;
    const auto found = std::find_if(table->children.rbegin(), table->children.rend(),
                                    [&](const Record& one) { return one.text(0) == property; });
    return found == table->children.rend() ? nullptr : &*found;
}

const Record* Objects::propertyOf(int64_t id, std::string_view property) const {
    const Record* const object = find(id);
    if (!object) return nullptr;
    if (const Record* own = propertyIn(object, property)) return own;
    const auto defaults = templates_.find(object->name);
    if (defaults == templates_.end()) return nullptr;
    const auto found = defaults->second.find(property);
    return found == defaults->second.end() ? nullptr : found->second;
}

std::optional<glm::dvec3> Objects::vector(int64_t id, std::string_view property) const {
    const Record* const found = propertyOf(id, property);
    if (!found || found->values.size() < kFirstNumber + 3) return std::nullopt;
    return glm::dvec3(found->number(kFirstNumber), found->number(kFirstNumber + 1), found->number(kFirstNumber + 2));
}

std::optional<double> Objects::number(int64_t id, std::string_view property) const {
    const Record* const found = propertyOf(id, property);
    return found && found->values.size() > kFirstNumber ? std::optional(found->number(kFirstNumber)) : std::nullopt;
}

std::string_view Objects::text(int64_t id, std::string_view property) const {
    const Record* const found = propertyOf(id, property);
    return found ? found->text(kFirstNumber) : std::string_view();
}

std::optional<int64_t> Objects::integer(int64_t id, std::string_view property) const {
    const Record* const found = propertyOf(id, property);
    return found && found->values.size() > kFirstNumber ? std::optional(found->integer(kFirstNumber)) : std::nullopt;
}

}  // namespace sinew::fbx
