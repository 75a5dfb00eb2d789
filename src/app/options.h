#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "animation/animator.h"
#include "app/compared.h"
#include "app/root_motion_use.h"
#include "app/shown_pose.h"
#include "import/import_limits.h"
#include "media/film.h"
#include "model/bind_clips.h"
#include "model/finding.h"
#include "render/scene.h"

namespace sinew {

/// Where the camera stands around the framed model.
struct Viewpoint {
    double yawDegrees = 32.0;    ///< 0 in front, 90 on the model's left (+X)
    double pitchDegrees = 10.0;  ///< -89 to 89; positive looks down from above
    double distance = 1.0;       ///< in multiples of the distance at which the model just fits

    bool operator==(const Viewpoint&) const = default;
};

/// What the camera is far enough away for.
enum class Fit {
    clip,  ///< the model in the whole clip
    pose,  ///< the model as it stands at the start
    bind,  ///< the model in its bind pose, whatever it plays
};

/// What --animation takes for a contact sheet of all clips.
inline constexpr const char* kAllClips = "all";

/// How many pictures a contact sheet has side by side and below each other.
struct SheetSize {
    uint32_t columns = 0;
    uint32_t rows = 0;
};

/// sRGB bytes R G B A; alpha is not premultiplied.
using Color = std::array<uint8_t, 4>;

/// Of a picture, from its upper left corner.
struct Pixel {
    uint32_t x = 0;
    uint32_t y = 0;

    bool operator==(const Pixel&) const = default;
};

/// What the command line asks for, checked: every number is finite and in its range, and no two options contradict.
struct Options {
    std::string model;                   ///< path; empty: the bundled character
    std::vector<std::string> clipFiles;  ///< paths of the files whose clips are added
    std::vector<std::string> alsoCheck;  ///< more models, or folders of them, to judge each by itself
    bool each = false;                   ///< every file is a model, none a file of clips
    std::vector<std::string> alsoShow;   ///< paths of more models that the window goes through
    bool watch = false;                  ///< the window reads the model anew when its files change
    Retarget retarget = Retarget::full;  ///< how
    std::string animation;               ///< name, index from 0 or "none", not yet looked up; empty: not given
    std::optional<double> timeSeconds;
    double speed = 1.0;  ///< negative plays backwards
    bool once = false;
    double crossfadeSeconds = 0.2;
    TransitionKind transition = TransitionKind::fade;
    std::optional<RootMotionUse> rootMotion;  ///< none: off, or floor for a state machine that names its root

    std::string graph;   ///< path of the state machine; empty: none
    std::string script;  ///< path of what happens to it; empty: nothing

    std::optional<UpAxis> up;     ///< instead of the file's
    std::optional<double> scale;  ///< units of the world in one of the file's, instead of what the file says
    uint32_t influences = 4;      ///< of a vertex: 4 or 8

    bool info = false;
    bool check = false;
    Severity failOn = Severity::error;  ///< the least that makes a check fail: never info
    bool json = false;
    bool sarif = false;
    bool listDevices = false;
    std::optional<Pixel> pick;  ///< lies in the picture
    std::string exportPose;     ///< path of the .ply; empty: not asked for
    std::string bake;           ///< path of the .sinew; empty: not asked for

    std::string stateJson;  ///< path of what the window writes when it closes; empty: nothing
    bool settings = true;   ///< the window remembers what the user has set

    bool headless = false;  ///< also when `output` or `reference` ask for a picture
    std::string output;     ///< a picture, a valid numbered name (media/sequence.h), a film, or "-"; empty: none
    FilmFormat format = FilmFormat::png;  ///< of the output
    std::string batch;  ///< path of the list of models, or "-"; empty: none. Then `output` has {name} or {number},
                        ///< or `check` is asked for
    uint32_t firstFrame = 0;  ///< the number of the first one
    uint32_t frames = 1;      ///< headless without output and reference: drawn, timed and thrown away
    bool wholeClip = false;   ///< instead of `frames`, as many as the clip has
    double framesPerSecond = 30.0;
    std::optional<SheetSize> sheet;  ///< `width` and `height` are then those of one of its pictures
    uint32_t width = 1280;
    uint32_t height = 720;
    bool sizeGiven = false;
    uint32_t samples = 4;
    std::optional<Viewpoint> viewpoint;  ///< none: three-quarter, which is Viewpoint{}
    Fit fit = Fit::clip;
    bool turntable = false;
    uint32_t turnFrames = 0;  ///< in which the camera comes round once; 0: in `frames`
    std::optional<Color> background;
    bool floor = true;
    bool wireframe = false;
    bool edges = false;
    bool skeleton = false;
    bool boneNames = false;  ///< then the skeleton, too
    bool textures = true;
    Skinning skinning = Skinning::linear;
    View view = View::shaded;
    std::string bone;  ///< name or index of a node, not yet looked up; empty: none
    ShownPose pose = ShownPose::playing;
    std::optional<LightDirection> light;

    std::string beside;                   ///< as `animation`, of the second picture; empty: that of the first
    std::optional<double> besideSeconds;  ///< its time, as timeSeconds
    std::optional<Skinning> besideSkinning;
    OnionSkin onion;

    std::string reference;            ///< path of the PNG; empty: no comparison
    std::optional<double> threshold;  ///< of either comparison; none: the comparison's own
    double thresholdMax = 1.0;        ///< of the most different pixel
    std::string heatMap;              ///< path of the PNG of what differs; empty: none

    std::string compareWith;  ///< path of the model whose motion is compared; empty: none

    bool sandbox = true;  ///< read models in a process of its own
    double importSeconds = kImportSeconds;

    std::string device;  ///< name or index; empty: the best one
    bool validate = false;
    std::string shaderDir;  ///< empty: the shaders built in
    uint32_t framesInFlight = 2;
    uint32_t maxBones = 64;

    bool version = false;
    bool help = false;
    bool helpMarkdown = false;
};

/// What the arguments (without the program's name) ask for. --help, --help-markdown and --version win over all else
/// that is wrong in what belongs together, so that they always answer.
/// @throws Error(Exit::usage) with one line that names the option and the value, and says what to use instead.
Options parseOptions(std::span<const char* const> arguments);

/// What --help prints: at most 100 columns.
std::string helpText();

/// The README's section on the command line: the same as Markdown. `--help-markdown` prints it.
std::string readmeSection();

/// What a key needs: nothing, clips that the user switches, or it is no key but the mouse.
enum class KeyUse { always, clips, mouse };

struct Key {
    const char* keys;
    const char* effect;
    KeyUse use = KeyUse::always;
};

/// What the window listens to, for the help, the README and the window's own list.
inline constexpr Key kKeys[] = {
    {"Right / Left, N / P", "next and previous clip", KeyUse::clips},
    {"1 to 9", "that clip", KeyUse::clips},
    {"Space", "pause and go on"},
    {",", "one frame back", KeyUse::clips},
    {".", "one frame on"},
    {"- and =", "slower, faster"},
    {"R", "play backwards, or forwards again", KeyUse::clips},
    {"L", "loop, play once, or to and fro", KeyUse::clips},
    {"Z, X, C", "loop from here, up to here, the whole clip", KeyUse::clips},
    {"I", "switch clips by fades, or inertially", KeyUse::clips},
    {"M", "root motion: off, floor, move"},
    {"W", "wireframe"},
    {"E", "edges over the surface"},
    {"K", "skeleton"},
    {"T", "textures"},
    {"B", "linear or dual-quaternion skinning"},
    {"F", "floor"},
    {"J", "names of the bones"},
    {"V", "the next view of the surface"},
    {"S", "two pictures side by side: linear and dual-quaternion skinning, or as the panel says"},
    {"O", "ghosts of the poses before and after", KeyUse::clips},
    {"Tab", "the panel: clips, time, bones, numbers"},
    {"F6", "the keyboard for the panel, Esc gives it back"},
    {"Home", "camera back to the start"},
    {"F5", "reload model, state machine and shaders"},
    {"Page Up / Page Down", "the model before, the next model: with --each, a folder, or several dropped"},
    {"F12", "screenshot"},
    {"H or F1", "list of keys"},
    {"F11", "full screen"},
    {"Esc", "give up what is being read; else quit"},
    {"Left drag", "orbit", KeyUse::mouse},
    {"Left click", "choose the bone that moves most what is there", KeyUse::mouse},
    {"Right or middle drag", "pan", KeyUse::mouse},
    {"Wheel", "zoom", KeyUse::mouse},
    {"Drop files", "models in place of the one that is shown; what has only clips adds them", KeyUse::mouse},
};

}  // namespace sinew
