#include "app/crowd/crowd.h"

#include <cstring>

#include <glm/geometric.hpp>

#include "app/graph/graph_file.h"
#include "app/stage/framing.h"
#include "model/split_by_palette.h"
#include "render/draw_list.h"
#include "render/level_choice.h"
#include "support/allocations.h"
#include "support/assets.h"
#include "support/catch.h"
#include "support/change_settings.h"
#include "support/random.h"

using namespace sinew;

namespace {

/// The parts of a model as GpuModel lays out their palettes, without a device.
struct Parts {
    std::vector<std::vector<MeshPart>> meshes;
    std::vector<GpuModel::Draw> draws;
    uint32_t stride = 0;

    explicit Parts(const Model& model) {
        for (const SkinnedMesh& mesh : model.meshes)
            meshes.push_back(splitByPalette(mesh, kMaxPaletteBones));
        for (const MeshInstance& instance : model.instances)
            for (const MeshPart& part : meshes[instance.mesh]) {
                draws.push_back({.mesh = &model.meshes[instance.mesh],
                                 .bones = instance.bones,
                                 .palette = part.bones,
                                 .vertices = part.vertices,
                                 .indices = part.indices,
                                 .firstMatrix = stride});
                stride += static_cast<uint32_t>(part.bones.size());
            }
    }
    GpuModel::Layout layout() const { return {draws, stride, 0}; }
};

const Model& character() {
    static const Model model = importModel(kCharacter).model;
    return model;
}

CrowdFigure figureOf(const Model& model, Box box = {{-0.5f, 0.0f, -0.5f}, {0.5f, 1.5f, 0.5f}}) {
    CrowdFigure figure{.model = &model, .box = box};
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        figure.clips.push_back(clip);
    figure.lowest.resize(model.clips.size());
    figure.motions.resize(model.clips.size());
    return figure;
}

Camera cameraOn(const Crowd& crowd, float distance = 1.0f) {
    Camera camera;
    frameBox(camera, crowd.bounds(), 1.5f);
    camera.distance *= distance;
    return camera;
}

constexpr glm::vec2 kSize(360.0f, 240.0f);

/// The matrices of all characters in view.
std::vector<glm::mat4> matricesOf(Crowd& crowd, const Parts& parts, const Camera& camera, double seconds) {
    crowd.seek(seconds);
    crowd.select(camera, kSize, {});
    std::vector<glm::mat4> matrices(size_t{crowd.counts().drawn} * parts.stride);
    crowd.write(parts.layout(), Skinning::linear, matrices, {});
    return matrices;
}

bool identical(const std::vector<glm::mat4>& a, const std::vector<glm::mat4>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::mat4)) == 0;
}

}  // namespace

TEST_CASE("a crowd is the same for any number of threads, and whatever was shown before") {
    const Parts parts(character());
    const CrowdSettings settings{.count = 300, .formation = Formation::scatter, .seed = 2};
    Crowd one(figureOf(character()), settings, 1);
    Crowd other(figureOf(character()), settings, GENERATE(2u, 5u));
    const Camera camera = cameraOn(one);
    matricesOf(other, parts, camera, 77.0);
    for (const double seconds : {0.0, 3.21, -4.0}) {
        const std::vector<glm::mat4> expected = matricesOf(one, parts, camera, seconds);
        CHECK(!expected.empty());
        CHECK(identical(matricesOf(other, parts, camera, seconds), expected));
    }
}

TEST_CASE("a crowd's pose of a character is the one that it draws") {
    const Parts parts(character());
    Crowd crowd(figureOf(character()), {.count = 20}, 2);
    crowd.useRigLevels(false);
    const std::vector<glm::mat4> matrices = matricesOf(crowd, parts, cameraOn(crowd, 3.0f), 1.7);
    REQUIRE(crowd.counts().drawn == 20);
    std::vector<glm::mat4> world(character().hierarchy.size());
    for (uint32_t instance = 0; instance < 20; ++instance) {
        crowd.evaluate(crowd.memberOf(instance), world, {});
        std::vector<glm::mat4> palette(parts.draws[0].palette.size());
        writePalette(parts.draws[0].bones, parts.draws[0].palette, world, palette);
        CHECK(std::memcmp(palette.data(), &matrices[size_t{instance} * parts.stride], palette.size() * 64) == 0);
    }
}

TEST_CASE("characters lie in their spheres at any time, so that culling drops none that is seen") {
    Crowd crowd(figureOf(character()), {.count = 40, .formation = Formation::circle}, 2);
    std::vector<glm::mat4> world(character().hierarchy.size());
    float fullest = 0.0f;
    for (int i = 0; i < 10; ++i) {
        crowd.seek(0.37 * i);
        for (uint32_t member = 0; member < 40; member += 3) {
            crowd.evaluate(member, world, {});
            const Box box = posedBounds(character(), world);
            const Sphere sphere = crowd.sphereOf(member);
            // Each side of the box has a vertex; its corners may lie farther out.
            for (const glm::vec3& side : {box.min, box.max})
                for (int axis = 0; axis < 3; ++axis)
                    fullest = std::max(fullest, std::abs(side[axis] - sphere.center[axis]) / sphere.radius);
        }
    }
    CHECK(fullest <= 1.0f);
    CHECK(fullest > 0.4f);  // and the spheres are no larger than they have to be
}

TEST_CASE("culling counts every character once and keeps all whose vertices are in view") {
    Crowd crowd(figureOf(character()), {.count = 200}, 2);
    const Camera camera = cameraOn(crowd, 0.25f);
    crowd.seek(2.0);
    crowd.select(camera, kSize, {});
    const CrowdCounts counts = crowd.counts();
    CHECK(counts.members == 200);
    CHECK(counts.drawn + counts.culled == 200);
    CHECK((counts.culled > 20 && counts.drawn > 20));
    const glm::mat4 clipFromWorld = camera.clipFromWorld(kSize.x / kSize.y);
    std::vector<glm::mat4> world(character().hierarchy.size());
    uint32_t seen = 0;
    std::vector<bool> isShown(200, false);
    for (uint32_t i = 0; i < counts.drawn; ++i)
        isShown[crowd.memberOf(i)] = true;
    for (uint32_t member = 0; member < 200; ++member) {
        crowd.evaluate(member, world, {});
        const bool inView = std::ranges::any_of(world, [&](const glm::mat4& node) {
            const glm::vec4 clip = clipFromWorld * node[3];
            return std::abs(clip.x) < clip.w && std::abs(clip.y) < clip.w && clip.z > 0.0f;
        });
        seen += inView;
        if (inView && !isShown[member]) FAIL("member " << member << " is in view and not drawn");
    }
    CHECK(seen <= counts.drawn);
}

TEST_CASE("runs have characters of one size on the screen, none larger than the run says") {
    Crowd crowd(figureOf(character()), {.count = 400}, 2);
    const Camera camera = cameraOn(crowd, 0.5f);
    const Instances& instances = crowd.select(camera, kSize, {});
    REQUIRE(instances.runs.size() > 3);
    uint32_t next = 0;
    float smaller = 0.0f;
    for (const InstanceRun& run : instances.runs) {
        CHECK(run.first == next);
        CHECK(run.pixelsPerUnit > smaller);
        for (; next < run.first + run.count; ++next) {
            const Sphere sphere = crowd.sphereOf(crowd.memberOf(next));
            const float pixels = pixelsPerUnit(camera, sphere.center, sphere.radius, kSize);
            CHECK(pixels <= 1.001f * run.pixelsPerUnit);
            CHECK(pixels >= 0.999f * smaller);
        }
        smaller = run.pixelsPerUnit;
    }
    CHECK(next == crowd.counts().drawn);
}

TEST_CASE("skeletons with fewer bones keep vertices within their error") {
    Crowd crowd(figureOf(character()), {.count = 1}, 1);
    REQUIRE(crowd.rigs().size() > 2);
    std::vector<glm::mat4> whole(character().hierarchy.size()), local;
    for (const RigLevel& rig : crowd.rigs().subspan(1)) {
        CHECK(rig.nodes.size() < character().hierarchy.size());
        float worst = 0.0f;
        for (size_t clip = 0; clip < character().clips.size(); ++clip)
            for (const double share : {0.0, 0.3, 0.55, 0.8}) {
                const double seconds = share * character().clips[clip].durationSeconds;
                local.resize(rig.nodes.size());
                rig.clips[clip]->walk(seconds, glm::mat4(1.0f), local);
                crowd.rigs()[0].clips[clip]->walk(seconds, glm::mat4(1.0f), whole);
                for (size_t i = 0; i < character().instances.size(); ++i) {
                    const MeshInstance& instance = character().instances[i];
                    const SkinnedMesh& mesh = character().meshes[instance.mesh];
                    for (size_t vertex = 0; vertex < mesh.vertexCount(); vertex += 7)
                        forEachInfluence(mesh, vertex, [&](uint32_t bone, uint32_t) {
                            const glm::vec4 position(mesh.positions[vertex], 1.0f);
                            const Bone &all = instance.bones[bone], &few = rig.bones[i][bone];
                            const glm::vec3 apart(whole[all.node] * (all.inverseBindMatrix * position) -
                                                  local[few.node] * (few.inverseBindMatrix * position));
                            worst = std::max(worst, glm::length(apart));
                        });
                }
            }
        CHECK(worst <= rig.error * 1.001f + 1e-5f);
        CHECK(worst > 0.01f * rig.error);
    }
}

TEST_CASE("characters that walk stay near their area and depend on the time alone") {
    Stage stage(importModel(kCharacter));
    changeSettings(stage, [](PlaySettings& settings) {
        settings.rootMotion = RootMotionUse::move;
        settings.crowd = {.count = 30, .formation = Formation::scatter};
    });
    stage.seek(0.0);
    const Box area = playedBounds(stage).all;
    std::vector<glm::vec3> first;
    float farthest = 0.0f, moved = 0.0f;
    for (const double seconds : {0.0, 20.0, 60.0}) {
        stage.seek(seconds);
        for (uint32_t member = 0; member < 30; ++member) {
            const glm::vec3 center = stage.crowd()->sphereOf(member).center;
            if (seconds == 0.0) first.push_back(center);
            moved = std::max(moved, glm::distance(center, first[member]));
            farthest = std::max({farthest, std::abs(center.x) / area.max.x, std::abs(center.z) / area.max.z});
        }
    }
    CHECK(moved > 1.0f);
    CHECK(farthest < 1.2f);
    const auto placeAt = [](Stage& on, double seconds) {
        on.seek(seconds);
        return on.crowd()->sphereOf(7).center;
    };
    const glm::vec3 last = placeAt(stage, 60.0);
    for (double seconds = 3.0; seconds < 60.0; seconds += 0.73)
        placeAt(stage, seconds);
    CHECK(placeAt(stage, 60.0) == last);

    Stage other(importModel(kCharacter));
    other.apply(stage.settings());
    for (const double seconds : {400.0, 60.0, 170.3, 25.6, 1.0, 59.9})  // to and fro, across kept places
        placeAt(other, seconds);
    CHECK(placeAt(other, 60.0) == last);
}

TEST_CASE("places of walkers are kept at fewer steps when they become many, and stay the same") {
    const ClipSchedule schedule(character().clips, {0}, 1, 0.0);
    const RootMotion walk(glm::vec2(0.0f, 1.0f));
    const std::vector<StartPlace> starts(2);
    const std::vector<const RootMotion*> motions(character().clips.size(), &walk);
    WorkPool pool(1);
    Walkers far(schedule, starts, motions, 5.0f, 1), near(schedule, starts, motions, 5.0f, 1);
    far.moveTo(5000.0, pool);
    for (const double seconds : {1700.0, 1600.0, 30.0}) {
        far.moveTo(seconds, pool);
        Walkers fresh(schedule, starts, motions, 5.0f, 1);
        fresh.moveTo(seconds, pool);
        CHECK(far.at(1, seconds).position == fresh.at(1, seconds).position);
    }
}

TEST_CASE("dragging the time moves a crowd along, and its selected character stays") {
    Stage stage(importModel(kCharacter));
    changeSettings(stage, [](PlaySettings& settings) { settings.crowd = {.count = 5}; });
    stage.play(0);
    stage.seek(0.0);
    for (int i = 0; i < 100; ++i)
        stage.advance(0.25);
    REQUIRE(stage.crowd()->seconds() == Approx(25.0));
    stage.choose(3);
    const double shown = stage.animator().timeSeconds();
    stage.scrub(0.5 * shown);
    CHECK(stage.crowd()->seconds() == Approx(25.0 - 0.5 * shown));
    changeSettings(stage, [](PlaySettings& settings) { settings.crowd.formation = Formation::circle; });
    CHECK(stage.crowd() != nullptr);
    CHECK(stage.member() == 3);
    changeSettings(stage, [](PlaySettings& settings) { settings.crowd.count = 2; });
    CHECK(stage.crowd() != nullptr);
    CHECK(stage.member() == 0);
}

TEST_CASE("the floor of a crowd stays when another clip is played, and its box holds all clips on it") {
    ImportedModel imported = importModel(kCharacter);
    AnimationClip& second = imported.model.clips.at(1);
    for (Channel& channel : second.channels)
        if (channel.node == std::ranges::min_element(second.channels, {}, &Channel::node)->node)
            for (glm::vec3& value : channel.translation.values)
                value *= 0.5f;  // lower
    Stage stage(std::move(imported));
    changeSettings(stage, [](PlaySettings& settings) { settings.crowd = {.count = 12}; });
    stage.play(0);
    stage.updatePose();
    const float height = stage.scene(false).ground.height;
    stage.play(1);
    stage.updatePose();
    CHECK(stage.scene(false).ground.height == height);
    const Box box = playedBounds(stage).all;
    CHECK(box.min.y == Approx(height).margin(1e-4));
    for (double seconds = 0.0; seconds < 20.0; seconds += 0.7) {
        stage.seek(seconds);
        for (uint32_t member = 0; member < 12; ++member) {
            stage.choose(member);
            stage.updatePose();
            const Box pose = posedBounds(stage.model(), stage.worldFromNode(), stage.morphWeights());
            CHECK(pose.min.y > box.min.y - 0.05f);
            CHECK(pose.max.y < box.max.y + 0.05f);
        }
    }
}

TEST_CASE("a crowd with another fade is as if it was made with it") {
    Stage stage(importModel(kCharacter)), other(importModel(kCharacter));
    const auto set = [](Stage& on, double fade) {
        changeSettings(on, [&](PlaySettings& settings) {
            settings.transitionSeconds = fade;
            settings.rootMotion = RootMotionUse::move;
            settings.crowd = {.count = 20};
        });
        on.seek(40.0);
        on.crowd()->sphereOf(0);
    };
    set(stage, 0.1);
    const Crowd* const crowd = stage.crowd();
    set(stage, 1.5);
    set(other, 1.5);
    CHECK(stage.crowd() == crowd);
    for (uint32_t member = 0; member < 20; ++member) {
        stage.choose(member);
        other.choose(member);
        CHECK(std::ranges::equal(stage.updatePose(), other.updatePose()));
    }
}

TEST_CASE("parts of bodies keep their color, and words within words do not count") {
    Model model = character();
    const std::vector<std::pair<std::string, bool>> names{{"Surface", true},  {"face", false},   {"leftEye", false},
                                                          {"HAIR_01", false}, {"M_Eyes", false}, {"Snail", true},
                                                          {"shirt", true},    {"sheyed", true}};
    model.materials.resize(1);
    for (const auto& [name, isTinted] : names) {
        Material& material = model.materials.emplace_back(model.materials.front());
        material.name = name;
    }
    Crowd crowd(figureOf(model), {.count = 2}, 1);
    const Instances& instances = crowd.select(cameraOn(crowd), kSize, {});
    for (size_t i = 0; i < names.size(); ++i) {
        CAPTURE(names[i].first);
        CHECK((instances.tinted[1 + i] != 0) == names[i].second);
    }
}

TEST_CASE("cameras follow a crowd of state machines, whose time never goes back while it plays") {
    Stage stage(importModel(kCharacter));
    stage.playGraph(
        readGraph(SINEW_SOURCE_DIR "/assets/character.graph.json", stage.model().hierarchy, stage.model().clips),
        {{.timeSeconds = 0.0, .kind = ScriptStep::Kind::down, .key = "W"}});
    changeSettings(stage, [](PlaySettings& settings) {
        settings.rootMotion = RootMotionUse::move;
        settings.crowd = {.count = 9};
    });
    stage.seek(0.0);
    CHECK(displacementOf(stage) == glm::vec3(0.0f));
    stage.seek(10.0);
    CHECK(displacementOf(stage).z > 4.0f);
    CHECK(displacementOf(stage).z < 8.0f);
    changeSettings(stage, [](PlaySettings& settings) { settings.speed = -1.0; });
    stage.advance(0.5);
    CHECK(stage.crowd()->seconds() == Approx(10.5));
}

TEST_CASE("a crowd without meshes shows a skeleton for each character in view") {
    ImportedModel imported = importModel(kCharacter);
    imported.model.meshes.clear();
    imported.model.instances.clear();
    Stage stage(std::move(imported));
    stage.updatePose();
    const size_t ofOne = stage.scene(false).lines.size();
    changeSettings(stage, [](PlaySettings& settings) { settings.crowd = {.count = 9}; });
    stage.updatePose();
    CHECK(stage.isBare());
    stage.crowd()->select(cameraOn(*stage.crowd(), 3.0f), kSize, {});
    CHECK(stage.crowd()->counts().drawn == 9);
    CHECK(stage.crowdLines().size() == 9 * ofOne);
}

TEST_CASE("a frame of a crowd allocates nothing") {
    const Parts parts(character());
    Crowd crowd(figureOf(character()), {.count = 200}, 2);
    const Camera camera = cameraOn(crowd);
    std::vector<glm::mat4> matrices(size_t{200} * parts.stride);
    const auto frame = [&](double seconds) {
        crowd.seek(seconds);
        crowd.select(camera, kSize, {});
        crowd.write(parts.layout(), Skinning::linear, matrices, {});
    };
    frame(0.0);
    const size_t before = allocationCount();
    for (int i = 1; i < 20; ++i)
        frame(0.5 * i);
    CHECK(allocationCount() == before);
}
