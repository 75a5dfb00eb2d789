#include "import/collada_numbers.h"

#include <algorithm>

namespace sinew {

ColladaNumbers colladaNumbers(const ColladaDocument& document, pugi::xml_node source) {
    const pugi::xml_node accessor = source.child("technique_common").child("accessor");
    pugi::xml_node array = document.byId(accessor.attribute("source").value());
    if (!array) array = source.child("float_array");
    ColladaNumbers result{.values = numbersIn(array.text().get()), .width = accessor.attribute("stride").as_uint(1)};
    const size_t offset = accessor.attribute("offset").as_uint(0);
    result.values.erase(result.values.begin(),
                        result.values.begin() + static_cast<std::ptrdiff_t>(std::min(offset, result.values.size())));
    if (result.width == 0 || result.width > result.values.size()) return {};
    const size_t count = std::min<size_t>(accessor.attribute("count").as_uint(0), result.values.size() / result.width);
    result.values.resize(count * result.width);
    return result;
}

pugi::xml_node colladaInput(const ColladaDocument& document, pugi::xml_node inputs, std::string_view semantic) {
    for (const pugi::xml_node input : inputs.children("input"))
        if (input.attribute("semantic").value() == semantic) return document.byId(input.attribute("source").value());
    return {};
}

}  // namespace sinew
