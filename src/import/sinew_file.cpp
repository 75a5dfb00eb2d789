#include "import/sinew_file.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "model/serialize.h"
#include "model/stream_header.h"
#include "model/utf8.h"

namespace sinew {
namespace {

[[noreturn]] void fail() {
    throw Error(Exit::input, std::strerror(errno));
}

class InputFile {
  public:
    explicit InputFile(const std::filesystem::path& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (number_ < 0) fail();
    }
    ~InputFile() { ::close(number_); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    size_t size() const {
        struct stat status {};
        if (::fstat(number_, &status) != 0) fail();
        return static_cast<size_t>(status.st_size);
    }

    /// Fills `bytes` from the file's place `offset` on, and returns how many there were.
    size_t read(std::span<std::byte> bytes, size_t offset) const {
        size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count =
                ::pread(number_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) fail();
            if (count == 0) break;
            done += static_cast<size_t>(count);
        }
        return done;
    }

  private:
    int number_;
};

}  // namespace

std::optional<ImportedModel> readSinewFile(const std::filesystem::path& path) {
    const InputFile file(path);
    std::array<std::byte, kStreamMagic.size()> magic;
    const bool isSinew = isStream(std::span(magic).first(file.read(magic, 0)));
    if (!isSinew && path.extension() != ".sinew") return std::nullopt;
    // Read, not mapped: a file that somebody shortens meanwhile must not be a crash.
    const auto read = [&file, offset = size_t{0}](std::span<std::byte> out) mutable {
        const size_t count = file.read(out, offset);
        offset += count;
        return count;
    };
    ImportedModel imported = deserialize({.byteCount = file.size(), .read = read});
    imported.report.file = utf8From(path.string());
    imported.report.format = "Sinew";
    return imported;
}

}  // namespace sinew
