#pragma once

#include <optional>
#include <string_view>

#include "import/collada_document.h"

namespace sinew {

/// What the target of a Collada <channel> names: a transform element of a node, whole or one number of it.
struct ColladaTarget {
    pugi::xml_node node;
    pugi::xml_node element;
    std::optional<size_t> member;  ///< index of the number among the element's
};

/// Reads "id/sid", "id/sid.X", "id/sid.ANGLE", "id/sid(i)", "id/sid(column)(row)", sids nested with more slashes
/// (1.4.1, chapter 3, address syntax; the order of the two indices is that of every exporter seen). Nothing when no
/// node's transform is meant.
std::optional<ColladaTarget> colladaTarget(const ColladaDocument& document, std::string_view target);

/// The first element beneath `root`, or itself, that bears the sid; breadth first, as the specification
/// says. `onlyElement`: nothing but elements of that name is looked at or through.
pugi::xml_node findSid(pugi::xml_node root, std::string_view sid, const char* onlyElement = nullptr);

}  // namespace sinew
