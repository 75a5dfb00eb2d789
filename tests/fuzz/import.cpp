// importModel() turns any file into an Error of one line or a sound model. The first byte selects the ending.
//
// assimp has faults of its own, which is why the program imports in a separate process; import_run.sh tells them from
// ours.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "bake/soundness.h"
#include "base/error.h"
#include "import/import_model.h"
#include "import_endings.h"

namespace {

/// A folder in memory that is deleted at exit.
struct Folder {
    std::filesystem::path path;
    Folder() {
        std::string name = "/dev/shm/sinew_fuzz_XXXXXX";
        if (!::mkdtemp(name.data())) std::abort();
        path = name;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return -1;
    static const Folder folder;
    const std::filesystem::path file = folder.path / ("model" + std::string(kEndings[data[0] % kEndings.size()]));
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0 || ::write(descriptor, data + 1, size - 1) != static_cast<ssize_t>(size - 1)) std::abort();
    ::close(descriptor);
    try {
        sinew::requireSound(sinew::importModel(file));
    } catch (const sinew::Error& error) {
        const std::string_view line = error.what();
        if (error.exit() != sinew::Exit::input || !line.starts_with(file.string() + ": ") ||
            line.find('\n') != std::string_view::npos) {
            std::fprintf(stderr, "sinew's own: %s\n", error.what());
            std::abort();
        }
    }
    return 0;
}
