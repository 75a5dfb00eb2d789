#include <fmt/format.h>

#include "base/text.h"
#include "import/gltf/document/file.h"
#include "import/gltf/read.h"

void sinew::reportLostOfGltf1(const InputFile& file, Findings& findings) {
    const auto json = gltf::parseJson(file.content());
    if (!json.is_object()) return;
    std::string lost;
    const auto add = [&](const char* member, const char* one, const char* many) {
        const auto found = json.find(member);
        if (found == json.end() || !found->is_object() || found->empty()) return;
        lost += (lost.empty() ? "" : ", ") + counted(found->size(), one, many);
    };
    add("animations", "animation", "animations");
    add("skins", "skin", "skins");
    const bool onlyLooks = lost.empty();
    add("techniques", "technique (its shaders)", "techniques (their shaders)");
    if (lost.empty()) return;
    findings.push_back(
        {"gltf-parts-lost", onlyLooks ? Severity::info : Severity::warning, "file",
         fmt::format("of glTF 1.0 these parts are not read: {}; convert it to glTF 2.0, for example with "
                     "gltf-pipeline -i old.gltf -o new.glb",
                     lost)});
}
