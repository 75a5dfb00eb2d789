#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "import/import_limits.h"
#include "media/compare.h"
#include "model/bind_clips.h"
#include "model/finding.h"
#include "render/scene.h"

namespace sinew {

/// Where the camera stands around the framed model.
struct View {
    double yawDegrees = 32.0;    ///< 0 in front, 90 on the model's left (+X)
    double pitchDegrees = 10.0;  ///< -89 to 89; positive looks down from above
    double distance = 1.0;       ///< in multiples of the distance at which the model just fits

    bool operator==(const View&) const = default;
};

/// sRGB bytes R G B A; alpha is not premultiplied.
using Color = std::array<uint8_t, 4>;

/// What the command line asks for, checked: every number is finite and in its range, and no two options contradict.
struct Options {
    std::string model;                   ///< path; empty: the bundled character
    std::vector<std::string> clipFiles;  ///< paths of the files whose clips are added
    Retarget retarget = Retarget::full;  ///< how
    std::string animation;               ///< name, index from 0 or "none", not yet looked up; empty: not given
    std::optional<double> timeSeconds;
    double speed = 1.0;  ///< negative plays backwards
    bool once = false;
    double crossfadeSeconds = 0.2;

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
    std::string exportPose;  ///< path of the .ply; empty: not asked for
    std::string bake;        ///< path of the .sinew; empty: not asked for

    bool headless = false;  ///< also when `output` or `reference` ask for a picture
    std::string output;     ///< a picture, a valid numbered name (media/sequence.h), or "-"; empty: none
    uint32_t frames = 1;    ///< headless without output and reference: drawn, timed and thrown away
    double framesPerSecond = 30.0;
    uint32_t width = 1280;
    uint32_t height = 720;
    uint32_t samples = 4;
    std::optional<View> view;  ///< none: three-quarter, which is View{}
    bool turntable = false;
    std::optional<Color> background;
    bool floor = true;
    bool wireframe = false;
    bool skeleton = false;
    bool textures = true;
    Skinning skinning = Skinning::linear;

    std::string reference;  ///< path of the PNG; empty: no comparison
    double threshold = kDefaultThreshold;

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

struct Key {
    const char* keys;
    const char* effect;
};

/// What the window listens to, for the help, the README and the window's own list.
inline constexpr Key kKeys[] = {
    {"Right / Left, N / P", "next and previous clip"},
    {"1 to 9", "that clip"},
    {"Space", "pause and go on"},
    {", and .", "one frame back, one frame on"},
    {"- and =", "slower, faster"},
    {"L", "loop, or play once"},
    {"W", "wireframe"},
    {"K", "skeleton"},
    {"T", "textures"},
    {"B", "linear or dual-quaternion skinning"},
    {"F", "floor"},
    {"Home", "camera back to the start"},
    {"F5", "reload model and shaders"},
    {"F12", "screenshot"},
    {"H or F1", "list of keys"},
    {"F11", "full screen"},
    {"Esc", "quit"},
    {"Left drag", "orbit"},
    {"Right or middle drag", "pan"},
    {"Wheel", "zoom"},
};

}  // namespace sinew
