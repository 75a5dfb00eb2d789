#pragma once

#include "import/files/radiance_picture.h"
#include "import/import_model.h"

namespace sinew {

// Messages between the program, the broker that forks, and the processes that import. All are forks of one
// program, or two programs of one build, so byte order and sizes agree.

/// What a file is read as.
enum class RequestKind : uint32_t {
    model,
    light,  ///< an environment map: files/radiance_picture.h
};

/// Sent to the broker, followed by the file's path, ImportOptions::variant, and the paths of the
/// folders of textures, separated by zeros, along with the writing end of a pipe for the answer.
struct ImportRequest {
    uint64_t number = 0;
    RequestKind kind{};
    uint32_t influences = 0;  ///< of a model
    uint32_t keepCut = 0;     ///< of a model
    uint32_t forExport = 0;   ///< of a model
};

/// Sent back once for each request, after its process has ended.
struct ImportEnding {
    uint64_t number = 0;  ///< of the request
    int32_t status = 0;   ///< as in wait(2)
    uint32_t isLate = 0;  ///< killed at its deadline
    int32_t fault = 0;    ///< errno, if the broker could not wait for the process and killed it
    uint32_t zero = 0;
};

enum class AnswerKind : uint32_t {
    model = 1,       ///< a stream: bake/stream.h
    refusal = 2,     ///< why the file cannot be read, without the path
    unconfined = 3,  ///< why the process could not be confined
    exhausted = 5,   ///< what the system lacks to read the file, without the path
    light = 4,       ///< a LightHeader and the values of the picture
};

/// The first bytes in the pipe.
struct AnswerHeader {
    AnswerKind kind{};
    uint32_t fileCount = 0;  ///< of the OpenedFiles that follow a model's header
    uint64_t byteCount = 0;  ///< of the rest
};

/// A file that was read beside the model.
struct OpenedFile {
    uint64_t device = 0;
    uint64_t inode = 0;
};
inline constexpr uint32_t kMaxOpenedFiles = 1 << 16;

/// The start of an environment map.
struct LightHeader {
    uint32_t width = 0;
    uint32_t height = 0;
    RadianceFlaws flaws;
};

/// What runs in the processes.
struct IsolatedReaders {
    FolderImporter model;
    LightDecoder light;
};

inline constexpr size_t kMaxRequestBytes = size_t{1} << 14;
inline constexpr size_t kMaxCauseBytes = size_t{1} << 12;

/// The descriptor of the socket in a broker that was started as a program. The first message on it is the ImportLimits.
inline constexpr int kBrokerSocket = 3;

/// Runs the broker, which forks a process for each request on `socket` and exits when the other end closes. `parent`:
/// the process that forked it, which it does not outlive; 0 for a program, which a thread may have started that ends
/// earlier.
[[noreturn]] void runImportBroker(int socket, int parent, const ImportLimits& limits, const IsolatedReaders& readers);

}  // namespace sinew
