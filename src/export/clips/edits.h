#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/imported_model.h"

namespace sinew {

/// What is done to a clip.
struct ClipVerb {
    enum class Kind { loop, inPlace, root, mirror, reverse, speed, rate, additive };

    Kind kind = Kind::loop;
    double number = 0.0;  ///< of speed and rate
    std::string clip;     ///< of additive: whose first pose; empty: the clip's own
};

/// An end of a range: a frame, or seconds.
struct ClipTime {
    double value = 0.0;
    bool isSeconds = false;
};

/// One clip of those that a model is to have, or several alike.
struct ClipEdit {
    std::string row;             ///< for messages: "--clip 'Walk = 0'"
    Exit exit = Exit::usage;     ///< of what is wrong with it
    std::string name;            ///< empty: that of the source
    std::string source;          ///< name, index, pattern, or kAutoClip; empty: the longest clip
    std::optional<size_t> clip;  ///< its index, in place of `source` (keptClips())
    std::optional<ClipTime> first, last;
    bool isFromFirstKey = false;  ///< frame 0 is that of the first key, not the clip's start
    std::vector<ClipVerb> verbs;
};

inline constexpr std::string_view kAutoClip = "auto";  ///< the parts of the longest clip

/// Reads "NAME = SOURCE : FIRST..LAST, VERB, ..."; all but SOURCE may be missing, and names may be in double quotes.
/// @throws Error(`exit`) "ROW: cause"
ClipEdit parseClipEdit(std::string_view text, std::string row, Exit exit = Exit::usage);

/// Reads "FIRST..LAST", of which either may be missing: frames, or seconds as "0.4s".
void readClipRange(std::string_view text, ClipEdit& edit);

/// Adds "loop, speed 2".
void readClipVerbs(std::string_view text, ClipEdit& edit);

/// Edits that keep all clips as they are, one for each.
std::vector<ClipEdit> keptClips(const Model& model);

/// Whether these are keptClips(), edited: clips beyond them are kept, too.
bool areKept(const std::vector<ClipEdit>& edits);

/// What became of the clips.
struct EditedClips {
    std::vector<std::string> lines;              ///< for each edited clip, what was done, in numbers
    std::vector<std::optional<size_t>> sources;  ///< by clip: which one of before it is, unless it moves otherwise

    /// What is known of the clips, from what was known of those of before.
    template <typename Known>
    std::vector<Known> of(const std::vector<Known>& before) const {
        std::vector<Known> known;
        for (const std::optional<size_t>& source : sources)
            known.push_back(source && *source < before.size() ? before[*source] : Known{});
        return known;
    }
};

/// Replaces the clips of a model by those of `edits`, in their order. Names are those of clips that earlier edits made,
/// else of the model's clips. A pattern without a name leaves out clips that have the name of another edit. Clips that
/// are only chosen or renamed stay as they are. `up`: overrides the model's.
/// @throws Error(Exit::input) for a clip or frames that the model does not have, Error(Exit::usage) for a name that
/// comes again.
EditedClips editClips(ImportedModel& imported, const std::vector<ClipEdit>& edits, std::optional<UpAxis> up);

}  // namespace sinew
