#include "import/gltf/skins.h"

#include <cstring>

#include <fmt/format.h>

#include "base/text.h"
#include "import/gltf/document/accessors.h"
#include "import/gltf/document/names.h"

namespace sinew::gltf {

using Json = nlohmann::json;

const Skin& SkinReader::read(size_t index, const std::string& mesh) {
    const auto [known, isNew] = known_.try_emplace(index);
    Skin& skin = known->second;
    if (!isNew) return skin;
    const Json& json = File::at(file_.member("skins"), index);
    const Json &joints = File::list(File::at(json, "joints")), &matrices = File::at(json, "inverseBindMatrices");
    skin.name = nameOf(json, "skin", index);
    for (const Json& joint : joints) {
        const size_t node = File::index(joint).value_or(kNone);
        skin.isBroken = skin.isBroken || node >= nodes_.nodeOf.size();
        skin.bones.push_back({node < nodes_.nodeOf.size() ? nodes_.nodeOf[node] : Nodes::kNowhere, glm::mat4(1.0f)});
    }
    if (matrices.is_null()) {
        if (!joints.empty())
            findings_.push_back(
                {"bind-matrices-missing", Severity::info, skin.name,
                 fmt::format("the skin of {} has no inverseBindMatrices; identities are used", inQuotes(mesh))});
        return skin;
    }
    try {
        const std::vector<float> numbers = floatsOf(file_, accessorOf(matrices, "inverseBindMatrices"), 16);
        if (numbers.size() < 16 * skin.bones.size())
            throw InvalidAccessor(
                fmt::format("{} of {} joints have an inverse bind matrix", numbers.size() / 16, skin.bones.size()));
        for (size_t b = 0; b < skin.bones.size(); ++b)
            std::memcpy(&skin.bones[b].inverseBindMatrix[0][0], &numbers[16 * b], sizeof(glm::mat4));
    } catch (const InvalidAccessor& fault) {
        skin.fault = fault.what();
    }
    return skin;
}

}  // namespace sinew::gltf
