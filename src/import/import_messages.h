#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

// What the process that wants models, the one that forks, and those that import tell each other. All three are forks of
// one program, so numbers and sizes are theirs.

/// To the process that forks, a message of its own; behind it stands the model's path, and with it goes the writing end
/// of a pipe for the answer.
struct ImportRequest {
    uint64_t number = 0;
    uint32_t influences = 0;
    uint32_t keepCut = 0;
};

/// Back, once for each request, when its process is no more.
struct ImportEnding {
    uint64_t number = 0;  ///< the request's
    int32_t status = 0;   ///< as wait(2) gives it
    uint32_t isLate = 0;  ///< it was killed, because it did not end
};

enum class AnswerKind : uint32_t {
    model = 1,       ///< a stream: model/serialize.h
    refusal = 2,     ///< the cause for which the file cannot be used, without the path
    unconfined = 3,  ///< the cause for which the process could not be confined
};

/// The first bytes in the pipe.
struct AnswerHeader {
    AnswerKind kind{};
    uint32_t zero = 0;
    uint64_t byteCount = 0;  ///< of what follows
};

inline constexpr size_t kMaxRequestBytes = size_t{1} << 14;
inline constexpr size_t kMaxCauseBytes = size_t{1} << 12;

}  // namespace sinew
