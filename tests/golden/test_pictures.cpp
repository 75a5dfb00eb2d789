#include <algorithm>
#include <filesystem>
#include <string>

#include "support/catch.h"
#include "support/models/figure.h"
#include "support/models/judged_surfaces.h"
#include "support/models/twisted_limb.h"
#include "support/picture.h"
#include "support/process.h"
#include "support/temporary_folder.h"

// Pictures on lavapipe compared with golden/pictures. SINEW_UPDATE_GOLDENS=1 rewrites them: look
// at each before you commit it.

namespace {

/// One picture, and all the argument lists that must produce it.
struct Golden {
    std::string name;  ///< of the file in golden/pictures
    Arguments model;
    std::vector<Arguments> ways = {{}};  ///< appended to `model`
    std::string surface = "";            ///< of support/models/judged_surfaces.h, written to NAME.gltf
};

/// Allows for samples at edges that another driver version rounds differently, far below another pose or light.
constexpr Tolerance kDrivers{.maximum = 0.3, .mean = 0.001};

/// For two argument lists on one driver, which may differ in the order of sums.
constexpr Tolerance kSame{.maximum = 2.0 / 255.0, .mean = 1e-4};

const std::string kCharacter = asset("character.dae"), kSnake = asset("snake.dae"), kTube = asset("tube.dae");

/// A folder that contains the figures.
class Workplace {
  public:
    Workplace() {
        writeFile(folder_ / "figure.dae", figure(Axis::yUp, 1.0));
        writeFile(folder_ / "figure_inches.dae", figure(Axis::yUp, 0.0254));
        writeFile(folder_ / "figure_z_up.dae", figure(Axis::zUp, 0.0254));
        writeFile(folder_ / "figure_mirrored.dae", mirroredFigure());
        writeFile(folder_ / "figure_turning.dae", turningFigure());
        writeFile(folder_ / "figure_traveling.dae", travelingFigure());
        writeFile(folder_ / "skeleton_only.dae", skeletonOnly());
        writeFile(folder_ / "twisted_limb.dae", twistedLimb());
    }

    const TemporaryFolder& folder() const { return folder_; }

    std::string picture(Arguments arguments, const std::string& name) const {
        if (std::ranges::find(arguments, "--size") == arguments.end())
            arguments.insert(arguments.end(), {"--size", "240x180"});
        for (const char* more : {"--device", "llvmpipe", "-o"})
            arguments.push_back(more);
        arguments.push_back(name);
        const Finished finished = runSinewIn(folder_.path(), arguments);
        INFO(finished.describe());
        REQUIRE(finished.exit == 0);
        return folder_ / name;
    }

  private:
    TemporaryFolder folder_;
};

void requireLavapipe() {
    static const bool isThere = runSinew({"--list-devices"}).out.find("llvmpipe") != std::string::npos;
    if (!isThere) SKIP("the pictures are lavapipe's, and there is no llvmpipe here");
}

std::string goldenFile(const std::string& name) {
    return SINEW_SOURCE_DIR "/tests/golden/pictures/" + name + ".png";
}

void check(const Golden& golden) {
    requireLavapipe();
    const Workplace workplace;
    if (!golden.surface.empty())
        writeFile(workplace.folder() / (golden.surface + ".gltf"), judgedSurface(golden.surface));
    std::string first;
    for (const Arguments& way : golden.ways) {
        if (scaledSeconds(1.0) > 1.0 && &way != golden.ways.data()) break;  // sanitizers see the same code again
        Arguments arguments = golden.model;
        arguments.insert(arguments.end(), way.begin(), way.end());
        const std::string name = golden.name + "." + std::to_string(&way - golden.ways.data());
        const std::string picture = workplace.picture(arguments, name + ".png");
        const std::string expected = first.empty() ? goldenFile(golden.name) : first;
        const Verdict verdict = first.empty() ? compareWithGolden(picture, expected, name, kDrivers)
                                              : comparePictures(picture, expected, name, kSame);
        if (first.empty()) first = picture;
        INFO(golden.name << " " << Catch::StringMaker<Arguments>::convert(arguments));
        INFO(verdict.message);
        CHECK(verdict.holds);
    }
}

/// One of golden/khronos, seen as Khronos' fidelity pictures see it.
Golden selfJudging(const std::string& file, const std::string& eye, const std::string& target = "0,0,0",
                   const std::string& size = "256x256") {
    const std::filesystem::path path(SINEW_SOURCE_DIR "/tests/golden/khronos/" + file);
    return {"khronos_" + path.stem().string(),
            {path, "--look", "fidelity", "--fov", "45", "--camera=" + eye + ":" + target, "--size", size}};
}

/// One of support/models/judged_surfaces.h, seen from a distance, in the same way. `picture`: of the same look;
/// default: its own.
Golden judged(const std::string& name, const std::string& distance, const std::string& size,
              const std::string& picture = "") {
    return {
        "khronos_" + (picture.empty() ? name : picture),
        {name + ".gltf", "--look", "fidelity", "--fov", "45", "--camera=0,0," + distance + ":0,0,0", "--size", size},
        {{}},
        name};
}

}  // namespace

TEST_CASE("the character's pictures", "[golden]") {
    check(GENERATE(values<Golden>({
        {"character_walk",
         {kCharacter, "-a", "Walk", "--time", "0.25"},
         {{"--frames-in-flight", "1"}, {"--frames-in-flight", "3"}}},
        {"character_jump", {kCharacter, "-a", "Jump", "--time", "0.6", "--camera", "side"}},
        {"character_jump_untextured", {kCharacter, "-a", "Jump", "--time", "0.6", "--camera", "side", "--no-textures"}},
        {"character_wave", {kCharacter, "-a", "Wave", "--time", "1.2", "--camera", "front"}},
        {"character_rest", {kCharacter, "-a", "none", "--camera", "back", "--samples", "1"}},
        {"character_plain", {kCharacter, "-a", "Run", "--time", "0.3", "--no-textures", "--floor=off"}},
        {"character_flat", {kCharacter, "-a", "Dance", "--time", "1", "--look", "flat"}},
        {"character_skeleton", {kCharacter, "-a", "Dance", "--time", "1", "--skeleton"}},
        {"character_bone_names",
         {kCharacter, "-a", "Dance", "--time", "1", "--skeleton=names", "--bone", "hand_L", "--no-textures"}},
        {"character_near", {kCharacter, "-a", "Idle", "--time", "1", "--camera", "20,5,0.35"}},
    })));
}

TEST_CASE("a crowd, posed by the CPU and by a compute pass", "[golden]") {
    check({"crowd",
           {kCharacter, "--instances", "7,circle", "--time", "2"},
           {{"--frames-in-flight", "1"}, {"--pose-on", "gpu"}}});
    check({"crowd_dual_quaternion", {kCharacter, "--instances", "3", "--time", "2", "--skinning", "dual-quaternion"}});
}

TEST_CASE("views of the character, a selected bone, the bind pose, and another light direction", "[golden]") {
    check(GENERATE(values<Golden>({
        {"view_weights",
         {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "weights", "--bone", "spine3"},
         {{}, {"--influences", "8"}, {"--max-bones", "12"}, {"--frames-in-flight", "3"}}},
        {"view_influences",
         {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "influences"},
         {{}, {"--influences", "8"}, {"--max-bones", "12"}}},
        {"view_parts", {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "parts", "--max-bones", "12"}},
        {"view_normals", {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "normals"}},
        {"view_lod", {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "lod", "--camera", "32,10,3"}},
        {"view_uvs", {kCharacter, "-a", "Wave", "--time", "1.2", "--view", "uvs"}},
        {"bone_chosen",
         {kCharacter, "-a", "Wave", "--time", "1.2", "--skeleton", "--no-textures"},
         {{"--bone", "upperarm_R"}, {"--bone", "27"}}},
        {"pose_bind",
         {kCharacter, "--pose", "bind", "--no-textures"},
         {{"-a", "Wave", "--time", "1.2"}, {"-a", "Run"}}},
        {"light_from_right", {kTube, "--no-textures"}, {{"--light", "60,30"}, {"--light", "-300,30"}}},
    })));
}

TEST_CASE("two clips, two times and two skinning methods side by side, and ghosts", "[golden]") {
    check(GENERATE(values<Golden>({
        {"beside_clip",
         {kCharacter, "-a", "Walk", "--time", "0.25", "--no-textures"},
         {{"--beside", "Run"}, {"--beside", "2", "--frames-in-flight", "3"}, {"--beside", "Run", "--max-bones", "12"}}},
        {"beside_time_skinning",
         {kTube, "--time", "0.5", "--beside-time", "1", "--beside-skinning", "dual-quaternion"},
         {{}, {"--skinning", "linear"}, {"--frames-in-flight", "1"}}},
        {"onion_skin",
         {kCharacter, "-a", "Jump", "--time", "0.6", "--camera", "side", "--onion-skin", "--no-textures"},
         {{}, {"--max-bones", "12"}, {"--frames-in-flight", "3"}}},
        {"onion_skin_beside",
         {kCharacter, "-a", "Walk", "--time", "0.25", "--beside", "Run", "--onion-skin", "1,step=0.15",
          "--no-textures"},
         {{}, {"--frames-in-flight", "3"}}},
    })));
}

TEST_CASE("the snake's picture does not depend on the palette size", "[golden]") {
    check(GENERATE(values<Golden>({
        {"snake",
         {kSnake, "--time", "0.8"},
         {{"--max-bones", "12"},
          {"--max-bones", "16"},
          {"--max-bones", "64"},
          {"--max-bones", "12", "--frames-in-flight", "3"}}},
        {"snake_top",
         {kSnake, "--time", "1.6", "--camera", "top", "--floor=off"},
         {{"--max-bones", "12"}, {"--max-bones", "16"}, {"--max-bones", "64"}}},
    })));
}

TEST_CASE("the tube's pictures", "[golden]") {
    check(GENERATE(values<Golden>({
        {"tube_edges", {kTube, "--time", "0.5", "--wireframe=over"}, {{}, {"--frames-in-flight", "3"}}},
        {"tube", {kTube, "--time", "0.5"}, {{}, {"--once"}, {"--speed", "2"}}},
        {"tube_cut_out", {kTube, "--time", "0.5", "--background", "transparent", "--floor=off"}},
    })));
}

TEST_CASE("a figure looks the same with every up axis and unit, and mirrored", "[golden]") {
    check(GENERATE(values<Golden>({
        {"figure", {}, {{"figure.dae"}, {"figure_inches.dae"}, {"figure_z_up.dae"}, {"figure_mirrored.dae"}}},
        {"figure_back",
         {"--camera", "210,15"},
         {{"figure.dae"}, {"figure_inches.dae"}, {"figure_z_up.dae"}, {"figure_mirrored.dae"}}},
    })));
}

TEST_CASE("a rigid model plays, and a skeleton without a mesh is drawn", "[golden]") {
    check(GENERATE(values<Golden>({
        {"figure_wireframe", {"figure.dae", "--wireframe", "--background", "white"}},
        {"figure_turned", {"figure_turning.dae", "--time", "0.5"}},
        {"skeleton_only", {"skeleton_only.dae", "--time", "0.5"}},
    })));
}

TEST_CASE("a figure that moves and turns keeps its place on the floor, or its heading in the picture", "[golden]") {
    check(GENERATE(values<Golden>({
        {"travel_off", {"figure_traveling.dae", "--time", "0.75"}},
        {"travel_floor",
         {"figure_traveling.dae", "--root-motion", "floor", "--time", "2.75"},
         {{}, {"--frames-in-flight", "3"}}},
        {"travel_move", {"figure_traveling.dae", "--root-motion", "move", "--time", "2.75"}},
    })));
}

TEST_CASE("a half-turn twist collapses with linear skinning, and keeps its volume with dual quaternions", "[golden]") {
    check(GENERATE(values<Golden>({
        {"twist_linear", {"twisted_limb.dae"}, {{}, {"--skinning", "linear"}, {"--influences", "8"}}},
        {"twist_dual_quaternion",
         {"twisted_limb.dae", "--skinning", "dual-quaternion"},
         {{}, {"--influences", "8"}, {"--frames-in-flight", "3"}}},
    })));
}

TEST_CASE("Khronos' models whose surfaces show what is wrong", "[golden]") {
    check(GENERATE(values<Golden>({
        selfJudging("BoxVertexColors/BoxVertexColors.glb", "1.299,1.5,2.25"),
        selfJudging("EmissiveStrengthTest/EmissiveStrengthTest.glb", "0,3.106,11.591", "0,0,0", "320x192"),
        selfJudging("MultiUVTest/MultiUVTest.glb", "0,0,4.25"),
        selfJudging("NegativeScaleTest/NegativeScaleTest.glb", "0,0,13"),
        selfJudging("OrientationTest/OrientationTest.glb", "9.959,11.5,17.25"),
        selfJudging("TextureCoordinateTest/TextureCoordinateTest.glb", "0,0,4"),
        selfJudging("TextureEncodingTest/TextureEncodingTest.glb", "0,0.3,13", "0,0.3,0", "352x256"),
        selfJudging("TextureLinearInterpolationTest/TextureLinearInterpolationTest.glb", "0,0.5,6.6", "0,0.5,0"),
        selfJudging("TextureSettingsTest/TextureSettingsTest.glb", "0,0,15"),
        selfJudging("TextureTransformTest/TextureTransformTest.gltf", "0,0,4"),
        selfJudging("TextureTransformMultiTest/TextureTransformMultiTest.glb", "0,-0.684,2.872", "0,-0.28,0"),
        selfJudging("TwoSidedPlane/TwoSidedPlane.gltf", "0,1.75,3.031"),
        selfJudging("UnlitTest/UnlitTest.glb", "0,0,7"),
        selfJudging("VertexColorTest/VertexColorTest.glb", "0,0,4"),
    })));
}

TEST_CASE("surfaces of our own after Khronos' models, which show what is wrong", "[golden]") {
    check(GENERATE(values<Golden>({
        judged("AlphaBlendModeTest", "2", "320x80"),
        judged("AnisotropyBarnLamp", "6.6", "208x208"),
        judged("AnisotropyStrengthTest", "7.6", "224x224"),
        judged("ClearCoatTest", "9", "136x256"),
        judged("Compare", "6.6", "320x224"),
        judged("IORTestGrid", "5", "288x176"),
        judged("IridescenceDielectricSpheres", "6.4", "288x192"),
        judged("MetalRoughSpheres", "6.4", "288x192"),
        judged("MetalRoughSpheresNoTextures", "6.4", "288x192", "MetalRoughSpheres"),
        judged("NormalTangentMirrorTest", "6.2", "416x224"),
        judged("NormalTangentTest", "5.8", "224x224"),
        judged("SheenTestGrid", "6.2", "224x224"),
        judged("SpecularTest", "10.4", "192x256"),
        judged("TransmissionTest", "5", "224x176"),
    })));
}
