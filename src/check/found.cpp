#include "check/found.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/shown_text.h"
#include "check/check.h"
#include "check/words.h"

namespace sinew {
namespace {

size_t countOf(const Model& model, Subject::Kind kind) {
    switch (kind) {
        case Subject::Kind::node:
            return model.hierarchy.size();
        case Subject::Kind::mesh:
            return model.meshes.size();
        case Subject::Kind::clip:
            return model.clips.size();
        case Subject::Kind::material:
            return model.materials.size();
        case Subject::Kind::texture:
            return model.textures.size();
        default:
            return 0;
    }
}

const std::string& fileNameOf(const Model& model, const Subject& subject, std::optional<uint32_t> mesh = std::nullopt) {
    static const std::string kModel = "model", kNone;
    switch (subject.kind) {
        case Subject::Kind::node:
            return model.hierarchy.names[subject.index];
        case Subject::Kind::mesh:
            return model.meshes[subject.index].name;
        case Subject::Kind::clip:
            return model.clips[subject.index].name;
        case Subject::Kind::material:
            return model.materials[subject.index].name;
        case Subject::Kind::texture:
            return model.textures[subject.index].name;
        case Subject::Kind::morph:
            return mesh && subject.index < model.meshes[*mesh].morphTargets.size()
                       ? model.meshes[*mesh].morphTargets[subject.index].name
                       : kNone;
        default:
            return kModel;
    }
}

std::string groupNameOf(const Model& model, uint32_t mesh) {
    for (const MeshGroup& group : meshGroups(model))
        if (std::ranges::any_of(group.instances, [&](uint32_t i) { return model.instances[i].mesh == mesh; }))
            return group.name;
    return model.meshes[mesh].name;
}

}  // namespace

Subject meshSubject(const Model& model, const MeshGroup& group) {
    return meshSubject(model.instances[group.instances.front()].mesh);
}

std::vector<Subject> with(Subject first, std::vector<Subject> others) {
    others.insert(others.begin(), first);
    return others;
}

std::vector<Subject> nodeSubjects(const std::vector<uint32_t>& nodes) {
    std::vector<Subject> subjects;
    std::ranges::transform(nodes, std::back_inserter(subjects), nodeSubject);
    return subjects;
}

void tell(std::vector<Finding>& findings, const char* id, Severity severity, std::vector<Subject> subjects,
          std::string says, std::optional<Figure> figure) {
    findings.push_back(Found(id, severity, std::move(subjects), std::move(says), std::move(figure)));
}

std::string nameOf(const Model& model, const Subject& subject, std::optional<uint32_t> mesh) {
    constexpr std::array kKinds{"model ", "node ", "mesh ", "clip ", "material ", "texture ", ""};
    std::string name = fileNameOf(model, subject, mesh);
    if (subject.kind == Subject::Kind::mesh && withoutNumber(name, '-') != name)
        name = groupNameOf(model, subject.index);
    name = givenName(name);
    if (!name.empty()) return name;
    return kKinds[static_cast<size_t>(subject.kind)] + std::to_string(subject.index);
}

void write(const Model& model, Finding& finding) {
    constexpr std::string_view kNext = "{}", kLeft = "{...}";
    if (!finding.object.empty() || finding.subjects.empty()) return;
    finding.object = nameOf(model, finding.subjects.front());
    const std::optional<uint32_t> mesh = subjectOf(finding, Subject::Kind::mesh);
    std::vector<std::string> names;
    for (size_t i = 1; i < finding.subjects.size(); ++i)
        names.push_back(nameOf(model, finding.subjects[i], mesh));
    std::string message;
    size_t next = 0;
    for (std::string_view left = finding.message; !left.empty();) {
        const bool isNext = left.starts_with(kNext), isRest = left.starts_with(kLeft);
        if (isNext && next < names.size()) message += "'" + names[next++] + "'";
        if (isRest) message += listed(std::span(names).subspan(next));
        if (!isNext && !isRest) message += left.front();
        left.remove_prefix(isNext ? kNext.size() : isRest ? kLeft.size() : 1);
    }
    finding.message = std::move(message);
    for (Finding::Other& other : finding.others)
        if (other.subject) other.object = nameOf(model, *other.subject);
}

void findSubjects(const Model& model, std::vector<Finding>& findings) {
    std::unordered_map<std::string, Subject> named;
    for (const Subject::Kind kind : {Subject::Kind::node, Subject::Kind::mesh, Subject::Kind::clip,
                                     Subject::Kind::material, Subject::Kind::texture})
        for (uint32_t i = 0; i < countOf(model, kind); ++i)
            for (const std::string& name : {fileNameOf(model, {kind, i}), givenName(fileNameOf(model, {kind, i}))})
                if (!name.empty()) named.try_emplace(name, Subject{kind, i});
    for (Finding& finding : findings) {
        if (!finding.subjects.empty()) continue;
        if (const auto found = named.find(finding.object); found != named.end()) {
            finding.subjects.push_back(found->second);
            if (givenName(finding.object) != finding.object) finding.object = nameOf(model, found->second);
        }
        if (finding.object.empty()) finding.object = "(unnamed)";
    }
}

}  // namespace sinew
