#include "app/load/read_model.h"

#include <mutex>
#include <set>

#include <fmt/format.h>
#include <glm/matrix.hpp>
#include <nlohmann/json.hpp>

#include "app/graph/graph_file.h"
#include "app/load/bone_map_file.h"
#include "app/load/model_list.h"
#include "app/options/names.h"
#include "app/options/parse_json.h"
#include "app/options/values.h"
#include "app/policy/policy.h"
#include "app/report/messages.h"
#include "base/error.h"
#include "base/numbered_names.h"
#include "base/protected_files.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "export/clips/files.h"
#include "import/sandbox/isolate.h"
#include "match/wildcard.h"
#include "model/mesh_levels.h"
#include "retarget/retarget.h"

namespace sinew {
namespace {

constexpr float kOtherSize = 1.5f;  // a larger ratio of sizes, or its inverse, is a finding

/// Whether it is a name that exporters give to a file's only clip.
bool isGeneric(const std::string& name) {
    static const std::set<std::string_view> kGeneric{"mixamo.com", "Take 001", "Animation 0", "Scene", "Unreal Take"};
    return kGeneric.contains(name);
}

/// The clip's own name, if it is unique and not generic; else a unique name made from the file name.
std::string nameFor(const AnimationClip& clip, const std::string& stem, bool onlyOne, NumberedNames& taken) {
    if (!isGeneric(clip.name) && taken.take(clip.name)) return clip.name;
    const std::string base = onlyOne || isGeneric(clip.name) ? stem : fmt::format("{} {}", stem, clip.name);
    return taken.take(base) ? base : taken.takeNumbered(base + " ");
}

[[noreturn]] void refuseClips(const std::string& file, const Model& source, const Model& model) {
    std::string first;
    for (const AnimationClip& clip : source.clips)
        for (const Channel& channel : clip.channels)
            if (first.empty()) first = source.hierarchy.names[channel.node];
    for (const AnimationClip& clip : source.clips)
        if (first.empty() && !clip.morphs.empty())
            throw Error(Exit::input,
                        fmt::format("{}: the morph targets that it animates match none of the model's", file));
    if (first.empty()) throw Error(Exit::input, fmt::format("{}: has no clips", file));
    throw Error(
        Exit::input,
        fmt::format("{}: the nodes that it animates ('{}' ...) match none of the model's {} nodes{}", file, first,
                    model.hierarchy.size(), findBoneMap(source, model).pairs.empty() ? "" : "; use --retarget rig"));
}

/// `names`: the names in the model by those in the file.
void addFindings(const std::string& file, const BoundClips& bound, const ImportReport& source,
                 const std::map<std::string, std::string>& names, Retarget retarget, ImportReport& report) {
    for (Finding finding : source.findings) {
        if (!finding.id.starts_with("key-") && finding.id != "channel-unmatched") continue;
        if (const auto name = names.find(finding.object); name != names.end()) finding.object = name->second;
        report.findings.push_back(std::move(finding));
    }
    if (bound.matched < bound.channels) {
        const Measured channels = measuredPart(bound.channels - bound.matched, bound.channels, "channel", "channels");
        report.findings.push_back({"clip-file-unmatched", Severity::info, shownPath(file),
                                   channels.text + " animate nodes or morph targets that the model does not have",
                                   channels.figure});
    }
    const float ratio = bound.sizeRatio / (retarget == Retarget::full ? bound.unitRatio : bound.sizeRatio);
    if (ratio > kOtherSize || ratio < 1.0f / kOtherSize) {
        const Measured times = measured(1.0 / static_cast<double>(ratio), "times");
        report.findings.push_back(
            {"clip-file-size", Severity::warning, shownPath(file),
             "its skeleton is " + times.text + " as large as the model's; use --retarget rotation or rig",
             times.figure});
    }
}

void addMapFindings(const std::string& file, const Model& source, const Model& model, const BoneMap& map,
                    ImportReport& report) {
    const auto &sourceNames = source.hierarchy.names, &modelNames = model.hierarchy.names;
    for (const UnmappedBone& bone : unmappedBones(source, model, map)) {
        std::string message =
            bone.isOfModel
                ? fmt::format("{} has no {} for that of the model", shownPath(file), nameOf(bone.role))
                : fmt::format("the {} of {} has no counterpart in the model", nameOf(bone.role), shownPath(file));
        if (bone.above)
            message += fmt::format("; the nearest bone above it is '{}', which {} '{}'",
                                   bone.isOfModel ? modelNames[bone.above->target] : sourceNames[bone.above->source],
                                   bone.isOfModel ? "follows" : "moves",
                                   bone.isOfModel ? sourceNames[bone.above->source] : modelNames[bone.above->target]);
        const auto& names = bone.isOfModel ? modelNames : sourceNames;
        report.findings.push_back({"retarget-unmapped", Severity::info, names[bone.node], message});
    }
    if (map.sourceSidesExchanged || map.targetSidesExchanged)
        report.findings.push_back({"retarget-sides", Severity::info,
                                   map.sourceSidesExchanged ? shownPath(file) : report.file,
                                   "its bones are named as seen from the front; left and right are exchanged"});
}

/// Gives a model the user's up axis for as long as this lives.
class GivenUp {
  public:
    GivenUp(Model& model, const std::optional<UpAxis>& up)
        : model_(model), own_(model.up), rest_(model.hierarchy.rest) {
        if (!up) return;
        model.up = *up;
        if (model.rootUp == UpAxis::y) return;
        for (size_t node = 0; node < rest_.size(); ++node)
            if (model.hierarchy.parents[node] == kNoParent)
                model.hierarchy.rest[node] =
                    transformFrom(glm::transpose(yUpFrom(model.rootUp)) * matrixFrom(rest_[node]));
    }
    ~GivenUp() {
        model_.up = own_;
        model_.hierarchy.rest = std::move(rest_);
    }
    GivenUp(const GivenUp&) = delete;
    GivenUp& operator=(const GivenUp&) = delete;

  private:
    Model& model_;
    UpAxis own_;
    std::vector<Transform> rest_;
};

void addFigureFindings(const std::string& file, const ModelSource& request, const Model& source, const Model& model,
                       const BoneMap& map, ImportReport& report) {
    for (const bool isOfModel : {false, true})
        if (figureLies(isOfModel ? model : source))
            report.findings.push_back(
                {"retarget-up", Severity::warning, isOfModel ? report.file : shownPath(file),
                 isOfModel ? "its figure lies, the head not above the hips; if its up axis is wrong, use --up"
                           : "its figure lies, the head not above the hips; if its up axis is wrong, turn it first "
                             "with --up and --export"});
    for (const BonePair& pair : undirectedBones(model, source, map, request.rig.pose))
        report.findings.push_back(
            {"retarget-direction", Severity::info, model.hierarchy.names[pair.target],
             fmt::format("where the {} points is unknown, in the model or in {}: no bone and no mesh shows it, so that "
                         "it only turns as the other one does",
                         nameOf(pair.role), shownPath(file))});
}

BoundClips retargeted(const std::string& file, const ModelSource& request, const Model& source,
                      ImportedModel& imported) {
    const GivenUp given(imported.model, request.up);
    const BoneMap map = request.boneMap.empty() ? findBoneMap(source, imported.model)
                                                : readBoneMap(request.boneMap, source, imported.model);
    if (source.clips.empty()) throw Error(Exit::input, fmt::format("{}: has no clips", file));
    if (map.pairs.empty())
        throw Error(Exit::input, fmt::format("{}: its skeleton and the model's are not known to have bones in common; "
                                             "pair them with --bone-map FILE.json",
                                             file));
    addMapFindings(file, source, imported.model, map, imported.report);
    addFigureFindings(file, request, source, imported.model, map, imported.report);
    BoundClips bound = retargetClips(imported.model, source, map, request.rig);
    bound.isRetargeted = true;
    return bound;
}

BoundClips boundClips(const std::string& file, const ModelSource& request, const Model& source,
                      ImportedModel& imported) {
    if (request.retarget == Retarget::rig) return retargeted(file, request, source, imported);
    BoundClips bound = bindClips(imported.model, source, request.retarget);
    const bool isOther = request.retargetOthers && 2 * bound.matched < bound.channels;
    if (isOther && !findBoneMap(source, imported.model).pairs.empty())
        return retargeted(file, request, source, imported);
    return bound;
}

/// `clips`: of the model, with those of the source at the end.
void keepSource(ImportedModel source, const BoundClips& bound, size_t clips, std::vector<MotionSource>& sources) {
    const auto figure = std::make_shared<ImportedModel>(std::move(source));
    sources.resize(clips - bound.clips.size());
    for (size_t clip = 0; clip < bound.clips.size(); ++clip)
        sources.push_back({figure, clip, bound.modelFromSource});
}

std::string copyrightOf(const nlohmann::json& fileExtras) {
    const nlohmann::json::json_pointer place("/asset/copyright");
    return fileExtras.contains(place) && fileExtras[place].is_string() ? fileExtras[place].get<std::string>() : "";
}

/// Adds the copyright of a file whose clips the model gets (Model::fileExtras), unless it says so already.
void addCopyright(const Model& source, Model& model) {
    const auto parsed = [](const Model& of) { return parseJson(of.fileExtras); };
    const std::string added = copyrightOf(parsed(source));
    if (added.empty()) return;
    nlohmann::json extras = parsed(model);
    if (!extras.is_object()) extras = nlohmann::json::object();
    const std::string own = copyrightOf(extras);
    if (own.find(added) != std::string::npos) return;
    if (!extras["asset"].is_object()) extras["asset"] = nlohmann::json::object();
    extras["asset"]["copyright"] = own.empty() ? added : own + "; " + added;
    model.fileExtras = extras.dump(-1, ' ', true);
}

void addClips(const std::string& file, const ModelSource& request, const Importer& importer,
              std::vector<MotionSource>* sources, ImportedModel& imported) {
    ImportedModel source = importer(file, {});
    BoundClips bound = boundClips(file, request, source.model, imported);
    if (bound.matched == 0) refuseClips(file, source.model, imported.model);
    addCopyright(source.model, imported.model);
    const std::string stem = utf8From(std::filesystem::path(file).stem().string());
    std::map<std::string, std::string> names;
    NumberedNames taken;
    for (const AnimationClip& clip : imported.model.clips)
        taken.take(clip.name);
    for (size_t i = 0; i < bound.clips.size(); ++i) {
        AnimationClip& clip = bound.clips[i];
        std::string& name = names[clip.name];
        clip.name = name = nameFor(clip, stem, bound.clips.size() == 1, taken);
        imported.model.clips.push_back(std::move(clip));
        imported.report.clips.push_back({shownPath(file), bound.unmatched[i], source.report.clips[i].interpolations});
    }
    imported.report.clipFiles.push_back({shownPath(file), bound.clips.size(), bound.channels, bound.matched,
                                         bound.matchedWithoutPrefix, bound.isRetargeted});
    addFindings(file, bound, source.report, names, request.retarget, imported.report);
    if (sources && bound.isRetargeted) keepSource(std::move(source), bound, imported.model.clips.size(), *sources);
}

/// The nodes with a mesh that are, or are below, nodes that a pattern names.
std::set<std::string> namedMeshNodes(const Model& model, const std::string& pattern, std::string_view option) {
    const std::set<std::string> found =
        meshNodes(model, [&](size_t node) { return matchesName(pattern, model.hierarchy.names[node]); });
    if (!found.empty()) return found;
    const std::set<std::string> all = meshNodes(model, [](size_t) { return true; });
    refuseUsage("{} {}: no such node with meshes; available: {}", option, pattern,
                listed(std::vector(all.begin(), all.end()), 30));
}

PlaySettings settingsOf(const PlayRequest& play, const Model& model) {
    PlaySettings settings = play.settings;
    settings.rootMotion = play.rootMotion.value_or(RootMotionUse::off);
    settings.crowd.oneClip = !play.animation.empty();
    SideBySide& second = settings.sideBySide;
    second.source = play.beside == "source";
    if (!play.beside.empty() && !second.source) second.clip = findClip(model, play.beside, "--beside");
    if (play.besideSeconds) second.laterSeconds = *play.besideSeconds - play.timeSeconds.value_or(0.0);
    second.shown = second.clip || play.besideSeconds || second.skinning || second.source;
    if (!play.material.empty()) settings.shownMaterial = findMaterial(model, play.material);
    if (!play.only.empty()) settings.hiddenNodes = meshNodes(model, [](size_t) { return true; });
    for (const std::string& name : play.only)
        for (const std::string& node : namedMeshNodes(model, name, "--only"))
            settings.hiddenNodes.erase(node);
    for (const std::string& name : play.hidden)
        settings.hiddenNodes.merge(namedMeshNodes(model, name, "--hide"));
    return settings;
}

}  // namespace

Importer makeImporter(const ModelSource& source) {
    Importer importer = [](const std::filesystem::path& path, const ImportOptions& wanted) {
        return importModel(path, wanted);
    };
    if (source.sandbox)
        importer = [isolated = std::make_shared<IsolatedImporter>(source.limits)](const std::filesystem::path& path,
                                                                                  const ImportOptions& wanted) {
            return isolated->importModel(path, wanted);
        };
    const auto one = std::make_shared<std::mutex>();  // the window exports and loads at once
    return [importer, one](const std::filesystem::path& path, ImportOptions wanted) {
        const std::lock_guard lock(*one);
        protectFile(path);
        wanted.fileRead = [&path](uint64_t device, uint64_t inode) {
            protectFile({device, inode}, fmt::format("a file of {}", path.string()));
        };
        return importer(path, wanted);
    };
}

ImportedModel readModel(const ModelSource& source, const Importer& importer, Kept kept) {
    const std::filesystem::path path = source.path.empty() ? bundledCharacter() : std::filesystem::path(source.path);
    ImportedModel imported = importer(path, {.influences = source.influences,
                                             .keepCut = kept.cut,
                                             .forExport = kept.forExport,
                                             .textureFolders = source.textureFolders,
                                             .variant = source.variant});
    if (const uint32_t least = 3 * imported.report.keptInfluences; source.maxBones < least)
        throw Error(Exit::usage,
                    fmt::format("--max-bones: {} was baked with --influences {}, which requires at least {}",
                                imported.report.file, imported.report.keptInfluences, least));
    for (const std::string& file : source.clipFiles)
        addClips(file, source, importer, kept.sources, imported);
    std::vector<ClipEdit> edits = readClipFile(source.clipsFile, tomlAsJson);
    edits.insert(edits.end(), source.clips.begin(), source.clips.end());
    const EditedClips edited = editClips(imported, edits, source.up);
    if (kept.sources && !edits.empty()) *kept.sources = edited.of(*kept.sources);
    for (const std::string& line : edited.lines)
        if (!kept.quiet) say("{}", line);
    if (!source.clipFiles.empty() || !edits.empty())
        dropLevels(imported.model);  // their errors are those of other poses
    return imported;
}

std::unique_ptr<Stage> makeStage(const LoadRequest& request, const Importer& importer) {
    std::vector<MotionSource> sources;
    ImportedModel imported = readModel(request.model, importer, {.sources = &sources});
    printFindings(imported.report);
    return makeStage(request, std::move(imported), std::move(sources));
}

std::unique_ptr<Stage> makeStage(const LoadRequest& request, ImportedModel imported,
                                 std::vector<MotionSource> sources) {
    const auto& [source, play] = request;
    auto stage = std::make_unique<Stage>(std::move(imported), FileSpace{source.up, source.scale}, std::move(sources));
    if (source.levels) stage->makeLevels(source.maxBones);
    const Model& model = stage->model();
    PlaySettings settings = settingsOf(play, model);
    if (!play.graph.empty()) {
        GraphFile file = readGraph(play.graph, model.hierarchy, model.clips);
        std::vector<ScriptStep> script;
        if (!play.script.empty()) script = readScript(play.script, file.graph);
        if (file.graph.root && !play.rootMotion) settings.rootMotion = RootMotionUse::floor;
        stage->playGraph(std::move(file), std::move(script));
    } else if (!play.animation.empty()) {
        stage->play(findClip(model, play.animation));
    } else if (const std::optional<size_t> first = stage->firstClip()) {
        stage->play(first);
    }
    if (settings.sideBySide.source && stage->sources().empty())
        throw Error(Exit::usage, "--beside source: no clip is retargeted; add a CLIP_FILE and --retarget rig");
    stage->apply(settings);
    stage->seek(play.timeSeconds.value_or(0.0));
    if (!play.bone.empty()) stage->highlight({.chosen = findBone(model, play.bone), .hovered = {}});
    return stage;
}

}  // namespace sinew
