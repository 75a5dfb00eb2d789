#pragma once

#include <string>
#include <vector>

#include "check/found.h"
#include "model/model.h"

/// With the names of their subjects.
inline std::vector<sinew::Finding> written(const sinew::Model& model, std::vector<sinew::Finding> findings) {
    for (sinew::Finding& finding : findings)
        sinew::write(model, finding);
    return findings;
}

/// Adds a node and returns its number.
inline uint32_t addNode(sinew::Model& model, std::string name, int32_t parent, const sinew::Transform& rest = {}) {
    model.hierarchy.names.push_back(std::move(name));
    model.hierarchy.parents.push_back(parent);
    model.hierarchy.rest.push_back(rest);
    return static_cast<uint32_t>(model.hierarchy.size() - 1);
}

/// Adds a mesh that is drawn with the bones of the first instance.
inline sinew::SkinnedMesh& addMesh(sinew::Model& model, sinew::SkinnedMesh mesh) {
    model.instances.push_back(model.instances[0]);
    model.instances.back().mesh = static_cast<uint32_t>(model.meshes.size());
    return model.meshes.emplace_back(std::move(mesh));
}

/// All vertices follow one bone.
inline void followOne(sinew::SkinnedMesh& mesh, uint16_t bone = 0) {
    mesh.influences.assign(mesh.vertexCount(), {{bone}, {static_cast<uint16_t>(sinew::kWeightOne)}});
}
