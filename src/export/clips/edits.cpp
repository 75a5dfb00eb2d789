#include "export/clips/edits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "export/clips/mirror.h"
#include "export/clips/motion.h"
#include "export/clips/times.h"
#include "match/wildcard.h"

namespace sinew {
namespace {

using namespace exporting;
using Kind = ClipVerb::Kind;

struct VerbRow {
    std::string_view name;
    Kind kind;
    double most = 0.0;  // of its number, which is at least 0.001; 0: it has none
};
constexpr VerbRow kVerbs[] = {{"loop", Kind::loop},         {"in-place", Kind::inPlace}, {"root", Kind::root},
                              {"mirror", Kind::mirror},     {"reverse", Kind::reverse},  {"speed", Kind::speed, 1000.0},
                              {"rate", Kind::rate, 1000.0}, {"additive", Kind::additive}};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

bool isQuoted(std::string_view name) {
    return name.size() >= 2 && name.front() == '"' && name.back() == '"';
}

std::string unquoted(std::string_view name) {
    name = trimmed(name);
    return std::string(isQuoted(name) ? name.substr(1, name.size() - 2) : name);
}

/// The first of these characters outside of quotes.
size_t findOutside(std::string_view text, char wanted) {
    bool isInside = false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') isInside = !isInside;
        if (text[i] == wanted && !isInside) return i;
    }
    return std::string_view::npos;
}

std::optional<double> numberIn(std::string_view text) {
    double number = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

std::optional<ClipTime> timeIn(std::string_view text) {
    ClipTime time;
    if (text.ends_with('s')) time.isSeconds = true, text.remove_suffix(1);
    const std::optional<double> number = numberIn(text);
    if (!number || *number < 0.0) return std::nullopt;
    time.value = *number;
    return time;
}

template <typename... Args>
[[noreturn]] void refuse(Exit exit, const std::string& row, fmt::format_string<Args...> cause, Args&&... args) {
    throw Error(exit, fmt::format("{}: {}", row, fmt::format(cause, std::forward<Args>(args)...)));
}

/// "speed 2"
ClipVerb verbFrom(std::string_view text, const ClipEdit& edit) {
    text = trimmed(text);
    const size_t space = text.find(' ');
    const std::string_view name = text.substr(0, space), value = space < text.size() ? trimmed(text.substr(space)) : "";
    const auto found = std::ranges::find(kVerbs, name, &VerbRow::name);
    if (found == std::end(kVerbs))
        refuse(edit.exit, edit.row,
               "{} is not loop, in-place, root, mirror, reverse, speed X, rate FPS or additive [CLIP]", inQuotes(text));
    ClipVerb verb{.kind = found->kind};
    if (verb.kind == Kind::additive) {
        verb.clip = unquoted(value);
    } else if (found->most > 0.0) {
        const std::optional<double> number = numberIn(value);
        if (!number || *number < 0.001 || *number > found->most)
            refuse(edit.exit, edit.row, "{}: {} is not a number from 0.001 to {:g}", name, inQuotes(value),
                   found->most);
        verb.number = *number;
    } else if (!value.empty()) {
        refuse(edit.exit, edit.row, "{} takes no value", name);
    }
    return verb;
}

/// The clips of a model, with those that are made of them after them.
class ClipEditor {
  public:
    ClipEditor(ImportedModel& imported, const std::vector<ClipEdit>& edits, std::optional<UpAxis> up)
        : edited_(editedModel(imported, up)), edits_(edits), before_(clips().size()) {
        for (const ClipEdit& edit : edits)
            if (!edit.name.empty()) names_.insert(edit.name);
    }

    EditedClips run() {
        for (const ClipEdit& edit : edits_)
            make(edit);
        finish();
        return std::move(result_);
    }

  private:
    std::vector<AnimationClip>& clips() { return edited_.model().clips; }

    /// What was made of a clip of before.
    struct Origin {
        size_t clip;
        bool isSame;  ///< it moves as before
    };

    void make(const ClipEdit& edit) {
        if (clips().empty() && edit.source == "*") return;
        if (clips().empty()) refuse(Exit::input, edit.row, "{} has no clips", edited_.imported.report.file);
        if (edit.clip) {
            make(edit, std::min(*edit.clip, before_ - 1), edit.name);
        } else if (edit.source == kAutoClip) {
            if (edit.first || edit.last) refuse(edit.exit, edit.row, "auto takes no range");
            makeParts(edit);
        } else if (hasWildcard(edit.source)) {
            size_t found = 0;
            for (size_t clip = 0; clip < before_; ++clip) {
                if (!matchesName(edit.source, clips()[clip].name)) continue;
                if (++found > 1 && !edit.name.empty() && edit.name.find('*') == std::string::npos)
                    refuse(edit.exit, edit.row, "several clips match; write * in the name, for theirs");
                if (!edit.name.empty() || (!names_.contains(clips()[clip].name) && !own_.contains(clip)))
                    make(edit, clip, edit.name);
            }
            if (found == 0) refuseSource(edit, edit.source);
        } else {
            make(edit, edit.source.empty() ? longest() : find(edit, edit.source), edit.name);
        }
    }

    void makeParts(const ClipEdit& edit) {
        const size_t source = longest();
        const std::string base = edit.name.empty() ? clips()[source].name : edit.name;
        const std::vector<ClipPart> parts = splitTimeline(edited_.model(), clips()[source], edited_.size);
        for (size_t i = 0; i < parts.size(); ++i) {
            ClipEdit part = edit;
            part.first = ClipTime{parts[i].first, true};
            part.last = ClipTime{parts[i].last, true};
            make(part, source, fmt::format("{} {}", base, i + 1));
        }
    }

    size_t longest() {
        const auto end = clips().begin() + static_cast<std::ptrdiff_t>(before_);
        return static_cast<size_t>(
            std::max_element(clips().begin(), end,
                             [](const auto& a, const auto& b) { return a.durationSeconds < b.durationSeconds; }) -
            clips().begin());
    }

    /// By name, of those made before, too; by index; by a name in other letters, or a part of one.
    size_t find(const ClipEdit& edit, const std::string& source) {
        const auto named = [&](size_t begin, size_t end) {
            return static_cast<size_t>(std::find_if(clips().begin() + static_cast<std::ptrdiff_t>(begin),
                                                    clips().begin() + static_cast<std::ptrdiff_t>(end),
                                                    [&](const auto& clip) { return clip.name == source; }) -
                                       clips().begin());
        };
        if (const size_t made = named(before_, clips().size()); made < clips().size()) return made;
        if (const size_t own = named(0, before_); own < before_) return own;
        if (const std::optional<double> index = numberIn(source); index && *index >= 0.0 && *index < before_)
            if (std::floor(*index) == *index) return static_cast<size_t>(*index);
        std::vector<size_t> alike;
        for (size_t clip = 0; clip < before_; ++clip) {
            const std::string name = lowerCase(clips()[clip].name), wanted = lowerCase(source);
            if (name == wanted) return clip;
            if (name.find(wanted) != std::string::npos) alike.push_back(clip);
        }
        if (alike.size() == 1) return alike.front();
        refuseSource(edit, source);
    }

    [[noreturn]] void refuseSource(const ClipEdit& edit, const std::string& source) {
        constexpr size_t kMostListed = 30;
        std::string names;
        for (size_t clip = 0; clip < std::min(before_, kMostListed); ++clip)
            names += fmt::format("{}{} {}", names.empty() ? "" : ", ", clip, clips()[clip].name);
        if (before_ > kMostListed) names += fmt::format(" and {} more", before_ - kMostListed);
        refuse(Exit::input, edit.row, "{} has no clip {}; available clips: {}", edited_.imported.report.file,
               inQuotes(source), names);
    }

    void make(const ClipEdit& edit, size_t source, const std::string& name) {
        const size_t index = clips().size();
        const Origin origin = source < before_ ? Origin{source, true} : origins_[source - before_];
        const bool isSame = edit.verbs.empty() && !edit.first && !edit.last;
        AnimationClip copy = clips()[source];
        if (!name.empty()) {
            const size_t star = hasWildcard(edit.source) ? name.find('*') : std::string::npos;
            copy.name = star == std::string::npos ? name : name.substr(0, star) + copy.name + name.substr(star + 1);
        }
        copy.name = utf8From(copy.name);
        const bool isOwn = source < before_ && copy.name == clips()[source].name;  // equal names of the file stay
        const bool isFirst = !isOwn || own_.insert(source).second;
        if ((!taken_.insert(copy.name).second && !isOwn) || !isFirst)
            refuse(edit.exit, edit.row, "there is a clip {} already; name this one otherwise", inQuotes(copy.name));
        clips().push_back(std::move(copy));
        origins_.push_back({origin.clip, origin.isSame && isSame});
        std::vector<std::string> done;
        if (edit.first || edit.last) done.push_back(cut(edit, clips()[index]));
        for (const ClipVerb& verb : edit.verbs)
            done.push_back(apply(edit, verb, index));
        std::erase_if(clips()[index].channels, [](const Channel& channel) {
            return channel.translation.empty() && channel.rotation.empty() && channel.scale.empty();
        });
        if (!done.empty())
            result_.lines.push_back(fmt::format("clip {}: {}", inQuotes(clips()[index].name), fmt::join(done, "; ")));
    }

    static std::string cut(const ClipEdit& edit, AnimationClip& clip) {
        const double frame = frameOf(clip), end = clip.durationSeconds;
        double start = edit.isFromFirstKey ? end : 0.0;
        forEachTrack(clip, [&](const auto& track) { start = std::min(start, track.empty() ? start : track.times[0]); });
        const auto seconds = [&](const ClipTime& time) {
            const double given = time.isSeconds ? time.value : start + time.value * frame;
            if (given > end + (time.isSeconds ? 1e-3 : 0.5 * frame))
                refuse(Exit::input, edit.row, "the clip {} ends at {:.4g} s, frame {:.4g}", inQuotes(clip.name), end,
                       end / frame);
            return std::min(atKey(clip, given), end);
        };
        const ClipPart part{edit.first ? seconds(*edit.first) : 0.0, edit.last ? seconds(*edit.last) : end};
        if (part.last < part.first) refuse(edit.exit, edit.row, "the range ends before it begins");
        trim(clip, part);
        return fmt::format("{:.4g} to {:.4g} s, frames {:.4g} to {:.4g} at {:.4g} per second", part.first, part.last,
                           part.first / frame, part.last / frame, 1.0 / frame);
    }

    std::string apply(const ClipEdit& edit, const ClipVerb& verb, size_t index) {
        AnimationClip& clip = clips()[index];
        switch (verb.kind) {
            case Kind::loop:
                return "loop: " + closeLoop(edited_, clip);
            case Kind::inPlace:
                return "in-place: " + makeInPlace(edited_, clip);
            case Kind::root:
                mirror_.reset();
                return "root: " + moveToRoot(edited_, index, roots_);
            case Kind::mirror:
                if (!mirror_) mirror_ = std::make_unique<MirrorPlan>(planMirror(edited_));
                return "mirror: " + mirrorClip(edited_, *mirror_, clip);
            case Kind::reverse:
                reverse(clip);
                return "reversed";
            case Kind::speed:
                changeSpeed(clip, verb.number);
                return fmt::format("speed: lasts {:.4g} s", clip.durationSeconds);
            case Kind::rate:
                setRate(clip, verb.number);
                return fmt::format("rate: {} keys", keyCount(clip));
            case Kind::additive:
                break;
        }
        const size_t reference = verb.clip.empty() ? index : find(edit, verb.clip);
        makeAdditive(edited_.model(), clip, clips()[reference]);
        return "additive to " + (verb.clip.empty() ? "its first pose" : inQuotes(clips()[reference].name));
    }

    /// Leaves out the clips of before, and what the report says of them.
    void finish() {
        ImportReport& report = edited_.imported.report;
        std::map<std::string, std::string> names;  // of now, by those of before; empty: it is gone
        for (size_t clip = 0; clip < before_; ++clip)
            names.emplace(clips()[clip].name, "");
        std::vector<ClipReport> reports;
        for (size_t i = 0; i < origins_.size(); ++i) {
            const auto [clip, isSame] = origins_[i];
            reports.push_back(clip < report.clips.size() ? report.clips[clip] : ClipReport{});
            result_.sources.push_back(isSame ? std::optional(clip) : std::nullopt);
            std::string& name = names[clips()[clip].name];
            if (name.empty()) name = clips()[before_ + i].name;
        }
        report.clips = std::move(reports);
        std::erase_if(report.findings, [&](Finding& finding) {
            if (!finding.id.starts_with("key-") && finding.id != "channel-unmatched") return false;
            const auto name = names.find(finding.object);
            if (name != names.end()) finding.object = name->second;
            return finding.object.empty();
        });
        clips().erase(clips().begin(), clips().begin() + static_cast<std::ptrdiff_t>(before_));
        constexpr size_t kMostLines = 100;
        if (const size_t lines = result_.lines.size(); lines > kMostLines) {
            result_.lines.resize(kMostLines);
            result_.lines.push_back(fmt::format("clips: {} more were edited", lines - kMostLines));
        }
    }

    EditedModel edited_;
    const std::vector<ClipEdit>& edits_;
    size_t before_;                             // clips of the model; those that were made come after them
    std::vector<Origin> origins_;               // of those that were made
    std::set<std::string> names_, taken_;       // that edits give, that clips have
    std::set<size_t> own_;                      // clips of before that were made under their own names
    std::set<std::string> roots_;               // nodes that moveToRoot() has made
    std::unique_ptr<const MirrorPlan> mirror_;  // of the nodes as they are
    EditedClips result_;
};

}  // namespace

void readClipRange(std::string_view text, ClipEdit& edit) {
    const size_t dots = text.find("..");
    const std::string_view ends[] = {trimmed(text.substr(0, dots)),
                                     dots < text.size() ? trimmed(text.substr(dots + 2)) : std::string_view()};
    for (const bool isLast : {false, true}) {
        std::optional<ClipTime>& end = isLast ? edit.last : edit.first;
        if (!ends[isLast].empty()) end = timeIn(ends[isLast]);
        if (dots > text.size() || (!end && !ends[isLast].empty()))
            refuse(edit.exit, edit.row, "{} is not a range, such as 12..40 or 0.4s..1.3s", inQuotes(text));
    }
}

void readClipVerbs(std::string_view text, ClipEdit& edit) {
    while (true) {
        const size_t comma = findOutside(text, ',');
        edit.verbs.push_back(verbFrom(text.substr(0, comma), edit));
        if (comma >= text.size()) return;
        text.remove_prefix(comma + 1);
    }
}

ClipEdit parseClipEdit(std::string_view text, std::string row, Exit exit) {
    ClipEdit edit{.row = std::move(row), .exit = exit};
    if (const size_t equals = findOutside(text, '='); equals < text.size()) {
        edit.name = unquoted(text.substr(0, equals));
        if (edit.name.empty()) refuse(exit, edit.row, "the name before = is missing");
        text.remove_prefix(equals + 1);
    }
    const size_t comma = findOutside(text, ',');
    std::string_view source = trimmed(text.substr(0, comma));
    if (const size_t dots = source.rfind(".."); dots < source.size())
        if (const size_t colon = source.rfind(':', dots);
            colon < source.size() && source.find('"', colon) > source.size()) {
            readClipRange(trimmed(source.substr(colon + 1)), edit);
            source = trimmed(source.substr(0, colon));
        }
    edit.source = unquoted(source);
    if (edit.source.empty()) refuse(exit, edit.row, "names no clip; write NAME = SOURCE [: FIRST..LAST] [, VERB...]");
    if (comma < text.size()) readClipVerbs(text.substr(comma + 1), edit);
    return edit;
}

std::vector<ClipEdit> keptClips(const Model& model) {
    std::vector<ClipEdit> edits;
    for (const AnimationClip& clip : model.clips)
        edits.push_back({.row = "clip " + inQuotes(clip.name), .clip = edits.size()});
    return edits;
}

bool areKept(const std::vector<ClipEdit>& edits) {
    return !edits.empty() && std::ranges::all_of(edits, [](const ClipEdit& edit) { return edit.clip.has_value(); });
}

EditedClips editClips(ImportedModel& imported, const std::vector<ClipEdit>& edits, std::optional<UpAxis> up) {
    if (edits.empty()) return {};
    std::vector<ClipEdit> all = edits;
    const std::vector<ClipEdit> kept = keptClips(imported.model);
    if (areKept(all) && all.size() < kept.size()) all.insert(all.end(), kept.begin() + std::ssize(all), kept.end());
    return ClipEditor(imported, all, up).run();
}

}  // namespace sinew
