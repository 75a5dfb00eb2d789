#pragma once

#include <array>
#include <variant>

#include "app/stage/play_settings.h"
#include "export/clips/edits.h"
#include "import/import_options.h"
#include "media/compare.h"
#include "media/film.h"
#include "retarget/retarget.h"

namespace sinew {

/// A model file, the clips that are added to it, and how both are read.
struct ModelSource {
    std::string path;                                   ///< empty: the bundled character
    std::vector<std::string> clipFiles;                 ///< whose clips are added
    std::vector<std::filesystem::path> textureFolders;  ///< where textures may be, beside the model's folder
    Retarget retarget = Retarget::full;
    RetargetOptions rig;          ///< of Retarget::rig
    std::string boneMap;          ///< path of the map of Retarget::rig; empty: found
    bool retargetOthers = false;  ///< Retarget::rig for clip files of which fewer than half of the channels match
    std::optional<UpAxis> up;     ///< overrides the file's
    std::optional<double> scale;  ///< world units per file unit; overrides the file's
    uint32_t influences = 4;      ///< per vertex: 4 or 8
    uint32_t maxBones = 64;       ///< per draw call: at least three times `influences`
    bool levels = false;          ///< whether levels of detail are made where the file has none
    std::string clipsFile;        ///< path of more edits, which come first; empty: none
    std::vector<ClipEdit> clips;  ///< the clips it is to have; empty: all
    std::string variant;          ///< of materials; empty: the default
    bool sandbox = true;          ///< whether files are read in a process of their own
    ImportLimits limits;          ///< of that process
};

/// What plays. Clips and bones are given by name or index, and looked up once the model is read.
struct PlayRequest {
    std::string animation;  ///< or "none" for the rest pose; empty: Stage::firstClip()
    std::optional<double> timeSeconds;
    std::optional<RootMotionUse> rootMotion;  ///< none: off, or floor for a state machine that names a root
    std::string graph;                        ///< path of a state machine; empty: none
    std::string script;                       ///< path of its input; empty: none
    std::string beside;                     ///< as `animation`, of the right side, or "source"; empty: that of the left
    std::optional<double> besideSeconds;    ///< time of the right side when the left is at `timeSeconds`
    std::string bone;                       ///< to highlight; empty: none
    std::string material;                   ///< to be shown alone; empty: all
    std::vector<std::string> hidden, only;  ///< nodes with meshes, may have wildcards
    PlaySettings settings;                  ///< except for what the members above set
};

/// A model, and what it plays.
struct LoadRequest {
    ModelSource model;
    PlayRequest play;
};

/// The position of the camera around the framed model.
struct Viewpoint {
    double yawDegrees = 32.0;    ///< 0 in front, 90 on the model's left (+X)
    double pitchDegrees = 10.0;  ///< -89 to 89; positive looks down from above
    double distance = 1.0;       ///< relative to the distance at which the model just fits

    bool operator==(const Viewpoint&) const = default;
};

/// What the camera frames.
enum class Fit {
    figure,  ///< as clip, but without surroundings that are far larger than the figure, and following far travel
    clip,    ///< all of the model in the whole clip
    pose,    ///< the model in its pose at the start
    bind,    ///< the model in its bind pose, whatever plays
};

/// A camera at a point of the model's Y-up world, which the model's displacement moves.
struct FixedView {
    std::array<double, 3> eye{0.0, 0.0, 1.0};
    std::array<double, 3> target{};  ///< another point than `eye`

    bool operator==(const FixedView&) const = default;
};

struct CameraSettings {
    std::optional<Viewpoint> viewpoint;  ///< none: Viewpoint{}, or for a crowd one from farther above
    Fit fit = Fit::figure;
    std::optional<FixedView> fixed;    ///< overrides `viewpoint` and `fit`
    double fieldOfViewDegrees = 28.0;  ///< vertical, 1 to 170
    bool turntable = false;            ///< orbits the model: far enough away for every view of it
};

/// Width and height in pixels, or columns and rows.
struct Size {
    uint32_t width = 0;
    uint32_t height = 0;

    bool operator==(const Size&) const = default;
};

/// Where the characters of a crowd are posed.
enum class PoseOn {
    cpu,
    gpu,  ///< by a compute pass, where it can
};

/// The values of --pose-on, in the order of the enumerators.
inline constexpr const char* kPoseOnNames[] = {"cpu", "gpu"};

/// The Vulkan device and what it draws with.
struct DeviceSettings {
    std::string name;  ///< part of the name, or an index; empty: the best one
    bool validate = false;
    std::string shaderDir;  ///< empty: the built-in shaders
    uint32_t framesInFlight = 2;
    uint32_t samples = 4;  ///< per pixel
    PoseOn poseOn = PoseOn::cpu;
};

inline constexpr const char* kStudio = "studio";       ///< the built-in environment
inline constexpr const char* kNoEnvironment = "none";  ///< no light from an environment

inline constexpr float kLeastText = 0.5f, kMostText = 4.0f;  ///< ViewSettings::textSize

/// What the window and pictures have in common.
struct ViewSettings {
    LoadRequest load;
    CameraSettings camera;
    Look look;
    Size size{1280, 720};  ///< in pixels: of the window or of one picture
    DeviceSettings device;
    std::string environment = kStudio;  ///< or kNoEnvironment, or the path of an .hdr or .exr picture
    float textSize = 1.0f;              ///< factor on the size of all text, kLeastText to kMostText
};

/// The frames to draw.
struct Frames {
    uint32_t first = 0;                 ///< number of the first one
    std::optional<uint32_t> count = 1;  ///< none: as many as the clip has
    double perSecond = 30.0;
    uint32_t turnFrames = 0;  ///< of one turn of a turntable; 0: all frames
};

/// A contact sheet.
struct SheetGrid {
    Size cells;             ///< columns and rows
    bool allClips = false;  ///< a row for each clip
};

/// A comparison with a stored picture.
struct ReferencePicture {
    std::string path;                      ///< of a PNG
    double threshold = kDefaultThreshold;  ///< of the mean difference
    double thresholdMax = 1.0;             ///< of the largest difference of a pixel
    std::string heatMap;                   ///< path of the PNG to write; empty: none
};

/// What is drawn without a window.
struct RenderJob {
    ViewSettings view;
    std::string output;  ///< a picture, a numbered name (media/sequence.h), a film, or "-"; empty: nothing is written
    FilmFormat format = FilmFormat::png;        ///< of the output
    std::optional<ReferencePicture> reference;  ///< compared with the last picture
    bool json = false;                          ///< report as JSON
    bool allClips = false;                      ///< {clip} in `output` is each clip; otherwise the one that plays
    std::variant<Frames, SheetGrid> shots;
};

}  // namespace sinew
