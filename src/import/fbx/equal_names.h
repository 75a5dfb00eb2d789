#pragma once

#include <string_view>

#include "import/fbx/document.h"

namespace sinew::fbx {

/// Gives the nodes of a file of version 6 that share a name, by which connections and takes refer to them, names of
/// their own. Their order tells which one is meant: the first connection to a parent, to a material and so on is of the
/// first node. A cluster of a skin is of the first one.
void separateEqualNames(Record& root);

/// The name as it was in the file.
std::string_view nameInFile(std::string_view separated);

}  // namespace sinew::fbx
