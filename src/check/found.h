#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/surface.h"
#include "model/model.h"

namespace sinew {

inline Subject nodeSubject(size_t node) {
    return {Subject::Kind::node, static_cast<uint32_t>(node)};
}
inline Subject meshSubject(size_t mesh) {
    return {Subject::Kind::mesh, static_cast<uint32_t>(mesh)};
}
/// The first mesh of a group.
Subject meshSubject(const Model& model, const MeshGroup& group);
inline Subject clipSubject(size_t clip) {
    return {Subject::Kind::clip, static_cast<uint32_t>(clip)};
}
inline Subject materialSubject(size_t material) {
    return {Subject::Kind::material, static_cast<uint32_t>(material)};
}
inline Subject morphSubject(size_t target) {
    return {Subject::Kind::morph, static_cast<uint32_t>(target)};
}
inline Subject textureSubject(size_t texture) {
    return {Subject::Kind::texture, static_cast<uint32_t>(texture)};
}

/// A subject, and others behind it.
std::vector<Subject> with(Subject first, std::vector<Subject> others);
std::vector<Subject> nodeSubjects(const std::vector<uint32_t>& nodes);

/// A finding about the first of `subjects`. `says` is its message without names: "{}" stands for the name of the next
/// subject, "{...}" for those of all that are left. write() puts them in.
struct Found {
    const char* id;
    Severity severity;
    std::vector<Subject> subjects;
    std::string says;
    std::optional<Figure> figure;
    std::optional<double> seconds;
    std::vector<Finding::Other> others;

    Found(const char* of, Severity as, std::vector<Subject> about, std::string text,
          std::optional<Figure> measured = {}, std::optional<double> at = {}, std::vector<Finding::Other> more = {})
        : id(of),
          severity(as),
          subjects(std::move(about)),
          says(std::move(text)),
          figure(std::move(measured)),
          seconds(at),
          others(std::move(more)) {}

    operator Finding() const {  // NOLINT(google-explicit-constructor): rules return findings
        return {id, severity, {}, says, figure, others, subjects, seconds};
    }
};

/// Adds a finding about the first of `subjects`.
void tell(std::vector<Finding>& findings, const char* id, Severity severity, std::vector<Subject> subjects,
          std::string says, std::optional<Figure> figure = std::nullopt);

/// The name that the file gives, or a number: "material 3". Without what assimp adds to the nodes of FBX files; of a
/// mesh that is one of a group, the group's. `mesh`: the one whose morph target it is.
std::string nameOf(const Model& model, const Subject& subject, std::optional<uint32_t> mesh = std::nullopt);

/// Writes the names of its subjects into a finding without an object, and those of its others.
void write(const Model& model, Finding& finding);

}  // namespace sinew
