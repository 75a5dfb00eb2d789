#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include <glm/vec3.hpp>

#include "import/fbx/document.h"

namespace sinew::fbx {

/// The objects of a document of version 7 by id, and their connections in the file's order.
class Objects {
  public:
    struct Link {
        int64_t id = 0;
        std::string_view property;  ///< of the destination; empty: the object as a whole
    };

    /// `document` must outlive the objects.
    explicit Objects(const Document& document);

    /// Null for an unknown id, such as that of the root, 0.
    const Record* find(int64_t id) const;

    /// What is connected to an object, and to what it is connected.
    std::span<const Link> sources(int64_t id) const;
    std::span<const Link> destinations(int64_t id) const;

    /// The sources of that record's name that are connected to no property.
    std::vector<int64_t> sources(int64_t id, std::string_view type) const;

    /// All objects of that record's name, in the file's order.
    std::vector<int64_t> all(std::string_view type) const;

    /// The object's name, valid UTF-8 on one line.
    std::string nameOf(int64_t id) const;

    /// A property of the object or of its template, its numbers; nothing where neither has it.
    std::optional<glm::dvec3> vector(int64_t id, std::string_view property) const;
    std::optional<double> number(int64_t id, std::string_view property) const;
    std::optional<int64_t> integer(int64_t id, std::string_view property) const;
    std::string_view text(int64_t id, std::string_view property) const;

    /// The last property of that name in the table of an object; null where it has none.
    static const Record* propertyIn(const Record* object, std::string_view property);

    double ticksPerSecond = kTicksPerSecond;
    bool fromBlender = false;

  private:
    void addTemplate(std::string_view type, const Record& defaults);
    const Record* propertyOf(int64_t id, std::string_view property) const;

    std::vector<int64_t> order_;
    std::unordered_map<int64_t, const Record*> objects_;
    std::unordered_map<int64_t, std::vector<Link>> sources_, destinations_;
    /// The default properties of each type, by name: asked thousands of times.
    std::unordered_map<std::string_view, std::unordered_map<std::string_view, const Record*>> templates_;
};

}  // namespace sinew::fbx
