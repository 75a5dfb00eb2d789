#pragma once

#include <span>
#include <string>
#include <vector>

namespace sinew {

/// What may stand at the end of a command line.
struct Completion {
    enum class Kind { words, files, directories, clips, bones, materials, devices };

    struct Word {
        std::string text, help;
    };

    Kind kind = Kind::files;
    std::string prefix;       ///< of each word: "--fit=" where the value follows in the same argument
    std::string begun;        ///< what is typed of the word, without the prefix
    std::vector<Word> words;  ///< that begin so: all of Kind::words, and those that other kinds take beside names
    std::vector<std::string> files;  ///< the MODEL and the CLIP_FILEs of the line
};

/// How the last of the arguments, which may be empty, goes on. The arguments before it may be wrong. As bash splits
/// them, "=" may be an argument of its own.
Completion completionOf(std::span<const std::string> arguments);

}  // namespace sinew
