#pragma once

#include "import/gltf/document/file.h"

namespace sinew::gltf {

/// The name of an element; "mesh 3" where it has none.
std::string nameOf(const nlohmann::json& element, const char* kind, size_t index);

/// The numbers of a list of that size; nothing for anything else.
std::optional<std::vector<double>> numbersIn(const nlohmann::json& list, size_t size);

/// What the file adds about an element, as JSON ("extras"); empty: nothing.
std::string extrasOf(const nlohmann::json& element);

}  // namespace sinew::gltf
