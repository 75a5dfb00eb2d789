#include "import/bvh/read.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "import/build/convert.h"
#include "import/build/keys.h"
#include "import/build/nodes.h"
#include "import/build/read_whole.h"
#include "import/files/model_folder.h"
#include "model/limits.h"

namespace sinew {
namespace bvh {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Takes the next word off `text`; empty at the end.
std::string_view nextWord(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    return word;
}

/// Not a number where the word is none.
double numberFrom(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool isWhole = error == std::errc() && end == word.data() + word.size();
    return isWhole ? number : std::numeric_limits<double>::quiet_NaN();
}

/// A channel of a joint: a number in each row.
struct Column {
    bool rotates = false;
    int axis = 0;  ///< x, y or z
};

struct Joint {
    uint32_t node = 0;
    size_t firstColumn = 0;
    std::vector<Column> columns;

    bool has(bool rotates) const { return std::ranges::count(columns, rotates, &Column::rotates) > 0; }
};

class Reader {
  public:
    Reader(std::string_view text, Source& source, ImportReport& report)
        : rest_(text), source_(source), report_(report) {}

    void read() {
        if (lowerCase(nextLine()) != "hierarchy")
            throw Error(Exit::input, "is no BVH file: it does not begin with HIERARCHY");
        while (!isDone_ && !rest_.empty())
            readLine(nextLine());
        if (source_.model.hierarchy.size() == 0) throw Error(Exit::input, "has no joints");
        readMotion();
    }

  private:
    /// Without blanks at its ends.
    std::string_view nextLine() {
        const size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view line = trimmed(rest_.substr(0, end));
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return line;
    }

    /// A line of the hierarchy. Braces may stand on it, too.
    void readLine(std::string_view line) {
        for (size_t brace = line.find_first_of("{}"); brace != std::string_view::npos;
             brace = line.find_first_of("{}")) {
            readStatement(line.substr(0, brace));
            if (line[brace] == '{')
                open_.push_back(newest_);
            else if (!open_.empty())
                open_.pop_back();
            line.remove_prefix(brace + 1);
        }
        readStatement(line);
    }

    void readStatement(std::string_view rest) {
        const std::string word = lowerCase(nextWord(rest));
        if (word == "root" || word == "joint")
            addNode(utf8From(trimmed(rest)), true);
        else if (word == "end" && !open_.empty())
            addNode("EndSite_" + source_.model.hierarchy.names[open_.back()], false);
        else if (word == "offset")
            readOffset(rest);
        else if (word == "channels")
            readChannels(rest);
        isDone_ = word == "motion";
    }

    void addNode(std::string name, bool isJoint) {
        if (open_.size() > kMaxDepth)
            throw Error(Exit::input, fmt::format("has joints nested more than {} deep", kMaxDepth));
        const int32_t parent = open_.empty() ? kNoParent : static_cast<int32_t>(open_.back());
        newest_ = appendNode(source_.model.hierarchy, std::move(name), parent, Transform());
        if (isJoint) joints_.push_back({.node = newest_, .firstColumn = columnCount_, .columns = {}});
    }

    void readOffset(std::string_view text) {
        glm::vec3 offset(0.0f);
        for (int axis = 0; axis < 3; ++axis)
            offset[axis] = static_cast<float>(numberFrom(nextWord(text)));
        if (open_.empty()) return;
        if (!isFinite(offset))
            throw Error(Exit::input, fmt::format("the offset of {} is not three numbers",
                                                 inQuotes(source_.model.hierarchy.names[open_.back()])));
        source_.model.hierarchy.rest[open_.back()].translation = offset;
    }

    void readChannels(std::string_view text) {
        if (joints_.empty()) return;
        nextWord(text);  // their number
        Joint& joint = joints_.back();
        for (std::string word = lowerCase(nextWord(text)); !word.empty(); word = lowerCase(nextWord(text))) {
            const bool rotates = word.ends_with("rotation");
            if (word[0] < 'x' || word[0] > 'z' || (!rotates && !word.ends_with("position")))
                throw Error(Exit::input, fmt::format("the channel {} is unknown", inQuotes(word)));
            joint.columns.push_back({rotates, word[0] - 'x'});
            ++columnCount_;
        }
    }

    void readMotion() {
        constexpr double kFrameSeconds = 1.0 / 30.0;
        double frames = std::numeric_limits<double>::infinity(), frameSeconds = kFrameSeconds;
        while (!rest_.empty()) {
            const std::string_view before = rest_;
            std::string line = lowerCase(nextLine());
            const size_t colon = line.find(':');
            if (!line.empty() && colon == std::string::npos) {
                rest_ = before;  // the first row
                break;
            }
            if (line.starts_with("frames")) frames = numberFrom(trimmed(std::string_view(line).substr(colon + 1)));
            if (line.starts_with("frame time"))
                frameSeconds = numberFrom(trimmed(std::string_view(line).substr(colon + 1)));
        }
        if (!(frameSeconds > 0.0) || !std::isfinite(frameSeconds)) {
            report_.findings.push_back({"number-invalid", Severity::warning, "file",
                                        "has no valid frame time; it plays at 30 frames a second"});
            frameSeconds = kFrameSeconds;
        }
        readRows(frames, frameSeconds);
    }

    void readRows(double frames, double frameSeconds) {
        std::vector<float> numbers;
        for (std::string_view word = nextWord(rest_); !word.empty(); word = nextWord(rest_))
            numbers.push_back(static_cast<float>(numberFrom(word)));
        const size_t there = columnCount_ > 0 ? numbers.size() / columnCount_ : 0;
        const size_t rows = frames < static_cast<double>(there) ? static_cast<size_t>(std::max(frames, 0.0)) : there;
        if (std::isfinite(frames) && frames > static_cast<double>(there))
            report_.findings.push_back({"source-short", Severity::warning, "file",
                                        fmt::format("has {} of the {:.0f} frames that it states", there, frames)});
        if (rows > 0) addClip(numbers, rows, frameSeconds);
    }

    void addClip(const std::vector<float>& numbers, size_t rows, double frameSeconds) {
        AnimationClip clip{.name = "Motion"};
        KeyRepairs repairs;
        for (const Joint& joint : joints_) {
            repairs.node = joint.node;
            const auto row = [&](size_t i) { return &numbers[i * columnCount_ + joint.firstColumn]; };
            const glm::vec3 offset = source_.model.hierarchy.rest[joint.node].translation;
            Channel channel{.node = joint.node};
            if (joint.has(false))
                channel.translation = soundTrack<glm::vec3>(
                    rows,
                    [&](size_t i) {
                        glm::vec3 place = offset;
                        for (size_t c = 0; c < joint.columns.size(); ++c)
                            if (!joint.columns[c].rotates) place[joint.columns[c].axis] = row(i)[c];
                        return std::pair(static_cast<double>(i) * frameSeconds, place);
                    },
                    repairs);
            if (joint.has(true))
                channel.rotation = soundTrack<glm::quat>(
                    rows,
                    [&](size_t i) {
                        return std::pair(static_cast<double>(i) * frameSeconds, rotationOf(joint, row(i)));
                    },
                    repairs);
            if (!channel.translation.empty() || !channel.rotation.empty()) clip.channels.push_back(std::move(channel));
        }
        clip.durationSeconds = lastKeySeconds(clip);
        repairs.report(clip.name, source_.model.hierarchy, report_.findings);
        source_.model.clips.push_back(std::move(clip));
        report_.clips.emplace_back().interpolations = {"linear"};
    }

    /// The first channel turns about the outermost axis.
    static glm::quat rotationOf(const Joint& joint, const float* row) {
        glm::dquat rotation(1.0, 0.0, 0.0, 0.0);
        for (size_t c = 0; c < joint.columns.size(); ++c) {
            if (!joint.columns[c].rotates) continue;
            const double half = static_cast<double>(row[c]) * std::numbers::pi / 360.0;
            glm::dquat turn(std::cos(half), 0.0, 0.0, 0.0);
            (joint.columns[c].axis == 0 ? turn.x : joint.columns[c].axis == 1 ? turn.y : turn.z) = std::sin(half);
            rotation = rotation * turn;
        }
        return glm::quat(rotation);
    }

    std::string_view rest_;
    Source& source_;
    ImportReport& report_;
    std::vector<uint32_t> open_;  ///< nodes whose braces are open
    uint32_t newest_ = 0;
    std::vector<Joint> joints_;
    size_t columnCount_ = 0;  ///< of a row
    bool isDone_ = false;     ///< the motion follows
};

}  // namespace
}  // namespace bvh

ImportedModel readBvh(const ModelFolder& folder, const ImportOptions& options) {
    return readWhole(folder, options, "BVH", [&](Source& source, TextureLoader&, ImportReport& report) {
        std::string text = folder.model().content();
        if (text.find('\n') == std::string::npos) std::ranges::replace(text, '\r', '\n');
        bvh::Reader(std::string_view(text).substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0), source, report).read();
    });
}

}  // namespace sinew
