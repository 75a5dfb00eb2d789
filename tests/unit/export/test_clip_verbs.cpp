#include <algorithm>

#include <glm/gtc/quaternion.hpp>

#include "animation/ground/root_motion.h"
#include "export/clips/edits.h"
#include "export/clips/files.h"
#include "export/clips/mirror.h"
#include "export/clips/times.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"
#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/posed.h"
#include "support/random.h"
#include "support/shared_folder.h"

using namespace sinew;
using exporting::ClipPart;

// What --clip does, by the definitions of its verbs: on a figure whose bones have any axes, and on rigs from the field.

namespace {

/// Hips with two arms and legs of two bones each, symmetric about the plane x = 0.3; every bone has axes of its own.
/// The legs of one side are mirrored by a scale. Z or Y is up.
ImportedModel oddFigure(UpAxis up) {
    Random random(5);
    ImportedModel imported;
    Model& model = imported.model;
    model.up = model.rootUp = up;
    std::vector<glm::mat4> world;  // Y up
    const auto add = [&](const std::string& name, int32_t parent, glm::vec3 place, glm::vec3 scale = glm::vec3(1.0f)) {
        const glm::mat4 above = parent == kNoParent ? yUpFrom(up) : world[static_cast<size_t>(parent)];
        place.x += 0.3f;
        const glm::mat4 placed = matrixFrom({place, random.rotation(), scale});
        Transform local = transformFrom(glm::inverse(above) * placed);
        model.hierarchy.names.push_back(name);
        model.hierarchy.parents.push_back(parent);
        model.hierarchy.rest.push_back(local);
        world.push_back(above * matrixFrom(local));
    };
    add("Armature", kNoParent, {0, 0, 0});
    add("Hips", 0, {0, 1, 0});
    add("Spine", 1, {0, 1.5f, 0});
    for (const bool isLeft : {true, false}) {
        const std::string side = isLeft ? "Left" : "Right";
        const float x = isLeft ? 1.0f : -1.0f;
        const int32_t first = static_cast<int32_t>(world.size());
        add(side + "Arm", 2, {0.3f * x, 1.5f, 0});
        add(side + "Hand", first, {0.8f * x, 1.5f, 0.1f});
        add(side + "Leg", 1, {0.2f * x, 0.9f, 0}, glm::vec3(isLeft ? 1.0f : -1.0f, 1.0f, 1.0f));
        add(side + "Foot", first + 2, {0.2f * x, 0.1f, 0.1f});
    }
    AnimationClip clip{.name = "Walk", .durationSeconds = 1.0, .channels = {}, .authoredFrameSeconds = 0.1};
    for (uint32_t node = 1; node < model.hierarchy.size(); ++node) {
        Channel channel{.node = node};
        for (int key = 0; key <= 10; ++key) {
            const Transform& rest = model.hierarchy.rest[node];
            channel.rotation.times.push_back(key * 0.1);
            channel.rotation.values.push_back(rest.rotation *
                                              glm::angleAxis(random.uniform(0.0f, 0.3f), random.direction()));
            if (node != 1) continue;
            const glm::vec3 walked = glm::transpose(glm::mat3(world[0])) * glm::vec3(0, 0, 0.2f * float(key));
            channel.translation.times.push_back(key * 0.1);
            channel.translation.values.push_back(rest.translation + walked + random.vector(-0.02f, 0.02f));
        }
        clip.channels.push_back(std::move(channel));
    }
    model.clips = {clip};
    return imported;
}

ImportedModel edited(ImportedModel imported, const std::vector<std::string>& rows) {
    std::vector<ClipEdit> edits;
    for (const std::string& row : rows)
        edits.push_back(parseClipEdit(row, "--clip"));
    editClips(imported, edits, {});
    return imported;
}

/// All vertices at a time, Y up; of a model without a mesh its nodes that have a parent.
std::vector<glm::vec3> verticesAt(const Model& model, double seconds, size_t clip = 0) {
    const std::vector<glm::mat4> world = import_files::worldAt(model, model.clips.at(clip), seconds);
    std::vector<float> weights(model.restMorphWeights.size());
    SampleCursor cursor;
    sampleMorphs(model.clips[clip], model.restMorphWeights, seconds, cursor, weights);
    std::vector<glm::vec3> all, positions;
    for (const MeshInstance& instance : model.instances) {
        std::vector<glm::mat4> palette(instance.bones.size());
        writePalette(instance.bones, world, palette);
        positions.resize(model.meshes[instance.mesh].vertexCount());
        skinPositions(model.meshes[instance.mesh], palette, positions, morphWeightsOf(model, instance, weights));
        all.insert(all.end(), positions.begin(), positions.end());
    }
    for (size_t node = 0; node < world.size() && model.instances.empty(); ++node)
        if (model.hierarchy.parents[node] != kNoParent && model.hierarchy.names[node] != "Root")
            all.emplace_back(world[node][3]);
    return all;
}

/// The largest distance over a clip that `map` brings from one to the other; of the model's size.
template <typename Map>
double farthest(const Model& model, const Model& other, const Map& map, double speed = 1.0, double later = 0.0) {
    double farthest = 0.0;
    glm::vec3 low(1e9f), high(-1e9f);
    const double duration = other.clips[0].durationSeconds;
    for (int i = 0; i <= 12; ++i) {
        const double seconds = duration * i / 12;
        const std::vector<glm::vec3> own = verticesAt(model, later + seconds * speed), its = verticesAt(other, seconds);
        REQUIRE(own.size() == its.size());
        for (size_t v = 0; v < own.size(); ++v) {
            farthest = std::max(farthest, glm::length(glm::dvec3(own[v]) - map(glm::dvec3(its[v]), seconds)));
            low = glm::min(low, own[v]), high = glm::max(high, own[v]);
        }
    }
    return farthest / static_cast<double>(glm::length(high - low));
}
const auto kAsItIs = [](const glm::dvec3& place, double) { return place; };

void checkVerbs(const ImportedModel& whole, const std::string& clip) {
    const ImportedModel own = edited(whole, {clip});
    INFO(own.model.clips[0].name);
    const Model& model = own.model;
    constexpr double kSame = 1e-5;
    const double duration = model.clips[0].durationSeconds;
    const auto verbed = [&](const std::string& verbs) { return edited(own, {"0, " + verbs}).model; };
    CHECK(farthest(model, verbed("mirror, mirror"), kAsItIs) <= kSame);
    CHECK(farthest(model, verbed("reverse, reverse"), kAsItIs) <= kSame);
    CHECK(farthest(model, verbed("root"), kAsItIs) <= kSame);
    CHECK(farthest(model, verbed("speed 4"), kAsItIs, 4.0) <= kSame);
    const Model part =
        edited(own, {"0 : " + std::to_string(0.3 * duration) + "s.." + std::to_string(0.8 * duration) + "s"}).model;
    CHECK(std::abs(part.clips[0].durationSeconds - 0.5 * duration) < 2e-4);
    CHECK(farthest(model, part, kAsItIs, 1.0, 0.3 * duration) <= (duration > 10.0 ? 1e-3 : 1e-2));
    // Twins come to the heights of each other.
    ImportedModel named = own;
    const exporting::EditedModel space = exporting::editedModel(named, {});
    const exporting::MirrorPlan plan = planMirror(space);
    const Model mirrored = verbed("mirror");
    CHECK(mirrored.clips[0] != model.clips[0]);
    const auto before = import_files::worldAt(model, model.clips[0], 0.4 * duration),
               after = import_files::worldAt(mirrored, mirrored.clips[0], 0.4 * duration);
    for (const uint32_t node : movingNodes(model))
        if (plan.turns[node]) CHECK(std::abs(after[node][3].y - before[plan.twins[node]][3].y) < 0.06 * space.size);
    // In place, and moved by what was taken out, it is where it was; its root stays.
    const RootMotion motion = findRootMotion(model.hierarchy, model.clips[0], yUpFrom(model.up));
    const Model still = verbed("in-place");
    if (!motion.inPose()) {
        CHECK(still.clips[0] == model.clips[0]);
        return;
    }
    CHECK(farthest(model, still, [&](const glm::dvec3& place, double seconds) {
              const Displacement way = motion.between(0.0, seconds);
              return way.rotation * place + way.translation;
          }) <= kSame);
    const auto groundAt = [&](double seconds) {
        const glm::vec3 place(import_files::worldAt(still, still.clips[0], seconds)[*motion.root()][3]);
        return glm::vec2(place.x, place.z);
    };
    for (int i = 1; i <= 7; ++i)
        CHECK(glm::length(groundAt(duration * i / 7) - groundAt(0.0)) <= kSame * space.size);
}

}  // namespace

TEST_CASE("verbs do what they say, whatever the axes of bones are") {
    for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
        const ImportedModel own = oddFigure(up);
        checkVerbs(own, "0");
        ImportedModel two = edited(own, {"A = 0", "B = 0"});
        two = edited(std::move(two), {"*, root"});
        CHECK(two.model.hierarchy.names[1] == "Root");
        CHECK(std::ranges::count(two.model.hierarchy.parents, 1) == 1);
        for (const AnimationClip& clip : two.model.clips)
            CHECK(clip.channels.at(0).node == 1);
        // A point that is fixed to a bone is at the mirrored place of the one at its twin.
        const auto rest = import_files::worldAt(own.model, {}, 0.0);
        const Model& mirrored = edited(own, {"0, mirror"}).model;
        for (const double seconds : {0.0, 0.33, 0.7}) {
            const auto before = import_files::worldAt(own.model, own.model.clips[0], seconds),
                       after = import_files::worldAt(mirrored, mirrored.clips[0], seconds);
            for (size_t node = 0; node < rest.size(); ++node) {
                const size_t twin = node < 3 ? node : node < 7 ? node + 4 : node - 4;
                const glm::vec4 point(0.1f, 0.7f, -0.4f, 1.0f), other(0.6f - 0.1f, 0.7f, -0.4f, 1.0f);
                const glm::vec4 there = before[node] * glm::inverse(rest[node]) * point;
                const glm::vec4 mirror(0.6f - there.x, there.y, there.z, 1.0f);
                CHECK(glm::length(after[twin] * glm::inverse(rest[twin]) * other - mirror) < 1e-5f);
            }
        }
    }
}

TEST_CASE("verbs do what they say on rigs from the field") {
    const std::filesystem::path models = sharedFolder("models");
    if (!std::filesystem::exists(models)) SKIP("there is no " << models);
    for (const char* file :
         {"gltf_fox/Fox.glb", "gltf_kaykit_knight/Knight.glb", "fbx_quaternius_robot/Robot.fbx",
          "fbx_pab_walk/walk.fbx", "dae_gz_walk/walk.dae", "gltf_cesium_man_embedded/cesium_man.gltf",
          "iqm_guy/guy.iqm", "dae_cowboy/model.dae", "gltf_robot_quaternius/robot.glb",
          "fbx_ufbx_kenney_character/maya_kenney_character_7700_binary.fbx"}) {
        INFO(file);
        const ImportedModel imported = importModel(models / file);
        size_t still = 0, moving = 0;
        for (size_t clip = 0; clip < imported.model.clips.size(); ++clip) {
            const Model& model = imported.model;
            const bool moves = findRootMotion(model.hierarchy, model.clips[clip], yUpFrom(model.up)).inPose();
            if ((moves ? moving : still)++ < 1) checkVerbs(imported, std::to_string(clip));
        }
    }
}

TEST_CASE("a clip that is only chosen or renamed, and keys within a range, stay as they are") {
    ImportedModel own = oddFigure(UpAxis::y);
    AnimationClip& walk = own.model.clips[0];
    walk.channels[0].translation.authored = {{0.0, 0.5, 1.0}, std::vector<glm::vec3>(9, glm::vec3(1.0f))};
    const AnimationClip before = walk;
    own.model.clips.push_back({.name = "Idle", .durationSeconds = 2.0});
    own.model.restMorphWeights = {0.0f, 0.25f};
    own.report.clips = {{"a.fbx"}, {"b.fbx"}};
    own.report.findings = {{"key-order", Severity::info, "Walk", ""}, {"key-order", Severity::info, "Idle", ""}};
    const ImportedModel cut = edited(own, {"Go = walk", "Part = 0 : 2..7", "Back = Part, reverse", "*"});
    const auto& clips = cut.model.clips;
    REQUIRE(clips.size() == 5);
    CHECK(clips[0].channels == before.channels);
    CHECK((clips[3].name == "Walk" && clips[4].name == "Idle" && clips[2].name == "Back"));
    CHECK(cut.report.clips[4].file == "b.fbx");
    CHECK(cut.report.findings[0].object == "Go");
    const Track<glm::quat>&part = clips[1].channels[0].rotation, &whole = before.channels[0].rotation;
    CHECK(part.values == std::vector<glm::quat>(whole.values.begin() + 2, whole.values.begin() + 8));
    CHECK(part.times.back() == whole.times[7] - whole.times[2]);
    CHECK(clips[2].channels[0].rotation.values.front() == part.values.back());
    CHECK(edited(own, {"0, loop"}).model.clips[0].channels[1].rotation.values.back() ==
          before.channels[1].rotation.values[0]);
    const Model added = edited(own, {"0, additive"}).model;
    CHECK(farthest(own.model, added, kAsItIs) > 0.01);
    const glm::quat start = added.clips[0].channels[2].rotation.values[0], rest = own.model.hierarchy.rest[3].rotation;
    CHECK(std::abs(glm::dot(start, rest)) > 1.0f - 1e-6f);
    CHECK(edited(own, {"0, rate 20"}).model.clips[0].channels[1].rotation.size() == 21);
    // The panel's rows name clips by index: equal names stay, names may be exchanged, later clips are kept.
    std::vector<ClipEdit> kept = keptClips(own.model);
    CHECK((areKept(kept) && !areKept({parseClipEdit("0", "row")})));
    kept[1].name = "W*k";
    own.model.clips.push_back({.name = "Idle", .durationSeconds = 3.0});
    kept[0].name = "Run";
    editClips(own, kept, {});
    CHECK((own.model.clips.size() == 3 && own.model.clips[0].name == "Run" && own.model.clips[1].name == "W*k"));
    own.model.clips[0].name = "Idle";
    editClips(own, {parseClipEdit("*", "row")}, {});
    CHECK(own.model.clips.size() == 3);
}

TEST_CASE("a timeline is split at pauses and jumps") {
    ImportedModel own = oddFigure(UpAxis::y);
    Track<glm::vec3> track;
    for (int frame = 0; frame <= 100; ++frame) {
        const int moved = std::min(frame, 20) + std::max(frame - 39, 0);
        track.times.push_back(frame / 30.0);
        track.values.emplace_back(0.0f, 0.01f * float(moved) + (frame > 70 ? 3.0f : 0.0f), 0.0f);
    }
    own.model.clips = {{.name = "All", .durationSeconds = 100 / 30.0, .channels = {{.node = 1, .translation = track}}}};
    std::vector<double> durations;
    for (const AnimationClip& clip : edited(own, {"auto"}).model.clips)
        durations.push_back(std::round(clip.durationSeconds * 30.0));
    CHECK(durations == std::vector<double>{20.0, 31.0, 29.0});
}

TEST_CASE("rows, and what is wrong with them") {
    const ClipEdit edit = parseClipEdit("\"a = b\" = Armature|x:y : 0.5s.. , loop, speed 2,additive \"c, d\"", "row");
    CHECK((edit.name == "a = b" && edit.source == "Armature|x:y" && edit.first->isSeconds && !edit.last));
    CHECK((edit.verbs.size() == 3 && edit.verbs[1].number == 2.0 && edit.verbs[2].clip == "c, d"));
    for (const char* text : {"", "= a", "a =", "a, jump", "a, speed", "a, speed 0", "a, rate x", "a, loop 3",
                             "a : 1..b", "a : -1..3", "a,", "a : nan.."}) {
        INFO(text);
        CHECK_THROWS_AS(parseClipEdit(text, "row"), Error);
    }
    const ImportedModel own = oddFigure(UpAxis::y);
    for (const char* text : {"Run", "7", "R*", "Walk : 0..12", "Walk, additive Run"})
        CHECK_THROWS_WITH(edited(own, {text}), Catch::Matchers::StartsWith("--clip: "));
    CHECK_THROWS_WITH(edited(own, {"Walk", "Walk = 0, mirror"}), Catch::Matchers::ContainsSubstring("already"));
    const std::vector<ClipEdit> lists[] = {
        clipsFromCsv("Name,First,Last\nwalk,0,20\n\"run\";21;0.9s;Walk\n", "a.csv"),
        clipsFromJson(R"({"animations": {"walk": {"x": 0, "y": 20}}})", "a.json"),
        clipsFromJson(R"([{"name": "walk", "start": 0, "end": 20, "verbs": ["loop", "mirror"]}])", "a.json"),
        clipsFromJson(R"([{"name": "walk", "start": 0, "end": 20, "verbs": "mirror, in-place, additive \"a, b\""}])",
                      "a.json"),
        clipsFromJson(R"({"clip": ["walk = Walk : 0..20, loop"]})", "a.json")};
    for (const auto& list : lists)
        CHECK((list.at(0).name == "walk" && list[0].first->value == 0.0 && list[0].last->value == 20.0));
    CHECK((lists[3][0].verbs.size() == 3 && lists[3][0].verbs[2].clip == "a, b"));
    CHECK((lists[0].at(1).source == "Walk" && lists[0][1].last->isSeconds && lists[1][0].isFromFirstKey));
    for (const char* text :
         {"", "3", "[3]", "[{}]", R"([{"name": "a"}])", R"([{"name": "a", "first": true}])", R"({"a": {"x": -1}})"})
        CHECK_THROWS_WITH(clipsFromJson(text, "a.json"), Catch::Matchers::StartsWith("a.json: "));
    CHECK_THROWS_WITH(clipsFromCsv("walk,0", "a.csv"), Catch::Matchers::StartsWith("a.csv: row 1: "));
}
