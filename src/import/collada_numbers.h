#pragma once

#include <vector>

#include "import/collada_document.h"

namespace sinew {

/// The numbers of a <source>, element by element, as its accessor says.
struct ColladaNumbers {
    std::vector<double> values;  ///< whole elements
    size_t width = 0;            ///< of one element; 0: there are none

    size_t count() const { return width == 0 ? 0 : values.size() / width; }
};
ColladaNumbers colladaNumbers(const ColladaDocument& document, pugi::xml_node source);

/// The <source> or <vertices> that the <input> of that semantic names, beneath `inputs`. Empty when there is none.
pugi::xml_node colladaInput(const ColladaDocument& document, pugi::xml_node inputs, std::string_view semantic);

}  // namespace sinew
