#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/checks.h"
#include "support/findings.h"
#include "support/models/band.h"
#include "unit/check/written.h"

using Change = std::function<void(sinew::Model&)>;

/// One change, and then another.
inline Change both(const Change& one, const Change& other) {
    return [=](sinew::Model& model) { one(model), other(model); };
}

/// A change of a sound model, and the only finding that it leads to.
struct SurfaceCase {
    const char* what;
    const char* id;  ///< null: there is no finding
    Change change;
    std::string says = "";  ///< within the message
    sinew::Severity severity = sinew::Severity::warning;
    std::string object = "band";
};

template <typename Check>
void judge(const sinew::Model& sound, const Check& check, const std::vector<SurfaceCase>& cases) {
    REQUIRE(check(sound).empty());
    for (const SurfaceCase& one : cases) {
        sinew::Model model = sound;
        one.change(model);
        const std::vector<sinew::Finding> findings = written(model, check(model));
        INFO(one.what << (findings.empty() ? "" : ": " + findings[0].id + ": " + findings[0].message));
        CHECK(findings.size() == (one.id ? 1 : 0));
        if (!one.id || findings.empty()) continue;
        CHECK(findings[0].id == one.id);
        CHECK(findings[0].severity == one.severity);
        CHECK(findings[0].object == one.object);
        CHECK_THAT(findings[0].message, Catch::Matchers::ContainsSubstring(one.says));
    }
}

/// The first mesh four times, side by side, each with a material of its own: "band0" and "skin0".
inline sinew::Model fourOf(const sinew::Model& model) {
    sinew::Model four = model;
    for (uint32_t i = 1; i < 4; ++i) {
        four.materials.push_back(model.materials[0]);
        sinew::SkinnedMesh& mesh = addMesh(four, model.meshes[0]);
        mesh.material = i;
        for (glm::vec3& position : mesh.positions)
            position.z += 0.5f * static_cast<float>(i);
    }
    for (uint32_t i = 0; i < 4; ++i)
        four.meshes[i].name += std::to_string(i), four.materials[i].name += std::to_string(i);
    return four;
}

/// Changes one, three and all of four meshes. Each of them has a finding then, which names the mesh or its material.
template <typename Check, typename Change>
void judgeSeveral(const sinew::Model& sound, const Check& check, const char* id, const Change& change) {
    INFO(id);
    for (const uint32_t count : {1u, 3u, 4u}) {
        sinew::Model model = fourOf(sound);
        REQUIRE(check(model).empty());
        for (uint32_t i = 0; i < count; ++i)
            change(model, i);
        const std::vector<sinew::Finding> findings = written(model, check(model));
        CHECK(countOf(findings, id) == count);
        for (size_t i = 0; i < std::min<size_t>(count, findings.size()); ++i)
            CHECK(findings[i].object.ends_with(std::to_string(i)));
    }
}
