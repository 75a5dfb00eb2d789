#include "app/load/bone_map_file.h"

#include <stdexcept>

#include "app/graph/lined_json.h"
#include "app/report/json.h"
#include "base/shown_text.h"

namespace sinew {

BoneMap readBoneMap(const std::string& file, const Model& source, const Model& model) {
    const LinedJson root = LinedJson::read(file);
    root.checkFields({"bones"});
    std::vector<std::pair<std::string, std::string>> names;
    for (const LinedJson& bone : root.at("bones").items()) {
        bone.checkFields({"source", "target", "part"});
        names.emplace_back(bone.at("source").text(), bone.at("target").text());
    }
    if (names.empty()) root.at("bones").refuse("maps no bones");
    try {
        return givenBoneMap(source, model, names);
    } catch (const std::invalid_argument& error) {
        throw Error(Exit::input, shownPath(file) + ": " + error.what());
    }
}

std::string boneMapText(const BoneMap& map, const Model& source, const Model& model) {
    Json bones = Json::array();
    for (const BonePair& pair : map.pairs) {
        Json bone = {{"source", source.hierarchy.names[pair.source]}, {"target", model.hierarchy.names[pair.target]}};
        if (const std::string part = nameOf(pair.role); pair.role.part != FigurePart::other) bone["part"] = part;
        bones.push_back(std::move(bone));
    }
    return jsonText(Json{{"bones", std::move(bones)}});
}

}  // namespace sinew
