#include "base/text_file.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file_descriptor.h"
#include "base/shown_text.h"

namespace sinew {
namespace {

[[noreturn]] void fail(const std::string& name) {
    const int number = errno;
    const bool isOurs = number == EMFILE || number == ENFILE || number == ENOMEM;
    throw Error(isOurs ? Exit::environment : Exit::input, name + ": " + causeOf(number));
}

}  // namespace

std::string readText(const std::filesystem::path& path, size_t mostBytes) {
    const std::string name = shownPath(path.string());
    const bool isInput = path == "-";
    const Descriptor opened(isInput ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!isInput && opened.get() < 0) fail(name);
    std::string text;
    std::array<char, size_t{1} << 16> part;
    while (true) {
        const ssize_t count = ::read(isInput ? STDIN_FILENO : opened.get(), part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(name);
        if (count == 0) return text;
        text.append(part.data(), static_cast<size_t>(count));
        if (text.size() > mostBytes)
            throw Error(Exit::input, name + ": larger than " + std::to_string(mostBytes >> 20) + " MiB");
    }
}

}  // namespace sinew
